import { listZip, ZipError, type ZipEntry } from '../zip/zip';

/** The entry that makes a ZIP archive an OFD (GB/T 33190). */
const ENTRY_FILE = 'OFD.xml';

/** Whether a ZIP archive is an OFD. @throws ZipError when the archive is incomplete */
export function isOfd(archive: Buffer): boolean {
	return listZip(archive).some(({ name }) => name === ENTRY_FILE);
}

/**
 * The files of an OFD.
 * @throws ZipError when it is not an OFD, or is ambiguous
 */
export function entriesOfOfd(file: Buffer): ZipEntry[] {
	const entries = listZip(file);
	const names = new Set(entries.map(({ name }) => name));
	if (!names.has(ENTRY_FILE))
		throw new ZipError(`holds no ${ENTRY_FILE}, so it is not an OFD file`);
	if (names.size < entries.length) throw new ZipError('contains two files with the same name');
	if ([...names].some((name) => /(^|[\\/])\.\.([\\/]|$)/.test(name))) {
		throw new ZipError('holds a file name that leads out of it');
	}
	return entries;
}
