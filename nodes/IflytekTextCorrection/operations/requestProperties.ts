import type { INodeProperties } from 'n8n-workflow';

import { FORMAT_VALUES } from '../../shared/signature/formatOptions';

/** Options for how the text goes out. */
export const inputFormatProperties = {
	inputCompress: {
		displayName: 'Input Compression',
		name: 'inputCompress',
		type: 'options',
		options: [FORMAT_VALUES.compress],
		default: 'raw',
		description: 'How the text is compressed before it is sent',
	},
	inputEncoding: {
		displayName: 'Input Encoding',
		name: 'inputEncoding',
		type: 'options',
		options: [FORMAT_VALUES.encoding],
		default: 'utf8',
		description: 'Character encoding of the text that is sent',
	},
	inputFormat: {
		displayName: 'Input Format',
		name: 'inputFormat',
		type: 'options',
		options: [FORMAT_VALUES.format],
		default: 'json',
		description: 'Format that the service is told for the text',
	},
} satisfies Record<string, INodeProperties>;
