/**
 * No key, secret, signature or token in clear in anything n8n keeps, after successes and failures of
 * every kind; this file runs last, so that it searches what all of them have left behind for all that
 * was sent and issued in the whole run.
 */
import { randomUUID } from 'node:crypto';
import {
	defaultAccounts,
	defaultAiCallAccounts,
	mainAiCallAccount,
	mainChecksumAccount,
	mainSignatureAccount,
	type FaultOrder,
} from '../../emulator';
import { invoicePng } from '../../emulator/fixtures/invoiceImages';
import { labelledPng } from '../../emulator/fixtures/labelled';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import { findInUserFolder, type CredentialsByType, type SecretHit } from '../harness';
import { connect, PUSH_SECRET } from './connection';
import { chain, fan, type Step } from '../../support/chain';
import { httpRequest } from './support/httpRequest';
import {
	invoiceNode,
	objectNode,
	recognize,
	sceneNode,
	textNode,
	type RecognitionNode,
} from '../../support/recognition';
import { readSecrets, readSeenRequests, type Seen } from './support/seenRequests';

const n8n = connect();
const { client, emulator } = n8n;

const WRONG = {
	iflytekSignatureApi: { apiSecret: `wrong-${randomUUID().slice(0, 26)}` },
	iflytekChecksumApi: { apiKey: `wrong-${randomUUID().slice(0, 26)}` },
	iflytekAiCallApi: { appSecret: `wrong-${randomUUID()}` },
};

const KEYS: Record<string, string> = {
	'Signature API Key': mainSignatureAccount.apiKey,
	'Signature API Secret': mainSignatureAccount.apiSecret,
	'wrong Signature API Secret': WRONG.iflytekSignatureApi.apiSecret,
	'Checksum API Key': mainChecksumAccount.apiKey,
	'wrong Checksum API Key': WRONG.iflytekChecksumApi.apiKey,
	'AI Call App Key': mainAiCallAccount.appKey,
	'AI Call App Secret': mainAiCallAccount.appSecret,
	'wrong AI Call App Secret': WRONG.iflytekAiCallApi.appSecret,
	'Push Secret': `push-${randomUUID()}`,
	'Push Secret of the trigger test': PUSH_SECRET,
	...Object.fromEntries(
		[...defaultAccounts.signature, ...defaultAccounts.checksum, ...defaultAiCallAccounts].flatMap(
			(account, at) =>
				Object.entries(account)
					.filter(([name]) => ['apiKey', 'apiSecret', 'appKey', 'appSecret'].includes(name))
					.map(([name, value]) => [`${name} of account ${at}, ${account.appId}`, String(value)]),
		),
	),
};

const MIDDLE_OF_AUTHORIZATION = {
	'middle of any authorization': '", algorithm="hmac-sha256", headers="',
};

const { appId, apiKey, apiSecret } = mainSignatureAccount;
const VALUES = {
	iflytekSignatureApi: { appId, apiKey, apiSecret, testService: 'text' },
	iflytekChecksumApi: {
		appId: mainChecksumAccount.appId,
		apiKey: mainChecksumAccount.apiKey,
		testService: 'scene',
	},
	iflytekAiCallApi: {
		appKey: mainAiCallAccount.appKey,
		appSecret: mainAiCallAccount.appSecret,
		pushSecret: KEYS['Push Secret'],
	},
};
type CredentialType = keyof typeof VALUES;
const TYPES = Object.keys(VALUES) as CredentialType[];

/** Paths of the services, each with a request of the scheme's own. */
const ADDRESSED: Record<CredentialType, { path: string; body: unknown }> = {
	iflytekSignatureApi: {
		path: '/v1/private/s9a87e3ec',
		body: {
			header: { app_id: appId, status: 3 },
			parameter: {
				s9a87e3ec: { result: { encoding: 'utf8', compress: 'raw', format: 'json' } },
			},
			payload: {
				input: { encoding: 'utf8', compress: 'raw', format: 'json', text: '5aW9', status: 3 },
			},
		},
	},
	iflytekChecksumApi: { path: '/v1/scene', body: {} },
	iflytekAiCallApi: { path: '/v1/service/v1/aicall/config/v1/query', body: { type: 4 } },
};

