/**
 * Begins to measure the time that this process takes of the processor: other programs take nothing of it.
 * @returns what tells it, in milliseconds
 */
export function processorTime(): () => number {
	const before = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	};
}

/**
 * The processor time of some work, in milliseconds: of what takes too long, the least of eight times, since on a busy
 * machine one takes several times as long as another. What grows too fast takes too long each time.
 */
export function leastProcessorTime(limitMs: number, work: () => void): number {
	let least = Infinity;
	for (let times = 0; times < 8 && least >= limitMs; times++) {
		const spent = processorTime();
		work();
		least = Math.min(least, spent());
	}
	return least;
}
