/**
 * The emulator and a real n8n with the packed package, the credentials and the files that the
 * workflows of examples/ need: for the demo, for `npm run dev` and for the end-to-end tests.
 */
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	mainAiCallAccount,
	mainChecksumAccount,
	mainSignatureAccount,
	startEmulator,
	type Emulator,
	type EmulatorOptions,
} from '../../emulator';
import { invoiceJpeg, invoicePng } from '../../emulator/fixtures/invoiceImages';
import { labelledJpeg, labelledPng } from '../../emulator/fixtures/labelled';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import type { N8nClient } from './client';
import { importWorkflow, readExample, type CredentialsByType } from './examples';
import { packPackage } from './package';
import type { Major } from './prepared';
import { startN8n, type RunningN8n } from './startN8n';
import type { Execution, SavedWorkflow } from './types';

export interface ExampleN8n {
	n8n: RunningN8n;
	emulator: Emulator;
	credentials: CredentialsByType;
	/** the tarball that is installed in it */
	packageTarball: string;
	/** the folder `.n8n-files` of the running n8n */
	files: string;
	/** Imports a workflow of examples/. */
	import(fileName: string): Promise<SavedWorkflow>;
	/** Imports a workflow of examples/ and runs it to its end. @throws when the execution failed */
	run(fileName: string): Promise<Execution>;
	stop(): Promise<void>;
}

/** Starts both, on free ports unless one is given. */
export async function startExampleN8n(options: {
	major: Major;
	port?: number;
	env?: Record<string, string | undefined>;
	emulator?: EmulatorOptions;
	log?: (line: string) => void;
}): Promise<ExampleN8n> {
	const { log = () => {} } = options;
	log('Building and packing the package (half a minute, unless it is built)');
	const { tarball } = await packPackage();
	log('Drawing the pictures of the examples and starting the emulator');
	const userFolder = await fs.mkdtemp(join(tmpdir(), 'n8n-examples-'));
	const files = join(userFolder, '.n8n-files');
	await writeExampleFiles(files);
	const emulator = await startEmulator(options.emulator);
	const stopAll = async (n8n?: RunningN8n) => {
		await n8n?.stop();
		await emulator.stop();
		await fs.rm(userFolder, { recursive: true, force: true, maxRetries: 5 });
	};
	log('Starting n8n with the package (a minute or two the first time, then seconds)');
	let n8n: RunningN8n;
	try {
		n8n = await startN8n({
			major: options.major,
			port: options.port,
			log: options.log,
			packageTarball: tarball,
			userFolder,
			env: { N8N_RESTRICT_FILE_ACCESS_TO: files, ...options.env },
		});
	} catch (error) {
		await stopAll();
		throw error;
	}
	log('Creating the credentials');
	const credentials = await createCredentials(n8n.client, emulator.url);
	const importExample = async (fileName: string) =>
		await importWorkflow(n8n.client, readExample(fileName), credentials);
	return {
		n8n,
		emulator,
		credentials,
		packageTarball: tarball,
		files,
		import: importExample,
		run: async (fileName) => {
			const workflow = await importExample(fileName);
			const execution = await n8n.client.runToEnd(workflow.id, { timeoutMs: 120_000 });
			if (execution.status !== 'success') {
				const { error } = execution.data.resultData;
				throw new Error(
					`${fileName} ended with ${execution.status}: ${error?.message ?? 'no message'}`,
				);
			}
			return execution;
		},
		stop: async () => await stopAll(n8n),
	};
}

/** The password of the workflows that offer something to other programs. */
export const BEARER_TOKEN = 'bearer-token-of-the-examples';

/** Creates one credential of each type, with the keys of the emulator at `baseUrl`. */
export async function createCredentials(
	client: N8nClient,
	baseUrl: string,
): Promise<CredentialsByType> {
	const { appId, apiKey, apiSecret } = mainSignatureAccount;
	const drafts = [
		{
			name: 'iFLYTEK Open Platform API',
			type: 'iflytekSignatureApi',
			data: { appId, apiKey, apiSecret, baseUrl, testService: 'text' },
		},
		{
			name: 'iFLYTEK Image API',
			type: 'iflytekChecksumApi',
			data: {
				appId: mainChecksumAccount.appId,
				apiKey: mainChecksumAccount.apiKey,
				baseUrl,
				testService: 'scene',
			},
		},
		{
			name: 'iFLYTEK AI Call API',
			type: 'iflytekAiCallApi',
			data: {
				appKey: mainAiCallAccount.appKey,
				appSecret: mainAiCallAccount.appSecret,
				baseUrl,
			},
		},
		{ name: 'Bearer Auth account', type: 'httpBearerAuth', data: { token: BEARER_TOKEN } },
		// enough to open the examples with an agent; their chat wants a key of one's own
		{ name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'your key' } },
		{
			name: 'IMAP account',
			type: 'imap',
			data: { user: 'you', password: 'yours', host: 'mail.example.com', port: 993, secure: true },
		},
	];
	const created: CredentialsByType = {};
	for (const draft of drafts) {
		const { id, name } = await client.createCredential(draft);
		created[draft.type] = { id, name };
	}
	return created;
}

/** Pictures that carry their own truth, which the emulator reads back out of them. */
async function writeExampleFiles(files: string): Promise<void> {
	for (const folder of ['invoices', 'photos', 'sorted']) {
		await fs.mkdir(join(files, folder), { recursive: true });
	}
	const write = async (name: string, bytes: Buffer) => await fs.writeFile(join(files, name), bytes);
	await write('invoices/2024-03 office supplies.png', invoicePng(sampleInvoice({ seed: 1 }).truth));
	await write(
		'invoices/2024-03 hardware.JPG',
		invoiceJpeg(sampleInvoice({ seed: 2, lines: 5, discount: true }).truth),
	);
	await write(
		'invoices/2024-04 print shop.png',
		invoicePng(sampleInvoice({ seed: 3, lines: 2, wrapped: true }).truth),
	);
	await write('invoices/not an invoice.png', labelledPng(9));
	const scenes = {
		'IMG_0001.jpg': 14,
		'IMG_0002.JPG': 9,
		'IMG_0003.png': 5,
		'IMG_0004.jpg': 38,
		'IMG_0005.png': 32,
	};
	for (const [name, label] of Object.entries(scenes)) {
		const picture = name.endsWith('.png')
			? labelledPng(label, { seed: label })
			: labelledJpeg(label, { seed: label });
		await write(`photos/${name}`, picture);
	}
	const tooLarge = Buffer.concat([labelledPng(5), Buffer.alloc(800 * 1024)]);
	await write('photos/IMG_0006.PNG', tooLarge);
}
