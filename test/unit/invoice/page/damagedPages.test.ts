import { proveInvoice } from '../read';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';

import { readDocument } from '../../../../nodes/IflytekInvoiceOcr/eInvoice/eInvoice';
import { readPages } from '../../../../nodes/IflytekInvoiceOcr/sheets/documents';
import { readOfdText } from '../../../../nodes/shared/formats/pageText/ofdText';
import { readPdfText } from '../../../../nodes/shared/formats/pageText/pdfText';
import type { PageText } from '../../../../nodes/shared/formats/pageText/pageText';
import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { PdfFile } from '../../../../nodes/shared/formats/pdf/file';
import { scanOf } from '../../../../nodes/shared/formats/pdf/scan';
import { PdfError } from '../../../../nodes/shared/formats/pdf/syntax';
import { parseXml, XmlError, xmlText } from '../../../../nodes/shared/formats/xml/xml';
import { listZip, unzip, ZipError } from '../../../../nodes/shared/formats/zip/zip';
import { ofd, taxPlatformXml, TEST_INVOICE } from '../../../fixtures/eInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';
import { scannedPdf } from '../../../fixtures/pdf';
import { CATALOG, pdfOf, stream } from '../../../fixtures/pdf/objects';
import type { TextPage } from '../../../fixtures/pdf/text';
import { FULL_SIZE } from '../../../support/fullSize';
import { damaged, damages, type Damages, OFD_PARTS, PDFS, XBRL, XMLS } from './damage';
import { processorTime } from '../../../support/processorTime';

/** A file of some kilobytes takes milliseconds. */
const LONGEST = 5000;

type Read = (file: Buffer) => unknown;

const readPdf: Read = async (file) => prove(await readPdfText(await PdfFile.open(file)), 'pdf');
const readScan: Read = async (bytes) => {
	const file = await PdfFile.open(bytes);
	for (const { scan } of await readPdfText(file)) await scanOf(file, scan, 1, false);
};
const readOfd: Read = async (file) => prove((await readOfdText(file)).pages, 'ofd');
const readXml: Read = (file) => readDocument(parseXml(xmlText(file)), 'xml');
const readZip: Read = async (file) => {
	for (const entry of listZip(file)) await unzip(file, entry, 1_000_000);
};
const readFile: Read = async (file) => expect(await partsOf(file)).not.toEqual([]);

function prove(pages: PageText[], source: 'ofd' | 'pdf'): void {
	for (const invoice of readPages(pages, source).invoices) proveInvoice(invoice, '2026-11-23');
}

const fixture = (name: string) =>
	readFileSync(join(__dirname, `../../../fixtures/pdf/${name}.pdf`));
const alone = (file: Uint8Array) => (changes: Damages) => damaged(file, changes);
const SCANS = [
	fixture('qpdf-object-streams'),
	fixture('img2pdf'),
	scannedPdf([{ content: 'q 60 0 0 40 0 0 cm /Im0 Do Q' }]),
];
const PARTS_OF_OFD = Object.entries(OFD_PARTS).map(([name, part]) => (changes: Damages) => {
	const parts = { ...OFD_PARTS, [name]: damaged(part, changes) };
	return Buffer.from(zipSync(parts, { level: 0 }));
});
const INVOICES = [ofd({ 'a.xml': taxPlatformXml(TEST_INVOICE) }), ...XMLS];

it.each([
	['PDF text', PDFS.map(alone), readPdf, [PdfError]],
	['scanned PDF', SCANS.map(alone), readScan, [PdfError]],
	['OFD pages', PARTS_OF_OFD, readOfd, [ZipError, XmlError]],
	['XBRL', [alone(XBRL)], readXml, [XmlError]],
	['XML', XMLS.map(alone), readXml, [XmlError]],
	['ZIP', [alone(zipSync(OFD_PARTS))], readZip, [ZipError]],
	['any kind', INVOICES.map(alone), readFile, []],
] as const)(
	'damaged files of %s end in an answer, or in an error of their reader',
	async (_what, files, read, errors) => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...files), damages, async (damagedBy, changes) => {
				const file = damagedBy(changes);
				const spent = processorTime();
				try {
					await read(file);
				} catch (error) {
					if (!errors.some((own) => error instanceof own)) throw error;
				}
				expect(spent()).toBeLessThan(LONGEST);
			}),
			{ numRuns: FULL_SIZE ? 20_000 : 150 },
		);
	},
	3_600_000,
);

