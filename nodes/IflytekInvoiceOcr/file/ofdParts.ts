import { invoicesOfOfd } from '../eInvoice/eInvoice';
import { readOfdText } from '../fileFormats/pageText/ofdText';
import { readPages } from '../page/documents';
import { compareTags } from '../page/tags';
import { pageRefusal, readParts, withoutRepetition } from './pageParts';
import { refused, type Part } from './parts';

/**
 * The parts of an OFD: the data attached to it, or else the text of its pages, compared with its tags.
 * @throws ZipError or XmlError when it is damaged, or has more than the limits allow
 */
export async function ofdParts(bytes: Buffer): Promise<Part[]> {
	const attached = await invoicesOfOfd(bytes);
	if (attached.length > 0) return readParts('ofd', attached, []);
	const text = await readOfdText(bytes);
	const { invoices, others } = readPages(text.pages, 'ofd');
	// the tags are those of one invoice
	if (invoices.length === 1) compareTags(invoices[0]!, text);
	const parts = [
		...readParts('ofd', [], invoices),
		...others.filter((one) => one.hasText).map(pageRefusal),
	];
	if (parts.length > 0) return withoutRepetition(parts, text.pages.length);
	return [
		refused(
			'holds neither invoice data nor text',
			'Open it in an OFD reader, and export the page as PNG or JPG to have it recognized.',
		),
	];
}
