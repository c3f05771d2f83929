import { detectFormat, FORMAT_NAMES } from '../../shared/files/imageFormat';
import { parseXml, utf16Of, XmlError, xmlText } from '../../shared/formats/xml/xml';
import { listZip, unzip, type ZipEntry, ZipError } from '../../shared/formats/zip/zip';
import { inBoth, SEPARATOR } from '../../shared/problem/language';
import { kindOfXml, readDocuments } from '../eInvoice/eInvoice';
import { E_INVOICE_FORMATS } from '../eInvoice/fields';
import { FileError } from '../../shared/formats/fileError';
import { isOfd } from '../../shared/formats/ofd/ofd';
import { MAX_IMAGE_BYTES } from '../service/service';
import { ofdParts, pdfParts } from './pageParts';
import type { RefusalCode } from '../invoice/refusals';
import { noInvoiceFile, passed, refused, type Part, unreadable } from './parts';

/**
 * Reads a file by its bytes, never by its name: invoices that it holds as data or text, pictures of pages, and
 * refusals of the rest. Nothing outside the file is read.
 */
export async function partsOf(bytes: Buffer): Promise<Part[]> {
	const left: Allowance = { bytes: MAX_UNPACKED_MB * 1024 * 1024, files: MAX_FILES };
	const parts = await filesParts(bytes, left, 0);
	if (left.exceeded !== undefined) return [failed(left.exceeded)];
	return parts.length > 0 ? parts : [refused('nothing')];
}

/** The final parts of a file: beside an invoice, a part known to be no invoice is passed over, not refused. */
export function settled(parts: Part[]): Part[] {
	if (!parts.some(({ kind }) => kind === 'read' || kind === 'picture')) return parts;
	return parts.map((part) => {
		if (part.kind !== 'refused' || !part.isKnownNoInvoice) return part;
		const { clause, pages, inside } = part;
		return { kind: 'passed', as: 'no invoice', clause, pages, inside };
	});
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
				if (bytes.length > MAX_IMAGE_BYTES) return [refused('largePicture')];
				return [{ kind: 'picture', bytes, format, pages: [] }];
			case 'ofd':
				return isOfd(bytes)
					? await ofdParts(bytes, attached)
					: await archiveParts(bytes, left, depth);
			case 'xml':
				return xmlParts(bytes);
			case 'html':
				return [noInvoiceFile('webPage')];
			case 'pdf':
				return await pdfParts(bytes, attached);
			case 'unknown': {
				const pdf = startOf(bytes, '%PDF-');
				if (pdf !== undefined) return await pdfParts(bytes.subarray(pdf), attached);
				const zip = startOf(bytes, 'PK\x03\x04');
				if (zip !== undefined) return await filesParts(bytes.subarray(zip), left, depth);
				return utf16Of(bytes) === undefined ? [unknownFile(bytes)] : xmlParts(bytes);
			}
			case 'gif':
			case 'svg':
				return [noInvoiceFile('otherFormat', FORMAT_NAMES[format])];
			default:
				return [refused('otherFormat', [], FORMAT_NAMES[format])];
		}
	} catch (error) {
		if (error instanceof ZipError && error.hindrance === 'tooMuch') left.exceeded ??= error;
		return [failed(error as Error)];
	}
}

/** The refusal of a file after an error in reading it. */
function failed(error: Error): Part {
	if (error instanceof XmlError) return refused('notXml', [], error.clause);
	const again = error instanceof ZipError ? 'again' : 'againOrOther';
	const hindrance = error instanceof FileError ? error.hindrance : 'damaged';
	const remedy = hindrance === 'damaged' ? again : hindrance;
	return unreadable(error, remedy, [], MAX_FILES, MAX_UNPACKED_MB);
}

/** Some programs write something before a file's header; readers search the first kilobyte for it. */
function startOf(bytes: Buffer, header: string): number | undefined {
	const at = bytes.subarray(0, 1024).indexOf(header);
	return at === -1 ? undefined : at;
}

function xmlParts(bytes: Buffer): Part[] {
	const root = parseXml(xmlText(bytes));
	const invoices = readDocuments(root, 'xml');
	if (invoices.length > 0)
		return invoices.map((invoice) => ({ kind: 'read', fileKind: 'xml', invoice, pages: [] }));
	const other = kindOfXml(root);
	return [other === undefined ? refused('noData', [], KNOWN_XML) : refused(other)];
}

const KNOWN_XML = inBoth((language) =>
	E_INVOICE_FORMATS.map(({ title }) => title[language]).join(SEPARATOR[language]),
);

