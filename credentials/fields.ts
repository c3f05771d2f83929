import type { INodeProperties } from 'n8n-workflow';

import type { Scheme } from '../nodes/shared/http/codes';

/** The field *Service*. @param hint explains the keys below and the request of the test */
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

export function secretField(displayName: string, name: string, hint: string): INodeProperties {
	const typeOptions = { password: true };
	return { displayName, name, type: 'string', typeOptions, default: '', required: true, hint };
}

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
