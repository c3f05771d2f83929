import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	readAppId,
	readFormat,
	readRequestFields,
	requestFieldsProperty,
	resultFormatProperties,
} from '../../shared/signature/requestFields';
import {
	downloadImage,
	imageSize,
	readGivenImage,
	type ImageLimits,
	type ItemImage,
} from '../../shared/files/imageInput';
import { imageSourceProperties } from '../../shared/description/imageSource';
import type { HttpAnswer } from '../../shared/http/response';
import { RetryBudget } from '../../shared/items/retryBudget';
import { failure, success, type Problem, type Result } from '../../shared/items/problem';
import { requestOptionProperties } from '../../shared/http/options';
import type { Item } from '../../shared/items/item';
import { signatureScheme } from '../../shared/signature/sign';
import { INVOICE_SERVICE } from '../protocol/service';
import { errorItem, runItems } from '../../shared/items/itemLoop';
import { addressToShow } from '../../shared/http/requestUrl';
import { openService, type Service } from '../../shared/http/client';
import {
	decodedEnvelope,
	decodeSignatureAnswer,
	type SignatureAnswer,
} from '../../shared/signature/answer';
import { optionsProperty, toolDescription } from '../../shared/description/properties';
import { toolOutputProperties } from '../../shared/items/toolOutput';
import { BufferPool, INVOICE_PATH, buildRequestBody, MAX_IMAGE_BYTES } from '../protocol/request';
import { decodeInvoices, type RecognizedInvoice } from '../protocol/document';
import { annotatedPage } from '../output/annotatedImage';
import {
	INVOICE_ROW_FIELDS,
	invoiceRow,
	lineRows,
	analyzeInvoice,
	failuresOf,
	type AnalyzedInvoice,
	type RowOptions,
} from '../output/rows';
import type { RunInvoice } from '../output/repeats';
import { ELEMENTS } from '../protocol/elements';
import { dayInChina } from '../protocol/dates';
import { invoiceKey } from '../protocol/record';
import { imagesOf, MAX_PDF_BYTES, type InvoiceImage } from './pdfPages';
import {
	annotatedImageField,
	pictureOptionProperties,
	readEncoding,
	wantsAnnotatedImage,
} from './pictureOptions';
import { reviewRun } from './reviewRun';
import { readRowOptions, rowOptionProperties, TOOL_FIELDS } from './rowOptions';

const shown = { operation: ['recognize'] };

export const option: INodePropertyOptions = {
	name: 'Recognize Invoice',
	value: 'recognize',
	action: 'Recognize VAT invoice in picture',
	description: 'Read number, date, parties, line items and totals from a picture or a scanned PDF',
};

const LIMITS: ImageLimits = {
	maxBytes: MAX_IMAGE_BYTES,
	limitText: '3 MB (4 MB as base64)',
	formats: ['png', 'jpg', 'bmp', 'pdf'],
	maxPdfBytes: MAX_PDF_BYTES,
	remedies: {
		ofd: 'Choose the operation Read E-Invoice File, which reads OFD and XML.',
		xml: 'Choose the operation Read E-Invoice File, which reads OFD and XML.',
	},
};

const TOOL =
	'Reads a Chinese VAT invoice (fapiao) from a picture. Give the public http(s) address of a PNG, JPG or BMP picture of at most 3 MB, or the picture itself as base64 text, whichever the parameter asks for. A scanned PDF is read page by page; OFD and XML files need Read E-Invoice File. Returns invoice number and code, issue date, buyer and seller with taxpayer IDs, goods names, amounts, tax rates, taxes and totals. Use it when the user asks what an invoice says, what it costs, or whether it is sound. When needsReview is true, tell the user the reviewReasons and do not present the doubtful values as certain.';

const ONE_PER_LINE: INodePropertyOptions = {
	name: 'One Item per Line',
	value: 'lines',
	description:
		"Each line item with name, unit price, amount, tax rate and tax, beside the invoice's number, date and parties",
};

