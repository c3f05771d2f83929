/**
 * What must never go out: a signature or token to a host that a redirect names, and anything at all
 * with an address or key that is none. And the clock of the machine that runs n8n, off by an hour.
 */
import { createServer, type Server } from 'node:http';
import {
	NodeConnectionTypes,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekChecksumApi } from '../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../credentials/IflytekSignatureApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { mainAiCallAccount, mainChecksumAccount, mainSignatureAccount } from '../emulator';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { labelledPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { customers, PLACE, useEmulator } from './aiCallBench';
import { fileItem, runNode, withDefaults } from './engine';
import { listen, stop } from '../support/httpServer';

interface Credential {
	type: ICredentialType;
	data: ICredentialDataDecryptedObject;
	/** the fields that have to be there */
	fields: string[];
	/** what n8n's HTTP Request node would ask for */
	path: string;
}

const CREDENTIALS = {
	signature: {
		type: new IflytekSignatureApi(),
		data: {
			appId: mainSignatureAccount.appId,
			apiKey: mainSignatureAccount.apiKey,
			apiSecret: mainSignatureAccount.apiSecret,
		},
		fields: ['apiKey', 'apiSecret'],
		path: '/v1/private/s9a87e3ec',
	},
	checksum: {
		type: new IflytekChecksumApi(),
		data: { appId: mainChecksumAccount.appId, apiKey: mainChecksumAccount.apiKey },
		fields: ['appId', 'apiKey'],
		path: '/v1/scene',
	},
	aiCall: {
		type: new IflytekAiCallApi(),
		data: { appKey: mainAiCallAccount.appKey, appSecret: mainAiCallAccount.appSecret },
		fields: ['appKey', 'appSecret'],
		path: '/v1/service/v1/aicall/config/v1/query',
	},
} satisfies Record<string, Credential>;

interface Used {
	name: string;
	node: INodeType;
	credential: keyof typeof CREDENTIALS;
	parameters: INodeParameters;
	items: INodeExecutionData[];
}

const invoice = invoicePng(sampleInvoice().truth, { width: 120, height: 80 });

const NODES: Used[] = [
	{
		name: 'Invoice OCR',
		node: new IflytekInvoiceOcr(),
		credential: 'signature',
		parameters: { operation: 'read' },
		items: [fileItem(invoice), fileItem(invoice)],
	},
	{
		name: 'Text Correction',
		node: new IflytekTextCorrection(),
		credential: 'signature',
		parameters: { operation: 'correct', text: '画蛇天足' },
		items: [{ json: {} }, { json: {} }],
	},
	...(['scene', 'object'] as const).map((resource) => ({
		name: `Image Recognition, ${resource}`,
		node: new IflytekImageRecognition(),
		credential: 'checksum' as const,
		parameters: { resource },
		items: [fileItem(labelledPng(1)), fileItem(labelledPng(2))],
	})),
	{
		name: 'AI Call, Place',
		node: new IflytekAiCall(),
		credential: 'aiCall',
		parameters: PLACE,
		items: customers(2),
	},
	{
		name: 'AI Call, Get Many',
		node: new IflytekAiCall(),
		credential: 'aiCall',
		parameters: { resource: 'task', operation: 'getAll' },
		items: [{ json: {} }],
	},
];

const bed = useEmulator();

async function run(used: Used, change: IDataObject = {}) {
	const { type, data } = CREDENTIALS[used.credential];
	return await runNode({
		node: used.node,
		parameters: withDefaults(used.node, used.parameters),
		items: used.items,
		credentials: {
			[type.name]: { type, data: { ...data, baseUrl: bed.emulator.url, ...change } as never },
		},
	});
}

