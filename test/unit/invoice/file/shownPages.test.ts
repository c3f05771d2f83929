import { deflateSync } from 'node:zlib';

import { strToU8, unzipSync, zipSync } from 'fflate';

import { partsOf, settled } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import type { Part } from '../../../../nodes/IflytekInvoiceOcr/file/parts';
import type { Invoice } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { seededRandom } from '../../../emulator/core/random';
import { ofd as ofdWithData, taxPlatformXml } from '../../../fixtures/eInvoice';
import { dataOf } from '../../../fixtures/eInvoice/ofDrawn';
import { inDigits } from '../../../fixtures/invoice/amounts';
import { drawDigital } from '../../../fixtures/pageInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';
import { JPEG } from '../../../fixtures/pdf';
import { inEnglish } from '../read';
import { textPdf, type PlacedNote, type TextPage } from '../../../fixtures/pdf/text';

const drawn = drawDigital(seededRandom(1), { lines: 2 });
const second = drawDigital(seededRandom(2), { lines: 2 });
const page = drawn.pages[0]!;
const { width, height } = page;
const pdf = (...pages: TextPage[]) => textPdf(pages, 'ucs2');
const readPdf = async (...pages: TextPage[]) => await partsOf(pdf(...pages));

/** What became of each part: the number of an invoice and its doubts, or a refusal. */
const told = (parts: Part[]) =>
	settled(parts).flatMap((part) => {
		if (part.kind === 'passed') return [];
		if (part.kind === 'picture') return `picture ${part.pages.join()}`;
		if (part.kind === 'refused') return `${part.pages.join()} ${part.clause.english}`.trim();
		const { texts, doubts = [] } = part.invoice as Invoice;
		return [texts.invoiceNumber, ...inEnglish(doubts)].join(' | ');
	});
const { number } = drawn.truth;

it('an invoice with nothing added is read', async () => {
	expect(told(await readPdf(page))).toEqual([number]);
});

describe('a page of a picture', () => {
	const app = { text: '由扫描全能王扫描创建', x: 200, y: height - 5, size: 8 };
	const picture: TextPage = { texts: [], width, height, jpeg: JPEG };

	it.each<[string, TextPage]>([
		['over the words of an invoice', { ...page, jpeg: JPEG }],
		[
			'with a page number on it',
			{ ...picture, texts: [{ ...app, text: '1 / 1' }], below: 'q 600 0 0 400 0 0 cm /Im0 Do Q' },
		],
		[
			'with a line of the app that made it',
			{ ...picture, texts: [app], below: 'q 600 0 0 400 0 0 cm /Im0 Do Q' },
		],
		[
			'with its words laid over it in white',
			{
				...page,
				texts: page.texts.map((one) => ({ ...one, before: '1 g' })),
				jpeg: JPEG,
				below: `q ${width} 0 0 ${height} 0 0 cm /Im0 Do Q`,
			},
		],
	])('%s is a scan', async (_what, given) => {
		expect(told(await readPdf(given))).toEqual(['picture 1']);
	});

	it('over words in fonts that do not tell their characters is a scan', async () => {
		const above = `BT /None 9 Tf (x) Tj ET q ${width} 0 0 ${height} 0 0 cm /Im0 Do Q`;
		expect(told(await readPdf({ ...picture, above }))).toEqual(['picture 1']);
	});

	it('that is laid over the words in strips is refused', async () => {
		const strips = [0, 1, 2, 3].map((row) => `q ${width} 0 0 100 0 ${row * 100} cm /Im0 Do Q`);
		expect(told(await readPdf({ ...page, jpeg: JPEG, above: strips.join(' ') }))).toEqual([
			'is not a plain scan: page 1 is put together from 4 pictures',
		]);
	});

	it('below the words is their background', async () => {
		const below = `q ${width} 0 0 ${height} 0 0 cm /Im0 Do Q`;
		expect(told(await readPdf({ ...page, jpeg: JPEG, below }))).toEqual([number]);
	});

	it('on half of the sheet is told, unless words stand on it', async () => {
		const above = `q 500 0 0 300 20 20 cm /Im0 Do Q`;
		const sheet = { ...page, height: height + 350, jpeg: JPEG };
		const places = { texts: page.texts, above };
		expect(told(await readPdf({ ...sheet, ...places }))).toEqual([
			`${number} | Page 1 also holds a picture, which was not read: print it to its own page`,
		]);
		const small = `q 80 0 0 80 20 20 cm /Im0 Do Q`;
		expect(told(await readPdf({ ...sheet, ...places, above: small }))).toEqual([number]);
	});
});

