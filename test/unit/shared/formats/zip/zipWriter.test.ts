import { unzipSync, zipSync } from 'fflate';

import { listZip, rewriteZip, unzip } from '../../../../../nodes/shared/formats/zip/zip';

const bytes = (text: string) => new TextEncoder().encode(text);
const ARCHIVE = Buffer.from(
	zipSync({
		'a.txt': [bytes('first '.repeat(50)), { level: 9 }],
		'目录/b.txt': [bytes('second'), { level: 0 }],
		'c.txt': bytes('third'),
	}),
);

test('replaces and adds files, and keeps the others as they are packed', async () => {
	const files = new Map([
		['c.txt', 'changed '.repeat(100)],
		['new.txt', 'added'],
		['empty.txt', ''],
	]);
	const result = await rewriteZip(ARCHIVE, listZip(ARCHIVE), files);
	const contents = Object.entries(unzipSync(result)).map(([name, content]) => [
		name,
		Buffer.from(content).toString(),
	]);
	expect(contents).toEqual([
		['a.txt', 'first '.repeat(50)],
		['目录/b.txt', 'second'],
		['c.txt', 'changed '.repeat(100)],
		['new.txt', 'added'],
		['empty.txt', ''],
	]);
	const [before, after] = [listZip(ARCHIVE), listZip(result)];
	expect(after[0]).toMatchObject({ compressedBytes: before[0]!.compressedBytes, method: 8 });
	expect(after[1]).toMatchObject({ compressedBytes: 6, method: 0 });
	expect((await unzip(result, after[2]!, 1e6)).toString()).toBe('changed '.repeat(100));
});

test('without a change holds the same files, whatever stood between them', async () => {
	const result = await rewriteZip(ARCHIVE, listZip(ARCHIVE), new Map());
	expect(unzipSync(result)).toEqual(unzipSync(ARCHIVE));
});

test('takes archives whose sizes stand behind the data', async () => {
	const streamed = Buffer.from(ARCHIVE);
	for (let at = 0; (at = streamed.indexOf(Buffer.from('504b0102', 'hex'), at)) !== -1; at++)
		streamed.writeUInt16LE(streamed.readUInt16LE(at + 8) | 8, at + 8);
	const result = await rewriteZip(streamed, listZip(streamed), new Map());
	expect(result.readUInt16LE(6) & 8).toBe(0);
	expect(unzipSync(result)).toEqual(unzipSync(ARCHIVE));
});

test('does not copy a file that is not whole', async () => {
	const entries = listZip(ARCHIVE);
	const damaged = Buffer.from(ARCHIVE);
	damaged.writeUInt32LE(0, entries[0]!.offset);
	await expect(rewriteZip(damaged, entries, new Map())).rejects.toThrow('is damaged');
});
