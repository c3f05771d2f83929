import type { INodeProperties } from 'n8n-workflow';

import { requestOptionProperties } from '../../shared/http/options';
import {
	inputFormatProperties,
	requestFieldsProperty,
	resultFormatProperties,
} from '../../shared/signature/requestFields';
import { CATEGORIES, OTHER_CATEGORIES } from '../protocol/categories';

type Show = Record<string, string[]>;

/** Which findings are applied: the parameters 'apply' and 'categories'. */
export function categoryProperties(show: Show): INodeProperties[] {
	return [
		{
			displayName: 'Corrections to Apply',
			name: 'apply',
			type: 'options',
			options: [
				{ name: 'All', value: 'all', description: 'Every correction that has a suggestion' },
				{
					name: 'All Except Chosen Categories',
					value: 'allExcept',
					description: 'Those of the chosen categories are listed but not applied',
				},
				{
					name: 'Only Chosen Categories',
					value: 'chosen',
					description: 'Those of other categories are listed but not applied',
				},
			],
			default: 'all',
			description:
				'Which corrections go into the corrected text. Where two overlap, the one that covers more text is applied, of equally long ones the first.',
			displayOptions: { show },
		},
		{
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
					description: 'Any category that the service may add and that is not in this list',
				},
			].sort((a, b) => a.name.localeCompare(b.name)),
			default: [],
			description: 'Categories to apply or leave out',
			displayOptions: { show: { ...show, apply: ['chosen', 'allExcept'] } },
		},
	];
}

/** Options of what stays, what is always replaced, and what a row holds. */
export const styleOptions: Record<
	'includeInputFields' | 'keepWords' | 'leaveOutCorrect' | 'replaceAlways',
	INodeProperties
> = {
	includeInputFields: {
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: false,
		description:
			"Whether each row begins with the fields of its input item. The node's own fields win over those of the same name, and a field named error is left out.",
	},
	keepWords: {
		displayName: 'Keep These Words',
		name: 'keepWords',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. 星火认知',
		description:
			'Words to leave as they are, one a line, or an expression that gives a list. A pattern stands between slashes, such as /第\\d+号/. A correction that touches one of them is listed as kept and not applied.',
	},
	leaveOutCorrect: {
		displayName: 'Leave Out Clean Texts',
		name: 'leaveOutCorrect',
		type: 'boolean',
		default: false,
		description:
			'Whether One Item per Correction returns nothing for a text without corrections, instead of one row that says No corrections',
	},
	replaceAlways: {
		displayName: 'Replace Always',
		name: 'replaceAlways',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. 帐户 = 账户',
		description:
			'House style, one a line: the words, an equals sign, and what to write instead. They are replaced wherever they stand and listed apart from the corrections.',
	},
};

/** Options about the requests, without those of a node's run. */
export const wordListOptions: INodeProperties[] = [
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
	return [
		requestOptionProperties.maxAttempts,
		requestOptionProperties.maxItemsAtOnce,
		{
			...requestOptionProperties.maxTimePerItem,
			description: `Total time to spend on one ${unit}, including retries and waiting. In a long ${unit} the time begins again whenever one of its pieces has been checked.`,
		},
		requestOptionProperties.timeout,
		requestFieldsProperty([
			...Object.values(inputFormatProperties),
			...Object.values(resultFormatProperties),
		]),
	];
}
