/** Reads an http(s) address without blanks; undefined for anything else. */
export function webAddress(value: unknown): URL | undefined {
	const text = String(value ?? '').trim();
	try {
		return /^https?:\/\/[^\s]+$/i.test(text) ? new URL(text) : undefined;
	} catch {
		return undefined;
	}
}
