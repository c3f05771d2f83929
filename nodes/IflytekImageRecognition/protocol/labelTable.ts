import type { Wording } from '../../shared/problem/language';
import { invalid, success, type Result } from '../../shared/problem/problem';

export type LabelName = Partial<Wording>;

export type LabelNames = (label: number) => LabelName | undefined;

export type LabelTable = ReadonlyMap<number, LabelName>;

const SAMPLE_ROWS = 200;
const MAX_COLUMNS = 100;
/** Headings by which a column is known, in lower case without spaces; the surest first. */
const HEADINGS = {
	number: [
		/^(label|labels|labelid|label值|标签|标签值)$/,
		/^(number|no\.?|id|code|value|编号|序号)$/,
	],
	english: [/^(en|eng|english|englishname|nameenglish|nameen|英文|英文名|英文名称)$/],
	chinese: [/^(zh|cn|chinese|chinesename|namechinese|namezh|中文|中文名|中文名称)$/],
};
/** What most cells of a column hold. */
const CELLS = {
	number: /^(\d{1,9})(?:\.0+)?$/,
	english: /^[^A-Za-z\p{Script=Han}]*[A-Za-z]\P{Script=Han}*$/u,
	chinese: /\p{Script=Han}/u,
};

/**
 * Reads the cells of a table of object labels: rows with number, English and Chinese name. Columns are found by
 * their headings, else by their content; other columns and rows without a number (titles, headings) are skipped.
 */
export function labelTableOf(rows: string[][]): Result<LabelTable> {
	const columns = findColumns(rows);
	const table = new Map<number, LabelName>();
	for (const row of rows) {
		const [, digits] = CELLS.number.exec(cell(row, columns.number) ?? '') ?? [];
		const label = Number(digits);
		if (digits === undefined || table.has(label)) continue;
		const [english, chinese] = [cell(row, columns.english), cell(row, columns.chinese)];
		if (english !== undefined || chinese !== undefined) table.set(label, { english, chinese });
	}
	if (table.size > 0) return success(table);
	if (columns.isAmbiguous) {
		return invalid(
			'has several columns of numbers',
			"Add a first line with headings: 'label' for the column of label numbers, 'english' and 'chinese' for the names.",
		);
	}
	return invalid(
		'has no line with a label number and a name',
		'Each line needs the number, the English and the Chinese name, separated by tab, semicolon or comma, such as 4,zebra,斑马.',
	);
}

/** @returns the column of each kind, and whether several could be that of the numbers */
function findColumns(rows: string[][]) {
	const isData = (row: string[]) => row.some((value) => CELLS.number.test(value.trim()));
	const firstData = Math.max(0, rows.findIndex(isData));
	const titles = rows.slice(0, firstData);
	const sample = rows.slice(firstData, firstData + SAMPLE_ROWS);
	const width = Math.min(MAX_COLUMNS, Math.max(0, ...sample.map(({ length }) => length)));
	const columns = [...Array(width).keys()];
	const columnsOf = (form: RegExp) =>
		columns.filter((column) => {
			const filled = sample.flatMap((row) => cell(row, column) ?? []);
			return filled.filter((value) => form.test(value)).length * 2 > filled.length;
		});
	const numbers = columnsOf(CELLS.number);
	const number = numbers.length > 1 ? columnWith(titles, HEADINGS.number, numbers) : numbers[0];
	const others = columns.filter((column) => column !== number);
	const named = {
		english: columnWith(titles, HEADINGS.english, others),
		chinese: columnWith(titles, HEADINGS.chinese, others),
	};
	const free = others.filter((column) => !Object.values(named).includes(column));
	const find = (language: keyof typeof named) =>
		named[language] ?? columnsOf(CELLS[language]).find((column) => free.includes(column));
	const isAmbiguous = numbers.length > 1 && number === undefined;
	return { number, english: find('english'), chinese: find('chinese'), isAmbiguous };
}

/** The first of some columns that has a known heading in the lines above the data. */
function columnWith(titles: string[][], headings: RegExp[], columns: number[]): number | undefined {
	const ofColumn = (column: number) =>
		titles.map((row) => (row[column] ?? '').replace(/\s/g, '').toLowerCase());
	return headings
		.map((heading) => columns.find((column) => ofColumn(column).some((cell) => heading.test(cell))))
		.find((column) => column !== undefined);
}

function cell(row: string[], column: number | undefined): string | undefined {
	return (column === undefined ? undefined : row[column]?.trim()) || undefined;
}
