import { isRecord, jsonIn, jsonList, lookUp } from '../../shared/http/json';
import { inBoth, type Wording } from '../../shared/problem/language';
import { sanitize, success, type Result } from '../../shared/problem/problem';
import { joined, refused, text } from '../words/say';

/** One row before it is checked: a cell for each column, the first of which is the phone number. */
export interface RowCells {
	columns: string[];
	cells: unknown[];
	/** the object in which the columns were looked up by their names */
	entry?: Record<string, unknown>;
}

/**
 * The row of one input item, from the value of n8n's resource mapper 'Columns': mapped manually, the cells are in
 * `value`; automatically, they are the item's fields of the same names. The schema has the script's columns in their
 * order; without it nobody knows which value is the phone number, and the row is refused.
 */
export function mappedRow(mapping: unknown, itemJson: Record<string, unknown>): Result<RowCells> {
	const { mappingMode, value, schema }: Record<string, unknown> = isRecord(mapping) ? mapping : {};
	const automatic = mappingMode === 'autoMapInputData';
	const values = automatic ? itemJson : isRecord(value) ? value : {};
	const known = Array.isArray(schema) ? schema.filter(isRecord) : [];
	const columns = known.filter(({ removed }) => removed !== true).map(({ id }) => String(id));
	if (known.length === 0 && !automatic && Object.keys(values).length > 0) {
		return refused('noPhoneColumn');
	}
	if (columns.length === 0) return refused('noColumns');
	const row = rowByName(values, columns);
	// the fields of an item that is mapped by hand have other names
	return row.ok && !automatic ? success({ ...row.value, entry: undefined }) : row;
}

/** An expression that is one field of the item, as dragging it from the input panel writes it. */
const FIELD =
	/^=\{\{\s*\$json(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\])\s*\}\}$/u;

/**
 * The value of 'Columns' for an item, taken from its fields if each column is fixed or one field; else undefined:
 * n8n has to evaluate it, which takes half a millisecond for each expression, so seconds for a list.
 */
export function mappedFields(raw: unknown, itemJson: Record<string, unknown>): unknown {
	if (!isRecord(raw) || raw.mappingMode !== 'defineBelow' || !isRecord(raw.value)) return undefined;
	const value: Record<string, unknown> = {};
	for (const [column, given] of Object.entries(raw.value)) {
		const isExpression = typeof given === 'string' && given.startsWith('=');
		const [, ...names] = (isExpression && FIELD.exec(given)) || [];
		const field = names.find((name) => name !== undefined);
		if (isExpression && field === undefined) return undefined;
		const cell = field === undefined ? given : lookUp(itemJson, field);
		// n8n may give something else for a missing or composite value
		const isPlain = cell === null || ['string', 'number', 'boolean'].includes(typeof cell);
		if (!isPlain) return undefined;
		value[column] = cell;
	}
	return { ...raw, value };
}

/**
 * The rows of a JSON array: an object with a value for each column, an array of values in their order, or a bare
 * phone number where that is the only column. In an array given as text, long numbers keep their digits.
 */
export function jsonRows(given: unknown, columns: string[]): Result<Array<Result<RowCells>>> {
	const isText = typeof given === 'string';
	if (isText && given.trim() === '') return refused('emptyRows');
	const rows = isText ? jsonIn(given, { keepDecimals: true }) : given;
	if (isText && rows === undefined) return refused('notJson');
	const list = isRecord(rows) ? [rows] : rows;
	if (!Array.isArray(list)) return refused('notRows');
	return success(list.map((entry) => jsonRow(entry, columns)));
}

function jsonRow(entry: unknown, columns: string[]): Result<RowCells> {
	if (isRecord(entry)) return rowByName(entry, columns);
	const values = [entry].flat();
	return values.length > columns.length
		? refused('tooManyValues', values.length, columns.length, joined(columns))
		: success({ columns, cells: columns.map((_, index) => values[index]) });
}

/** A row that gives its values by name; refused if two columns have the same one. */
function rowByName(entry: Record<string, unknown>, columns: string[]): Result<RowCells> {
	const twice = columns.find((name, index) => columns.indexOf(name) !== index);
	return twice === undefined
		? success({ columns, cells: columns.map((name) => lookUp(entry, name)), entry })
		: refused('columnsOfOneName', twice);
}

/** Column names entered by hand: one per line, separated by commas, or as a JSON array. */
export function columnNames(given: unknown): string[] {
	if (Array.isArray(given)) return given.map(String).filter((name) => name !== '');
	const text = String(given ?? '').trim();
	if (text.startsWith('[')) return columnNames(jsonList(text) ?? []);
	return columnNames(text.split(/[,，\n]/).map((name) => name.trim()));
}

/** The texts of a row, the first of them its mobile number of 11 digits. */
export type RowTexts = [phone: string, ...others: string[]];

