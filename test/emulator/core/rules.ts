import { z } from 'zod';
import { ControlError, type JsonObject } from './types';

export const number = (least = 0) => z.number().finite().min(least);
export const whole = (least = 0) => z.number().int().min(least);
/** Any value, but there has to be one. */
export const anything = z.unknown().refine((value) => value !== undefined, 'Required');

/** A value as its schema has it. Throws a ControlError that names what does not fit. */
export function checked<S extends z.ZodTypeAny>(
	schema: S,
	value: unknown,
	what: string,
): z.output<S> {
	const { data, error } = schema.safeParse(value);
	if (!error) return data as z.output<S>;
	const [{ path = [], message = '' } = {}] = error.issues;
	throw new ControlError(`${[what, ...path].join('.')}: ${message}`);
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON text in UTF-8; throws for other bytes, a byte order mark and other text. */
export function parseUtf8Json(bytes: Buffer): unknown {
	return JSON.parse(
		new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
	) as unknown;
}
