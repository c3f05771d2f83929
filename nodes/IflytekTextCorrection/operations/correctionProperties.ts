import type { INodeProperties } from 'n8n-workflow';

import { choices, languageProperty, onlyWhereSaved } from '../../shared/description/properties';
import { protective } from '../../shared/items/item';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import {
	inputFormatProperties,
	requestFieldsProperty,
	resultFormatProperties,
} from '../../shared/signature/requestFields';
import { CATEGORIES, OTHER_CATEGORIES } from '../protocol/categories';

/** Which findings are applied: the parameters 'apply' and 'categories'. */
export function categoryProperties(show: Record<string, string[]> = {}): INodeProperties[] {
	return [
		{
			displayName: 'Corrections to Apply',
			name: 'apply',
			type: 'options',
			options: choices({
				all: ['All', 'Every correction that has a suggestion'],
				allExcept: [
					'All Except Chosen Categories',
					'Those of the chosen categories are listed but not applied',
				],
				chosen: ['Only Chosen Categories', 'Those of other categories are listed but not applied'],
			}),
			default: 'all',
			description:
				'Which corrections go into the corrected text. Where two overlap, the longer one is applied, or the first if both are equally long.',
			displayOptions: { show },
		},
		protective({
			displayName: 'Categories',
			name: 'categories',
			type: 'multiOptions',
			options: [
				...CATEGORIES.map(({ value, name, meaning }) => ({
					name,
					value,
					...(meaning.toLowerCase() === name.toLowerCase() ? {} : { description: meaning }),
				})),
				{
					name: 'Other',
					value: OTHER_CATEGORIES,
					description: 'Any category that is not in this list',
				},
			].sort((a, b) => a.name.localeCompare(b.name)),
			default: [],
			description: 'Categories to apply or leave out',
			displayOptions: { show: { ...show, apply: ['chosen', 'allExcept'] } },
		}),
	];
}

/** Options for words to keep and to replace, and for the rows. */
export const styleOptions = {
	keepWords: protective({
		displayName: 'Keep These Words',
		name: 'keepWords',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. 星火认知',
		description:
			'Words to leave as they are, one per line, or an expression that gives a list. A * stands for up to 20 characters without a blank or a punctuation mark, as in 第*号. A correction that touches one of them is listed as kept and not applied.',
	}),
	language: {
		...languageProperty,
		description: 'Language of category names, meanings, reasons and messages',
	},
	leaveOutCorrect: {
		displayName: 'Leave Out Clean Texts',
		name: 'leaveOutCorrect',
		type: 'boolean',
		default: false,
		description:
			'Whether One Item per Correction returns nothing for a text in which nothing was found, instead of one row that says No corrections',
	},
	replaceAlways: protective({
		displayName: 'Replace Always',
		name: 'replaceAlways',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. 帐户 = 账户',
		description:
			'House style, one rule per line: the words, an equals sign, and the replacement. The words are replaced everywhere and listed separately from the corrections.',
	}),
} satisfies Record<string, INodeProperties>;

/** Fields of the request that name lists of words. */
const WORD_LIST: INodeProperties[] = [
	{
		displayName: 'Word List ID',
		name: 'resId',
		type: 'string',
		default: '',
		placeholder: 'e.g. my_list',
		description:
			'Name (res_id) under which you uploaded lists of forbidden and allowed words to the service. Sent only when filled.',
	},
	{
		displayName: 'Word List User ID',
		name: 'uid',
		type: 'string',
		default: '',
		placeholder: 'e.g. editor01',
		description: 'User (uid) under which the word lists were uploaded. Sent only when filled.',
	},
];

/** @param unit what one item holds: a text or a document */
export function requestOptions(unit: string): INodeProperties[] {
	const maxTimePerItem = {
		...requestOptionProperties.maxTimePerItem,
		description: `How long one ${unit} may take from its first request on, including retries and pauses. Waiting for its first turn does not count. In a long ${unit} the time begins again whenever one of its pieces has been checked.`,
	};
	return [
		...Object.values({ ...requestOptionProperties, maxTimePerItem }),
		...WORD_LIST.map(onlyWhereSaved),
		requestFieldsProperty([...WORD_LIST, ...inputFormatProperties, ...resultFormatProperties]),
	];
}
