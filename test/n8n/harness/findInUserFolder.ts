import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { preparedN8n, type Major } from './prepared';
import { SecretScanner } from './secretScanner';

export interface SecretHit {
	/** The name the caller gave to what was found. */
	needle: string;
	/** The file, or the table and column of the database. */
	place: string;
}

interface Sqlite {
	Database: new (
		file: string,
		mode: number,
		done: (error: Error | null) => void,
	) => {
		all(sql: string, done: (error: Error | null, rows: Row[]) => void): void;
		each(
			sql: string,
			row: (error: Error | null, row: Row) => void,
			done: (error: Error | null) => void,
		): void;
		close(done: () => void): void;
	};
	OPEN_READONLY: number;
}

type Row = Record<string, unknown>;

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
		...(await findInDatabase(major, join(userFolder, '.n8n/database.sqlite'), scanner)),
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
	file: string,
	scanner: SecretScanner,
): Promise<SecretHit[]> {
	const { directory } = await preparedN8n(major);
	const sqlite = createRequire(join(directory, 'package.json'))('sqlite3') as Sqlite;
	const database = await new Promise<InstanceType<Sqlite['Database']>>((done, fail) => {
		const opened = new sqlite.Database(file, sqlite.OPEN_READONLY, (error) =>
			error ? fail(error) : done(opened),
		);
	});
	const all = async (sql: string) =>
		await new Promise<Row[]>((done, fail) => {
			database.all(sql, (error, rows) => (error ? fail(error) : done(rows)));
		});
	const each = async (sql: string, take: (value: unknown) => void) =>
		await new Promise<void>((done, fail) => {
			database.each(
				sql,
				(error, row) => (error ? fail(error) : take(row.value)),
				(error) => (error ? fail(error) : done()),
			);
		});
	try {
		const hits = new Map<string, SecretHit>();
		const tables = await all("SELECT name FROM sqlite_master WHERE type = 'table'");
		for (const { name: table } of tables) {
			for (const { name: column } of await all(`PRAGMA table_info("${String(table)}")`)) {
				const place = `table ${String(table)}, column ${String(column)}`;
				await each(
					`SELECT CAST("${String(column)}" AS BLOB) AS value FROM "${String(table)}"`,
					(value) => {
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
		await new Promise<void>((done) => database.close(done));
	}
}
