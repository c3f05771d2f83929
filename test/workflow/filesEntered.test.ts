/**
 * How many files a newcomer has to open to follow one run: those in which a function is called, counted by
 * V8. In November 2026 it took 51 for a photo, 65 for a PDF, 44 for an OFD, 37 for a call and 15 for a push; files
 * that were one thought cut in pieces are one file since.
 */
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';

import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { seededRandom } from '../emulator/core/random';
import { makePushes } from '../emulator/aiCall/pusher';
import { invoiceJpeg } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { ofd, taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { drawDigital } from '../fixtures/pageInvoice';
import { textPdf } from '../fixtures/pdf/text';
import { customers, placing, useEmulator } from './aiCallBench';
import { signatureCredential } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';
import { request } from './triggerBench';

const ROOT = resolve(__dirname, '../..');

const bed = useEmulator();
const session = new Session();

beforeAll(async () => {
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
	await session.post('Profiler.stopPreciseCoverage');
	session.disconnect();
});

/** The shipped files in which a function was called since the last time that this was asked. */
async function entered(): Promise<string[]> {
	const { result } = await session.post('Profiler.takePreciseCoverage');
	return result
		.filter(({ functions }) =>
			// the first one is the file itself, which runs when it is loaded
			functions.slice(1).some(({ ranges: [range] }) => range!.count > 0),
		)
		.map(({ url }) => relative(ROOT, url.replace(/^file:\/\//, '')))
		.filter((file) => /^(credentials|nodes)\//.test(file))
		.sort();
}

/** Does something once so that all is loaded, then again, and returns the files that were entered. */
async function filesOf(run: () => Promise<{ error?: Error } | object>): Promise<string[]> {
	await run();
	await entered();
	const result = await run();
	expect(result).not.toHaveProperty('error', expect.anything());
	return await entered();
}

async function readInvoice(file: Buffer, fileName: string, credentials = {}) {
	const node = new IflytekInvoiceOcr();
	return await runNode({
		node,
		parameters: withDefaults(node, { operation: 'read' }),
		items: [fileItem(file, fileName)],
		credentials,
	});
}

it('the photo of an invoice', async () => {
	const photo = invoiceJpeg(sampleInvoice({ seed: 7, lines: 2 }).truth);
	const keys = signatureCredential(bed.emulator);
	const files = await filesOf(async () => await readInvoice(photo, 'photo.jpg', keys));
	expect(files).toContain('nodes/IflytekInvoiceOcr/output/rows.ts');
	expect(files.length).toBeLessThanOrEqual(25);
});

it('a digital PDF', async () => {
	const { pages } = drawDigital(seededRandom(7), { lines: 2 });
	const file = textPdf(pages, 'subset');
	const files = await filesOf(async () => await readInvoice(file, 'a.pdf'));
	expect(files).toContain('nodes/IflytekInvoiceOcr/page/table.ts');
	expect(files.length).toBeLessThanOrEqual(31);
});

it('an OFD with data', async () => {
	const file = ofd({ 'a.xml': taxPlatformXml(TEST_INVOICE) });
	const files = await filesOf(async () => await readInvoice(file, 'a.ofd'));
	expect(files).toContain('nodes/IflytekInvoiceOcr/file/pageParts.ts');
	expect(files.length).toBeLessThanOrEqual(25);
});

it('a row that is called', async () => {
	const place = placing(bed);
	const files = await filesOf(async () => await place({}, { items: customers(1) }));
	expect(files).toContain('nodes/IflytekAiCall/rows/rowItems.ts');
	expect(files.length).toBeLessThanOrEqual(36);
});

it('the record of a call that the platform pushes', async () => {
	const push = makePushes({ count: 8 }).find(({ kind }) => kind === 'outbound')!;
	const n8n = (response: { send: (body: string) => void }) => response.send('success');
	const files = await filesOf(async () => await request('default', { n8n } as never, push.body));
	expect(files).toContain('nodes/IflytekAiCallTrigger/push/callRecord.ts');
	expect(files.length).toBeLessThanOrEqual(13);
});
