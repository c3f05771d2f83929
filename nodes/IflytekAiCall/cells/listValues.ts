import { cellText } from './rowCells';

/** A key and its value; a Map may have any keys. */
export type Field = [key: unknown, value: unknown];

const tagOf = (value: unknown) => Object.prototype.toString.call(value);

export function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** The text of a text or a number; undefined for anything else, and for a number that has lost digits. */
export function scalarText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	// values of n8n's expressions may come from another realm, where `instanceof` is false
	if (isObject(value)) {
		return ['[object String]', '[object Number]'].includes(tagOf(value))
			? String(value)
			: undefined;
	}
	if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
	const read = cellText(value);
	return 'text' in read ? read.text : undefined;
}

/** Whether a value is a cell: text, a number, a date, or nothing. */
export function isScalar(value: unknown): boolean {
	if (typeof value === 'function' || typeof value === 'symbol' || Number.isNaN(value)) return false;
	return !isObject(value) || scalarText(value) !== undefined || tagOf(value) === '[object Date]';
}

export function isMap(value: object): value is Map<unknown, unknown> {
	return tagOf(value) === '[object Map]';
}

/** The entries of a list, a set or another iterable; a Map has keys and does not count. */
export function listOf(value: object): readonly unknown[] | undefined {
	// what was never set in a list is undefined, not passed over
	if (Array.isArray(value)) return Array.from(value as unknown[]);
	if (isMap(value)) return undefined;
	const { [Symbol.iterator]: iterator } = value as Partial<Iterable<unknown>>;
	return typeof iterator === 'function' ? [...(value as Iterable<unknown>)] : undefined;
}

/** The fields of an object or a Map; undefined if they cannot be listed. */
export function fieldsOf(value: object): Field[] | undefined {
	if (isMap(value)) return [...value];
	const fields = Object.entries(value);
	return fields.length > 0 || isPlainRecord(value) ? fields : undefined;
}

/** Whether a value is an object of its own fields, as JSON has them, and no instance of a class. */
export function isPlainRecord(value: unknown): value is object {
	if (!isObject(value) || tagOf(value) !== '[object Object]') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Keys of an n8n item besides its data. */
const BESIDE_JSON = ['json', 'binary', 'pairedItem', 'index', 'metadata', 'evaluationData'];

export function isItem(value: object): value is { json: object } {
	const { json } = value as { json?: unknown };
	return isObject(json) && Object.keys(value).every((key) => BESIDE_JSON.includes(key));
}

/** Whether a value is an object without fields, or an item of n8n without fields and files. */
export function isEmptyItem(value: unknown): boolean {
	if (!isPlainRecord(value)) return false;
	if (!isItem(value)) return hasNoFields(value);
	const { json, binary } = value as { json: object; binary?: object };
	return hasNoFields(json) && hasNoFields(binary ?? {});
}

/** Whether a value is an object as JSON has them, without any field. */
export function hasNoFields(value: unknown): boolean {
	return isPlainRecord(value) && Object.keys(value).length === 0;
}

const MOST_SHOWN = 60;

/** A value as a message shows it. */
export function shown(value: unknown): string {
	const text = typeof value === 'string' ? `'${value}'` : described(value);
	return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function described(value: unknown): string {
	if (typeof value === 'function') return 'a function';
	if (typeof value === 'symbol') return 'a symbol';
	if (!isObject(value)) return String(value);
	try {
		return JSON.stringify(value);
	} catch {
		return 'an object that holds itself';
	}
}
