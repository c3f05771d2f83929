import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zlibSync } from 'fflate';
import fc from 'fast-check';

import { readScannedPdf } from '../../../../nodes/IflytekInvoiceOcr/protocol/pdf/scan';
import { PdfError } from '../../../../nodes/IflytekInvoiceOcr/protocol/pdf/syntax';
import { JPEG, scannedPdf } from '../../../fixtures/pdf';
import { FULL_SIZE } from '../../../support/fullSize';

const FOLDER = join(__dirname, '../../../fixtures/pdf');
const fixture = (name: string) => readFileSync(join(FOLDER, `${name}.pdf`));

/** Width, height and Exif orientation of a JPEG, by its segments. */
function look(jpeg: Buffer): string {
	let size = '';
	let orientation = 1;
	for (
		let at = 2;
		jpeg[at] === 0xff && jpeg[at + 1] !== 0xda;
		at += 2 + jpeg.readUInt16BE(at + 2)
	) {
		if (jpeg[at + 1] === 0xc0) size = `${jpeg.readUInt16BE(at + 7)}x${jpeg.readUInt16BE(at + 5)}`;
		if (jpeg[at + 1] === 0xe1) orientation = jpeg.readUInt16BE(at + 4 + 6 + 18);
	}
	return `${size} orientation ${orientation}`;
}

async function pages(pdf: Buffer): Promise<string[]> {
	return (await readScannedPdf(pdf)).map(({ page, jpeg }) => `${page}: ${look(jpeg)}`);
}

const BOTH = ['1: 60x40 orientation 1', '2: 40x60 orientation 1'];

