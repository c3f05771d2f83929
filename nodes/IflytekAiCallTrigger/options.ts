import type { IDataObject } from 'n8n-workflow';

/** The node's Options as its webhooks use them, with defaults for what is not set. */
export interface TriggerOptions {
	/** when a push is answered at the latest; undefined: not before n8n holds it */
	acknowledgeWithinMs: number | undefined;
	allowedAddresses: string;
	allowedAppIds: string;
	contextTimeoutMs: number;
	ignorePreliminaryRecords: boolean;
	/** undefined: the selected events decide */
	otherEvents: boolean | undefined;
}

/** The platform waits three seconds, and the answer takes some of them to arrive. */
const MAX_ACKNOWLEDGE_SECONDS = 2.5;

/** Reads the parameter Options. */
export function readOptions(options: IDataObject): TriggerOptions {
	const { otherEvents } = options;
	return {
		acknowledgeWithinMs:
			options.acknowledge === 'onlyWhenStored'
				? undefined
				: 1000 * clamp(options.acknowledgeWithin, 2.5, 0.1, MAX_ACKNOWLEDGE_SECONDS),
		allowedAddresses: String(options.allowedAddresses ?? '').trim(),
		allowedAppIds: String(options.allowedAppIds ?? ''),
		contextTimeoutMs: clamp(options.contextTimeout, 400, 50, 3000),
		ignorePreliminaryRecords: options.ignorePreliminaryRecords === true,
		otherEvents: typeof otherEvents === 'boolean' ? otherEvents : undefined,
	};
}

/** A number within bounds; the default for what an expression left empty or made no number. */
function clamp(value: unknown, byDefault: number, least: number, most: number): number {
	const number = value === undefined || value === null || value === '' ? NaN : Number(value);
	return Number.isNaN(number) ? byDefault : Math.min(Math.max(number, least), most);
}
