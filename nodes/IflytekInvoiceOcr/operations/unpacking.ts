import type { Item } from '../../shared/items/item';
import type { Part } from '../file/parts';

/** Pictures in memory beyond which no further file is unpacked. */
const MAX_BYTES = 12 * 1024 * 1024;

/**
 * Takes the files of a run apart one at a time, and not before the pictures of earlier ones are recognized:
 * a small archive may hold large pictures.
 */
export class Unpacking {
	/** bytes of the pictures of each item that is not done */
	private readonly held = new Map<Item, number>();

	private last: Promise<unknown> = Promise.resolve();

	private wake = () => {};

	async inTurn(item: Item, work: () => Promise<Part[]>): Promise<Part[]> {
		const turn = this.last.then(async () => {
			while (this.bytes() > MAX_BYTES) await new Promise<void>((resolve) => (this.wake = resolve));
			const parts = await work();
			this.held.set(item, sizeOf(parts));
			return parts;
		});
		this.last = turn.catch(() => {});
		return await turn;
	}

	/** Called when an item is done, well or not. */
	release(item: Item): void {
		this.held.delete(item);
		this.wake();
	}

	private bytes(): number {
		return [...this.held.values()].reduce((sum, bytes) => sum + bytes, 0);
	}
}

function sizeOf(parts: Part[]): number {
	return parts.reduce((sum, part) => sum + (part.kind === 'picture' ? part.bytes.length : 0), 0);
}
