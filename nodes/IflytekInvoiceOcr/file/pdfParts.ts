import { embeddedInvoices } from '../eInvoice/embedded';
import { readPdfText } from '../fileFormats/pageText/pdfText';
import { PdfFile } from '../fileFormats/pdf/file';
import { pagesOf } from '../fileFormats/pdf/pages';
import { scanOf } from '../fileFormats/pdf/scan';
import { PdfError } from '../fileFormats/pdf/syntax';
import { readPages, type OtherPage } from '../page/documents';
import { MAX_IMAGE_BYTES } from '../service/request';
import { pageRefusal, readParts, withoutRepetition } from './pageParts';
import { refused, REMEDIES, type Part } from './parts';

/** How much larger than the file the pictures of all pages may be: packed again, or used on two pages. */
const MAX_MORE_BYTES = 20 * 1024 * 1024;

/**
 * The parts of a PDF: the data embedded in it, or else each page by itself. A page with text is read
 * here or refused; only one that is a plain picture becomes a picture.
 * @throws PdfError when the file is damaged, encrypted, or has more than the limits allow
 */
export async function pdfParts(bytes: Buffer): Promise<Part[]> {
	const file = await PdfFile.open(bytes);
	const embedded = await embeddedInvoices(file);
	const pages = await readPdfText(file);
	const { invoices, others } = readPages(pages, 'pdf');
	if (embedded.length > 0) return readParts('pdf', embedded, invoices);

	const scans = new Scans(file, bytes.length + MAX_MORE_BYTES);
	const parts: Part[] = readParts('pdf', [], invoices);
	for (const other of others) {
		const { unreadableFonts } = pages[other.page - 1]!;
		if (other.kind === undefined && unreadableFonts.length > 0) {
			parts.push(unreadable(other, unreadableFonts));
		} else if (other.hasText) parts.push(pageRefusal(other));
		else parts.push(...(await scans.read(other.page)));
	}
	if (parts.length === 0) return [refused('has no page with anything on it', REMEDIES.again)];
	return withoutRepetition(parts, pages.length);
}

function unreadable({ page }: OtherPage, fonts: string[]): Part {
	return refused(
		`holds text in fonts that do not say which characters they show: ${fonts.join(', ')}`,
		REMEDIES.anotherForm,
		[page],
	);
}

/** The pages of a file as pictures. */
class Scans {
	constructor(
		private readonly file: PdfFile,
		/** bytes that the pictures may still have */
		private left: number,
	) {}

	/** @param page from 1 */
	async read(page: number): Promise<Part[]> {
		try {
			const picture = await scanOf(this.file, pagesOf(this.file)[page - 1]!, page);
			if (picture === undefined) return [];
			this.left -= picture.bytes.length;
			if (this.left < 0) throw new PdfError('shows the same picture too many times');
			if (picture.bytes.length > MAX_IMAGE_BYTES) {
				const remedy = 'Scan it again with fewer dots per inch or a lower quality.';
				return [refused('is a picture larger than 3 MB (4 MB as base64)', remedy, [page])];
			}
			return [{ kind: 'picture', bytes: picture.bytes, format: picture.format, pages: [page] }];
		} catch (error) {
			const { message, wayOut = REMEDIES.anotherForm } = error as PdfError;
			return [refused(message, wayOut, [page])];
		}
	}
}
