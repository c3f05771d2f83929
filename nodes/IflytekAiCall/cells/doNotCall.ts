import { sanitize } from '../../shared/problem/problem';
import {
	isBlank,
	isHeader,
	MOST_IN_A_ROW,
	numbersInField,
	numbersInRow,
	numbersInText,
	NumbersRead,
} from './phoneNumbers';
import { cellText, shortened } from './rowCells';

/**
 * Reads a do-not-call list in any form: text, JSON, numbers, lists, sets, objects, n8n's items. Blank lines, empty
 * cells, an empty list and the single empty item of a node that always outputs data are ignored. Any other entry
 * without a phone number makes the list unreadable, and nobody may be called.
 * @returns mainland mobile numbers, 11 digits each, and the entries without a number, as messages show them
 */
export function readDoNotCall(given: unknown): { numbers: Set<string>; unreadable: string[] } {
	const reader = new Reader();
	if (!isEmptyItem(given)) reader.entry(given, []);
	return { numbers: reader.mobiles, unreadable: reader.unreadable.map(shown) };
}

/** The lists and objects around a value, to notice cycles. */
type Path = readonly object[];

class Reader extends NumbersRead<unknown> {
	/** Reads an entry, which must give a number. */
	entry(value: unknown, path: Path): void {
		const text = scalarText(value);
		if (text !== undefined) return this.text(text, path);
		if (!canEnter(value, path)) return this.refuse(value);
		const inside = [...path, value];
		const list = listOf(value);
		if (list !== undefined) return this.list(list, inside);
		if (isItem(value)) {
			// an item with nothing but a file: the list in it was not read
			return hasNoFields(value.json) ? this.refuse(value) : this.entry(value.json, inside);
		}
		const fields = fieldsOf(value);
		if (fields === undefined) return this.refuse(value);
		this.record(value, fields, inside);
	}

	private refuse(value: unknown): void {
		this.unreadable.push(value);
	}

	/** Adds numbers from where none is required. @returns whether a mobile number was read */
	private addReadable({ mobiles, count }: NumbersRead): boolean {
		// neither guessed numbers nor possible short codes count as found
		this.add({ mobiles, count: Math.min(count, mobiles.size), unreadable: [] });
		return count > 0 && mobiles.size > 0;
	}

	private text(text: string, path: Path): void {
		const json = parsed(text);
		if (json !== undefined) {
			// the raw text too: of two fields with one name, JSON.parse keeps the last
			this.addReadable(numbersInField(text));
			const [exponent] = EXPONENT.exec(text.replace(JSON_STRINGS, '')) ?? [];
			if (exponent !== undefined) this.refuse(exponent);
			else if (!isEmptyItem(json.value)) this.entry(json.value, [...path, json]);
			return;
		}
		const lines = text.split('\n');
		// objects and lists only: a line in quotes may be CSV
		const hasJsonLines = lines.length > 1 && lines.some((line) => isObject(parsed(line)?.value));
		if (hasJsonLines) for (const line of lines) this.text(line, path);
		else this.add(numbersInText(text));
	}

	private list(list: readonly unknown[], path: Path): void {
		const isOneOfSeveral = list.length > 1;
		for (const [index, one] of list.entries()) {
			const cells = rowCells(one);
			if (isOneOfSeveral && index === 0 && isHeaderRow(cells ?? [one])) continue;
			if (cells !== undefined) {
				const texts = cells.map((cell) => scalarText(cell) ?? '');
				const row = numbersInRow(texts, isOneOfSeveral);
				this.add(row);
				if (row.partCount === 0 && !cells.every(isBlankText)) this.refuse(one);
			} else if (!isEmptyItem(one)) this.entry(one, path);
			else if (isOneOfSeveral) this.refuse(one);
		}
	}

