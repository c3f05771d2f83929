import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FORMAT_VALUES } from './scheme';

/** A field with the one value that the services document. */
function field(
	displayName: string,
	name: string,
	only: INodePropertyOptions,
	description: string,
): INodeProperties {
	const { value } = only;
	return { displayName, name, type: 'options', options: [only], default: value, description };
}

const { compress, encoding, format } = FORMAT_VALUES;

export const inputFormatProperties = [
	field(
		'Input Compression',
		'inputCompress',
		compress,
		'How the text is compressed before it is sent',
	),
	field('Input Encoding', 'inputEncoding', encoding, 'Character encoding of the text that is sent'),
	field('Input Format', 'inputFormat', format, 'Format of the text, as declared to the service'),
];

export const resultFormatProperties = [
	field('Result Compression', 'resultCompress', compress, "How the service's answer is compressed"),
	field(
		'Result Encoding',
		'resultEncoding',
		encoding,
		"Character encoding of the service's answer",
	),
	field('Result Format', 'resultFormat', format, "Format of the service's answer"),
];

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
