/** Bytes of files that a run may hold at once; a larger file is held alone. */
export class Memory {
	private used = 0;
	private readonly waiting: Array<{ bytes: number; begin: () => void }> = [];

	constructor(private readonly maxBytes: number) {}

	share(): MemoryShare {
		return new MemoryShare(this);
	}

	/** Takes more bytes where they are free; a file that holds none does not overtake those that wait. */
	take(bytes: number, holdsSome: boolean): boolean {
		const isFree = this.used === 0 || this.used + bytes <= this.maxBytes;
		if (!isFree || (!holdsSome && this.waiting.length > 0)) return false;
		this.used += bytes;
		return true;
	}

	/** Waits until so many bytes are free, and takes them. */
	async wait(bytes: number): Promise<void> {
		if (this.take(bytes, false)) return;
		await new Promise<void>((begin) => this.waiting.push({ bytes, begin }));
	}

	giveBack(bytes: number): void {
		this.used -= bytes;
		for (let [next] = this.waiting; next && this.take(next.bytes, true); [next] = this.waiting) {
			this.waiting.shift();
			next.begin();
		}
	}
}

/** The part of its run's memory that one file holds. */
export class MemoryShare {
	private held = 0;

	constructor(private readonly memory: Memory) {}

	/** Holds at least so many bytes from now on. @returns false where they are not free */
	holds(bytes: number): boolean {
		if (bytes <= this.held) return true;
		if (!this.memory.take(bytes - this.held, this.held > 0)) return false;
		this.held = bytes;
		return true;
	}

	/** Gives its bytes back, and waits until it may hold so many. */
	async wait(bytes: number): Promise<void> {
		this.giveBack();
		await this.memory.wait(bytes);
		this.held = bytes;
	}

	giveBack(): void {
		const { held } = this;
		this.held = 0;
		if (held > 0) this.memory.giveBack(held);
	}
}
