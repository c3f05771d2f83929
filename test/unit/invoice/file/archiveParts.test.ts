import { zipSync, type Zippable } from 'fflate';

import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import type { Part, RefusedPart } from '../../../../nodes/IflytekInvoiceOcr/file/parts';
import { seededRandom } from '../../../emulator/core/random';
import { taxPlatformXml, TEST_INVOICE } from '../../../fixtures/eInvoice';
import { drawDigital } from '../../../fixtures/pageInvoice';
import { textPdf } from '../../../fixtures/pdf/text';

const MEGABYTE = 1024 * 1024;
const STORED = { level: 0 } as const;
const XML = Buffer.from(taxPlatformXml(TEST_INVOICE));
const AGAIN = /^Download it again/;
const SPLIT = /^Split it into ZIP files of at most 500 files and 60 MB\.$/;

const zip = (files: Zippable) => Buffer.from(zipSync(files));
const many = (count: number, content: Uint8Array = Buffer.from('x')): Zippable =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.txt`, content]));

/** What becomes of each file, by its path. */
const told = (parts: Part[]) =>
	parts.map((part) => [part.inside, part.kind === 'refused' ? part.clause.english : part.kind]);

/** The one refusal of a whole file. */
async function refusal(file: Buffer): Promise<{ clause: string; remedy: string }> {
	const parts = await partsOf(file);
	expect(parts).toMatchObject([{ kind: 'refused', pages: [] }]);
	expect(parts[0]!.inside).toBeUndefined();
	const { clause, remedy } = parts[0] as RefusedPart;
	return { clause: clause.english, remedy: remedy.english };
}

/** Sets the flag of a password in the directory, for the files of these names. */
function locked(file: Buffer, ...names: string[]): Buffer {
	for (const name of names) {
		const record = file.lastIndexOf(name) - 46;
		file.writeUInt16LE(file.readUInt16LE(record + 8) | 1, record + 8);
	}
	return file;
}

it.each([
	['more than 500 files', () => zip(many(501)), /^holds more than 500 files$/, SPLIT],
	[
		'more than 500 with those of archives in it',
		() => zip({ ...many(300), 'a.zip': zip(many(200)), 'b.zip': zip(many(1)) }),
		/^holds more than 500 files$/,
		SPLIT,
	],
	['more than 5,000', () => zip(many(5001)), /^holds more than 5000 files$/, SPLIT],
	[
		'more than 60 MB when unpacked',
		() => zip(many(4, Buffer.alloc(16 * MEGABYTE))),
		/^holds more than 60 MB when unpacked$/,
		SPLIT,
	],
	[
		'archives that grow beyond 60 MB',
		() => zip(many(9, zip({ 'zeros.bin': Buffer.alloc(20 * MEGABYTE) }))),
		/^holds more than 60 MB when unpacked$/,
		SPLIT,
	],
	['no files', () => zip({}), /^is a ZIP file without files$/, AGAIN],
	[
		'folders and what systems add',
		() =>
			zip({
				'a/': Buffer.alloc(0),
				'a\\': Buffer.alloc(0),
				'__MACOSX/._a.pdf': XML,
				'a\\Thumbs.db': XML,
			}),
		/^is a ZIP file without files$/,
		AGAIN,
	],
	[
		'its end cut off',
		() => zip({ 'a.xml': XML }).subarray(0, -30),
		/^is not a complete ZIP /,
		AGAIN,
	],
	[
		'a directory that was overwritten',
		() => {
			const file = zip({ 'a.xml': XML });
			return file.fill(0, file.lastIndexOf('a.xml') - 46, file.lastIndexOf('a.xml'));
		},
		/^is damaged$/,
		AGAIN,
	],
	[
		'a password',
		() => locked(zip({ 'a.xml': XML, 'b.xml': XML }), 'a.xml', 'b.xml'),
		/^is a ZIP file protected by a password$/,
		/^Unpack it with its password/,
	],
])('an archive with %s is refused as a whole', async (_, file, clause, remedy) => {
	expect(await refusal(file())).toMatchObject({
		clause: expect.stringMatching(clause),
		remedy: expect.stringMatching(remedy),
	});
});

it('an archive with 500 files is read', async () => {
	expect(await partsOf(zip(many(500)))).toHaveLength(500);
});

it('a file that cannot be unpacked leaves the others', async () => {
	const file = zip({
		'a.xml': XML,
		'locked.xml': XML,
		'../../etc/a.xml': XML,
		'..\\a.xml': XML,
		'empty.xml': Buffer.alloc(0),
		'a.zip': zip({ 'b.zip': zip({ 'c.zip': zip({}) }) }),
		'cut.zip': zip({ 'a.xml': XML }).subarray(0, 100),
		'a..b.xml': XML,
	});
	expect(told(await partsOf(locked(file, 'locked.xml')))).toEqual([
		['a.xml', 'read'],
		['locked.xml', 'is protected by a password'],
		['../../etc/a.xml', 'has a name that leads out of its archive'],
		['..\\a.xml', 'has a name that leads out of its archive'],
		['empty.xml', 'is empty'],
		['a.zip/b.zip', 'is an archive nested too deeply'],
		['cut.zip', 'is not a complete ZIP archive'],
		['a..b.xml', 'read'],
	]);
});

it('a PDF that was stored without packing is no PDF by itself', async () => {
	const pdf = textPdf(drawDigital(seededRandom(3), { lines: 1 }).pages, 'ucs2');
	expect(told(await partsOf(zip({ 'a.pdf': [pdf, STORED] })))).toEqual([['a.pdf', 'read']]);
});
