/** Bytes of a value's beginning by which it is looked up; shorter values cannot be searched for. */
const WINDOW = 12;
const BASE = 0x01000193;
const BITS = 22;

interface Form {
	needle: string;
	bytes: Buffer;
}

/**
 * Finds any of many values in bytes, each in clear, percent-encoded and base64-encoded (at each of its
 * three offsets inside a longer text): one pass over the bytes, however many values there are.
 */
export class SecretScanner {
	/** the forms by the hash of their first bytes */
	private readonly byHash = new Map<number, Form[]>();

	/** whether any form has a hash that begins so: spares nearly all look-ups */
	private readonly known = new Uint8Array(1 << BITS);

	/** what leaves the window, by its byte */
	private readonly leaving = new Int32Array(256);

	/**
	 * @param needles values by the name under which a hit reports them
	 * @throws when a value is too short to be told from chance
	 */
	constructor(needles: Record<string, string>) {
		let power = 1;
		for (let at = 1; at < WINDOW; at++) power = Math.imul(power, BASE);
		for (let byte = 0; byte < 256; byte++) this.leaving[byte] = Math.imul(byte, power);
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
		let hash = 0;
		for (let at = 0; at < WINDOW; at++) hash = (Math.imul(hash, BASE) + form.bytes[at]!) | 0;
		this.known[hash >>> (32 - BITS)] = 1;
		const same = this.byHash.get(hash);
		if (same) same.push(form);
		else this.byHash.set(hash, [form]);
	}

	/** The names of the values that stand in the bytes. */
	find(content: Buffer): Set<string> {
		const found = new Set<string>();
		const { known, leaving } = this;
		let hash = 0;
		for (let at = 0; at < content.length; at++) {
			if (at >= WINDOW) hash = (hash - leaving[content[at - WINDOW]!]!) | 0;
			hash = (Math.imul(hash, BASE) + content[at]!) | 0;
			if (at < WINDOW - 1 || known[hash >>> (32 - BITS)] === 0) continue;
			const start = at - WINDOW + 1;
			for (const { needle, bytes } of this.byHash.get(hash) ?? []) {
				if (content.subarray(start, start + bytes.length).equals(bytes)) found.add(needle);
			}
		}
		return found;
	}
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
