import { endOfText, isRecord, jsonIn, jsonList } from '../../shared/http/json';
import { invalid, success, type Result } from '../../shared/problem/problem';

export type Fields = Record<string, unknown>;

/** A request's JSON object, and the encoding of its bytes. */
export interface Body {
	fields: Fields;
	encoding: 'utf-8' | 'gb18030';
}

/** n8n cannot store data that is nested some thousand levels deep; a push has four. */
const MAX_DEPTH = 100;

/**
 * Reads the raw body of a request from the platform: one JSON object in UTF-8, or in GBK if it is not UTF-8. Integers
 * beyond 2^53 become strings; of a repeated key the last value counts; field types are not checked.
 */
export function readBody(raw: Buffer | undefined): Result<Body> {
	const decoded = decode(raw ?? Buffer.alloc(0));
	if (decoded === undefined) return unreadable('The body is neither UTF-8 nor GBK text.');
	const { text, encoding } = decoded;
	if (text.trim() === '') return unreadable('The request has no body.');
	if (depth(text) > MAX_DEPTH) {
		return unreadable(`The body is nested more than ${MAX_DEPTH} levels deep.`);
	}
	const fields = jsonIn(text);
	if (fields === undefined) return unreadable('The body is not JSON.');
	if (!isRecord(fields)) return unreadable('The body is not a JSON object.');
	return success({ fields, encoding });
}

const unreadable = (message: string): Result<Body> =>
	invalid(message, 'Send a JSON object with POST.');

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

/** A text or number as text; null for an empty text and anything else. */
export function textField(value: unknown): string | null {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : null;
}

/** A list, also one sent as JSON text; null for anything else. */
export function listField(value: unknown): unknown[] | null {
	if (Array.isArray(value)) return value as unknown[];
	if (typeof value !== 'string' || depth(value) > MAX_DEPTH) return null;
	return jsonList(value) ?? null;
}

/** The identifiers that tie the pushes of one call together; null where not sent. */
export function identifiers(body: Fields) {
	return {
		callUuid: textField(body.call_uuid),
		taskId: textField(body.task_id),
		taskDataId: textField(body.task_data_id),
		callRelationId: textField(body.call_relation_id),
		robotId: textField(body.robot_id),
		businessId: textField(body.business_id),
		appId: textField(body.app_id),
	};
}
