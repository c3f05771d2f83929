import { scansOf } from '../../../../fixtures/pdf/scans';
import { JPEG, look, scannedPdf } from '../../../../fixtures/pdf';
import { CATALOG, pdfOf, stream } from '../../../../fixtures/pdf/objects';
import { processorTime } from '../../../../support/processorTime';

async function pages(pdf: Buffer): Promise<string[]> {
	return (await scansOf(pdf)).map(({ page, bytes }) => `${page}: ${look(bytes)}`);
}

const form = (text: string, dictionary = '') => stream(text, `/Subtype /Form ${dictionary}`);
const resources = (names: string) => `/Resources << /XObject << ${names} >> >>`;

const DRAWS_PICTURE = 'q 60 0 0 40 0 0 cm /Im0 Do Q';
const DRAWS_FORM = 'q 60 0 0 40 0 0 cm /F Do Q';
const PICTURE = stream(JPEG.toString('latin1'), '/Subtype /Image /Filter /DCTDecode');
const IM0 = resources('/Im0 5 0 R');
const MEGABYTE = 1024 * 1024;

/** One page with the picture Im0 and the form F. */
const pageWithForm = (content: string, ...forms: string[]) =>
	pdfOf(
		CATALOG,
		'<< /Kids [3 0 R] >>',
		`<< /Contents 4 0 R ${resources('/F 6 0 R /Im0 5 0 R')} >>`,
		stream(content),
		PICTURE,
		...forms,
	);

describe('the tree of pages', () => {
	it('hands resources and rotation down, unless a page has its own', async () => {
		const file = pdfOf(
			CATALOG,
			`<< /Kids [3 0 R 6 0 R] /Rotate 90 ${IM0} >>`,
			'<< /Contents 4 0 R >>',
			stream(DRAWS_PICTURE),
			PICTURE,
			'<< /Contents 4 0 R /Rotate 180 >>',
		);
		expect(await pages(file)).toEqual(['1: 60x40 orientation 6', '2: 60x40 orientation 3']);
	});

	it('may have 200 pages, and no more', async () => {
		const file = (count: number) =>
			scannedPdf(Array.from({ length: count }, () => ({ content: DRAWS_PICTURE })));
		expect(await pages(file(200))).toHaveLength(200);
		await expect(scansOf(file(201))).rejects.toThrow('has more than 200 pages');
	});

	it.each([
		['nothing but a header', Buffer.from('%PDF-1.4'), 'it has no pages'],
		['no pages', pdfOf(CATALOG, '<< /Kids [] >>'), 'it has no pages'],
		['itself', pdfOf(CATALOG, '<< /Kids [2 0 R] >>'), 'loops back on itself'],
	])('is damaged where it holds %s', async (_what, file, message) => {
		await expect(scansOf(file)).rejects.toThrow(message);
	});
});

it('puts the parts of a page together, a line end between them', async () => {
	const file = pdfOf(
		CATALOG,
		`<< /Kids [3 0 R] ${IM0} >>`,
		'<< /Contents [4 0 R 6 0 R] >>',
		stream('q 60 0 0 40 0 0'),
		PICTURE,
		stream('cm /Im0 Do Q'),
	);
	expect(await pages(file)).toEqual(['1: 60x40 orientation 1']);
});

describe('forms', () => {
	it.each([
		['its own matrix and resources', `/Matrix [0 1 -1 0 1 0] ${IM0}`, 8],
		['a matrix that stands elsewhere', `/Matrix [7 0 R 1 -1 0 1 0] ${IM0}`, 8],
		['a matrix that is none', `/Matrix [0 1 -1] ${IM0}`, 1],
		['the resources of its page', '', 1],
	])('may draw the picture, with %s', async (_what, dictionary, orientation) => {
		const file = pageWithForm(DRAWS_FORM, form('/Im0 Do', dictionary), '0');
		expect(await pages(file)).toEqual([`1: 60x40 orientation ${orientation}`]);
	});

	it('are followed eight deep', async () => {
		const nested = (depth: number) =>
			pageWithForm(
				DRAWS_FORM,
				...Array.from({ length: depth - 1 }, (_, index) =>
					form('/F Do', resources(`/F ${index + 7} 0 R`)),
				),
				form('/Im0 Do', IM0),
			);
		expect(await pages(nested(8))).toHaveLength(1);
		await expect(scansOf(nested(9))).rejects.toThrow('nests its drawing too deeply');
	});
});

