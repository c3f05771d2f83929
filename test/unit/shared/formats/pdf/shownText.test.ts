import { strToU8, zipSync } from 'fflate';

import { readOfdText } from '../../../../../nodes/shared/formats/pageText/ofdText';
import type { PageText } from '../../../../../nodes/shared/formats/pageText/pageText';
import { readPdfText } from '../../../../../nodes/shared/formats/pageText/pdfText';
import { PdfFile } from '../../../../../nodes/shared/formats/pdf/file';
import { CATALOG, pdfOf, stream } from '../../../../fixtures/pdf/objects';

const shown = ({ glyphs }: PageText) => glyphs.map(({ text }) => text).join('');

/** What a page of 100 by 100 points draws: the font F, the layers L and M, pictures, a form with X in it. */
interface Page {
	content: string;
	/** of the page */
	more?: string;
	/** of the tree of pages */
	tree?: string;
	/** of the catalog */
	catalog?: string;
	/** of the form */
	form?: string;
	/** of another picture */
	masked?: string;
}

const pdf = ({ content, more = '', tree = '', catalog = '', form = '', masked = '' }: Page) =>
	pdfOf(
		CATALOG.replace('>>', `/OCProperties << /OCGs [8 0 R 9 0 R] ${catalog} >> >>`),
		`<< /Kids [3 0 R] /MediaBox [0 0 100 100] ${tree} >>`,
		`<< /Contents 4 0 R ${more} /Resources << /Font << /F 5 0 R >>
		/XObject << /Im 6 0 R /Masked 7 0 R /Fm 10 0 R /ImOff 13 0 R /Other 21 0 R /Stencil 22 0 R /Holed 24 0 R >> /Properties << /L 8 0 R /M 9 0 R /Any 11 0 R /Not 12 0 R >>
		/ColorSpace << /Icc [/ICCBased 14 0 R] /Ink [/Separation /Gold /DeviceCMYK 14 0 R] /List [/Indexed /DeviceRGB 1 <000000ffffff>] >>
		/ExtGState << /Clear << /ca 0 >> /ClearLine << /CA 0 >> /Half << /ca 0.5 >> /Full << /ca 1 >> /Thick << /LW 20 /LC 0 >> /Multiply << /BM /Multiply >> /Screen << /BM /Screen >> /Masked << /SMask << /S /Alpha >> >> /Unmasked << /SMask /None >> >> >> >>`,
		stream(content),
		'<< /Subtype /Type1 /BaseFont /Helvetica >>',
		stream('x', '/Subtype /Image'),
		stream('x', '/Subtype /Image /SMask 6 0 R'),
		'<< /Type /OCG /Name (L) >>',
		'<< /Type /OCG /Name (M) >>',
		stream('BT /F 10 Tf 20 50 Td (X) Tj ET', `/Subtype /Form ${form}`),
		'<< /Type /OCMD /OCGs [8 0 R 9 0 R] /P /AllOn >>',
		'<< /Type /OCMD /VE [/And [/Not 8 0 R] 9 0 R] >>',
		stream('x', '/Subtype /Image /OC 8 0 R'),
		stream('', '/N 3'),
		stream('\xff\xff', '/Width 2 /Height 1'),
		stream('\0\0', '/Width 2 /Height 1'),
		stream('\xff\xfe', '/Width 2 /Height 1'),
		stream('\xff\xff', '/Width 2 /Height 1 /Filter /DCTDecode'),
		stream('\xff\xff', '/Width 2 /Height 1 /Decode [1 0]'),
		stream('\xff\xff', '/Width 2000 /Height 2000'),
		stream('x', `/Subtype /Image ${masked}`),
		stream('\0', '/Subtype /Image /ImageMask true /Width 1 /Height 1'),
		stream(`${'\xff'.repeat(19)}\0`, '/Width 20 /Height 1'),
		stream('x', '/Subtype /Image /SMask 23 0 R'),
	);

async function readPage(page: Page): Promise<PageText> {
	const [read] = await readPdfText(await PdfFile.open(pdf(page)));
	return read!;
}

