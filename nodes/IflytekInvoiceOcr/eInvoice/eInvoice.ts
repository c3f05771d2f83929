import { E_INVOICE_FORMATS, type EInvoice, type EInvoiceFormat } from './fields';
import { attachedXml } from './ofdAttachments';
import { readXbrl } from './xbrl';
import { findElement, type XmlElement } from '../../shared/formats/xml/xml';

/**
 * The invoices whose data are attached to an OFD; none where it only has pages.
 * @throws ZipError when it is not a complete OFD, or has more than the limits allow
 */
export async function invoicesOfOfd(file: Buffer): Promise<EInvoice[]> {
	const roots = await attachedXml(file);
	return withoutCopies(
		roots
			.map((root) => readDocument(root, 'ofd'))
			.filter((invoice): invoice is EInvoice => invoice !== undefined),
	);
}

/** A file may hold its data as XBRL too: that of the same number and total is the same invoice. */
function withoutCopies(invoices: EInvoice[]): EInvoice[] {
	const key = ({ texts }: EInvoice) =>
		[texts.invoiceNumber, texts.invoiceCode ?? '', Number(texts.totalWithTax)].join(' ');
	return invoices.filter(
		(one) =>
			one.source !== 'xbrl' ||
			!invoices.some((other) => other.source !== 'xbrl' && key(other) === key(one)),
	);
}

/** The invoice that an XML document holds; undefined for a document of another kind. */
export function readDocument(root: XmlElement, source: EInvoice['source']): EInvoice | undefined {
	const xbrl = readXbrl(root);
	if (xbrl !== undefined) return xbrl;
	const format = E_INVOICE_FORMATS.find(
		({ roots, marker }) =>
			roots.includes(root.name.toLowerCase()) && findElement(root, marker) !== undefined,
	);
	if (format === undefined) return undefined;
	const texts: EInvoice['texts'] = {};
	const contradictions: EInvoice['contradictions'] = {};
	for (const [name, ...paths] of format.fields) {
		const found = paths.map((path) => textAt(root, path)).filter((text) => text !== '');
		if (found.length > 0) texts[name] = found[0];
		if (name === 'invoiceNumber') {
			const others = found.filter((text) => text !== found[0]);
			if (others.length > 0) contradictions[name] = others;
		}
	}
	// a list of tags has the same elements, without any text
	if (Object.keys(texts).length === 0) return undefined;
	return { source, texts, contradictions, lines: readLines(root, format) };
}

function textAt(root: XmlElement, path: string): string {
	return path
		.split(' + ')
		.map((one) => findElement(root, ...one.split('/'))?.text ?? '')
		.filter((text) => text !== '')
		.join(' ');
}

function readLines(root: XmlElement, { line, lineFields }: EInvoiceFormat): EInvoice['lines'] {
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
