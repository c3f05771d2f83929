import { E_INVOICE_FORMATS, type EInvoiceFormat } from './fields';
import { type Invoice, meaning } from '../invoice/invoice';
import { readXbrl } from './xbrl';
import {
	childrenOf,
	findElement,
	parseXml,
	type XmlElement,
	xmlText,
} from '../../shared/formats/xml/xml';

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
		const found = paths.map((path) => textAt(root, path)).filter((text) => text !== '');
		const [first] = found;
		if (first === undefined) continue;
		texts[name] = first;
		const stated = [...(name === 'invoiceNumber' ? found : []), ...repeatedTexts(root, paths)];
		const others = stated.filter((text) => meaning(name, text) !== meaning(name, first));
		if (others.length > 0) contradictions[name] = [...new Set(others)];
	}
	// a list of tags has the same elements, without any text
	if (Object.keys(texts).length === 0) return undefined;
	return { source, texts, contradictions, lines: readLines(root, format), pages: [], doubts: [] };
}

function textAt(root: XmlElement, path: string): string {
	return path
		.split(' + ')
		.map((one) => findElement(root, ...one.split('/'))?.text ?? '')
		.filter((text) => text !== '')
		.join(' ');
}

/** What further elements of the name that counts say; a value is stated once. */
function repeatedTexts(root: XmlElement, paths: readonly string[]): string[] {
	const path = paths.find((one) => textAt(root, one) !== '') ?? '';
	if (path.includes(' + ')) return [];
	const reached = path
		.split('/')
		.reduce((from, name) => from.flatMap((one) => childrenOf(one, name)), [root] as XmlElement[]);
	return reached.map(({ text }) => text).filter((text) => text !== '');
}

function readLines(root: XmlElement, { line, lineFields }: EInvoiceFormat): Invoice['lines'] {
	const steps = line.split('/');
	const name = steps.pop()!;
	const parent = findElement(root, ...steps);
	const elements = (parent?.children ?? []).filter(
		(child) => (name === '*' || child.name === name) && child.attributes.nil !== 'true',
	);
	return elements
		.map((element) =>
			Object.fromEntries(
				lineFields
					.map(([field, ...paths]) => [field, textAt(element, paths[0]!)])
					.filter(([, text]) => text !== ''),
			),
		)
		.filter((fields) => Object.keys(fields).length > 0);
}