const text = (word = 'A') => `BT /F 10 Tf 20 50 Td (${word}) Tj ET`;
const OFF = '/D << /OFF [8 0 R] >>';
const VIEWING = '/AS [<< /Event /View /OCGs [8 0 R] >>]';
const layered = (layer: string) => `/OC /${layer} BDC ${text()} EMC ${text('B')}`;
const OVER = 'q 60 0 0 30 10 40 cm /Im Do Q';

it.each<[string, string, boolean]>([
	['behind it', '(A) Tj ( ) Tj (B) Tj', true],
	['elsewhere', '(A) Tj ( ) Tj 40 0 Td (B) Tj', false],
	['in another text object', '(A) Tj ( ) Tj ET BT /F 10 Tf 20 60 Td (B) Tj', false],
])(
	'a blank that is drawn by itself stands before what is drawn %s',
	async (_where, drawn, isNear) => {
		const { glyphs } = await readPage({ content: `BT /F 10 Tf 20 50 Td ${drawn} ET` });
		expect(glyphs.map(({ text, beforeSpace }) => [text, beforeSpace])).toContainEqual(['A', true]);
		expect(glyphs.find((one) => one.text === 'B')!.afterSpace === true).toBe(isNear);
	},
);

it.each<[string, Partial<Page>]>([
	['what its layer says of viewing', { content: layered('L'), catalog: `/D << ${VIEWING} >>` }],
	[
		'that of a layer that is off',
		{ content: layered('L'), catalog: `/D << /OFF [8 0 R] ${VIEWING} >>` },
	],
	['a condition on two layers', { content: layered('Any') }],
	['an expression', { content: layered('Not') }],
	['a condition of a form', { content: '/Fm Do', form: '/OC 11 0 R' }],
])('where it depends on %s, nobody can tell whether a text is seen', async (_what, page) => {
	const plain = page.content!.replace(/\/OC .*?BDC|\/Fm Do/g, '/P BMC');
	expect((await readPage({ ...page, content: page.content! })).isUnsure).toBe(true);
	expect((await readPage({ ...page, content: plain })).isUnsure).toBe(false);
});

it('what a layer says of printing leaves no doubt', async () => {
	const catalog = `/D << /OFF [8 0 R] ${VIEWING.replace('View', 'Print')} >>`;
	const read = await readPage({ content: layered('L'), catalog });
	expect([shown(read), read.isUnsure]).toEqual(['B', false]);
});

