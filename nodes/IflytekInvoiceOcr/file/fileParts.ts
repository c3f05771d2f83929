import { detectFormat, FORMAT_NAMES } from '../../shared/files/imageFormat';
import { parseXml, XmlError, xmlText } from '../../shared/files/xml';
import { ZipError } from '../../shared/files/zip';
import { readDocument } from '../eInvoice/eInvoice';
import { E_INVOICE_FORMATS } from '../eInvoice/fields';
import { kindOfXml } from '../eInvoice/otherXml';
import { isOfd } from '../fileFormats/ofd';
import { PdfError } from '../fileFormats/pdf/syntax';
import { MAX_IMAGE_BYTES } from '../service/request';
import { archiveParts, wholeFile, ZIP_WAYS_OUT, type Left } from './archiveParts';
import { ofdParts } from './ofdParts';
import { refused, REMEDIES, type Part } from './parts';
import { pdfParts } from './pdfParts';

/**
 * Reads a file by its bytes, never by its name: invoices that it holds as data or text, pictures of
 * pages, and what is neither. Nothing outside the file is read.
 */
export async function partsOf(bytes: Buffer): Promise<Part[]> {
	const left = wholeFile();
	const parts = await filesParts(bytes, left, 0);
	if (left.exceeded !== undefined) return [failed(left.exceeded)];
	return parts.length > 0
		? parts
		: [refused('holds nothing to read', 'Check that it is the right file.')];
}

async function filesParts(bytes: Buffer, left: Left, depth: number): Promise<Part[]> {
	try {
		const format = detectFormat(bytes);
		switch (format) {
			case 'jpg':
			case 'png':
			case 'bmp':
				return [picture(bytes, format)];
			case 'ofd':
				return isOfd(bytes)
					? await ofdParts(bytes)
					: await archiveParts(bytes, left, depth, filesParts);
			case 'xml':
				return [xmlPart(bytes)];
			case 'html':
				return [
					refused(
						'is a web page',
						'Check the step that fetched it: it may have received a login or error page instead of the file.',
					),
				];
			case 'pdf':
				return await pdfParts(bytes);
			case 'unknown': {
				const start = pdfStart(bytes);
				if (start !== undefined) return await pdfParts(bytes.subarray(start));
				return isUtf16(bytes) ? [xmlPart(bytes)] : [unknownFile(bytes)];
			}
			default:
				return [
					refused(
						`is in the format ${FORMAT_NAMES[format]}, which the service does not accept`,
						REMEDIES.asPicture,
					),
				];
		}
	} catch (error) {
		if (error instanceof ZipError && error.fault === 'tooMuch') left.exceeded ??= error;
		return [failed(error as Error)];
	}
}

/** The refusal of a file in which something went wrong. */
function failed(error: Error): Part {
	const remedy = `${REMEDIES.again} ${REMEDIES.anotherForm}`;
	if (error instanceof XmlError) return refused(`is not valid XML: it ${error.message}`, remedy);
	if (error instanceof PdfError) return refused(error.message, error.wayOut ?? remedy);
	if (error instanceof ZipError) return refused(error.message, ZIP_WAYS_OUT[error.fault]);
	return refused(`cannot be read: ${error.message}`, remedy);
}

/** Some programs write something before a PDF's header; readers search the first kilobyte for it. */
function pdfStart(bytes: Buffer): number | undefined {
	const at = bytes.subarray(0, 1024).indexOf('%PDF-');
	return at === -1 ? undefined : at;
}

function isUtf16([first, second]: Uint8Array): boolean {
	return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function picture(bytes: Buffer, format: 'bmp' | 'jpg' | 'png'): Part {
	if (bytes.length <= MAX_IMAGE_BYTES) return { kind: 'picture', bytes, format, pages: [] };
	return refused(
		'is larger than 3 MB (4 MB as base64)',
		'Reduce the picture, or export it as JPG with a lower quality.',
	);
}

const KNOWN_XML = E_INVOICE_FORMATS.map(({ title }) => title).join(', ');

function xmlPart(bytes: Buffer): Part {
	const root = parseXml(xmlText(bytes));
	const invoice = readDocument(root, 'xml');
	if (invoice !== undefined) return { kind: 'read', fileKind: 'xml', invoice, pages: [] };
	const other = kindOfXml(root);
	if (other !== undefined) return refused(`is ${other.kind}, not an invoice`, other.wayOut);
	return refused(
		'holds no invoice data that this node knows',
		`It knows ${KNOWN_XML}, and XBRL of the Ministry of Finance. Use the invoice's PDF or OFD file.`,
	);
}

const KNOWN_STARTS: ReadonlyArray<readonly [bytes: string, clause: string, remedy: string]> = [
	['504b0506', 'is a ZIP file without files', REMEDIES.again],
	['526172211a07', 'is a RAR archive', REMEDIES.unpack],
	['377abcaf271c', 'is a 7z archive', REMEDIES.unpack],
	['1f8b', 'is a gzip archive', REMEDIES.unpack],
	['d0cf11e0a1b11ae1', 'is an older Office document (DOC, XLS) or mail', REMEDIES.formats],
];

function unknownFile(bytes: Buffer): Part {
	const start = bytes.toString('hex', 0, 8);
	const known = KNOWN_STARTS.find(([hex]) => start.startsWith(hex));
	return known === undefined
		? refused('is in no format that this node knows', REMEDIES.formats)
		: refused(known[1], known[2]);
}
