import * as fs from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openDatabase } from '../../support/database';
import type { Major } from './prepared';
import { SecretScanner } from './secretScanner';

export interface SecretHit {
	/** The name the caller gave to what was found. */
	needle: string;
	/** The file, or the table and column of the database. */
	place: string;
}

type Named = { name: string };

/**
 * Looks for values in clear, also percent-encoded and base64-encoded, in all that n8n keeps: each
 * column of the database (a value that straddles two pages of the file would be missed by a search of
 * the file alone), and the bytes of every file: database with its write-ahead log, binary data, logs,
 * event log. Not searched: the installed packages and `ignore` (paths relative to the user folder).
 * @param needles by the name under which a hit reports them
 */
export async function findInUserFolder(
	major: Major,
	userFolder: string,
	needles: Record<string, string>,
	ignore: string[] = [],
): Promise<SecretHit[]> {
	const scanner = new SecretScanner(needles);
	return [
		...(await findInDatabase(major, userFolder, scanner)),
		...(await findInFiles(userFolder, scanner, ['.n8n/nodes', '.cache', ...ignore])),
	];
}

async function findInFiles(
	folder: string,
	scanner: SecretScanner,
	ignore: string[],
): Promise<SecretHit[]> {
	const hits: SecretHit[] = [];
	const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
	for (const entry of entries) {
		const path = join(entry.parentPath ?? entry.path, entry.name);
		const place = relative(folder, path);
		const ignored = ignore.some((start) => place === start || place.startsWith(`${start}/`));
		if (!entry.isFile() || ignored) continue;
		// n8n goes on tidying its files
		const content = await fs.readFile(path).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return Buffer.alloc(0);
			throw error;
		});
		for (const needle of scanner.find(content)) hits.push({ needle, place });
	}
	return hits;
}

async function findInDatabase(
	major: Major,
	userFolder: string,
	scanner: SecretScanner,
): Promise<SecretHit[]> {
	const database = await openDatabase({ major, userFolder });
	try {
		const hits = new Map<string, SecretHit>();
		const tables = await database.all<Named>("SELECT name FROM sqlite_master WHERE type = 'table'");
		for (const { name: table } of tables) {
			for (const { name: column } of await database.all<Named>(`PRAGMA table_info("${table}")`)) {
				const place = `table ${table}, column ${column}`;
				await database.each<{ value: unknown }>(
					`SELECT CAST("${column}" AS BLOB) AS value FROM "${table}"`,
					({ value }) => {
						if (!Buffer.isBuffer(value)) return;
						for (const needle of scanner.find(value)) {
							hits.set(`${needle} ${place}`, { needle, place });
						}
					},
				);
			}
		}
		return [...hits.values()];
	} finally {
		await database.close();
	}
}