describe('a PDF', () => {
	it.each<[string, string | Page]>([
		['white on white', `1 g ${text()}`],
		['white by three colors', `1 1 1 rg ${text()}`],
		['white by four inks', `0 0 0 0 k ${text()}`],
		['white by a color space', `/DeviceGray cs 1 sc ${text()}`],
		['white by a profile', `/Icc cs 1 1 1 scn ${text()}`],
		['without any ink', `/Ink cs 0 scn ${text()}`],
		['white by a list of colors', `/List cs 1 sc ${text()}`],
		['nearly white', `0.98 g ${text()}`],
		['white, as its outline is', `2 Tr 1 g 1 G ${text()}`],
		['outlined in white before an operator that there is none', `1 Tr 1 G 0 0 0 Rg ${text()}`],
		['white on a white box', `0 g 0 0 100 100 re f 1 g 10 40 60 30 re f ${text()}`],
		['as blue as its box', `0 0 1 rg 10 40 60 30 re f ${text()}`],
		["white on a scan's picture", `q 100 0 0 100 0 0 cm /Im Do Q 1 g ${text()}`],
		['transparent', `/Clear gs ${text()}`],
		['an outline that is transparent', `1 Tr /ClearLine gs ${text()}`],
		['in a transparent group', { content: '/Clear gs /Fm Do', form: '/Group << >>' }],
		['in a form drawn transparent', '/Clear gs /Fm Do'],
		['drawn in no way', `3 Tr ${text()}`],
		['there to clip only', `7 Tr ${text()}`],
		['under a picture', `${text()} ${OVER}`],
		['under a picture inside the commands', `${text()} q 60 0 0 30 10 40 cm BI /W 1 ID x EI Q`],
		['under a white box', `${text()} 1 g 10 40 60 30 re f`],
		['under a box drawn line by line', `${text()} 10 40 m 70 40 l 70 70 l 10 70 l h f`],
		['under a box drawn twice at once', `${text()} 10 40 60 30 re 10 40 60 30 re f`],
		['under a round patch', `${text()} 10 52 m 10 70 50 70 50 52 c 50 30 10 30 10 52 c f`],
		['under a shading', `${text()} q 10 40 60 30 re W n /Sh sh Q`],
		[
			'under strips',
			`${text()} ${[40, 50, 60].map((y) => `q 60 0 0 10 10 ${y} cm /Im Do Q`).join(' ')}`,
		],
		['under a thick line', `${text()} 1 G 20 w 10 52 m 70 52 l S`],
		[
			'under a line that its matrix makes thick',
			`${text()} q 10 0 0 10 0 0 cm 2 w 1 5.2 m 7 5.2 l S Q`,
		],
		['under a line that its state makes thick', `${text()} /Thick gs 10 52 m 70 52 l S`],
		['under the frame of a box', `${text()} 20 w 24 30 80 60 re S`],
		['under the side that closes a path', `${text()} 20 w 80 52 m 80 90 l 24 90 l 24 30 l s`],
		['under the round end of a line', `${text()} 1 J 30 w 32 52 m 60 52 l S`],
		['under a dot', `${text()} 1 J 30 w 23 52 m 23 52 l S`],
		['as white as the thick line below it', `1 G 20 w 10 52 m 70 52 l S 1 g ${text()}`],
		['outside the clip', `q 0 0 10 10 re W n ${text()} Q`],
		['outside a clip that is no box', `q 0 0 m 100 100 l 99 100 l h W n ${text()} Q`],
		['in the hole of a clip', `q 0 0 100 100 re 10 40 60 30 re W* n ${text()} Q`],
		['behind letters that clip', `BT /F 10 Tf 7 Tr 80 80 Td (x) Tj ET 0 Tr ${text()}`],
		['under a stencil that paints all', `${text()} q 1 g 60 0 0 30 10 40 cm /Stencil Do Q`],
		["outside a form's box", { content: '/Fm Do', form: '/BBox [0 0 10 10]' }],
		['outside the crop box', { content: text(), more: '/CropBox [0 0 15 100]' }],
		['outside the crop box of all pages', { content: text(), tree: '/CropBox [0 0 15 100]' }],
		['outside the sheet that is cropped', { content: text(), more: '/CropBox [0 0 15 900]' }],
		['beside the page', 'BT /F 10 Tf 150 50 Td (A) Tj ET'],
		['in a form of a layer that is off', { content: '/Fm Do', form: '/OC 8 0 R', catalog: OFF }],
		['off until its end', { content: `/OC /L BDC /P BMC EMC ${text()} EMC`, catalog: OFF }],
		[
			'off with all layers',
			{ content: layered('L').replace('(B)', '( )'), catalog: '/D << /BaseState /OFF >>' },
		],
	])('does not show what is %s', async (_what, given) => {
		const read = await readPage(typeof given === 'string' ? { content: given } : given);
		expect(shown(read)).toBe('');
		expect(read.hidden).toBeGreaterThan(0);
	});

	it.each<[string, string | Page]>([
		['white on dark', `0.2 0.2 0.6 rg 0 0 100 100 re f 1 g ${text('X')}`],
		['white on a banner', `q 60 0 0 30 10 40 cm /Im Do Q 1 g ${text('X')}`],
		['white with a black outline', `2 Tr 1 g 0 G ${text('X')}`],
		...[0, 1, 2, 4, 5, 6].map((mode): [string, string] => [
			`drawn in the mode ${mode}`,
			`${mode} Tr ${text('X')}`,
		]),
		['as gray as a watermark', `0.85 g ${text('X')}`],
		['on a picture', `${OVER} ${text('X')}`],
		['under a seal with a mask', `${text('X')} q 60 0 0 30 10 40 cm /Masked Do Q`],
		['under a stencil', `${text('X')} q 60 0 0 30 10 40 cm BI /IM true ID x EI Q`],
		[
			'under a picture that is half transparent',
			`${text('X')} q /Half gs 60 0 0 30 10 40 cm /Im Do Q`,
		],
		['under a picture that is mixed in', `${text('X')} q /Multiply gs 60 0 0 30 10 40 cm /Im Do Q`],
		['under a masked state', `${text('X')} /Masked gs 10 40 60 30 re f`],
		['beside a picture', `${text('X')} q 30 0 0 30 60 40 cm /Im Do Q`],
		['inside a frame', `${text('X')} 10 40 60 30 re 12 42 56 26 re f*`],
		['above a line', `${text('X')} 0 49 100 0.5 re f`],
		['above a line that is drawn', `${text('X')} 2 w 0 49 m 100 49 l S`],
		['behind the flat end of a line', `${text('X')} 30 w 32 52 m 60 52 l S`],
		['inside a thick frame', `${text('X')} 4 w 10 40 60 30 re S`],
		['before the open side of a path', `${text('X')} 20 w 80 52 m 80 90 l 24 90 l S`],
		['under a thick line that is transparent', `${text('X')} /ClearLine gs 20 w 10 52 m 70 52 l S`],
		['white on a thick line', `20 w 10 52 m 70 52 l S 1 g ${text('X')}`],
		['drawn again after a transparent state', `q /Clear gs Q ${text('X')}`],
		[
			'in a layer that is on',
			{ content: layered('M').replace('(A)', '(X)').replace('(B)', '( )'), catalog: OFF },
		],
		[
			'on where all else is off',
			{ content: '/Fm Do', form: '/OC 8 0 R', catalog: '/D << /BaseState /OFF /ON [8 0 R] >>' },
		],
		[
			'under a picture of a layer that is off',
			{ content: `${text('X')} q 60 0 0 30 10 40 cm /ImOff Do Q`, catalog: OFF },
		],
	])('shows what is %s', async (_what, given) => {
		const read = await readPage(typeof given === 'string' ? { content: given } : given);
		expect(shown(read)).toBe('X');
	});

	it('tells the rest of a text that is covered in part, but not what is drawn again', async () => {
		const part = await readPage({ content: `${text('AB')} q 9 0 0 30 10 40 cm /Im Do Q` });
		expect([shown(part), part.covered.map((one) => one.text).join('')]).toEqual(['AB', '']);
		const covered = await readPage({ content: `${text('AB')} q 15 0 0 30 10 40 cm /Im Do Q` });
		expect([shown(covered), covered.covered.map((one) => one.text).join('')]).toEqual(['B', 'A']);
		const again = await readPage({
			content: `${text('AB')} q 60 0 0 30 10 40 cm /Im Do Q ${text('AB')}`,
		});
		expect([shown(again), again.covered]).toEqual(['AB', []]);
	});

	it('keeps text that lies askew apart', async () => {
		const read = await readPage({
			content: `BT /F 10 Tf .9 .4 -.4 .9 20 20 Tm (DRAFT) Tj (2) Tj ET ${text('X')}`,
		});
		expect([shown(read), read.leaning]).toEqual(['X', '\nDRAFT\n2']);
	});

	const isUnsure = async (content: string) => {
		const read = await readPage({ content: `${text('X')} ${content}` });
		return [shown(read), read.isUnsure];
	};

	it('says where a pattern may hide a text', async () => {
		expect(await isUnsure('/Pattern cs /Tile scn 10 40 60 30 re f')).toEqual(['X', true]);
		expect(await isUnsure('/Pattern cs /Tile scn 50 40 20 30 re f')).toEqual(['X', false]);
		expect(await isUnsure('/Clear gs /Pattern cs /Tile scn 10 40 60 30 re f')).toEqual([
			'X',
			false,
		]);
		const below = await readPage({
			content: `/Pattern cs /Tile scn 10 40 60 30 re f 0 g ${text('X')}`,
		});
		expect([shown(below), below.isUnsure]).toEqual(['X', false]);
	});

	it.each([
		['a mask that hides nothing', '/SMask 15 0 R', ''],
		['a mask of all that it hides', '/Mask 16 0 R', ''],
		['a mask with holes', '/SMask 17 0 R', 'X'],
		['a mask with nothing', '/Mask 15 0 R', 'X'],
		['a mask that is packed as a photo', '/SMask 18 0 R', 'X'],
		['a mask that is turned about', '/SMask 19 0 R', 'X'],
		['a mask larger than is looked into', '/SMask 20 0 R', 'X'],
		['a color that is a mask', '/Mask [120 120] /BitsPerComponent 8 /Width 1 /Height 1', 'X'],
		['a color that it has not as a mask', '/Mask [0 0] /BitsPerComponent 8 /Width 1 /Height 1', ''],
		['colors that are a mask', '/Mask [0 0 0 0 0 0] /BitsPerComponent 8', 'X'],
		['a stencil with holes', '/ImageMask true /Width 1 /Height 1', 'X'],
		['a mask of its own', '/SMaskInData 1', 'X'],
	])('does or does not show what is under a picture with %s', async (_what, masked, expected) => {
		const read = await readPage({
			content: `${text('X')} ${OVER.replace('/Im', '/Other')}`,
			masked,
		});
		expect(shown(read)).toBe(expected);
	});

	it('says where a mask may hide a text', async () => {
		const isUnsureOf = async (before: string) =>
			(await readPage({ content: `${before} ${text('X')}` })).isUnsure;
		expect(await isUnsureOf('/Masked gs')).toBe(true);
		expect(await isUnsureOf('/Masked gs /Multiply gs')).toBe(true);
		expect(await isUnsureOf('q /Masked gs Q /Multiply gs')).toBe(false);
		expect(await isUnsureOf('/Unmasked gs')).toBe(false);
		expect(await isUnsureOf('/Masked gs /Unmasked gs')).toBe(false);
	});

	it.each([
		['filled with a pattern', `/Pattern cs /Tile scn ${text('X')}`, true],
		['filled in a color space that is not known', `/Lab cs 100 0 0 sc ${text('X')}`, true],
		['mixed so that black is not seen', `/Screen gs ${text('X')}`, true],
		['white on a picture that may be white', `${OVER} 1 g ${text('X')}`, true],
		['black on a picture', `${OVER} ${text('X')}`, false],
		[
			'under a stencil inside the commands',
			`${text('X')} q 60 0 0 30 10 40 cm BI /W 1 /H 1 /IM true ID x EI Q`,
			true,
		],
		['under a mask with few holes', `${text('X')} ${OVER.replace('/Im', '/Holed')}`, true],
	])('says whether a text may not be seen that is %s', async (_what, content, expected) => {
		const read = await readPage({ content });
		expect([shown(read), read.isUnsure]).toEqual(['X', expected]);
	});

	it('says where it paints more than is followed', async () => {
		const read = await readPage({ content: `${text('X')} ${'90 90 9 9 re f '.repeat(501)}` });
		expect([shown(read), read.isUnsure]).toEqual(['X', true]);
	});
});