const NODES: Array<[RecognitionNode, Record<string, unknown>]> = [
	[
		invoiceNode,
		{
			fileSource: 'base64',
			fileBase64: invoicePng(sampleInvoice().truth, { width: 120, height: 80 }).toString('base64'),
		},
	],
	[textNode, { text: '他以经完成了工作。' }],
	[sceneNode, { imageSource: 'base64', imageBase64: labelledPng(14).toString('base64') }],
	[objectNode, { imageSource: 'base64', imageBase64: labelledPng(14).toString('base64') }],
];

/** What goes wrong on the way, for every service. */
const FAULTS: FaultOrder[] = [
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 401, body: { message: 'Unauthorized' } },
	{ kind: 'html', status: 502 },
	{ kind: 'redirect', location: `${emulator.url}/elsewhere` },
	{ kind: 'resetAfter' },
	{ kind: 'half' },
	{ kind: 'hang' },
];

async function createCredentials(
	changes: Partial<Record<CredentialType, Record<string, unknown>>>,
	baseUrl = emulator.url,
): Promise<CredentialsByType> {
	const created: CredentialsByType = {};
	for (const type of TYPES) {
		const data = { ...VALUES[type], baseUrl, ...changes[type] };
		const { credential } = await client.createAndTestCredential({ name: type, type, data });
		created[type] = { id: credential.id, name: credential.name };
	}
	return created;
}

function ownNodes(credentials: CredentialsByType): Step[] {
	const options = { maxTimePerItem: 1, timeout: 700 };
	return NODES.map(([node, parameters]) => ({
		...recognize(node, credentials, { ...parameters, options }),
		name: node.service,
	}));
}

/** n8n's HTTP Request node with each credential. */
function httpRequests(credentials: CredentialsByType): Step[] {
	return TYPES.map((type) => {
		const { path, body } = ADDRESSED[type];
		const request = { body, options: { timeout: 700 } };
		return {
			...httpRequest(type, credentials[type], emulator.url + path, request),
			name: `HTTP Request ${type}`,
		};
	});
}

/** Runs all nodes in one execution, going on after failures. */
async function runTogether(steps: Step[]): Promise<void> {
	const settings = { onError: 'continueErrorOutput' };
	const workflow = fan(
		'Secrets',
		steps.map((step) => ({ ...step, settings })),
	);
	await client.runToEnd((await client.createWorkflow(workflow)).id);
}

/** Runs each node in an execution of its own, which a failure ends. */
async function runEach(steps: Step[]): Promise<void> {
	for (const step of steps) {
		const { id } = await client.createWorkflow(chain(`Secrets: ${step.name}`, [step]));
		await client.runToEnd(id);
	}
}

/** Has n8n keep words as they are, percent-encoded, in base64 and in a file. */
async function plant(words: Record<'plain' | 'percent' | 'base64', string>): Promise<void> {
	const steps: Step[] = [
		{
			name: 'Text',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: JSON.stringify({
					plain: words.plain,
					percent: encodeURIComponent(words.percent),
					base64: Buffer.from(`${words.base64} and more`).toString('base64'),
				}),
			},
		},
		{
			name: 'File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: { operation: 'toText', sourceProperty: 'plain' },
		},
	];
	await client.runToEnd((await client.createWorkflow(chain(words.plain, steps))).id);
}

beforeAll(async () => {
	await emulator.reset();
	const right = await createCredentials({});
	const steps = [...ownNodes(right), ...httpRequests(right)];
	await runTogether(steps);
	for (const credentials of [
		await createCredentials(WRONG),
		await createCredentials({}, 'http://127.0.0.1:9'),
	]) {
		const failing = [...ownNodes(credentials), ...httpRequests(credentials)];
		await runTogether(failing);
		await runEach(failing);
	}
	for (const fault of FAULTS) {
		await emulator.order({ ...fault, times: 'always' });
		// n8n's HTTP Request node waits for ever when an answer breaks off in the middle
		await runTogether(fault.kind === 'half' ? ownNodes(right) : steps);
		if (fault.kind === 'status') await runEach(steps);
		await emulator.reset();
	}
});
afterAll(async () => await emulator.reset());

