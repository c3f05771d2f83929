import { isRecord } from '../../shared/http/response';
import { outsideStrings, parseLosslessJson } from '../../shared/http/losslessJson';

export type ReadBody = { ok: true; body: Record<string, unknown> } | { ok: false; reason: string };

/** n8n cannot store what is nested some thousand levels deep; a push has four. */
const DEEPEST = 100;

/**
 * Reads the raw body of a request from the platform: UTF-8 JSON text of one object (spec: AI call,
 * Events). Field types are not looked at; of a key given twice the last one counts.
 * @returns the object with integers beyond 2^53 as strings, or what is wrong in one sentence
 */
export function readBody(raw: Buffer | undefined): ReadBody {
	const text = (raw ?? Buffer.alloc(0)).toString('utf8').replace(/^\uFEFF/, '');
	if (text.trim() === '') return { ok: false, reason: 'The request has no body.' };
	if (deepestLevel(text) > DEEPEST) {
		return { ok: false, reason: `The body is nested more than ${DEEPEST} levels deep.` };
	}
	let body: unknown;
	try {
		body = parseLosslessJson(text);
	} catch {
		return { ok: false, reason: 'The body is not JSON.' };
	}
	if (!isRecord(body)) return { ok: false, reason: 'The body is not a JSON object.' };
	return { ok: true, body };
}

function deepestLevel(text: string): number {
	let level = 0;
	let deepest = 0;
	for (const [from, to] of outsideStrings(text)) {
		for (let place = from; place < to; place++) {
			const sign = text[place];
			if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++level);
			else if (sign === '}' || sign === ']') level--;
		}
	}
	return deepest;
}