it('text of a PDF that runs downwards has its characters below each other', async () => {
	const file = pdfOf(
		CATALOG,
		'<< /Kids [3 0 R] /MediaBox [0 0 100 100] >>',
		'<< /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
		stream('BT /F 10 Tf 2 Tc 50 90 Td <4e2d4e2d> Tj ET'),
		'<< /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-V /DescendantFonts [<< /DW 1000 >>] >>',
	);
	const [page] = await readPdfText(await PdfFile.open(file));
	const places = page!.glyphs.map(({ x, y }) => [x, y].map((one) => Math.round(one * 10) / 10));
	expect(places).toEqual([
		[45, 18.8],
		[45, 26.8],
	]);
});

/** A page of 100 by 100 millimetres with these objects, and what is drawn by its template. */
async function readOfd(
	objects: string,
	template = '',
	zOrder = 'Background',
	area = '',
): Promise<PageText> {
	const layer = (inner: string) =>
		`<P><Content>${inner.startsWith('<Layer') ? inner : `<Layer>${inner}</Layer>`}</Content></P>`;
	const page = layer(objects).replace(
		'<P>',
		`<P>${area}<Template TemplateID="1" ZOrder="${zOrder}"/><PageRes>Own.xml</PageRes>`,
	);
	const file = zipSync({
		'OFD.xml': strToU8('<OFD><DocBody><DocRoot>/Doc_0/Document.xml</DocRoot></DocBody></OFD>'),
		'Doc_0/Document.xml': strToU8(
			`<Document><CommonData><PageArea><PhysicalBox>0 0 100 100</PhysicalBox></PageArea><PublicRes>Public.xml</PublicRes><PublicRes>Missing.xml</PublicRes><DocumentRes>Res.xml</DocumentRes><TemplatePage ID="1" BaseLoc="/Doc_0/T.xml"/></CommonData><Pages><Page BaseLoc="P.xml"/></Pages></Document>`,
		),
		'Doc_0/Res.xml': strToU8(
			'<Res><MultiMedias><MultiMedia ID="7" Type="Image"><MediaFile>a.jpg</MediaFile></MultiMedia><MultiMedia ID="8" Type="Image" Format="PNG"><MediaFile>a.png</MediaFile></MultiMedia></MultiMedias></Res>',
		),
		'Doc_0/Public.xml': strToU8(
			`<Res><DrawParams><DrawParam ID="20"><FillColor Value="255 255 255"/></DrawParam><DrawParam ID="21" Relative="20" LineWidth="9"/>
			<DrawParam ID="22"><FillColor Value="0 0 0" Alpha="0"/></DrawParam><DrawParam ID="23" Relative="20"><FillColor Value="0 0 0"/></DrawParam><DrawParam ID="24" Relative="24"/></DrawParams>
			<CompositeGraphicUnits><CompositeGraphicUnit ID="30"><Content><TextObject Boundary="1 1 9 9" Size="5"><TextCode X="0" Y="5">X</TextCode></TextObject></Content></CompositeGraphicUnit>
			<CompositeGraphicUnit ID="31"><Content><CompositeObject Boundary="0 0 9 9" ResourceID="31"/></Content></CompositeGraphicUnit></CompositeGraphicUnits></Res>`,
		),
		'Doc_0/Own.xml': strToU8(
			'<Res><DrawParams><DrawParam ID="25" Relative="20"/></DrawParams></Res>',
		),
		'Doc_0/T.xml': strToU8(layer(template)),
		'Doc_0/P.xml': strToU8(page),
	});
	const { pages } = await readOfdText(Buffer.from(file));
	return pages[0]!;
}

