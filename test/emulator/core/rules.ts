import { ControlError, type JsonObject } from './types';

/** A test for a value and the words that say what passes it. */
export type Rule = [accepts: (value: unknown) => boolean, says: string];

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses the body of a control call with a name that the call does not know. */
export function only(body: JsonObject, ...names: string[]): void {
	const unknown = Object.keys(body).find((name) => !names.includes(name));
	if (unknown !== undefined) throw new ControlError(`There is no parameter '${unknown}'.`);
}

/** Accepts one of the given values. */
export function oneOf(...values: unknown[]): Rule {
	return [(value) => values.includes(value), values.map((v) => JSON.stringify(v)).join(' or ')];
}

/** Parses JSON text in UTF-8; throws for other bytes, a byte order mark and other text. */
export function parseUtf8Json(bytes: Buffer): unknown {
	return JSON.parse(
		new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
	) as unknown;
}
