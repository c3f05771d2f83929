/** Rows in one call-out or insert (spec: AI call, Limits). */
export const ROWS_PER_CALL = 50;

/** Rows that go out in one call. */
export interface Batch<R> {
	/** rows of batches with the same group differ in nothing but their values */
	group: string;
	/** from 1, in the order in which the batches go out */
	number: number;
	rows: R[];
}

/**
 * Puts rows of the same group together, wherever they stand, in calls of at most 50. Batches go out
 * in the order of the groups' first rows; rows keep their order.
 */
export function batches<R extends { group: string }>(
	rows: readonly R[],
	size = ROWS_PER_CALL,
): Array<Batch<R>> {
	const groups = new Map<string, R[]>();
	for (const row of rows) {
		const group = groups.get(row.group);
		if (group === undefined) groups.set(row.group, [row]);
		else group.push(row);
	}
	const result: Array<Batch<R>> = [];
	for (const [group, members] of groups) {
		for (let start = 0; start < members.length; start += size) {
			const rowsOfCall = members.slice(start, start + size);
			result.push({ group, number: result.length + 1, rows: rowsOfCall });
		}
	}
	return result;
}
