import type { Area, PageText } from '../../shared/formats/pageText/pageText';
import { isIn } from '../../shared/formats/pageText/shapes';
import {
	type Character,
	charactersOf,
	linesOf,
	turnsOf,
} from '../../shared/formats/pageText/words';
import { finding, type Finding, type Invoice } from '../invoice/invoice';
import type { OtherKind } from '../invoice/refusals';
import { onlyReferToList } from '../lineItems/lineItems';
import { Form, type Label, type LabelName, labelsOf, SAME_ROW } from '../page/form';
import { kindOf, productDoubts, readInvoicePage, readListPage } from '../page/invoicePages';
import { unspaced } from '../values/values';

/** A page that holds no invoice. */
export interface OtherPage extends OtherKind {
	page: number;
	hasText: boolean;
	/** whether it is a picture, with a line of text at most */
	isScan?: boolean;
	hasHiddenText?: boolean;
	hasPicture?: boolean;
}

/** How a page begins that holds the rest of a remark. */
const GOES_ON = /^(?:[共第]\d+页)*[([【]?(?:续|[接承]上[页一]|备注)|^.{0,6}备注[([【]?续/;

/** The invoices of a file of one or more pages, and the pages that belong to none. */
export function readPages(
	pages: PageText[],
	source: Invoice['source'],
): { invoices: Invoice[]; others: OtherPage[] } {
	const read: ReadPage[] = [];
	const others: OtherPage[] = [];
	const lists: Invoice[] = [];
	for (const page of pages) {
		const found: Invoice[] = [];
		const unread: Form[] = [];
		const documents = documentsOn(page);
		for (const form of documents) {
			const list = readListPage(form, source);
			const invoice = list ?? readInvoicePage(form, source);
			if (list !== undefined) lists.push(list);
			else if (invoice === undefined || isFilledIn(page, invoice)) unread.push(form);
			else {
				invoice.doubts.push(...besideInvoice(page, form));
				found.push(invoice);
				read.push({ invoice, number: numberOf(form) });
			}
		}
		if (found.length === 0 && unread.length > 0) {
			const text = documents.map((form) => form.text).join('\n');
			others.push(otherPage(page, text));
			if (GOES_ON.test(unspaced(text))) read.at(-1)?.invoice.doubts.push(finding('remarkEnd'));
		}
		const alsoOn = unread.map(() => finding('alsoText', page.page));
		for (const invoice of found) invoice.doubts.push(...alsoOn);
	}
	const invoices: Invoice[] = [];
	for (const invoice of inOrder(read)) {
		// an invoice goes on until its total; the pages of two invoices may be mixed
		const begun = invoices.find(
			(one) => isSame(one, invoice) && one.texts.totalWithTax === undefined,
		);
		if (begun === undefined) invoices.push(invoice);
		else append(begun, invoice);
	}
	for (const list of lists) addList(invoices, list, others);
	for (const invoice of invoices) invoice.doubts.push(...productDoubts(invoice.lines));
	return { invoices, others };
}

interface ReadPage {
	invoice: Invoice;
	/** as printed: 第2页 */
	number: number | undefined;
}

function numberOf(form: Form): number | undefined {
	const numbers = form.all('pages').flatMap(({ text }) => /^第(\d+)页$/.exec(text)?.[1] ?? []);
	return numbers.length === 1 ? Number(numbers[0]) : undefined;
}

/** Pages of one invoice in the order of their numbers, where each has its own. */
function inOrder(read: ReadPage[]): Invoice[] {
	return read.map(({ invoice }) => {
		const parts = read.filter((one) => one.invoice === invoice || isSame(one.invoice, invoice));
		const numbers = new Set(parts.map(({ number }) => number));
		if (numbers.has(undefined) || numbers.size < parts.length) return invoice;
		const place = parts.findIndex((one) => one.invoice === invoice);
		return parts.sort((one, next) => one.number! - next.number!)[place]!.invoice;
	});
}

function otherPage(page: PageText, text: string): OtherPage {
	const isFilled = hasFields(page) && /发票/.test(unspaced(text));
	const kind: OtherKind = isFilled ? { kind: 'filledIn', mayBeInvoice: true } : kindOf(text);
	return {
		...kind,
		page: page.page,
		hasText: /[\p{L}\p{N}]/u.test(text),
		isScan: isScan(page),
		hasHiddenText: page.hidden > 0,
		hasPicture: page.pictures.length > 0,
	};
}

const hasFields = ({ notes }: PageText) => notes.some(({ kind }) => kind === 'field');

/** Whether an invoice's number and total are missing on its page because form fields hold them. */
const isFilledIn = (page: PageText, { texts: { invoiceNumber, totalWithTax } }: Invoice) =>
	hasFields(page) && invoiceNumber === undefined && totalWithTax === undefined;

/** Whether pages are of one invoice, by its number and code. */
function isSame({ texts: here }: Invoice, { texts: there }: Invoice): boolean {
	const isNumber = here.invoiceNumber !== undefined && here.invoiceNumber === there.invoiceNumber;
	return isNumber && here.invoiceCode === there.invoiceCode;
}

/** Adds the lines and totals of the next page; values that are on both pages have to agree. */
function append(invoice: Invoice, next: Invoice): void {
	const before = invoice.lines.length;
	const onLines = ({ line, ...one }: Finding) =>
		line === undefined ? one : { ...one, line: before + line };
	invoice.pages.push(...next.pages);
	invoice.lines.push(...next.lines);
	invoice.doubts.push(...next.doubts.map(onLines));
	for (const [key, text] of Object.entries(next.texts)) {
		const name = key as keyof Invoice['texts'];
		const known = invoice.texts[name];
		if (known === undefined) invoice.texts[name] = text;
		else if (known !== text && name === 'remark') invoice.texts.remark = `${known}\n${text}`;
		else if (known !== text) (invoice.contradictions[name] ??= []).push(text);
	}
}

/** A list's lines replace the line that only refers to the list. */
function addList(invoices: Invoice[], list: Invoice, others: OtherPage[]): void {
	const { invoiceNumber, invoiceCode } = list.texts;
	const [invoice, ...more] = invoices.filter(
		({ texts }) =>
			texts.invoiceNumber === invoiceNumber &&
			(invoiceCode === undefined || texts.invoiceCode === invoiceCode),
	);
	// a list without a code may belong to any of them
	const isOfOne = more.every(({ texts }) => texts.invoiceCode === invoice?.texts.invoiceCode);
	if (invoice === undefined || !isOfOne) {
		others.push({ kind: 'listAlone', mayBeInvoice: true, page: list.pages[0]!, hasText: true });
		return;
	}
	if (onlyReferToList(invoice.lines)) invoice.lines = [];
	append(invoice, { ...list, texts: {} });
}

/** Stamps on a whole invoice, as texts of their own: void, reversed, deducted, booked, paid; and a quick test. */
const WHOLE_INVOICE_STAMP =
	/^[(（【[]?(?:[此本该][张份]?(?:发?票)?|发票)?(?:(?:已|己)(?:全额|部分)?(?:(?:作废|红冲|冲红|冲销|抵扣|认证|勾选|入账|报销|付款|核销)[并和、]?){1,2}|作废|红冲|冲红|(?:红字)?冲销|重复报销|付讫|收讫|(?:作废|抵扣|核销|付讫|收讫)(?:专用)?章|VOID|CANCELL?ED|PAID)[)）】\]]?$/i;
const MAY_BE_STAMP = /[废冲抵认勾销入报付收讫核]|void|cancel|paid/i;
/** What an invoice or a receipt prints, and hardly anything else below one. */
const OF_RECEIPT =
	/(?:发票|票据)(?:号码|代码)|价税合计|(?:[合总]计|[总金]额|票价|[实应]收).{0,8}\d|[¥￥]\d|\d元/;
/** A picture on more than this part of a page may be a document; pictures on more than this part are a scan. */
const DOCUMENT_SHARE = 0.12;
const SCAN_SHARE = 0.5;
/** A scan may have so many letters, printed by the app that made it. */
const MAX_APP_LETTERS = 80;
/** So many characters in a picture's place make it their background. */
const BACKGROUND = 10;

/** How far above its number an invoice may begin, in heights of the type. */
const TITLE_HEIGHTS = 8;

/** Whether a page is a picture, with a line of text at most. */
function isScan(page: PageText): boolean {
	const letters = page.glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
	const covered = page.pictures.reduce((sum, one) => sum + shareOf(one, page), 0);
	return letters <= MAX_APP_LETTERS && covered > SCAN_SHARE;
}

const shareOf = ({ left, top, right, bottom }: Area, { width, height }: PageText) =>
	((right - left) * (bottom - top)) / (width * height);

/** Doubts: what else is on the page of an invoice, and what a viewer shows differently than it was read. */
function besideInvoice(page: PageText, form: Form): Finding[] {
	const lines = MAY_BE_STAMP.test(form.text) ? form.lines({}, 'all') : [];
	const texts = [
		page.leaning,
		...page.leaning.split('\n'),
		...page.notes.flatMap(({ text, says }) => [text, says]),
		...lines.flatMap((line) => line.map(({ text }) => text)),
		...lines.map((line) => line.map(({ text }) => text).join('')),
	];
	const stamps = new Set(texts.map(unspaced).filter((text) => WHOLE_INVOICE_STAMP.test(text)));
	const covered = page.covered.map(({ text }) => text).join('');
	const added = page.notes.filter(
		(note) =>
			note.text !== '' &&
			!WHOLE_INVOICE_STAMP.test(unspaced(note.text)) &&
			page.glyphs.some(({ x, y, width, size }) =>
				isIn(note, { x: x + width / 2, y: y - size / 3 }),
			),
	);
	const isDocument = (picture: Area) =>
		shareOf(picture, page) > DOCUMENT_SHARE &&
		page.glyphs.filter((glyph) => isIn(picture, glyph)).length < BACKGROUND;
	return [
		...[...stamps].map((text) => finding('stamped', text)),
		...(page.covered.length > 0 ? [finding('covered', short(covered))] : []),
		...(page.isUnsure ? [finding('unsureSight')] : []),
		...added.map(({ text }) => finding('addedOver', short(text))),
		...(page.pictures.some(isDocument) ? [finding('alsoPicture', page.page)] : []),
		...outsideInvoice(page, form),
	];
}

/** Doubts: the number of another invoice, or another receipt, above or below all of an invoice. */
function outsideInvoice({ page }: PageText, form: Form): Finding[] {
	const last = (['drawer', 'totalWords', 'totalDigits'] as const).flatMap((name) => form.all(name));
	const end = Math.max(...last.map(({ v, size }) => v + size));
	if (last.length === 0) return [];
	const numbers = form.all('invoiceNumber');
	const others = numbers.filter(({ v }) => v > end).map((label) => form.beside(label) ?? '');
	if (others.length > 0)
		return others.map((other) => finding('alsoInvoice', page, unspaced(other) || null));
	const start = Math.min(...numbers.map(({ v, size }) => v - TITLE_HEIGHTS * size));
	const outside = form.lines({ bottom: start }, 'all');
	// where no issuing people end the invoice, its remark may be below
	if (form.all('drawer').some(({ v, size }) => v + size >= end))
		outside.push(...form.lines({ top: end }, 'all'));
	const text = outside.map((line) => line.map((word) => word.text).join('')).join('|');
	return OF_RECEIPT.test(unspaced(text)) ? [finding('alsoText', page)] : [];
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Nobody prints more invoices on one sheet. */
const MOST_DOCUMENTS = 16;
/** So many of the widest gaps of a direction are tried. */
const MOST_GAPS = 60;
/** So many characters in another direction may be an invoice. */
const MIN_TURNED_CHARACTERS = 60;

/** The invoices and rail tickets on one sheet, side by side, above each other or turned, each as a form. */
function documentsOn(page: PageText): Form[] {
	const counts = turnsOf(page);
	const most = Math.max(...counts);
	const turned = ([0, 1, 2, 3] as const)
		.filter((turn) => counts[turn]! >= MIN_TURNED_CHARACTERS || counts[turn] === most)
		.sort((one, other) => counts[other]! - counts[one]!);
	const whole = new Form(page);
	if (turned.length === 1 && startsIn(whole.labels).starts.length < 2) return [whole];
	const documents = turned.flatMap((turn) => split(charactersOf(page, turn)));
	if (documents.length === 1) return [whole];
	return documents.map((characters) => {
		const glyphs = characters.map((one) => ({ ...one, turn: 0 as const }));
		return new Form({ ...page, glyphs });
	});
}

interface Gap {
	size: number;
	isBefore: (one: Character) => boolean;
}

/** The characters of each document, row by row, as a sheet is read. */
function split(characters: Character[]): Character[][] {
	const labels = linesOf(characters).flatMap(labelsOf);
	const begun = startsIn(labels);
	if (begun.starts.length < 2 || begun.starts.length > MOST_DOCUMENTS) return [characters];
	const gaps = [...gapsOf(characters, 'down'), ...gapsOf(characters, 'right')];
	const gap = gaps.find(({ isBefore }) => isBetween(isBefore, labels, begun));
	if (gap === undefined) return [characters];
	const behind = characters.filter((one) => !gap.isBefore(one));
	return [...split(characters.filter(gap.isBefore)), ...split(behind)];
}

type Starts = Record<'lists' | 'starts' | 'tables' | 'tickets', Label[]>;

/**
 * Where documents begin: at the titles of tickets, and for tables at the head of the amounts, in a row with those of
 * goods and taxes. A list of goods also has a head of ordinal numbers there.
 */
function startsIn(labels: Label[]): Starts {
	const isInRow = (name: LabelName, { v, size }: Label) =>
		labels.some((one) => one.name === name && Math.abs(one.v - v) < SAME_ROW * size);
	const all = labels.filter(
		(one) => one.name === 'amount' && isInRow('goodsName', one) && isInRow('tax', one),
	);
	const lists = all.filter((one) => isInRow('ordinal', one));
	const tables = all.filter((one) => !lists.includes(one));
	const tickets = labels.filter(({ name }) => name === 'railTicket');
	return { lists, tables, tickets, starts: [...all, ...tickets] };
}

/** The gaps over the whole width or height, the widest first. */
function gapsOf(characters: Character[], axis: 'down' | 'right'): Gap[] {
	const isDown = axis === 'down';
	const spans = characters.map(({ x, v, width, size }) =>
		isDown ? ([v - size / 2, v + size / 2] as const) : ([x, x + width] as const),
	);
	spans.sort(([one], [other]) => one - other);
	const gaps: Gap[] = [];
	let end = spans[0]?.[1] ?? 0;
	for (const [from, to] of spans) {
		const at = (from + end) / 2;
		const isBefore = ({ x, v, width }: Character) => (isDown ? v : x + width / 2) < at;
		if (from > end) gaps.push({ size: from - end, isBefore });
		end = Math.max(end, to);
	}
	return gaps.sort((one, other) => other.size - one.size).slice(0, MOST_GAPS);
}

/** Whether a gap has whole documents on both of its sides. */
function isBetween(
	isBefore: Gap['isBefore'],
	labels: Label[],
	{ lists, starts, tables, tickets }: Starts,
): boolean {
	const before = (some: Label[]) => some.filter((one) => isBefore(one.characters[0]!)).length;
	/** whether each document keeps its labels of these names, where all documents have equally many */
	const areShared = (names: LabelName[], documents: Label[]) =>
		names.every((name) => {
			const of = labels.filter((one) => one.name === name);
			const each = of.length / documents.length;
			return !Number.isInteger(each) || before(of) === each * before(documents);
		});
	return (
		before(starts) > 0 &&
		before(starts) < starts.length &&
		areShared(['invoiceNumber', 'issueDate'], [...tables, ...tickets]) &&
		areShared(['name', 'totalWords', 'totalDigits', 'drawer'], tables) &&
		areShared(['listCode', 'listNumber', 'listTotal'], lists) &&
		areShared(['buyerName'], tickets)
	);
}
