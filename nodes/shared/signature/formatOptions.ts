import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** How a text is written, in the request or in the answer; the specs know one value for each. */
export interface TextFormat {
	encoding: string;
	compress: string;
	format: string;
}

/** The one value that the services document for each field (spec: A and B, request body). */
export const FORMAT_VALUES = {
	encoding: { name: 'UTF-8', value: 'utf8' },
	compress: { name: 'None (Raw)', value: 'raw' },
	format: { name: 'JSON', value: 'json' },
};

/** Options for how the answer comes back. */
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

/** Reads one side's format out of a node's Options, with the values above as defaults. */
export function readFormat(options: IDataObject, side: 'input' | 'result'): TextFormat {
	const { encoding, compress, format } = FORMAT_VALUES;
	return {
		encoding: String(options[`${side}Encoding`] ?? encoding.value),
		compress: String(options[`${side}Compress`] ?? compress.value),
		format: String(options[`${side}Format`] ?? format.value),
	};
}
