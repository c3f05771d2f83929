/** The package through n8n's own package manager (Settings > Community nodes), from an npm registry. */
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mainSignatureAccount, startEmulator, type Emulator } from '../../emulator';
import { makePushes } from '../../emulator/aiCall/pusher';
import { chain } from '../../support/chain';
import { recognize, RECOGNIZE, textNode } from '../../support/recognition';
import { eventually, until } from '../../support/until';
import { noOpStep, publish, trigger, type Published } from '../../support/workflows';
import {
	createCredentials,
	majorUnderTest,
	nodeItems,
	startN8n,
	type CredentialsByType,
	type RunningN8n,
} from '../harness';
import { mustRun } from '../harness/commands';
import { startNpmRegistry, type NpmRegistry } from '../harness/npmRegistry';
import { connect } from './connection';

const PACKAGE = 'n8n-nodes-iflytek';
const API = '/rest/community-packages';
const OLD = { version: '0.0.1', label: 'iFLYTEK Text Correction of Old' };
const NODES = [
	'iflytekAiCall',
	'iflytekAiCallTrigger',
	'iflytekImageRecognition',
	'iflytekInvoiceOcr',
	'iflytekTextCorrection',
].map((name) => `${PACKAGE}.${name}`);

interface Installed {
	packageName: string;
	installedVersion: string;
	updateAvailable?: string;
	installedNodes: Array<{ type: string }>;
}

const { packageTarball } = connect();
const folders: string[] = [];
let registry: NpmRegistry;
let emulator: Emulator;
let n8n: RunningN8n;
let credentials: CredentialsByType;
let correcting: string;
let receiving: Published;

/** The package as an older version that shows another name for a node. */
async function olderTarball(): Promise<string> {
	const folder = await fs.mkdtemp(join(tmpdir(), 'older-package-'));
	folders.push(folder);
	await mustRun('tar', ['-xzf', packageTarball, '-C', folder]);
	const change = async (file: string, from: string, to: string) => {
		const path = join(folder, 'package', file);
		const text = await fs.readFile(path, 'utf8');
		expect(text).toContain(from);
		await fs.writeFile(path, text.replace(from, to));
	};
	const { version } = JSON.parse(await fs.readFile(join(folder, 'package/package.json'), 'utf8'));
	await change('package.json', `"version": "${version}"`, `"version": "${OLD.version}"`);
	const node = 'dist/nodes/IflytekTextCorrection/IflytekTextCorrection.node.js';
	await change(node, "displayName: 'iFLYTEK Text Correction'", `displayName: '${OLD.label}'`);
	const tarball = join(folder, 'older.tgz');
	await mustRun('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}

const installed = async () => await n8n.client.request<Installed[]>('GET', API);

/** n8n 1 answers before it has written the list of nodes, which is unreadable meanwhile. */
async function shows(names: string[], label?: string): Promise<void> {
	await eventually(async () => {
		const ours = (await n8n.client.nodeTypes()).filter(
			({ name }) => name.startsWith(`${PACKAGE}.`) && !name.endsWith('Tool'),
		);
		expect([...new Set(ours.map(({ name }) => name))].sort()).toEqual(names);
		const correction = ours.find(({ name }) => name === `${PACKAGE}.iflytekTextCorrection`);
		expect(correction?.displayName).toBe(label);
	});
}

async function corrected(): Promise<unknown> {
	const execution = await n8n.client.runToEnd(correcting);
	expect(execution.data.resultData.error?.message).toBeUndefined();
	return nodeItems(execution, RECOGNIZE)[0]!.json.correctedText;
}

/** Sends a push to the saved trigger, and waits for its run. */
async function received(seed: string): Promise<void> {
	const before = await n8n.client.listExecutions({ workflowId: receiving.id });
	const [{ body }] = makePushes({ count: 1, kinds: ['basic'], seed });
	const response = await fetch(receiving.url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	expect(await response.text()).toBe('success');
	await until('the run of the push', async () => {
		const runs = await n8n.client.listExecutions({
			workflowId: receiving.id,
			status: ['success'],
		});
		return runs.length > before.length;
	});
}

beforeAll(async () => {
	registry = await startNpmRegistry();
	await registry.publish(await olderTarball());
	emulator = await startEmulator();
	n8n = await startN8n({ major: majorUnderTest(), env: registry.env });
});
afterAll(async () => {
	await n8n?.stop();
	await emulator?.stop();
	await registry?.stop();
	for (const folder of folders) await fs.rm(folder, { recursive: true, force: true });
});

test('is installed, and its nodes and credentials work without a restart', async () => {
	const answer = await n8n.client.request<Installed>('POST', API, { name: PACKAGE });
	expect(answer).toMatchObject({ packageName: PACKAGE, installedVersion: OLD.version });
	expect(answer.installedNodes.map(({ type }) => type).sort()).toEqual(NODES);
	await shows(NODES, OLD.label);

	credentials = await createCredentials(n8n.client, emulator.url);
	const { id } = await n8n.client.createWorkflow(
		chain(
			'Correct',
			[recognize(textNode, credentials, { text: '={{ $json.text }}' })],
			[{ text: '他画蛇天足。' }],
		),
	);
	correcting = id;
	expect(await corrected()).toBe('他画蛇添足。');
	receiving = await publish(n8n.client, [trigger(), noOpStep()]);
	await received('installed');
});

test('is updated under saved workflows and credentials, an active trigger among them', async () => {
	await registry.publish(packageTarball);
	const { version } = JSON.parse(
		(await mustRun('tar', ['-xzOf', packageTarball, 'package/package.json'])).stdout,
	);
	// n8n 1 asks without the environment that leads to the registry
	if (n8n.major > 1) expect(await installed()).toMatchObject([{ updateAvailable: version }]);
	const answer = await n8n.client.request<Installed>('PATCH', API, { name: PACKAGE });
	expect(answer).toMatchObject({ installedVersion: version });
	expect(answer.installedNodes.map(({ type }) => type).sort()).toEqual(NODES);
	await shows(NODES, 'iFLYTEK Text Correction');
	expect(await corrected()).toBe('他画蛇添足。');
	await received('updated');
});

test('is removed without a trace but the workflows, which work again when it is back', async () => {
	await n8n.client.deactivate(receiving.id);
	await n8n.client.request('DELETE', `${API}?name=${PACKAGE}`);
	expect(await installed()).toEqual([]);
	await shows([]);
	expect(existsSync(join(n8n.userFolder, '.n8n/nodes/node_modules', PACKAGE))).toBe(false);
	const types = await n8n.client.credentialTypes();
	expect(types.filter(({ name }) => name.startsWith('iflytek'))).toEqual([]);

	await n8n.client.request('POST', API, { name: PACKAGE });
	expect(await corrected()).toBe('他画蛇添足。');
	const stored = await n8n.client.getCredential(credentials.iflytekSignatureApi.id);
	expect(stored.data).toMatchObject({ appId: mainSignatureAccount.appId });
});
