import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';

import { readDocument } from '../../../../nodes/IflytekInvoiceOcr/protocol/eInvoice/eInvoice';
import { readPages } from '../../../../nodes/IflytekInvoiceOcr/protocol/pageInvoice/documents';
import { proveInvoice } from '../../../../nodes/IflytekInvoiceOcr/protocol/pageInvoice/proof';
import { readOfdText } from '../../../../nodes/IflytekInvoiceOcr/protocol/pageText/ofdText';
import { readPdfText } from '../../../../nodes/IflytekInvoiceOcr/protocol/pageText/pdfText';
import { PdfFile } from '../../../../nodes/IflytekInvoiceOcr/protocol/pdf/file';
import { PdfError } from '../../../../nodes/IflytekInvoiceOcr/protocol/pdf/syntax';
import { parseXml, XmlError, xmlText } from '../../../../nodes/shared/files/xml';
import { listZip, unzip, ZipError } from '../../../../nodes/shared/files/zip';
import { seededRandom } from '../../../emulator/core/random';
import { TEST_INVOICE } from '../../../fixtures/eInvoice';
import { invXbrl } from '../../../fixtures/eInvoice/xbrl';
import { drawDigital, drawOlder } from '../../../fixtures/pageInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';
import { FONTS, textPdf } from '../../../fixtures/pdf/text';
import { FULL_SIZE } from '../../../support/fullSize';

/** 20,000 files of each kind in a full run. */
const RUNS = FULL_SIZE ? 20_000 : 150;
/** A file of some kilobytes takes milliseconds; a busy machine some more. */
const LONGEST = 5000;

const drawn = drawDigital(seededRandom(1), { lines: 4 });
const older = drawOlder(seededRandom(2), { lines: 3 });
const PDFS = FONTS.flatMap((font) => [drawn, older].map(({ pages }) => textPdf(pages, font)));
const OFD_PARTS = unzipSync(ofdOf(drawn.pages, { template: 5, tags: [['InvoiceNo', 1]] }));
const XBRL = strToU8(invXbrl({ ...TEST_INVOICE, code: '031002600111', number: '12345678' }));

/** Bytes overwritten, cut out, doubled and put in elsewhere. */
const damages = fc.array(
	fc.record({
		kind: fc.constantFrom('cut', 'double', 'number', 'overwrite', 'truncate'),
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		length: fc.integer({ min: 1, max: 400 }),
		byte: fc.nat(255),
	}),
	{ minLength: 1, maxLength: 6 },
);
type Damages = typeof damages extends fc.Arbitrary<infer Kind> ? Kind : never;

function damaged(file: Uint8Array, changes: Damages): Buffer {
	let bytes = Buffer.from(file);
	for (const { kind, at, length, byte } of changes) {
		const place = Math.floor(at * bytes.length);
		const part = bytes.subarray(place, place + length);
		const rest = bytes.subarray(place + length);
		const before = bytes.subarray(0, place);
		if (kind === 'cut') bytes = Buffer.concat([before, rest]);
		else if (kind === 'double') bytes = Buffer.concat([before, part, part, rest]);
		else if (kind === 'overwrite')
			bytes = Buffer.concat([before, Buffer.alloc(1, byte), bytes.subarray(place + 1)]);
		else if (kind === 'truncate') bytes = Buffer.from(byte < 40 ? before : bytes);
		else {
			// another number where one stands
			const text = bytes.toString('latin1', place);
			const number = /\d+/.exec(text);
			if (number !== null) {
				const digits = String([0, 1, 65_535, 99_999_999, length][byte % 5]);
				const start = place + number.index;
				bytes = Buffer.concat([
					bytes.subarray(0, start),
					Buffer.from(digits),
					bytes.subarray(start + number[0].length),
				]);
			}
		}
	}
	return bytes;
}

/** Reads a file; an error of the reader's own kinds is an answer too. */
async function expectAnswer(read: () => Promise<void> | void): Promise<void> {
	const start = Date.now();
	try {
		await read();
	} catch (error) {
		const isOwn =
			error instanceof PdfError || error instanceof ZipError || error instanceof XmlError;
		if (!isOwn) throw error;
	}
	expect(Date.now() - start).toBeLessThan(LONGEST);
}

const expectAnswers = async (
	files: readonly Uint8Array[],
	read: (file: Buffer) => Promise<void> | void,
) =>
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...files), damages, async (file, changes) => {
			await expectAnswer(async () => await read(damaged(file, changes)));
		}),
		{ numRuns: RUNS },
	);

const prove = (invoices: ReturnType<typeof readPages>['invoices']) => {
	for (const invoice of invoices) proveInvoice(invoice, '2026-11-23');
};

describe('damaged files', () => {
	it('of PDF text end in an answer', async () => {
		await expectAnswers(PDFS, async (file) => {
			prove(readPages(await readPdfText(await PdfFile.open(file)), 'pdf').invoices);
		});
	}, 3_600_000);

	it('of OFD pages end in an answer', async () => {
		const names = Object.keys(OFD_PARTS);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...names), damages, async (name, changes) => {
				const parts = { ...OFD_PARTS, [name]: damaged(OFD_PARTS[name]!, changes) };
				const file = Buffer.from(zipSync(parts, { level: 0 }));
				await expectAnswer(async () =>
					prove(readPages((await readOfdText(file)).pages, 'ofd').invoices),
				);
			}),
			{ numRuns: RUNS },
		);
	}, 3_600_000);

	it('of XBRL end in an answer', async () => {
		await expectAnswers([XBRL], (file) => void readDocument(parseXml(xmlText(file)), 'xml'));
	}, 3_600_000);

	it('of ZIP end in an answer', async () => {
		const archive = zipSync(OFD_PARTS);
		await expectAnswers([archive], async (file) => {
			for (const entry of listZip(file)) await unzip(file, entry, 1_000_000);
		});
	}, 3_600_000);
});

it('of a kind that only grows when it is read are refused', async () => {
	const bomb = (content: string, more = '') =>
		Buffer.from(
			`%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Kids [3 0 R] >> endobj\n3 0 obj << /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> /Font << /F1 6 0 R >> >> >> endobj\n4 0 obj << >> stream\n${content}\nendstream endobj\n${more}`,
			'latin1',
		);
	const form = '5 0 obj << /Subtype /Form >> stream\n/F Do /F Do\nendstream endobj\n';
	const font = '6 0 obj << /Subtype /Type1 /BaseFont /Helvetica >> endobj\n';
	for (const [file, message] of [
		[bomb('/F Do', form), 'nests its drawing too deeply'],
		[bomb('q '.repeat(2000)), 'nests its drawing too deeply'],
		[bomb(`BT /F1 1 Tf ${`(${'x'.repeat(1000)}) Tj `.repeat(400)}`, font), 'holds too much text'],
		[bomb('n '.repeat(3_100_000)), 'draws too much'],
	] as const) {
		const start = Date.now();
		await expect(readPdfText(await PdfFile.open(file))).rejects.toThrow(message);
		expect(Date.now() - start).toBeLessThan(20_000);
	}
});
