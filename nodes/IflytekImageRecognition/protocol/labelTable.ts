import { invalid, success, type Result } from '../../shared/problem/problem';

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
 * Reads the cells of a table of object labels: rows with number, English and Chinese name. Columns are found by
 * their headings, else by their content; further columns and rows without a number (titles, headings) are
 * passed over.
 */
export function labelTableOf(rows: string[][]): Result<LabelTable> {
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

function findColumns(rows: string[][]): Columns | 'ambiguous' | undefined {
	const firstData = rows.findIndex((row) => row.some((value) => labelNumber(value) !== undefined));
	if (firstData === -1) return undefined;
	const titles = rows.slice(0, firstData);
	const sample = rows.slice(firstData, firstData + SAMPLE_ROWS);
	const longest = sample.reduce((most, row) => Math.max(most, row.length), 0);
	const columns = [...Array(Math.min(longest, MAX_COLUMNS)).keys()];
	const columnsOf = (test: (value: string) => boolean) =>
		columns.filter((column) => {
			const filled = sample.map((row) => cell(row, column)).filter((value) => value !== undefined);
			return filled.filter(test).length * 2 > filled.length;
		});

	const numbers = columnsOf((value) => labelNumber(value) !== undefined);
	const number = numbers.length > 1 ? headed(titles, HEADINGS.number, numbers) : numbers[0];
	if (number === undefined) return numbers.length > 1 ? 'ambiguous' : undefined;
	const others = columns.filter((column) => column !== number);
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
	const ofColumn = (column: number) =>
		titles.map((row) => (row[column] ?? '').replace(/\s/g, '').toLowerCase());
	return headings
		.map((heading) => columns.find((column) => ofColumn(column).some((cell) => heading.test(cell))))
		.find((column) => column !== undefined);
}

function labelNumber(value: string | undefined): number | undefined {
	const digits = /^(\d{1,9})(?:\.0+)?$/.exec(value?.trim() ?? '')?.[1];
	return digits === undefined ? undefined : Number(digits);
}

function cell(row: string[], column: number | undefined): string | undefined {
	return (column === undefined ? undefined : row[column]?.trim()) || undefined;
}
