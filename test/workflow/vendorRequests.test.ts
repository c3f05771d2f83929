/**
 * The vendor's own clients as judges of our requests: what they sent for an input, and what our nodes
 * send for the same one, compared field by field.
 */
import { createServer, type Server } from 'node:http';
import type { ICredentialType, INodeParameters, INodeType } from 'n8n-workflow';

import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekChecksumApi } from '../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../credentials/IflytekSignatureApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { plainJpeg } from '../emulator/fixtures/labelled';
import { CLIENT_REQUESTS, type ClientRequest } from '../fixtures/vendorClients';
import { byId } from './aiCallBench';
import { runNode, withDefaults } from './engine';
import { listen, stop } from '../support/httpServer';

interface Sent {
	method: string;
	target: string;
	headers: Record<string, string>;
	body: Buffer;
}

/** The vendor's clients were given bytes that are no picture; our nodes would refuse them. */
const PICTURE = plainJpeg(1);
/** They also gave a time that is past, which our node refuses likewise. */
const BEGIN = Math.floor(Date.now() / 1000 + 40 * 86_400) * 1000;

let server: Server;
let baseUrl: string;
let seen: Sent[];

beforeAll(async () => {
	server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url: target = '' } = request;
			const headers = request.headers as Record<string, string>;
			seen.push({ method, target, headers, body: Buffer.concat(chunks) });
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ code: 0, result: { token: 'a-token', time_expire: 3600 } }));
		});
	});
	baseUrl = await listen(server);
});
beforeEach(() => {
	seen = [];
});
afterAll(() => stop(server));

