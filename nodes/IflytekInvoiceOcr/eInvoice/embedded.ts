import { parseXml, xmlText } from '../../shared/formats/xml/xml';
import { embeddedFiles } from '../../shared/formats/pdf/attachments';
import type { PdfFile } from '../../shared/formats/pdf/file';
import { readDocument } from './eInvoice';
import type { EInvoice } from './fields';

/** The invoices whose data are embedded in a PDF as XML or XBRL; other attachments are passed over. */
export async function embeddedInvoices(file: PdfFile): Promise<EInvoice[]> {
	const invoices: EInvoice[] = [];
	for (const bytes of await embeddedFiles(file)) {
		const invoice = invoiceIn(bytes);
		if (invoice !== undefined) invoices.push(invoice);
	}
	return invoices;
}

function invoiceIn(bytes: Buffer): EInvoice | undefined {
	if (!bytes.subarray(0, 200).includes(0x3c)) return undefined;
	try {
		return readDocument(parseXml(xmlText(bytes)), 'pdf');
	} catch {
		return undefined;
	}
}