export const properties: INodeProperties[] = [
	toolDescription(shown, TOOL),
	...imageSourceProperties(shown, {
		formats: 'PNG, JPG or BMP up to 3 MB (4 MB as base64), or a scanned PDF up to 20 MB',
		urlDescription: 'A public web address, from which n8n downloads the picture and sends it',
	}),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Full Response',
				value: 'fullResponse',
				description: 'One item per picture: everything the service answered, decoded',
			},
			{
				name: 'One Item per Invoice',
				value: 'invoices',
				description: `The ${ELEMENTS.length} fields of the invoice, one row for a spreadsheet, and what the checks found`,
			},
			ONE_PER_LINE,
		],
		default: 'invoices',
		description: 'What to return',
		displayOptions: { show: { ...shown, '@tool': [false] } },
	},
	...toolOutputProperties(shown, {
		fields: INVOICE_ROW_FIELDS,
		selected: TOOL_FIELDS,
		values: { simplified: 'invoices', raw: 'fullResponse' },
		more: [ONE_PER_LINE],
	}),
	optionsProperty(shown, [
		rowOptionProperties.fieldNames,
		rowOptionProperties.validation,
		rowOptionProperties.expectedBuyerName,
		rowOptionProperties.expectedBuyerTaxId,
		pictureOptionProperties.minimumConfidence,
		pictureOptionProperties.includeAnnotatedImage,
		pictureOptionProperties.annotatedImageField,
		pictureOptionProperties.includeConfidenceScores,
		pictureOptionProperties.includePositions,
		pictureOptionProperties.includeRawText,
		pictureOptionProperties.imageFormat,
		requestOptionProperties.maxAttempts,
		requestOptionProperties.maxItemsAtOnce,
		requestOptionProperties.maxTimePerItem,
		requestOptionProperties.timeout,
		requestFieldsProperty([
			...Object.values(resultFormatProperties),
			{
				displayName: 'Template',
				name: 'templateList',
				type: 'options',
				options: [{ name: 'VAT Invoice', value: 'vat_invoice' }],
				default: 'vat_invoice',
				description: 'Kind of document that the service looks for',
			},
		]),
	]),
];

/** Recognizes the picture of each input item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const service = await openService(context, signatureScheme, {
		name: INVOICE_SERVICE.name,
		options: context.getNodeParameter('options', 0, {}) as IDataObject,
	});
	const buffers = new BufferPool();
	const settings = {
		limiter: service.limiter,
		sizeOf: async (item: Item) => await imageSize(item, LIMITS),
	};
	const invoices: RunInvoice[] = [];
	const items = await runItems(
		context,
		settings,
		async (item) => await recognizeFile({ service, buffers, invoices }, item),
	);
	reviewRun(context, invoices, items);
	return items;
}

/** What one run of the node has for all of its items. */
interface Run {
	service: Service;
	buffers: BufferPool;
	/** those that were read and checked so far */
	invoices: RunInvoice[];
}

/** What the pages of one item share. */
interface ItemSettings {
	shape: RowOptions;
	appId: string;
	budget: RetryBudget;
}

/**
 * Recognizes the file of one item, page by page where it is a PDF. Where the node is set to continue, a
 * page that fails becomes an error item beside the other pages.
 */
async function recognizeFile(run: Run, item: Item): Promise<INodeExecutionData[]> {
	// before anything is downloaded or sent
	const settings = {
		shape: readRowOptions(item),
		appId: readAppId(item, run.service.credentials),
		budget: run.service.retryBudget(),
	};
	const images = await imagesOf(item, await readImage(item, settings.budget));
	const recognize = async (image: InvoiceImage) => await recognizeImage(run, item, image, settings);
	const continues = images.length > 1 && item.context.continueOnFail();
	const items: INodeExecutionData[] = [];
	for (const image of images) {
		const page = recognize(image);
		const failed = (error: unknown) => [errorItem(item, error, { page: image.page })];
		items.push(...(await (continues ? page.catch(failed) : page)));
	}
	return items;
}