describe('what n8n keeps', () => {
	const planted = () => `planted/${randomUUID()}=`;
	const words = { plain: planted(), percent: planted(), base64: planted() };
	let sent: Record<string, string>;
	let hits: SecretHit[];

	// one search for all, since n8n keeps a great deal
	beforeAll(async () => {
		await plant(words);
		sent = readSecrets(n8n);
		const needles = { ...words, ...KEYS, ...MIDDLE_OF_AUTHORIZATION, ...sent };
		hits = await findInUserFolder(n8n.major, n8n.userFolder, needles);
	});

	const hitsOf = (needles: object) => hits.filter(({ needle }) => needle in needles);

	test('is searched: planted words are found in the database, the event log and binary data', () => {
		const found = hitsOf(words);
		const places = found.map(({ place }) => place);
		const inExecution = found.filter(({ place }) => place === 'table execution_data, column data');
		expect(inExecution.map(({ needle }) => needle).sort()).toEqual(['base64', 'percent', 'plain']);
		expect(places).toContainEqual(expect.stringMatching(/^\.n8n\/database\.sqlite/));
		expect(places).toContain('.n8n/n8nEventLog.log');
		// n8n 1 keeps binary data in the execution
		if (n8n.major === 2) expect(places).toContainEqual(expect.stringMatching(/binary_data/));
	});

	test('holds no key or secret', () => {
		expect(hitsOf(KEYS)).toEqual([]);
	});

	test('holds no signature, checksum or token that was sent', () => {
		// also those of the test files before
		expect(Object.keys(sent).length).toBeGreaterThan(20);
		for (const kind of ['authorization', 'signature', 'checksum', 'token']) {
			expect(Object.keys(sent).some((name) => name.startsWith(`${kind} `))).toBe(true);
		}
		expect(hitsOf({ ...sent, ...MIDDLE_OF_AUTHORIZATION })).toEqual([]);
	});
});

describe('what goes over the line', () => {
	const SIGNED = ['/v1/private/s824758f1', '/v1/private/s9a87e3ec'];
	const CHECKED = ['/v1/scene', '/v1/currency'];
	const TOKEN_ISSUE = '/v1/service/v1/aicall/oauth/v1/token';

	test('is in the address what the scheme puts there, and nothing else', () => {
		const requests = seen();
		for (const path of [...SIGNED, ...CHECKED, TOKEN_ISSUE]) {
			expect(requests.some((request) => request.path === path)).toBe(true);
		}
		const queries = (paths: (path: string) => boolean) => [
			...new Set(
				requests
					.filter(({ path }) => paths(path))
					.map(({ query }) => [...query.keys()].sort().join(' ')),
			),
		];
		expect(queries((path) => SIGNED.includes(path))).toEqual(['authorization date host']);
		expect(queries((path) => CHECKED.includes(path))).toEqual(['']);
		expect(queries((path) => path === TOKEN_ISSUE)).toEqual(['']);
		expect(queries((path) => path.startsWith('/v1/service/') && path !== TOKEN_ISSUE)).toEqual([
			'token',
		]);
	});

	test('holds no secret in an address or header, and the key only inside the authorization', () => {
		for (const { text, query } of seen()) {
			for (const [name, value] of Object.entries(KEYS)) {
				if (text.includes(value)) throw new Error(`${name} stands in ${text}`);
			}
			const authorization = query.get('authorization');
			if (authorization === null) continue;
			expect(Buffer.from(authorization, 'base64').toString()).toMatch(
				/^api_key="[^"]+", algorithm="hmac-sha256", headers="host date request-line", signature="[A-Za-z0-9+/]{43}="$/,
			);
		}
	});
});

function seen(): Seen[] {
	return readSeenRequests(n8n.requestsFile);
}
