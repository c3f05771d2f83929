import { crc32, deflate, packedBytes, type ZipEntry } from './zip';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;
/** Sizes and checksum stand behind the data instead of before them. */
const DATA_DESCRIPTOR = 0x0008;
const UTF8_NAMES = 0x0800;
const VERSION = 20;
/** 1 January 1980, the first day there is: a file without a time of its own. */
const NO_DATE = 0x0021;

/**
 * An archive with some of its files replaced and others added at its end (PKWARE APPNOTE 4.3). All others
 * keep their packed bytes, name, time and attributes.
 * @param entries of the archive, as `listZip` gives them
 * @param files by name
 * @throws ZipError when a file that stays is not whole
 */
export async function rewriteZip(
	archive: Buffer,
	entries: ZipEntry[],
	files: ReadonlyMap<string, Buffer>,
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
	for (const entry of entries) {
		const record = Buffer.from(archive.subarray(entry.record.start, entry.record.end));
		record.writeUInt16LE(record.readUInt16LE(8) & ~DATA_DESCRIPTOR, 8);
		const content = files.get(entry.name);
		if (content === undefined) add(record, packedBytes(archive, entry));
		else add(record, await pack(record, content));
	}
	const existing = new Set(entries.map(({ name }) => name));
	for (const [name, content] of files) {
		if (existing.has(name)) continue;
		const record = newRecord(name);
		add(record, await pack(record, content));
	}
	const size = directory.reduce((sum, { length }) => sum + length, 0);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(END_OF_DIRECTORY, 0);
	end.writeUInt16LE(directory.length, 8);
	end.writeUInt16LE(directory.length, 10);
	end.writeUInt32LE(size, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...chunks, ...directory, end]);
}

/** Packs a file and writes its sizes and checksum into its record. */
async function pack(record: Buffer, content: Buffer): Promise<Buffer> {
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

/** The local header of a file, from its record in the directory. */
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
