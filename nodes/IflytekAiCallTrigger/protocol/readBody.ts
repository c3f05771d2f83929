import { endOfText, isRecord, parseLosslessJson } from '../../shared/http/json';
import { failure, success, type Result } from '../../shared/problem/problem';

/** A request's JSON object, and the encoding that its bytes were in. */
export interface Body {
	fields: Record<string, unknown>;
	encoding: 'utf-8' | 'gb18030';
}

/** n8n cannot store what is nested some thousand levels deep; a push has four. */
const MAX_DEPTH = 100;

/**
 * Reads the raw body of a request from the platform: JSON text of one object, in UTF-8, or in GBK where
 * the bytes are no UTF-8. Field types are not looked at; of a repeated key the last one counts.
 * @returns the object with integers beyond 2^53 as strings, or what is wrong
 */
export function readBody(raw: Buffer | undefined): Result<Body> {
	const decoded = decode(raw ?? Buffer.alloc(0));
	if (decoded === undefined) return unreadable('The body is neither UTF-8 nor GBK text.');
	const { text, encoding } = decoded;
	if (text.trim() === '') return unreadable('The request has no body.');
	if (depth(text) > MAX_DEPTH) {
		return unreadable(`The body is nested more than ${MAX_DEPTH} levels deep.`);
	}
	let fields: unknown;
	try {
		fields = parseLosslessJson(text);
	} catch {
		return unreadable('The body is not JSON.');
	}
	if (!isRecord(fields)) return unreadable('The body is not a JSON object.');
	return success({ fields, encoding });
}

const unreadable = (message: string): Result<Body> =>
	failure({ message, remedy: 'Send a JSON object with POST.', retryClass: 'never' });

/** Decodes bytes to text, without a byte order mark. */
function decode(raw: Buffer): { text: string; encoding: Body['encoding'] } | undefined {
	for (const encoding of ['utf-8', 'gb18030'] as const) {
		try {
			return { text: new TextDecoder(encoding, { fatal: true }).decode(raw), encoding };
		} catch {
			// not in this encoding
		}
	}
	return undefined;
}

/** How many objects and lists are inside each other at most. */
function depth(text: string): number {
	let level = 0;
	let deepest = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '"') at = endOfText(text, at) - 1;
		else if (character === '{' || character === '[') deepest = Math.max(deepest, ++level);
		else if (character === '}' || character === ']') level--;
	}
	return deepest;
}