describe('words that nobody sees', () => {
	it.each([
		['white', '1 g'],
		['not drawn', '3 Tr'],
	])('%s, are refused', async (_what, before) => {
		const texts = page.texts.map((one) => ({ ...one, before }));
		expect(told(await readPdf({ ...page, texts }))).toEqual(['contains text that no viewer shows']);
	});

	it('are not read beside those of an invoice', async () => {
		const hidden = second.pages[0]!.texts.map((one) => ({ ...one, before: '1 g' }));
		expect(told(await readPdf({ ...page, texts: [...hidden, ...page.texts] }))).toEqual([number]);
	});

	it('under what was drawn over a total are told', async () => {
		const total = `¥${inDigits(drawn.truth.totalWithTax)}`;
		const own = page.texts.find(({ text }) => text === total)!;
		const above = `1 g ${own.x - 1} ${height - own.y - 3} 80 12 re f`;
		const [part] = told(await readPdf({ ...page, above }));
		expect(part).toBe(`${number} | "${total}" is cut off, or covered by what is drawn over it`);
	});
});

describe('what was added to a page', () => {
	const remark = page.texts.find(({ text }) => text.startsWith('订单号'))!;
	const at = (x: number, y: number): PlacedNote['rect'] => [
		x,
		height - y - 4,
		x + 120,
		height - y + 9,
	];
	const below = at(remark.x, remark.y + 14);
	const withNotes = async (...notes: PlacedNote[]) => await readPdf({ ...page, notes });

	it.each([
		['a comment', '/Subtype /FreeText'],
		['a signature', '/Subtype /Widget /FT /Sig'],
		['a form field', '/Subtype /Widget /FT /Tx'],
		['a stamp', '/Subtype /Stamp'],
	])('%s is no part of the remark', async (_what, dictionary) => {
		const parts = await withNotes({ dictionary, rect: below, text: '同意付款' });
		expect(told(parts)).toEqual([number]);
		expect(parts[0]).toMatchObject({ invoice: { texts: { remark: remark.text } } });
	});

	it.each([
		[
			'over the text of the page',
			'/Subtype /FreeText',
			'AB',
			'"AB" was added over the text of the page',
		],
		['that says it is void', '/Subtype /Stamp', '作废', '"作废" is stamped on the page'],
		[
			'that says so in its words only',
			'/Subtype /Stamp /Contents <feff5df262b56263>',
			'',
			'"已抵扣" is stamped on the page',
		],
		[
			'that is of a kind that says so',
			'/Subtype /Stamp /Name /Void',
			'',
			'"Void" is stamped on the page',
		],
		[
			'that a viewer fills',
			'/Subtype /Square /IC [1 1 1]',
			undefined,
			'"订单号:8" is cut off, or covered by what is drawn over it',
		],
		[
			'that a viewer writes',
			'/Subtype /Widget /FT /Tx /V (9.00)',
			undefined,
			'"9.00" was added over the text of the page',
		],
	])('is told %s', async (_what, dictionary, text, doubt) => {
		const over = at(remark.x, remark.y);
		const half = [over[0] - 5, over[1], over[0] + 36, over[3]] as const;
		const rect = text === 'AB' ? over : text === undefined ? half : below;
		expect(told(await withNotes({ dictionary, rect, text }))).toEqual([`${number} | ${doubt}`]);
	});

	it.each(['/F 2', '/F 32'])('is not told where it is not shown: %s', async (flags) => {
		const dictionary = `/Subtype /FreeText ${flags}`;
		expect(told(await withNotes({ dictionary, rect: below, text: '作废' }))).toEqual([number]);
	});

	it('as a stamp that is all of a page is told', async () => {
		const rect = [0, 0, width, height] as const;
		const notes = [{ dictionary: '/Subtype /Stamp', rect, text: '' }];
		expect(told(await readPdf(page, { texts: [], width, height, notes }))).toEqual([
			number,
			'2 shows nothing on page 2 but what was added to it, as a stamp is',
		]);
	});

	it('as the values of a form refuses it', async () => {
		const values = new Set([number, `¥${inDigits(drawn.truth.totalWithTax)}`]);
		const form = page.texts.filter(({ text }) => !values.has(text));
		const notes = page.texts
			.filter(({ text }) => values.has(text))
			.map(({ text, x, y }): PlacedNote => ({
				dictionary: '/Subtype /Widget /FT /Tx',
				rect: at(x, y),
				text,
			}));
		expect(told(await readPdf({ ...page, texts: form, notes }))).toEqual([
			'is an invoice whose values stand in form fields, which anyone can fill in',
		]);
	});
});

