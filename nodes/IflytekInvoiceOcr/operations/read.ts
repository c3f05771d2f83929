import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { requestPolicy } from '../../shared/description/requestOptions';
import { tooSmall } from '../../shared/files/imageFormat';
import { downloadFile, readFileUrl } from '../../shared/files/download';
import {
	checkedFile,
	fileTitle,
	findFile,
	type GivenFile,
	heldSize,
	ItemFiles,
	readHeldFile,
} from '../../shared/files/itemFiles';
import { openClient } from '../../shared/http/client';
import { addressToShow, fileNameIn } from '../../shared/http/pasted';
import type { HttpAnswer } from '../../shared/http/response';
import { errorItem, runOperation, withChosenInputFields } from '../../shared/items/engine';
import { PassedOver, withFileName } from '../../shared/items/errors';
import { Item } from '../../shared/items/item';
import { RetryBudget } from '../../shared/pace/pace';
import {
	inBoth,
	say,
	SEPARATOR,
	worded,
	type Pair,
	type Wording,
} from '../../shared/problem/language';
import {
	failure,
	lowerFirst,
	type Meaning,
	type Problem,
	type Result,
	success,
	unusable,
} from '../../shared/problem/problem';
import {
	decodedEnvelope,
	decodeSignatureAnswer,
	readAppId,
	readFormat,
	readRequestFields,
	signatureScheme,
	type SignatureAnswer,
} from '../../shared/signature/scheme';
import { analyzeInvoice } from '../checks/checks';
import { MAX_FILE_BYTES, partsOf, settled } from '../file/fileParts';
import { accountOf, type Part, type PicturePart, refused, type RefusedPart } from '../file/parts';
import { sayFinding } from '../invoice/findings';
import type { FieldNaming, Invoice, Place } from '../invoice/invoice';
import { annotatedImage } from '../output/annotatedImage';
import { type RowOptions, runInvoice, type RunInvoice } from '../output/rows';
import { openReadBefore } from '../run/earlierRuns';
import { invoicesOf, reviewRun, type RowItem } from '../run/reviewRun';
import {
	BufferPool,
	buildRequestBody,
	decodeInvoices,
	type ImageEncoding,
	INVOICE_PATH,
	INVOICE_SERVICE,
	MAX_IMAGE_BYTES,
} from '../service/service';
import { dayInChina } from '../values/values';

export { properties, tool } from './readProperties';

export const option: INodePropertyOptions = {
	name: 'Read Invoice',
	value: 'read',
	action: 'Read invoice from any file',
	description:
		'Read number, date, parties, line items and totals from a PDF, OFD, XML, ZIP, photo or scan',
};

/** Files read here take the processor's time; more at once would only take more memory. */
const FILES_AT_ONCE = 2;

/** What all items of a run share. */
type Run = Awaited<ReturnType<typeof openRun>>;

/** The file of one item, and what its parts share. */
interface FileRequest {
	/** at the beginning of a sentence */
	title: Wording;
	/** or the address it came from, without its secret parts; null if it has neither */
	fileName: string | null;
	shape: RowOptions;
	budget: RetryBudget;
	parts: Part[];
}

/** A part with its invoices and, of a picture, the service's answer, or with an error. */
interface PartAnswer {
	part: Part;
	answer?: SignatureAnswer;
	invoices?: Invoice[];
	error?: Error;
}

