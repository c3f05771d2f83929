import { AIR_TICKET, E_INVOICE_FORMATS, type Row, XBRL_FIELDS, XBRL_LINE_FIELDS } from './fields';
import {
	emptyInvoice,
	finding,
	type Finding,
	type Invoice,
	type InvoiceLine,
	type LineField,
	meaning,
	onLine,
} from '../invoice/invoice';
import type { RefusalCode } from '../invoice/refusals';
import { findElement, parseXml, type XmlElement, xmlText } from '../../shared/formats/xml/xml';

/** The invoices that an attached file states as XML or XBRL; none in any other file. */
export function invoicesIn(bytes: Buffer, source: Invoice['source']): Invoice[] {
	if (!bytes.subarray(0, 200).includes(0x3c)) return [];
	try {
		return readDocuments(parseXml(xmlText(bytes)), source);
	} catch {
		return [];
	}
}

/** The invoices of an XML document, which is one or contains some. */
export function readDocuments(root: XmlElement, source: Invoice['source']): Invoice[] {
	const invoice = readDocument(root, source);
	if (invoice !== undefined) return [invoice];
	return root.children.flatMap((child) => readDocuments(child, source));
}

/** The invoice that an XML document holds; undefined for a document of another kind. */
export function readDocument(root: XmlElement, source: Invoice['source']): Invoice | undefined {
	if (isXbrl(root)) return readXbrl(root);
	const format = E_INVOICE_FORMATS.find(
		({ roots, marker }) =>
			roots.includes(root.name.toLowerCase()) && findElement(root, marker) !== undefined,
	);
	if (format === undefined) return undefined;
	const invoice = emptyInvoice(source);
	readFields(invoice, format.fields, (path) => textsAt(root, path));
	// a list of tags has the same elements, without any text
	if (Object.keys(invoice.texts).length === 0) return undefined;
	for (const element of elementsAt(root, format.line)) {
		if (element.attributes.nil === 'true') continue;
		addLine(invoice, element, format.lineFields, (line) => Object.keys(line).length > 0);
	}
	return invoice;
}

function readFields(
	{ texts, contradictions }: Invoice,
	rows: ReadonlyArray<Row<keyof Invoice['texts']>>,
	textsOf: (path: string) => string[],
): void {
	for (const [name, ...paths] of rows) {
		const stated = paths.map(textsOf);
		const counting = stated.find(({ length }) => length > 0) ?? [];
		const [first] = counting;
		if (first === undefined) continue;
		texts[name] = first;
		const all = name === 'invoiceNumber' ? stated.flat() : counting;
		const others = all.filter((text) => meaning(name, text) !== meaning(name, first));
		if (others.length > 0) contradictions[name] = [...new Set(others)];
	}
}

/** Adds the line that an element states; false if it states none. */
function addLine(
	{ lines, doubts }: Invoice,
	element: XmlElement,
	rows: ReadonlyArray<Row<LineField>>,
	isLine: (line: InvoiceLine) => boolean,
): boolean {
	const line: InvoiceLine = {};
	const twice: Finding[] = [];
	for (const [field, ...names] of rows) {
		const stated = names.map((name) => textsAt(element, name));
		const texts = [...new Set(stated.find(({ length }) => length > 0))];
		if (texts.length > 0) line[field] = texts[0]!;
		if (texts.length > 1) twice.push(onLine(lines.length, finding('oneColumn', texts.join(' '))));
	}
	if (!isLine(line)) return false;
	doubts.push(...twice);
	lines.push(line);
	return true;
}

/** The texts of the elements at a path; two paths joined by a plus give one text. */
function textsAt(root: XmlElement, path: string): string[] {
	const [texts, more] = path
		.split(' + ')
		.map((one) => elementsAt(root, one).map(({ text }) => text));
	const joined = more === undefined ? texts! : [[texts![0], more[0]].join(' ').trim()];
	return joined.filter((text) => text !== '');
}

/** @param path names of elements, between slashes; `*` stands for any */
function elementsAt(root: XmlElement, path: string): XmlElement[] {
	return path
		.split('/')
		.reduce(
			(from, name) =>
				from.flatMap(({ children }) =>
					name === '*' ? children : children.filter((child) => child.name === name),
				),
			[root],
		);
}

const isXbrl = ({ name }: XmlElement) => name.toLowerCase() === 'xbrl';

/** The buyer's bookkeeping entries, which are not part of the invoice. */
const BOOKING = /AccountingDocument|DebitAndCredit/;

const isXbrlLine = ({ goodsName, amount }: InvoiceLine) =>
	goodsName !== undefined && amount !== undefined;

/** An invoice in XBRL; undefined for any other document, such as a bank's receipt. */
function readXbrl(root: XmlElement): Invoice | undefined {
	const invoice = emptyInvoice('xbrl');
	const found = new Map<string, string[]>();
	const visit = (element: XmlElement) => {
		if (BOOKING.test(element.name)) return;
		if (addLine(invoice, element, XBRL_LINE_FIELDS, isXbrlLine)) return;
		const { name, text } = element;
		if (text !== '') {
			if (!found.has(name)) found.set(name, []);
			found.get(name)!.push(text);
		}
		element.children.forEach(visit);
	};
	root.children.forEach(visit);
	// 13.00% is printed 13%
	for (const line of invoice.lines)
		if (line.taxRate !== undefined) line.taxRate = line.taxRate.replace(/^(\d+)\.0+%$/, '$1%');
	if (found.has(AIR_TICKET)) {
		// its fare is only a part of the price
		found.set('Fare', found.get('TotalAmount') ?? []);
		found.set('InvoiceType', ['电子发票（航空运输电子客票行程单）']);
	}
	readFields(invoice, XBRL_FIELDS, (name) => found.get(name) ?? []);
	const { invoiceNumber, totalWithTax } = invoice.texts;
	return invoiceNumber === undefined || totalWithTax === undefined ? undefined : invoice;
}

/** Root elements of an OFD's parts, which hold no invoice by themselves. */
const OFD_PARTS = ['OFD', 'Document', 'Page', 'Res', 'Signature', 'Signatures', 'Attachments'];

/** Identifies an XML document without an invoice; undefined for an unknown kind. */
export function kindOfXml(root: XmlElement): RefusalCode | undefined {
	const all = namesIn(root);
	if (all.includes('ObjectRef')) return 'ofdTags';
	if (OFD_PARTS.includes(root.name)) return 'ofdPart';
	if (root.name === 'Kp') return 'toIssue';
	if (root.name.toLowerCase() === 'html') return 'webPage';
	if (!isXbrl(root)) return undefined;
	return all.some((name) => /Bank|Remitter/.test(name)) ? 'bankXbrl' : 'otherXbrl';
}

const namesIn = ({ name, children }: XmlElement): string[] => [name, ...children.flatMap(namesIn)];
