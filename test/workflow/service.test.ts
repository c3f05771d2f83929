/**
 * What every recognition node gets from the shared code, seen through a small node of the test's own
 * against a scripted server: waiting, limits, clocks, and what is never let out.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { IflytekSignatureApi } from '../../credentials/IflytekSignatureApi.credentials';
import { requestOptionProperties } from '../../nodes/shared/description/requestOptions';
import { runItems } from '../../nodes/shared/items/engine';
import { openClient } from '../../nodes/shared/http/client';
import { decodeSignatureAnswer, signatureScheme } from '../../nodes/shared/signature/scheme';
import type { Item } from '../../nodes/shared/items/item';
import { listen, stop } from '../support/httpServer';
import { runNode } from './engine';

type Handler = (
	request: IncomingMessage,
	response: ServerResponse,
	body: string,
	count: number,
) => void;

const SERVICE = { name: 'The probe service', key: 'text', codes: {} };
const API_KEY = 'fake-key-0123456789abcdef01234567';
const API_SECRET = 'fake-secret-89abcdef0123456789ab';

class ProbeNode implements INodeType {
	description = {
		displayName: 'Probe',
		name: 'probe',
		group: ['transform' as const],
		version: 1,
		description: 'Sends each item',
		defaults: { name: 'Probe' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekSignatureApi', required: true }],
		properties: [
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection' as const,
				default: {},
				options: Object.values(requestOptionProperties),
			},
		],
	};

	constructor(
		private readonly sizeOf?: () => number,
		private readonly callsPerItem = 1,
	) {}

	execute = async function (this: IExecuteFunctions) {
		const probe = ProbeNode.current!;
		const client = await openClient(this, signatureScheme, SERVICE);
		const work = async (item: Item): Promise<INodeExecutionData[]> => {
			const answers = await Promise.all(
				Array.from({ length: probe.callsPerItem }, async () =>
					client.call(
						item,
						{
							path: '/v1/probe',
							body: JSON.stringify({ n: item.index }),
							headers: { 'Content-Type': 'application/json' },
						},
						(given) => decodeSignatureAnswer(given, SERVICE),
					),
				),
			);
			return answers.map(({ document }) => ({ json: document as IDataObject }));
		};
		return [await runItems(this, { close: client.close, sizeOf: probe.sizeOf }, work)];
	};

	static current?: ProbeNode;
}

let server: Server;
let url: string;
let handler: Handler;
let requests: string[];

beforeAll(async () => {
	server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => (body += chunk));
		request.on('end', () => {
			requests.push(body);
			handler(request, response, body, requests.length);
		});
	});
	url = await listen(server);
});
afterAll(() => stop(server));

beforeEach(() => {
	requests = [];
});

function good(response: ServerResponse, document: object) {
	const text = Buffer.from(JSON.stringify(document)).toString('base64');
	response.end(
		JSON.stringify({
			header: { code: 0, message: 'success', sid: 'sid-ok' },
			payload: { result: { text } },
		}),
	);
}

function coded(response: ServerResponse, code: number, status = 200, message = 'told') {
	response.writeHead(status).end(JSON.stringify({ header: { code, message, sid: 'sid-bad' } }));
}

async function run(
	items: number,
	options: IDataObject = {},
	{ sizeOf, callsPerItem }: { sizeOf?: () => number; callsPerItem?: number } = {},
) {
	const node = new ProbeNode(sizeOf, callsPerItem);
	ProbeNode.current = node;
	return await runNode({
		node,
		parameters: { options } as INodeParameters,
		items: Array.from({ length: items }, (_, n) => ({ json: { n } })),
		credentials: {
			iflytekSignatureApi: {
				type: new IflytekSignatureApi(),
				data: {
					appId: 'app',
					apiKey: API_KEY,
					apiSecret: API_SECRET,
					baseUrl: url,
					testService: 'text',
				},
			},
		},
	});
}

/** Everything of a run that n8n would store or log. */
function stored(result: Awaited<ReturnType<typeof run>>): string {
	const { error } = result;
	return JSON.stringify([
		result.run.data,
		error,
		{ ...error },
		error?.message,
		error?.description,
		error?.stack,
	]);
}

test('Max Time per Item bounds the waiting', async () => {
	handler = (_request, response) => response.writeHead(429, { 'Retry-After': '3000' }).end();
	const started = Date.now();
	const { error } = await run(1, { maxTimePerItem: 1 });
	// not the 3000 s that the service asks for
	expect(Date.now() - started).toBeLessThan(30_000);
	expect(error?.message).toMatch(/too many requests/);
	expect(requests).toHaveLength(1);
});