it('files of a kind that only grows when it is read are refused', async () => {
	const bomb = (content: string, pages = 1) => {
		const page = `<< /Contents 3 0 R /Resources << /XObject << /F 4 0 R >> /Font << /F1 5 0 R >> >> >>`;
		const kids = Array.from({ length: pages }, (_, index) => `${index + 6} 0 R`);
		return pdfOf(
			CATALOG,
			`<< /Kids [${kids.join(' ')}] >>`,
			stream(content),
			stream('/F Do /F Do', '/Subtype /Form'),
			'<< /Subtype /Type1 /BaseFont /Helvetica >>',
			...kids.map(() => page),
		);
	};
	// so small that all of it is on the page
	const text = (thousands: number) =>
		`BT /F1 0.01 Tf ${`(${'x'.repeat(1000)}) Tj `.repeat(thousands)} ET`;
	for (const [file, message] of [
		[bomb('/F Do'), 'nests its drawing too deeply'],
		[bomb('q '.repeat(2000)), 'nests its drawing too deeply'],
		[bomb(text(21)), 'holds too much text'],
		[bomb(text(19), 11), 'holds too much text'],
		[bomb('n '.repeat(3_100_000)), 'draws too much'],
	] as const) {
		const spent = processorTime();
		await expect(readPdfText(await PdfFile.open(file))).rejects.toThrow(message);
		expect(spent()).toBeLessThan(20_000);
	}
});

