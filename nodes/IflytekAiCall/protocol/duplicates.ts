/** What to do with a number that occurs more than once in what one task is given. */
export type DuplicateRule = 'sendOnce' | 'sendAll' | 'refuse';

export interface NumberedRow {
	/** position in the run, from 1 */
	row: number;
	phone: string;
	/** rows of different tasks do not repeat each other */
	destination: string;
}

/**
 * The rows to leave out because of a repeated number, each with the row that has the same number:
 * all but the first (send once), every occurrence (refuse), or none (send all).
 */
export function duplicates<R extends NumberedRow>(
	rows: readonly R[],
	rule: DuplicateRule,
): Map<R, R> {
	const leftOut = new Map<R, R>();
	if (rule === 'sendAll') return leftOut;
	const firsts = new Map<string, R>();
	for (const row of rows) {
		const key = JSON.stringify([row.destination, row.phone]);
		const first = firsts.get(key);
		if (first === undefined) {
			firsts.set(key, row);
			continue;
		}
		leftOut.set(row, first);
		if (rule === 'refuse' && !leftOut.has(first)) leftOut.set(first, row);
	}
	return leftOut;
}
