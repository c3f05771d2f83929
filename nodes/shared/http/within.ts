/**
 * Waits for work until a signal ends the waiting. The signal keeps nothing of the work afterwards: one
 * that is due later would hold an answer or a file in memory until then.
 * @throws an error with the code of a timeout, or what the work throws
 */
export async function within<T>(end: AbortSignal, work: Promise<T>): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const giveUp = () =>
			reject(Object.assign(new Error('The answer is not whole'), { code: 'ETIMEDOUT' }));
		if (end.aborted) giveUp();
		end.addEventListener('abort', giveUp, { once: true });
		work.then(resolve, reject).finally(() => end.removeEventListener('abort', giveUp));
	});
}
