import { listZip, unzip, ZipError, type ZipEntry, type ZipFault } from '../../shared/files/zip';
import { refused, REMEDIES, type Part } from './parts';

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
export interface Left {
	bytes: number;
	files: number;
	/** why no more is unpacked: what an archive holds counts for the one that it is in */
	exceeded?: ZipError;
}

export const wholeFile = (): Left => ({ bytes: MAX_UNPACKED_MB * 1024 * 1024, files: MAX_FILES });

/** What to do about an archive, or a file in one, that is not read. */
export const ZIP_WAYS_OUT: Readonly<Record<ZipFault, string>> = {
	damaged: REMEDIES.again,
	otherKind: REMEDIES.unpack,
	password:
		'Unpack it with its password, and give its files one by one or as a ZIP file without one.',
	tooLarge: 'Split it into smaller files. No single invoice is that large.',
	tooMuch: `Split it into ZIP files of at most ${MAX_FILES} files and ${MAX_UNPACKED_MB} MB.`,
};

/** Reads one file of an archive, whatever it is. */
type FileReader = (bytes: Buffer, left: Left, depth: number) => Promise<Part[]>;

/**
 * The files of a ZIP archive, one after another.
 * @param left what may still be unpacked, from which what this archive takes is deducted
 * @param depth how many archives it is in
 * @throws ZipError when it cannot be read, or holds more than may be unpacked
 */
export async function archiveParts(
	archive: Buffer,
	left: Left,
	depth: number,
	read: FileReader,
): Promise<Part[]> {
	const entries = listZip(archive);
	if (entries.some(({ name }) => name === '[Content_Types].xml')) {
		return [refused('is an Office document (DOCX, XLSX)', 'Export it as PDF.')];
	}
	if (depth === MAX_DEPTH) {
		return [refused('is an archive in an archive in an archive', REMEDIES.unpack)];
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
		const inside = await entryParts(archive, entry, left, async (bytes) => {
			return await read(bytes, left, depth + 1);
		});
		parts.push(
			...inside.map((part) => ({
				...part,
				inside: part.inside === undefined ? entry.name : `${entry.name}/${part.inside}`,
			})),
		);
	}
	return parts;
}

async function entryParts(
	archive: Buffer,
	entry: ZipEntry,
	left: Left,
	read: (bytes: Buffer) => Promise<Part[]>,
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
		return [refused(message.replace(/^holds a file of/, 'has'), ZIP_WAYS_OUT[fault])];
	}
	left.bytes -= bytes.length;
	if (bytes.length === 0) return [refused('is empty', REMEDIES.again)];
	return await read(bytes);
}
