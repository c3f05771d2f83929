import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { openService, type Service } from '../../shared/http/client';
import { requestOptionProperties } from '../../shared/http/options';
import { runItems } from '../../shared/items/itemLoop';
import { optionsProperty, toolDescription } from '../../shared/description/properties';
import { SELECTED_FIELDS, toolOutputProperties } from '../../shared/items/toolOutput';
import type { Item } from '../../shared/items/item';
import { signatureScheme } from '../../shared/signature/sign';
import { TEXT_SERVICE } from '../protocol/service';
import {
	inputFormatProperties,
	requestFieldsProperty,
	resultFormatProperties,
} from '../../shared/signature/requestFields';
import { fullItem, singleItems, TEXT_FIELDS, textItem } from '../output/correctionItems';
import { applyCorrections } from '../protocol/applyCorrections';
import { CATEGORIES, OTHER_CATEGORIES } from '../protocol/categories';
import { readFindings } from '../protocol/correctionAnswer';
import { joinPieces } from '../protocol/joinPieces';
import { splitText, wholeText } from '../protocol/splitText';
import { MAX_BASE64_BYTES, MAX_CHARACTERS } from '../protocol/textLimits';
import { checkPieces } from './checkPieces';
import { readChoice, readSettings, readText } from './correctionParameters';

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
		'One item for each correction, with the text around it; no item for a text without corrections',
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
		displayOptions: { show: { ...shown.show, output: SHAPED } },
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
		displayOptions: {
			show: {
				...shown.show,
				output: SHAPED,
				apply: ['chosen', 'allExcept'],
			},
		},
	},
	optionsProperty(shown.show, [
		{
			displayName: 'Split Long Texts',
			name: 'splitLongTexts',
			type: 'boolean',
			default: true,
			description: `Whether to send a text of more than about 1750 Chinese characters (${MAX_CHARACTERS} characters, ${MAX_BASE64_BYTES} bytes of base64) in several requests, which the service counts one by one. When off, such a text is refused before anything is sent.`,
		},
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
		requestOptionProperties.maxAttempts,
		requestOptionProperties.maxItemsAtOnce,
		{
			...requestOptionProperties.maxTimePerItem,
			description:
				'Total time to spend on one text, including retries and waiting. In a long text the time begins again whenever one of its pieces has been checked.',
		},
		requestOptionProperties.timeout,
		requestFieldsProperty([
			...Object.values(inputFormatProperties),
			...Object.values(resultFormatProperties),
		]),
	]),
];

/** Corrects the text of every item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const service = await openService(context, signatureScheme, {
		name: TEXT_SERVICE.name,
		options: context.getNodeParameter('options', 0, {}) as IDataObject,
	});
	const unfinished = new Set<number>();
	const items = await runItems(context, { limiter: service.limiter }, async (item) => {
		const { found, complete } = await correctText(service, item);
		if (!complete) unfinished.add(item.index);
		return found;
	});
	if (unfinished.size > 0) {
		const [count, total] = [unfinished.size, context.getInputData().length];
		context.addExecutionHints({
			type: 'warning',
			message: `${count} of ${total} texts checked only in part: see 'failedPieces'.`,
			location: 'outputPane',
		});
	}
	return items;
}

/** Corrects the text of one item: its items in the chosen output, and whether all of it was checked. */
async function correctText(
	service: Service,
	item: Item,
): Promise<{ found: INodeExecutionData[]; complete: boolean }> {
	const output = item.parameter('output') as string;
	const isSplit = item.options.splitLongTexts !== false;
	const text = readText(item, isSplit);
	const settings = readSettings(item, service.credentials);
	// read now, so that a wrong value is reported before anything is sent
	const choice = output === 'fullResponse' ? undefined : readChoice(item);

	const pieces = isSplit
		? splitText(text).filter(({ start, end }) => text.slice(start, end).trim() !== '')
		: [wholeText(text)];
	const { checked, failedPieces } = await checkPieces(service, item, text, pieces, settings);
	const complete = failedPieces.length === 0;
	if (choice === undefined) {
		return { found: [{ json: fullItem(checked, failedPieces) }], complete };
	}
	const findings = joinPieces(
		text,
		checked.map(({ piece, answer }) => ({ piece, findings: readFindings(answer.document) })),
	);
	const corrected = { text, ...applyCorrections(text, findings, choice), failedPieces };
	const items = output === 'corrections' ? singleItems(corrected) : [textItem(corrected)];
	return { found: items.map((json) => ({ json: json as unknown as IDataObject })), complete };
}