it('a text that leans over the page is no part of it, and told if it is a stamp', async () => {
	const leaning = (text: string) =>
		`BT /F0 30 Tf .9 .4 -.4 .9 100 100 Tm <${[...text].map((one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')}> Tj ET`;
	expect(told(await readPdf({ ...page, above: leaning('样本仅供测试') }))).toEqual([number]);
	expect(told(await readPdf({ ...page, above: leaning('已作废') }))).toEqual([
		`${number} | "已作废" is stamped on the page`,
	]);
	expect(told(await readPdf({ ...page, above: [...'作废'].map(leaning).join('\n') }))).toEqual([
		`${number} | "作废" is stamped on the page`,
	]);
});

it('the characters around a seal are no part of the page, also the upright one at its top', async () => {
	const { x, y } = page.texts.find(({ text }) => text.startsWith('订单号'))!;
	const seal = [...'样本公司发票专用章'].map((one, at) => {
		const angle = (4 - at) / 5;
		const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map((value) => value.toFixed(3));
		const code = one.charCodeAt(0).toString(16).padStart(4, '0');
		const place = `${x + 30 + 9 * at} ${height - y - 24}`;
		return `BT /F0 9 Tf ${cos} ${sin} -${sin} ${cos} ${place} Tm <${code}> Tj ET`.replace('--', '');
	});
	const [plainly, sealed] = [
		await readPdf(page),
		await readPdf({ ...page, above: seal.join('\n') }),
	];
	expect(sealed).toEqual(plainly);
});

describe('PDFs attached to a PDF', () => {
	const inner = pdf(second.pages[0]!).toString('latin1');
	const third = pdf(drawDigital(seededRandom(3), { lines: 2 }).pages[0]!).toString('latin1');

	it('beside an invoice are read', async () => {
		expect(told(await partsOf(textPdf([page], 'ucs2', { '1.pdf': inner })))).toEqual([
			number,
			second.truth.number,
		]);
	});

	it('under a cover sheet are read, and the sheet is none', async () => {
		const cover = { texts: [{ text: '请打开', x: 100, y: 100, size: 12 }], width, height };
		const attached = { '1.pdf': inner, '2.pdf': third };
		const parts = await partsOf(textPdf([cover], 'ucs2', attached));
		expect(told(parts)).toEqual([
			second.truth.number,
			drawDigital(seededRandom(3), { lines: 2 }).truth.number,
		]);
	});

	it('that are damaged are told by name', async () => {
		const parts = await partsOf(textPdf([page], 'ucs2', { '1.pdf': '%PDF-1.4' }));
		expect(parts).toMatchObject([{ kind: 'read' }, { kind: 'refused', inside: '1.pdf' }]);
	});
});

