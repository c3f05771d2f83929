import type { PageText } from '../../shared/formats/pageText/pageText';
import {
	type Character,
	charactersOf,
	linesOf,
	plain,
	turnsOf,
} from '../../shared/formats/pageText/words';
import { finding, type Finding } from '../invoice/findings';
import type { Invoice, OtherKind } from '../invoice/invoice';
import { onlyReferToList } from '../lineItems/lineItems';
import { Form, type Label, type LabelName, labelsOf } from '../page/form';
import {
	kindOf,
	type ListPage,
	mayBeInvoice,
	productDoubts,
	readInvoicePage,
	readListPage,
	readRailTicket,
} from '../page/invoicePages';

/** A page that holds no invoice. */
export interface OtherPage {
	page: number;
	/** such as "a trip list, not an invoice"; undefined if unknown */
	kind: string | undefined;
	/** how to get the invoice; undefined if the kind is unknown */
	wayOut: string | undefined;
	/** whether it may be an invoice that this node does not read: its kind is unknown, or that of an invoice */
	mayBeInvoice: boolean;
	hasText: boolean;
	/** whether it is a picture, with a line of text at most */
	isScan: boolean;
	hasHiddenText: boolean;
	hasPicture: boolean;
}

/** What a page begins with that has the rest of a remark. */
const GOES_ON = /^(?:[共第]\d+页)*[([【]?(?:续|[接承]上[页一]|备注)|^.{0,6}备注[([【]?续/;

/** The invoices of a file of one or more pages, and the pages that belong to none. */
export function readPages(
	pages: PageText[],
	source: Invoice['source'],
): { invoices: Invoice[]; others: OtherPage[] } {
	const read: ReadPage[] = [];
	const others: OtherPage[] = [];
	const lists: ListPage[] = [];
	for (const page of pages) {
		const found: Invoice[] = [];
		const unread: Form[] = [];
		const documents = documentsOn(page);
		for (const form of documents) {
			const list = readListPage(form);
			const invoice =
				list === undefined
					? (readRailTicket(form, source) ?? readInvoicePage(form, source))
					: undefined;
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
			if (GOES_ON.test(plain(text))) read.at(-1)?.invoice.doubts.push(finding('remarkEnd'));
		}
		for (const invoice of found) {
			invoice.doubts.push(...unread.map(() => finding('alsoText', page.page)));
		}
	}
	const invoices: Invoice[] = [];
	for (const invoice of inOrder(read)) {
		// two invoices of several pages may have been shuffled
		const begun = invoices.find((one) => goesOn(one, invoice));
		if (begun !== undefined) append(begun, invoice);
		else invoices.push(invoice);
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
	const hasFields = page.notes.some(({ kind }) => kind === 'field');
	const other = hasFields && /发票/.test(plain(text)) ? FILLED_IN : kindOf(text);
	return {
		page: page.page,
		kind: other?.kind,
		wayOut: other?.wayOut,
		mayBeInvoice: other === undefined ? mayBeInvoice(text) : other.mayBeInvoice === true,
		hasText: /[\p{L}\p{N}]/u.test(text),
		isScan: isScan(page),
		hasHiddenText: page.hidden > 0,
		hasPicture: page.pictures.length > 0,
	};
}

const FILLED_IN: OtherKind = {
	kind: 'an invoice whose values stand in form fields, which anyone can fill in',
	wayOut: "Use the invoice's OFD or XML file, or enter it by hand.",
	mayBeInvoice: true,
};

/** Whether a form is printed, and what makes it an invoice was filled in. */
function isFilledIn({ notes }: PageText, { texts }: Invoice): boolean {
	return (
		notes.some(({ kind }) => kind === 'field') &&
		texts.invoiceNumber === undefined &&
		texts.totalWithTax === undefined
	);
}

/** Whether a page is the next one of the same invoice: number and code are the same, and no total has ended it. */
function goesOn(invoice: Invoice, next: Invoice): boolean {
	return isSame(invoice, next) && invoice.texts.totalWithTax === undefined;
}

function isSame({ texts }: Invoice, next: Invoice): boolean {
	const { invoiceNumber, invoiceCode } = texts;
	return (
		invoiceNumber !== undefined &&
		invoiceNumber === next.texts.invoiceNumber &&
		invoiceCode === next.texts.invoiceCode
	);
}

/** Adds the lines and totals of the next page; values that are on both pages have to agree. */
function append(invoice: Invoice, next: Invoice): void {
	invoice.pages.push(...next.pages);
	addLines(invoice, next);
	for (const [key, text] of Object.entries(next.texts)) {
		const name = key as keyof Invoice['texts'];
		const known = invoice.texts[name];
		if (known === undefined) invoice.texts[name] = text;
		else if (known === text) continue;
		else if (name === 'remark') invoice.texts.remark = `${known}\n${text}`;
		else {
			invoice.contradictions[name] = [...(invoice.contradictions[name] ?? []), text];
		}
	}
}

/** A list's lines replace the line that only refers to the list. */
function addList(invoices: Invoice[], list: ListPage, others: OtherPage[]): void {
	const [invoice, ...more] = invoices.filter(
		({ texts }) =>
			texts.invoiceNumber === list.invoiceNumber &&
			(list.invoiceCode === undefined || texts.invoiceCode === list.invoiceCode),
	);
	// a list that names no code may be that of either
	if (
		invoice === undefined ||
		more.some(({ texts }) => texts.invoiceCode !== invoice.texts.invoiceCode)
	) {
		others.push({
			page: list.page,
			kind: 'a list of goods without its invoice',
			wayOut: 'Give the list and its invoice in one file.',
			mayBeInvoice: true,
			hasText: true,
			isScan: false,
			hasHiddenText: false,
			hasPicture: false,
		});
		return;
	}
	if (onlyReferToList(invoice.lines)) invoice.lines = [];
	invoice.pages.push(list.page);
	addLines(invoice, list);
}

function addLines(invoice: Invoice, { lines, doubts }: Pick<Invoice, 'lines' | 'doubts'>): void {
	const before = invoice.lines.length;
	invoice.doubts.push(...doubts.map((doubt) => behind(before, doubt)));
	invoice.lines.push(...lines);
}

/** The same finding where lines of earlier pages stand before its own. */
function behind(before: number, doubt: Finding): Finding {
	return doubt.line === undefined ? doubt : { ...doubt, line: before + doubt.line };
}

/** What a stamp says of the whole invoice, as a text of its own. */
const TOLD =
	/^[(（【[]?(?:[此本该][张份]?(?:发?票)?|发票)?(?:(?:已|己)(?:全额|部分)?(?:(?:作废|红冲|冲红|抵扣|认证|勾选|入账|报销|付款|核销)[并和、]?){1,2}|作废|红冲|冲红|付讫|收讫|(?:作废|抵扣|核销|付讫|收讫)(?:专用)?章|VOID|CANCELL?ED|PAID)[)）】\]]?$/i;
const MAY_TELL = /[废冲抵认勾销入报付收讫核]|void|cancel|paid/i;
/** What an invoice or a receipt prints, and hardly anything else below one. */
const OF_RECEIPT =
	/(?:发票|票据)(?:号码|代码)|价税合计|(?:[合总]计|[总金]额|票价|[实应]收).{0,8}\d|[¥￥]\d|\d元/;
/** Larger parts of a page than this: a picture that may be a document, and one that is all of it. */
const DOCUMENT = 0.12;
const SCAN = 0.5;
/** A scan may have so many letters of the app that made it. */
const MAX_APP_LETTERS = 80;
/** So many characters in a picture's place make it their background. */
const BACKGROUND = 10;

/** How far above its number an invoice may begin, in heights of the type. */
const TITLE = 8;

const EVERYWHERE = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

/** Whether a page is a picture, with a line of text at most. */
function isScan(page: PageText): boolean {
	const letters = page.glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
	return (
		letters <= MAX_APP_LETTERS &&
		page.pictures.reduce((sum, one) => sum + shareOf(one, page), 0) > SCAN
	);
}

function shareOf(
	{ left, top, right, bottom }: PageText['pictures'][number],
	{ width, height }: PageText,
): number {
	return ((right - left) * (bottom - top)) / (width * height);
}

/** What else is on the page of an invoice, and what a viewer shows otherwise than it was read. */
function besideInvoice(page: PageText, form: Form): Finding[] {
	const found: Finding[] = [];
	const lines = MAY_TELL.test(form.text) ? form.words(EVERYWHERE) : [];
	const texts = [
		...page.leaning.split('\n'),
		...page.notes.flatMap(({ text, says }) => [text, says]),
		...lines.flatMap((line) => [
			...line.map(({ text }) => text),
			line.map(({ text }) => text).join(''),
		]),
	];
	for (const told of new Set(texts.map(plain).filter((text) => TOLD.test(text)))) {
		found.push(finding('stamped', told));
	}
	if (page.covered.length > 0) {
		const text = page.covered.map((one) => one.text).join('');
		found.push(finding('covered', short(text)));
	}
	if (page.isUnsure) {
		found.push(finding('unsureSight'));
	}
	for (const note of page.notes) {
		if (note.text === '') continue;
		const isOver = page.glyphs.some(
			({ x, y, width, size }) =>
				x + width / 2 > note.left &&
				x + width / 2 < note.right &&
				y - size / 3 > note.top &&
				y - size / 3 < note.bottom,
		);
		if (isOver && !TOLD.test(plain(note.text))) {
			found.push(finding('addedOver', short(note.text)));
		}
	}
	for (const picture of page.pictures) {
		const share = shareOf(picture, page);
		const inside = page.glyphs.filter(
			({ x, y }) => x > picture.left && x < picture.right && y > picture.top && y < picture.bottom,
		);
		if (share > DOCUMENT && inside.length < BACKGROUND) {
			found.push(finding('alsoPicture', page.page));
			break;
		}
	}
	return [...found, ...outsideInvoice(page, form)];
}

/** What stands above or below all of an invoice: the number of another one, or what another receipt says. */
function outsideInvoice({ page }: PageText, form: Form): Finding[] {
	const last = (['drawer', 'totalWords', 'totalDigits'] as const).flatMap((name) => form.all(name));
	const end = last.reduce((most, { v, size }) => Math.max(most, v + size), -Infinity);
	if (end === -Infinity) return [];
	const numbers = form.all('invoiceNumber').filter(({ v }) => v > end);
	if (numbers.length > 0) {
		return numbers.map((label) =>
			finding('alsoInvoice', page, plain(form.beside(label) ?? '') || null),
		);
	}
	const start = form
		.all('invoiceNumber')
		.reduce((least, { v, size }) => Math.min(least, v - TITLE * size), Infinity);
	const outside = form.words({ ...EVERYWHERE, bottom: start });
	// without its people a remark may be below
	if (form.all('drawer').some(({ v, size }) => v + size >= end)) {
		outside.push(...form.words({ ...EVERYWHERE, top: end }));
	}
	const text = outside.map((line) => line.map((word) => word.text).join('')).join('|');
	return OF_RECEIPT.test(plain(text)) ? [finding('alsoText', page)] : [];
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** A sheet with more invoices is none that anybody prints. */
const MOST = 16;
/** So many of the widest gaps are tried. */
const MOST_GAPS = 60;
/** Characters in another direction that may be an invoice. */
const BLOCK = 60;
/** Heads of a table lie this close, in heights of the type. */
const SAME_ROW = 0.8;

/** Labels that every document of its kind has once, or equally often. */
const OF_ALL: readonly LabelName[] = ['invoiceNumber', 'issueDate'];
const OF_TICKETS: readonly LabelName[] = ['buyerName'];
const OF_TABLES: readonly LabelName[] = ['name', 'totalWords', 'totalDigits', 'drawer'];

/**
 * The documents on one sheet, each as a form of its own: invoices and rail tickets printed side by side, one
 * above the other, or in another direction. A page of one document is one.
 */
function documentsOn(page: PageText): Form[] {
	const counts = turnsOf(page);
	const most = Math.max(...counts);
	const turned = ([0, 1, 2, 3] as const)
		.filter((turn) => counts[turn]! >= BLOCK || counts[turn] === most)
		.sort((one, other) => counts[other]! - counts[one]!);
	const whole = new Form(page);
	if (turned.length === 1 && startsIn(whole.labels).starts.length < 2) return [whole];
	const documents = turned.flatMap((turn) => split(charactersOf(page, turn)).sort(byPlace));
	if (documents.length === 1) return [whole];
	return documents.map(
		(characters) =>
			new Form({ ...page, glyphs: characters.map((one) => ({ ...one, turn: 0 as const })) }),
	);
}

/** Row by row, as a sheet is read. */
function byPlace(one: Character[], other: Character[]): number {
	const [a, b] = [one, other].map((characters) => {
		const heights = characters.map(({ v }) => v);
		const top = heights.reduce((least, v) => Math.min(least, v), Infinity);
		const bottom = heights.reduce((most, v) => Math.max(most, v), -Infinity);
		return { top, bottom, left: characters.reduce((least, { x }) => Math.min(least, x), Infinity) };
	}) as [Box, Box];
	const isBeside = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > (a.bottom - a.top) / 2;
	return isBeside ? a.left - b.left : a.top - b.top;
}

type Box = Record<'bottom' | 'left' | 'top', number>;

/** One of the two directions in which a sheet is cut. */
type Axis = 'down' | 'right';

interface Gap {
	axis: Axis;
	at: number;
	size: number;
}

function split(characters: Character[]): Character[][] {
	const labels = linesOf(characters).flatMap(labelsOf);
	const { starts, tables } = startsIn(labels);
	if (starts.length < 2 || starts.length > MOST) return [characters];
	const gaps = [...gapsOf(characters, 'down'), ...gapsOf(characters, 'right')]
		.sort((one, other) => other.size - one.size)
		.slice(0, MOST_GAPS);
	const gap = gaps.find((one) => isBetween(one, labels, starts, tables));
	if (gap === undefined) return [characters];
	const isBefore = (one: Character) => placeOf(one, gap.axis) < gap.at;
	return [
		...split(characters.filter(isBefore)),
		...split(characters.filter((one) => !isBefore(one))),
	];
}

/** Where documents begin: tables, and the titles of tickets. */
function startsIn(labels: Label[]): { starts: Label[]; tables: Label[] } {
	const tables = tablesIn(labels);
	return { tables, starts: [...tables, ...labels.filter(({ name }) => name === 'railTicket')] };
}

/** The heads of amounts that stand in a row with those of goods and of taxes. */
function tablesIn(labels: Label[]): Label[] {
	return labels.filter(
		(amount) =>
			amount.name === 'amount' &&
			(['goodsName', 'tax'] as const).every((name) =>
				labels.some(
					(one) => one.name === name && Math.abs(one.v - amount.v) < SAME_ROW * amount.size,
				),
			),
	);
}

const placeOf = ({ x, v, width }: { x: number; v: number; width: number }, axis: Axis) =>
	axis === 'down' ? v : x + width / 2;

/** Where nothing stands, over the whole width or height. */
function gapsOf(characters: Character[], axis: Axis): Gap[] {
	const spans = characters.map(({ x, v, width, size }) =>
		axis === 'down' ? ([v - size / 2, v + size / 2] as const) : ([x, x + width] as const),
	);
	spans.sort(([one], [other]) => one - other);
	const gaps: Gap[] = [];
	let end = spans[0]?.[1] ?? 0;
	for (const [from, to] of spans) {
		if (from > end) gaps.push({ axis, at: (from + end) / 2, size: from - end });
		end = Math.max(end, to);
	}
	return gaps;
}

/** Whether a gap has whole documents on both of its sides. */
function isBetween({ axis, at }: Gap, labels: Label[], starts: Label[], tables: Label[]): boolean {
	const before = (some: Label[]) =>
		some.filter((one) => placeOf({ ...one, x: one.left, width: one.right - one.left }, axis) < at)
			.length;
	const isShared = (names: readonly LabelName[], documents: Label[]) =>
		names.every((name) => {
			const of = labels.filter((one) => one.name === name);
			const each = of.length / documents.length;
			return !Number.isInteger(each) || before(of) === each * before(documents);
		});
	return (
		before(starts) > 0 &&
		before(starts) < starts.length &&
		isShared(OF_ALL, starts) &&
		isShared(OF_TABLES, tables) &&
		isShared(
			OF_TICKETS,
			starts.filter(({ name }) => name === 'railTicket'),
		)
	);
}
