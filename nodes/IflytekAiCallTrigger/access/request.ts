import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readLanguage } from '../../shared/problem/language';
import { sentKeys } from './webhookSecret';
import { checked, flagOf } from '../../shared/items/item';
import { accessOptions } from './accessOptions';

/** The two webhooks of the node; the parameter Mode says which one is in use. */
export type Mode = 'pushes' | 'dialogContext';

type ExpressRequest = ReturnType<IWebhookFunctions['getRequestObject']>;

/**
 * Reads a request to one of the webhooks, with all that `authorize` needs.
 * @param mode the webhook that the request came to
 */
export async function readIncoming(context: IWebhookFunctions, mode: Mode) {
	const request = context.getRequestObject();
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const raw = context.getNodeParameter('options', {}, { rawExpressions: true }) as IDataObject;
	const list = (name: string) => {
		const named = accessOptions.filter((option) => option.name === name);
		const value = checked(named, options[name], raw[name], (expression) =>
			context.evaluateExpression(expression),
		);
		return value.ok ? String(value.value ?? '').trim() : undefined;
	};
	return {
		mode,
		/** the webhook that is in use */
		modeInUse: context.getNodeParameter('operation') as Mode,
		/** the caller as n8n sees it */
		address: request.ip,
		/** undefined when its expression gives nothing, as that of the next one */
		allowedAddresses: list('allowedAddresses'),
		allowedAppIds: list('allowedAppIds'),
		/** the two readings of its `?key=` */
		keys: sentKeys(request),
		/** undefined when it cannot be read */
		raw: await rawBody(request),
	};
}

export type IncomingRequest = Awaited<ReturnType<typeof readIncoming>>;

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

/**
 * Reads the parameter Options, with defaults. `checkValues` refuses an unreadable option when the workflow is
 * published; after that, an event with a default is better than no event.
 */
export function readOptions(context: IWebhookFunctions) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	return {
		/**
		 * when a push is answered at the latest; undefined: not before n8n holds it. The platform waits three
		 * seconds, and the answer takes some of them to arrive.
		 */
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
