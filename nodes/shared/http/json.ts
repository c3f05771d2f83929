/**
 * Parses JSON text; integers that a number cannot hold exactly (beyond 2^53) come out as strings with
 * all their digits, since identifiers of the AI Call platform can be that long. So do numbers that
 * would become infinite, and on request decimals that would lose digits (12.50).
 * @throws SyntaxError when the text is not JSON
 */
export function parseLosslessJson(text: string, { keepDecimals = false } = {}): unknown {
	const value: unknown = JSON.parse(text);
	if (!keepDecimals && !/\d{16}|\d[eE]\+?\d{3}/.test(text)) return value;
	let quoted = '';
	let done = 0;
	for (const [from, to] of outsideStrings(text)) {
		const part = text.slice(from, to);
		quoted +=
			text.slice(done, from) +
			part.replace(/-?\d[\d.eE+-]*/g, (token) => exactly(token, keepDecimals));
		done = to;
	}
	return JSON.parse(quoted + text.slice(done));
}

/** A number as it is written, or in quotes when parsing would change it. */
function exactly(token: string, keepDecimals: boolean): string {
	const number = Number(token);
	const losesDecimals = keepDecimals && /^-?\d+\.\d+$/.test(token) && String(number) !== token;
	const exact = /^-?\d+$/.test(token)
		? Number.isSafeInteger(number)
		: Number.isFinite(number) && !losesDecimals;
	return exact ? token : `"${token}"`;
}

/** The parts of JSON text outside its strings, as [from, to). Takes time linear in the text. */
export function* outsideStrings(text: string): Generator<[number, number]> {
	let from = 0;
	for (;;) {
		const open = text.indexOf('"', from);
		if (open === -1) break;
		yield [from, open];
		let close = text.indexOf('"', open + 1);
		while (close !== -1 && isEscaped(text, close, open)) close = text.indexOf('"', close + 1);
		if (close === -1) return;
		from = close + 1;
	}
	yield [from, text.length];
}

function isEscaped(text: string, quote: number, open: number): boolean {
	let backslashes = 0;
	while (quote - 1 - backslashes > open && text[quote - 1 - backslashes] === '\\') backslashes++;
	return backslashes % 2 === 1;
}

/** Parses JSON text to an object; undefined for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	return isRecord(value) ? value : undefined;
}

/** Whether a decoded JSON value is an object with keys (not null, not an array). */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entry of a table under a key that comes from outside and may be `constructor`. */
export function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
	return Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}
