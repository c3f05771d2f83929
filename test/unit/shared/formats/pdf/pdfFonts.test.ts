import { readPdfText } from '../../../../../nodes/shared/formats/pageText/pdfText';
import type { PageText } from '../../../../../nodes/shared/formats/pageText/pageText';
import { PdfFile } from '../../../../../nodes/shared/formats/pdf/file';
import { CATALOG, pdfOf, stream } from '../../../../fixtures/pdf/objects';

/** One page with this content; the font F is object 5, further objects come behind it. */
const pdf = (content: string, font: string, ...more: string[]) =>
	pdfOf(
		CATALOG,
		'<< /Kids [3 0 R] /MediaBox [0 0 100 100] >>',
		'<< /Contents 4 0 R /Annots [8 0 R] /Resources << /Font << /F 5 0 R >> /XObject << /X 7 0 R >> /ExtGState << /G << /Font [5 0 R 20] >> >> >> >>',
		stream(content),
		font,
		...more,
	);

async function read(file: Buffer): Promise<PageText> {
	const [page] = await readPdfText(await PdfFile.open(file));
	return page!;
}

const shown = ({ glyphs }: PageText) => glyphs.map(({ text }) => text).join('');
const HELVETICA = '<< /Subtype /Type1 /BaseFont /Helvetica >>';
const simple = (entries: string) => `<< /Subtype /TrueType /BaseFont /AAAAAA+Song ${entries} >>`;

it.each([
	['WinAnsi', simple('/Encoding /WinAnsiEncoding'), '(A\\200\\245\\222)', 'A€¥’'],
	[
		'names of glyphs',
		simple('/Encoding << /Differences [65 /one /period /uni4E2D /u4E2D /yen /g99] >>'),
		'(ABCDEF)',
		'1.中中¥�',
	],
	[
		'a font of its own without names',
		simple('/FontDescriptor << /Flags 4 /FontFile2 9 0 R >>'),
		'(AB)',
		'��',
	],
	['a font of drawings', '<< /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] >>', '(A)', '�'],
	[
		'Chinese in GBK beside Latin letters',
		'<< /Subtype /Type0 /BaseFont /Song /Encoding /GBK-EUC-H >>',
		'<d6d04131b9fa>',
		'中A1国',
	],
	[
		'pairs of UTF-16',
		'<< /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UTF16-H >>',
		'<d840dc0b4e2d>',
		'𠀋中',
	],
	['Big5', '<< /Subtype /Type0 /BaseFont /Ming /Encoding /ETen-B5-H >>', '<a4a4>', '中'],
	[
		'glyphs only',
		'<< /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H >>',
		'<00010002>',
		'��',
	],
])('reads %s', async (_what, font, text, expected) => {
	expect(shown(await read(pdf(`BT /F 10 Tf 5 50 Td ${text} Tj ET`, font)))).toBe(expected);
});

it.each([
	...['GBK-EUC-H', 'GBKp-EUC-H', 'GBK2K-H', 'GB-EUC-H', 'GBpc-EUC-H', 'GBK-EUC-V'].map((name) => [
		name,
		'<d6d0>',
	]),
	...['B5pc-H', 'ETen-B5-H', 'ETenms-B5-H', 'HKscs-B5-H', 'ETen-B5-V'].map((name) => [
		name,
		'<a4a4>',
	]),
	...['UniGB-UCS2-H', 'UniGB-UTF16-H', 'UniGB-UCS2-V', 'UniCNS-UCS2-H', 'UniJIS-UCS2-HW-H'].map(
		(name) => [name, '<4e2d>'],
	),
])('reads the map %s, which no file needs to hold', async (name, text) => {
	const font = `<< /Subtype /Type0 /BaseFont /Song /Encoding /${name} >>`;
	expect(shown(await read(pdf(`BT /F 10 Tf 5 50 Td ${text} Tj ET`, font)))).toBe('中');
});

