import { strToU8, unzipSync, zipSync } from 'fflate';
import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { seededRandom } from '../../../emulator/core/random';
import { taxPlatformXml } from '../../../fixtures/eInvoice';
import { dataOf } from '../../../fixtures/eInvoice/ofDrawn';
import { drawDigital, type DrawnInvoice } from '../../../fixtures/pageInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';

const [one, other] = [1, 2].map((seed) => drawDigital(seededRandom(seed), { lines: 2 })) as [
	DrawnInvoice,
	DrawnInvoice,
];

/** An OFD with a document for each invoice, some of them with their data. */
function ofdOfDocuments(...documents: Array<{ invoice: DrawnInvoice; hasData: boolean }>): Buffer {
	const files: Record<string, Uint8Array> = {};
	const bodies = documents.map(({ invoice, hasData }, index) => {
		const data: Record<string, string> = hasData
			? { 'Doc_0/Attachs/a.xml': taxPlatformXml(dataOf(invoice)) }
			: {};
		for (const [name, bytes] of Object.entries(unzipSync(ofdOf(invoice.pages, {}, data)))) {
			if (name !== 'OFD.xml') files[name.replace('Doc_0', `Doc_${index}`)] = bytes;
		}
		return `<ofd:DocBody><ofd:DocRoot>Doc_${index}/Document.xml</ofd:DocRoot></ofd:DocBody>`;
	});
	const root = `<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016">${bodies.join('')}</ofd:OFD>`;
	return Buffer.from(zipSync({ 'OFD.xml': strToU8(root), ...files }));
}

it.each([
	['from its pages', false, false],
	['from its data, and from pages without them', true, false],
	['from pages, and from data behind them', false, true],
	['from its data', true, true],
])('reads each document of an OFD: %s', async (_, ...hasData) => {
	const invoices = [one, other];
	const file = ofdOfDocuments(
		...invoices.map((invoice, index) => ({ invoice, hasData: hasData[index]! })),
	);
	const parts = await partsOf(file);
	const numbers = parts.map((part) => part.kind === 'read' && part.invoice.texts.invoiceNumber);
	expect(numbers.sort()).toEqual(invoices.map(({ truth }) => truth.number).sort());
});
