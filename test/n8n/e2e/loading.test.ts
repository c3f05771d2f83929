import { dirname } from 'node:path';

import { preparedN8n } from '../harness';
import { connect } from './connection';

const PACKAGE = 'n8n-nodes-iflytek';

/** The names that saved workflows hold. */
const ACTIONS = [
	'n8n-nodes-iflytek.iflytekAiCall',
	'n8n-nodes-iflytek.iflytekImageRecognition',
	'n8n-nodes-iflytek.iflytekInvoiceOcr',
	'n8n-nodes-iflytek.iflytekTextCorrection',
];
const NODES = [...ACTIONS, 'n8n-nodes-iflytek.iflytekAiCallTrigger'];
const TOOLS = ACTIONS.map((name) => `${name}Tool`);
const CREDENTIALS = ['iflytekAiCallApi', 'iflytekChecksumApi', 'iflytekSignatureApi'];

const n8n = connect();

describe(`the package in n8n ${n8n.version}`, () => {
	it('has every node loaded, with its codex, and every action as a tool too', async () => {
		const types = await n8n.client.nodeTypes();
		const loaded = types.filter(({ name }) => name.startsWith(`${PACKAGE}.`));
		expect([...new Set(loaded.map(({ name }) => name))].sort()).toEqual(
			[...NODES, ...TOOLS].sort(),
		);
		for (const node of loaded.filter(({ name }) => NODES.includes(name))) {
			expect(node.codex).toMatchObject({ categories: expect.any(Array) });
		}
	});

	it('has every credential type loaded, each with a signing of its own for HTTP Request', async () => {
		const types = await n8n.client.credentialTypes();
		const loaded = types.filter(({ name }) => name.startsWith('iflytek'));
		expect(loaded.map(({ name }) => name).sort()).toEqual(CREDENTIALS);
		for (const type of loaded) expect(type).toMatchObject({ authenticate: expect.anything() });
	});

	it('serves a light and a dark icon for every node and credential type', async () => {
		const nodes = (await n8n.client.nodeTypes()).filter(({ name }) => NODES.includes(name));
		const credentials = (await n8n.client.credentialTypes()).filter(({ name }) =>
			CREDENTIALS.includes(name),
		);
		for (const { name, iconUrl } of [...nodes, ...credentials]) {
			expect({ name, iconUrl }).toEqual({
				name,
				iconUrl: { light: expect.any(String), dark: expect.any(String) },
			});
			const { light, dark } = iconUrl as { light: string; dark: string };
			const icons = await Promise.all([light, dark].map(async (url) => await served(url)));
			expect(icons[0]).not.toBe(icons[1]);
		}
	});

	it.each([
		['iflytekTextCorrection/1.0.0/correct', 'correctedText'],
		['iflytekInvoiceOcr/1.0.0/read', 'invoiceNumber'],
		['iflytekImageRecognition/1.0.0/scene/recognize', 'nameEnglish'],
		['iflytekAiCallTrigger/1.1.0/pushes', 'callUuid'],
	])('shows the editor the fields of %s before its first run', async (path, field) => {
		const { status, text } = await get(`schemas/${PACKAGE}.${path}.json`);
		expect(status).toBe(200);
		expect(JSON.parse(text)).toMatchObject({ properties: { [field]: expect.anything() } });
	});

	it('logs nothing about the package but its loading', async () => {
		const { directory } = await preparedN8n(n8n.major);
		const complaints = n8n
			.logs()
			.split('\n')
			// n8n itself may lie in a folder of that name, such as IFLYTEK_TEST_CACHE on GitHub
			.map((line) => line.replaceAll(dirname(directory), ''))
			.filter((line) => line.includes(PACKAGE) && /fail|error|warn|could not/i.test(line))
			// the executions of other test files, which are to fail
			.filter((line) => !line.includes('| debug |'));
		expect(complaints).toEqual([]);
	});
});

async function get(path: string): Promise<{ status: number; text: string }> {
	const response = await n8n.client.fetch('GET', `/${path}`);
	return { status: response.status, text: await response.text() };
}

async function served(iconUrl: string): Promise<string> {
	const response = await n8n.client.fetch('GET', `/${iconUrl}`);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toContain('image/svg+xml');
	const svg = await response.text();
	expect(svg).toContain('<svg');
	return svg;
}
