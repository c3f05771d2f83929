import type { INodeProperties } from 'n8n-workflow';

import { imageSourceProperties } from '../shared/files/imageInput';
import { requestOptionProperties } from '../shared/http/options';
import { toolDescription } from '../shared/items/toolDescription';
import { labelTableProperties } from './labelTableInput';

/** What a model is told, by what the tool looks for. */
const tool = (what: string, use: string) =>
	`Recognizes ${what} that a photo shows. Give the public http(s) address of a PNG, JPG, BMP or TIFF picture of at most 800 kB, or the picture itself as base64 text, whichever the parameter asks for. ${use} When uncertain is true, mention the other candidates.`;

const SCENE_TOOL = tool(
	'the kind of place',
	'Returns the most likely scene with its English and Chinese name, a score from 0 to 1, whether the result is uncertain, and five candidates. Use it when the user asks where a photo was taken or what kind of place it shows.',
);

const OBJECT_TOOL = tool(
	'the object',
	'Returns the most likely object with its number (and its name, where the tool has a table of names), a score from 0 to 1, whether the result is uncertain, and five candidates. Use it when the user asks what thing, animal or vehicle a photo shows.',
);

export const imageRecognitionProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Object',
				value: 'object',
				description: 'What a photo shows, out of more than 20000 kinds of things',
			},
			{
				name: 'Scene',
				value: 'scene',
				description: 'Where a photo was taken, out of 43 kinds of places',
			},
		],
		default: 'scene',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['object'] } },
		options: [
			{
				name: 'Recognize',
				value: 'recognize',
				action: 'Recognize main object in photo',
				description: 'Name the most likely object with its score and five candidates',
			},
		],
		default: 'recognize',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['scene'] } },
		options: [
			{
				name: 'Recognize',
				value: 'recognize',
				action: 'Recognize scene in photo',
				description: 'Name the most likely scene with its score and five candidates',
			},
		],
		default: 'recognize',
	},
	toolDescription({ resource: ['scene'], operation: ['recognize'] }, SCENE_TOOL),
	toolDescription({ resource: ['object'], operation: ['recognize'] }, OBJECT_TOOL),
	...imageSourceProperties(
		{ operation: ['recognize'] },
		{
			formats: 'PNG, JPG, BMP or TIFF up to 800 kB',
			urlDescription: 'A web address that the service fetches by itself; n8n does not download it',
		},
	),
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	...labelTableProperties,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Below Minimum Score',
				name: 'belowMinimumScore',
				type: 'options',
				options: [
					{
						name: 'Drop',
						value: 'drop',
						description: 'Leave the item out of the output',
					},
					{
						name: 'Mark as Uncertain',
						value: 'mark',
						description: "Set 'uncertain' in the simplified output and say why",
					},
					{
						name: 'Stop',
						value: 'error',
						description: "Treat the item as failed, as set under 'On Error'",
					},
				],
				default: 'mark',
				description: "What to do with a result whose score is below 'Minimum Score'",
			},
			{
				displayName: 'Image Name',
				name: 'imageName',
				type: 'string',
				default: '',
				placeholder: 'e.g. photo.jpg',
				description:
					"Name under which the picture is sent. When empty, it is the file's name or the last part of the address.",
			},
			requestOptionProperties.maxAttempts,
			requestOptionProperties.maxItemsAtOnce,
			requestOptionProperties.maxTimePerItem,
			{
				displayName: 'Minimum Score',
				name: 'minimumScore',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 3 },
				default: 0,
				description: 'Lowest score, from 0 to 1, at which a result counts as certain',
			},
			requestOptionProperties.timeout,
		],
	},
];
