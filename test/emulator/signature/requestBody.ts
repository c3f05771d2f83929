import type { SignatureAccount } from '../accounts';
import { isObject, parseUtf8Json } from '../core/rules';
import type { Identity, Received } from '../core/types';
import { checkBody, Refusal } from './envelope';
import { strictBase64 } from './hmac';
import { object, text, type Field } from './shape';

/** `header` of a request to any service (spec: request body of each). */
export const requestHeader = object({
	app_id: text(),
	status: { type: 'string or int', required: true, allowed: [3, '3'] },
});

/** What the two services refuse differently. */
interface Refusals {
	/** In the documented voice. */
	notJson: Refusal;
	/** Code for an absent app_id, as the service's code table has it. */
	noAppId: 10313 | 10163;
	/** Fields that may be absent in the observed voice. */
	optionalInPractice: string[];
}

/** Reads a body by its table. Throws a Refusal. */
export function readBody(
	request: Received,
	identity: Identity,
	table: Field,
	{ notJson, noAppId, optionalInPractice }: Refusals,
): unknown {
	let body: unknown;
	try {
		body = parseUtf8Json(request.body);
	} catch {
		const observed = request.settings.voice === 'observed';
		throw observed ? new Refusal(10163, 'request body must be json') : notJson;
	}
	readAppId(request, body, identity, noAppId);
	checkBody(request, body, table, optionalInPractice);
	return body;
}

/** Decodes a payload's content; `refusal` is that of the documented voice. Throws a Refusal. */
export function readBase64(
	request: Received,
	base64: string,
	field: string,
	refusal: Refusal,
): Buffer {
	const bytes = strictBase64(base64);
	if (bytes !== null) return bytes;
	throw request.settings.voice === 'observed'
		? new Refusal(10163, `base64 decode error,input stream,field : ${field}`)
		: refusal;
}

/** Compares header.app_id with the application of the API key. Throws a Refusal. */
function readAppId(
	request: Received,
	body: unknown,
	identity: Identity,
	whenAbsent: 10313 | 10163,
): void {
	const header = isObject(body) && isObject(body.header) ? body.header : undefined;
	// A body or header of another shape is the table's business.
	if (!header) return;
	const observed = request.settings.voice === 'observed';
	const { app_id: appId } = header;
	if (appId === undefined && whenAbsent === 10163 && !observed) return;
	if (appId === undefined || appId === '') {
		throw new Refusal(10313, observed ? 'appid cannot be empty' : undefined);
	}
	if (appId !== identity.appId) {
		throw new Refusal(10313, observed ? 'app_id and api_key does not match' : undefined);
	}
}

/** Throws a Refusal when the account may not use the service. */
export function checkLicence(request: Received, identity: Identity, service: string): void {
	if ((identity.account as SignatureAccount).licences.includes(service)) return;
	throw new Refusal(request.settings.voice === 'documented' ? 10010 : 11200);
}
