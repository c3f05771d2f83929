/** What an invoice prints that only some have: passages of a toll, the cipher, its kind beside data. */
import { unzipSync, zipSync } from 'fflate';

import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import type { Invoice } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { analyzeInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/checks';
import { seededRandom } from '../../../emulator/core/random';
import { originalInvoiceXml, taxPlatformXml } from '../../../fixtures/eInvoice';
import { dataOf } from '../../../fixtures/eInvoice/ofDrawn';
import { drawDigital, drawOlder, type DrawnInvoice } from '../../../fixtures/pageInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';
import { drawToll, TOLL_PLACES as PLACES, type Passage } from '../../../fixtures/pageInvoice/toll';
import { textPdf, type PlacedText } from '../../../fixtures/pdf/text';
import { invoiceRow, lineRows, OPTIONS, ORIGIN } from '../read';
import { CIPHER, edited, placed, readOne, TODAY } from './drawn';

const ONE: Passage[] = [['皖A12345', '客车', '20260801', '20260801']];
const TWO: Passage[] = [...ONE, ['皖A12345', '货车', '20260803', '20260809']];

const rowsOf = (read: Invoice, naming: 'chinese' | 'english' = 'english') => {
	const options = { ...OPTIONS, naming };
	const analyzed = analyzeInvoice(read, options, TODAY);
	return { row: invoiceRow(analyzed, options, ORIGIN), lines: lineRows(analyzed, options, ORIGIN) };
};

describe.each([
	['digital', drawDigital],
	['older', drawOlder],
])('a %s invoice for tolls', (_form, draw) => {
	it('gives plate, vehicle and days of each passage', async () => {
		const { invoice, doubts } = await readOne(drawToll(draw, TWO));
		expect(doubts).toEqual([]);
		const { row, lines } = rowsOf(invoice);
		expect(Object.entries(row).slice(-3)).toEqual([
			['licensePlate', '皖A12345'],
			['vehicleType', '客车\n货车'],
			['passageDates', '2026-08-01\n2026-08-03/2026-08-09'],
		]);
		expect(lines.map((line) => Object.values(line).slice(-3))).toEqual([
			['皖A12345', '客车', '2026-08-01'],
			['皖A12345', '货车', '2026-08-03/2026-08-09'],
		]);
	});

	it('calls them as the invoice does, in Chinese', async () => {
		const { invoice } = await readOne(drawToll(draw, ONE));
		expect(Object.keys(rowsOf(invoice, 'chinese').row).slice(-3)).toEqual([
			'车牌号',
			'车辆类型',
			'通行日期',
		]);
	});

	it('marks what belongs to no passage, and what lies over one', async () => {
		const far = placed('皖B00000', PLACES[0]!, 236, 8);
		expect((await readOne(drawToll(draw, TWO, far))).doubts).toContain(
			'"皖B00000" in the table belongs to no line',
		);
		const { y } = drawToll(draw, ONE).pages[0]!.texts.find(({ text }) => text === '客车')!;
		const stamp = placed('付', PLACES[1]! + 17, y - 2, 8);
		expect((await readOne(drawToll(draw, ONE, stamp))).doubts.join()).toContain(
			'in the table may be printed over another text',
		);
	});

	it('gives its days as they are printed where they are none', async () => {
		const { invoice } = await readOne(drawToll(draw, [['皖A12345', '客车', '2026年', '***']]));
		expect(rowsOf(invoice).row.passageDates).toBe('2026年/***');
	});
});

it('has empty columns for other invoices', async () => {
	const { invoice } = await readOne(drawDigital(seededRandom(1)));
	expect(rowsOf(invoice).row).toMatchObject({
		...{ licensePlate: null, vehicleType: null, passageDates: null },
	});
});

describe('the cipher of an older invoice', () => {
	const drawn = drawOlder(seededRandom(12));
	const LINE = CIPHER.slice(0, CIPHER.length / 4);
	const isCipher = ({ text }: PlacedText) => text === LINE;
	const first = drawn.pages[0]!.texts.find(isCipher)!;
	const last = drawn.pages[0]!.texts.filter(isCipher).at(-1)!;

	it('is one text, as data have it', async () => {
		const { record, doubts } = await readOne(drawn);
		expect([record.cipherArea, doubts]).toEqual([CIPHER, []]);
	});

	it('may have a shorter last line', async () => {
		const { record } = await readOne(
			edited(drawn, (one) =>
				one === last ? [one, placed('9*<7', first.x, first.y + 4 * 14 - 3)] : [one],
			),
		);
		expect(record.cipherArea).toBe(`${CIPHER}9*<7`);
	});

	it('is found without 密码区 beside it', async () => {
		const without = edited(drawn, (one) => ('密码区'.includes(one.text) ? [] : [one]));
		expect((await readOne(without)).record.cipherArea).toBe(CIPHER);
	});

	it.each<[string, (one: PlacedText, index: number) => PlacedText[]]>([
		['a line is shorter', (one, index) => [{ ...one, text: index === 1 ? LINE.slice(2) : LINE }]],
		[
			'a line is not read',
			(one, index) => [{ ...one, text: index === 1 ? LINE.replace('<', '\uFFFD') : LINE }],
		],
		[
			'another text stands in it',
			(one, index) => (index === 1 ? [one, placed('8', one.x + 127, one.y, 15)] : [one]),
		],
		['there is none', () => []],
	])('is empty where %s', async (_what, edit) => {
		let index = 0;
		const pages = edited(drawn, (one) => (isCipher(one) ? edit(one, index++) : [one]));
		expect((await readOne(pages)).record.cipherArea).toBeNull();
	});
});

describe('data whose page prints more', () => {
	const digital = drawDigital(seededRandom(1), { lines: 2 });
	const older = drawOlder(seededRandom(12), { lines: 2 });
	const toll = drawToll(drawDigital, TWO);
	const withoutType = (xml: string) =>
		xml.replace(/<(\w+:)?(InherentLabel|InvoiceTitle)>[^]*?<\/\1\2>/g, '');
	const special = edited(older, (one) => [
		one.text.includes('增值税') ? { ...one, text: '安徽增值税电子专用发票' } : one,
	]);
	const read = async (file: Buffer) => {
		const parts = await partsOf(file);
		const [part, ...more] = parts.filter(({ kind }) => kind !== 'passed');
		expect(more).toEqual([]);
		return part?.kind === 'read' ? rowsOf(part.invoice).row : part;
	};
	const inOfd = (pages: DrawnInvoice['pages'], xml: string) =>
		ofdOf(pages, {}, { 'Doc_0/Attachs/original_invoice.xml': xml });

	it.each([
		[
			'an OFD',
			inOfd(digital.pages, withoutType(taxPlatformXml(dataOf(digital)))),
			'电子发票（普通发票）',
		],
		[
			'an older OFD',
			inOfd(special.pages, withoutType(originalInvoiceXml(dataOf(older)))),
			'安徽增值税电子专用发票',
		],
		[
			'a PDF',
			textPdf(special.pages, 'ucs2', { 'a.xml': withoutType(originalInvoiceXml(dataOf(older))) }),
			'安徽增值税电子专用发票',
		],
		['data that say it', inOfd(digital.pages, taxPlatformXml(dataOf(digital))), '普通发票'],
	])('is of the kind that it says: %s', async (_what, file, invoiceType) => {
		expect(await read(file)).toMatchObject({ invoiceType, needsReview: false });
	});

	it('is of no kind where another invoice is on its page', async () => {
		const other = drawDigital(seededRandom(2), { lines: 2 });
		const parts = await partsOf(inOfd(other.pages, withoutType(taxPlatformXml(dataOf(digital)))));
		const rows = parts.flatMap((part) => (part.kind === 'read' ? rowsOf(part.invoice).row : []));
		expect(rows.map((row: any) => row.invoiceType)).toEqual([null, '电子发票（普通发票）']);
	});

	it('has the passages of its page', async () => {
		expect(await read(inOfd(toll.pages, taxPlatformXml(dataOf(toll))))).toMatchObject({
			source: ORIGIN.source,
			licensePlate: '皖A12345',
			passageDates: '2026-08-01\n2026-08-03/2026-08-09',
		});
	});

	it('is data also in an OFD without pages', async () => {
		const { 'OFD.xml': root, ...files } = unzipSync(
			inOfd(digital.pages, taxPlatformXml(dataOf(digital))),
		);
		const empty = Object.entries(files).filter(([name]) => !/Pages|Tpls/.test(name));
		const file = Buffer.from(zipSync({ 'OFD.xml': root!, ...Object.fromEntries(empty) }));
		expect(await read(file)).toMatchObject({ invoiceNumber: digital.truth.number });
	});
});
