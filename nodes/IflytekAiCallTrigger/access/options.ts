import type { IDataObject } from 'n8n-workflow';

import { checkedFlag } from '../../shared/items/givenValue';

/** The node's Options as its webhooks use them, with defaults for what is not set. */
export interface TriggerOptions {
	/** when a push is answered at the latest; undefined: not before n8n holds it */
	acknowledgeWithinMs: number | undefined;
	allowedAddresses: string;
	allowedAppIds: string;
	respondWithinMs: number;
	ignorePreliminaryRecords: boolean;
	/** undefined: the selected events decide */
	otherEvents: boolean | undefined;
}

/** The platform waits three seconds, and the answer takes some of them to arrive. */
const MAX_ACKNOWLEDGE_SECONDS = 2.5;

/**
 * Reads the parameter Options. What cannot be read is refused when the workflow is published
 * (`checkValues`); after that, an event with a default is better than no event.
 */
export function readOptions(options: IDataObject): TriggerOptions {
	return {
		acknowledgeWithinMs:
			options.acknowledge === 'onlyWhenStored'
				? undefined
				: 1000 * clamp(options.acknowledgeWithin, 2.5, 0.1, MAX_ACKNOWLEDGE_SECONDS),
		allowedAddresses: String(options.allowedAddresses ?? '').trim(),
		allowedAppIds: String(options.allowedAppIds ?? ''),
		respondWithinMs: clamp(options.respondWithin, 400, 50, 3000),
		ignorePreliminaryRecords: flag(options.ignorePreliminaryRecords) === true,
		otherEvents: flag(options.otherEvents),
	};
}

/** True or false, also as text; undefined for what is neither. */
function flag(value: unknown): boolean | undefined {
	const read = checkedFlag({ displayName: '' }, value);
	return read.ok ? read.value : undefined;
}

/** A number within bounds; the default for what an expression left empty or made no number. */
function clamp(value: unknown, byDefault: number, least: number, most: number): number {
	const number = value === undefined || value === null || value === '' ? NaN : Number(value);
	return Number.isNaN(number) ? byDefault : Math.min(Math.max(number, least), most);
}
