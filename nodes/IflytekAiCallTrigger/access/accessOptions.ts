import type { INodeProperties } from 'n8n-workflow';

import { protective } from '../../shared/items/item';

/** Entries of Options that say who may call. */
export const accessOptions: INodeProperties[] = [
	protective({
		displayName: 'Allowed Addresses',
		name: 'allowedAddresses',
		type: 'string',
		default: '',
		placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24',
		description:
			'Comma-separated IP addresses and IPv4 ranges that may call; others get 403. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the real caller.',
	}),
	protective({
		displayName: 'Allowed App IDs',
		name: 'allowedAppIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5f3a2b1c',
		description:
			'Comma-separated application IDs. A request that names another one gets 403; one that names none is accepted, so use a Webhook Secret for protection.',
	}),
];