it.each([
	['nothing of that name', '/Im1 Do', 'a part of page 1 is missing'],
	['no name', '1 Do', 'has only empty pages'],
	['what is neither picture nor form', '/Other Do', 'has only empty pages'],
])('refuses a page that draws %s', async (_what, content, message) => {
	const file = pdfOf(
		CATALOG,
		'<< /Kids [3 0 R] >>',
		`<< /Contents 4 0 R ${resources('/Other 5 0 R')} >>`,
		stream(content),
		stream('', '/Subtype /PS'),
	);
	await expect(scansOf(file)).rejects.toThrow(message);
});

describe('streams and objects', () => {
	const onePage = (filter = '') =>
		pdfOf(
			CATALOG,
			`<< /Kids [3 0 R] ${IM0} >>`,
			'<< /Contents 4 0 R >>',
			stream(DRAWS_PICTURE, filter),
			PICTURE,
		);

	it.each<[string, (text: string) => string]>([
		[
			'the line ends of Windows',
			(text) => text.replaceAll('stream\n', 'stream\r\n').replaceAll('\nend', '\r\nend'),
		],
		[
			'the line ends of old Macs',
			(text) => text.replaceAll('stream\n', 'stream\r').replaceAll('\nend', '\rend'),
		],
		['more blanks in front of obj', (text) => text.replaceAll(' 0 obj', ' \n 00000 \t obj')],
		['no end of its last stream', (text) => text.slice(0, text.lastIndexOf('\nendstream'))],
	])('may have %s', async (_what, change) => {
		const file = Buffer.from(change(onePage().toString('latin1')), 'latin1');
		expect(await pages(file)).toEqual(['1: 60x40 orientation 1']);
	});

	it('are as long as they say, not as far as their bytes look like an end', async () => {
		const jpeg = Buffer.concat([JPEG.subarray(0, -2), Buffer.from('endstream'), JPEG.subarray(-2)]);
		const [scanned] = await scansOf(scannedPdf([{ content: DRAWS_PICTURE, jpeg }]));
		expect(scanned!.bytes.equals(jpeg)).toBe(true);
	});

	it('count as last defined, as a file that was saved again has them', async () => {
		const saved = scannedPdf([{ content: 'BT (x) Tj ET' }]);
		const added = Buffer.from(`4 0 obj ${stream(DRAWS_PICTURE)} endobj\n`);
		expect(await pages(Buffer.concat([saved, added]))).toEqual(['1: 60x40 orientation 1']);
	});

	/** Ways to write the page's object when a file is saved again. */
	const SAVED = {
		'by itself': (object: string) => `3 0 obj ${object} endobj\n`,
		'in an object stream': (object: string, number: number) =>
			`${number} 0 obj ${stream(`3 0 ${object}`, '/Type /ObjStm /N 1 /First 4')} endobj\n`,
	};
	const WAYS = Object.keys(SAVED) as Array<keyof typeof SAVED>;

	it.each(WAYS.flatMap((first) => WAYS.map((last) => [first, last] as const)))(
		'count as last defined when saved %s, then %s',
		async (first, last) => {
			const file = onePage().toString('latin1');
			const [, object] = /\n3 0 obj ([^]*?) endobj/.exec(file)!;
			const turned = (by: number) => object!.replace('<<', `<< /Rotate ${by}`);
			const again = SAVED[first](turned(90), 10) + SAVED[last](turned(180), 11);
			expect(await pages(Buffer.from(file + again, 'latin1'))).toEqual(['1: 60x40 orientation 3']);
		},
	);

	it('are led to by the last trailer that leads to pages', async () => {
		const file = scannedPdf([{ content: DRAWS_PICTURE }]);
		const more = Buffer.from('trailer << /Root 90 0 R >>\ntrailer << /Size 5 >>\n');
		expect(await pages(Buffer.concat([file, more]))).toHaveLength(1);
	});

	it.each([
		['/LZWDecode', 'packs its pages with LZWDecode'],
		['[/RL /FlateDecode]', 'packs its pages with RL'],
		['[/ASCII85Decode /FlateDecode]', 'is damaged'],
		['/JBIG2Decode', 'packs its pages with JBIG2Decode'],
		['[/A85 /A85 /A85 /A85 /A85 /A85]', 'packs its pages too often'],
		['[5]', 'packs its pages with ?'],
		['/FlateDecodeX', 'packs its pages with FlateDecodeX'],
		['/NoFl', 'packs its pages with NoFl'],
		['/FlateDecode', 'is damaged'],
	])('are refused when packed with %s', async (filter, message) => {
		await expect(scansOf(onePage(`/Filter ${filter}`))).rejects.toThrow(message);
	});
});