const KNOWN_STARTS: ReadonlyArray<readonly [bytes: string, code: RefusalCode]> = [
	['504b0506', 'emptyZip'],
	['526172211a07', 'rar'],
	['377abcaf271c', 'sevenZip'],
	['1f8b', 'gzip'],
	['d0cf11e0a1b11ae1', 'oldOffice'],
];

function unknownFile(bytes: Buffer): Part {
	const start = bytes.toString('hex', 0, 8);
	const known = KNOWN_STARTS.find(([hex]) => start.startsWith(hex));
	if (known !== undefined) return refused(known[1]);
	const text = bytes.toString('utf8', 0, 4000).replace(/\r/g, '');
	if (MAIL.test(text)) return refused('email');
	return noInvoiceFile(/[\0\uFFFD]/.test(text.slice(0, 1000)) ? 'unknownFormat' : 'plainText');
}

/** The head of a saved email: it begins with a header field, and has one that every email has. */
const MAIL = /^[A-Z][\w-]*: .*\n(?:.*\n)*?(?:MIME-Version|Message-ID|Received): /i;

/** The largest input file, and the largest in an archive; n8n holds it in memory. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Bounds of all unpacked files of an archive, those of archives in it included. */
const MAX_UNPACKED_MB = 60;
const MAX_FILES = 500;
/** Levels of archives: one in another one, as mail programs make them. */
const MAX_DEPTH = 2;
/** Folders, and files that the system which packed the archive added. */
const NO_FILE = /[\\/]$|(?:^|[\\/])(?:__MACOSX[\\/]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
/** A path out of the folder in which an archive is unpacked. */
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** What may still be unpacked of the input file, archives in it included. */
interface Allowance {
	bytes: number;
	files: number;
	/** why no more is unpacked */
	exceeded?: ZipError;
}

/** The parts of an archive's files. @param depth how many archives it is in */
async function archiveParts(archive: Buffer, left: Allowance, depth: number): Promise<Part[]> {
	const entries = listZip(archive);
	if (entries.some(({ name }) => name === '[Content_Types].xml')) return [noInvoiceFile('office')];
	if (depth === MAX_DEPTH) return [refused('nestedArchive')];
	const files = entries.filter(({ name }) => !NO_FILE.test(name));
	if (files.length === 0) return [refused('emptyZip')];
	if (files.every(({ isEncrypted }) => isEncrypted)) throw new ZipError('zipPassword');
	left.files -= files.length;
	if (left.files < 0) throw new ZipError('manyFiles', MAX_FILES);
	const parts: Part[] = [];
	for (const entry of files) {
		if (left.exceeded !== undefined) break;
		parts.push(...within(entry.name, await entryParts(archive, entry, left, depth + 1)));
	}
	return parts;
}

/** Puts the name of the file that parts were read from in front of their paths. */
function within(name: string, parts: Part[]): Part[] {
	return parts.map((part) => ({
		...part,
		inside: part.inside === undefined ? name : `${name}/${part.inside}`,
	}));
}

/** The parts of a file that a PDF or OFD carries: further invoices, as in a PDF portfolio. */
async function attachedParts(bytes: Buffer, left: Allowance, depth: number): Promise<Part[]> {
	const format = detectFormat(bytes);
	if (['bmp', 'jpg', 'png'].includes(format))
		// the invoice that it is attached to shows the same
		return [{ ...refused('attachedPicture'), isKnownNoInvoice: true }];
	if (format === 'xml')
		try {
			parseXml(xmlText(bytes));
		} catch (error) {
			return [failed(error as Error)];
		}
	if (format !== 'ofd' && format !== 'pdf') return [passed('no invoice', 'otherAttachment')];
	if (depth > MAX_DEPTH) return [refused('attachedDeep')];
	left.files -= 1;
	left.bytes -= bytes.length;
	if (left.files < 0 || left.bytes < 0)
		throw new ZipError('manyOrMuch', MAX_FILES, MAX_UNPACKED_MB);
	return await filesParts(bytes, left, depth);
}

async function entryParts(
	archive: Buffer,
	entry: ZipEntry,
	left: Allowance,
	depth: number,
): Promise<Part[]> {
	if (LEADS_OUT.test(entry.name)) return [refused('nameLeadsOut')];
	let bytes: Buffer;
	try {
		bytes = await unzip(archive, entry, Math.min(MAX_FILE_BYTES, left.bytes));
	} catch (error) {
		const isTooLarge = (error as ZipError).hindrance === 'tooLarge';
		if (isTooLarge && left.bytes < MAX_FILE_BYTES)
			left.exceeded = new ZipError('muchUnpacked', MAX_UNPACKED_MB);
		return [failed(error as Error)];
	}
	left.bytes -= bytes.length;
	if (bytes.length === 0) return [refused('empty')];
	return await filesParts(bytes, left, depth);
}
