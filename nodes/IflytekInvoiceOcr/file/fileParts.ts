import { detectFormat, FORMAT_NAMES } from '../../shared/files/imageFormat';
import { parseXml, utf16Of, XmlError, xmlText } from '../../shared/formats/xml/xml';
import {
	listZip,
	unzip,
	type ZipEntry,
	ZipError,
	type ZipFault,
} from '../../shared/formats/zip/zip';
import { kindOfXml, readDocuments, WEB_PAGE } from '../eInvoice/eInvoice';
import { E_INVOICE_FORMATS } from '../eInvoice/fields';
import { isOfd } from '../../shared/formats/ofd/ofd';
import { PdfError } from '../../shared/formats/pdf/syntax';
import { MAX_IMAGE_BYTES } from '../service/service';
import { ofdParts, pdfParts } from './pageParts';
import { noInvoiceFile, passed, refused, REMEDIES, type Part } from './parts';

/**
 * Reads a file by its bytes, never by its name: invoices that it holds as data or text, pictures of
 * pages, and what is neither. Nothing outside the file is read.
 */
export async function partsOf(bytes: Buffer): Promise<Part[]> {
	const left: Allowance = { bytes: MAX_UNPACKED_MB * 1024 * 1024, files: MAX_FILES };
	const parts = await filesParts(bytes, left, 0);
	if (left.exceeded !== undefined) return [failed(left.exceeded)];
	return parts.length > 0
		? parts
		: [refused('contains nothing to read', 'Check that it is the right file.')];
}

/** The parts of all files that came together: what is known to be no invoice is passed over beside one. */
export function settled(parts: Part[]): Part[] {
	if (!parts.some(({ kind }) => kind === 'read' || kind === 'picture')) return parts;
	return parts.map((part) =>
		part.kind === 'refused' && part.isNone
			? { ...passed('no invoice', part.clause, part.pages), inside: part.inside }
			: part,
	);
}

async function filesParts(bytes: Buffer, left: Allowance, depth: number): Promise<Part[]> {
	const attached = async (name: string, inner: Buffer) =>
		within(name, await attachedParts(inner, left, depth + 1));
	try {
		const format = detectFormat(bytes);
		switch (format) {
			case 'jpg':
			case 'png':
			case 'bmp':
				return [picture(bytes, format)];
			case 'ofd':
				if (isOfd(bytes)) return await ofdParts(bytes, attached);
				return await archiveParts(bytes, left, depth);
			case 'xml':
				return xmlParts(bytes);
			case 'html':
				return [noInvoiceFile(`is ${WEB_PAGE.kind}`, WEB_PAGE.wayOut)];
			case 'pdf':
				return await pdfParts(bytes, attached);
			case 'unknown': {
				const pdf = startOf(bytes, '%PDF-');
				if (pdf !== undefined) return await pdfParts(bytes.subarray(pdf), attached);
				const zip = startOf(bytes, 'PK\x03\x04');
				if (zip !== undefined) return await filesParts(bytes.subarray(zip), left, depth);
				return utf16Of(bytes) === undefined ? [unknownFile(bytes)] : xmlParts(bytes);
			}
			default: {
				const clause = `is in the format ${FORMAT_NAMES[format]}, which the service does not accept`;
				const refusal = ['gif', 'svg'].includes(format) ? noInvoiceFile : refused;
				return [refusal(clause, REMEDIES.asPicture)];
			}
		}
	} catch (error) {
		if (error instanceof ZipError && error.fault === 'tooMuch') left.exceeded ??= error;
		return [failed(error as Error)];
	}
}

/** The refusal of a file in which something went wrong. */
function failed(error: Error): Part {
	const remedy = `${REMEDIES.again} ${REMEDIES.anotherForm}`;
	if (error instanceof XmlError) {
		return refused(`is not valid XML: it ${error.message}`, `${REMEDIES.again} ${NOT_XML}`);
	}
	if (error instanceof PdfError) return refused(error.message, error.wayOut ?? remedy);
	if (error instanceof ZipError) return refused(error.message, ZIP_WAYS_OUT[error.fault]);
	return refused(`cannot be read: ${error.message}`, remedy);
}

/** Some programs write something before a file's header; readers search the first kilobyte for it. */
function startOf(bytes: Buffer, header: string): number | undefined {
	const at = bytes.subarray(0, 1024).indexOf(header);
	return at === -1 ? undefined : at;
}

function picture(bytes: Buffer, format: 'bmp' | 'jpg' | 'png'): Part {
	if (bytes.length <= MAX_IMAGE_BYTES) return { kind: 'picture', bytes, format, pages: [] };
	return refused(
		'is larger than 3 MB (4 MB as base64)',
		'Reduce the picture, or export it as JPG with a lower quality.',
	);
}

const NOT_XML = "Use the invoice's PDF or OFD file.";
const KNOWN_XML = E_INVOICE_FORMATS.map(({ title }) => title).join(', ');

function xmlParts(bytes: Buffer): Part[] {
	const root = parseXml(xmlText(bytes));
	const invoices = readDocuments(root, 'xml');
	if (invoices.length > 0)
		return invoices.map((invoice) => ({ kind: 'read', fileKind: 'xml', invoice, pages: [] }));
	const other = kindOfXml(root);
	if (other !== undefined) return [refused(`is ${other.kind}, not an invoice`, other.wayOut)];
	const remedy = `It reads ${KNOWN_XML}, and XBRL of the Ministry of Finance. ${NOT_XML}`;
	return [refused('contains no invoice data that this node can read', remedy)];
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
	if (known !== undefined) return refused(known[1], known[2]);
	const text = bytes.toString('utf8', 0, 4000).replace(/\r/g, '');
	if (MAIL.test(text)) return refused('is an email', 'Save its attachments and use those.');
	return /[\0\uFFFD]/.test(text.slice(0, 1000))
		? noInvoiceFile('is not in a format that this node can read', REMEDIES.formats)
		: noInvoiceFile('is plain text, not an invoice file', REMEDIES.formats);
}