it('names fonts that do not tell their characters', async () => {
	const font = '<< /Subtype /Type0 /BaseFont /SimSun /Encoding /Identity-H >>';
	const page = await read(pdf('BT /F 10 Tf 5 50 Td <0001> Tj ET', font));
	expect(page.unreadableFonts).toEqual(['SimSun (Identity-H without ToUnicode)']);
});

it('reads ToUnicode with ranges, lists and several characters for one code', async () => {
	const map = stream(
		'1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfrange <01> <03> <4e00> <10> <11> [<0041> <00420043>] endbfrange 1 beginbfchar <20> <d840dc0b> endbfchar',
	);
	const font = simple('/ToUnicode 6 0 R');
	const page = await read(pdf('BT /F 10 Tf 5 50 Td <010203101120> Tj ET', font, map));
	expect(shown(page)).toBe('一丁丂ABC𠀋');
});

it('leaves out signs that a map names and nobody sees, but for the hyphen', async () => {
	const map = stream(
		'5 beginbfchar <01> <0041> <02> <200B> <03> <FEFF> <04> <200E0042> <05> <00AD> endbfchar',
	);
	const page = await read(
		pdf('BT /F 10 Tf 5 50 Td <0102030405> Tj ET', simple('/ToUnicode 6 0 R'), map),
	);
	expect(page.glyphs.map(({ text }) => text)).toEqual(['A', 'B', '-']);
	expect(page.glyphs.some(({ afterSpace, beforeSpace }) => afterSpace || beforeSpace)).toBe(false);
});

it.each([
	['in ranges', '1 begincidrange <8000> <8001> 5 endcidrange'],
	['one by one', '2 begincidchar <8000> 5 <8001> 6 endcidchar'],
	[
		'in both ways',
		'1 begincidrange <8000> <8000> 5 endcidrange 1 begincidchar <8001> 6 endcidchar',
	],
])('cuts codes and finds widths by a map in the file, which has them %s', async (_, glyphs) => {
	const map = stream(`2 begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange ${glyphs}`);
	const font =
		'<< /Subtype /Type0 /BaseFont /Song /Encoding 6 0 R /ToUnicode 7 0 R /DescendantFonts [<< /DW 300 /W [5 [700] 6 9 900] >>] >>';
	const texts = stream('3 beginbfchar <41> <0041> <8000> <4e00> <8001> <4e01> endbfchar');
	const page = await read(pdf('BT /F 10 Tf 5 50 Td <4180008001> Tj ET', font, map, texts));
	expect(page.glyphs.map(({ text, x, width }) => [text, x, width])).toEqual([
		['A', 5, 3],
		['一', 8, 7],
		['丁', 15, 9],
	]);
});

it('takes the first of two widths whose ranges overlap', async () => {
	const font =
		'<< /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /DW 300 /W [40 50 600 0 200 500 45 60 700] >>] >>';
	const map = stream('1 beginbfrange <0000> <ffff> <0041> endbfrange');
	const page = await read(pdf('BT /F 10 Tf 5 50 Td <002d003700c800c9> Tj ET', font, map));
	expect(page.glyphs.map(({ width }) => width)).toEqual([6, 5, 5, 3]);
});

