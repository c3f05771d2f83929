import { entriesOfOfd } from '../../shared/formats/ofd/ofd';
import { OfdText, readOfdText } from '../../shared/formats/pageText/ofdText';
import { type PdfPageText, readPdfText } from '../../shared/formats/pageText/pdfText';
import { type Attachment, embeddedFiles, PdfFile } from '../../shared/formats/pdf/file';
import { scanOf } from '../../shared/formats/pdf/scan';
import { PdfError } from '../../shared/formats/pdf/syntax';
import { unzip, ZipError } from '../../shared/formats/zip/zip';
import { invoicesIn } from '../eInvoice/eInvoice';
import { type FieldName, type Invoice, invoiceRecord, meaning } from '../invoice/invoice';
import { completed, differences, isInDoubt } from '../statements/statements';
import { MAX_IMAGE_BYTES } from '../service/service';
import { type OtherPage, readPages } from '../sheets/documents';
import { unspaced } from '../values/values';
import { type Part, passed, type ReadPart, refused, type RefusedPart, unreadable } from './parts';

/** Bytes by which all pictures may exceed the file: they are packed again, and may be used on two pages. */
const MAX_MORE_BYTES = 20 * 1024 * 1024;

type ReadAttached = (name: string, bytes: Buffer) => Promise<Part[]>;

/**
 * The parts of a PDF: the data embedded in it, or else each page by itself, and other files that it carries.
 * A page with text is read here or refused; only one that is a plain picture becomes a picture.
 * @throws PdfError when the file is damaged, encrypted, or has more than the limits allow
 */
export async function pdfParts(bytes: Buffer, readAttached: ReadAttached): Promise<Part[]> {
	const file = await PdfFile.open(bytes);
	const files = await embeddedFiles(file);
	const { stated, attached } = await readAttachments('pdf', files, readAttached);
	const pages = await readPdfText(file);
	const { invoices, others } = readPages(pages, 'pdf');
	const readScan = scanReader(file, pages, bytes.length + MAX_MORE_BYTES);
	const found: OtherPart[] = [];
	for (const other of others) {
		const { page, kind, isScan, hasText } = other;
		const { unreadableFonts, scan } = pages[page - 1]!;
		if (kind === undefined && !isScan && unreadableFonts.length > 0) {
			const part = refused('fonts', [page], unreadableFonts.join(', '));
			found.push({ other, part, isUnreadable: true });
			continue;
		}
		const isText = hasText && (kind !== undefined || (!isScan && !scan.isIncomplete));
		found.push({ other, part: isText ? pageRefusal(other) : await readScan(other) });
	}
	const parts = [...readParts('pdf', stated, invoices), ...besideData(found, stated, invoices)];
	if ([...parts, ...attached].every(isPassed)) return [refused('emptyPages'), ...attached];
	return [...withoutRepetition(parts, pages.length), ...attached];
}

/** The data that attachments state, and what other files carry. */
async function readAttachments(
	fileKind: 'ofd' | 'pdf',
	files: Attachment[],
	readAttached: ReadAttached,
): Promise<{ stated: Invoice[]; attached: Part[] }> {
	const stated: Invoice[] = [];
	const attached: Part[] = [];
	for (const { name, bytes, fault } of files) {
		const invoices = bytes === undefined ? [] : invoicesIn(bytes, fileKind);
		stated.push(...invoices);
		if (bytes === undefined) {
			const part = fault === undefined ? refused('damaged') : unreadable(fault, 'save');
			attached.push({ ...part, inside: name });
		} else if (invoices.length === 0) attached.push(...(await readAttached(name, bytes)));
	}
	return { stated: withoutCopies(stated), attached };
}

/** A file may hold its data as XBRL too: an XBRL of the same number without a difference completes the others. */
function withoutCopies(invoices: Invoice[]): Invoice[] {
	const isXbrl = ({ source }: Invoice) => source === 'xbrl';
	const isCopy = (one: Invoice, other: Invoice) => !isXbrl(other) && shows(one, other);
	const copies = invoices.filter(isXbrl).filter((one) => invoices.some((it) => isCopy(one, it)));
	return invoices
		.filter((one) => !copies.includes(one))
		.map((one) => copies.filter((copy) => isCopy(copy, one)).reduce(completed, one));
}

/** Whether two statements are of one invoice; doubtful fields of the first one may differ, except the total. */
function shows(one: Invoice, other: Invoice): boolean {
	const [here, there] = [invoiceRecord(one), invoiceRecord(other)];
	const areCodes = here.invoiceCode !== null && there.invoiceCode !== null;
	return (
		here.invoiceNumber === there.invoiceNumber &&
		(!areCodes || here.invoiceCode === there.invoiceCode) &&
		differences(here, there).every(
			(field) => field !== 'totalWithTax' && isInDoubt(one.doubts, field),
		)
	);
}

