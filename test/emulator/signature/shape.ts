import { isObject } from '../core/rules';

/** One row of a request table of the specification. */
export interface Field {
	type: 'object' | 'string' | 'int' | 'string or int';
	required: boolean;
	/** Values that the table allows; any when absent. */
	allowed?: readonly unknown[];
	/** Further values that the vendor's own clients send. */
	vendorAllowed?: readonly unknown[];
	fields?: Record<string, Field>;
}

export const object = (fields: Record<string, Field>): Field => ({
	type: 'object',
	required: true,
	fields,
});
export const text = (...allowed: string[]): Field => ({
	type: 'string',
	required: true,
	...(allowed.length > 0 && { allowed }),
});
export const optional = (field: Field): Field => ({ ...field, required: false });
/** `status` of a payload: all was sent at once. */
export const ALL_SENT: Field = { type: 'int', required: true, allowed: [3] };

interface Violation {
	path: string;
	why: 'missing' | 'type' | 'value' | 'unknown' | 'vendor';
	message: string;
}

function hasType(value: unknown, type: Field['type']): boolean {
	switch (type) {
		case 'object':
			return isObject(value);
		case 'string':
			return typeof value === 'string';
		case 'int':
			return Number.isInteger(value);
		case 'string or int':
			return typeof value === 'string' || Number.isInteger(value);
	}
}

/**
 * Holds a value against its row and everything below it, in the table's order.
 * Returns every violation: absent, of another type, not allowed, unknown, or allowed only because
 * the vendor's own clients send it. `path` is dotted, '' for the whole body.
 */
export function violations(value: unknown, field: Field, path = ''): Violation[] {
	const say = (why: Violation['why'], message: string): Violation => ({ path, why, message });
	if (value === undefined) {
		return field.required ? [say('missing', `'${path}' is required`)] : [];
	}
	if (!hasType(value, field.type)) {
		return [say('type', `'${path || 'body'}' must be of type ${field.type}`)];
	}
	if (field.allowed && !field.allowed.includes(value)) {
		return field.vendorAllowed?.includes(value)
			? [say('vendor', `'${path}' is ${JSON.stringify(value)}`)]
			: [say('value', `'${path}' must be one of ${field.allowed.join(', ')}`)];
	}
	if (!field.fields || !isObject(value)) return [];

	const below = (key: string): string => (path ? `${path}.${key}` : key);
	const found: Violation[] = [];
	for (const [key, row] of Object.entries(field.fields)) {
		found.push(...violations(value[key], row, below(key)));
	}
	for (const key of Object.keys(value)) {
		if (key in field.fields) continue;
		found.push({ path: below(key), why: 'unknown', message: `'${below(key)}' is not a field` });
	}
	return found;
}
