import { AIR_TICKET, E_INVOICE_FORMATS, type Row, XBRL_FIELDS, XBRL_LINE_FIELDS } from './fields';
import {
	emptyInvoice,
	finding,
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

/** The invoices of an XML document: it is one, or some stand in it one after another. */
export function readDocuments(root: XmlElement, source: Invoice['source']): Invoice[] {
	const found: Invoice[] = [];
	const open = [root];
	for (let one = open.pop(); one !== undefined; one = open.pop()) {
		const invoice = readDocument(one, source);
		if (invoice !== undefined) found.push(invoice);
		else open.push(...[...one.children].reverse());
	}
	return found;
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
	for (const element of elementsAt(root, format.line.split('/'))) {
		if (element.attributes.nil === 'true') continue;
		addLine(invoice, element, format.lineFields, (line) => Object.keys(line).length > 0);
	}
	return invoice;
}

/** @param textsOf what the elements at a path say */
function readFields(
	{ texts, contradictions }: Invoice,
	rows: ReadonlyArray<Row<keyof Invoice['texts']>>,
	textsOf: (path: string) => string[],
): void {
	for (const [name, ...paths] of rows) {
		const stated = paths.map(textsOf);
		const counting = stated.find(({ length }) => length > 0);
		if (counting === undefined) continue;
		const first = counting[0]!;
		texts[name] = first;
		const all = name === 'invoiceNumber' ? stated.flat() : counting;
		const others = all.filter((text) => meaning(name, text) !== meaning(name, first));
		if (others.length > 0) contradictions[name] = [...new Set(others)];
	}
}

/** Adds the line that an element states, where it is one. */
function addLine(
	{ lines, doubts }: Invoice,
	element: XmlElement,
	rows: ReadonlyArray<Row<LineField>>,
	isLine: (line: InvoiceLine) => boolean,
): boolean {
	const line: InvoiceLine = {};
	const twice: string[] = [];
	for (const [field, ...names] of rows) {
		const stated = names.map((name) => textsAt(element, name));
		const texts = new Set(stated.find(({ length }) => length > 0));
		if (texts.size > 1) twice.push([...texts].join(' '));
		const [text] = texts;
		if (text !== undefined) line[field] = text;
	}
	if (!isLine(line)) return false;
	doubts.push(...twice.map((texts) => onLine(lines.length, finding('oneColumn', texts))));
	lines.push(line);
	return true;
}

/** What the elements at a path say; a value is stated once. */
function textsAt(root: XmlElement, path: string): string[] {
	const [texts, more] = path
		.split(' + ')
		.map((one) => elementsAt(root, one.split('/')).map(({ text }) => text));
	const joined = more === undefined ? texts! : [[texts![0], more[0]].join(' ').trim()];
	return joined.filter((text) => text !== '');
}

/** @param path names of elements; `*` stands for any */
function elementsAt(root: XmlElement, path: string[]): XmlElement[] {
	return path.reduce(
		(from, name) =>
			from.flatMap(({ children }) =>
				children.filter((child) => name === '*' || child.name === name),
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
		if (element.text !== '') {
			const texts = found.get(element.name);
			if (texts === undefined) found.set(element.name, [element.text]);
			else texts.push(element.text);
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
	if (all.has('ObjectRef')) return 'ofdTags';
	if (OFD_PARTS.includes(root.name)) return 'ofdPart';
	if (root.name === 'Kp') return 'toIssue';
	if (root.name.toLowerCase() === 'html') return 'webPage';
	if (!isXbrl(root)) return undefined;
	const isOfBank = [...all].some((name) => /Bank|Remitter/.test(name));
	return isOfBank ? 'bankXbrl' : 'otherXbrl';
}

function namesIn(root: XmlElement): Set<string> {
	const names = new Set<string>();
	const open = [root];
	for (let one = open.pop(); one !== undefined; one = open.pop()) {
		names.add(one.name);
		open.push(...one.children);
	}
	return names;
}