/** Reads the invoices in the file of each input item; only pictures are sent to the service. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const files = new ItemFiles(context, (item) => item.parameter('fileSource') === 'binary');
	const run = await openRun(context);
	const { client } = run;
	const limits = client ? { run: client.run, close: client.close } : { atOnce: FILES_AT_ONCE };
	const items = await runOperation(
		context,
		{ ...limits, sizeOf: fileSize, files },
		{
			read: async (item) => await readFileRequest(run, item),
			parts: ({ parts }) => parts.filter((part) => part.kind !== 'passed'),
			sizeOfPart: pictureBytes,
			send: async (item, request, part) => await answerTo(run, item, part, request),
			// where the node is set to continue, a failed part becomes an error item of its own
			failedPart: (_item, _request, part, error) =>
				context.continueOnFail() ? { part, error } : undefined,
			shape: async (item, request, answers) => {
				const outputs: INodeExecutionData[] = [];
				for (const answer of answers)
					outputs.push(...(await itemsOf(run.invoices, item, answer, request)));
				// the account of the file stands in its first item
				const first = outputs.find(({ json }) => json.error === undefined);
				if (item.parameter('output') === 'fullResponse' && first !== undefined)
					first.json.account = accountOf(request.parts);
				run.unpacking.release(item);
				return outputs;
			},
			errorOf: (item, error) => {
				run.unpacking.release(item);
				return withFileName(error, fileNameOf(item));
			},
		},
	);
	const { language } = new Item(context, 0);
	files.addHint(context, language);
	const earlier = await run.readBefore?.find(invoicesOf(items, run.invoices));
	const reviewed = reviewRun(context, run.invoices, items, language, earlier);
	// n8n runs the node again if its first item failed, and keeps only the rows of that run
	const failsFirst = reviewed.items[0]?.json.error !== undefined;
	const isRepeated = context.getNode().retryOnFail === true && failsFirst;
	await run.readBefore?.keepOnly(isRepeated ? [] : reviewed.sound);
	// last, since the run looks for its own columns in the rows
	return reviewed.items.map((one) => {
		const item = new Item(context, (one.pairedItem as { item: number }).item);
		const isRow = one.json.error === undefined && item.parameter('output') !== 'fullResponse';
		return isRow ? { ...one, json: withChosenInputFields(item, one.json) } : one;
	});
}

async function openRun(context: IExecuteFunctions) {
	const repeats = context.getNodeParameter('options.repeatsOfEarlierRuns', 0, 'ignore') as string;
	const mayRecognize = context.getNodeParameter('picturesAndScans', 0) === 'recognize';
	const hasCredential =
		context.getNode().credentials?.[signatureScheme.credentialType] !== undefined;
	return {
		/** undefined where no picture may be sent */
		client:
			mayRecognize && hasCredential
				? await openClient(context, signatureScheme, INVOICE_SERVICE)
				: undefined,
		/** why no picture may be sent */
		refusal: mayRecognize ? ('noKey' as const) : ('notWanted' as const),
		/** made for the first picture */
		buffers: undefined as BufferPool | undefined,
		invoices: [] as RunInvoice[],
		/** undefined where nothing is remembered */
		readBefore: repeats === 'ignore' ? undefined : await openReadBefore(context, repeats),
		unpacking: new Unpacking(),
	};
}

async function readFileRequest(run: Run, item: Item): Promise<FileRequest> {
	// read now, so that a wrong value is reported before anything is sent
	const shape = readRowOptions(item);
	item.parameter('picturesAndScans');
	const budget =
		run.client?.retryBudget() ?? new RetryBudget(item.context, requestPolicy(item.options));
	const { bytes, title } = await givenFile(item, budget);
	const parts = await run.unpacking.inTurn(item, async () => {
		const found = await partsOf(bytes);
		if (item.field?.isOfPattern) passOverOthers(found);
		return settled(found.map((part) => (part.kind === 'picture' ? toSend(part, run) : part)));
	});
	const request = { shape, budget, parts, title, fileName: fileNameOf(item) };
	// where an error stops the node, nothing of a file with a refused part is sent
	if (!item.context.continueOnFail()) parts.forEach((part) => throwRefusal(item, part, request));
	return request;
}

const LIMIT = {
	maxBytes: MAX_FILE_BYTES,
	text: '20 MB',
	remedy: [
		'Split a PDF or ZIP file. No single invoice is that large.',
		'请拆分 PDF 或 ZIP 文件。单张发票不会这么大。',
	],
} as const;