	/** Reads an object: a record with a number in one of its fields, numbers as keys, or entries by name. */
	private record(record: object, fields: Field[], path: Path): void {
		const names = fields.map(([name]) => name);
		const keys = numbersInRow(names, true);
		const hasNumbers = keys.count > 0 && keys.mobiles.size > 0;
		const isByName = !hasNumbers && fields.every(([, value]) => isPlainRecord(value));
		if (fields.length > 1 && isByName) {
			for (const field of fields) this.record(field, [field], path);
			return;
		}
		const countBefore = this.partCount;
		if (!hasNumbers) this.fields(record, fields, path);
		else {
			this.add(keys);
			// a number is not the name of a field
			const nameOf = (key: string) => (numbersInField(key).count > 0 ? '' : key);
			for (const [key, value] of fields) this.readNeighbor(nameOf(key), value, path);
		}
		// nothing else was found: report keys that are numbers with lost digits
		if (this.partCount === countBefore) for (const key of keys.unreadable) this.refuse(key);
	}

	private fields(record: object, fields: Field[], path: Path): void {
		const { names, cells, lists } = partsOf(fields, path);
		const own = cells.filter(([key]) => !isMetadataField(key));
		const only = own.length === 1 ? own[0] : undefined;
		const found = [
			...names.map((name) => this.addReadable(numbersInField(name))),
			...cells.map((cell) => cell !== only && this.readNeighbor(...cell, path)),
		];
		const isNumbered = found.some(Boolean);
		if (only && (isNumbered || lists.length > 0)) this.readNeighbor(...only, path);
		if (isNumbered) {
			for (const [key, list] of lists) this.readNeighbor(key, list, path);
		} else if (lists.length > 0) {
			for (const [, list] of lists) this.entry(list, path);
		} else if (only && scalarText(only[1]) !== undefined) {
			this.entry(only[1], path);
		} else if (own.length === 0 || !own.every(([, cell]) => isBlankText(cell))) {
			this.refuse(record);
		}
	}

	/** Reads a field; others beside it may hold the number. @returns whether it gives a number itself */
	private readNeighbor(key: string, value: unknown, path: Path): boolean {
		const text = scalarText(value);
		if (text === undefined) return this.readNestedNeighbor(key, value, path);
		const isPhone = isPhoneField(key);
		let read = isPhone && /\p{N}/u.test(text) ? numbersInText(text) : numbersInField(text);
		if (read.count > MOST_IN_A_ROW) read = numbersInText(text);
		if (isMetadataField(key)) return this.addReadable(read);
		this.add(read);
		// an age or a remark may look like a short code
		return read.count > 0 && (isPhone || read.mobiles.size > 0 || ONLY_NUMBER.test(text));
	}

	private readNestedNeighbor(key: string, value: unknown, path: Path): boolean {
		const isLost = typeof value === 'number' && isPhoneField(key);
		if (isScalar(value) && !isLost) return false;
		const inner = canEnter(value, path)
			? (listOf(value)?.map((one): Field => [key, one]) ?? fieldsOf(value))
			: undefined;
		if (inner === undefined) this.refuse(value);
		const found = (inner ?? []).flatMap(([name, one]) => [
			this.addReadable(numbersInField(name)),
			this.readNeighbor(name, one, [...path, value as object]),
		]);
		return found.some(Boolean);
	}
}

function canEnter(value: unknown, path: Path): value is object {
	return isObject(value) && !path.includes(value) && path.length < 30;
}

/** The names and cells of a record and of the records in it, and the lists in them. */
function partsOf(
	fields: Field[],
	path: Path,
	parts = { names: [] as string[], cells: [] as Field[], lists: [] as Field[] },
) {
	for (const field of fields) {
		const [name, value] = field;
		parts.names.push(name);
		if (isObject(value) && listOf(value) !== undefined) parts.lists.push(field);
		else if (isPlainRecord(value) && canEnter(value, path)) {
			partsOf(Object.entries(value), [...path, value], parts);
		} else parts.cells.push(field);
	}
	return parts;
}

const isBlankText = (cell: unknown): boolean => typeof cell === 'string' && isBlank(cell);

/** The cells of a list that holds no lists or objects; undefined for anything else. */
function rowCells(value: unknown): readonly unknown[] | undefined {
	const list = isObject(value) && !isScalar(value) ? listOf(value) : undefined;
	return list?.every(isScalar) ? list : undefined;
}

const isHeaderRow = (cells: readonly unknown[]): boolean =>
	cells.every((cell) => typeof cell === 'string') && isHeader(cells.join(' '));

