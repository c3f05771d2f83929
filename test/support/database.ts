import { createRequire } from 'node:module';
import { join } from 'node:path';
import { preparedN8n, type Major } from '../n8n/harness/prepared';

interface Sqlite {
	Database: new (file: string) => {
		all(sql: string, values: unknown[], done: (error: Error | null, rows: never[]) => void): void;
		each(
			sql: string,
			row: (error: Error | null, row: never) => void,
			done: (error: Error | null) => void,
		): void;
		configure(name: string, value: number): void;
		close(done: () => void): void;
	};
}

/** The database file of a running n8n, opened beside it. */
export interface OpenDatabase {
	all<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
	/** Takes one row after the other, where all would be too many. */
	each<Row>(sql: string, take: (row: Row) => void): Promise<void>;
	close(): Promise<void>;
}

/** Opens the SQLite file of an n8n with the driver that n8n brings. */
export async function openDatabase(n8n: {
	major: Major;
	userFolder: string;
}): Promise<OpenDatabase> {
	const { directory } = await preparedN8n(n8n.major);
	const { Database } = createRequire(join(directory, 'package.json'))('sqlite3') as Sqlite;
	const database = new Database(join(n8n.userFolder, '.n8n/database.sqlite'));
	database.configure('busyTimeout', 10_000);
	return {
		all: async (sql, values = []) =>
			await new Promise((resolve, reject) =>
				database.all(sql, values, (error, rows) => (error ? reject(error) : resolve(rows))),
			),
		each: async (sql, take) =>
			await new Promise((resolve, reject) =>
				database.each(
					sql,
					(error, row) => (error ? reject(error) : take(row)),
					(error) => (error ? reject(error) : resolve()),
				),
			),
		close: async () => await new Promise((resolve) => database.close(resolve)),
	};
}
