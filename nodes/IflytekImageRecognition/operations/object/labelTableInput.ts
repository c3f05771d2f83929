import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { choices, notice } from '../../../shared/description/properties';
import {
	fileTitle,
	findFile,
	hasData,
	type SizeLimit,
	storedBytes,
	storedSize,
} from '../../../shared/files/itemFiles';
import { Item } from '../../../shared/items/item';
import { failure, invalid, success, type Result } from '../../../shared/problem/problem';
import { downloadFile, readFileUrl } from '../../../shared/files/download';
import { RetryBudget, type RequestPolicy } from '../../../shared/pace/pace';
import { isZip, readWorkbook } from '../../../shared/formats/workbook/workbook';
import { labelTableOf, type LabelTable } from '../../protocol/labelTable';
import { decodeTableText, splitRows } from '../../protocol/tableText';

const LIMIT: SizeLimit = {
	// the vendor's table has less than 1 MB
	maxBytes: 10 * 1024 * 1024,
	text: '10 MB',
	remedy: [
		'Give a table with only number, English and Chinese name for each label.',
		'请提供每个标签只有编号、英文名和中文名的表格。',
	],
};

const TOO_LARGE = invalid<never>(`is larger than ${LIMIT.text}`, LIMIT.remedy[0]);

/** Where the vendor offers the table; its license does not say that it may be shipped. */
const LABEL_TABLE_PAGE = 'https://www.xfyun.cn/doc/image/object-recg/API.html';

const FIELD_SUBJECT = "The file in 'Label Table Data Field Name'";

/** The raw output has no names, whether the switch or a tool's output asks for it. */
const hide = { simplify: [false], output: ['raw'] };

export const labelTableProperties: INodeProperties[] = [
	{
		displayName: 'Label Table',
		name: 'labelTableSource',
		type: 'options',
		noDataExpression: true,
		options: choices({
			binary: ['Binary File', 'An XLSX, CSV or TSV file in a binary field of the first item'],
			none: ['None', 'Objects come out as numbers, without names'],
			text: ['Text', 'The table pasted as text'],
			url: ['URL', 'An XLSX, CSV or TSV file that n8n downloads'],
		}),
		default: 'none',
		description:
			'Where the names of the more than 20,000 object labels come from. The table has a line for each label with number, English and Chinese name, and is read once per run.',
		displayOptions: { hide },
	},
	notice(
		'labelTableNotice',
		`The service answers with label numbers. For names, download the label table from <a href="${LABEL_TABLE_PAGE}" target="_blank">iFLYTEK's page on object recognition</a> and choose the file under 'Label Table'.`,
		{ displayOptions: { show: { labelTableSource: ['none'] }, hide } },
	),
	{
		displayName: 'Label Table Data Field Name',
		name: 'labelTableField',
		type: 'string',
		default: 'labels',
		required: true,
		hint: 'The name of the input field of the first item containing the table: XLSX, CSV or TSV',
		displayOptions: { show: { labelTableSource: ['binary'] }, hide },
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
		displayOptions: { show: { labelTableSource: ['text'] }, hide },
	},
	{
		displayName: 'Label Table URL',
		name: 'labelTableUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/object-labels.csv',
		description: 'Web address of an XLSX, CSV or TSV file with number, English and Chinese name',
		displayOptions: { show: { labelTableSource: ['url'] }, hide },
	},
];

/**
 * Returns the user's object label table, read on the first call and kept for the run; undefined when none is
 * set. Parameters and file are those of the first item.
 * @throws NodeOperationError naming the item that asks, when there is a table that cannot be read
 */
export function labelTableReader(context: IExecuteFunctions) {
	let reading: ReturnType<typeof readLabelTable> | undefined;
	return async (item: Item, policy: RequestPolicy): Promise<LabelTable | undefined> => {
		reading ??= readLabelTable(new Item(context, 0), policy);
		return item.unwrap(await reading, 'labelTableSource');
	};
}

async function readLabelTable(
	item: Item,
	policy: RequestPolicy,
): Promise<Result<LabelTable | undefined>> {
	const source = item.parameter('labelTableSource', 'none');
	if (source === 'none') return success(undefined);
	if (source === 'text') {
		const text = String(item.parameter('labelTableText') ?? '');
		return prefixProblem("The text in 'Label Table Text'", labelTableOf(splitRows(text)));
	}
	const file = source === 'url' ? await downloadTable(item, policy) : await readTableFile(item);
	if (!file.ok) return file;
	const subject = source === 'url' ? "The table in 'Label Table URL'" : FIELD_SUBJECT;
	return prefixProblem(subject, await tableIn(file.value));
}

/** The label table in a file: a workbook as the vendor offers it, or a text. */
async function tableIn(bytes: Buffer): Promise<Result<LabelTable>> {
	if (bytes.length > LIMIT.maxBytes) return TOO_LARGE;
	if (!isZip(bytes)) {
		const text = decodeTableText(bytes);
		return text.ok ? labelTableOf(splitRows(text.value)) : text;
	}
	try {
		const tables = (await readWorkbook(bytes)).map(labelTableOf);
		return tables.find(({ ok }) => ok) ?? tables[0] ?? labelTableOf([]);
	} catch (error) {
		return invalid((error as Error).message, 'Download the table again, or save it as CSV UTF-8.');
	}
}

async function readTableFile(item: Item): Promise<Result<Buffer>> {
	const { file, given, existing } = findFile(item, 'labelTableField');
	if (file === undefined) {
		return invalid(
			`The first item has no file in the field '${given}' named in 'Label Table Data Field Name'`,
			existing.length > 0
				? `The first item has files in: ${existing.join(', ')}. Enter one of these names.`
				: "Read the table's file before this node, or choose another 'Label Table'.",
		);
	}
	if (!hasData(file)) {
		return invalid(`${FIELD_SUBJECT} has no data`, 'Check the step that made the first item.');
	}
	const isTooLarge = ((await storedSize(item, file)) ?? 0) > LIMIT.maxBytes;
	if (isTooLarge) return prefixProblem(FIELD_SUBJECT, TOO_LARGE);
	return await storedBytes(item, file, FIELD_SUBJECT);
}

async function downloadTable(item: Item, policy: RequestPolicy): Promise<Result<Buffer>> {
	const parameter = 'Label Table URL';
	const url = readFileUrl(item.parameter('labelTableUrl'), parameter);
	if (!url.ok) return url;
	return await downloadFile(
		item.context,
		{ url: url.value, parameter, kind: 'table', title: fileTitle(parameter), limit: LIMIT },
		new RetryBudget(item.context, policy),
	);
}

/** Completes a problem whose message is the second half of a sentence. */
function prefixProblem<T>(subject: string, result: Result<T>): Result<T> {
	if (result.ok) return result;
	return failure({ ...result.problem, message: `${subject} ${result.problem.message}` });
}
