import { parseXml, xmlText } from '../../shared/formats/xml/xml';
import { readDocuments } from './eInvoice';
import type { EInvoice } from '../invoice/record';

/** The invoices that a file attached to a PDF states as XML or XBRL; none in any other file. */
export function invoicesIn(bytes: Buffer): EInvoice[] {
	if (!bytes.subarray(0, 200).includes(0x3c)) return [];
	try {
		return readDocuments(parseXml(xmlText(bytes)), 'pdf');
	} catch {
		return [];
	}
}
