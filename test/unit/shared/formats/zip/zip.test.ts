import { strToU8, zipSync, type Zippable } from 'fflate';

import { inflate, listZip, unzip } from '../../../../../nodes/shared/formats/zip/zip';

const MEGABYTE = 1024 * 1024;
const STORED = { level: 0 } as const;

const packed = (files: Zippable) => Buffer.from(zipSync(files));
const archive = () => packed({ 'a.txt': strToU8('first'), 'b.txt': [strToU8('second'), STORED] });
const SIZE = archive().length;

type Change = (file: Buffer) => unknown;
/** Changes a number at the end of the archive, so many bytes from its own end. */
const end16 = (fromEnd: number, value: number): Change => {
	return (file) => file.writeUInt16LE(value, file.length - fromEnd);
};
const end32 = (fromEnd: number, value: number): Change => {
	return (file) => file.writeUInt32LE(value, file.length - fromEnd);
};
/** Changes a number in the directory's entry of b.txt. */
const entry16 = (offset: number, value: number): Change => {
	return (file) => file.writeUInt16LE(value, entryOf(file, 'b.txt') + offset);
};
const entry32 = (offset: number, value: number): Change => {
	return (file) => file.writeUInt32LE(value, entryOf(file, 'b.txt') + offset);
};
const entryOf = (file: Buffer, name: string) => file.lastIndexOf(name) - 46;

async function contents(file: Buffer, maxBytes = MEGABYTE): Promise<Record<string, string>> {
	const texts: Record<string, string> = {};
	for (const entry of listZip(file))
		texts[entry.name] = (await unzip(file, entry, maxBytes)).toString();
	return texts;
}

it('lists the files of an archive and unpacks packed and stored ones', async () => {
	const file = archive();
	expect(listZip(file)).toMatchObject([
		{ name: 'a.txt', method: 8, isEncrypted: false, bytes: 5, offset: 0 },
		{ name: 'b.txt', method: 0, isEncrypted: false, bytes: 6, compressedBytes: 6 },
	]);
	expect(await contents(file)).toEqual({ 'a.txt': 'first', 'b.txt': 'second' });
});

it('passes over extra fields and comments', async () => {
	const extra = { extra: { 0x7777: strToU8('extra') } };
	const file = packed({
		'a.txt': [strToU8('first'), { ...extra, comment: 'a comment' }],
		'b.txt': [strToU8('second'), { ...extra, ...STORED }],
	});
	const comment = Buffer.from('a comment of the archive');
	file.writeUInt16LE(comment.length, file.length - 2);
	const commented = Buffer.concat([file, comment]);
	expect(await contents(commented)).toEqual({ 'a.txt': 'first', 'b.txt': 'second' });
});

it('finds the directory in front of the longest comment there can be, and no longer one', async () => {
	const longest = Buffer.concat([archive(), Buffer.alloc(65_535)]);
	expect(listZip(longest)).toHaveLength(2);
	expect(() => listZip(Buffer.concat([longest, Buffer.alloc(1)]))).toThrow(
		'is not a complete ZIP archive',
	);
});

it('reads an archive without files', () => {
	expect(listZip(packed({}))).toEqual([]);
});

it('unpacks what is as large as allowed, and nothing larger', async () => {
	const file = packed({ a: [Buffer.alloc(MEGABYTE), STORED], b: Buffer.alloc(MEGABYTE) });
	for (const entry of listZip(file)) {
		expect(await unzip(file, entry, MEGABYTE)).toHaveLength(MEGABYTE);
		await expect(unzip(file, entry, MEGABYTE - 1)).rejects.toThrow('unpacks to more than 0 MB');
	}
});

/** What the way out depends on, by what is said. */
const FAULTS = {
	'is a ZIP64 archive': 'otherKind',
	'is one part of a split archive': 'otherKind',
	'holds more than 5000 files': 'tooMuch',
	'is damaged': 'damaged',
};

