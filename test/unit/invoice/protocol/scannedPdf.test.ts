import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zlibSync } from 'fflate';
import fc from 'fast-check';

import { readScannedPdf } from '../../../../nodes/IflytekInvoiceOcr/protocol/pdf/scan';
import { PdfError } from '../../../../nodes/IflytekInvoiceOcr/protocol/pdf/syntax';
import { JPEG, scannedPdf, type TestPage } from '../../../fixtures/pdf';
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
		['with a stream that is shorter than it says', { content: page, length: '99999' }, 1],
		['with a stream of negative length', { content: page, length: '-5' }, 1],
		['behind states that were saved and given back', { content: `q 0 1 -1 0 0 0 cm Q ${page}` }, 1],
		['with more states given back than saved', { content: `Q Q ${page}` }, 1],
		['on white paper of red, green and blue', { content: `1 1 1 rg 0 0 9 9 re f* ${page}` }, 1],
		['on white paper of four inks', { content: `0 0 0 0 k 0 0 9 9 re F ${page}` }, 1],
		['turned in two steps', { content: 'q 60 0 0 40 0 0 cm 0 1 -1 0 1 0 cm /Im0 Do Q' }, 8],
		['moved, then turned', { content: 'q 1 0 0 1 5 7 cm 0 40 -60 0 60 0 cm /Im0 Do Q' }, 8],
		['behind a matrix that is none', { content: `1 0 cm ${page}` }, 1],
		[
			'whose filters have their short names',
			{ content: page, jpeg: zlibSync(JPEG), filter: '[/Fl /DCT]' },
			1,
		],
	])('takes a scan %s', async (_, given, orientation) => {
		expect(await pages(scannedPdf([given]))).toEqual([`1: 60x40 orientation ${orientation}`]);
	});

	it.each<[string, TestPage, string]>([
		['two pictures', { content: `${page} ${page}` }, 'page 1 is put together from 2 pictures'],
		['visible text', { content: `${page} BT (x) Tj ET` }, 'page 1 holds text'],
		['a drawing', { content: `${page} 0 0 m 9 9 l S` }, 'page 1 holds a drawing'],
		['a fill over the picture', { content: `${page} 1 g 0 0 9 9 re f` }, 'page 1 holds a drawing'],
		['a colored fill', { content: `1 0 0 rg 0 0 9 9 re f ${page}` }, 'page 1 holds a drawing'],
		...["(x) '", '0 0 (x) "', '[(x)] TJ'].map((shown): [string, TestPage, string] => [
			`text shown by ${shown}`,
			{ content: `${page} BT ${shown} ET` },
			'page 1 holds text',
		]),
		...['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', '/Sh0 sh'].map(
			(paints): [string, TestPage, string] => [
				`a drawing by ${paints}`,
				{ content: `1 g ${page} 0 0 9 9 re ${paints}` },
				'page 1 holds a drawing',
			],
		),
		...[
			'0 g',
			'1 1 0 rg',
			'0 0 0 1 k',
			'1 1 1 sc',
			'/P0 scn',
			'/Cs0 cs',
			'1 g 0 g',
			'1 g q 0 g',
		].map((color): [string, TestPage, string] => [
			`paper of the color ${color}`,
			{ content: `${color} 0 0 9 9 re f ${page}` },
			'page 1 holds a drawing',
		]),
		['paper of no color', { content: `0 0 9 9 re f ${page}` }, 'page 1 holds a drawing'],
		[
			'a color that was given back',
			{ content: `q 1 g Q 0 0 9 9 re f ${page}` },
			'page 1 holds a drawing',
		],
		['text that shows again', { content: `${page} q 3 Tr Q (x) Tj` }, 'page 1 holds text'],
		['a stroke on white paper', { content: `1 g 0 0 9 9 re S ${page}` }, 'page 1 holds a drawing'],
		[
			'a fax picture by its short name',
			{ content: page, filter: '/CCF' },
			'a black-and-white fax picture (CCITT) on page 1',
		],
		[
			'a fax picture',
			{ content: page, filter: '/CCITTFaxDecode' },
			'a black-and-white fax picture (CCITT) on page 1',
		],
		[
			'a picture of a made-up kind',
			{ content: page, filter: '/constructor' },
			'a picture without JPEG compression on page 1',
		],
		[
			'a kind that ends like a JPEG',
			{ content: page, filter: '/NoDCTDecode' },
			'a picture without JPEG compression on page 1',
		],
		[
			'a kind that begins like a JPEG',
			{ content: page, filter: '/DCTDecodeX' },
			'a picture without JPEG compression on page 1',
		],
		[
			'a picture packed otherwise',
			{ content: page, filter: '[/LZWDecode /DCTDecode]' },
			'packs the picture on page 1 with LZWDecode',
		],
		[
			'a picture packed nearly so',
			{ content: page, filter: '[/FlateDecodeX /DCTDecode]' },
			'packs the picture on page 1 with FlateDecodeX',
		],
		[
			'a picture that only says it is packed',
			{ content: page, filter: '[/FlateDecode /DCTDecode]' },
			'is damaged',
		],
		[
			'a JPEG that breaks off',
			{ content: page, jpeg: Buffer.from('\xff\xd8\xff\xe0\x00\x04ab', 'latin1') },
			'the picture on page 1 is no JPEG',
		],
		[
			'a JPEG without its first byte',
			{ content: page, jpeg: Buffer.from('\x00\xd8\xff\xda\x00\x02', 'latin1') },
			'the picture on page 1 is no JPEG',
		],
		[
			'a JPEG without its second byte',
			{ content: page, jpeg: Buffer.from('\xff\x00\xff\xda\x00\x02', 'latin1') },
			'the picture on page 1 is no JPEG',
		],
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

	/** A PDF of these objects, numbered from 1; the first is the catalog. Streams stand in the texts. */
	const pdf = (...objects: string[]) =>
		Buffer.from(
			`%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj ${object} endobj\n`).join('')}`,
			'latin1',
		);
	const stream = (text: string, dictionary = '') =>
		`<< ${dictionary} >> stream\n${text}\nendstream`;
	const CATALOG_OBJECT = '<< /Type /Catalog /Pages 2 0 R >>';
	const PICTURE = stream(JPEG.toString('latin1'), '/Subtype /Image /Filter /DCTDecode');
	const IM0 = '/Resources << /XObject << /Im0 5 0 R >> >>';

	it('inherits resources and rotation from the tree, unless the page has its own', async () => {
		const file = pdf(
			CATALOG_OBJECT,
			`<< /Kids [3 0 R 6 0 R] /Rotate 90 ${IM0} >>`,
			'<< /Contents 4 0 R >>',
			stream(page),
			PICTURE,
			'<< /Contents 4 0 R /Rotate 180 >>',
		);
		expect(await pages(file)).toEqual(['1: 60x40 orientation 6', '2: 60x40 orientation 3']);
	});

	it('puts the parts of a page together, a line end between them', async () => {
		const file = pdf(
			CATALOG_OBJECT,
			`<< /Kids [3 0 R] ${IM0} >>`,
			'<< /Contents [4 0 R 6 0 R] >>',
			stream('q 60 0 0 40 0 0'),
			PICTURE,
			stream('cm /Im0 Do Q'),
		);
		expect(await pages(file)).toEqual(['1: 60x40 orientation 1']);
	});

	it.each([
		['its own matrix and resources', `/Matrix [0 1 -1 0 1 0] ${IM0}`, 8],
		['a matrix that stands elsewhere', `/Matrix [7 0 R 1 -1 0 1 0] ${IM0}`, 8],
		['a matrix that is none', `/Matrix [0 1 -1] ${IM0}`, 1],
		['the resources of its page', '', 1],
	])('takes a picture drawn inside a form with %s', async (_what, dictionary, orientation) => {
		const file = pdf(
			CATALOG_OBJECT,
			'<< /Kids [3 0 R] >>',
			'<< /Contents 4 0 R /Resources << /XObject << /F 6 0 R /Im0 5 0 R >> >> >>',
			stream('q 60 0 0 40 0 0 cm /F Do Q'),
			PICTURE,
			stream('/Im0 Do', `/Subtype /Form ${dictionary}`),
			'0',
		);
		expect(await pages(file)).toEqual([`1: 60x40 orientation ${orientation}`]);
	});

	it('follows forms five deep, and 100 on a page', async () => {
		const nested = (depth: number) =>
			pdf(
				CATALOG_OBJECT,
				'<< /Kids [3 0 R] >>',
				`<< /Contents 4 0 R /Resources << /XObject << /F 6 0 R /Im0 5 0 R >> >> >>`,
				stream('q 60 0 0 40 0 0 cm /F Do Q'),
				PICTURE,
				...Array.from({ length: depth }, (_, index) =>
					index === depth - 1
						? stream('/Im0 Do', `/Subtype /Form ${IM0}`)
						: stream('/F Do', `/Subtype /Form /Resources << /XObject << /F ${index + 7} 0 R >> >>`),
				),
			);
		expect(await pages(nested(5))).toHaveLength(1);
		await expect(readScannedPdf(nested(6))).rejects.toThrow('nests its drawing too deeply');
		const many = (count: number) =>
			pdf(
				CATALOG_OBJECT,
				'<< /Kids [3 0 R] >>',
				'<< /Contents 4 0 R /Resources << /XObject << /F 6 0 R /Im0 5 0 R >> >> >>',
				stream(`${page} ${'/F Do '.repeat(count)}`),
				PICTURE,
				stream('q Q', '/Subtype /Form'),
			);
		expect(await pages(many(100))).toHaveLength(1);
		await expect(readScannedPdf(many(101))).rejects.toThrow('nests its drawing too deeply');
	});

	it.each([
		['nothing of that name', '/Im1 Do', 'a part of page 1 is missing'],
		['no name', '1 Do', 'has no page with anything on it'],
		['what is neither picture nor form', '/Other Do', 'has no page with anything on it'],
	])('passes over or reports a page that draws %s', async (_what, content, message) => {
		const file = pdf(
			CATALOG_OBJECT,
			'<< /Kids [3 0 R] >>',
			'<< /Contents 4 0 R /Resources << /XObject << /Other 5 0 R >> >> >>',
			stream(content),
			stream('', '/Subtype /PS'),
		);
		await expect(readScannedPdf(file)).rejects.toThrow(message);
	});

	it('takes 200 pages, and no more', async () => {
		const file = (count: number) =>
			scannedPdf(Array.from({ length: count }, () => ({ content: page })));
		expect(await pages(file(200))).toHaveLength(200);
		await expect(readScannedPdf(file(201))).rejects.toThrow('has more than 200 pages');
	});

	it('reports a tree without pages', async () => {
		await expect(readScannedPdf(pdf(CATALOG_OBJECT, '<< /Kids [] >>'))).rejects.toThrow(
			'is damaged: it has no pages',
		);
	});

	it.each([
		[
			'the line ends of Windows',
			(text: string) => text.replaceAll('stream\n', 'stream\r\n').replaceAll('\nend', '\r\nend'),
		],
		[
			'the line ends of old Macs',
			(text: string) => text.replaceAll('stream\n', 'stream\r').replaceAll('\nend', '\rend'),
		],
		[
			'more blanks in front of obj',
			(text: string) => text.replaceAll(' 0 obj', ' \n 00000 \t obj'),
		],
		['no end of its last stream', (text: string) => text.slice(0, text.lastIndexOf('\nendstream'))],
	])('takes a file with %s', async (_what, change) => {
		const text = pdf(
			CATALOG_OBJECT,
			`<< /Kids [3 0 R] ${IM0} >>`,
			'<< /Contents 4 0 R >>',
			stream(page),
			PICTURE,
		).toString('latin1');
		expect(await pages(Buffer.from(change(text), 'latin1'))).toEqual(['1: 60x40 orientation 1']);
	});

	it('takes the picture as long as it says, not as far as its bytes look like an end', async () => {
		const marked = Buffer.concat([
			JPEG.subarray(0, -2),
			Buffer.from('endstream'),
			JPEG.subarray(-2),
		]);
		const [scanned] = await readScannedPdf(scannedPdf([{ content: page, jpeg: marked }]));
		expect(scanned!.jpeg.equals(marked)).toBe(true);
	});

	it('takes the last trailer that leads to pages', async () => {
		const file = scannedPdf([{ content: page }]).toString('latin1');
		const more = 'trailer << /Root 90 0 R >>\ntrailer << /Size 5 >>\n';
		expect(await pages(Buffer.from(file + more, 'latin1'))).toHaveLength(1);
	});

	it.each([
		['/LZWDecode', 'packs its pages with LZWDecode'],
		['[/ASCII85Decode /FlateDecode]', 'packs its pages with ASCII85Decode and FlateDecode'],
		['[5]', 'packs its pages with ?'],
		['/FlateDecodeX', 'packs its pages with FlateDecodeX'],
		['/NoFl', 'packs its pages with NoFl'],
		['/FlateDecode', 'is damaged'],
	])('reports pages that are packed with %s', async (filter, message) => {
		const file = pdf(
			CATALOG_OBJECT,
			`<< /Kids [3 0 R] ${IM0} >>`,
			'<< /Contents 4 0 R >>',
			stream(page, `/Filter ${filter}`),
			PICTURE,
		);
		await expect(readScannedPdf(file)).rejects.toThrow(message);
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
