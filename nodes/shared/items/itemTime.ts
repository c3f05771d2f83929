import type { RequestPolicy } from '../http/options';

/**
 * The time that one item may take, by the option Max Time per Item. It runs while a request or a download
 * of the item is under way, pauses between attempts included, and begins anew with `renew`.
 */
export class ItemTime {
	private leftMs: number;

	private deadline = 0;

	private underWay = 0;

	constructor(readonly policy: RequestPolicy) {
		this.leftMs = policy.maxTimeMs;
	}

	/** What is left, in milliseconds; 0 or less when it is over. */
	get left(): number {
		return this.underWay > 0 ? this.deadline - Date.now() : this.leftMs;
	}

	/** Something of the item gets under way. */
	begin(): void {
		if (this.underWay === 0) this.deadline = Date.now() + this.leftMs;
		this.underWay++;
	}

	/** It came to its end. */
	end(): void {
		this.leftMs = this.left;
		this.underWay--;
	}

	/** One of several requests of the item succeeded: the others have the whole time again. */
	renew(): void {
		this.deadline = Date.now() + this.policy.maxTimeMs;
	}

	/** How long the next attempt may take, and the option that says so. */
	attempt(): AttemptTime {
		const { timeoutMs } = this.policy;
		return this.left < timeoutMs
			? { timeoutMs: Math.max(1, this.left), option: 'Max Time per Item' }
			: { timeoutMs, option: 'Timeout' };
	}
}

/** The time of one attempt. */
export interface AttemptTime {
	timeoutMs: number;
	/** the option to raise for more */
	option: 'Max Time per Item' | 'Timeout';
}
