import type { Problem } from '../problem/problem';

/** What became of a request that must not be carried out twice, or of one row that it held. */
export type Outcome<T> = Accepted<T> | NotAccepted;

interface Accepted<T> {
	status: 'accepted';
	value: T;
	problem?: undefined;
	heldBack?: undefined;
	mayHaveActed?: undefined;
	/** the platform's whole answer */
	answer?: Record<string, unknown>;
}

export interface NotAccepted {
	/** the platform answered that it did not do it; it may have done it; the request never left */
	status: 'refused' | 'unknown' | 'notSent';
	problem: Problem;
	answer?: Record<string, unknown>;
	/** of a refusal: perhaps it acted; of a row that was not sent: the row sent in its place may have been taken */
	mayHaveActed?: true;
	/** of an unknown outcome: the platform answered, but its answer contradicts itself */
	contradictory?: true;
	/** not sent on purpose, so that nothing failed */
	heldBack?: true;
}
