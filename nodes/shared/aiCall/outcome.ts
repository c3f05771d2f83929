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
	/** the platform answered that it did nothing; it may have acted; the request never left */
	status: 'refused' | 'unknown' | 'notSent';
	problem: Problem;
	answer?: Record<string, unknown>;
	/** of a refusal: the platform may have acted; of a row that was not sent: it may have taken the row sent instead */
	mayHaveActed?: true;
	/** of an unknown outcome: the platform answered, but its answer contradicts itself */
	contradictory?: true;
	/** not sent on purpose, so that nothing failed */
	heldBack?: true;
}
