import type { INodeProperties } from 'n8n-workflow';

import { FORMAT_VALUES } from './textFormat';

/** Fields for how the text goes out. */
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
		description: 'Format of the text, as declared to the service',
	},
} satisfies Record<string, INodeProperties>;

/** Fields for how the answer comes back. */
export const resultFormatProperties = {
	resultCompress: {
		displayName: 'Result Compression',
		name: 'resultCompress',
		type: 'options',
		options: [FORMAT_VALUES.compress],
		default: 'raw',
		description: "How the service's answer is compressed",
	},
	resultEncoding: {
		displayName: 'Result Encoding',
		name: 'resultEncoding',
		type: 'options',
		options: [FORMAT_VALUES.encoding],
		default: 'utf8',
		description: "Character encoding of the service's answer",
	},
	resultFormat: {
		displayName: 'Result Format',
		name: 'resultFormat',
		type: 'options',
		options: [FORMAT_VALUES.format],
		default: 'json',
		description: "Format of the service's answer",
	},
} satisfies Record<string, INodeProperties>;

/** The fields of a request that are seldom changed as one entry, to be placed at the end of a node's Options. */
export function requestFieldsProperty(fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Request Fields',
		name: 'requestFields',
		type: 'fixedCollection',
		default: {},
		description: 'Further fields of the request, as the service documents them',
		options: [{ displayName: 'Fields', name: 'fields', values: fields }],
	};
}
