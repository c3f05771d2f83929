import { invalid, success, type Result } from '../../shared/items/problem';

/** The names of a label number, in the languages that are known. */
export interface LabelName {
	english?: string;
	chinese?: string;
}

/** Looks a label number up; undefined when it is not in the table. */
export type LabelNames = (label: number) => LabelName | undefined;

export type LabelTable = ReadonlyMap<number, LabelName>;

interface Columns {
	number: number;
	english?: number;
	chinese?: number;
}

const SAMPLE_ROWS = 200;
const MAX_COLUMNS = 100;
const DELIMITERS = ['\t', ';', ','];

const AS_CSV =
	"In the spreadsheet program choose 'Save As' (or 'Export') and the type 'CSV UTF-8', then use that file.";

/** Headings by which a column is known, in lower case without spaces; the surest first. */
const HEADINGS = {
	number: [
		/^(label|labels|labelid|label值|标签|标签值)$/,
		/^(number|no\.?|id|code|value|编号|序号)$/,
	],
	english: [/^(en|eng|english|englishname|nameenglish|nameen|英文|英文名|英文名称)$/],
	chinese: [/^(zh|cn|chinese|chinesename|namechinese|namezh|中文|中文名|中文名称)$/],
};

const HAS_CHINESE = /\p{Script=Han}/u;
const HAS_LATIN = /[A-Za-z]/;

/**
 * Decodes a label table's file: UTF-8 or UTF-16 with or without a byte order mark, or GBK/GB18030 as
 * spreadsheet programs write it in China.
 */
export function decodeTableFile(bytes: Buffer): Result<string> {
	if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
		return invalid('is an Excel workbook, not a text file', AS_CSV);
	}
	if (startsWith(bytes, 0xff, 0xfe)) return decoded(bytes, 'utf-16le');
	if (startsWith(bytes, 0xfe, 0xff)) return decoded(bytes, 'utf-16be');
	const utf8 = decoded(bytes, 'utf-8');
	return utf8.ok ? utf8 : decoded(bytes, 'gb18030');
}

/**
 * Reads a table of object labels: lines with number, English and Chinese name, separated by tab,
 * semicolon or comma. Columns are found by their headings, else by their content; further columns and
 * lines without a number (titles, headings) are passed over.
 */
export function parseLabelTable(text: string): Result<LabelTable> {
	const rows = splitRows(text.replace(/^\uFEFF/, ''));
	const columns = findColumns(rows);
	if (columns === 'ambiguous') {
		return invalid(
			'has several columns of numbers',
			"Add a first line with headings: 'label' for the column of label numbers, 'english' and 'chinese' for the names.",
		);
	}
	const table = new Map<number, LabelName>();
	for (const row of columns === undefined ? [] : rows) {
		const label = labelNumber(row[columns!.number]);
		if (label === undefined || table.has(label)) continue;
		const english = cell(row, columns!.english);
		const chinese = cell(row, columns!.chinese);
		if (english !== undefined || chinese !== undefined) table.set(label, { english, chinese });
	}
	if (table.size > 0) return success(table);
	return invalid(
		'has no line with a label number and a name',
		'Each line needs the number, the English and the Chinese name, separated by tab, semicolon or comma, such as 4,zebra,斑马.',
	);
}

function decoded(bytes: Buffer, encoding: string): Result<string> {
	try {
		return success(new TextDecoder(encoding, { fatal: true }).decode(bytes));
	} catch {
		return invalid(
			'is not text in UTF-8, UTF-16 or GBK',
			"Save the table as 'CSV UTF-8' in the spreadsheet program, then use that file.",
		);
	}
}

function splitRows(text: string): string[][] {
	const delimiter = findDelimiter(text);
	// a stray quotation mark at the start of a cell would swallow the lines up to the next one
	return readCells(text, delimiter, true) ?? readCells(text, delimiter, false) ?? [];
}

