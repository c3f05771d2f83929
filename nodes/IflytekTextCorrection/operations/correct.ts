import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { openService, type Service } from '../../shared/http/client';
import { runItems } from '../../shared/items/itemLoop';
import { optionsProperty, toolDescription } from '../../shared/description/properties';
import { SELECTED_FIELDS, toolOutputProperties } from '../../shared/items/toolOutput';
import type { Item } from '../../shared/items/item';
import { signatureScheme } from '../../shared/signature/sign';
import { TEXT_SERVICE } from '../protocol/service';
import { fullItem, shapedItems, TEXT_FIELDS } from '../output/correctionItems';
import { RunSummary } from '../output/runSummary';
import { isApplied } from '../protocol/applyCorrections';
import { MAX_BASE64_BYTES, MAX_CHARACTERS } from '../protocol/textLimits';
import { edited, PLAIN, plainProse } from '../prose/prose';
import { readRules, readSettings, readText } from './correctionParameters';
import {
	categoryProperties,
	requestOptions,
	styleOptions,
	wordListOptions,
} from './correctionProperties';
import { checkText, decider } from './proofread';

const shown = { show: { operation: ['correct'] } };

export const option: INodePropertyOptions = {
	name: 'Correct Text',
	value: 'correct',
	action: 'Correct Chinese text',
	description:
		'Find and correct wrong characters, words, grammar, idioms, punctuation, names and dates',
};

const TOOL =
	'Proofreads Chinese text. Call it before you hand over or publish any Chinese text, or when the user asks for proofreading. Input: the complete plain text, of any length, unchanged and without comments. Output: correctedText is the corrected text; corrections lists each change with its meaning, position, original, suggestion, and whether it was applied. Show the user those with applied = false and decide with them. If complete is false, the parts in failedPieces were not checked: say so. It does not translate, rewrite or shorten, and it does not check facts.';

const ONE_PER_CORRECTION: INodePropertyOptions = {
	name: 'One Item per Correction',
	value: 'corrections',
	description:
		'One item for each correction, with its sentence; a text without corrections gives one that says so',
};

/** The outputs that show the corrections, and not only the service's answer. */
const SHAPED = ['correctedText', 'corrections', SELECTED_FIELDS];

export const properties: INodeProperties[] = [
	toolDescription(shown.show, TOOL),
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 6 },
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.text }}',
		description:
			'The Chinese text to proofread, as plain text of any length. A long text is cut at sentence ends and put together again.',
		displayOptions: shown,
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Corrected Text',
				value: 'correctedText',
				description:
					'One item per text: the corrected text, the list of corrections, counts, and the changes marked in Markdown and HTML',
			},
			{
				name: 'Full Response',
				value: 'fullResponse',
				description: 'One item per text: everything the service answered, decoded',
			},
			ONE_PER_CORRECTION,
		],
		default: 'correctedText',
		description: 'What to return',
		displayOptions: { show: { ...shown.show, '@tool': [false] } },
	},
	...toolOutputProperties(shown.show, {
		fields: TEXT_FIELDS,
		selected: ['correctedText', 'complete', 'corrections', 'failedPieces'],
		values: { simplified: 'correctedText', raw: 'fullResponse' },
		more: [ONE_PER_CORRECTION],
	}),
	...categoryProperties({ ...shown.show, output: SHAPED }),
	optionsProperty(shown.show, [
		{
			...styleOptions.includeInputFields,
			displayOptions: { show: { '/output': SHAPED } },
		},
		{ ...styleOptions.keepWords, displayOptions: { show: { '/output': SHAPED } } },
		{ ...styleOptions.leaveOutCorrect, displayOptions: { show: { '/output': ['corrections'] } } },
		{ ...styleOptions.replaceAlways, displayOptions: { show: { '/output': SHAPED } } },
		{
			displayName: 'Split Long Texts',
			name: 'splitLongTexts',
			type: 'boolean',
			default: true,
			description: `Whether to send a text of more than about 1750 Chinese characters (${MAX_CHARACTERS} characters, ${MAX_BASE64_BYTES} bytes of base64) in several requests, which the service counts one by one. When off, such a text is refused before anything is sent.`,
		},
		...wordListOptions,
		...requestOptions('text'),
	]),
];

/** Corrects the text of every item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const service = await openService(context, signatureScheme, {
		name: TEXT_SERVICE.name,
		options: context.getNodeParameter('options', 0, {}) as IDataObject,
	});
	const summary = new RunSummary('text');
	const items = await runItems(
		context,
		{ limiter: service.limiter },
		async (item) => await correctText(service, item, summary),
	);
	summary.tell(context, items);
	return items;
}

/** Corrects the text of one item: its items in the chosen output. */
async function correctText(
	service: Service,
	item: Item,
	summary: RunSummary,
): Promise<INodeExecutionData[]> {
	const output = item.parameter('output') as string;
	const isSplit = item.options.splitLongTexts !== false;
	const text = readText(item, isSplit);
	const prose = plainProse(text);
	const settings = { ...readSettings(item, service.credentials), isSplit };
	// read now, so that a wrong value is reported before anything is sent
	const decide =
		output === 'fullResponse' ? undefined : decider(item, prose, PLAIN, readRules(item));

	const checked = await checkText(service, item, prose.text, settings);
	const { answers, failedPieces } = checked;
	const complete = failedPieces.length === 0;
	if (decide === undefined) {
		summary.add({ complete });
		return [{ json: fullItem(answers, failedPieces) }];
	}
	const { corrections, edits } = decide(checked);
	const correctedText = edited(prose.document, edits, PLAIN.encode);
	summary.add({ complete, changes: corrections.filter(isApplied).length });
	const corrected = { row: item.index + 1, prose, correctedText, corrections, failedPieces };
	return shapedItems(item, output, corrected);
}
