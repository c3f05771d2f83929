import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readLanguage, type Language } from '../../shared/problem/language';
import { sentKeys } from './webhookSecret';
import { checkedFlag } from '../../shared/items/item';

/** The two webhooks of the node; the parameter Mode says which one is in use. */
export type Mode = 'pushes' | 'dialogContext';

/** A request to one of the webhooks, with what decides whether it is accepted. */
export interface IncomingRequest {
	/** the webhook that the request came to */
	mode: Mode;
	/** the webhook that is in use */
	modeInUse: Mode;
	/** the caller as n8n sees it */
	address: string | undefined;
	allowedAddresses: string;
	allowedAppIds: string;
	/** what may be the `?key=` of the request */
	keys: string[];
	/** undefined when it cannot be read */
	raw: Buffer | undefined;
}

type ExpressRequest = ReturnType<IWebhookFunctions['getRequestObject']>;

/** Reads what a request brings and what the node's parameters allow. */
export async function readIncoming(
	context: IWebhookFunctions,
	mode: Mode,
): Promise<IncomingRequest> {
	const request = context.getRequestObject();
	const options = readOptions(context.getNodeParameter('options', {}) as IDataObject);
	return {
		mode,
		modeInUse: context.getNodeParameter('operation') as Mode,
		address: request.ip,
		allowedAddresses: options.allowedAddresses,
		allowedAppIds: options.allowedAppIds,
		keys: sentKeys(request),
		raw: await rawBody(request),
	};
}

/** n8n leaves some content types unread; the platform's JSON is read whatever its label. */
async function rawBody(request: ExpressRequest): Promise<Buffer | undefined> {
	// n8n has used up the stream
	if (request.contentType?.startsWith('multipart/')) return undefined;
	if (request.rawBody) return request.rawBody;
	try {
		await request.readRawBody();
	} catch {
		return undefined;
	}
	return request.rawBody;
}

/** The node's Options as its webhooks use them, with defaults for what is not set. */
export interface TriggerOptions {
	/** when a push is answered at the latest; undefined: not before n8n holds it */
	acknowledgeWithinMs: number | undefined;
	allowedAddresses: string;
	allowedAppIds: string;
	respondWithinMs: number;
	ignorePreliminaryRecords: boolean;
	/** of transcripts and results */
	language: Language;
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
		language: readLanguage(options),
		otherEvents: flag(options.otherEvents),
	};
}

/** True or false, also as text; undefined for what is neither. */
function flag(value: unknown): boolean | undefined {
	if (value === undefined) return undefined;
	const read = checkedFlag({ displayName: '' }, value);
	return read.ok ? read.value : undefined;
}

/** A number within bounds; the default for what an expression left empty or made no number. */
function clamp(value: unknown, byDefault: number, least: number, most: number): number {
	const number = value === undefined || value === null || value === '' ? NaN : Number(value);
	return Number.isNaN(number) ? byDefault : Math.min(Math.max(number, least), most);
}
