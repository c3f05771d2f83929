import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { requiredFile, storedSize } from '../../shared/files/binaryFile';
import { downloadFile, fileNameIn, readFileUrl } from '../../shared/files/downloadedFile';
import { fileFieldProperties } from '../../shared/files/fileField';
import { readRequestPolicy, requestOptionProperties } from '../../shared/http/options';
import { executionClock } from '../../shared/items/clock';
import { ConcurrencyLimiter } from '../../shared/items/concurrencyLimiter';
import type { Item } from '../../shared/items/item';
import { runItems } from '../../shared/items/itemLoop';
import type { Problem } from '../../shared/items/problem';
import { RetryBudget } from '../../shared/items/retryBudget';
import { sanitize } from '../../shared/items/sanitize';
import { optionsProperty, toolDescription } from '../../shared/description/properties';
import { toolOutputProperties } from '../../shared/items/toolOutput';
import {
	analyzeEInvoice,
	E_INVOICE_ROW_FIELDS,
	eInvoiceLineRows,
	eInvoiceRow,
} from '../output/eInvoiceRows';
import type { RunInvoice } from '../output/repeats';
import { failuresOf } from '../output/rows';
import { MAX_E_INVOICE_BYTES, readEInvoices } from '../protocol/eInvoice/eInvoice';
import { dayInChina } from '../protocol/dates';
import { invoiceKey } from '../protocol/record';
import { reviewRun } from './reviewRun';
import { readRowOptions, rowOptionProperties, TOOL_FIELDS } from './rowOptions';

const shown = { operation: ['readEInvoice'] };

export const option: INodePropertyOptions = {
	name: 'Read E-Invoice File',
	value: 'readEInvoice',
	action: 'Read e-invoice file (XML or OFD)',
	description:
		'Read the exact data of an XML or OFD invoice, without the service and without a key',
};

const TOOL =
	'Reads the exact data of a Chinese e-invoice file in XML or OFD format. Give the public http(s) address of the file, or the XML itself as text, whichever the parameter asks for. Returns invoice number, issue date, buyer and seller with taxpayer IDs, line items, taxes, totals, remark and drawer. Use it for e-invoice files; pictures and scans need Recognize Invoice. When needsReview is true, tell the user the reviewReasons.';

const FILE_SOURCE: INodeProperties = {
	displayName: 'File Source',
	name: 'fileSource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Binary File', value: 'binary', description: 'A file that an earlier node read' },
		{ name: 'Text', value: 'text', description: 'The XML itself, as text' },
		{
			name: 'URL',
			value: 'url',
			description: 'A public web address, from which n8n downloads the file',
		},
	],
	default: 'binary',
	description: 'Where the file comes from',
};

const ONE_PER_LINE: INodePropertyOptions = {
	name: 'One Item per Line',
	value: 'lines',
	description:
		"Each line item with quantity, unit, price, amount and tax, beside the invoice's number, date and parties",
};

export const properties: INodeProperties[] = [
	toolDescription(shown, TOOL),
	{ ...FILE_SOURCE, displayOptions: { show: { ...shown, '@tool': [false] } } },
	{
		...FILE_SOURCE,
		// a model can give an address, but no file
		default: 'url',
		displayOptions: { show: { ...shown, '@tool': [true] } },
	},
	...fileFieldProperties({ ...shown, fileSource: ['binary'] }, 'XML or OFD up to 20 MB'),
	{
		displayName: 'XML',
		name: 'xmlText',
		type: 'string',
		typeOptions: { rows: 5 },
		default: '',
		required: true,
		placeholder: 'e.g. <EInvoice>…</EInvoice>',
		description: 'The content of the XML file',
		displayOptions: { show: { ...shown, fileSource: ['text'] } },
	},
	{
		displayName: 'File URL',
		name: 'fileUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/invoice.ofd',
		description: 'Public web address of the file: XML or OFD up to 20 MB',
		displayOptions: { show: { ...shown, fileSource: ['url'] } },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'One Item per Invoice',
				value: 'invoices',
				description:
					'The fields of the invoice as one row for a spreadsheet, and what the checks found',
			},
			ONE_PER_LINE,
		],
		default: 'invoices',
		description: 'What to return',
		displayOptions: { show: { ...shown, '@tool': [false] } },
	},
	...toolOutputProperties(shown, {
		fields: E_INVOICE_ROW_FIELDS,
		selected: TOOL_FIELDS,
		values: { simplified: 'invoices' },
		more: [ONE_PER_LINE],
	}),
	optionsProperty(shown, [
		rowOptionProperties.validation,
		rowOptionProperties.expectedBuyerName,
		rowOptionProperties.expectedBuyerTaxId,
		rowOptionProperties.fieldNames,
		requestOptionProperties.maxTimePerItem,
		requestOptionProperties.timeout,
	]),
];