describe.each(NODES)('$name', (used) => {
	const { fields } = CREDENTIALS[used.credential];
	const port = () => new URL(bed.emulator.url).host;

	it.each<[string, () => IDataObject, RegExp]>([
		[
			'a base URL with a user and password',
			() => ({ baseUrl: `http://user:pw@${port()}` }),
			/'Base URL' contains a user name or password/,
		],
		['a file: URL', () => ({ baseUrl: 'file:///etc/passwd' }), /'Base URL' is not a web address/],
		[
			'a base URL with a line break',
			() => ({ baseUrl: `http://${port()}\r\nX-Other: 1` }),
			/'Base URL' is not a web address/,
		],
		...fields.map((field): [string, () => IDataObject, RegExp] => [
			`a line break in ${field}`,
			() => ({ [field]: 'one\r\nX-Other: two' }),
			/The credential's '[^']+' contains a line break/,
		]),
	])('refuses %s, and sends nothing', async (_name, change, says) => {
		const { error, items } = await run(used, change());
		const told = error ? `${error.message} ${error.description}` : JSON.stringify(items);
		expect(told).toMatch(says);
		expect(told).not.toMatch(/user:pw|X-Other/);
		expect(bed.emulator.ledger().total.requests).toBe(0);
	});

	it('does its work while the clocks of machine and service are an hour apart', async () => {
		for (const clockOffset of [3600, -3600]) {
			bed.emulator.reset();
			bed.emulator.set({ clockOffset });
			const { error, items } = await run(used);
			expect(error).toBeUndefined();
			if (used.name !== 'AI Call, Get Many') expect(items).toHaveLength(2);
			for (const { json } of items) expect(json.error).toBeUndefined();
			const { services } = bed.emulator.ledger();
			for (const { authInvalid, requests } of Object.values(services)) {
				// those under way at first are refused, and sent once more with the service's time
				expect(authInvalid).toBeLessThanOrEqual(2);
				expect(requests).toBeLessThanOrEqual(4);
			}
		}
	});
});

it.each([NODES[0]!, NODES[1]!])(
	'$name says that the App ID is empty, and sends nothing',
	async (used) => {
		const { error } = await run(used, { appId: ' ' });
		expect(error?.message).toContain("The credential's 'App ID' is empty");
		expect(bed.emulator.ledger().total.requests).toBe(0);
	},
);

/** Sends one request as n8n's HTTP Request node does, which follows redirects. */
class Follower implements INodeType {
	description = {
		displayName: 'Follower',
		name: 'follower',
		group: ['transform' as const],
		version: 1,
		description: 'Follows redirects',
		defaults: { name: 'Follower' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: Object.values(CREDENTIALS).map(({ type }) => ({ name: type.name })),
		properties: [],
	};

	constructor(
		private readonly send: (
			helpers: IExecuteFunctions['helpers'],
		) => (this: IExecuteFunctions) => Promise<unknown>,
	) {}

	execute: INodeType['execute'] = Follower.executeOf(this);

	private static executeOf(follower: Follower) {
		return async function (this: IExecuteFunctions) {
			await follower.send(this.helpers).call(this);
			return [[]];
		};
	}
}

describe('a redirect to another host', () => {
	let target: Server;
	let origin: Server;
	let targetUrl: string;
	let originUrl: string;
	let arrived: Array<{ url: string; headers: IDataObject }>;
	let status: number;
	let location: (path: string) => string;

	beforeAll(async () => {
		target = createServer((request, response) => {
			arrived.push({ url: String(request.url), headers: request.headers as IDataObject });
			response.end('{}');
		});
		origin = createServer((request, response) => {
			const path = String(request.url);
			if (path.includes('oauth')) {
				const answer = { code: 0, result: { token: 'the-token-of-the-test', time_expire: 3600 } };
				response.end(JSON.stringify(answer));
			} else if (path.startsWith('/landed')) {
				arrived.push({ url: path, headers: request.headers as IDataObject });
				response.end('{}');
			} else response.writeHead(status, { Location: location(path) }).end();
		});
		// on every address of the machine, whichever 'localhost' is
		targetUrl = (await listen(target, {})).replace('127.0.0.1', 'localhost');
		originUrl = await listen(origin);
	});
	beforeEach(() => {
		arrived = [];
		location = () => `${targetUrl}/landed`;
	});
	afterAll(() => [target, origin].forEach(stop));

	async function follow(
		credential: Credential | undefined,
		helper: 'httpRequestWithAuthentication' | 'requestWithAuthentication',
	) {
		const request = { method: 'POST', body: '{}', headers: { 'x-param': 'e30=' } };
		const path = credential?.path ?? '/v1/scene';
		const node = new Follower(
			(helpers) =>
				async function (this: IExecuteFunctions) {
					if (helper === 'httpRequestWithAuthentication') {
						const options = { ...request, url: originUrl + path } as IHttpRequestOptions;
						return credential === undefined
							? await helpers.httpRequest(options)
							: await helpers.httpRequestWithAuthentication.call(
									this,
									credential.type.name,
									options,
								);
					}
					const options = { ...request, uri: originUrl + path, followAllRedirects: true };
					return credential === undefined
						? await helpers.request(options as never)
						: await helpers.requestWithAuthentication.call(
								this,
								credential.type.name,
								options as never,
							);
				},
		);
		return await runNode({
			node,
			credentials: credential
				? {
						[credential.type.name]: {
							type: credential.type,
							data: { ...credential.data, baseUrl: originUrl } as never,
						},
					}
				: {},
		});
	}

	const HELPERS = ['httpRequestWithAuthentication', 'requestWithAuthentication'] as const;

	describe.each(HELPERS)('met by %s', (helper) => {
		it.each([302, 307])('is really followed without a credential (%i)', async (code) => {
			status = code;
			await follow(undefined, helper);
			expect(arrived).toHaveLength(1);
		});

		it.each(
			Object.entries(CREDENTIALS).flatMap(([name, credential]) =>
				[302, 307].map((code) => [name, code, credential as Credential] as const),
			),
		)('carries nothing of the %s credential along (%i)', async (_name, code, credential) => {
			status = code;
			const { error } = await follow(credential, helper);
			expect(arrived).toEqual([]);
			expect(error?.message).toMatch(/Domain not allowed/);
			for (const value of Object.values(credential.data)) {
				expect(JSON.stringify([error, error?.message])).not.toContain(value);
			}
		});

		it('is followed where it stays on the host', async () => {
			status = 307;
			location = () => `${originUrl}/landed`;
			await follow(CREDENTIALS.checksum, helper);
			expect(arrived).toHaveLength(1);
		});
	});
});