/** A page on which no invoice was read, and what becomes of it. */
interface OtherPart {
	other: OtherPage;
	part: Part;
	/** whether its fonts make its text unreadable */
	isUnreadable?: boolean;
}

/**
 * The parts of pages on which no invoice was read. Each invoice of the data that no page shows is matched with one
 * of them: unreadable text comes first, a picture last. An invoice with two such pages looks like two invoices.
 */
function besideData(found: OtherPart[], stated: Invoice[], onPages: Invoice[]): Part[] {
	const mayShow = [
		...found.filter(({ isUnreadable }) => isUnreadable),
		...found.filter(({ other, part }) => part.kind === 'refused' && other.mayBeInvoice),
		...found.filter(({ part }) => part.kind === 'picture'),
	];
	// an invoice that a page shows has its number, and maybe another total
	const hidden = new Set(stated.map(({ texts }) => texts.invoiceNumber));
	for (const { texts } of onPages) hidden.delete(texts.invoiceNumber);
	const ofData = new Set([...new Set(mayShow)].slice(0, hidden.size));
	return found.map((one) => (ofData.has(one) ? showsData(one.part.pages) : one.part));
}

const showsData = (pages: number[]) => passed('further part', 'showsData', pages);

/** Reads pages as pictures. @param left bytes that all of them may have */
function scanReader(file: PdfFile, pages: PdfPageText[], left: number) {
	return async (other: OtherPage): Promise<Part> => {
		const { page } = other;
		try {
			const { scan, notes } = pages[page - 1]!;
			const picture = await scanOf(file, scan, page, notes.length > 0);
			if (picture === undefined) return emptyPage(other);
			left -= picture.bytes.length;
			if (left < 0) throw new PdfError('samePicture');
			if (picture.bytes.length > MAX_IMAGE_BYTES) return refused('largeScan', [page]);
			return { kind: 'picture', bytes: picture.bytes, format: picture.format, pages: [page] };
		} catch (error) {
			return unreadable(error as Error, 'anotherForm', [page]);
		}
	};
}

/**
 * The parts of an OFD: the data attached to it, or else the text of its pages, compared with its tags.
 * @throws ZipError or XmlError when it is damaged, or has more than the limits allow
 */
export async function ofdParts(bytes: Buffer, readAttached: ReadAttached): Promise<Part[]> {
	const files = await attachedFiles(bytes);
	const { stated, attached } = await readAttachments('ofd', files, readAttached);
	const text = await readOfdText(bytes).catch((error: Error) => {
		if (stated.length === 0) throw error;
		return new OfdText();
	});
	const { invoices, others } = readPages(text.pages, 'ofd');
	// the tags are those of one invoice
	if (invoices.length === 1 && stated.length === 0) compareTags(invoices[0]!, text);
	const found = others.map((other): OtherPart => {
		const error = text.unread.get(other.page);
		if (error === undefined) return { other, part: ofdPage(other) };
		const remedy = error.hindrance === 'damaged' ? 'again' : 'exportPage';
		return { other, part: unreadable(error, remedy, [other.page]), isUnreadable: true };
	});
	const parts = [...readParts('ofd', stated, invoices), ...besideData(found, stated, invoices)];
	if (text.pages.length === 0 && stated.length > 0) parts.push(passed('further part', 'noPages'));
	if ([...parts, ...attached].every(isPassed)) return [refused('neither'), ...attached];
	return [...withoutRepetition(parts, text.pages.length), ...attached];
}

function ofdPage(other: OtherPage): Part {
	if (other.hasText && !other.isScan) return pageRefusal(other);
	return other.hasPicture ? refused('picture', [other.page]) : emptyPage(other);
}

function emptyPage({ page, hasHiddenText }: OtherPage): Part {
	return hasHiddenText ? refused('hidden', [page]) : passed('empty', 'empty', [page]);
}

/** The invoices of a file's data, and those of pages that show another one or another total. */
function readParts(fileKind: ReadPart['fileKind'], stated: Invoice[], onPages: Invoice[]): Part[] {
	const read = (invoice: Invoice): Part => {
		return { kind: 'read', fileKind, invoice, pages: invoice.pages };
	};
	const whole = stated.map((invoice) => {
		const page = onPages.find((one) => shows(one, invoice));
		return read(page === undefined ? invoice : completed(invoice, page));
	});
	const others = onPages.map((page) => {
		const isShown = stated.some((invoice) => shows(page, invoice));
		return isShown ? showsData(page.pages) : read(page);
	});
	return [...whole, ...others];
}

