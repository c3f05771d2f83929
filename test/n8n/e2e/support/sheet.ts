import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { preparedN8n, type Major } from '../../harness';

interface Xlsx {
	read(bytes: Buffer): { SheetNames: string[]; Sheets: Record<string, object> };
	utils: { sheet_to_json(sheet: object, options: { header: 1; defval: null }): unknown[][] };
}

/**
 * Reads the first sheet of an XLSX file with the package that n8n itself brings.
 * @returns the column names, and each row by column name: text, number, boolean, or null when empty
 */
export async function readSheet(
	major: Major,
	file: string,
): Promise<{ header: string[]; rows: Array<Record<string, unknown>> }> {
	const { directory } = await preparedN8n(major);
	const brought = createRequire(join(directory, 'package.json'));
	const { read, utils } = brought(major === 2 ? '@e965/xlsx' : 'xlsx') as Xlsx;
	const { SheetNames, Sheets } = read(readFileSync(file));
	const table = utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1, defval: null });
	const [header = [], ...rows] = table;
	return {
		header: header.map(String),
		rows: rows.map((row) => Object.fromEntries(header.map((key, at) => [key, row[at]]))),
	};
}