describe('a hostile file', () => {
	const numbered = (count: number, text: (number: number) => string) =>
		Array.from({ length: count }, (_, index) => text(index)).join(' ');

	it.each<[string, () => Buffer, string]>([
		[
			'trailers inside one another',
			() => Buffer.from(`%PDF-1.4\n${'trailer('.repeat(300_000)}`),
			'it has no pages',
		],
		[
			'objects that share their bytes',
			() => {
				const numbers = numbered(20_000, (number) => `${number + 10} 0`);
				const header = `/Type /ObjStm /N 20000 /First ${numbers.length}`;
				return pdfOf(stream(`${numbers}[${'0 '.repeat(50_000)}]`, header));
			},
			'has too much structure',
		],
		[
			'forms that draw forms',
			() =>
				pageWithForm(
					'/F Do',
					...[7, 8, 9, 10].map((next) => form('/F Do '.repeat(300), resources(`/F ${next} 0 R`))),
					form(''),
				),
			'nests its drawing too deeply',
		],
		[
			'one stream drawn again and again',
			() =>
				pdfOf(
					CATALOG,
					'<< /Kids [3 0 R] >>',
					`<< /Contents [${'4 0 R '.repeat(5000)}] >>`,
					stream(' '.repeat(MEGABYTE)),
				),
			'unpacks to more than 20 MB',
		],
		...['/Crypt', '/ASCIIHexDecode', '/ASCII85Decode'].map(
			(filter): [string, () => Buffer, string] => [
				`one stream of ${filter} drawn again and again`,
				() =>
					pdfOf(
						CATALOG,
						'<< /Kids [3 0 R] >>',
						`<< /Contents [${'4 0 R '.repeat(100)}] >>`,
						stream(' '.repeat(MEGABYTE), `/Filter ${filter}`),
					),
				'unpacks to more than 20 MB',
			],
		),
		[
			'one picture on all pages',
			() =>
				pdfOf(
					CATALOG,
					`<< /Kids [${numbered(199, (number) => `${number + 6} 0 R`)}] ${IM0} >>`,
					'null',
					stream(DRAWS_PICTURE),
					stream(
						`\xff\xd8\xff\xda${'x'.repeat(2 * MEGABYTE)}`,
						'/Subtype /Image /Filter /DCTDecode',
					),
					...Array<string>(199).fill('<< /Contents 4 0 R >>'),
				),
			'shows the same picture too many times',
		],
		[
			'states inside one another',
			() =>
				pdfOf(CATALOG, '<< /Kids [3 0 R] >>', '<< /Contents 4 0 R >>', stream('q '.repeat(2000))),
			'nests its drawing too deeply',
		],
	])('does not hold it up with %s', async (_what, make, message) => {
		const file = make();
		const spent = processorTime();
		await expect(scansOf(file)).rejects.toThrow(message);
		// a second at most; without the bound it would be minutes
		expect(spent()).toBeLessThan(30_000);
	});

	it('does not fill it with a palette of megabytes', async () => {
		const file = pdfOf(
			CATALOG,
			`<< /Kids [3 0 R] ${IM0} >>`,
			'<< /Contents 4 0 R >>',
			stream(DRAWS_PICTURE),
			stream(
				'\0'.repeat(100),
				'/Subtype /Image /Width 10 /Height 10 /ColorSpace [/Indexed /DeviceGray 255 6 0 R]',
			),
			stream('x'.repeat(18 * MEGABYTE)),
		);
		const spent = processorTime();
		expect(await scansOf(file)).toHaveLength(1);
		expect(spent()).toBeLessThan(3000);
	});

	it.each([
		['arrays inside one another', '['.repeat(5000), 'nests values too deeply'],
		['a long list', `[${'/a '.repeat(200_000)}]`, 'has too long a list'],
		[
			'long lists in lists',
			`[${`[${'/a '.repeat(90_000)}] `.repeat(10)}]`,
			'has too much structure',
		],
	])('does not fill it with %s', async (_what, object, message) => {
		await expect(scansOf(pdfOf(object))).rejects.toThrow(message);
	});
});