/** Recognizes one picture and returns its items in the chosen output. */
async function recognizeImage(
	{ service, buffers, invoices: found }: Run,
	item: Item,
	image: InvoiceImage,
	{ shape, appId, budget }: ItemSettings,
): Promise<INodeExecutionData[]> {
	const fileName = nameOf(item, image);
	const body = buildRequestBody(
		{
			appId,
			image: image.bytes,
			imageEncoding: readEncoding(item, image),
			templateList: String(readRequestFields(item.options).templateList || 'vat_invoice'),
			result: readFormat(item.options, 'result'),
		},
		(bytes) => buffers.acquire(bytes),
	);
	const { answer, invoices } = await service.call(
		item,
		{ path: INVOICE_PATH, headers: { 'Content-Type': 'application/json' }, body },
		(httpAnswer) => decodeInvoiceAnswer(httpAnswer, fileName),
		budget,
	);
	// only now: a service that refuses may do so while the body is still on its way
	buffers.release(body);

	const analyze = () =>
		invoices.map((invoice) => analyzeInvoice(invoice, shape, dayInChina(Date.now())));
	const output = item.parameter('output');
	if (output === 'fullResponse') {
		const annotated = wantsAnnotatedImage(item) ? analyze() : [];
		return await asItems(item, image, [decodedEnvelope(answer)], annotated, shape);
	}
	const read = analyze();
	const origin = { fileName, sid: answer.sid };
	const rows = read.flatMap((invoice) => {
		const ofInvoice =
			output === 'lines' ? lineRows(invoice, shape, origin) : [invoiceRow(invoice, shape, origin)];
		found.push({
			key: invoiceKey(invoice.record),
			itemIndex: item.index,
			fileName,
			rows: ofInvoice,
			failures: failuresOf(invoice),
		});
		return ofInvoice;
	});
	for (const row of rows) row.page = image.page;
	return await asItems(item, image, rows, read, shape);
}

/** Items with the input's files and, where it is wanted, the annotated picture. */
async function asItems(
	item: Item,
	image: InvoiceImage,
	rows: Array<Record<string, unknown>>,
	read: AnalyzedInvoice[],
	{ naming }: RowOptions,
): Promise<INodeExecutionData[]> {
	const binary: IBinaryKeyData = { ...item.input.binary };
	if (wantsAnnotatedImage(item)) {
		const mimeType = `image/${image.format === 'jpg' ? 'jpeg' : image.format}`;
		const title = image.fileName ?? 'invoice';
		const page = annotatedPage({ bytes: image.bytes, mimeType, title }, read, naming);
		const suffix = image.page === null ? '' : `.page${image.page}`;
		binary[annotatedImageField(item)] = await item.context.helpers.prepareBinaryData(
			Buffer.from(page),
			`${title.replace(/\.[^.]*$/, '')}${suffix}.annotated.html`,
			'text/html',
		);
	}
	return rows.map((row) => ({
		json: row as IDataObject,
		...(Object.keys(binary).length > 0 ? { binary } : {}),
	}));
}

interface InvoiceAnswer {
	answer: SignatureAnswer;
	invoices: RecognizedInvoice[];
}

/** @param fileName for the message of a problem */
function decodeInvoiceAnswer(
	httpAnswer: HttpAnswer,
	fileName: string | null,
): Result<InvoiceAnswer> {
	const named = (problem: Problem): Problem =>
		fileName === null ? problem : { ...problem, message: `${problem.message} (${fileName})` };
	const decoded = decodeSignatureAnswer(httpAnswer, INVOICE_SERVICE);
	if (!decoded.ok) return failure(named(decoded.problem));
	const invoices = decodeInvoices(decoded.value);
	return invoices.ok
		? success({ answer: decoded.value, invoices: invoices.value })
		: failure({ ...named(invoices.problem), httpStatus: httpAnswer.statusCode });
}

async function readImage(item: Item, budget: RetryBudget): Promise<ItemImage> {
	return item.parameter('imageSource') === 'url'
		? await downloadImage(item, LIMITS, budget)
		: await readGivenImage(item, LIMITS);
}

/** What a row calls its file: its name, or the address it came from without what may be secret in it. */
function nameOf(item: Item, { fileName }: InvoiceImage): string | null {
	if (fileName !== undefined) return fileName;
	if (item.parameter('imageSource') !== 'url') return null;
	return addressToShow(item.parameter('imageUrl'));
}
