/**
 * What each operation sends, to the last field and type, beside what the specification says. The keys,
 * numbers and texts are made up; signature and checksum are computed here by the specification.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekChecksumApi } from '../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../credentials/IflytekSignatureApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { labelledPng, plainJpeg } from '../emulator/fixtures/labelled';
import { AT_ANY_HOUR, byId } from './aiCallBench';
import { runNode, withDefaults } from './engine';
import { listen, stop } from '../support/httpServer';

interface Sent {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	body: Buffer;
}

const APP_ID = 'made0001';
const API_KEY = 'key-0123456789abcdef0123456789ab';
const API_SECRET = 'secret-0123456789abcdef012345678';
const APP_KEY = 'app-key-of-48-bytes-0123456789abcdef0123456789ab';
const APP_SECRET = 'app-secret-of-44-bytes-0123456789abcdef01234';

const CREDENTIALS = {
	iflytekSignatureApi: {
		type: new IflytekSignatureApi(),
		data: { appId: APP_ID, apiKey: API_KEY, apiSecret: API_SECRET },
	},
	iflytekChecksumApi: {
		type: new IflytekChecksumApi(),
		data: { appId: APP_ID, apiKey: API_KEY },
	},
	iflytekAiCallApi: {
		type: new IflytekAiCallApi(),
		data: { appKey: APP_KEY, appSecret: APP_SECRET },
	},
};

const TASK_ID = '700000000000001';

/** Enough of an answer for the requests that come after it. */
const RESULTS: Record<string, unknown> = {
	token: { token: 'made-up-token', time_expire: 3600 },
	create: { task_id: TASK_ID },
	callout: { total: 1, task_data_ids: [1] },
	insert: { total: 1, task_data_ids: [1] },
};

let server: Server;
let host: string;
let seen: Sent[];

beforeAll(async () => {
	server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const url = new URL(request.url!, 'http://localhost');
		seen.push({
			method: request.method!,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: request.headers as Record<string, string>,
			body: Buffer.concat(chunks),
		});
		response.setHeader('Content-Type', 'application/json');
		const result = RESULTS[url.pathname.split('/').pop()!] ?? {};
		response.end(JSON.stringify({ code: 0, message: 'success', result }));
	});
	host = (await listen(server)).replace('http://', '');
});
beforeEach(() => {
	seen = [];
});
afterAll(() => stop(server));

async function send(
	node: INodeType,
	credential: keyof typeof CREDENTIALS,
	parameters: INodeParameters,
): Promise<Sent[]> {
	const { type, data } = CREDENTIALS[credential];
	await runNode({
		node,
		parameters: withDefaults(node, parameters),
		credentials: { [credential]: { type, data: { ...data, baseUrl: `http://${host}` } } },
		settings: { onError: 'continueRegularOutput' },
	});
	return seen;
}

/** The headers in which the services are interested. */
const headersOf = ({ headers }: Sent) =>
	Object.fromEntries(
		Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-')),
	);

const bodyOf = ({ body }: Sent): unknown => JSON.parse(body.toString('utf8'));

const PNG = labelledPng(1);
const JPEG = plainJpeg(1);

