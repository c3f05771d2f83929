/**
 * Memory for request bodies, used again by the later items of a run. A body lives as long as its
 * request; if each had memory of its own, it would lie about after that until V8 gets round to a full
 * collection, some hundred megabytes at a time.
 */
export class BodyBuffers {
	private readonly free = new Map<number, Buffer[]>();

	/** A buffer of this many bytes, with whatever was in it before. */
	take(bytes: number): Buffer {
		const whole = 2 ** Math.ceil(Math.log2(bytes));
		const buffer = this.free.get(whole)?.pop() ?? Buffer.allocUnsafeSlow(whole);
		return buffer.subarray(0, bytes);
	}

	/** Takes a buffer back, once nobody reads from it any more. */
	giveBack(buffer: Buffer): void {
		const whole = Buffer.from(buffer.buffer as ArrayBuffer);
		const others = this.free.get(whole.length);
		if (others === undefined) this.free.set(whole.length, [whole]);
		else others.push(whole);
	}
}