/** The delimiter that most of the first lines hold. */
function findDelimiter(text: string): string {
	const lines = text.slice(0, 50_000).split(/\r\n|\r|\n/, SAMPLE_ROWS);
	const counts = DELIMITERS.map((sign) => lines.filter((line) => line.includes(sign)).length);
	return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** Undefined when the text's quotation marks do not stand around whole cells. */
function readCells(text: string, delimiter: string, quotes: boolean): string[][] | undefined {
	if (!quotes || !text.includes('"')) {
		return text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter));
	}
	const rows: string[][] = [];
	let row: string[] = [];
	let content = '';
	let quoted = false;
	for (let index = 0; index < text.length; index++) {
		const sign = text[index]!;
		if (quoted) {
			if (sign !== '"') content += sign;
			else if (text[index + 1] === '"') content += text[++index];
			else if (isCellEnd(text[index + 1], delimiter)) quoted = false;
			else return undefined;
		} else if (sign === '"' && content.trim() === '') {
			quoted = true;
			content = '';
		} else if (sign === delimiter) {
			row.push(content);
			content = '';
		} else if (sign === '\n' || sign === '\r') {
			if (sign === '\r' && text[index + 1] === '\n') index++;
			rows.push([...row, content]);
			row = [];
			content = '';
		} else {
			content += sign;
		}
	}
	if (quoted) return undefined;
	rows.push([...row, content]);
	return rows;
}

function isCellEnd(next: string | undefined, delimiter: string): boolean {
	return next === undefined || next === delimiter || /\s/.test(next);
}

function findColumns(rows: string[][]): Columns | 'ambiguous' | undefined {
	const firstData = rows.findIndex((row) => row.some((value) => labelNumber(value) !== undefined));
	if (firstData === -1) return undefined;
	const titles = rows.slice(0, firstData);
	const sample = rows.slice(firstData, firstData + SAMPLE_ROWS);
	const longest = sample.reduce((most, row) => Math.max(most, row.length), 0);
	const width = Math.min(longest, MAX_COLUMNS);
	const columnsOf = (test: (value: string) => boolean) =>
		Array.from({ length: width }, (_, column) => column).filter((column) => {
			const filled = sample.map((row) => cell(row, column)).filter((value) => value !== undefined);
			return filled.filter(test).length * 2 > filled.length;
		});

	const numbers = columnsOf((value) => labelNumber(value) !== undefined);
	const number = numbers.length > 1 ? headed(titles, HEADINGS.number, numbers) : numbers[0];
	if (number === undefined) return numbers.length > 1 ? 'ambiguous' : undefined;
	const others = Array.from({ length: width }, (_, column) => column).filter(
		(column) => column !== number,
	);
	const named = {
		english: headed(titles, HEADINGS.english, others),
		chinese: headed(titles, HEADINGS.chinese, others),
	};
	const free = (column: number) => !Object.values({ number, ...named }).includes(column);
	return {
		number,
		english:
			named.english ??
			columnsOf((value) => HAS_LATIN.test(value) && !HAS_CHINESE.test(value)).find(free),
		chinese: named.chinese ?? columnsOf((value) => HAS_CHINESE.test(value)).find(free),
	};
}

/** The first of some columns that one of the lines above the data gives a known heading. */
function headed(titles: string[][], headings: RegExp[], columns: number[]): number | undefined {
	for (const heading of headings) {
		const column = columns.find((candidate) =>
			titles.some((row) => heading.test((row[candidate] ?? '').replace(/\s/g, '').toLowerCase())),
		);
		if (column !== undefined) return column;
	}
	return undefined;
}

function labelNumber(value: string | undefined): number | undefined {
	const digits = /^(\d{1,9})(?:\.0+)?$/.exec(value?.trim() ?? '')?.[1];
	return digits === undefined ? undefined : Number(digits);
}

function cell(row: string[], column: number | undefined): string | undefined {
	return (column === undefined ? undefined : row[column]?.trim()) || undefined;
}

function startsWith(bytes: Buffer, ...values: number[]): boolean {
	return values.every((value, index) => bytes[index] === value);
}
