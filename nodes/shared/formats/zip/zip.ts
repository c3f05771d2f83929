import { FileError } from '../fileError';

export interface ZipEntry {
	name: string;
	method: number;
	isEncrypted: boolean;
	crc32: number;
	compressedBytes: number;
	/** size when unpacked, according to the archive; the real size is counted as well */
	bytes: number;
	/** where its local header begins */
	offset: number;
	/** in the central directory */
	record: Buffer;
}

export class ZipError extends FileError {}

const END_OF_DIRECTORY = 'PK\x05\x06';
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
/** An OFD of many pages with fonts has a few hundred. */
const MAX_ENTRIES = 5000;

/** The directory of a ZIP archive (PKWARE APPNOTE 4.3). @throws ZipError when it is incomplete, split or ZIP64 */
export function listZip(archive: Buffer): ZipEntry[] {
	const last = archive.length - 22;
	const end = last < 0 ? -1 : archive.lastIndexOf(END_OF_DIRECTORY, last, 'latin1');
	if (end < Math.max(0, last - LONGEST_COMMENT)) throw new ZipError('notWholeZip');
	const count = archive.readUInt16LE(end + 10);
	let at = archive.readUInt32LE(end + 16);
	if (count === 0xffff || at === 0xffffffff) throw new ZipError('zip64');
	if (archive.readUInt16LE(end + 4) !== 0) throw new ZipError('splitZip');
	if (count > MAX_ENTRIES) throw new ZipError('manyFiles', MAX_ENTRIES);
	const entries: ZipEntry[] = [];
	while (entries.length < count) {
		const rest = archive.subarray(at, end);
		if (rest.length < 46 || rest.readUInt32LE(0) !== DIRECTORY_ENTRY) throw new ZipError('damaged');
		const nameLength = rest.readUInt16LE(28);
		const length = 46 + nameLength + rest.readUInt16LE(30) + rest.readUInt16LE(32);
		if (length > rest.length) throw new ZipError('damaged');
		const entry = {
			name: nameIn(rest.subarray(46, 46 + nameLength)),
			method: rest.readUInt16LE(10),
			isEncrypted: (rest.readUInt16LE(8) & 1) === 1,
			crc32: rest.readUInt32LE(16),
			compressedBytes: rest.readUInt32LE(20),
			bytes: rest.readUInt32LE(24),
			offset: rest.readUInt32LE(42),
			record: rest.subarray(0, length),
		};
		if (Math.max(entry.compressedBytes, entry.bytes, entry.offset) === 0xffffffff)
			throw new ZipError('zip64');
		entries.push(entry);
		at += length;
	}
	return entries;
}

/** The folder of a file in an archive, with the slash at its end. */
export function folderOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The path of a location, which counts from the folder of the file that names it, or with / from the top. */
export function archivePath(location: string, from: string): string {
	const parts: string[] = [];
	for (const part of (location.startsWith('/') ? location : folderOf(from) + location).split('/')) {
		if (part === '..') parts.pop();
		else if (part !== '' && part !== '.') parts.push(part);
	}
	return parts.join('/');
}

/** Chinese Windows packs with names in GBK without saying so. */
function nameIn(bytes: Buffer): string {
	const name = bytes.toString('utf8');
	return name.includes('\uFFFD') ? new TextDecoder('gbk').decode(bytes) : name;
}

/** Unpacks a file. @throws ZipError when it is over `maxBytes`, encrypted, damaged, or not stored or deflated */
export async function unzip(archive: Buffer, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
	if (entry.isEncrypted) throw new ZipError('password');
	const { method } = entry;
	if (method !== STORED && method !== DEFLATED) throw new ZipError('zipMethod', method);
	const packed = packedBytes(archive, entry);
	const bytes = method === STORED ? packed : await inflate(packed, 'deflate-raw', maxBytes);
	if (bytes === 'tooLarge' || bytes.length > maxBytes) {
		throw new ZipError('unpacksTo', Math.floor(maxBytes / 1024 / 1024));
	}
	// nothing else would notice a damaged digit
	if (bytes === 'damaged' || crc32(bytes) !== entry.crc32) throw new ZipError('damaged');
	return bytes;
}

/** The packed bytes of a file. @throws ZipError when they are not all there */
function packedBytes(archive: Buffer, { offset, compressedBytes }: ZipEntry): Buffer {
	if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== LOCAL_HEADER)
		throw new ZipError('damaged');
	const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
	if (start + compressedBytes > archive.length) throw new ZipError('damaged');
	return archive.subarray(start, start + compressedBytes);
}