describe('places', () => {
	const widths = `<< /Subtype /Type1 /FirstChar 32 /Widths [${'500 '.repeat(95)}] >>`;
	it.each([
		['Td', 'BT /F 10 Tf 5 50 Td (A) Tj 0 -20 Td (B) Tj ET', '5,50 5,70'],
		['TD and T*', 'BT /F 10 Tf 5 50 Td 0 -15 TD (A) Tj T* (B) Tj ET', '5,65 5,80'],
		['\' and "', 'BT /F 10 Tf 12 TL 5 60 Td (A) \' 1 2 (B) " ET', '5,52 5,64'],
		['the spacing of "', 'BT /F 10 Tf 12 TL 5 62 Td 1 2 (A B) " ET', '5,50 20,50'],
		['TJ', 'BT /F 10 Tf 5 50 Td [(A) -1000 (B)] TJ ET', '5,50 20,50'],
		['TJ in narrowed type', 'BT /F 10 Tf 50 Tz 5 50 Td [(A) -1000 (B)] TJ ET', '5,50 12.5,50'],
		['spacing', 'BT /F 10 Tf 2 Tc 3 Tw 200 Tz 5 50 Td (A B) Tj ET', '5,50 39,50'],
		['a raised text', 'BT /F 10 Tf 4 Ts 5 50 Td (A) Tj ET', '5,46'],
		[
			'matrices',
			'q 2 0 0 2 10 20 cm BT /F 10 Tf 1 0 0 1 5 5 Tm (A) Tj ET Q BT /F 9 Tf (B) Tj ET',
			'20,70 0,100',
		],
		['a graphics state with a font', 'BT /G gs 5 50 Td (A) Tj ET', '5,50'],
		[
			'inline pictures passed over',
			'BI /W 1 ID \u0001(Tj) EI BT /F 10 Tf 5 50 Td (A) Tj ET',
			'5,50',
		],
		[
			'text between inline pictures',
			'BI /D[0 1]ID \u0001 EI BT /F 10 Tf 5 50 Td (A) Tj ET BI /W 1 ID \u0001 EI',
			'5,50',
		],
	])('follow %s', async (_what, content, expected) => {
		const { glyphs } = await read(pdf(content, widths));
		expect(glyphs.map(({ x, y }) => `${x},${y}`).join(' ')).toBe(expected);
	});

	it.each([
		['width', '-100 Tz -1 0 0 1 15 50 Tm', 0],
		['width, not turned back', '-100 Tz 1 0 0 1 15 50 Tm', 2],
		['size', '-1 0 0 -1 15 50 Tm', 0],
	])('are those of type of a negative %s', async (what, commands, turn) => {
		const size = what === 'size' ? -10 : 10;
		const { glyphs } = await read(pdf(`BT /F ${size} Tf ${commands} (AB) Tj ET`, widths));
		const second = turn === 0 ? 20 : 10;
		expect(glyphs).toMatchObject([
			{ x: 15, y: 50, width: 5, size: 10, turn },
			{ x: second, y: 50, width: 5, size: 10, turn },
		]);
	});

	it.each([
		['the lower left and the upper right one', '10 20 110 140', '/Rotate 0', '5,90'],
		['the upper left and the lower right one', '10 140 110 20', '/Rotate 0', '5,90'],
		['the lower right and the upper left one', '110 20 10 140', '/Rotate 0', '5,90'],
		['the upper right and the lower left one', '110 140 10 20', '/Rotate 0', '5,90'],
		['those of a page on its side', '110 140 10 20', '/Rotate 90', '30,5'],
		['those of a page on its head', '110 140 10 20', '/Rotate 180', '95,30'],
		['those of a page on its other side', '110 140 10 20', '/Rotate -90', '90,95'],
	])(
		'count from the corner of a page, by two of its corners: %s',
		async (_, box, turn, expected) => {
			const file = pdf('BT /F 10 Tf 15 50 Td (A) Tj ET', widths);
			const given = file.toString('latin1').replace('[0 0 100 100]', `[${box}] ${turn}`);
			const { glyphs } = await read(Buffer.from(given, 'latin1'));
			expect(glyphs.map(({ x, y }) => `${x},${y}`)).toEqual([expected]);
		},
	);

	it.each([
		[
			'a blank of two bytes, which word spacing leaves alone',
			'<< /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H /DescendantFonts [<< /DW 500 >>] >>',
			'BT /F 10 Tf 3 Tw 5 50 Td <004100200042> Tj ET',
			'5,50 15,50',
		],
		[
			'a font of drawings with a size of its own',
			'<< /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 65 /Widths [50 50] /Encoding << /Differences [65 /A /B] >> >>',
			'BT /F 10 Tf 5 50 Td (AB) Tj ET',
			'5,50 10,50',
		],
	])('follow %s', async (_what, font, content, expected) => {
		const { glyphs } = await read(pdf(content, font));
		expect(glyphs.map(({ x, y }) => `${x},${y}`).join(' ')).toBe(expected);
	});

	it('are those of forms; what a form field shows is none of the page', async () => {
		const form = stream('BT /F 10 Tf (A) Tj ET', '/Subtype /Form /Matrix [1 0 0 1 30 40]');
		const field = '<< /Subtype /Widget /Rect [10 10 30 20] /AP << /N 9 0 R >> >>';
		const look = stream(
			'BT /F 5 Tf 1 1 Td (B) Tj ET',
			'/BBox [0 0 10 5] /Resources << /Font << /F 5 0 R >> >>',
		);
		const page = await read(pdf('/X Do', widths, 'null', form, field, look));
		expect(page.glyphs.map(({ text, x, y, size }) => [text, x, y, size])).toEqual([
			['A', 30, 60, 10],
		]);
		expect(page.notes).toEqual([
			{ kind: 'field', text: 'B', says: '', left: 9.5, top: 79.4, right: 19.5, bottom: 89.4 },
		]);
	});
});