/** A file is read within milliseconds, and each may be unpacked to 20 MB. */
const FILES_AT_ONCE = 2;

/** Reads the file of each input item; sends nothing to the service. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const settings = { limiter: new ConcurrencyLimiter(FILES_AT_ONCE) };
	const invoices: RunInvoice[] = [];
	const items = await runItems(context, settings, async (item) => await readFile(item, invoices));
	reviewRun(context, invoices, items);
	return items;
}

/** @param invoices of the run, to which those of the file are added */
async function readFile(item: Item, invoices: RunInvoice[]): Promise<INodeExecutionData[]> {
	const options = readRowOptions(item);
	const { bytes, fileName, title } = await fileOf(item);
	const found = item.unwrap(await readEInvoices(bytes, title));
	const isByLine = item.parameter('output') === 'lines';
	const today = dayInChina(Date.now());
	const rows = found.flatMap((invoice) => {
		const read = analyzeEInvoice(invoice, options, today);
		const ofInvoice = (
			isByLine ? eInvoiceLineRows(invoice, read, options) : [eInvoiceRow(invoice, read, options)]
		).map((row) => ({ fileName, ...row }));
		invoices.push({
			key: invoiceKey(read.record),
			itemIndex: item.index,
			fileName,
			rows: ofInvoice,
			failures: failuresOf(read),
		});
		return ofInvoice;
	});
	const { binary } = item.input;
	return rows.map((row) => ({ json: row as IDataObject, ...(binary && { binary }) }));
}

interface InvoiceFile {
	bytes: Buffer;
	fileName: string | null;
	/** how messages name it, at the beginning of a sentence */
	title: string;
}

async function fileOf(item: Item): Promise<InvoiceFile> {
	const source = item.parameter('fileSource');
	if (source === 'url') return await downloaded(item);
	if (source === 'text') {
		const text = item.parameter('xmlText');
		const title = "The text in 'XML'";
		if (typeof text !== 'string' || text.trim() === '') {
			throw item.inputError("'XML' is empty", 'Enter the content of the XML file.');
		}
		return {
			// with a mark, since the encoding that the text declares was its file's
			bytes: withinLimit(item, Buffer.from(`\uFEFF${text.trim()}`), title),
			fileName: null,
			title,
		};
	}
	return await stored(item);
}

async function stored(item: Item): Promise<InvoiceFile> {
	const file = requiredFile(item, 'File Source');
	const size = await storedSize(item, file);
	const fileName = file.fileName ?? null;
	const title = fileName === null ? 'The file' : `The file ${sanitize(fileName)}`;
	if (size !== undefined && size > MAX_E_INVOICE_BYTES) throw tooLarge(item, title);
	const bytes = await item.context.helpers.getBinaryDataBuffer(item.index, file);
	return { bytes: withinLimit(item, bytes, title), fileName, title };
}

async function downloaded(item: Item): Promise<InvoiceFile> {
	const url = item.unwrap(readFileUrl(item.parameter('fileUrl'), 'File URL'));
	const budget = new RetryBudget(readRequestPolicy(item.options), executionClock(item.context));
	const problem: Problem = {
		message: `The file in 'File URL' is larger than ${LIMIT}`,
		remedy: TOO_LARGE,
		retryClass: 'never',
	};
	const download = await downloadFile(
		item.context,
		{
			url,
			parameter: 'File URL',
			kind: 'file',
			maxBytes: MAX_E_INVOICE_BYTES,
			tooLarge: () => problem,
		},
		budget,
	);
	return {
		bytes: item.unwrap(download),
		fileName: fileNameIn(url) ?? null,
		title: "The file in 'File URL'",
	};
}

const LIMIT = '20 MB';
const TOO_LARGE = 'No e-invoice is that large: check that it is the right file.';

function withinLimit(item: Item, bytes: Buffer, title: string): Buffer {
	if (bytes.length > MAX_E_INVOICE_BYTES) throw tooLarge(item, title);
	if (bytes.length > 0) return bytes;
	throw item.inputError(`${title} is empty`, 'Check the step that reads or sends the file.');
}

function tooLarge(item: Item, title: string) {
	return item.inputError(`${title} is larger than ${LIMIT}`, TOO_LARGE);
}