/** A request without what has to differ: times, signatures, tokens and the order of names. */
function essence({ method, target, headers, body }: Sent) {
	const url = new URL(target, baseUrl);
	const param = headers['x-param'];
	const text = body.toString('utf8');
	return {
		method,
		path: url.pathname,
		query: [...url.searchParams.keys()].sort(),
		signed: (Buffer.from(url.searchParams.get('authorization') ?? '', 'base64').toString() || null)
			?.replace(/signature="[^"]+"/, 'signature')
			.replace(/", /g, '",'),
		type: headers['content-type']?.toLowerCase().replace(/ /g, ''),
		appId: headers['x-appid'],
		xHeaders: Object.keys(headers)
			.filter((name) => name.startsWith('x-'))
			.sort(),
		// base64 of either alphabet
		param: param === undefined ? undefined : JSON.parse(Buffer.from(param, 'base64').toString()),
		body: text.startsWith('{') ? JSON.parse(text) : text,
	};
}
type Essence = ReturnType<typeof essence>;

function sentBy({ target, headers, body }: ClientRequest): Sent {
	const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
	return { method: 'POST', target, headers: Object.fromEntries(lowerCase), body };
}

interface Case {
	client: string;
	path: string;
	node: INodeType;
	credential: ICredentialType;
	data: Record<string, string>;
	parameters: INodeParameters;
	/** what ours sends otherwise, and why */
	otherwise?: (vendor: Essence) => Partial<Essence>;
}

const KEYS = { appId: 'app1', apiKey: 'a-key', apiSecret: 'a-secret' };
const invoice = {
	node: new IflytekInvoiceOcr(),
	credential: new IflytekSignatureApi(),
	data: KEYS,
	path: '/v1/private/s824758f1',
	parameters: {
		operation: 'read',
		fileSource: 'base64',
		fileBase64: PICTURE.toString('base64'),
	},
	otherwise: ({ body }: Essence) => {
		body.payload.s824758f1_data_1.image = PICTURE.toString('base64');
		return { type: 'application/json' };
	},
};
const text = {
	node: new IflytekTextCorrection(),
	credential: new IflytekSignatureApi(),
	data: KEYS,
	path: '/v1/private/s9a87e3ec',
	parameters: { operation: 'correct', text: '画蛇天足' },
};
const picture = {
	node: new IflytekImageRecognition(),
	credential: new IflytekChecksumApi(),
	data: KEYS,
};
/** What the vendor's Java client says of a picture, and ours; the Python client says nothing. */
const PICTURE_TYPE = 'application/x-www-form-urlencoded;charset=utf-8';
const aiCall = {
	client: 'Java SDK, AI call',
	node: new IflytekAiCall(),
	credential: new IflytekAiCallApi(),
	data: { appKey: 'ak', appSecret: 'as' },
};
const PREFIX = '/v1/service/v1/aicall';

const CASES: Case[] = [
	{ client: 'Python SDK, invoice', ...invoice },
	{ client: 'Java SDK, invoice', ...invoice },
	{ client: 'automation tool, invoice', ...invoice },
	{
		client: 'Python SDK, text',
		...text,
		otherwise: ({ body }) => {
			// the specification has one format, json
			body.parameter.s9a87e3ec.result.format = 'json';
			body.payload.input.format = 'json';
			return {};
		},
	},
	{
		client: 'Java SDK, text',
		...text,
		otherwise: () => ({ type: 'application/json' }),
	},
	{
		client: 'Python SDK, scene',
		...picture,
		path: '/v1/scene',
		parameters: {
			resource: 'scene',
			imageSource: 'base64',
			imageBase64: PICTURE.toString('base64'),
			options: { imageName: 'img.jpg' },
		},
		otherwise: () => ({
			// an address that there is none of is left out
			param: { image_name: 'img.jpg' },
			type: PICTURE_TYPE,
			body: PICTURE.toString('utf8'),
		}),
	},
	{
		client: 'Java SDK, scene',
		...picture,
		path: '/v1/scene',
		parameters: {
			resource: 'scene',
			imageSource: 'base64',
			imageBase64: PICTURE.toString('base64'),
			options: { imageName: 'img.jpg' },
		},
		otherwise: () => ({ body: PICTURE.toString('utf8') }),
	},
	{
		client: 'Python SDK, object',
		...picture,
		path: '/v1/currency',
		parameters: {
			resource: 'object',
			imageSource: 'url',
			imageUrl: 'http://x/y.jpg',
			options: { imageName: '图片>>>???.jpg' },
		},
		otherwise: () => ({ type: PICTURE_TYPE }),
	},
	{
		...aiCall,
		path: `${PREFIX}/oauth/v1/token`,
		parameters: { resource: 'configuration', operation: 'getAll' },
	},
	{
		...aiCall,
		path: `${PREFIX}/config/v1/query`,
		parameters: { resource: 'configuration', operation: 'getAll', type: 'all' },
		// the specification says a number
		otherwise: () => ({ body: { type: 0 } }),
	},
	{
		...aiCall,
		path: `${PREFIX}/outbound/v1/task/callout`,
		parameters: {
			resource: 'call',
			operation: 'place',
			script: byId('719'),
			line: byId('69101338'),
			voice: byId('60030'),
			rowsFrom: 'json',
			rows: '[["13000000001", "张先生"]]',
			mode: 'live',
			options: {
				columnNames: '客户手机号码, 姓名',
				callingHours: { hours: [{ from: '00:00', to: '24:00' }] },
			},
		},
	},
	{
		...aiCall,
		path: `${PREFIX}/outbound/v1/task/create`,
		parameters: {
			resource: 'task',
			operation: 'create',
			taskName: '测试外呼',
			script: byId('11'),
			line: byId('055169101407'),
			additionalFields: {
				begin: new Date(BEGIN).toISOString(),
				workingPeriods: { period: [{ from: '09:00', to: '12:00' }] },
			},
		},
		otherwise: ({ body }) => ({ body: { ...body, time_begin: BEGIN } }),
	},
	{
		...aiCall,
		path: `${PREFIX}/outbound/v1/task/start`,
		parameters: {
			resource: 'task',
			operation: 'start',
			task: byId('129'),
			options: { callingHours: { hours: [{ from: '00:00', to: '24:00' }] } },
		},
	},
	{
		...aiCall,
		path: `${PREFIX}/outbound/v1/task/query`,
		parameters: { resource: 'task', operation: 'get', task: byId('129') },
		// the vendor's client leaves the page out; ours asks for one page of the size that it reads
		otherwise: ({ body }) => ({ body: { ...body, page_index: 1, page_size: 50 } }),
	},
];

describe('requests of the vendor’s clients and of our nodes for the same input', () => {
	it('are all compared', () => {
		expect(CASES).toHaveLength(CLIENT_REQUESTS.length);
	});

	it.each(CASES)(
		'are the same: $client $path',
		async ({ client, path, node, credential, data, parameters, otherwise }) => {
			const theirs = CLIENT_REQUESTS.find((one) => one.client === client && one.path === path)!;
			await runNode({
				node,
				parameters: withDefaults(node, parameters),
				credentials: { [credential.name]: { type: credential, data: { ...data, baseUrl } } },
				settings: { onError: 'continueRegularOutput' },
			});
			const ours = seen.find(({ target }) => new URL(target, baseUrl).pathname === path);
			expect(ours).toBeDefined();
			const vendor = essence(sentBy(theirs));
			if (vendor.signed)
				vendor.signed = vendor.signed.replace(/api_key="[^"]+"/, 'api_key="a-key"');
			expect(essence(ours!)).toEqual({ ...vendor, ...otherwise?.(vendor) });
		},
	);
});
