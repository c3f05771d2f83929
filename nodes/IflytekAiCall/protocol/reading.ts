/** What keeps a given value from being used: one sentence, and what to do about it. */
export interface Obstacle {
	reason: string;
	whatToDo: string;
}

/** A value that was read and checked, or what is in the way. */
export type Reading<T> = { ok: true; value: T } | { ok: false; obstacle: Obstacle };

/** Wraps a value that passed. */
export function passed<T>(value: T): Reading<T> {
	return { ok: true, value };
}

/** Wraps what is in the way. */
export function refusal<T>(reason: string, whatToDo: string): Reading<T> {
	return { ok: false, obstacle: { reason, whatToDo } };
}