describe('a file attached to a PDF', () => {
	const data = taxPlatformXml(dataOf(second));
	const asText = (file: Buffer) => file.toString('latin1');

	it('that is too large is not called damaged', async () => {
		const file = textPdf([page], 'ucs2', { 'a.pdf': 'here' });
		const packed = deflateSync(Buffer.alloc(21_000_000)).toString('latin1');
		const [, name] = /\/EF << \/F (\d+) 0 R/.exec(asText(file))!;
		const large = `${name} 0 obj << /Filter /FlateDecode /Length ${packed.length} >> stream\n${packed}\nendstream endobj\n`;
		const parts = await partsOf(Buffer.concat([file, Buffer.from(large, 'latin1')]));
		expect(told(parts)).toEqual([number, 'unpacks to more than 20 MB']);
	});

	it('tells data that break off', async () => {
		const parts = await partsOf(textPdf([page], 'ucs2', { 'a.xml': data.slice(0, 700) }));
		expect(parts).toMatchObject([{ kind: 'read' }, { kind: 'refused', inside: 'a.xml' }]);
	});

	it.each([
		['damaged', ' /Length', ' /Filter /FlateDecode /Length'],
		['missing', '/EF << /F ', '/EF << /F 9'],
	])('does not keep the invoice from being read where it is %s', async (_what, words, others) => {
		const [before, after] = asText(textPdf([page], 'ucs2', { 'a.xml': data })).split('/Filespec');
		const at = before!.lastIndexOf(' /Length');
		const file =
			words === ' /Length'
				? `${before!.slice(0, at)}${others}${before!.slice(at + words.length)}/Filespec${after}`
				: `${before}/Filespec${after!.replace(words, others)}`;
		const parts = await partsOf(Buffer.from(file, 'latin1'));
		expect(parts).toMatchObject([{ kind: 'read' }, { kind: 'refused', inside: 'a.xml' }]);
	});

	it('is read where it is associated with a page', async () => {
		const file = asText(textPdf([page], 'ucs2', { 'a.xml': data }));
		const [, specification] = /\(a\.xml\) (\d+ 0 R)/.exec(file)!;
		const ofPage = file
			.replace(/\/Names <<.*?>> >>/, '')
			.replace('/Type /Page ', `$&/AF [${specification}] `);
		expect(told(await partsOf(Buffer.from(ofPage, 'latin1')))).toEqual([
			second.truth.number,
			number,
		]);
	});
});

describe('a damaged PDF', () => {
	const two = () => pdf(page, second.pages[0]!).toString('latin1');
	const read = async (file: string) => told(await partsOf(Buffer.from(file, 'latin1')));

	it('is read where it says too short a length of its pages', async () => {
		expect(await read(two().replace(/\/Length \d+/g, '/Length 10'))).toEqual([
			number,
			second.truth.number,
		]);
	});

	it.each([
		['missing', (file: string) => file.replace(/(.*)\/Contents \d+/s, '$1/Contents 999')],
		['damaged', (file: string) => file.replace(/(.*)(\/Length)/s, '$1/Filter /FlateDecode $2')],
	])('tells a page whose drawing is %s beside one that is read', async (_what, damaged) => {
		expect(await read(damaged(two()))).toEqual([
			number,
			'2 is damaged: a part of page 2 is missing',
		]);
	});

	it('is in doubt where a drawing on its page is damaged', async () => {
		const note = { dictionary: '/Subtype /Stamp', rect: [10, 10, 60, 30] as const, text: 'OK' };
		const file = pdf({ ...page, notes: [note] }).toString('latin1');
		expect(await read(file.replace('/Subtype /Form', '$& /Filter /FlateDecode'))).toEqual([
			`${number} | What is drawn on the page may hide a part of its text`,
		]);
	});

	it('tells a page whose drawing breaks off, with words on it or without', async () => {
		const at = two().lastIndexOf('stream\n') + 8;
		const cut = (from: number) => `${two().slice(0, from)}(((${two().slice(from + 3)}`;
		expect(await read(cut(two().indexOf('BT', at)))).toEqual([
			number,
			'2 is damaged: a part of page 2 is missing',
		]);
		const [, doubted] = await read(cut(two().lastIndexOf('BT')));
		expect(doubted).toContain('What is drawn on the page may hide a part of its text');
	});
});

it('a page of words that break off is not known to be no invoice', async () => {
	const words = ['使用说明', '请妥善保管'].map((text, row) => ({
		text,
		x: 40,
		y: 40 + row * 20,
		size: 9,
	}));
	const file = pdf(page, { texts: words, width, height }).toString('latin1');
	expect(told(await partsOf(Buffer.from(file, 'latin1')))).toEqual([number]);
	const last = file.lastIndexOf('BT');
	const cut = Buffer.from(`${file.slice(0, last)}(((${file.slice(last + 3)}`, 'latin1');
	expect(told(await partsOf(cut))).toEqual([number, '2 is damaged: a part of page 2 is missing']);
});

