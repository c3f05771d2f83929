import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readOptions } from './options';
import { sentKeys } from './webhookSecret';
import { listEntries } from './addresses';

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
	allowedAppIds: string[];
	/** what may be the `?key=` of the request */
	keys: string[];
	/** undefined when it cannot be read */
	raw: Buffer | undefined;
}

type ExpressRequest = ReturnType<IWebhookFunctions['getRequestObject']>;

/** Reads what a request brings and what the node's parameters allow. */
export async function readRequest(
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
		allowedAppIds: listEntries(options.allowedAppIds),
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
