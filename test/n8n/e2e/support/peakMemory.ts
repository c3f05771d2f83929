import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mainSignatureAccount, startEmulator } from '../../../emulator';
import { invoicePng } from '../../../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../../../emulator/fixtures/sampleInvoice';
import { nodeItems, startN8n, type Major } from '../../harness';
import { chain } from '../../../support/chain';
import { invoiceNode, RECOGNIZE, recognize } from '../../../support/recognition';

const INVOICE_BYTES = 2_900_000;
const PICTURES = 5;

/**
 * Recognizes so many invoices of 2.9 MB in a fresh n8n with binary data in the file system.
 * @returns the resident bytes the n8n process had before, and the most it ever had
 * @throws when an invoice is lost
 */
export async function peakMemory(
	major: Major,
	packageTarball: string,
	count: number,
): Promise<{ before: number; peak: number }> {
	const userFolder = await fs.mkdtemp(join(tmpdir(), 'n8n-memory-'));
	const emulator = await startEmulator();
	const n8n = await startN8n({
		major,
		packageTarball,
		userFolder,
		env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
	});
	try {
		await writeInvoices(n8n.filesFolder, count);
		const { appId, apiKey, apiSecret } = mainSignatureAccount;
		const { id: credentialId, name } = await n8n.client.createCredential({
			name: 'signature',
			type: 'iflytekSignatureApi',
			data: { appId, apiKey, apiSecret, baseUrl: emulator.url, testService: 'invoice' },
		});
		const credentials = { iflytekSignatureApi: { id: credentialId, name } };
		const files = {
			name: 'Read Files',
			type: 'n8n-nodes-base.readWriteFile',
			parameters: { fileSelector: join(n8n.filesFolder, '*.png'), options: {} },
		};
		const { id } = await n8n.client.createWorkflow(
			chain('Memory', [files, recognize(invoiceNode, credentials)]),
		);
		const before = n8n.memory();
		const execution = await n8n.client.runToEnd(id, { timeoutMs: 110_000 });
		const recognized = nodeItems(execution, RECOGNIZE).length;
		if (recognized !== count) throw new Error(`${recognized} of ${count} invoices came out`);
		return { before, peak: n8n.peakMemory() };
	} finally {
		await n8n.stop();
		await emulator.stop();
		await fs.rm(userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** A few different pictures under many names. */
async function writeInvoices(folder: string, count: number): Promise<void> {
	for (let at = 0; at < count; at++) {
		const file = join(folder, `${String(at).padStart(3, '0')}.png`);
		if (at < PICTURES) {
			const { truth } = sampleInvoice({ seed: at });
			await fs.writeFile(file, invoicePng(truth, { padTo: INVOICE_BYTES }));
		} else {
			await fs.link(join(folder, `${String(at % PICTURES).padStart(3, '0')}.png`), file);
		}
	}
}
