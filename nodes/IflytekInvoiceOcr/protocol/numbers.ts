/** A number of the service, which may send it as text; null for anything else. */
export function readNumber(value: unknown): number | null {
	const isNumeric =
		typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value);
	const number = isNumeric ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
