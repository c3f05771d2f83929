import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import type { Scheme } from '../nodes/shared/http/codes';

/** The field *Service*. @param hint what the keys below are, and what the test sends */
export function serviceField({ services }: Scheme, hint: string): INodeProperties {
	return {
		displayName: 'Service',
		name: 'testService',
		type: 'options',
		options: Object.entries(services).map(([value, name]) => ({ name, value })),
		// none: with one chosen, right keys of another service would test red
		default: '',
		required: true,
		hint,
	};
}

export const APP_ID_FIELD: INodeProperties = {
	displayName: 'App ID',
	name: 'appId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 5f3a9b1c',
	hint: 'APPID in the console, the same for all services of an application',
};

/** A key or the like, which the editor hides. */
export function secretField(displayName: string, name: string, hint: string): INodeProperties {
	const typeOptions = { password: true };
	return { displayName, name, type: 'string', typeOptions, default: '', required: true, hint };
}

/** Where the services are, unless a proxy or another host is set. */
export function baseUrlField(address: string, hint: string): INodeProperties {
	return {
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: address,
		placeholder: `e.g. ${address}`,
		hint,
	};
}

/** Signs a request; n8n asks for a function of this kind. */
export type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** What the tests of all credentials have in common: the rules look at the answer, whatever its status. */
export const TEST_REQUEST = {
	baseURL: '={{$credentials.baseUrl}}',
	method: 'POST',
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	json: true,
} as const;

/** Stands in a test for the path of the service while none is chosen. */
const UNCHOSEN_SERVICE = '/no-service-chosen';

/** An n8n expression for what a test sends to the chosen service, from one for each. */
export function forService(
	expressions: Record<string, string>,
	withoutService = `"${UNCHOSEN_SERVICE}"`,
): string {
	const choice = Object.entries(expressions).reduceRight(
		(others, [service, expression]) =>
			`$credentials.testService === "${service}" ? (${expression}) : ${others}`,
		withoutService,
	);
	return `={{${choice}}}`;
}

/**
 * Ends a credential test for which no service was chosen: n8n runs it all the same, and another service than
 * the keys are for would refuse them.
 * @throws Error that says what to choose
 */
export function refuseUntilChosen({ pathname }: URL): void {
	if (!pathname.endsWith(UNCHOSEN_SERVICE)) return;
	throw new Error("Under 'Service', choose the service that the keys are for. Nothing was sent.");
}