/** Checks a row before it is sent: the text of each column. */
export function checkRow({ columns, cells, entry }: RowCells): Result<RowTexts> {
	const messages: Wording[] = [];
	const remedies = new Map<string, Wording>();
	const [phone, ...others] = columns.map((column, index) => {
		const cell = cells[index];
		const isPhone = index === 0;
		const read = isPhone ? mobileNumber(cell) : cellText(cell);
		if ('text' in read) return read.text;
		const isMissing = (typeof cell === 'string' ? cell.trim() : (cell ?? '')) === '';
		messages.push(isMissing ? text('noCell', column) : text('wrongCell', column, text(read.fault)));
		const remedy =
			isPhone && entry !== undefined && !Object.keys(entry).includes(column)
				? nameFieldRemedy(column, entry)
				: text(REMEDIES[isPhone ? 'phone' : 'other'][isMissing ? 'missing' : 'wrong']);
		remedies.set(remedy.english, remedy);
		return '';
	});
	if (messages.length === 0 && phone !== undefined) return success([phone, ...others]);
	const faults = joined(messages, { english: '; ', chinese: '；' });
	const whatToDo = joined([...remedies.values()], { english: ' ', chinese: '' });
	return refused('wrongCells', faults, whatToDo);
}

/** Hidden in messages, which go where phone numbers should not. */
const LONG_NUMBER = /\+?\p{Nd}(?:[\s-]?\p{Nd}){6,}/gu;

/** What to do about an object that has no field named like the phone number's column. */
function nameFieldRemedy(column: string, entry: Record<string, unknown>): Wording {
	// names show a file's wrong separator or encoding; without a heading, phone numbers are the names
	const names = inBoth((language) => {
		const hidden = (key: string) => key.replace(LONG_NUMBER, text('aNumber')[language]);
		return sanitize(joined(Object.keys(entry).map(hidden))[language]);
	});
	return text('nameField', column, names.english === '' ? '' : text('fieldsHere', names));
}

const REMEDIES = {
	phone: { missing: 'enterPhone', wrong: 'correctPhone' },
	other: { missing: 'enterValue', wrong: 'correctValue' },
} as const;

/** The row's phone number as given, for the output of a row that does not pass. */
export function phoneToShow({ cells }: RowCells): string | null {
	const number = mobileNumber(cells[0]);
	const shown = 'text' in number ? number : cellText(cells[0]);
	return 'text' in shown ? shortened(shown.text, 30) : null;
}

/** A text, cut after `most` characters. */
export const shortened = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most)}…` : text;

/** A cell's text, or its fault: the code of a text that continues a sentence about the cell. */
export type CellText =
	| { text: string }
	| { fault: 'list' | 'lostDigits' | 'missing' | 'notFinite' | 'notMobile' | 'object' };

/**
 * A cell's value as text without loss: no exponent, no dropped leading zero, no rounded digits.
 * Absent values, objects and numbers that have already lost digits are refused.
 */
export function cellText(cell: unknown): CellText {
	if (cell === undefined || cell === null) return { fault: 'missing' };
	if (typeof cell === 'number') return numberText(cell);
	const isPlain = ['string', 'boolean', 'bigint'].includes(typeof cell);
	return isPlain ? { text: String(cell) } : dateText(cell);
}

function numberText(number: number): CellText {
	if (!Number.isFinite(number)) return { fault: 'notFinite' };
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) return { fault: 'lostDigits' };
	const text = String(number);
	if (!text.includes('e')) return { text };
	// below 1e-6
	const options = { useGrouping: false, maximumSignificantDigits: 21 };
	return { text: number.toLocaleString('en-US', options) };
}

/** n8n's expressions give dates as Luxon DateTime objects. */
function dateText(value: unknown): CellText {
	const { toISO } = value as { toISO?: () => string | null };
	// null for an invalid date
	const iso =
		typeof toISO === 'function' ? toISO.call(value) : value instanceof Date && value.toJSON();
	if (typeof iso === 'string') return { text: iso };
	return { fault: Array.isArray(value) ? 'list' : 'object' };
}

/** Blanks, hyphens, dashes, parentheses and the invisible marks that address books copy along. */
const SEPARATORS =
	/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\-\u2010-\u2015\u2212\uff0d()\uff08\uff09]/g;
const FULL_WIDTH = /[\uff0b\uff10-\uff19]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** A mobile number, perhaps with China's country code or the decimals of a spreadsheet's number. */
const MOBILE = /^(?:\+86|0086|86)?(1[3-9]\d{9})(?:\.0+)?$/;

/**
 * The mainland mobile number in a cell, as the platform takes it: 11 digits. Separators, the country
 * code (+86, 86, 0086), full-width digits and a numeric cell are understood; anything else is refused.
 */
export function mobileNumber(cell: unknown): CellText {
	const read = cellText(cell);
	if ('fault' in read) return read;
	const digits = read.text
		.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
		.replace(SEPARATORS, '');
	const number = MOBILE.exec(digits)?.[1];
	return number === undefined ? { fault: 'notMobile' } : { text: number };
}