it.each([
	['invisible', 'BT /F 10 Tf 3 Tr 5 50 Td (A) Tj ET'],
	['beside the page', 'BT /F 10 Tf 150 50 Td (A) Tj ET'],
])('leaves out text that is %s', async (_what, content) => {
	expect((await read(pdf(content, HELVETICA))).glyphs).toEqual([]);
});

describe('glyph numbers of Adobe-GB1', () => {
	const font = (more = '', ordering = 'GB1', encoding = 'Identity-H') =>
		`<< /Subtype /Type0 /BaseFont /SimSun /Encoding /${encoding} /DescendantFonts [<< /Subtype /CIDFontType2 /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) >> ${more} >>] >>`;
	const readGlyphs = (glyphs: number[], given = font()) =>
		read(
			pdf(
				`BT /F 1 Tf 5 50 Td <${glyphs.map((one) => one.toString(16).padStart(4, '0')).join('')}> Tj ET`,
				given,
			),
		);

	it('are letters, signs and characters in the order of GB 2312', async () => {
		const texts: Array<[glyph: number, text: string]> = [
			[1 + 0x21, 'A'],
			[814 + 0x21, 'A'],
			[98, '。'],
			[106, '～'],
			[262 + 0x19, '：'],
			[265, '￥'],
			[525, 'Α'],
			[572, 'ω'],
			[602, 'А'],
			[693, 'ê'],
			[700, 'ㄅ'],
			[738, '─'],
			[813, '╋'],
			[940, '啊'],
			[940 + 3754, '座'],
			[940 + 3755, '亍'],
			[7702, '齄'],
		];
		const page = await readGlyphs(texts.map(([glyph]) => glyph));
		expect(shown(page)).toBe(texts.map(([, text]) => text).join(''));
		expect(page.unreadableFonts).toEqual([]);
	});

	it.each([0, 99, 105, 573, 601, 694, 699, 737, 908, 939, 7703])(
		'%i is not known',
		async (glyph) => {
			expect(shown(await readGlyphs([glyph]))).toBe('\uFFFD');
		},
	);

	it.each([
		['vertical', font('', 'GB1', 'Identity-V'), '啊'],
		[
			'of a map to a font in the file',
			font('/CIDToGIDMap 6 0 R /FontDescriptor << /FontFile2 6 0 R >>'),
			'啊',
		],
		[
			'that are an embedded font’s own',
			font('/CIDToGIDMap /Identity /FontDescriptor << /FontFile2 6 0 R >>'),
			'\uFFFD',
		],
		['of Japan1', font('', 'Japan1'), '\uFFFD'],
		['of Identity', font('', 'Identity'), '\uFFFD'],
	])('%s', async (_what, given, text) => {
		const file = pdf('BT /F 10 Tf 5 50 Td <03ac> Tj ET', given, stream('x'));
		const page = await read(file);
		expect(shown(page)).toBe(text);
		expect(page.unreadableFonts).toHaveLength(text === '啊' ? 0 : 1);
	});
});
