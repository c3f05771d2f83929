import type { IDataObject, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { readLanguage } from '../../shared/problem/language';
import { sentKeys } from './webhookSecret';
import { checked, flagOf, protective } from '../../shared/items/item';

/** The two webhooks of the node; the parameter Mode says which one is in use. */
export type Mode = 'pushes' | 'dialogContext';

const ALLOWED_ADDRESSES: INodeProperties = protective({
	displayName: 'Allowed Addresses',
	name: 'allowedAddresses',
	type: 'string',
	default: '',
	placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24',
	description:
		'Comma-separated IP addresses and IPv4 ranges that may call; others get 403. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the real caller.',
});
const ALLOWED_APP_IDS: INodeProperties = protective({
	displayName: 'Allowed App IDs',
	name: 'allowedAppIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 5f3a2b1c',
	description:
		'Comma-separated application IDs. A request that names another one gets 403; one that names none is accepted, so use a Webhook Secret for protection.',
});

/** Entries of Options that say who may call. */
export const accessOptions = [ALLOWED_ADDRESSES, ALLOWED_APP_IDS];

type ExpressRequest = ReturnType<IWebhookFunctions['getRequestObject']>;

/** Reads what `authorize` needs of a request that came to the webhook `mode`. */
export async function readIncoming(context: IWebhookFunctions, mode: Mode) {
	const request = context.getRequestObject();
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const raw = context.getNodeParameter('options', {}, { rawExpressions: true }) as IDataObject;
	const list = (option: INodeProperties) => {
		const value = checked([option], options[option.name], raw[option.name], (expression) =>
			context.evaluateExpression(expression),
		);
		return value.ok ? String(value.value ?? '').trim() : undefined;
	};
	return {
		mode,
		modeInUse: context.getNodeParameter('operation') as Mode,
		/** the caller as n8n sees it */
		address: request.ip,
		/** these two are undefined when their expression gives no value */
		allowedAddresses: list(ALLOWED_ADDRESSES),
		allowedAppIds: list(ALLOWED_APP_IDS),
		/** both readings of its `?key=` */
		keys: sentKeys(request),
		/** undefined when it cannot be read */
		raw: await rawBody(request),
	};
}

export type IncomingRequest = Awaited<ReturnType<typeof readIncoming>>;

/** n8n leaves the body of some content types unread; this reads the platform's JSON whatever its type. */
async function rawBody(request: ExpressRequest): Promise<Buffer | undefined> {
	// n8n has already read the stream
	if (request.contentType?.startsWith('multipart/')) return undefined;
	try {
		if (!request.rawBody) await request.readRawBody();
	} catch {
		return undefined;
	}
	return request.rawBody;
}

/** Reads Options. Publishing refuses unreadable values; here they become defaults, so that no event is lost. */
export function readOptions(context: IWebhookFunctions) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	return {
		/** when a push is answered at the latest; undefined: never before n8n holds it */
		acknowledgeWithinMs:
			options.acknowledge === 'onlyWhenStored'
				? undefined
				: 1000 * clamp(options.acknowledgeWithin, 2.5, 0.1, 2.5),
		respondWithinMs: clamp(options.respondWithin, 400, 50, 3000),
		ignorePreliminaryRecords: flagOf(options.ignorePreliminaryRecords) === true,
		/** of transcripts and results */
		language: readLanguage(options),
		/** undefined: the selected events decide */
		otherEvents: flagOf(options.otherEvents),
	};
}

/** A number within bounds; the default where an expression gave none. */
function clamp(value: unknown, byDefault: number, least: number, most: number): number {
	const number = (value ?? '') === '' ? NaN : Number(value);
	return Number.isNaN(number) ? byDefault : Math.min(Math.max(number, least), most);
}
