import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { connect } from './connection';

const manifest = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
};

/** `dist/nodes/IflytekX/IflytekX.node.js` holds the type `iflytekX`. */
function typeNames(files: string[]): string[] {
	return files.map((file) => {
		const [className] = basename(file).split('.');
		return className.charAt(0).toLowerCase() + className.slice(1);
	});
}

const nodeNames = typeNames(manifest.n8n.nodes).map((name) => `${manifest.name}.${name}`);
const credentialNames = typeNames(manifest.n8n.credentials);
const n8n = connect();

describe(`the package in n8n ${n8n.version}`, () => {
	it('declares the nodes and credentials whose names are public', () => {
		expect(nodeNames).toEqual(
			expect.arrayContaining([
				'n8n-nodes-iflytek.iflytekInvoiceOcr',
				'n8n-nodes-iflytek.iflytekTextCorrection',
				'n8n-nodes-iflytek.iflytekImageRecognition',
			]),
		);
		expect(credentialNames).toEqual(
			expect.arrayContaining(['iflytekSignatureApi', 'iflytekChecksumApi', 'iflytekAiCallApi']),
		);
	});

	it('has every node loaded, with its codex, and as a tool where it can be one', async () => {
		const types = await n8n.client.nodeTypes();
		const loaded = types.filter(({ name }) => name.startsWith(`${manifest.name}.`));

		const tools = loaded.filter(({ usableAsTool }) => usableAsTool).map(({ name }) => name);
		const expected = [...nodeNames, ...tools.map((name) => `${name}Tool`)];
		expect([...new Set(loaded.map(({ name }) => name))].sort()).toEqual(expected.sort());
		for (const node of loaded.filter(({ name }) => nodeNames.includes(name))) {
			expect(node.codex).toMatchObject({ categories: expect.any(Array) });
		}
	});

	it('has every credential type loaded, each with a signing of its own for HTTP Request', async () => {
		const types = await n8n.client.credentialTypes();
		for (const name of credentialNames) {
			const type = types.find((candidate) => candidate.name === name);
			expect(type).toMatchObject({ name, authenticate: expect.anything() });
		}
	});

	it('serves a light and a dark icon for every node and credential type', async () => {
		const nodes = (await n8n.client.nodeTypes()).filter(({ name }) => nodeNames.includes(name));
		const credentials = (await n8n.client.credentialTypes()).filter(({ name }) =>
			credentialNames.includes(name),
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

	it('logs nothing about the package but its loading', () => {
		const complaints = n8n
			.logs()
			.split('\n')
			.filter((line) => line.includes(manifest.name) && /fail|error|warn|could not/i.test(line))
			// the executions of other test files, which are to fail
			.filter((line) => !line.includes('| debug |'));
		expect(complaints).toEqual([]);
	});
});

async function served(iconUrl: string): Promise<string> {
	const response = await n8n.client.fetch('GET', `/${iconUrl}`);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toContain('image/svg+xml');
	const svg = await response.text();
	expect(svg).toContain('<svg');
	return svg;
}
