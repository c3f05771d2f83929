import { strToU8, unzipSync, zipSync } from 'fflate';
import { partsOf, settled } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { seededRandom } from '../../../emulator/core/random';
import { originalInvoiceXml, taxPlatformXml } from '../../../fixtures/eInvoice';
import { airXbrl } from '../../../fixtures/eInvoice/xbrl';
import { dataOf } from '../../../fixtures/eInvoice/ofDrawn';
import { drawDigital, drawOlder, type DrawnInvoice } from '../../../fixtures/pageInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';
import type { TextPage } from '../../../fixtures/pdf/text';

const [one, other] = [1, 2].map((seed) => drawDigital(seededRandom(seed), { lines: 2 })) as [
	DrawnInvoice,
	DrawnInvoice,
];

/** The parts that give a row or an error. */
const rowsAndErrors = async (file: Buffer) =>
	settled(await partsOf(file)).filter(({ kind }) => kind !== 'passed');

interface OfdDocument {
	pages: TextPage[];
	/** files with the data of invoices */
	data?: string[];
}

/** An OFD of several documents. */
function ofdOfDocuments(...documents: OfdDocument[]): Buffer {
	const files: Record<string, Uint8Array> = {};
	const bodies = documents.map(({ pages, data = [] }, index) => {
		const attached = data.map((xml, at) => [`Doc_0/Attachs/${at}.xml`, xml]);
		const own = unzipSync(ofdOf(pages, {}, Object.fromEntries(attached)));
		for (const [name, bytes] of Object.entries(own)) {
			if (name !== 'OFD.xml') files[name.replace('Doc_0', `Doc_${index}`)] = bytes;
		}
		return `<ofd:DocBody><ofd:DocRoot>Doc_${index}/Document.xml</ofd:DocRoot></ofd:DocBody>`;
	});
	const root = `<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016">${bodies.join('')}</ofd:OFD>`;
	return Buffer.from(zipSync({ 'OFD.xml': strToU8(root), ...files }));
}

const xmlOf = (invoice: DrawnInvoice) => taxPlatformXml(dataOf(invoice));

it.each([
	['from its pages', false, false],
	['from its data, and from pages without them', true, false],
	['from pages, and from data behind them', false, true],
	['from its data', true, true],
])('reads each document of an OFD: %s', async (_, ...hasData) => {
	const invoices = [one, other];
	const file = ofdOfDocuments(
		...invoices.map((invoice, index) => ({
			pages: invoice.pages,
			data: hasData[index] ? [xmlOf(invoice)] : [],
		})),
	);
	const parts = await rowsAndErrors(file);
	const numbers = parts.map((part) => part.kind === 'read' && part.invoice.texts.invoiceNumber);
	expect(numbers.sort()).toEqual(invoices.map(({ truth }) => truth.number).sort());
});

describe('beside a document with data', () => {
	const page = (title: string): TextPage => ({
		texts: [{ text: title, x: 50, y: 80, size: 12 }],
		width: 600,
		height: 400,
	});
	const airTicket = { pages: [page('电子发票（航空运输电子客票行程单）')], data: [airXbrl()] };
	const withData = { pages: one.pages, data: [xmlOf(one)] };

	it.each([
		['its page is no refusal', [airTicket, other], ['data', 'page 2']],
		['a trip list is none', [withData, { pages: [page('滴滴出行-行程单')] }], ['data']],
		[
			'an air ticket without data is one',
			[withData, { pages: airTicket.pages }],
			['data', 'refused 2'],
		],
		[
			'a copy of the data takes no place of another invoice',
			[{ ...withData, data: [xmlOf(one), xmlOf(one)] }, other],
			['data', 'data', 'page 2'],
		],
	])('%s', async (_, documents, expected) => {
		const parts = await rowsAndErrors(ofdOfDocuments(...documents));
		const told = parts.map(({ kind, pages }) => {
			if (kind === 'refused') return `refused ${pages.join()}`;
			return pages.length === 0 ? 'data' : `page ${pages.join()}`;
		});
		expect(told).toEqual(expected);
	});

	it('a page that shows another total stays, and so do the data of a damaged page', async () => {
		const data = taxPlatformXml({ ...dataOf(one), total: '1.00' });
		const sound = ofdOf(one.pages, {}, { 'Doc_0/Attachs/a.xml': data });
		const parts = await rowsAndErrors(sound);
		expect(parts.map(({ kind, pages }) => [kind, pages])).toEqual([
			['read', []],
			['read', [1]],
		]);
		const damaged = ofdOf(
			one.pages,
			{},
			{
				'Doc_0/Attachs/a.xml': data,
				'Doc_0/Pages/0.xml': '<broken',
			},
		);
		expect(await rowsAndErrors(damaged)).toMatchObject([{ kind: 'read', pages: [] }]);
	});
});

it.each([
	['the same code is that of the data', 0, 1],
	['another code is one more', 1, 2],
])('an older invoice on a page with the number of the data and %s', async (_, more, count) => {
	const older = drawOlder(seededRandom(2));
	const code = String(Number(older.truth.code) + more).padStart(12, '0');
	const data = originalInvoiceXml({ ...dataOf(older), code });
	const parts = await rowsAndErrors(ofdOf(older.pages, {}, { 'Doc_0/Attachs/a.xml': data }));
	expect(parts.map(({ kind }) => kind)).toEqual(new Array(count).fill('read'));
});
