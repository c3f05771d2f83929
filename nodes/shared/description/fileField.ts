import type { INodeProperties } from 'n8n-workflow';

import { choices, type Choices } from './properties';

/** How the names of the file parameters begin, and what sentences call the file. */
export const FILE_KINDS = {
	file: { title: 'File', noun: 'file', chinese: '文件' },
	image: { title: 'Image', noun: 'picture', chinese: '图片' },
} as const;

export type FileKind = keyof typeof FILE_KINDS;

/** The parameter that names the fields with the files; an agent's tool takes the file itself. */
export function fileFieldProperties(
	formats: string,
	show: Record<string, string[]> = {},
): INodeProperties[] {
	const fieldName: INodeProperties = {
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
	};
	return [
		{
			...fieldName,
			placeholder: 'e.g. attachment_*',
			hint: `The name of the input field containing the file: ${formats}. Separate several names with commas. attachment_* takes every field that begins with attachment_, and * takes every file of the item.`,
			displayOptions: { show: { ...show, '@tool': [false] } },
		},
		{
			...fieldName,
			default: "={{ $('Node with the file').item.binary.data }}",
			hint: `The file itself, by an expression that names the node which read it: ${formats}`,
			displayOptions: { show: { ...show, '@tool': [true] } },
		},
	];
}

/** The parameters that bring a file: in a field, as base64 text, by its address, or from more sources. */
export function givenFileProperties(
	kind: FileKind,
	formats: string,
	own: { url: string; urlExample: string; more?: Choices },
): INodeProperties[] {
	const { title, noun } = FILE_KINDS[kind];
	const name = `${kind}Source`;
	const source: INodeProperties = {
		displayName: `${title} Source`,
		name,
		type: 'options',
		noDataExpression: true,
		options: choices({
			base64: ['Base64', `The ${noun} as base64 text, as an AI agent or an API delivers it`],
			binary: ['Binary File', 'A file that an earlier node read'],
			...own.more,
			url: ['URL', own.url],
		}),
		default: 'binary',
		description: `Where the ${noun} comes from`,
		displayOptions: { show: { '@tool': [false] } },
	};
	const text = { type: 'string', default: '', required: true } as const;
	return [
		source,
		// a model can give an address, but no file
		{ ...source, default: 'url', displayOptions: { show: { '@tool': [true] } } },
		...fileFieldProperties(formats, { [name]: ['binary'] }),
		{
			...text,
			displayName: `${title} Base64`,
			name: `${kind}Base64`,
			typeOptions: { rows: 3 },
			placeholder: 'e.g. iVBORw0KGgoAAAANSUhEUg…',
			description: `The ${noun} as base64 text, with or without a data: prefix. ${formats}.`,
			displayOptions: { show: { [name]: ['base64'] } },
		},
		{
			...text,
			displayName: `${title} URL`,
			name: `${kind}Url`,
			placeholder: `e.g. https://example.com/${own.urlExample}`,
			description: `Public web address of the ${noun}: ${formats}`,
			displayOptions: { show: { [name]: ['url'] } },
		},
	];
}

/** An entry of Options, off by default: n8n's editor shows an item's file before its row. */
export const inputFileProperty: INodeProperties = {
	displayName: 'Put Input File in Output',
	name: 'putInputFileInOutput',
	type: 'boolean',
	default: false,
	description:
		"Whether to pass an item's files on, to be saved, moved or attached after this node. The item's first row carries them all. An item that fails always keeps its files.",
};
