import { failure, success, type Problem, type Result } from '../../../shared/items/problem';
import type { FieldName } from '../elements';
import { E_INVOICE_FORMATS, type EInvoiceFormat, type ExtraName, type LineField } from './fields';
import { attachedXml, isZip } from './ofd';
import { readXbrl } from './xbrl';
import {
	findElement,
	parseXml,
	XmlError,
	xmlText,
	type XmlElement,
} from '../../../shared/files/xml';

/** An e-invoice as its file has it: every value is the text of the file, trimmed. */
export interface EInvoice {
	source: 'ofd' | 'pdf' | 'xbrl' | 'xml';
	texts: Partial<Record<ExtraName | FieldName, string>>;
	/** differing texts of further elements for the same field */
	contradictions: Partial<Record<ExtraName | FieldName, string[]>>;
	lines: Array<Partial<Record<LineField, string>>>;
}

/** Of an XML file or of an OFD: the largest seen with fonts and pictures have some MB. */
export const MAX_E_INVOICE_BYTES = 20 * 1024 * 1024;

const XML_START = /^(?:\uFEFF|\xEF\xBB\xBF)?\s*</;

/**
 * Reads an e-invoice file: XML of the tax platform, or an OFD that carries such XML or the older
 * original_invoice.xml. Nothing outside the file is looked at.
 * @param title how messages name the file, as in "The file a.xml"
 */
export async function readEInvoices(file: Buffer, title: string): Promise<Result<EInvoice[]>> {
	try {
		if (isZip(file)) return named(await ofdInvoices(file), title);
		const start = file.subarray(0, 200).toString('latin1');
		if (!XML_START.test(start) && file[0] !== 0xff && file[0] !== 0xfe) {
			return failure(neither(start, title));
		}
		const invoice = readDocument(parseXml(xmlText(file)), 'xml');
		return named(invoice === undefined ? [] : [invoice], title);
	} catch (error) {
		const kind = error instanceof XmlError ? 'is not valid XML' : 'cannot be read as OFD';
		return failure(problem(`${title} ${kind}: it ${(error as Error).message}`, DOWNLOAD_AGAIN));
	}
}

const DOWNLOAD_AGAIN =
	'Download the invoice again from where it was issued. An OFD without its data can be printed to a picture for Recognize Invoice.';

async function ofdInvoices(file: Buffer): Promise<EInvoice[]> {
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

function named(invoices: EInvoice[], title: string): Result<EInvoice[]> {
	if (invoices.length > 0) return success(invoices);
	return failure(
		problem(
			`${title} holds no invoice data that this node knows`,
			"It reads the XML of the tax authorities' platform, and OFD files that have such XML or an original_invoice.xml attached. Export the invoice as a picture for Recognize Invoice.",
		),
	);
}

function neither(start: string, title: string): Problem {
	if (start.startsWith('%PDF')) {
		return problem(
			`${title} is a PDF, not an XML or OFD file`,
			"Use Recognize Invoice for a scanned PDF, or n8n's Extract from File node for a digital one.",
		);
	}
	return problem(
		`${title} is neither an XML nor an OFD file`,
		'Use Recognize Invoice for pictures and scans.',
	);
}

function problem(message: string, remedy: string): Problem {
	return { message, remedy, retryClass: 'never' };
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
