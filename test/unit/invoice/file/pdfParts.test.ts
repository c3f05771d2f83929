import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
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
