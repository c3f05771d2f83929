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
	/** Waits so long, or until the execution is stopped. */
	sleep(ms: number): Promise<void>;
	/** whether the user has stopped the execution */
	readonly stopped: boolean;
}

type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** The clock of an execution; where there is none, as in the editor's lists, it is never stopped. */
export function executionClock(context: Context): Clock {
	const stop = () =>
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		now: () => Date.now(),
		sleep: async (ms) => await sleepUnlessStopped(ms, stop()),
		get stopped() {
			return stop()?.aborted === true;
		},
	};
}

/** Whether the user has stopped the execution. */
export function isCanceled(context: Context): boolean {
	return executionClock(context).stopped;
}

/** n8n's timer cannot be cleared: a long sleep is made of short ones, so that none outlives a stop for long. */
const LONGEST_NAP_MS = 1000;

async function sleepUnlessStopped(ms: number, stop: AbortSignal | undefined): Promise<void> {
	if (stop === undefined || ms <= 0) return await sleep(ms);
	let wake = () => {};
	const stopped = new Promise<void>((resolve) => (wake = resolve));
	stop.addEventListener('abort', wake, { once: true });
	// counted in naps: a clock that is set back would stretch the wait
	for (let left = ms; left > 0 && !stop.aborted; left -= LONGEST_NAP_MS) {
		await Promise.race([sleep(Math.min(left, LONGEST_NAP_MS)), stopped]);
	}
	stop.removeEventListener('abort', wake);
}

/**
 * Waits for work until a signal aborts the wait. The listener is removed afterwards: a signal that fires
 * later would keep an answer or a file in memory until then.
 * @throws an error with the code of a timeout, or what the work throws
 */
export async function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const giveUp = () =>
			reject(Object.assign(new Error('The answer is not whole'), { code: 'ETIMEDOUT' }));
		if (signal.aborted) giveUp();
		signal.addEventListener('abort', giveUp, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
	});
}