/** The value of a text that begins like JSON; undefined if it is not JSON. */
function parsed(text: string): { value: unknown } | undefined {
	const inner = text.replace(/^[\s\p{Cf}]+/u, '').trimEnd();
	if (!/^[[{"]/.test(inner)) return undefined;
	try {
		return { value: JSON.parse(inner) };
	} catch {
		return undefined;
	}
}

const JSON_STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;
/** A spreadsheet's number that has lost digits; JSON.parse makes it a whole number. */
const EXPONENT = /-?(?<!\d)\d+(?:\.\d+)?e[+-]?\d+/i;
const PHONE_FIELD =
	/phone|mobile|number|callee|(?:^|[_ -])(?:tel|cell|fax)|手[机機]|[电電][话話]|号码|號碼|被叫/i;
/** Fields that come along with a record: identifiers, counts and times. */
const METADATA_FIELD =
	/(?:^|[_ -])(?:id|uuid|row_number|index|count|total|date|time|timestamp|at|created|updated|since|until)$|[a-z](?:Id|ID|Uuid|UUID|At|Date|Time)$|^(?:Id|ID)$|(?:日期|[时時][间間]|编号|編號|序[号號])$/;
/** Seven digits or more and signs, without a letter. */
const ONLY_NUMBER = /^(?:[^\p{L}\p{Nd}]*\p{Nd}){7}\P{L}*$/u;

const isMetadataField = (key: string) => METADATA_FIELD.test(key);
const isPhoneField = (key: string) => PHONE_FIELD.test(key) && !isMetadataField(key);

type Field = [key: string, value: unknown];

/** The kind of a value; n8n's expressions may give those of another realm, where `instanceof` is false. */
const kindOf = (value: unknown) =>
	Object.prototype.toString.call(value).slice('[object '.length, -1);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The text of a text or a number; undefined for a number that has lost digits, and for anything else. */
function scalarText(value: unknown): string | undefined {
	if (!['BigInt', 'Number', 'String'].includes(kindOf(value))) return undefined;
	const read = cellText(isObject(value) ? String(value) : value);
	return 'text' in read ? read.text : undefined;
}

/** Whether a value is a cell: text, a number, a date, or nothing. */
function isScalar(value: unknown): boolean {
	if (typeof value === 'function' || typeof value === 'symbol' || Number.isNaN(value)) return false;
	return !isObject(value) || scalarText(value) !== undefined || kindOf(value) === 'Date';
}

/** The entries of an iterable: a Map's as objects, or undefined if one of its keys cannot be read. */
function listOf(value: object): readonly unknown[] | undefined {
	if (!(Symbol.iterator in value)) return undefined;
	// spreading gives undefined for a hole in a list, which methods of the list skip
	const entries = [...(value as Iterable<unknown>)];
	if (kindOf(value) !== 'Map') return entries;
	const isNamed = (entries as Field[]).every(([key]) => scalarText(key) !== undefined);
	return isNamed ? (entries as Field[]).map(([key, one]) => ({ [String(key)]: one })) : undefined;
}

/** The fields of an object; undefined if they cannot be listed. */
function fieldsOf(value: object): Field[] | undefined {
	const fields = Object.entries(value);
	return fields.length > 0 || isPlainRecord(value) ? fields : undefined;
}

/** Whether a value is a plain object, as in JSON, and no instance of a class. */
export function isPlainRecord(value: unknown): value is object {
	if (!isObject(value) || kindOf(value) !== 'Object') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The keys that an n8n item may have. */
const BESIDE_JSON = ['json', 'binary', 'pairedItem', 'index', 'metadata', 'evaluationData'];

function isItem(value: object): value is { json: object; binary?: object | null } {
	const { json } = value as { json?: unknown };
	return isObject(json) && Object.keys(value).every((key) => BESIDE_JSON.includes(key));
}

/** Whether a value is an object without fields, or an n8n item without fields and files. */
function isEmptyItem(value: unknown): boolean {
	if (!isPlainRecord(value) || !isItem(value)) return hasNoFields(value);
	return hasNoFields(value.json) && hasNoFields(value.binary ?? {});
}

/** Whether a value is a plain object without fields. */
export function hasNoFields(value: unknown): boolean {
	return isPlainRecord(value) && Object.keys(value).length === 0;
}

const shown = (value: unknown): string =>
	shortened(typeof value === 'string' ? `'${value}'` : sanitize(value) || typeof value, 60);
