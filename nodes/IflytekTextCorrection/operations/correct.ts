import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	choices,
	includeInputFieldsProperty,
	optionsProperty,
	type Choices,
} from '../../shared/description/properties';
import { SELECTED_FIELDS, toolOutputProperties } from '../../shared/description/toolOutput';
import { TEXT_FIELDS } from '../output/correctionItems';
import { MAX_BASE64_BYTES, MAX_CHARACTERS } from '../protocol/service';
import { readRules, readText } from './correctionParameters';
import { categoryProperties, requestOptions, styleOptions } from './correctionProperties';
import { proofread } from './proofread';

export const option: INodePropertyOptions = {
	name: 'Correct Text',
	value: 'correct',
	action: 'Correct Chinese text',
	description:
		'Find and correct wrong characters, words, grammar, idioms, punctuation, names and dates',
};

export const tool =
	'Proofreads Chinese text. Call it before you hand over or publish any Chinese text, or when the user asks for proofreading. Input: the complete text, of any length, unchanged and without comments. Output: correctedText is the corrected text; corrections lists each change with its meaning, position, original, suggestion, and whether it was applied. Show the user those with applied = false and decide with them. If complete is false, the parts in failedPieces were not checked: say so. It does not translate, rewrite or shorten, and it does not check facts.';

const ONE_PER_CORRECTION: Choices = {
	corrections: [
		'One Item per Correction',
		'One item for each correction, with its sentence; a text without corrections gives one that says so',
	],
};

/** The outputs that show corrections, not only the service's answer. */
const SHAPED = ['correctedText', 'corrections', SELECTED_FIELDS];
const shaped = { displayOptions: { show: { '/output': SHAPED } } };

export const properties: INodeProperties[] = [
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 6 },
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.text }}',
		description:
			'The Chinese text to proofread, of any length. A long text is cut at sentence ends and put together again.',
	},
	{
		displayName: 'Text Format',
		name: 'textFormat',
		type: 'options',
		options: choices({
			html: [
				'HTML',
				'A page or a part of one. Tags, attributes, scripts and code stay as they are.',
			],
			markdown: ['Markdown', 'Code, addresses of links, HTML and front matter stay as they are'],
			plain: ['Plain Text', 'Every character is part of the text'],
		}),
		default: 'plain',
		description:
			'How the text is written. Of Markdown and HTML only the words are sent and changed; what stands between &lt;!-- iflytek off --&gt; and &lt;!-- iflytek on --&gt; is left alone.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: choices({
			correctedText: [
				'Corrected Text',
				'One item per text: the corrected text, the list of corrections, counts, and the changes marked in HTML or Markdown',
			],
			fullResponse: [
				'Full Response',
				'One item per text: everything the service answered, decoded',
			],
			...ONE_PER_CORRECTION,
		}),
		default: 'correctedText',
		description: 'What to return',
		displayOptions: { show: { '@tool': [false] } },
	},
	...toolOutputProperties({
		fields: TEXT_FIELDS,
		selected: ['correctedText', 'complete', 'corrections', 'failedPieces'],
		values: { simplified: 'correctedText', raw: 'fullResponse' },
		more: choices(ONE_PER_CORRECTION),
	}),
	...categoryProperties({ output: SHAPED }),
	optionsProperty([
		{ ...includeInputFieldsProperty, ...shaped },
		{ ...styleOptions.keepWords, ...shaped },
		{ ...styleOptions.language, ...shaped },
		{ ...styleOptions.leaveOutCorrect, displayOptions: { show: { '/output': ['corrections'] } } },
		{
			displayName: 'Marked-Up Version',
			name: 'markedUp',
			type: 'options',
			options: choices({
				html: ['HTML', 'In the field html, as e-mails show it'],
				markdown: ['Markdown', 'In the field markdown'],
			}),
			default: 'html',
			description: 'How the output shows the text with its changes marked',
			displayOptions: { show: { '/output': ['correctedText'] } },
		},
		{ ...styleOptions.replaceAlways, ...shaped },
		{
			displayName: 'Split Long Texts',
			name: 'splitLongTexts',
			type: 'boolean',
			default: true,
			description: `Whether to send a text of more than about 1750 Chinese characters (${MAX_CHARACTERS} characters, ${MAX_BASE64_BYTES} bytes of base64) in several requests, which the service counts one by one. When off, such a text is refused before anything is sent.`,
		},
		...requestOptions('text'),
	]),
];

/** Corrects the text of every item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await proofread(context, 'text', (item) => {
		const output = item.parameter('output') as string;
		const isSplit = item.options.splitLongTexts !== false;
		const text = readText(item, isSplit);
		const rules = output === 'fullResponse' ? undefined : readRules(item);
		return { output, isSplit, text, rules };
	});
}
