import {
	sleep,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';

/** The time of one execution. */
export interface Clock {
	/** milliseconds since 1970 */
	now(): number;
	/** Waits so long, or until the execution is canceled. */
	sleep(ms: number): Promise<void>;
	/** whether the user has canceled the execution */
	readonly canceled: boolean;
}

/** Whatever of n8n can send requests. */
export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** n8n's timer cannot be cleared, so a long sleep consists of short ones: none outlives the execution for long. */
const LONGEST_NAP_MS = 1000;

/** The clock of an execution; where there is none, as in the editor's lists, it is never canceled. */
export function executionClock(context: Context): Clock {
	return {
		now: () => Date.now(),
		sleep: async (ms) => {
			let wake = () => {};
			const canceled = new Promise<void>((resolve) => (wake = resolve));
			const forget = onCancel(context, wake);
			// counted in naps: a clock that is set back would stretch the wait
			for (let left = ms; left > 0 && !isCanceled(context); left -= LONGEST_NAP_MS) {
				await Promise.race([sleep(Math.min(left, LONGEST_NAP_MS)), canceled]);
			}
			forget();
		},
		get canceled() {
			return isCanceled(context);
		},
	};
}

/** The signal that is aborted when the user cancels the execution; undefined where nothing can be canceled. */
export function cancelSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Whether the user has canceled the execution. */
export function isCanceled(context: Context): boolean {
	return cancelSignal(context)?.aborted === true;
}

/** Has something done when the user cancels the execution. @returns the function that ends that */
export function onCancel(context: Context, listener: () => void): () => void {
	const signal = cancelSignal(context);
	signal?.addEventListener('abort', listener, { once: true });
	return () => signal?.removeEventListener('abort', listener);
}
