import type { Invoice } from '../invoice/record';
import type { PageText } from '../../shared/formats/pageText/pageText';
import { Form } from '../page/form';
import { readInvoicePage } from '../page/invoicePages';
import { productDoubts } from '../page/products';
import { kindOf, mayBeInvoice } from '../page/kinds';
import { readListPage, type ListPage } from '../page/listPage';
import { readRailTicket } from '../page/railTicket';
import { finding, type Finding } from '../invoice/finding';
import type { OtherKind } from '../invoice/otherKind';
import { plain } from '../../shared/formats/pageText/words';
import { besideInvoice, isScan } from './beside';
import { documentsOn } from './split';
import { onlyReferToList } from '../lineItems/itemNames';

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
