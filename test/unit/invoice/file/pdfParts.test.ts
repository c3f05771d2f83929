import { partsOf, settled } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import type { ReadPart } from '../../../../nodes/IflytekInvoiceOcr/file/parts';
import { seededRandom } from '../../../emulator/core/random';
import { taxPlatformXml } from '../../../fixtures/eInvoice';
import { dataOf } from '../../../fixtures/eInvoice/ofDrawn';
import { airXbrl, RAIL_XBRL } from '../../../fixtures/eInvoice/xbrl';
import { drawDigital, drawOlder, PLAIN_STYLE } from '../../../fixtures/pageInvoice';
import { JPEG } from '../../../fixtures/pdf';
import { CATALOG, pdfOf, stream } from '../../../fixtures/pdf/objects';
import { textPdf, type TextPage } from '../../../fixtures/pdf/text';

/** The parts that give a row or an error. */
const rowsAndErrors = async (file: Buffer) =>
	settled(await partsOf(file)).filter(({ kind }) => kind !== 'passed');

/** One page with this text in Helvetica, and labels in a font that has only numbers of glyphs. */
const pdf = (text: string) =>
	pdfOf(
		CATALOG,
		'<< /Kids [3 0 R] /MediaBox [0 0 300 100] >>',
		'<< /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
		stream(`BT /F1 10 Tf 20 50 Td (${text}) Tj ET BT /F2 10 Tf 20 70 Td <00010002> Tj ET`),
		'<< /Subtype /Type1 /BaseFont /Helvetica >>',
		'<< /Subtype /Type0 /BaseFont /ABCDEF+KaiTi /Encoding /Identity-H >>',
	);