describe('a request with a signature', () => {
	const invoice = (image: Buffer, encoding: string) => ({
		header: { app_id: APP_ID, status: 3 },
		parameter: {
			s824758f1: {
				template_list: 'vat_invoice',
				result: { encoding: 'utf8', compress: 'raw', format: 'json' },
			},
		},
		payload: {
			s824758f1_data_1: { encoding, image: image.toString('base64'), status: 3 },
		},
	});
	const text = (base64: string) => ({
		header: { app_id: APP_ID, status: 3 },
		parameter: { s9a87e3ec: { result: { encoding: 'utf8', compress: 'raw', format: 'json' } } },
		payload: {
			input: { encoding: 'utf8', compress: 'raw', format: 'json', text: base64, status: 3 },
		},
	});

	it.each<[string, INodeType, INodeParameters, string, unknown]>([
		[
			'Invoice: Read, of a PNG',
			new IflytekInvoiceOcr(),
			{ fileSource: 'base64', fileBase64: PNG.toString('base64') },
			'/v1/private/s824758f1',
			invoice(PNG, 'png'),
		],
		[
			'Invoice: Read, of a JPEG',
			new IflytekInvoiceOcr(),
			{ fileSource: 'base64', fileBase64: JPEG.toString('base64') },
			'/v1/private/s824758f1',
			invoice(JPEG, 'jpg'),
		],
		[
			'Text: Correct',
			new IflytekTextCorrection(),
			{ text: '我门走吧' },
			'/v1/private/s9a87e3ec',
			text('5oiR6Zeo6LWw5ZCn'),
		],
		...[
			{ requestFields: { fields: { resId: 'list-1', uid: 'user-1' } } },
			// as workflows were saved earlier
			{ resId: 'list-1', uid: 'user-1' },
		].map((options): [string, INodeType, INodeParameters, string, object] => [
			'Text: Correct, with a word list',
			new IflytekTextCorrection(),
			{ text: 'A', options },
			'/v1/private/s9a87e3ec',
			{
				...text('QQ=='),
				header: { app_id: APP_ID, status: 3, uid: 'user-1' },
				parameter: { s9a87e3ec: { ...text('').parameter.s9a87e3ec, res_id: 'list-1' } },
			},
		]),
	])('is as specified: %s', async (_name, node, parameters, path, body) => {
		const requests = await send(node, 'iflytekSignatureApi', parameters);
		expect(requests).toHaveLength(1);
		const [request] = requests;
		expect(request).toMatchObject({ method: 'POST', path });
		expect(headersOf(request)).toEqual({ 'content-type': 'application/json' });
		expect(bodyOf(request)).toEqual(body);

		const { authorization, date, ...query } = request.query;
		expect(query).toEqual({ host });
		expect(date).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
		expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
		const signature = createHmac('sha256', API_SECRET)
			.update(`host: ${host}\ndate: ${date}\nPOST ${path} HTTP/1.1`)
			.digest('base64');
		expect(Buffer.from(authorization, 'base64').toString()).toBe(
			`api_key="${API_KEY}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`,
		);
	});
});

describe('a request with a checksum', () => {
	const base64 = { imageSource: 'base64', imageBase64: PNG.toString('base64') };
	const imageUrl = 'http://pictures.example.com/a/b.png?size=1';

	it.each<[string, INodeParameters, string, unknown, Buffer]>([
		['Scene: Recognize', base64, '/v1/scene', { image_name: 'image.png' }, PNG],
		[
			'Object: Recognize',
			{ ...base64, options: { imageName: '照片 1.png' } },
			'/v1/currency',
			{ image_name: '照片 1.png' },
			PNG,
		],
		[
			'Scene: Recognize, by URL',
			{ imageSource: 'url', imageUrl },
			'/v1/scene',
			{ image_name: 'b.png', image_url: imageUrl },
			Buffer.alloc(0),
		],
		[
			'Object: Recognize, by URL',
			{ imageSource: 'url', imageUrl },
			'/v1/currency',
			{ image_name: 'b.png', image_url: imageUrl },
			Buffer.alloc(0),
		],
	])('is as specified: %s', async (name, parameters, path, param, body) => {
		const resource = name.startsWith('Scene') ? 'scene' : 'object';
		const requests = await send(new IflytekImageRecognition(), 'iflytekChecksumApi', {
			resource,
			...parameters,
		});
		expect(requests).toHaveLength(1);
		const [request] = requests;
		expect(request).toMatchObject({ method: 'POST', path, query: {} });
		expect(request.body.equals(body)).toBe(true);

		const time = request.headers['x-curtime'];
		const text = request.headers['x-param'];
		expect(time).toMatch(/^\d{10}$/);
		expect(Math.abs(Number(time) * 1000 - Date.now())).toBeLessThan(60_000);
		expect(text).toMatch(/^[A-Za-z0-9+/]+=*$/);
		expect(JSON.parse(Buffer.from(text, 'base64').toString())).toEqual(param);
		expect(headersOf(request)).toEqual({
			'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
			'x-appid': APP_ID,
			'x-curtime': time,
			'x-param': text,
			'x-checksum': createHash('md5').update(`${API_KEY}${time}${text}`).digest('hex'),
		});
	});
});