/** The head of a saved mail: its first line and another one are fields that every mail has. */
const MAIL = /^[A-Z][\w-]*: .*\n(?:.*\n)*?(?:MIME-Version|Message-ID|Received): /i;

/** The largest input file, and the largest in an archive; n8n holds it in memory. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** How large all files of an archive may be when unpacked, and how many, those of archives in it included. */
const MAX_UNPACKED_MB = 60;
const MAX_FILES = 500;
/** An archive in an archive, as mail programs make it. */
const MAX_DEPTH = 2;

/** What is no file of its own, or written by the system that packed the archive. */
const NO_FILE = /[\\/]$|(?:^|[\\/])(?:__MACOSX[\\/]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
/** A name that would leave the folder in which it is unpacked. */
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** What may still be unpacked of the input file. */
interface Allowance {
	bytes: number;
	files: number;
	/** why no more is unpacked: what an archive holds counts for the one that it is in */
	exceeded?: ZipError;
}

/** What to do about an archive, or a file in one, that is not read. */
const ZIP_WAYS_OUT: Readonly<Record<ZipFault, string>> = {
	damaged: REMEDIES.again,
	otherKind: REMEDIES.unpack,
	password:
		'Unpack it with its password, and give its files one by one or as a ZIP file without one.',
	tooLarge: 'Split it into smaller files. No single invoice is that large.',
	tooMuch: `Split it into ZIP files of at most ${MAX_FILES} files and ${MAX_UNPACKED_MB} MB.`,
};

/** The files of an archive, deducted from what is left. @param depth how many archives it is in */
async function archiveParts(archive: Buffer, left: Allowance, depth: number): Promise<Part[]> {
	const entries = listZip(archive);
	if (entries.some(({ name }) => name === '[Content_Types].xml')) {
		return [noInvoiceFile('is an Office document (DOCX, XLSX)', 'Export it as PDF.')];
	}
	if (depth === MAX_DEPTH) {
		return [refused('is an archive nested too deeply', REMEDIES.unpack)];
	}
	const files = entries.filter(({ name }) => !NO_FILE.test(name));
	if (files.length === 0) return [refused('is a ZIP file without files', REMEDIES.again)];
	if (files.every(({ isEncrypted }) => isEncrypted)) {
		throw new ZipError('is a ZIP file protected by a password', 'password');
	}
	left.files -= files.length;
	if (left.files < 0) throw new ZipError(`holds more than ${MAX_FILES} files`, 'tooMuch');
	const parts: Part[] = [];
	for (const entry of files) {
		if (left.exceeded !== undefined) break;
		parts.push(...within(entry.name, await entryParts(archive, entry, left, depth + 1)));
	}
	return parts;
}

/** Parts as those of a file inside another one. */
function within(name: string, parts: Part[]): Part[] {
	return parts.map((part) => ({
		...part,
		inside: part.inside === undefined ? name : `${name}/${part.inside}`,
	}));
}

/** Further invoices that a PDF carries, as a portfolio does. */
async function attachedParts(bytes: Buffer, left: Allowance, depth: number): Promise<Part[]> {
	const format = detectFormat(bytes);
	if (['bmp', 'jpg', 'png'].includes(format))
		// the invoice that it is attached to shows what it says
		return [{ ...refused('is an attached picture', REMEDIES.save), isNone: true }];
	if (format === 'xml')
		try {
			parseXml(xmlText(bytes));
		} catch (error) {
			return [failed(error as Error)];
		}
	if (format !== 'ofd' && format !== 'pdf')
		return [passed('no invoice', 'is an attachment without invoice data')];
	if (depth > MAX_DEPTH) return [refused('is attached too deeply', REMEDIES.unpack)];
	left.files -= 1;
	left.bytes -= bytes.length;
	if (left.files < 0 || left.bytes < 0)
		throw new ZipError(`holds more than ${MAX_FILES} files or ${MAX_UNPACKED_MB} MB`, 'tooMuch');
	return await filesParts(bytes, left, depth);
}

async function entryParts(
	archive: Buffer,
	entry: ZipEntry,
	left: Allowance,
	depth: number,
): Promise<Part[]> {
	if (LEADS_OUT.test(entry.name)) {
		const remedy = 'Pack it again under a plain name, if you trust where it came from.';
		return [refused('has a name that leads out of its archive', remedy)];
	}
	let bytes: Buffer;
	try {
		bytes = await unzip(archive, entry, Math.min(MAX_FILE_BYTES, left.bytes));
	} catch (error) {
		const { fault, message } = error as ZipError;
		if (fault === 'tooLarge' && left.bytes < MAX_FILE_BYTES) {
			const clause = `holds more than ${MAX_UNPACKED_MB} MB when unpacked`;
			left.exceeded = new ZipError(clause, 'tooMuch');
		}
		return [refused(message, ZIP_WAYS_OUT[fault])];
	}
	left.bytes -= bytes.length;
	if (bytes.length === 0) return [refused('is empty', REMEDIES.again)];
	return await filesParts(bytes, left, depth);
}