describe('an OFD', () => {
	const object = (attributes = '', inner = '') =>
		`<TextObject Boundary="10 10 20 10" Size="5" ${attributes}>${inner}<TextCode X="1" Y="5">X</TextCode></TextObject>`;
	const box = (attributes: string, inner = '') =>
		`<PathObject Boundary="8 8 30 30" ${attributes}>${inner}<AbbreviatedData>M 0 0 L 30 0 L 30 30 L 0 30 C</AbbreviatedData></PathObject>`;
	const picture = (id: number, attributes = '') =>
		`<ImageObject Boundary="8 8 30 30" ResourceID="${id}" ${attributes}/>`;
	const line = (attributes = '', data = 'M 2 4 L 30 4') =>
		`<PathObject Boundary="8 8 30 30" ${attributes}><AbbreviatedData>${data}</AbbreviatedData></PathObject>`;
	const WHITE = '<FillColor Value="255 255 255"/>';
	const SHADING =
		'<FillColor><AxialShd><Segment><Color Value="255 255 255"/></Segment></AxialShd></FillColor>';
	const clip = (size: number) =>
		`<Clips><Clip><Area><Path Boundary="0 0 ${size} ${size}"><AbbreviatedData>M 0 0 L ${size} 0 L ${size} ${size} L 0 ${size} C</AbbreviatedData></Path></Area></Clip></Clips>`;

	it.each([
		['not visible', object('Visible="false"')],
		['transparent', object('Alpha="0"')],
		['of a transparent color', object('', '<FillColor Value="0 0 0" Alpha="0"/>')],
		['not filled', object('Fill="false"')],
		['white on white', object('', WHITE)],
		['white by gray', object('', '<FillColor Value="255"/>')],
		['white by four inks', object('', '<FillColor Value="0 0 0 0"/>')],
		['white by its drawing parameters', object('DrawParam="20"')],
		['white by parameters that refer to others', object('DrawParam="21"')],
		['white by parameters of its page', object('DrawParam="25"')],
		['white by those of its layer', `<Layer DrawParam="21">${object()}</Layer>`],
		[
			'white by its drawing parameters, whatever those of its layer say',
			`<Layer DrawParam="23">${object('DrawParam="20"')}</Layer>`,
		],
		['transparent by its drawing parameters', object('DrawParam="22"')],
		['transparent but for a little', object('Alpha="3"')],
		['under a box that is white by its parameters', object() + box('Fill="true" DrawParam="20"')],
		['under a thick line', object() + line('LineWidth="9"')],
		['under a line that is thick by its parameters', object() + line('DrawParam="21"')],
		[
			'under a line that is thick by its layer',
			`<Layer DrawParam="21">${object()}${line()}</Layer>`.replace(
				'<TextCode',
				'<FillColor/><TextCode',
			),
		],
		[
			'under the side that closes a path',
			object() + line('LineWidth="9"', 'M 2 4 L 2 30 L 20 30 L 20 4 C'),
		],
		['in a block that is not visible', `<PageBlock Visible="false">${object()}</PageBlock>`],
		['in a transparent block', `<PageBlock Alpha="0">${object()}</PageBlock>`],
		['under a box', object() + box('Fill="true"', WHITE)],
		['under a photo', object() + picture(7)],
		[
			'under a photo of a higher layer',
			`<Layer Type="Foreground">${picture(7)}</Layer><Layer>${object()}</Layer>`,
		],
		['beside the page', object().replace('10 10', '110 10')],
	])('does not show what is %s', async (_what, objects) => {
		expect(shown(await readOfd(objects))).toBe('');
	});

	it.each([
		['plain', object()],
		['visible', object('Visible="true" Alpha="255"')],
		['white on dark', box('Fill="true"') + object('', WHITE)],
		['black where its drawing parameters are white', object('DrawParam="20"', '<FillColor/>')],
		['black by parameters that refer to white ones', object('DrawParam="23"')],
		[
			'black by its drawing parameters, though those of its layer are white',
			`<Layer DrawParam="20">${object('DrawParam="23"')}</Layer>`,
		],
		['of parameters that refer to themselves', object('DrawParam="24"')],
		['in a drawing of its own', '<CompositeObject Boundary="10 10 20 20" ResourceID="30"/>'],
		['of no parameters', object('DrawParam="99"')],
		['under a line', object() + line()],
		['under a thick line that is not drawn', object() + line('LineWidth="9" Stroke="false"')],
		[
			'under a thick line that shines through',
			object() + line('LineWidth="9"').replace('<Abb', '<StrokeColor Alpha="90"/><Abb'),
		],
		['under a frame', object() + box('Stroke="true"')],
		['under a seal', object() + picture(8)],
		['under a photo that shines through', object() + picture(7, 'Alpha="90"')],
		['under a photo that is not visible', object() + picture(7, 'Visible="false"')],
		['over a photo', picture(7) + object()],
		[
			'over a photo of a lower layer',
			`<Layer>${object()}</Layer><Layer Type="Background">${picture(7)}</Layer>`,
		],
	])('shows what is %s', async (_what, objects) => {
		expect(shown(await readOfd(objects))).toBe('X');
	});

	it.each([
		['under a picture that is not in the file', object() + picture(9), true],
		['over it', picture(9) + object(), false],
		['under it where it shines through', object() + picture(9, 'Alpha="90"'), false],
		['in a shading', object('', SHADING), true],
		['under a shading', object() + box('Fill="true"', SHADING), true],
		['over a shading', box('Fill="true"', SHADING) + object(), false],
		['outside its clip', object('', clip(1)), true],
		['inside its clip', object('', clip(20)), false],
	])('says whether text is seen %s', async (_what, objects, expected) => {
		const read = await readOfd(objects);
		expect([shown(read), read.isUnsure]).toEqual(['X', expected]);
	});

	it.each([
		['larger than usual', '0 0 200 100', '110 10', '312,28'],
		['smaller than usual', '0 0 50 50', '60 10', ''],
		['that begins elsewhere', '50 10 100 100', '60 30', '28,57'],
		['without a size', '0 0 0 0', '10 10', '28,28'],
	])('has a page %s', async (_what, box, place, expected) => {
		const area = `<Area><PhysicalBox>${box}</PhysicalBox></Area>`;
		const text = `<TextObject Boundary="${place} 20 10" Size="5"><TextCode>X</TextCode></TextObject>`;
		const { glyphs } = await readOfd(text, '', 'Background', area);
		expect(glyphs.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join()).toBe(expected);
	});

	it('has a watermark that is laid over the page at an angle, as a PDF has', async () => {
		const { glyphs, leaning } = await readOfd(
			'<TextObject Boundary="20 20 50 50" CTM="0.7 0.7 -0.7 0.7 0 0" Size="5"><TextCode>作废</TextCode></TextObject>',
		);
		expect({ glyphs, leaning }).toEqual({ glyphs: [], leaning: '\n作废' });
	});

	it('hides what stands above the edge of the page, as a PDF does', async () => {
		const { glyphs, hidden } = await readOfd(
			'<TextObject Boundary="20 0 20 10" Size="5"><TextCode Y="0">X</TextCode></TextObject>',
		);
		expect({ glyphs, hidden }).toEqual({ glyphs: [], hidden: 1 });
	});

	it('gives the last character the step before it only if both are as wide', async () => {
		const widthOf = async (text: string, steps: string) => {
			const { glyphs } = await readOfd(
				`<TextObject Boundary="10 20 50 50" Size="10"><TextCode DeltaX="${steps}">${text}</TextCode></TextObject>`,
			);
			return Math.round((glyphs.at(-1)!.width * 25.4) / 72);
		};
		expect(await widthOf('*纸', '5')).toBe(10);
		expect(await widthOf('复印', '8')).toBe(8);
		// so some writers give the steps of a single character
		expect(await widthOf('纸', 'g 0 5')).toBe(10);
	});

	it('refuses a drawing in itself', async () => {
		const read = readOfd('<CompositeObject Boundary="0 0 9 9" ResourceID="31"/>');
		await expect(read).rejects.toThrow('nests its drawing too deeply');
	});

	it('lies over its template, unless that is in front', async () => {
		expect(shown(await readOfd(object(), picture(7)))).toBe('X');
		expect(shown(await readOfd(object(), picture(7), 'Foreground'))).toBe('');
	});

	it('places characters by its matrix, steps and width', async () => {
		const place = async (attributes: string, code: string) => {
			const { glyphs } = await readOfd(
				`<TextObject Boundary="10 20 50 50" Size="10" ${attributes}><TextCode ${code}>AB</TextCode></TextObject>`,
			);
			return glyphs.map(({ x, y }) => [x, y].map((one) => Math.round((one * 25.4) / 72)));
		};
		expect(await place('', 'X="1" Y="2"')).toEqual([
			[11, 22],
			[16, 22],
		]);
		expect(await place('CTM="2 0 0 2 3 4"', 'X="1" Y="2"')).toEqual([
			[15, 28],
			[25, 28],
		]);
		expect(await place('HScale="0.5"', 'X="0" Y="0"')).toEqual([
			[10, 20],
			[13, 20],
		]);
		expect(await place('', 'X="0" Y="0" DeltaX="7"')).toEqual([
			[10, 20],
			[17, 20],
		]);
		expect(await place('', 'X="0" Y="0" DeltaY="8"')).toEqual([
			[10, 20],
			[10, 28],
		]);
		expect(await place('', 'X="0" Y="0" DeltaX="7" DeltaY="8"')).toEqual([
			[10, 20],
			[17, 28],
		]);
	});
});