/** Size in bytes of the file that an item brings, as far as it is known without loading it. */
async function fileSize(item: Item): Promise<number> {
	const source = item.parameter('fileSource');
	if (source === 'url') return MAX_IMAGE_BYTES;
	if (source !== 'text') return await heldSize(item, 'file', MAX_FILE_BYTES);
	return Math.min(String(item.parameter('xmlText') ?? '').length, MAX_FILE_BYTES);
}

/** What the rows of an item call its file; null where nothing names it. */
function fileNameOf(item: Item): string | null {
	const source = item.parameter('fileSource');
	if (source === 'binary') return findFile(item, 'binaryPropertyName').file?.fileName ?? null;
	if (source !== 'url') return null;
	const given = item.parameter('fileUrl');
	const url = readFileUrl(given, 'File URL');
	return (url.ok ? fileNameIn(url.value) : undefined) ?? (addressToShow(given) || null);
}

/** The file that an item brings. @param budget shared by its download and its requests */
async function givenFile(item: Item, budget: RetryBudget): Promise<GivenFile> {
	const source = item.parameter('fileSource');
	if (source === 'text') return givenText(item);
	if (source !== 'url') return await readHeldFile(item, 'file', LIMIT);
	const parameter = 'File URL';
	const url = item.unwrap(readFileUrl(item.parameter('fileUrl'), parameter), 'fileUrl');
	const title = fileTitle(parameter, fileNameIn(url));
	const address = { url, parameter, kind: 'file', title, limit: LIMIT } as const;
	const bytes = await downloadFile(item.context, address, budget);
	return checkedFile(item, { bytes: item.unwrap(bytes), title }, LIMIT);
}

function givenText(item: Item): GivenFile {
	const text = item.parameter('xmlText');
	if (typeof text !== 'string' || text.trim() === '')
		return item.unwrap(unusable(NO_XML), 'xmlText');
	// with a byte order mark: the encoding that the text declares was that of its file
	const bytes = Buffer.from(`\uFEFF${text.trim()}`);
	const title = { english: "The text in 'XML'", chinese: '“XML”中的文本' };
	return checkedFile(item, { bytes, title }, LIMIT);
}

const NO_XML: Meaning = [
	"'XML' is empty",
	'“XML”为空',
	'Enter the content of the XML file.',
	'请填写 XML 文件的内容。',
];

function readRowOptions(item: Item): RowOptions {
	const { options } = item;
	const text = (value: unknown) => String(value ?? '').trim();
	const { buyer = {} } = (options.expectedBuyer ?? {}) as { buyer?: IDataObject };
	return {
		isPerLine: item.parameter('output') === 'lines',
		naming: (options.fieldNames || 'english') as FieldNaming,
		validation: (options.validation || 'reviewFlag') as RowOptions['validation'],
		minimumConfidence: (options.minimumConfidence ?? 0.8) as number,
		expectedBuyer: {
			name: text(buyer.name ?? options.expectedBuyerName),
			taxId: text(buyer.taxId ?? options.expectedBuyerTaxId),
		},
	};
}

/** Passes over a file that a pattern found and that cannot be an invoice: email has logos and notes too. */
function passOverOthers([part, ...others]: Part[]): void {
	if (part === undefined || others.length > 0 || part.inside !== undefined) return;
	if (part.kind === 'refused' && (part.isNoInvoiceFile || part.isKnownNoInvoice))
		throw new PassedOver(part.clause);
	if (part.kind !== 'picture' || part.pages.length > 0) return;
	const reason = tooSmall(part.bytes, LEAST_PIXELS, { english: 'an invoice', chinese: '发票' });
	if (reason !== undefined) throw new PassedOver(reason);
}

/** The sides of a picture below which no printed invoice can be read. */
const LEAST_PIXELS = { long: 400, short: 200 };

/** A picture, or its refusal where none may be sent. */
function toSend(part: PicturePart, { client, refusal }: Run): PicturePart | RefusedPart {
	if (client !== undefined) return part;
	const { pages, inside } = part;
	const what =
		pages.length > 0
			? { english: 'scan', chinese: '扫描件' }
			: { english: 'picture', chinese: '图片' };
	return { ...refused(refusal, pages, what), inside };
}

