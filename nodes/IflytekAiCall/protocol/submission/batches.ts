/** Rows in one call-out or insert (docs/services.md, AI Call: Calls and tasks). */
export const ROWS_PER_CALL = 50;

/**
 * Puts rows of the same group together, wherever they are, in batches of at most 50. Batches are in the
 * order of their groups' first rows; rows keep their order.
 */
export function batches<R extends { group: string }>(rows: readonly R[]): R[][] {
	const groups = new Map<string, R[]>();
	for (const row of rows) {
		const group = groups.get(row.group);
		if (group === undefined) groups.set(row.group, [row]);
		else group.push(row);
	}
	return [...groups.values()].flatMap((group) =>
		Array.from({ length: Math.ceil(group.length / ROWS_PER_CALL) }, (_, batch) =>
			group.slice(batch * ROWS_PER_CALL, (batch + 1) * ROWS_PER_CALL),
		),
	);
}
