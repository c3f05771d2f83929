/** Why a request to a service did not give a result, in the words shown to the user. */
export interface Problem {
	/** what happened, one sentence without a final period */
	message: string;
	/** what to do about it */
	remedy: string;
	/** the service's own code, as text */
	code?: string;
	/** the service's session id, for a support request */
	sid?: string;
	httpStatus?: number;
	/** whether sending the same request again is safe and can help */
	retry: boolean;
	/** the service said that too much is under way at once */
	limited?: boolean;
	/** no connection was made, so that nothing of the request can have left */
	neverLeft?: true;
	/** no answer came in time */
	timedOut?: boolean;
	/** how long the service asked to wait, in milliseconds */
	retryAfterMs?: number;
	/** the service refused the date of the request; its own time, if it told */
	clock?: { serverDate?: string };
}

/** A remedy, after how often the thing was tried in vain where that was more than once. */
export function afterAttempts(attempts: number, remedy: string): string {
	return attempts > 1 ? `It was tried ${attempts} times without success. ${remedy}` : remedy;
}

/** A decoded answer, or why there is none. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Wraps a value as a success. */
export function success<T>(value: T): Result<T> {
	return { ok: true, value };
}

/** Wraps a failure. */
export function failure<T>(failure: Problem): Result<T> {
	return { ok: false, problem: failure };
}

/** What a given value lacks: it cannot be used, and nothing was sent. */
export function invalid<T>(message: string, remedy: string): Result<T> {
	return failure({ message, remedy, retry: false });
}