describe('readScannedPdf', () => {
	it.each([
		['img2pdf', BOTH],
		['img2pdf-rotated', ['1: 60x40 orientation 6']],
		['imagemagick', BOTH],
		['ghostscript', BOTH],
		['libreoffice', ['1: 60x40 orientation 1']],
		['qpdf-linearized', BOTH],
		['qpdf-object-streams', BOTH],
		['qpdf-rotated', ['1: 60x40 orientation 1', '2: 40x60 orientation 3']],
	])('takes the pages of a file made by %s', async (name, expected) => {
		expect(await pages(fixture(name))).toEqual(expected);
	});

	it.each([
		['ghostscript-text', 'is no plain scan: page 1 holds text'],
		['imagemagick-fax', 'holds a black-and-white fax picture (CCITT) on page 1, not a JPEG'],
		['img2pdf-png', 'holds a picture without JPEG compression on page 1, not a JPEG'],
		['qpdf-encrypted', 'is encrypted'],
	])('says what %s holds instead', async (name, message) => {
		await expect(readScannedPdf(fixture(name))).rejects.toThrow(message);
	});

	it('has a fixture for each kind tried', () => {
		expect(readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'))).toHaveLength(12);
	});

	const page = 'q 60 0 0 40 0 0 cm /Im0 Do Q';
	it.each([
		['with invisible text over it', { content: `${page} BT 3 Tr (INVOICE) Tj ET` }, 1],
		['on white paper', { content: `1 g 0 0 60 40 re f ${page}` }, 1],
		['turned by its matrix', { content: 'q 0 40 -60 0 60 0 cm /Im0 Do Q' }, 8],
		[
			'turned by its matrix and back by its page',
			{ content: 'q 0 40 -60 0 60 0 cm /Im0 Do Q', rotate: 90 },
			1,
		],
		['turned by a negative angle', { content: page, rotate: -90 }, 8],
		[
			'whose JPEG is packed once more',
			{ content: page, jpeg: zlibSync(JPEG), filter: '[/FlateDecode /DCTDecode]' },
			1,
		],
		['whose own Exif says otherwise', { content: page, jpeg: withOrientation(3) }, 1],
		['with a stream of unknown length', { content: page, length: '99 0 R' }, 1],
	])('takes a scan %s', async (_, given, orientation) => {
		expect(await pages(scannedPdf([given]))).toEqual([`1: 60x40 orientation ${orientation}`]);
	});

	it.each([
		['two pictures', { content: `${page} ${page}` }, 'page 1 is put together from 2 pictures'],
		['visible text', { content: `${page} BT (x) Tj ET` }, 'page 1 holds text'],
		['a drawing', { content: `${page} 0 0 m 9 9 l S` }, 'page 1 holds a drawing'],
		['a fill over the picture', { content: `${page} 1 g 0 0 9 9 re f` }, 'page 1 holds a drawing'],
		['a colored fill', { content: `1 0 0 rg 0 0 9 9 re f ${page}` }, 'page 1 holds a drawing'],
		['an inline picture', { content: 'BI /W 1 ID x EI' }, 'inside its drawing commands'],
		[
			'a mirrored picture',
			{ content: 'q -60 0 0 40 60 0 cm /Im0 Do Q' },
			'shows the picture on page 1 mirrored',
		],
		[
			'JBIG2',
			{ content: page, filter: '/JBIG2Decode' },
			'black-and-white picture (JBIG2) on page 1',
		],
		['JPEG 2000', { content: page, filter: '/JPXDecode' }, 'a JPEG 2000 picture on page 1'],
		[
			'no JPEG',
			{ content: page, jpeg: Buffer.from('not a jpeg') },
			'the picture on page 1 is no JPEG',
		],
		['nothing', { content: 'q Q' }, 'has no page with anything on it'],
	])('refuses %s', async (_, given, message) => {
		await expect(readScannedPdf(scannedPdf([given]))).rejects.toThrow(message);
	});

	it.each([
		['a page', '6 0 obj', 'page 2 is missing'],
		['what draws a page', '7 0 obj', 'a part of page 2 is missing'],
		['the picture of a page', '8 0 obj', 'a part of page 2 is missing'],
	])('does not leave a page out because %s is lost', async (_, lost, message) => {
		const pdf = scannedPdf([{ content: page }, { content: page }]).toString('latin1');
		const damaged = Buffer.from(pdf.replace(lost, '9 0 obj'), 'latin1');
		await expect(readScannedPdf(damaged)).rejects.toThrow(`is damaged: ${message}`);
	});

	it('leaves out blank pages and keeps their numbers', async () => {
		const pdf = scannedPdf([{ content: page }, { content: '' }, { content: page }]);
		expect(await pages(pdf)).toEqual(['1: 60x40 orientation 1', '3: 60x40 orientation 1']);
	});

	it('counts the last definition of an object, as a file that was saved again has', async () => {
		const pdf = scannedPdf([{ content: 'BT (x) Tj ET' }]);
		const added = Buffer.from(
			`4 0 obj << /Length ${page.length} >> stream\n${page}\nendstream endobj\n`,
		);
		expect(await pages(Buffer.concat([pdf, added]))).toEqual(['1: 60x40 orientation 1']);
	});

	it.each([
		['%PDF-1.4', 'it has no pages'],
		['', 'it has no pages'],
		[
			'1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids [2 0 R] >> endobj',
			'runs in circles',
		],
		[`1 0 obj ${'['.repeat(5000)}`, 'nests values too deeply'],
	])('says how a file is damaged (%#)', async (text, message) => {
		await expect(readScannedPdf(Buffer.from(text))).rejects.toThrow(message);
	});

	const CATALOG =
		'1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids [3 0 R] >> endobj ';
	const form = (number: number, inner: number) =>
		`${number} 0 obj << /Subtype /Form /Resources << /XObject << /F ${inner} 0 R >> >> >> stream\n${'/F Do '.repeat(300)}\nendstream endobj `;
	const MEGABYTES = 1024 * 1024;
	it.each([
		['trailers inside one another', () => 'trailer('.repeat(300_000), 'it has no pages'],
		[
			'objects that share their bytes',
			() => {
				const numbers = Array.from({ length: 20_000 }, (_, index) => `${index + 10} 0`).join(' ');
				return `1 0 obj << /Type /ObjStm /N 20000 /First ${numbers.length} >> stream\n${numbers}[${'0 '.repeat(50_000)}]\nendstream endobj`;
			},
			'has more structure than a scan',
		],
		[
			'forms that draw forms',
			() =>
				`${CATALOG}3 0 obj << /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >> endobj 4 0 obj << >> stream\n/F Do\nendstream endobj ${[5, 6, 7, 8].map((number) => form(number, number + 1)).join('')}9 0 obj << /Subtype /Form >> stream\n\nendstream endobj`,
			'nests its drawing too deeply',
		],
		[
			'one stream drawn again and again',
			() =>
				`${CATALOG}3 0 obj << /Contents [${'4 0 R '.repeat(5000)}] >> endobj 4 0 obj << >> stream\n${' '.repeat(MEGABYTES)}\nendstream endobj`,
			'unpacks to more than 20 MB',
		],
		[
			'one picture on all pages',
			() => {
				const kids = Array.from({ length: 199 }, (_, index) => `${index + 10} 0 R`).join(' ');
				const pages = Array.from(
					{ length: 199 },
					(_, index) =>
						`${index + 10} 0 obj << /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >> >> endobj `,
				).join('');
				return `1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids [${kids}] >> endobj ${pages}4 0 obj << >> stream\n${page}\nendstream endobj 5 0 obj << /Subtype /Image /Filter /DCTDecode >> stream\n\xff\xd8\xff\xda${'x'.repeat(2 * MEGABYTES)}\nendstream endobj`;
			},
			'shows the same picture again and again',
		],
		[
			'states inside one another',
			() =>
				`${CATALOG}3 0 obj << /Contents 4 0 R >> endobj 4 0 obj << >> stream\n${'q '.repeat(2000)}\nendstream endobj`,
			'nests its drawing too deeply',
		],
	])('is not held up by %s', async (_, make, message) => {
		const file = Buffer.from(make(), 'latin1');
		const start = Date.now();
		await expect(readScannedPdf(file)).rejects.toThrow(message);
		// a second at most; without the bound it would be minutes
		expect(Date.now() - start).toBeLessThan(30_000);
	});

	it.each([
		['a long list', `1 0 obj [${'/a '.repeat(200_000)}] endobj`, 'has a list too long for a scan'],
		[
			'long lists in lists',
			`1 0 obj [${`[${'/a '.repeat(90_000)}] `.repeat(10)}] endobj`,
			'has more structure than a scan',
		],
	])('is not filled with %s', async (_, text, message) => {
		await expect(readScannedPdf(Buffer.from(text))).rejects.toThrow(message);
	});

	it('is not filled with operands', async () => {
		const pdf = scannedPdf([{ content: '/a '.repeat(1000) }]);
		await expect(readScannedPdf(pdf)).rejects.toThrow('page 1 is no drawing');
	});

	it('ends in pages or a PdfError for any damage', async () => {
		const files = [
			fixture('qpdf-object-streams'),
			fixture('img2pdf'),
			scannedPdf([{ content: page }]),
		];
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...files),
				fc.array(fc.tuple(fc.nat(10_000), fc.nat(255)), { minLength: 1, maxLength: 8 }),
				async (file, changes) => {
					const damaged = Buffer.from(file);
					for (const [at, value] of changes) damaged[at % damaged.length] = value;
					await readScannedPdf(damaged).catch((error: unknown) =>
						expect(error).toBeInstanceOf(PdfError),
					);
				},
			),
			{ numRuns: FULL_SIZE ? 20_000 : 200 },
		);
	});
});

function withOrientation(orientation: number): Buffer {
	const exif = Buffer.from([
		...[0xff, 0xe1, 0, 34, ...Buffer.from('Exif\0\0', 'latin1')],
		...[
			0x4d,
			0x4d,
			0,
			0x2a,
			0,
			0,
			0,
			8,
			0,
			1,
			1,
			0x12,
			0,
			3,
			0,
			0,
			0,
			1,
			0,
			orientation,
			0,
			0,
			0,
			0,
			0,
			0,
		],
	]);
	return Buffer.concat([JPEG.subarray(0, 2), exif, JPEG.subarray(2)]);
}
