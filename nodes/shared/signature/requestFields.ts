import type { IDataObject, INodeProperties, ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Item } from '../items/item';

/** How a text is encoded in the request or the answer; one value of each is documented. */
export interface TextFormat {
	encoding: string;
	compress: string;
	format: string;
}

/** The one value that the services document for each field (docs/services.md, Invoices: Request body). */
export const FORMAT_VALUES = {
	encoding: { name: 'UTF-8', value: 'utf8' },
	compress: { name: 'None (Raw)', value: 'raw' },
	format: { name: 'JSON', value: 'json' },
};

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
		description: 'Format that the service is told for the text',
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

/** The fields with one documented value as one entry, to be placed at the end of a node's Options. */
export function requestFieldsProperty(fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Request Fields',
		name: 'requestFields',
		type: 'fixedCollection',
		default: {},
		description: 'Fields of the request for which the service documents only one value',
		options: [{ displayName: 'Fields', name: 'fields', values: fields }],
	};
}

/** What is set in the entry of `requestFieldsProperty`. */
export function readRequestFields(options: IDataObject): IDataObject {
	const { fields } = (options.requestFields ?? {}) as { fields?: IDataObject };
	// the invoice node has them among its options
	return { ...options, ...fields };
}

/** Reads one side's format out of a node's Options; what is empty has the documented value. */
export function readFormat(options: IDataObject, side: 'input' | 'result'): TextFormat {
	const { encoding, compress, format } = FORMAT_VALUES;
	const fields = readRequestFields(options);
	return {
		encoding: String(fields[`${side}Encoding`] || encoding.value),
		compress: String(fields[`${side}Compress`] || compress.value),
		format: String(fields[`${side}Format`] || format.value),
	};
}

/**
 * The App ID that the requests of the signature services carry.
 * @throws NodeOperationError when the credential has none
 */
export function readAppId(item: Item, credentials: ICredentialDataDecryptedObject): string {
	const appId = String(credentials.appId ?? '').trim();
	if (appId !== '') return appId;
	throw item.inputError(
		"The credential's 'App ID' is empty",
		'Copy the APPID from the page of the application in the iFLYTEK console.',
	);
}
