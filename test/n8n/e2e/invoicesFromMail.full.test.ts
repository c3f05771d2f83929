/** The example invoices-from-mail.json with a real mail server; needs Debian's dovecot-imapd. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';

import { invoiceJpeg } from '../../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import { ofd, TEST_INVOICE, taxPlatformXml } from '../../fixtures/eInvoice';
import { drawDigital } from '../../fixtures/pageInvoice';
import { textPdf } from '../../fixtures/pdf/text';
import { until } from '../../support/until';
import { importWorkflow, nodeItems, readExample } from '../harness';
import { connect } from './connection';
import { startMailServer, type MailServer } from './support/mailServer';
import { readSheet } from './support/sheet';

const n8n = connect();
const { client } = n8n;
const FOLDER = 'mail-';

const eInvoice = (last: number) => ({
	...TEST_INVOICE,
	number: `263170000000123${String(45670 + last)}`,
});
const photographed = sampleInvoice({ seed: 500 });
let drawings = 0;
const drawn = drawDigital(() => (++drawings * 0.618) % 1, { lines: 2 });
const xmlOf = (last: number) => taxPlatformXml(eInvoice(last));

let server: MailServer;
let workflowId: string;

beforeAll(async () => {
	await n8n.emulator.reset();
	server = await startMailServer();
	const { id, name } = await client.createCredential({
		name: 'Mailbox of the test',
		type: 'imap',
		data: server.credential,
	});
	const example = readExample('invoices-from-mail.json');
	for (const node of example.nodes) {
		const { parameters } = node;
		if (node.type === 'n8n-nodes-iflytek.iflytekInvoiceOcr') node.credentials = n8n.credentials;
		const path = parameters.fileName;
		if (typeof path !== 'string') continue;
		parameters.fileName = path.replace('.n8n-files/', `${join(n8n.filesFolder, FOLDER)}`);
	}
	({ id: workflowId } = await importWorkflow(client, example, {
		...n8n.credentials,
		imap: { id, name },
	}));
});
afterAll(async () => {
	if (workflowId) await client.deactivate(workflowId);
	await server?.stop();
});

/** Waits until so many mails have become executions, all of them ended well. */
async function mailsRead(count: number): Promise<void> {
	const ended = await until(`${count} mails read`, async () => {
		const found = await client.listExecutions({ workflowId });
		if (found.some(({ status }) => status === 'new' || status === 'running')) return undefined;
		const executions = await Promise.all(found.map(({ id }) => client.getExecution(id)));
		const mails = executions.flatMap((execution) => nodeItems(execution, 'New Mail'));
		return mails.length >= count ? { executions, mails } : undefined;
	});
	expect(ended.executions.map(({ data }) => data.resultData.error?.message ?? 'none')).toEqual(
		ended.executions.map(() => 'none'),
	);
	expect(ended.mails).toHaveLength(count);
}

/** The rows of all spreadsheets of a kind. */
async function rows(kind: RegExp): Promise<Array<Record<string, unknown>>> {
	const names = readdirSync(n8n.filesFolder).filter((name) => kind.test(name));
	const sheets = await Promise.all(
		names.map((name) => readSheet(n8n.major, join(n8n.filesFolder, name))),
	);
	return sheets.flatMap((sheet) => sheet.rows);
}

const numbers = async () =>
	(await rows(/^mail-invoices-\d/)).map(({ invoiceNumber }) => String(invoiceNumber)).sort();

const FIRST = [
	drawn.truth.number,
	photographed.number,
	...[1, 2, 3].map((last) => eInvoice(last).number),
].sort();

describe('invoices-from-mail.json', () => {
	test('makes rows of the PDF, OFD, XML, photo and ZIP that a mail has, and names what may be one', async () => {
		await client.activate(workflowId);
		await server.deliver('七月发票', [
			{ fileName: '数电票.pdf', content: textPdf(drawn.pages, 'ucs2') },
			{ fileName: '发票.ofd', content: ofd({ 'a.xml': xmlOf(1) }) },
			{ fileName: 'invoice.xml', content: xmlOf(2) },
			{
				fileName: '全部.zip',
				content: Buffer.from(
					zipSync({ 'c.xml': Buffer.from(xmlOf(3)), 'again.xml': Buffer.from(xmlOf(2)) }),
				),
			},
			{ fileName: 'photo.jpg', content: invoiceJpeg(photographed.truth) },
			{ fileName: 'note.txt', content: 'hello' },
			{ fileName: 'older.rar', content: Buffer.from('526172211a0700cf', 'hex') },
		]);
		await mailsRead(1);
		const read = await numbers();
		expect([...new Set(read)]).toEqual(FIRST);
		expect(await rows(/^mail-invoices-not-read-/)).toEqual([
			expect.objectContaining({
				fileName: 'older.rar',
				reason: expect.stringContaining('is a RAR archive'),
			}),
		]);
	});

	test('reads on after a mail without attachments', async () => {
		const before = await numbers();
		await server.deliver('没有附件', []);
		await mailsRead(2);
		expect(await numbers()).toEqual(before);
	});

	test('makes no row again of an invoice that comes by another mail', async () => {
		const before = await numbers();
		await server.deliver('再次发送', [
			{ fileName: '数电票.pdf', content: textPdf(drawn.pages, 'ucs2') },
			{ fileName: 'invoice.xml', content: xmlOf(2) },
			{ fileName: 'new.xml', content: xmlOf(4) },
		]);
		await mailsRead(3);
		expect(await numbers()).toEqual([...before, eInvoice(4).number].sort());
	});

	test('keeps photos of one name without a readable number, each from a mail of its own', async () => {
		const before = (await rows(/^mail-invoices-\d/)).length;
		const fields = { ...photographed.truth.fields };
		delete fields['vat-invoice-haoma'];
		delete fields['vat-invoice-haoma-right-side'];
		for (const subject of ['照片一', '照片二']) {
			await server.deliver(subject, [{ fileName: 'image.jpg', content: invoiceJpeg({ fields }) }]);
			await mailsRead(subject === '照片一' ? 4 : 5);
		}
		const found = (await rows(/^mail-invoices-\d/)).filter(
			({ fileName }) => fileName === 'image.jpg',
		);
		expect(found).toHaveLength(2);
		expect(await rows(/^mail-invoices-\d/)).toHaveLength(before + 2);
	});

	test('reads no mail again once published anew, but those that have come meanwhile', async () => {
		const before = await numbers();
		await client.deactivate(workflowId);
		await server.deliver('新发票一', [{ fileName: 'a.xml', content: xmlOf(5) }]);
		await server.deliver('新发票二', [{ fileName: 'b.xml', content: xmlOf(6) }]);
		await client.activate(workflowId);
		await mailsRead(7);
		expect(await numbers()).toEqual([...before, eInvoice(5).number, eInvoice(6).number].sort());
	});
});
