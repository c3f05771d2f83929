/** Bytes of a value's beginning by which it is looked up; shorter values cannot be searched for. */
const WINDOW = 12;
/** So many bytes at a time tell how far the next value may be. */
const BLOCK = 4;
const LAST_BLOCK = WINDOW - BLOCK;
const BITS = 22;

interface Form {
	needle: string;
	bytes: Buffer;
}

/**
 * Finds any of many values in bytes, each in clear, percent-encoded and base64-encoded (at each of its
 * three offsets inside a longer text): one pass over the bytes, however many values there are, which
 * leaps over what cannot be part of any of them (Wu and Manber, 1994).
 */
export class SecretScanner {
	/** the forms by the last block of their window */
	private readonly byBlock = new Map<number, Form[]>();

	/** by a block's hash: how far the window may move when it ends with such a block */
	private readonly leap = new Uint8Array(1 << BITS).fill(LAST_BLOCK + 1);

	/**
	 * @param needles values by the name under which a hit reports them
	 * @throws when a value is too short to be told from chance
	 */
	constructor(needles: Record<string, string>) {
		const seen = new Set<string>();
		for (const [needle, value] of Object.entries(needles)) {
			if (value.length < WINDOW) throw new Error(`'${needle}' is too short to be searched for`);
			if (seen.has(value)) continue;
			seen.add(value);
			for (const form of formsOf(value)) {
				if (form.length >= WINDOW) this.add({ needle, bytes: Buffer.from(form) });
			}
		}
	}

	private add(form: Form): void {
		for (let at = 0; at <= LAST_BLOCK; at++) {
			const hash = hashOf(form.bytes, at);
			this.leap[hash] = Math.min(this.leap[hash]!, LAST_BLOCK - at);
		}
		const last = hashOf(form.bytes, LAST_BLOCK);
		const same = this.byBlock.get(last);
		if (same) same.push(form);
		else this.byBlock.set(last, [form]);
	}

	/** The names of the values that stand in the bytes. */
	find(content: Buffer): Set<string> {
		const found = new Set<string>();
		for (let start = 0; start + WINDOW <= content.length;) {
			const last = hashOf(content, start + LAST_BLOCK);
			const leap = this.leap[last]!;
			if (leap === 0) {
				for (const { needle, bytes } of this.byBlock.get(last) ?? []) {
					if (content.subarray(start, start + bytes.length).equals(bytes)) found.add(needle);
				}
			}
			start += Math.max(1, leap);
		}
		return found;
	}
}

function hashOf(bytes: Buffer, at: number): number {
	const block =
		bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
	return Math.imul(block, 0x9e3779b1) >>> (32 - BITS);
}

function formsOf(value: string): Set<string> {
	const forms = new Set([value, encodeURIComponent(value)]);
	for (const before of [0, 1, 2]) {
		const padded = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
		// the characters at both ends hold bits of what stands beside the value
		const whole = padded.length - (padded.length % 3);
		const text = padded.subarray(0, whole).toString('base64');
		forms.add(text.slice(before === 0 ? 0 : 4));
	}
	return forms;
}
