/** What to do with a number that occurs more than once in what one task is given. */
export type DuplicateRule = 'sendOnce' | 'sendAll' | 'refuse';

interface NumberedRow {
	phone: string | null;
	/** where the number goes: rows of different tasks do not repeat each other */
	destination: string;
}

/** The rows whose number an earlier row has, each with the first row that has it. */
export function repeatedRows<R extends NumberedRow>(rows: readonly R[]): Map<R, R> {
	const firsts = new Map<string, R>();
	const repeats = new Map<R, R>();
	for (const row of rows) {
		const key = JSON.stringify([row.destination, row.phone]);
		const first = firsts.get(key);
		if (first === undefined) firsts.set(key, row);
		else repeats.set(row, first);
	}
	return repeats;
}