function pageRefusal({ page, kind = 'otherText', mayBeInvoice }: OtherPage): RefusedPart {
	const refusal = refused(kind, [page]);
	return mayBeInvoice ? refusal : { ...refusal, isKnownNoInvoice: true };
}

const isPassed = ({ kind }: Part) => kind === 'passed';

/**
 * Parts in the order of the pages, data first. Pages refused for the same reason become one refusal: of the whole
 * file where they are all of its pages.
 */
function withoutRepetition(parts: Part[], pageCount: number): Part[] {
	const kept: Part[] = [];
	const byClause = new Map<string, RefusedPart>();
	const pageOf = ({ pages }: Part) => pages[0] ?? 0;
	for (const part of [...parts].sort((one, other) => pageOf(one) - pageOf(other))) {
		const reason = part.kind === 'refused' ? `${part.clause.english} ${part.isKnownNoInvoice}` : '';
		const same = byClause.get(reason);
		same?.pages.push(...part.pages);
		if (same === undefined) kept.push(part);
		if (same === undefined && part.kind === 'refused') byClause.set(reason, part);
	}
	return kept.map((part) =>
		part.kind === 'refused' && part.pages.length === pageCount ? { ...part, pages: [] } : part,
	);
}

/** How large all files read from one OFD may be when unpacked. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Invoices and their signatures are attached, seldom anything else. */
const MAX_ATTACHMENTS = 50;
/** Where OFD writers put attachments: the invoice itself, as data, or further invoices. */
const ATTACHED = /(?:^|\/)(?:attach[^/]*\/(.+)|(original_invoice[^/]*\.(?:xml|xbrl)))$/i;
const ATTACHMENT_LIST = /(^|\/)attachments\.xml$/i;
/** Kinds of files that may be an invoice. */
const MAY_BE_INVOICE = /\.(?:bmp|jpe?g|ofd|pdf|png|xbrl|xml)$/i;

/**
 * The files attached to an OFD. Those of a kind that never holds an invoice are empty: they are not unpacked.
 * Names in the archive are compared, never used as paths.
 * @throws ZipError when it is not an OFD, is ambiguous, or has more or larger ones than the limits allow
 */
export async function attachedFiles(file: Buffer): Promise<Attachment[]> {
	const files: Attachment[] = [];
	let left = MAX_BYTES;
	for (const entry of entriesOfOfd(file)) {
		const [, inFolder, beside] = ATTACHED.exec(entry.name) ?? [];
		const name = inFolder ?? beside;
		if (name === undefined || ATTACHMENT_LIST.test(entry.name)) continue;
		if (files.length === MAX_ATTACHMENTS) throw new ZipError('attachments', MAX_ATTACHMENTS);
		const isRead = MAY_BE_INVOICE.test(name);
		const bytes = isRead ? await unzip(file, entry, left).catch(ifDamaged) : Buffer.alloc(0);
		left -= bytes?.length ?? 0;
		files.push({ name, bytes });
	}
	return files;
}

function ifDamaged(error: ZipError): undefined {
	if (error.hindrance !== 'damaged') throw error;
}

/** Tags and properties of an OFD that give a field of the invoice. */
const SOURCES: ReadonlyArray<readonly [FieldName, tag: string, property?: string]> = [
	['invoiceNumber', 'InvoiceNo', '发票号码'],
	['invoiceCode', 'InvoiceCode', '发票代码'],
	['issueDate', 'IssueDate', '开票日期'],
	['buyerName', 'Buyer/BuyerName'],
	['buyerTaxId', 'Buyer/BuyerTaxID', '购买方纳税人识别号'],
	['sellerName', 'Seller/SellerName'],
	['sellerTaxId', 'Seller/SellerTaxID', '销售方纳税人识别号'],
	['totalAmount', 'TaxExclusiveTotalAmount', '合计金额'],
	['totalTax', 'TaxTotalAmount', '合计税额'],
	['totalWithTax', 'TaxInclusiveTotalAmount', '价税合计'],
];

/** Takes fields that an OFD's pages lack from its tags and properties; differing ones are contradictions. */
export function compareTags(
	invoice: Invoice,
	{ tags, properties }: Pick<OfdText, 'properties' | 'tags'>,
): void {
	for (const [field, tag, property] of SOURCES) {
		const tagged = tags.get(tag)?.join('').trim();
		const propertyText = property === undefined ? undefined : properties.get(property);
		for (const text of [tagged, propertyText]) {
			// some tags point only at the currency sign
			if (text === undefined || unspaced(text).replace('¥', '') === '') continue;
			const known = (invoice.texts[field] ??= text);
			if (meaning(field, known) !== meaning(field, text))
				(invoice.contradictions[field] ??= []).push(text);
		}
	}
}
