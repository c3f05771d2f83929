/** Rows in one call-out or insert (docs/services.md, AI Call: Calls and tasks). */
export const ROWS_PER_CALL = 50;

/** Puts rows of the same group together, in the order of the groups' first rows; rows keep their order. */
export function byGroup<R extends { group: string }>(rows: readonly R[]): R[][] {
	const groups = new Map<string, R[]>();
	for (const row of rows) {
		const group = groups.get(row.group);
		if (group === undefined) groups.set(row.group, [row]);
		else group.push(row);
	}
	return [...groups.values()];
}

/** The batches in which rows go out while nothing goes wrong: of one group each, at most 50 rows. */
export function batches<R extends { group: string }>(rows: readonly R[]): R[][] {
	return byGroup(rows).flatMap((group) =>
		Array.from({ length: Math.ceil(group.length / ROWS_PER_CALL) }, (_, batch) =>
			group.slice(batch * ROWS_PER_CALL, (batch + 1) * ROWS_PER_CALL),
		),
	);
}