test('a refused clock is put right once by the time of the service', async () => {
	const dates: string[] = [];
	const clock =
		'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication';
	handler = (request, response) => {
		const date = new URL(request.url!, url).searchParams.get('date')!;
		dates.push(date);
		const serverTime = Date.now() + 3_600_000;
		if (Math.abs(Date.parse(date) - serverTime) < 300_000) good(response, { fine: true });
		else {
			response.writeHead(403, { Date: new Date(serverTime).toUTCString() });
			response.end(JSON.stringify({ message: clock }));
		}
	};
	const { items } = await run(1);
	expect(items).toHaveLength(1);
	expect(dates).toHaveLength(2);

	handler = (_request, response) => response.writeHead(403).end(JSON.stringify({ message: clock }));
	requests = [];
	const { error } = await run(1);
	expect(error?.message).toMatch(/^The clock of the machine/);
	expect(requests.length).toBeLessThanOrEqual(2);
});

test.each([
	['the bytes in memory', 20, 5 * 1024 * 1024, 2],
	['one item larger than the bytes allowed', 3, 50 * 1024 * 1024, 1],
])('what is under way is bounded by %s', async (_what, count, bytes, expected) => {
	let open = 0;
	let mostOpen = 0;
	handler = (_request, response) => {
		open++;
		mostOpen = Math.max(mostOpen, open);
		setTimeout(() => {
			open--;
			good(response, {});
		}, 20);
	};
	await run(count, {}, { sizeOf: () => bytes });
	expect(mostOpen).toBe(expected);
});

test('an answer that never ends, though it never falls silent, is given up', async () => {
	const drips: NodeJS.Timeout[] = [];
	handler = (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		drips.push(setInterval(() => response.write(' '), 50));
	};
	try {
		const { error } = await run(1, { timeout: 500, maxTimePerItem: 1 });
		expect(error?.message).toMatch(/did not answer in time/);
		expect(requests.length).toBeLessThanOrEqual(2);
	} finally {
		drips.forEach(clearInterval);
	}
});

test.each([
	['a coded refusal', (response: ServerResponse) => coded(response, 10313)],
	['a reset connection', (response: ServerResponse) => response.destroy()],
	['no answer', () => {}],
	['a 500', (response: ServerResponse) => response.writeHead(500).end()],
	[
		'a gateway refusal',
		(response: ServerResponse) =>
			response.writeHead(401).end('{"message":"HMAC signature does not match"}'),
	],
])('after %s no key, secret or signature is in anything n8n stores', async (_what, fail) => {
	const signatures: string[] = [];
	handler = (request, response) => {
		signatures.push(new URL(request.url!, url).searchParams.get('authorization')!);
		fail(response);
	};
	const result = await run(1, { timeout: 200, maxTimePerItem: 1 });
	const text = stored(result);
	expect(result.error).toBeDefined();
	expect(text).toContain(JSON.stringify(result.error!.message).slice(1, -1));
	expect(signatures.length).toBeGreaterThan(0);
	for (const secret of [API_KEY, API_SECRET, 'authorization=', ...signatures]) {
		expect(text).not.toContain(secret);
	}
});

test('an item that cannot be measured fails by itself, where its content is read', async () => {
	handler = (_request, response, body) => good(response, JSON.parse(body));
	const sizeOf = () => {
		throw new Error('no such field');
	};
	const { items, error } = await run(3, {}, { sizeOf });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
});

test('waiting for a place is not the time of an item, and nothing goes out without time left', async () => {
	handler = (_request, response, body) => setTimeout(() => good(response, JSON.parse(body)), 400);
	const { items, error } = await run(
		1,
		{ maxPerSecond: 1, maxTimePerItem: 3 },
		{ callsPerItem: 5 },
	);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(5);
});

test('after the first refused clock, the other items are sent with the right time', async () => {
	const serverAhead = 3_600_000;
	handler = (request, response, body) => {
		const date = new URL(request.url!, url).searchParams.get('date')!;
		if (Math.abs(Date.parse(date) - Date.now() - serverAhead) < 300_000) {
			good(response, JSON.parse(body));
		} else {
			response.writeHead(403, { Date: new Date(Date.now() + serverAhead).toUTCString() });
			response.end(
				JSON.stringify({
					message:
						'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
				}),
			);
		}
	};
	// so large that one item is under way at a time
	const { items } = await run(10, {}, { sizeOf: () => 100_000_000 });
	expect(items).toHaveLength(10);
	expect(requests).toHaveLength(11);
});
