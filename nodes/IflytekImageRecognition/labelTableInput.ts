import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../shared/errors';
import { downloadTimeoutMs, storedSize } from '../shared/imageInput';
import { limitedDownload } from '../shared/limitedDownload';
import { webAddress } from '../shared/webAddress';
import { decodeTableFile, parseLabelTable, type LabelTable, type TableOutcome } from './labelTable';

/** The vendor's own table has under 1 MB. */
const MAX_TABLE_BYTES = 10 * 1024 * 1024;

const URL_SUBJECT = "The file at 'Label Table URL'";
const FIELD_SUBJECT = "The file in 'Label Table Data Field Name'";

const show = { resource: ['object'], simplify: [true] };

/** Parameters for the table that gives object labels their names. */
export const labelTableProperties: INodeProperties[] = [
	{
		displayName: 'Label Table',
		name: 'labelTableSource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Binary File',
				value: 'binary',
				description: 'A CSV or TSV file in a binary field of the first item',
			},
			{ name: 'None', value: 'none', description: 'Objects come out as their numbers' },
			{ name: 'Text', value: 'text', description: 'The table pasted as text' },
			{ name: 'URL', value: 'url', description: 'A CSV or TSV file that n8n downloads' },
		],
		default: 'none',
		description:
			'Where the names of the more than 20000 object labels come from. The table has a line for each label with number, English and Chinese name, and is read once per run.',
		displayOptions: { show },
	},
	{
		displayName: 'Label Table Data Field Name',
		name: 'labelTableField',
		type: 'string',
		default: 'labels',
		required: true,
		hint: 'The name of the input field of the first item containing the table: CSV or TSV',
		displayOptions: { show: { ...show, labelTableSource: ['binary'] } },
	},
	{
		displayName: 'Label Table Text',
		name: 'labelTableText',
		type: 'string',
		typeOptions: { rows: 5 },
		default: '',
		required: true,
		placeholder: 'e.g. 4,zebra,斑马',
		description:
			'Lines with number, English and Chinese name, separated by tab, semicolon or comma',
		displayOptions: { show: { ...show, labelTableSource: ['text'] } },
	},
	{
		displayName: 'Label Table URL',
		name: 'labelTableUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/object-labels.csv',
		description: 'Web address of a CSV or TSV file with number, English and Chinese name',
		displayOptions: { show: { ...show, labelTableSource: ['url'] } },
	},
];

/**
 * Gives the user's object label table, read on the first call and kept for the run; undefined when none is
 * set. Parameters and file are those of the first item.
 * @throws NodeOperationError naming the item that asks, when there is a table that cannot be read
 */
export function labelTableReader(
	context: IExecuteFunctions,
): (itemIndex: number) => Promise<LabelTable | undefined> {
	let reading: Promise<TableOutcome<LabelTable | undefined>> | undefined;
	return async (itemIndex) => {
		reading ??= readLabelTable(context);
		const outcome = await reading;
		if (outcome.ok) return outcome.value;
		throw inputError(context, itemIndex, outcome.what, outcome.remedy);
	};
}

async function readLabelTable(
	context: IExecuteFunctions,
): Promise<TableOutcome<LabelTable | undefined>> {
	const source = context.getNodeParameter('labelTableSource', 0, 'none') as string;
	if (source === 'none') return { ok: true, value: undefined };
	if (source === 'text') {
		const text = String(context.getNodeParameter('labelTableText', 0) ?? '');
		return about("The text in 'Label Table Text'", parseLabelTable(text));
	}
	const file = source === 'url' ? await downloadTable(context) : await readTableFile(context);
	if (!file.ok) return file;
	const subject = source === 'url' ? URL_SUBJECT : FIELD_SUBJECT;
	if (file.value.length > MAX_TABLE_BYTES) return tooLarge(subject);
	const text = decodeTableFile(file.value);
	return about(subject, text.ok ? parseLabelTable(text.value) : text);
}

async function readTableFile(context: IExecuteFunctions): Promise<TableOutcome<Buffer>> {
	const name = String(context.getNodeParameter('labelTableField', 0));
	const binary = context.getInputData()[0]?.binary ?? {};
	const file = binary[name];
	if (file === undefined) {
		const existing = Object.keys(binary);
		return {
			ok: false,
			what: `The first item has no file in the field '${name}' named in 'Label Table Data Field Name'`,
			remedy:
				existing.length > 0
					? `The first item has files in: ${existing.join(', ')}. Enter one of these names.`
					: "Read the table's file before this node, or choose another 'Label Table'.",
		};
	}
	if (((await storedSize(context, file)) ?? 0) > MAX_TABLE_BYTES) return tooLarge(FIELD_SUBJECT);
	return { ok: true, value: await context.helpers.getBinaryDataBuffer(0, name) };
}

async function downloadTable(context: IExecuteFunctions): Promise<TableOutcome<Buffer>> {
	const url = webAddress(context.getNodeParameter('labelTableUrl', 0));
	if (url === undefined) {
		return {
			ok: false,
			what: "'Label Table URL' is not a web address",
			remedy: 'Enter an address that starts with http:// or https:// and holds no spaces.',
		};
	}
	const timeoutMs = downloadTimeoutMs(context, 0);
	const download = await limitedDownload(context, url.href, 'The host of the label table', {
		maxBytes: MAX_TABLE_BYTES,
		deadline: Date.now() + timeoutMs,
		followRedirects: true,
	});
	switch (download.ended) {
		case 'whole':
			return { ok: true, value: download.bytes };
		case 'tooLarge':
			return tooLarge(URL_SUBJECT);
		case 'otherStatus':
			return {
				ok: false,
				what: `The address in 'Label Table URL' answered HTTP ${download.statusCode} instead of a table`,
				remedy:
					'Open the address in a private browser window: it must show the table without a login.',
			};
		case 'late':
			return {
				ok: false,
				what: `${URL_SUBJECT} did not arrive within ${timeoutMs / 1000} s`,
				remedy: 'Raise the option Timeout, or run the workflow again later.',
			};
		case 'failed':
			return {
				ok: false,
				what: `${URL_SUBJECT} could not be fetched: ${download.message}`,
				remedy: download.description,
			};
	}
}

function tooLarge(subject: string): TableOutcome<never> {
	return {
		ok: false,
		what: `${subject} is larger than 10 MB`,
		remedy: 'Give a table with only number, English and Chinese name for each label.',
	};
}

function about<T>(subject: string, outcome: TableOutcome<T>): TableOutcome<T> {
	return outcome.ok ? outcome : { ...outcome, what: `${subject} ${outcome.what}` };
}
