/**
 * Reads a CSV file as spreadsheet programs do (RFC 4180): quoted cells may hold commas, line feeds and
 * doubled quotation marks.
 * @returns the column names, and each row by column name
 */
export function parseCsv(text: string): {
	header: string[];
	rows: Array<Record<string, string>>;
} {
	const records: string[][] = [];
	let cells: string[] = [];
	for (const [, quoted, plain, end] of text.replace(/^\uFEFF/, '').matchAll(CELL)) {
		cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		if (end === ',') continue;
		records.push(cells);
		cells = [];
	}
	const [header = [], ...rest] = records.filter((record) => record.join('') !== '');
	return {
		header,
		rows: rest.map((record) => Object.fromEntries(header.map((name, at) => [name, record[at]]))),
	};
}

/** A cell in quotation marks or without, and what ends it: a comma, a line end or the text's end. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g;
