/** Anybody can send requests, so of each kind of line a node writes one in this time. */
export const ONE_IN_MINUTES = 5;

/** Which lines about refused requests n8n's log gets: few enough that nobody can fill it with them. */
export class RefusalLog {
	private readonly toldAt = new Map<string, number>();

	/** @param now milliseconds from any beginning, not disturbed when a clock is set */
	constructor(private readonly now = () => performance.now()) {}

	/** Whether a line of this kind is due; if so, it counts as written. */
	isDue(kind: string): boolean {
		const before = this.toldAt.get(kind);
		if (before !== undefined && this.now() - before < ONE_IN_MINUTES * 60_000) return false;
		this.toldAt.set(kind, this.now());
		return true;
	}
}
