/** The examples that proofread Word files and a page of a CMS, in a real n8n. */
import { createServer } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { handCut, paragraph, run as words } from '../../fixtures/docx/handCut';
import { listen, stop } from '../../support/httpServer';
import { settledParagraphs, textOf } from '../../support/trackedChanges';
import { until } from '../../support/until';
import { importWorkflow, nodeItems, readExample } from '../harness';
import { connect } from './connection';
import { untilWaiting } from './support/placeAndWait';
import { readSheet } from './support/sheet';
import { createSmtpServer } from './support/smtpServer';

const n8n = connect();
const { client } = n8n;

beforeEach(async () => await n8n.emulator.reset());

test('proofread-word-files.json gives documents with tracked changes and a sheet about them', async () => {
	const drafts = join(n8n.filesFolder, 'drafts');
	for (const folder of [drafts, join(n8n.filesFolder, 'proofread')]) {
		mkdirSync(folder, { recursive: true });
	}
	const draft = handCut({
		body: paragraph(words('他做事总是画蛇') + words('天足。')) + paragraph(words('6月31日召开。')),
	});
	writeFileSync(join(drafts, '报告.docx'), draft);
	writeFileSync(join(drafts, 'old.DOCX'), 'no Word file');

	const example = readExample('proofread-word-files.json');
	for (const { parameters } of example.nodes) {
		for (const name of ['fileSelector', 'fileName']) {
			const path = parameters[name];
			if (typeof path === 'string') {
				parameters[name] = path.replace('.n8n-files', () => n8n.filesFolder);
			}
		}
	}
	const { id } = await importWorkflow(client, example, n8n.credentials);
	const execution = await client.runToEnd(id);
	expect(execution.data.resultData.error?.message).toBeUndefined();

	const file = readFileSync(join(n8n.filesFolder, 'proofread', '报告-corrected.docx'));
	const text = (verdict: 'accept' | 'reject') =>
		textOf(settledParagraphs(file, verdict, 'iFLYTEK Text Correction'));
	expect(text('accept')).toBe('他做事总是画蛇添足。\n6月31日召开。');
	expect(text('reject')).toBe('他做事总是画蛇天足。\n6月31日召开。');
	const { rows } = await readSheet(n8n.major, join(n8n.filesFolder, 'proofread.xlsx'));
	expect(rows).toMatchObject([
		{ fileName: '报告.docx', changes: 1, toDecide: 1, complete: true },
		{ fileName: 'old.DOCX', changes: 0, complete: false },
	]);
	expect(rows[1]!.reason).toContain('is not a Word document');
});

describe('proofread-a-page.json', () => {
	const DRAFT = '<h1 class="t">通知</h1><p>他做事总是画蛇<b>天</b>足。<code>松驰</code></p>';
	const CORRECTED = DRAFT.replace('天', '添');
	let content: string;
	let writes: number;
	const letters: string[] = [];
	const cms = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			if (request.method === 'PUT') {
				content = (JSON.parse(body) as { content: string }).content;
				writes++;
			}
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ content }));
		});
	});
	const smtp = createSmtpServer((letter) => letters.push(letter));
	let id: string;

	beforeAll(async () => {
		const page = `${await listen(cms)}/drafts/1`;
		await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
		const mail = await client.createCredential({
			name: 'Mail of the editor',
			type: 'smtp',
			data: {
				user: '',
				password: '',
				host: '127.0.0.1',
				port: (smtp.address() as AddressInfo).port,
				secure: false,
				disableStartTls: true,
				hostName: '',
			},
		});
		const example = readExample('proofread-a-page.json');
		const nodes = example.nodes.map((node) =>
			node.name === 'Ask Editor'
				? { ...node, credentials: { smtp: { id: mail.id, name: mail.name } } }
				: (JSON.parse(
						JSON.stringify(node).replace('https://cms.example.com/drafts/1', page),
					) as typeof node),
		);
		const credentials = { ...n8n.credentials, smtp: mail };
		({ id } = await importWorkflow(client, { ...example, nodes }, credentials));
	});
	beforeEach(() => {
		content = DRAFT;
		writes = 0;
		letters.length = 0;
	});
	afterAll(() => {
		stop(cms);
		smtp.close();
	});

	/** Starts a run and answers the form that its e-mail links to. */
	async function decide(decision: string, meanwhile = () => {}) {
		const executionId = await client.run(id);
		const letter = await until('the e-mail', async () => letters[0]);
		// n8n may never answer a request that comes before this
		await untilWaiting(client, executionId!);
		const html = letter
			.replace(/=\r\n/g, '')
			.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
		const address = /href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
		const form = await until('the form', async () => {
			const answer = await fetch(address);
			const text = await answer.text();
			return answer.ok && text.includes('Publish the corrected page?') && text;
		});
		meanwhile();
		const body = new FormData();
		body.append(/name="?(field-0)/.exec(form)?.[1] ?? 'field-0', decision);
		expect((await fetch(address, { method: 'POST', body })).ok).toBe(true);
		return await client.waitForExecution(executionId!);
	}

	test('writes the corrected page back after Publish', async () => {
		const execution = await decide('Publish');
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(nodeItems(execution, 'Save Page')).toHaveLength(1);
		expect([content, writes]).toEqual([CORRECTED, 1]);
	});

	test('writes nothing after Leave as It Is', async () => {
		await decide('Leave as It Is');
		expect([content, writes]).toEqual([DRAFT, 0]);
	});

	test('writes nothing over a draft that has changed meanwhile', async () => {
		const execution = await decide('Publish', () => (content = `${DRAFT}<p>新</p>`));
		expect(execution.data.resultData.error?.message).toContain('has changed since');
		expect(writes).toBe(0);
	});
});
