import fc from 'fast-check';
import { zipSync } from 'fflate';

import { readDocument } from '../../../../nodes/IflytekInvoiceOcr/eInvoice/eInvoice';
import { readPages } from '../../../../nodes/IflytekInvoiceOcr/page/documents';
import { proveInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/proof';
import { readOfdText } from '../../../../nodes/IflytekInvoiceOcr/fileFormats/pageText/ofdText';
import { readPdfText } from '../../../../nodes/IflytekInvoiceOcr/fileFormats/pageText/pdfText';
import { PdfFile } from '../../../../nodes/IflytekInvoiceOcr/fileFormats/pdf/file';
import { PdfError } from '../../../../nodes/IflytekInvoiceOcr/fileFormats/pdf/syntax';
import { parseXml, XmlError, xmlText } from '../../../../nodes/shared/files/xml';
import { listZip, unzip, ZipError } from '../../../../nodes/shared/files/zip';
import { FULL_SIZE } from '../../../support/fullSize';
import { damaged, damages, OFD_PARTS, PDFS, XBRL, XMLS } from './damage';
import { processorTime } from '../../../support/processorTime';

/** 20,000 files of each kind in a full run. */
const RUNS = FULL_SIZE ? 20_000 : 150;
/** A file of some kilobytes takes milliseconds. */
const LONGEST = 5000;

/** Reads a file; an error of the reader's own kinds is an answer too. */
async function expectAnswer(read: () => Promise<void> | void): Promise<void> {
	const spent = processorTime();
	try {
		await read();
	} catch (error) {
		const isOwn =
			error instanceof PdfError || error instanceof ZipError || error instanceof XmlError;
		if (!isOwn) throw error;
	}
	expect(spent()).toBeLessThan(LONGEST);
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

	it.each([
		['XBRL', [XBRL]],
		['XML', XMLS],
	])(
		'of %s end in an answer',
		async (_, files) => {
			await expectAnswers(files, (file) => void readDocument(parseXml(xmlText(file)), 'xml'));
		},
		3_600_000,
	);

	it('of ZIP end in an answer', async () => {
		const archive = zipSync(OFD_PARTS);
		await expectAnswers([archive], async (file) => {
			for (const entry of listZip(file)) await unzip(file, entry, 1_000_000);
		});
	}, 3_600_000);
});

it('of a kind that only grows when it is read are refused', async () => {
	const bomb = (content: string, more = '', pages = 1) => {
		const places = Array.from({ length: pages }, (_, index) => index + 7);
		const objects = places.map(
			(place) =>
				`${place} 0 obj << /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> /Font << /F1 6 0 R >> >> >> endobj\n`,
		);
		return Buffer.from(
			`%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Kids [${places.map((place) => `${place} 0 R`).join(' ')}] >> endobj\n${objects.join('')}4 0 obj << >> stream\n${content}\nendstream endobj\n${more}`,
			'latin1',
		);
	};
	const form = '5 0 obj << /Subtype /Form >> stream\n/F Do /F Do\nendstream endobj\n';
	const font = '6 0 obj << /Subtype /Type1 /BaseFont /Helvetica >> endobj\n';
	// so small that all of it is on the page
	const text = (thousands: number) =>
		`BT /F1 0.01 Tf ${`(${'x'.repeat(1000)}) Tj `.repeat(thousands)} ET`;
	for (const [file, message] of [
		[bomb('/F Do', form), 'nests its drawing too deeply'],
		[bomb('q '.repeat(2000)), 'nests its drawing too deeply'],
		[bomb(text(21), font), 'holds too much text'],
		[bomb(text(19), font, 11), 'holds too much text'],
		[bomb('n '.repeat(3_100_000)), 'draws too much'],
	] as const) {
		const spent = processorTime();
		await expect(readPdfText(await PdfFile.open(file))).rejects.toThrow(message);
		expect(spent()).toBeLessThan(20_000);
	}
});