describe('a small file does not hold it up', () => {
	const LONG = 10_000;
	/** One page with this content and this font, behind which these objects come. */
	const pdf = (content: string, fonts: string, ...more: string[]) =>
		pdfOf(
			CATALOG,
			'<< /Kids [3 0 R] /MediaBox [0 0 100 100] >>',
			`<< /Contents 4 0 R /Resources << /Font << ${fonts} >> >> >>`,
			stream(content),
			...more,
		);
	const composite = (entries: string) => `<< /Subtype /Type0 /BaseFont /Song ${entries} >>`;
	const shownIn = async (file: Buffer) => {
		const [page] = await readPdfText(await PdfFile.open(file));
		return page!.glyphs.map(({ text }) => text).join('');
	};
	const shows = (text: string) => `BT /F 10 Tf 5 50 Td <${text}> Tj ET`;
	const everyCode = '<0000> <ffff> <0041>';

	it.each([
		[
			'by a map that gives the same codes again and again',
			pdf(
				shows('0001'),
				`/F ${composite('/Encoding /Identity-H /ToUnicode 5 0 R')}`,
				stream(`1 beginbfrange ${everyCode.repeat(2000)} endbfrange`),
			),
			'B',
		],
		[
			'by a map of many ranges',
			pdf(
				`BT /F 10 Tf 5 50 Td 3 Tr ${`<${'0001'.repeat(20_000)}> Tj `.repeat(10)} 0 Tr <0001> Tj ET`,
				`/F ${composite('/Encoding 5 0 R /ToUnicode 6 0 R /DescendantFonts [<< /DW 0 >>]')}`,
				stream(`1 begincidrange ${'<0005> <0006> 1 '.repeat(60_000)} endcidrange`),
				stream(`1 beginbfrange ${everyCode} endbfrange`),
			),
			'B',
		],
		[
			'by widths that give one list again and again',
			pdf(
				shows('0001'),
				`/F ${composite('/Encoding /Identity-H /ToUnicode 5 0 R /DescendantFonts [6 0 R]')}`,
				stream(`1 beginbfrange ${everyCode} endbfrange`),
				`<< /W [${'0 7 0 R '.repeat(3000)}] >>`,
				`[${'5 '.repeat(90_000)}]`,
			),
			'B',
		],
		[
			'by clips inside clips',
			pdf(
				`${'0 0 m 200 0 l 0 200 l W n '.repeat(60_000)} ${shows('41')}`,
				'/F << /Subtype /Type1 /BaseFont /Helvetica >>',
			),
			'A',
		],
		['by pictures without data', pdf('BI EI '.repeat(150_000), ''), ''],
	])('%s', async (_what, file, expected) => {
		const spent = processorTime();
		expect(await shownIn(file)).toBe(expected);
		expect(spent()).toBeLessThan(LONG);
	});

	it('by what is painted over many characters', async () => {
		const painted = `${'0 40 m 40 40 l 40 60 l f '.repeat(660)} ${'0 0 m 9 9 l '.repeat(300_000)} f`;
		const file = pdf(
			`BT /F 0.01 Tf 5 50 Td (${'x'.repeat(19_000)}) Tj ET ${painted}`,
			'/F << /Subtype /Type1 /BaseFont /Helvetica >>',
		);
		const spent = processorTime();
		const [page] = await readPdfText(await PdfFile.open(file));
		expect(page!.glyphs.length).toBeGreaterThan(10_000);
		expect(spent()).toBeLessThan(LONG);
	});

	it.each([
		[
			'fonts of all characters',
			pdf(
				Array.from({ length: 90 }, (_, index) => `/F${index} 9 Tf `).join(''),
				Array.from(
					{ length: 90 },
					(_, index) => `/F${index} ${composite('/Encoding /Identity-H /ToUnicode 5 0 R')} `,
				).join(''),
				stream(`1 beginbfrange ${everyCode} endbfrange`),
			),
			'has fonts of too many characters',
		],
		[
			'a text without end',
			pdf(
				`BT 3 Tr /F 10 Tf (${'x'.repeat(200_000)}) Tj ET`,
				'/F << /Subtype /Type1 /BaseFont /Helvetica >>',
			),
			'holds too much text',
		],
	])('by %s', async (_what, file, message) => {
		await expect(shownIn(file)).rejects.toThrow(message);
	});

	const page: TextPage = { texts: [], width: 300, height: 200 };
	const ofdWith = (name: string, text: string, more: Record<string, string> = {}) =>
		ofdOf([page], {}, { [`Doc_0/${name}.xml`]: `<a>${text}</a>`, ...more });

	it('by a template that an OFD draws on a page again and again', async () => {
		const file = ofdWith('Pages/0', '<Template TemplateID="T0"/>'.repeat(2000), {
			'Doc_0/Tpls/0.xml': `<a><Content><Layer>${'<P/>'.repeat(50_000)}</Layer></Content></a>`,
		});
		const spent = processorTime();
		await expect(readOfdText(file)).rejects.toThrow('draws too much');
		expect(spent()).toBeLessThan(LONG);
	});

	/** An OFD that names its document again and again, with this page and this template. */
	const ofdOfOne = (documents: number, onPage: string, onTemplate = '') =>
		ofdOf(
			[page],
			{},
			{
				'OFD.xml': `<a>${'<DocBody><DocRoot>Doc_0/Document.xml</DocRoot></DocBody>'.repeat(documents)}</a>`,
				'Doc_0/Pages/0.xml': `<a>${onPage}</a>`,
				'Doc_0/Tpls/0.xml': `<a><Content><Layer>${onTemplate}</Layer></Content></a>`,
			},
		);
	const muchText = `<Content><Layer><TextObject><TextCode>${'x'.repeat(19_000)}</TextCode></TextObject></Layer></Content>`;

	it.each([
		[
			'draws too much',
			ofdOfOne(20, '<Template TemplateID="T0"/>'.repeat(110), '<P/>'.repeat(9000)),
		],
		['holds too much text', ofdOfOne(20, muchText)],
	])('by one document that an OFD has many times: it %s', async (message, file) => {
		await expect(readOfdText(file)).rejects.toThrow(message);
	});

	it.each([
		[
			'tags that all mean one text',
			'Tags/CustomTag',
			`<b>${'<ObjectRef>7</ObjectRef>'.repeat(60_000)}</b>`,
		],
		[
			'steps for characters that are not there',
			'Tpls/0',
			`<Content><Layer><TextObject>${'<TextCode DeltaX="g 10000 1"> </TextCode>'.repeat(95_000)}</TextObject></Layer></Content>`,
		],
	])('by %s in an OFD', async (_what, name, text) => {
		const spent = processorTime();
		await readOfdText(
			ofdWith(name, text, {
				'Doc_0/Pages/0.xml':
					'<a><Template TemplateID="T0"/><Template TemplateID="T0"/><Content><Layer><TextObject ID="7"/></Layer></Content></a>',
			}),
		);
		expect(spent()).toBeLessThan(LONG);
	});
});
