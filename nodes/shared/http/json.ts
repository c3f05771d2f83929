/**
 * Parses JSON text, in time linear in its length. Integers beyond 2^53 become strings with all their digits: IDs
 * of the AI Call platform can be that long. So do numbers that would become infinite, and on request decimals
 * that would lose digits (12.50).
 * @throws SyntaxError when the text is not JSON
 */
export function parseLosslessJson(text: string, { keepDecimals = false } = {}): unknown {
	const value: unknown = JSON.parse(text);
	if (!keepDecimals && !/\d{16}|\d[eE]\+?\d{3}/.test(text)) return value;
	const quoted: string[] = [];
	let done = 0;
	for (let at = 0; at < text.length;) {
		const code = text.charCodeAt(at);
		if (code === QUOTATION_MARK) {
			at = endOfText(text, at);
		} else if (code === MINUS || isDigit(code)) {
			const start = at;
			while (IN_NUMBERS.has(text.charCodeAt(at))) at++;
			if (!keepDecimals && at - start < SHORTEST_INEXACT) continue;
			const token = text.slice(start, at);
			if (isExact(token, keepDecimals)) continue;
			quoted.push(text.slice(done, start), `"${token}"`);
			done = at;
		} else at++;
	}
	return done === 0 ? value : JSON.parse(quoted.join('') + text.slice(done));
}

/** The value of a JSON text, read as above; undefined for all other text. */
export function jsonIn(text: string, options?: { keepDecimals: boolean }): unknown {
	try {
		return parseLosslessJson(text, options);
	} catch {
		return undefined;
	}
}

/** The list in a JSON text; undefined for all other text. */
export function jsonList(text: string): unknown[] | undefined {
	const list = jsonIn(text);
	return Array.isArray(list) ? list : undefined;
}

/** A number, also one sent as text; null for everything else. */
export function numberIn(value: unknown): number | null {
	if (typeof value === 'string' && value.trim() === '') return null;
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const QUOTATION_MARK = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const MINUS = '-'.charCodeAt(0);
/** Every character that can be part of a number. */
const IN_NUMBERS = new Set([...'0123456789+-.eE'].map((character) => character.charCodeAt(0)));
/** The length of 1e309: every shorter token is a number that is held exactly. */
const SHORTEST_INEXACT = 5;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether a number survives parsing unchanged. */
function isExact(token: string, keepDecimals: boolean): boolean {
	const number = Number(token);
	if (/^-?\d+$/.test(token)) return Number.isSafeInteger(number);
	const losesDecimals = keepDecimals && /^-?\d+\.\d+$/.test(token) && String(number) !== token;
	return Number.isFinite(number) && !losesDecimals;
}

/**
 * The place behind the text whose opening quotation mark is at `open`; the end of the JSON if it is not closed.
 * Goes by characters: a body may be millions of empty texts, and each has to cost next to nothing.
 */
export function endOfText(json: string, open: number): number {
	for (let at = open + 1; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTATION_MARK) return at + 1;
		if (code === BACKSLASH) at++;
	}
	return json.length;
}

/** Whether a text begins as a JSON object or list and ends before it is closed, as an answer that was cut off. */
export function isCutOffJson(text: string): boolean {
	if (!/^\s*[{[]/.test(text)) return false;
	let open = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text[at]!;
		if (character === '"') at = endOfText(text, at) - 1;
		else if ('{['.includes(character)) open++;
		else if ('}]'.includes(character)) open--;
	}
	return open > 0;
}

/** The object that JSON text gives; undefined for all other text. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
	const value = jsonIn(text);
	return isRecord(value) ? value : undefined;
}

/** Whether a decoded JSON value is an object with keys (not null, not an array). */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entry of a table under a key from outside, which may be `constructor`. */
export function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
	return Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}