/** A stream's output for some bytes; undefined as soon as it is larger than allowed. */
async function through(
	stream: CompressionStream | DecompressionStream,
	bytes: Uint8Array,
	maxBytes: number,
): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of ReadableStream.from([bytes]).pipeThrough(stream)) {
		size += chunk.length;
		if (size > maxBytes) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** Inflates data, and stops as soon as it is larger than allowed. */
export async function inflate(
	packed: Uint8Array,
	format: 'deflate' | 'deflate-raw',
	maxBytes: number,
): Promise<Buffer | 'damaged' | 'tooLarge'> {
	try {
		return (await through(new DecompressionStream(format), packed, maxBytes)) ?? 'tooLarge';
	} catch {
		return 'damaged';
	}
}

/** Packs data: `deflate` is zlib's format, `deflate-raw` that of ZIP. */
export async function deflate(bytes: Uint8Array, format: 'deflate' | 'deflate-raw') {
	return (await through(new CompressionStream(format), bytes, Infinity))!;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value;
});

/** The checksum of ZIP and PNG (CRC-32). */
export function crc32(bytes: Uint8Array): number {
	let sum = 0xffffffff;
	for (const byte of bytes) sum = CRC_TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
	return (sum ^ 0xffffffff) >>> 0;
}

/** Flag: sizes and checksum stand after the data instead of before. */
const DATA_DESCRIPTOR = 0x0008;
const UTF8_NAMES = 0x0800;
const VERSION = 20;
/** January 1, 1980, the first date of the format. */
const NO_DATE = 0x0021;

/**
 * An archive with some of its files replaced and others added at its end (PKWARE APPNOTE 4.3). All others keep their
 * packed bytes, name, time and attributes.
 * @param files texts by name
 * @throws ZipError when a file that stays is not whole
 */
export async function rewriteZip(
	archive: Buffer,
	entries: ZipEntry[],
	files: ReadonlyMap<string, string>,
): Promise<Buffer> {
	const chunks: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	const add = (record: Buffer, packed: Buffer) => {
		record.writeUInt32LE(offset, 42);
		directory.push(record);
		const header = localHeader(record);
		chunks.push(header, packed);
		offset += header.length + packed.length;
	};
	const added = new Map(files);
	for (const entry of entries) {
		const record = Buffer.from(entry.record);
		record.writeUInt16LE(record.readUInt16LE(8) & ~DATA_DESCRIPTOR, 8);
		const text = files.get(entry.name);
		add(record, text === undefined ? packedBytes(archive, entry) : await pack(record, text));
		added.delete(entry.name);
	}
	for (const [name, text] of added) {
		const record = newRecord(name);
		add(record, await pack(record, text));
	}
	const size = directory.reduce((sum, { length }) => sum + length, 0);
	const end = Buffer.alloc(22);
	end.write(END_OF_DIRECTORY, 'latin1');
	end.writeUInt16LE(directory.length, 8);
	end.writeUInt16LE(directory.length, 10);
	end.writeUInt32LE(size, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...chunks, ...directory, end]);
}

/** Packs a file and writes its sizes and checksum into its record. */
async function pack(record: Buffer, text: string): Promise<Buffer> {
	const content = Buffer.from(text, 'utf8');
	const packed = await deflate(content, 'deflate-raw');
	record.writeUInt16LE(DEFLATED, 10);
	record.writeUInt32LE(crc32(content), 16);
	record.writeUInt32LE(packed.length, 20);
	record.writeUInt32LE(content.length, 24);
	return packed;
}

function newRecord(name: string): Buffer {
	const bytes = Buffer.from(name, 'utf8');
	const record = Buffer.alloc(46 + bytes.length);
	record.writeUInt32LE(DIRECTORY_ENTRY, 0);
	record.writeUInt16LE(VERSION, 4);
	record.writeUInt16LE(VERSION, 6);
	record.writeUInt16LE(UTF8_NAMES, 8);
	record.writeUInt16LE(NO_DATE, 14);
	record.writeUInt16LE(bytes.length, 28);
	bytes.copy(record, 46);
	return record;
}

function localHeader(record: Buffer): Buffer {
	const nameLength = record.readUInt16LE(28);
	const header = Buffer.alloc(30 + nameLength);
	header.writeUInt32LE(LOCAL_HEADER, 0);
	// version, flags, method, time, date, checksum and both sizes stand in the same order
	record.copy(header, 4, 6, 28);
	header.writeUInt16LE(nameLength, 26);
	record.copy(header, 30, 46, 46 + nameLength);
	return header;
}