it.each([
	[
		'names fonts that cannot be read',
		'',
		/^contains text in fonts .*: KaiTi \(Identity-H without ToUn/,
	],
	[
		'names them beside text that says no kind',
		'26337906 9.72',
		/^contains text in fonts .*: KaiTi /,
	],
	['says the kind where other text tells it', 'QUOTATION 1', /^is a quotation, not an invoice$/],
])('a refusal %s', async (_, text, clause) => {
	expect(await partsOf(pdf(text))).toMatchObject([
		{ kind: 'refused', clause: { english: expect.stringMatching(clause) }, pages: [] },
	]);
});

/** Pages in a font that has only numbers of glyphs, and the data of one rail ticket. */
const railTickets = (...fonts: string[]) =>
	pdfOf(
		`<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 3 0 R] >> >> >>`,
		`<< /Kids [${fonts.map((_, index) => `${8 + index} 0 R`).join(' ')}] /MediaBox [0 0 300 100] >>`,
		'<< /Type /Filespec /EF << /F 4 0 R >> >>',
		stream(Buffer.from(RAIL_XBRL).toString('latin1')),
		stream('BT /F1 10 Tf 20 50 Td <00410042> Tj ET'),
		'<< /Subtype /Type1 /BaseFont /Helvetica >>',
		'<< /Subtype /Type0 /BaseFont /ABCDEF+KaiTi /Encoding /Identity-H >>',
		...fonts.map((font) => `<< /Contents 5 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`),
	);
const HELVETICA = '6';
const UNREADABLE = '7';

it.each([
	['one page that cannot be read is that of the data', [UNREADABLE], []],
	['a second one may be another invoice', [UNREADABLE, UNREADABLE], [[2]]],
	['text that can be read, and is no invoice, is not', [UNREADABLE, HELVETICA], []],
	['in front of the page that cannot be read neither', [HELVETICA, UNREADABLE], []],
])('beside data, %s', async (_, fonts, refusedPages) => {
	const [data, ...others] = await rowsAndErrors(railTickets(...fonts));
	expect(data).toMatchObject({ kind: 'read', invoice: { source: 'xbrl' } });
	expect(others.map(({ kind, pages }) => [kind, pages])).toEqual(
		refusedPages.map((pages) => ['refused', pages]),
	);
});

describe('beside the data of an invoice', () => {
	const invoice = drawDigital(seededRandom(1), { lines: 2 });
	const xml = taxPlatformXml(dataOf(invoice));
	const otherTotal = taxPlatformXml({ ...dataOf(invoice), total: '1.00' });
	const otherDate = taxPlatformXml({ ...dataOf(invoice), date: '2020-01-01' });
	const zoned = xml.replace(/(<IssueTime>)([^<]*)/, '$1$2T09:30:00+08:00');
	const otherSeller = taxPlatformXml({ ...dataOf(invoice), seller: '另测丙贸易有限公司' });
	const blank: TextPage = { texts: [], width: 600, height: 400 };
	const picture: TextPage = { ...blank, jpeg: JPEG };
	const text = (title: string): TextPage => ({
		...blank,
		texts: [{ text: title, x: 50, y: 80, size: 12 }],
	});
	const trips = text('滴滴出行-行程单');
	const conditions = text('尊敬的客户');
	const unknown = text('发票号码 12345678');
	const vehicle = text('机动车销售统一发票');
	const airTicket = text('电子发票（航空运输电子客票行程单）');

	it.each([
		['on its pages', 2, 15],
		['in no file', 1, 1],
	])('that refer to a list %s', async (_, pageCount, lineCount) => {
		const drawn = drawOlder(seededRandom(4), { lines: 15 }, PLAIN_STYLE, true);
		const { amount, tax, ...data } = dataOf(drawn);
		const lines = [{ name: '(详见销货清单)', amount, rate: '0.13', tax }];
		const pdf = textPdf(drawn.pages.slice(0, pageCount), 'ucs2', {
			'a.xml': taxPlatformXml({ ...data, amount, tax, lines }),
		});
		const [part, ...others] = await rowsAndErrors(pdf);
		expect(others).toEqual([]);
		expect(part).toMatchObject({ kind: 'read', invoice: { source: 'pdf' } });
		expect((part as ReadPart).invoice.lines).toHaveLength(lineCount);
	});

	it('two statements of its number cover one page only', async () => {
		const data = { 'a.xml': xml, 'b.xml': otherTotal };
		const parts = await rowsAndErrors(textPdf([picture, picture], 'ucs2', data));
		expect(parts.map(({ kind, pages }) => [kind, pages])).toEqual([
			['read', []],
			['read', []],
			['picture', [2]],
		]);
	});

	it.each([
		['a picture, though a trip list is there too', xml, [picture, trips], []],
		['a picture behind a blank page', xml, [blank, picture], []],
		['the first of two pictures', xml, [trips, picture, picture], [['picture', [3]]]],
		['a picture behind conditions', xml, [conditions, picture], []],
		['a page that may be an invoice', xml, [unknown, picture], [['picture', [2]]]],
		['a form that is not read', xml, [vehicle, picture], [['picture', [2]]]],
		["an air ticket's itinerary", airXbrl(), [airTicket, picture], [['picture', [2]]]],
		['its own page', xml, [...invoice.pages, trips, conditions], []],
		[
			'its own page, though with another total',
			otherTotal,
			[...invoice.pages, picture],
			[
				['read', [1]],
				['picture', [2]],
			],
		],
		['its own page, though of another date', otherDate, invoice.pages, [['read', [1]]]],
		['its own page, its date with a zone', zoned, invoice.pages, []],
		['its own page, though of another seller', otherSeller, invoice.pages, [['read', [1]]]],
		['its own page, not the form of another', xml, [...invoice.pages, vehicle], [['refused', [2]]]],
	])('its page is %s', async (_, data, pages, expected) => {
		const [first, ...others] = await rowsAndErrors(textPdf(pages, 'ucs2', { 'a.xml': data }));
		expect(first).toMatchObject({ kind: 'read', pages: [] });
		expect(others.map((part) => [part.kind, part.pages])).toEqual(expected);
	});
});