function throwRefusal(item: Item, part: Part, file: FileRequest): void {
	if (part.kind !== 'refused') return;
	const values = [partTitle(part, file), part.clause, part.remedy];
	item.unwrap(unusable([...REFUSED_PART, { hasOthers: file.parts.some(isUsable) }], values));
}

const isUsable = ({ kind }: Part) => kind === 'read' || kind === 'picture';

const REFUSED_PART = ['{0} {1}', '{0}{1}', '{2}', '{2}'] as const;

/** How many further pages a message names. */
const MOST_PAGES = 10;

/** How messages name a part, at the beginning of a sentence. */
function partTitle(part: RefusedPart, given: FileRequest): Wording {
	const { pages, inside } = part;
	const file = inside === undefined ? given.title : fileTitle('', nameOf(part, given)!);
	const [first, ...others] = pages;
	if (first === undefined) return file;
	const also =
		others.length > MOST_PAGES
			? worded([' (and {0} more)', '等 {1} 页'], [others.length, pages.length])
			: worded(
					[' (also {0})', '（还有 {0}）'],
					[inBoth((language) => others.join(SEPARATOR[language]))],
				);
	const ofFile = { ...file, english: lowerFirst(file.english) };
	return worded(
		['Page {0}{1} of {2}', '{2}第 {0} 页{1}'],
		[first, others.length === 0 ? '' : also, ofFile],
	);
}

/** Has a picture recognized; an invoice read from the file needs no service. */
async function answerTo(
	run: Run,
	item: Item,
	part: Part,
	request: FileRequest,
): Promise<PartAnswer> {
	throwRefusal(item, part, request);
	if (part.kind === 'read') return { part, invoices: [part.invoice] };
	const { client } = run;
	const buffers = (run.buffers ??= new BufferPool());
	const { bytes, format } = part as PicturePart;
	const body = buildRequestBody(
		{
			appId: readAppId(item, client!.credentials),
			image: bytes,
			imageEncoding: readEncoding(item, format),
			templateList: String(readRequestFields(item.options).templateList || 'vat_invoice'),
			result: readFormat(item.options, 'result'),
		},
		(size) => buffers.acquire(size),
	);
	const decoded = await client!.call(
		item,
		{ path: INVOICE_PATH, headers: { 'Content-Type': 'application/json' }, body },
		(httpAnswer) => decodeInvoiceAnswer(httpAnswer, part, request),
		request.budget,
	);
	// only now: a service that refuses may do so while the body is still on its way
	buffers.release(body);
	return { part, ...decoded };
}

/** The format of a picture, which has to be the one that the option names, if any. */
function readEncoding(item: Item, format: PicturePart['format']): ImageEncoding {
	const given = String(readRequestFields(item.options).imageFormat || 'auto');
	if (given === 'auto' || given === format) return format;
	if (given === 'jpeg' && format === 'jpg') return given;
	return item.unwrap(unusable(OTHER_FORMAT, [given.toUpperCase(), format.toUpperCase()]));
}

const OTHER_FORMAT: Meaning = [
	"'Image Format' is set to {0}, but the picture is a {1}",
	'“Image Format”设为 {0}，但图片是 {1}',
	"Set 'Image Format' under 'Request Fields' to Detect Automatically.",
	'请将“Request Fields”中的“Image Format”设为“Detect Automatically”。',
];

const IN_FILE: Pair = ['{message} ({0})', '{message}（{0}）'];

function decodeInvoiceAnswer(
	httpAnswer: HttpAnswer,
	part: Part,
	request: FileRequest,
): Result<{ answer: SignatureAnswer; invoices: Invoice[] }> {
	const fileName = nameOf(part, request);
	const hasOthers = request.parts.filter(isUsable).length > 1;
	const named = (problem: Problem): Problem => {
		const words = fileName === null ? {} : say(IN_FILE, [fileName], problem);
		return { ...problem, ...words, hasOthers };
	};
	const answer = decodeSignatureAnswer(httpAnswer, INVOICE_SERVICE);
	if (!answer.ok) return failure(named(answer.problem));
	const invoices = decodeInvoices(answer.value);
	return invoices.ok
		? success({ answer: answer.value, invoices: invoices.value })
		: failure(named(invoices.problem));
}

