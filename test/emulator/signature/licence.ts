import type { SignatureAccount } from '../accounts';
import { isObject } from '../core/rules';
import type { Identity, Received } from '../core/types';
import { Refusal } from './envelope';
import type { Field } from './shape';

/** `header` of a request to any service (spec: request body of each). */
export const requestHeader: Field = {
	type: 'object',
	required: true,
	fields: {
		app_id: { type: 'string', required: true },
		status: { type: 'string or int', required: true, allowed: [3, '3'] },
	},
};

/**
 * Compares header.app_id with the application of the API key. An absent one is refused with
 * `whenAbsent` (10313 or 10163, as the service's code table has it). Throws a Refusal.
 */
export function readAppId(
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
