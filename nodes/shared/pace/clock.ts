import {
	sleep,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';

/** Whatever of n8n can send requests. */
export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** The time of this process in milliseconds; the machine's clock may be set back. Tests put another in its place. */
export const CLOCK = { now: () => performance.now(), sleep };

/** n8n's timer cannot be cleared, so a long sleep consists of short ones: none outlives the execution for long. */
const LONGEST_NAP_MS = 1000;

/** Waits so long, or until the execution is canceled. */
export async function pause(context: Context, ms: number): Promise<void> {
	const signal = cancelSignal(context);
	let wake = () => {};
	const canceled = new Promise<void>((resolve) => (wake = resolve));
	signal?.addEventListener('abort', wake);
	for (let left = ms; left > 0 && !signal?.aborted; left -= LONGEST_NAP_MS) {
		await Promise.race([CLOCK.sleep(Math.min(left, LONGEST_NAP_MS)), canceled]);
	}
	signal?.removeEventListener('abort', wake);
}

/** The signal that is aborted when the user cancels the execution; undefined where nothing can be canceled. */
export function cancelSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Whether the user has canceled the execution; never where there is none, as in the editor's lists. */
export function isCanceled(context: Context): boolean {
	return cancelSignal(context)?.aborted === true;
}
