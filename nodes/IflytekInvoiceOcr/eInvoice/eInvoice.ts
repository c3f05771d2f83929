import { E_INVOICE_FORMATS, type EInvoiceFormat } from './fields';
import { finding, type Finding, onLine } from '../invoice/findings';
import { type Invoice, type InvoiceLine, meaning } from '../invoice/invoice';
import { readXbrl } from './xbrl';
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
	const xbrl = readXbrl(root);
	if (xbrl !== undefined) return xbrl;
	const format = E_INVOICE_FORMATS.find(
		({ roots, marker }) =>
			roots.includes(root.name.toLowerCase()) && findElement(root, marker) !== undefined,
	);
	if (format === undefined) return undefined;
	const texts: Invoice['texts'] = {};
	const contradictions: Invoice['contradictions'] = {};
	for (const [name, ...paths] of format.fields) {
		const stated = paths.map((path) => textsAt(root, path)).filter(({ length }) => length > 0);
		const [counting] = stated;
		if (counting === undefined) continue;
		const first = counting[0]!;
		texts[name] = first;
		const all = name === 'invoiceNumber' ? stated.flat() : counting;
		const others = all.filter((text) => meaning(name, text) !== meaning(name, first));
		if (others.length > 0) contradictions[name] = [...new Set(others)];
	}
	// a list of tags has the same elements, without any text
	if (Object.keys(texts).length === 0) return undefined;
	return { source, texts, contradictions, ...readLines(root, format), pages: [] };
}

/** What the elements at a path say; a value is stated once. */
function textsAt(root: XmlElement, path: string): string[] {
	const parts = path.split(' + ').map((one) => elementsAt(root, one.split('/')));
	const texts = parts.length > 1 ? [parts.map(([one]) => one?.text).join(' ')] : textsOf(parts[0]!);
	return texts.map((text) => text.trim()).filter((text) => text !== '');
}

const textsOf = (elements: XmlElement[]) => elements.map(({ text }) => text);

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

/** The lines, and what is in doubt where one states a value twice. */
function readLines(
	root: XmlElement,
	{ line, lineFields }: EInvoiceFormat,
): Pick<Invoice, 'doubts' | 'lines'> {
	const lines: Invoice['lines'] = [];
	const doubts: Finding[] = [];
	for (const element of elementsAt(root, line.split('/'))) {
		if (element.attributes.nil === 'true') continue;
		const fields: InvoiceLine = {};
		for (const [field, name] of lineFields) {
			const texts = new Set(textsAt(element, name!));
			if (texts.size > 1)
				doubts.push(onLine(lines.length, finding('oneColumn', [...texts].join(' '))));
			const [text] = texts;
			if (text !== undefined) fields[field] = text;
		}
		if (Object.keys(fields).length > 0) lines.push(fields);
	}
	return { lines, doubts };
}
