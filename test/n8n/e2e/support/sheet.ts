import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Major } from '../../harness';
import { ROOT } from '../../harness/paths';

interface Xlsx {
	read(bytes: Buffer): { SheetNames: string[]; Sheets: Record<string, object> };
	utils: { sheet_to_json(sheet: object, options: { header: 1; defval: null }): unknown[][] };
}

/**
 * Reads the first sheet of an XLSX file with the package that n8n itself brings.
 * @returns the column names, and each row by column name: text, number, boolean, or null when empty
 */
export function readSheet(
	major: Major,
	file: string,
): { header: string[]; rows: Array<Record<string, unknown>> } {
	const [folder, name] = major === 2 ? ['test/n8n', '@e965/xlsx'] : ['test/n8n/v1', 'xlsx'];
	const { read, utils } = createRequire(join(ROOT, folder, 'package.json'))(name) as Xlsx;
	const { SheetNames, Sheets } = read(readFileSync(file));
	const table = utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1, defval: null });
	const [header = [], ...rows] = table;
	return {
		header: header.map(String),
		rows: rows.map((row) => Object.fromEntries(header.map((key, at) => [key, row[at]]))),
	};
}