describe('a file that was saved again', () => {
	it('is read as it was saved last', async () => {
		const first = pdf(page).toString('latin1');
		const objects = [...first.matchAll(/(\d+) 0 obj ([^]*?) endobj/g)];
		const [, object] = objects.find(([, , body]) => body!.includes(' Tj ET'))!;
		const other = pdf(second.pages[0]!).toString('latin1');
		const [, , content] = [...other.matchAll(/(\d+) 0 obj ([^]*?) endobj/g)].find(([, , body]) =>
			body!.includes(' Tj ET'),
		)!;
		const again = `${first}${object} 0 obj ${content} endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`;
		expect(told(await partsOf(Buffer.from(again, 'latin1')))).toEqual([second.truth.number]);
	});
});

describe('an OFD', () => {
	const namespace = 'xmlns:ofd="http://www.ofdspec.org/2016"';
	const picturePage = `<ofd:Page ${namespace}><ofd:Content><ofd:Layer><ofd:ImageObject ID="9" Boundary="0 0 210 140" ResourceID="7"/></ofd:Layer></ofd:Content></ofd:Page>`;

	it('tells a page that is a picture', async () => {
		const file = ofdOf([page, page], {}, { 'Doc_0/Pages/1.xml': picturePage });
		expect(told(await partsOf(file))).toEqual([number, '2 is a picture']);
	});

	it('tells text that is not visible', async () => {
		const parts = unzipSync(ofdOf([page]));
		const name = 'Doc_0/Pages/0.xml';
		const text = Buffer.from(parts[name]!)
			.toString()
			.replace(/<ofd:TextObject /g, '$&Alpha="0" ');
		const file = Buffer.from(zipSync({ ...parts, [name]: strToU8(text) }));
		expect(told(await partsOf(file))).toEqual(['contains text that no viewer shows']);
	});

	const inMm = (points: number) => (points * 25.4) / 72;
	const total = `¥${inDigits(drawn.truth.totalWithTax)}`;
	const own = page.texts.find(({ text }) => text === total)!;
	const overTotal = [own.x - 1, own.y - 12, 80, 16].map(inMm).join(' ');
	const WORDS =
		'<ofd:TextObject Size="3"><ofd:TextCode X="0" Y="4">作废</ofd:TextCode></ofd:TextObject>';
	const BOX =
		'<ofd:PathObject Boundary="0 0 99 99" Fill="true"><ofd:FillColor Value="255 255 255"/><ofd:AbbreviatedData>M 0 0 L 30 0 L 30 9 L 0 9 C</ofd:AbbreviatedData></ofd:PathObject>';

	it.each([
		['a stamp', 'Type="Stamp"', '10 10 50 20', WORDS, '"作废" is stamped on the page'],
		[
			'what is written in a stamp',
			'Type="Stamp"',
			'10 10 50 20',
			'</ofd:Appearance><ofd:Remark>已红冲</ofd:Remark><ofd:Appearance>',
			'"已红冲" is stamped on the page',
		],
		['no stamp that is not visible', 'Type="Stamp" Visible="false"', '10 10 50 20', WORDS, ''],
		[
			'what covers a total',
			'Type="Path"',
			overTotal,
			BOX,
			`"${total}" is cut off, or covered by what is drawn over it`,
		],
		[
			'no text on nothing, though its place is all of the page',
			'Type="Watermark"',
			'0 0 210 140',
			WORDS.replace('<ofd:TextObject', '<ofd:TextObject Boundary="1 1 9 9"').replace(
				'作废',
				'样本',
			),
			'',
		],
		['no mark on a total', 'Type="Highlight"', overTotal, BOX, ''],
		[
			'a text over another one',
			'Type="Path"',
			overTotal,
			WORDS.replace('作废', 'AB'),
			'"AB" was added over the text of the page',
		],
	])('tells %s', async (_what, attributes, boundary, objects, expected) => {
		const parts = unzipSync(ofdOf([page]));
		const document = 'Doc_0/Document.xml';
		const text = Buffer.from(parts[document]!)
			.toString()
			.replace('<ofd:CustomTags>', '<ofd:Annotations>Annots/List.xml</ofd:Annotations>$&');
		const annotation = `<ofd:PageAnnot ${namespace}><ofd:Annot ${attributes}><ofd:Appearance Boundary="${boundary}">${objects}</ofd:Appearance></ofd:Annot></ofd:PageAnnot>`;
		const list = `<ofd:Annotations ${namespace}><ofd:Page PageID="0"><ofd:FileLoc>P.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>`;
		const file = zipSync({
			...parts,
			[document]: strToU8(text),
			'Doc_0/Annots/List.xml': strToU8(list),
			'Doc_0/Annots/P.xml': strToU8(annotation),
		});
		const all = [number, expected].filter((one) => one !== '').join(' | ');
		expect(told(await partsOf(Buffer.from(file)))).toEqual([all]);
	});

	it('with the data of one of its two invoices gives both', async () => {
		const data = { 'Doc_0/Attachs/original_invoice.xml': taxPlatformXml(dataOf(drawn)) };
		const file = ofdOf([page, second.pages[0]!], {}, data);
		expect(told(await partsOf(file))).toEqual([number, second.truth.number]);
	});

	it('with data gives them, also where its pages cannot be read', async () => {
		const file = ofdOf(
			[page],
			{},
			{
				'Doc_0/Attachs/original_invoice.xml': taxPlatformXml(dataOf(drawn)),
				'Doc_0/Pages/0.xml': 'no XML',
			},
		);
		expect(told(await partsOf(file))).toEqual([number]);
		const without = ofdOf([page], {}, { 'Doc_0/Pages/0.xml': 'no XML' });
		expect(told(await partsOf(without))).toEqual(['is damaged']);
	});

	it.each(['no XML', undefined])(
		'tells a page that is damaged or missing beside others',
		async (content) => {
			const data = { 'Doc_0/Attachs/a.xml': taxPlatformXml(dataOf(drawn)) };
			for (const attached of [{}, data]) {
				const parts = unzipSync(ofdOf([page, second.pages[0]!], {}, attached));
				if (content === undefined) delete parts['Doc_0/Pages/1.xml'];
				else parts['Doc_0/Pages/1.xml'] = strToU8(content);
				const file = Buffer.from(zipSync(parts));
				expect(told(await partsOf(file))).toEqual([number, '2 is damaged']);
			}
		},
	);

	it('tells of a page what limit it is over', async () => {
		const content = { 'Doc_0/Pages/1.xml': `<Page>${'<a/>'.repeat(100_000)}</Page>` };
		const file = ofdOf([page, second.pages[0]!], {}, content);
		expect(told(await partsOf(file))).toEqual([number, '2 has more than 100000 elements']);
	});

	it('tells an attached file that is damaged', async () => {
		const attached = { 'Doc_0/Attachs/a.pdf': pdf(second.pages[0]!).toString('latin1') };
		const parts = unzipSync(ofdOf([page], {}, attached));
		const file = Buffer.from(zipSync(parts, { level: 0 }));
		file.write('?', file.indexOf('%PDF-') + 100);
		expect(told(await partsOf(file))).toEqual([number, 'is damaged']);
	});

	it.each([
		['an OFD', ofdOf([page])],
		['an OFD with data', ofdWithData({ 'a.xml': taxPlatformXml(dataOf(drawn)) })],
		['a ZIP', Buffer.from(zipSync({ 'a.pdf': pdf(page) }))],
		['a PDF', pdf(page)],
	])('as any file, is found behind bytes in front of it: %s', async (_what, file) => {
		const parts = await partsOf(Buffer.concat([Buffer.from('\r\n\ufeff junk'), file]));
		expect(told(parts)).toEqual([number]);
	});
});

it('a page of an invoice that is not read is none of the papers that it mentions', async () => {
	const line = (text: string, y: number) => ({ text, x: 40, y, size: 9 });
	const machine = (remark: string, ...more: string[]) => ({
		texts: ['通用机打发票', ...more, remark].map((text, row) => line(text, 40 + row * 20)),
		width,
		height,
	});
	const numbered = ['发票代码：131002000001', '发票号码：00123456'];
	for (const [remark, paper] of [
		['备注：见送货单 S-01', 'is an order or delivery note, not an invoice'],
		['合同编号：HT-1', 'is a contract, not an invoice'],
		['报价单号 7', 'is a quotation, not an invoice'],
	] as const) {
		expect(told(await readPdf(machine(remark, ...numbered)))).toEqual([
			'is an invoice in a form that this node does not read',
		]);
		expect(told(await readPdf(machine(remark)))).toEqual([paper]);
	}
});