/** Pictures in memory beyond which no further file is unpacked. */
const MAX_BYTES = 12 * 1024 * 1024;

/**
 * Takes the files of a run apart one at a time, and not before the pictures of earlier ones are recognized:
 * a small archive may hold large pictures.
 */
export class Unpacking {
	/** bytes of the pictures of each item that is not done */
	private readonly held = new Map<Item, number>();
	private last: Promise<unknown> = Promise.resolve();
	private wake = () => {};

	async inTurn(item: Item, work: () => Promise<Part[]>): Promise<Part[]> {
		const turn = this.last.then(async () => {
			while (sum([...this.held.values()]) > MAX_BYTES)
				await new Promise<void>((resolve) => (this.wake = resolve));
			const parts = await work();
			this.held.set(item, sum(parts.map(pictureBytes)));
			return parts;
		});
		this.last = turn.catch(() => {});
		return await turn;
	}

	/** To be called when an item is done or has failed. */
	release(item: Item): void {
		this.held.delete(item);
		this.wake();
	}
}

const pictureBytes = (part: Part) => (part.kind === 'picture' ? part.bytes.length : 0);
const sum = (numbers: number[]) => numbers.reduce((whole, one) => whole + one, 0);

/** The items of one part, or its error. @param found the invoices of the run: its own are added */
async function itemsOf(
	found: RunInvoice[],
	item: Item,
	{ part, answer, invoices = [], error }: PartAnswer,
	request: FileRequest,
): Promise<RowItem[]> {
	const { shape } = request;
	const fileName = nameOf(part, request);
	const page = part.pages[0] ?? null;
	if (error !== undefined) {
		const known = { ...(fileName !== null && { fileName }), ...(page !== null && { page }) };
		return [errorItem(item, item.inLanguage(error), known)];
	}
	const place = { row: item.index + 1, fileName, fileField: item.field?.name ?? null, page };
	const isWhole = item.parameter('output') === 'fullResponse';
	const isAnnotated = part.kind === 'picture' && item.options.includeAnnotatedImage === true;
	const today = dayInChina(Date.now());
	const analyzed =
		isWhole && !isAnnotated ? [] : invoices.map((invoice) => analyzeInvoice(invoice, shape, today));
	const items = isWhole
		? [{ json: wholeAnswer(place, answer ?? invoices[0]!, shape.naming) }]
		: analyzed.map((one): RowItem => {
				const { source } = one.invoice;
				const fileKind = part.kind === 'read' ? part.fileKind : undefined;
				const origin = { ...place, source, fileKind, sid: answer?.sid ?? null };
				return { json: {}, invoice: found.push(runInvoice(one, shape, origin)) - 1 };
			});
	if (!isAnnotated) return items;
	const binary = await annotatedImage(item, part, fileName, analyzed, shape.naming);
	return items.map((one, index) => (index === 0 ? { ...one, binary } : one));
}

/** Full Response: all that the service answered, or that a file states. */
function wholeAnswer(
	place: Place,
	answer: Invoice | SignatureAnswer,
	naming: FieldNaming,
): IDataObject {
	if ('document' in answer)
		return { ...place, source: 'ocr', ...decodedEnvelope(answer) } as IDataObject;
	const { source, texts, contradictions, lines, pages, taken = {} } = answer;
	const doubts = answer.doubts.map((one) => sayFinding(one, naming));
	return { ...place, source, texts, contradictions, lines, pages, doubts, taken };
}

/** What a row calls the file of a part. */
function nameOf({ inside }: Part, { fileName }: FileRequest): string | null {
	if (inside === undefined) return fileName;
	return fileName ? `${fileName}/${inside}` : inside;
}
