/**
 * Memory for request bodies, reused by later items of a run. A body lives only as long as its request;
 * without reuse some hundred megabytes of dead ones pile up before V8's next full collection.
 */
export class BufferPool {
	private readonly free = new Map<number, Buffer[]>();

	/** A buffer of this many bytes, with whatever it held before. */
	acquire(bytes: number): Buffer {
		const capacity = 2 ** Math.ceil(Math.log2(bytes));
		const buffer = this.free.get(capacity)?.pop() ?? Buffer.allocUnsafeSlow(capacity);
		return buffer.subarray(0, bytes);
	}

	/** Takes a buffer back once nobody reads from it any more. */
	release(buffer: Buffer): void {
		const whole = Buffer.from(buffer.buffer as ArrayBuffer);
		const others = this.free.get(whole.length);
		if (others === undefined) this.free.set(whole.length, [whole]);
		else others.push(whole);
	}
}
