/**
 * Waits for work until its time is over or the execution is canceled. The listeners are removed afterwards:
 * a signal that fires later would keep an answer or a file in memory until then.
 * @throws an error with axios's code for a timeout or for a canceled one, or what the work
 * throws
 */
export async function raceAbort<T>(
	late: AbortSignal,
	cancel: AbortSignal | undefined,
	work: Promise<T>,
): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const giveUp = () =>
			reject(
				Object.assign(new Error('The answer is not whole'), {
					code: cancel?.aborted ? 'ERR_CANCELED' : 'ETIMEDOUT',
				}),
			);
		if (late.aborted || cancel?.aborted) giveUp();
		for (const signal of [late, cancel]) signal?.addEventListener('abort', giveUp, { once: true });
		work.then(resolve, reject).finally(() => {
			for (const signal of [late, cancel]) signal?.removeEventListener('abort', giveUp);
		});
	});
}
