import type { INodeProperties } from 'n8n-workflow';

import { fileFieldProperties } from './fileField';

/**
 * The parameters `imageSource`, `binaryPropertyName`, `imageUrl` and `imageBase64`.
 * @param urlDescription says who fetches the address: n8n or the service
 */
export function imageSourceProperties(texts: {
	formats: string;
	urlDescription: string;
}): INodeProperties[] {
	const imageSource: INodeProperties = {
		displayName: 'Image Source',
		name: 'imageSource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Base64',
				value: 'base64',
				description: 'The picture as base64 text, such as an AI agent or an API provides',
			},
			{ name: 'Binary File', value: 'binary', description: 'A file that an earlier node read' },
			{ name: 'URL', value: 'url', description: texts.urlDescription },
		],
		default: 'binary',
		description: 'Where the picture comes from',
		displayOptions: { show: { '@tool': [false] } },
	};
	return [
		imageSource,
		{
			...imageSource,
			// a model can give an address, but no file
			default: 'url',
			displayOptions: { show: { '@tool': [true] } },
		},
		...fileFieldProperties(texts.formats, { imageSource: ['binary'] }),
		{
			displayName: 'Image URL',
			name: 'imageUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/picture.jpg',
			description: `Public web address of the picture: ${texts.formats}`,
			displayOptions: { show: { imageSource: ['url'] } },
		},
		{
			displayName: 'Image Base64',
			name: 'imageBase64',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			required: true,
			placeholder: 'e.g. iVBORw0KGgoAAAANSUhEUg…',
			description: `The picture as base64 text, with or without a data: prefix. ${texts.formats}.`,
			displayOptions: { show: { imageSource: ['base64'] } },
		},
	];
}
