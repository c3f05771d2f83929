import { isObject, parseUtf8Json } from '../core/rules';
import type { JsonObject, Received } from '../core/types';
import { takesVendorClients } from '../settings';
import { Refusal } from './codes';

/** One row of a request table; `rows` is string[][]. */
export interface Field {
	type: 'string' | 'int' | 'strings' | 'rows';
	required?: boolean;
	/** Bounds of an int. */
	least?: number;
	most?: number;
	/** Taken in the observed voice only. */
	observedOnly?: boolean;
}

export type Shape = Record<string, Field>;

const wrong = (detail: string): Refusal => new Refusal(10005, detail);

/**
 * Reads a request's body against its table (spec: Protocol, Endpoints) and returns the fields that
 * are there; the observed voice takes unknown ones as a deviation. Numeric strings and numbers pass for one another where vendor clients are taken, as a
 * deviation. Throws a Refusal with 10005.
 */
export function readRequestBody(request: Received, shape: Shape): JsonObject {
	checkContentType(request);
	let body: unknown;
	try {
		body = parseUtf8Json(request.body);
	} catch {
		throw wrong('the body is not JSON in UTF-8');
	}
	if (!isObject(body)) throw wrong('the body is not an object');

	const observed = request.settings.voice === 'observed';
	const read: JsonObject = {};
	for (const [name, field] of Object.entries(shape)) {
		if (body[name] === undefined) {
			if (field.required) throw wrong(`'${name}' is missing`);
			continue;
		}
		if (field.observedOnly && !observed) throw wrong(`'${name}' is not a field`);
		if (field.observedOnly) request.deviations.push(`'${name}' is not in the specification`);
		read[name] = readField(request, name, field, body[name]);
	}
	for (const name of Object.keys(body).filter((name) => !(name in shape))) {
		if (!observed) throw wrong(`'${name}' is not a field`);
		request.deviations.push(`'${name}' is not a field`);
	}
	return read;
}

/** Refuses a query with any other parameter. Throws a Refusal with 10005. */
export function checkQuery({ query }: Received, parameters: string[]): void {
	for (const name of new Set(query.keys())) {
		if (!parameters.includes(name)) throw wrong(`'${name}' is not a query parameter`);
	}
}

function checkContentType(request: Received): void {
	const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
		.toLowerCase()
		.split(';')
		.map((part) => part.trim());
	if (type !== 'application/json') throw wrong('the Content-Type is not application/json');
	const [charset, ...more] = parameters;
	if (more.length > 0) throw wrong('the Content-Type has more than a charset');
	if (charset === undefined) deviate(request, 'Content-Type without charset');
	else if (charset.replace(/"/g, '') !== 'charset=utf-8') throw wrong('the charset is not UTF-8');
}

function deviate(request: Received, what: string): void {
	if (!takesVendorClients(request.settings)) throw wrong(what);
	if (!request.deviations.includes(what)) request.deviations.push(what);
}

function readField(request: Received, name: string, field: Field, value: unknown): unknown {
	switch (field.type) {
		case 'string':
			return readText(request, name, value);
		case 'int':
			return readInt(request, name, field, value);
		case 'strings':
			return readTexts(request, name, value);
		case 'rows':
			if (!Array.isArray(value)) throw wrong(`'${name}' is not a list of rows`);
			return value.map((row, index) => readTexts(request, `${name}[${index}]`, row));
	}
}

function readTexts(request: Received, name: string, value: unknown): string[] {
	if (!Array.isArray(value)) throw wrong(`'${name}' is not a list`);
	return value.map((cell) => readText(request, name, cell));
}

function readText(request: Received, name: string, value: unknown): string {
	if (typeof value === 'string') return value;
	if (Number.isSafeInteger(value)) {
		deviate(request, `'${name.replace(/\[\d+\]$/, '')}' holds a number, not a string`);
		return String(value);
	}
	throw wrong(`'${name}' is not a string`);
}

function readInt(request: Received, name: string, field: Field, value: unknown): number {
	let number = value;
	if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) {
		deviate(request, `'${name}' is a string, not a number`);
		number = Number(value);
	}
	if (!Number.isSafeInteger(number)) throw wrong(`'${name}' is not an integer`);
	const { least = -Infinity, most = Infinity } = field;
	if ((number as number) < least || (number as number) > most) {
		throw wrong(`'${name}' is out of bounds`);
	}
	return number as number;
}