it.each<[string, Change, keyof typeof FAULTS]>([
	['with 65,535 files', end16(12, 0xffff), 'is a ZIP64 archive'],
	['of 4 GB', end32(6, 0xffffffff), 'is a ZIP64 archive'],
	['with a file packed to 4 GB', entry32(20, 0xffffffff), 'is a ZIP64 archive'],
	['with a file of 4 GB', entry32(24, 0xffffffff), 'is a ZIP64 archive'],
	['with a file behind 4 GB', entry32(42, 0xffffffff), 'is a ZIP64 archive'],
	['in two parts', end16(18, 1), 'is one part of a split archive'],
	['with 5,001 files', end16(12, 5001), 'holds more than 5000 files'],
	['with 5,000 files that are not there', end16(12, 5000), 'is damaged'],
	['with one file too many', end16(12, 3), 'is damaged'],
	['whose directory stands elsewhere', end32(6, 1), 'is damaged'],
	['whose directory is behind its end', end32(6, SIZE), 'is damaged'],
	['whose entry is none', entry32(0, 1), 'is damaged'],
])('refuses an archive %s', (_what, change, message) => {
	const file = archive();
	change(file);
	expect(() => listZip(file)).toThrow(
		expect.objectContaining({ message, hindrance: FAULTS[message] }),
	);
});

it.each<[string, Change, string]>([
	['a password', entry16(8, 1), 'is protected by a password'],
	['another method', entry16(10, 12), 'is packed with method 12, which is not read'],
	['no header', entry32(42, 1), 'is damaged'],
	['a header behind the end', entry32(42, SIZE - 29), 'is damaged'],
	['more bytes than there are', entry32(20, SIZE), 'is damaged'],
	['bytes that are not packed', entry16(10, 8), 'is damaged'],
])('refuses a file with %s, and reads the others', async (_what, change, message) => {
	const file = archive();
	change(file);
	const [first, second] = listZip(file);
	expect((await unzip(file, first!, MEGABYTE)).toString()).toBe('first');
	await expect(unzip(file, second!, MEGABYTE)).rejects.toThrow(message);
});

it('tells a digit that was damaged by the checksum', async () => {
	const file = packed({ 'a.xml': [strToU8('<total>442.20</total>'), STORED] });
	file.write('9', file.indexOf('442.20'));
	await expect(unzip(file, listZip(file)[0]!, MEGABYTE)).rejects.toThrow('is damaged');
});

it('reads names in GBK, as Windows in Chinese writes them, and in UTF-8', () => {
	const file = packed({ 'NAME.xml': strToU8(''), '发票.xml': strToU8('') });
	const gbk = Buffer.from('b7a2c6b1', 'hex');
	for (let at = file.indexOf('NAME'); at !== -1; at = file.indexOf('NAME')) gbk.copy(file, at);
	expect(listZip(file).map(({ name }) => name)).toEqual(['发票.xml', '发票.xml']);
});

it('takes the bits of an entry that say nothing of a password', () => {
	const file = archive();
	file.writeUInt16LE(0xfffe, entryOf(file, 'a.txt') + 8);
	expect(listZip(file)[0]).toMatchObject({ isEncrypted: false });
});

it('reads what ends with the archive', async () => {
	// nothing but a header and its bytes: an entry may be told from elsewhere
	const file = packed({ a: [strToU8('all'), STORED] });
	const [entry] = listZip(file);
	const local = file.subarray(0, 30 + 1 + 3);
	expect((await unzip(local, entry!, 10)).toString()).toBe('all');
	await expect(unzip(local.subarray(0, -1), entry!, 10)).rejects.toThrow('is damaged');
	const empty = packed({ '': [strToU8(''), STORED] });
	expect(await unzip(empty.subarray(0, 30), listZip(empty)[0]!, 10)).toHaveLength(0);
});

it('tells damage from size', async () => {
	expect(await inflate(Buffer.from('no packed bytes'), 'deflate', 100)).toBe('damaged');
	expect(await inflate(Buffer.from('no packed bytes'), 'deflate-raw', 100)).toBe('damaged');
});