describe('a request with a token', () => {
	const PREFIX = '/v1/service/v1/aicall';
	const TOKEN_PATH = `${PREFIX}/oauth/v1/token`;
	const JSON_IN_UTF8 = { 'content-type': 'application/json;charset=UTF-8' };
	const ROWS = {
		rowsFrom: 'json',
		rows: '[["13800138000", "李雷", 7]]',
		mode: 'live',
		options: { columnNames: '手机号, 姓名, 期数', ...AT_ANY_HOUR },
	};
	// ahead, since a task that begins in the past is refused, and on the second, as the editor's picker has it
	const BEGIN = inDays(40);
	const END = inDays(72);
	const SCRIPT_AND_LINE = { script: byId('4711'), line: byId('02100000001') };
	const task = byId(TASK_ID);
	const rows = {
		call_column: ['手机号', '姓名', '期数'],
		call_list: [['13800138000', '李雷', '7']],
	};
	const newTask = {
		task_name: '回访',
		robot_id: '4711',
		line_num: '02100000001',
		time_begin: Date.parse(BEGIN),
	};
	const oneTask = { task_id: TASK_ID, page_size: 50, page_index: 1 };

	// first, as the token is kept for the others
	it('is preceded by one for the token', async () => {
		const [request] = await send(new IflytekAiCall(), 'iflytekAiCallApi', {
			resource: 'configuration',
			operation: 'getAll',
		});
		expect(request).toMatchObject({ method: 'POST', path: TOKEN_PATH, query: {} });
		expect(headersOf(request)).toEqual(JSON_IN_UTF8);
		expect(bodyOf(request)).toEqual({ app_key: APP_KEY, app_secret: APP_SECRET });
	});

	/** A direct call carries no hours: its line's are asked for before. */
	const ASKED_FOR_LINES: [path: string, body: unknown] = ['/config/v1/query', { type: 2 }];

	it.each<[string, INodeParameters, Array<[path: string, body: unknown]>]>([
		[
			'Call: Place',
			{ resource: 'call', operation: 'place', ...SCRIPT_AND_LINE, ...ROWS },
			[
				ASKED_FOR_LINES,
				['/outbound/v1/task/callout', { robot_id: '4711', line_num: '02100000001', ...rows }],
			],
		],
		[
			'Call: Place, with a voice',
			{ resource: 'call', operation: 'place', ...SCRIPT_AND_LINE, ...ROWS, voice: byId('60020') },
			[
				ASKED_FOR_LINES,
				[
					'/outbound/v1/task/callout',
					{ robot_id: '4711', line_num: '02100000001', voice_code: '60020', ...rows },
				],
			],
		],
		[
			'Task: Create',
			{
				resource: 'task',
				operation: 'create',
				taskName: '回访',
				...SCRIPT_AND_LINE,
				additionalFields: { begin: BEGIN },
			},
			[['/outbound/v1/task/create', { ...newTask, time_range: ['08:00:00-21:00:00'] }]],
		],
		[
			'Task: Create, with every field',
			{
				resource: 'task',
				operation: 'create',
				taskName: '回访',
				...SCRIPT_AND_LINE,
				voice: byId('60020'),
				additionalFields: {
					begin: BEGIN,
					end: END,
					moreLines: ['02100000002'],
					retries: 2,
					retryWait: 300,
					workingPeriods: {
						period: [
							{ from: '08:30', to: '11:30' },
							{ from: '14:00:30', to: '18:00:00' },
						],
					},
				},
			},
			[
				[
					'/outbound/v1/task/create',
					{
						task_name: '回访',
						robot_id: '4711',
						line_num: '02100000001;02100000002',
						voice_code: '60020',
						recall_count: 2,
						time_recall_wait: 300,
						time_range: ['08:30:00-11:30:00', '14:00:30-18:00:00'],
						time_begin: Date.parse(BEGIN),
						time_end: Date.parse(END),
					},
				],
			],
		],
		[
			'Task: Add Numbers',
			{ resource: 'task', operation: 'addNumbers', task, ...ROWS },
			[['/outbound/v1/task/insert', { task_id: TASK_ID, ...rows }]],
		],
		...['start', 'pause', 'delete'].map(
			(operation): [string, INodeParameters, Array<[string, unknown]>] => [
				`Task: ${operation}`,
				{ resource: 'task', operation, task, options: AT_ANY_HOUR },
				[[`/outbound/v1/task/${operation}`, { task_id: TASK_ID }]],
			],
		),
		[
			'Task: Get',
			{ resource: 'task', operation: 'get', task },
			[['/outbound/v1/task/query', oneTask]],
		],
		[
			'Task: Get Many',
			{ resource: 'task', operation: 'getAll', returnAll: true },
			[['/outbound/v1/task/query', { page_size: 50, page_index: 1 }]],
		],
		[
			'Task: Get Many, with every field',
			{
				resource: 'task',
				operation: 'getAll',
				limit: 5,
				filters: { taskId: TASK_ID, taskName: '回', begin: BEGIN, end: END },
				options: { sort: 'STARTTIME ASC' },
			},
			[
				[
					'/outbound/v1/task/query',
					{
						...oneTask,
						task_name: '回',
						time_begin: Date.parse(BEGIN),
						time_end: Date.parse(END),
						sort_name: 'STARTTIME',
						sort_order: 'ASC',
						page_size: 5,
					},
				],
			],
		],
		[
			'Task: Run',
			{
				resource: 'task',
				operation: 'run',
				taskName: '回访',
				...SCRIPT_AND_LINE,
				...ROWS,
				additionalFields: { begin: BEGIN },
			},
			[
				['/outbound/v1/task/create', { ...newTask, time_range: ['00:00:00-23:59:59'] }],
				['/outbound/v1/task/insert', { task_id: TASK_ID, ...rows }],
				['/outbound/v1/task/start', { task_id: TASK_ID }],
			],
		],
		...Object.entries({ all: 0, scripts: 1, lines: 2, interfaces: 3, voices: 4 }).map(
			([type, number]): [string, INodeParameters, Array<[string, unknown]>] => [
				`Configuration: Get Many, ${type}`,
				{ resource: 'configuration', operation: 'getAll', type },
				[['/config/v1/query', { type: number }]],
			],
		),
	])('is as specified: %s', async (_name, parameters, expected) => {
		const sent = await send(new IflytekAiCall(), 'iflytekAiCallApi', parameters);
		const requests = sent.filter(({ path }) => path !== TOKEN_PATH);
		expect(requests.map(({ path, query }) => [path, query])).toEqual(
			expected.map(([path]) => [PREFIX + path, { token: 'made-up-token' }]),
		);
		for (const request of requests) {
			expect(request.method).toBe('POST');
			expect(headersOf(request)).toEqual(JSON_IN_UTF8);
		}
		expect(requests.map(bodyOf)).toEqual(expected.map(([, body]) => body));
	});
});

/** A time so many days ahead of the test, to the second, as ISO text. */
function inDays(days: number): string {
	return new Date(Math.floor(Date.now() / 1000 + days * 86_400) * 1000).toISOString();
}
