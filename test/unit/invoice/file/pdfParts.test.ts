import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { RAIL_XBRL } from '../../../fixtures/eInvoice/xbrl';
import { CATALOG, pdfOf, stream } from '../../../fixtures/pdf/objects';

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
		{ kind: 'refused', clause: expect.stringMatching(clause), pages: [] },
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
	const [data, ...others] = await partsOf(railTickets(...fonts));
	expect(data).toMatchObject({ kind: 'read', invoice: { source: 'xbrl' } });
	expect(others.map(({ kind, pages }) => [kind, pages])).toEqual(
		refusedPages.map((pages) => ['refused', pages]),
	);
});
