import { NodeOperationError } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { SingleAnswer } from '../../nodes/IflytekAiCallTrigger/answer/singleAnswer';
import { AnswerDeadline } from '../../nodes/IflytekAiCallTrigger/dialogContext/answerDeadline';
import { PUSH_KINDS } from '../../nodes/IflytekAiCallTrigger/push/kinds';
import { mainAiCallAccount, startEmulator, type Emulator } from '../emulator';
import { makePushes } from '../emulator/aiCall/pusher';
import { MemoryCredentialsHelper } from './engine';
import { deviations, readSchema } from './outputSchema';
import {
	activate,
	CONTEXT_URL,
	listenToLog,
	PUSH_URL,
	request,
	type ExpressLike,
	type Told,
	type TriggerSetup,
} from './triggerBench';

/** The node's deadlines, which pass when a test says so, however slow the machine is. */
const mockDeadlines: { held: boolean; waits: number[]; pass: Array<() => void> } = {
	held: false,
	waits: [],
	pass: [],
};
jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const hold = async (ms: number) =>
		await new Promise<void>((resolve) => {
			mockDeadlines.waits.push(ms);
			mockDeadlines.pass.push(resolve);
		});
	return {
		...actual,
		sleep: async (ms: number) => await (mockDeadlines.held ? hold(ms) : actual.sleep(ms)),
	};
});
const deadlinePasses = () => mockDeadlines.pass.forEach((resolve) => resolve());

const SECRET = 'a-secret-of-the-user';
const record = { call_uuid: 'u', app_id: 'app1', direction: 2, time_hangup: 1767229239000 };

let told: Told[];

beforeEach(() => {
	told = listenToLog();
	Object.assign(mockDeadlines, { held: true, waits: [], pass: [] });
});

function store(data: Record<string, unknown> = {}) {
	return new MemoryCredentialsHelper({
		iflytekAiCallApi: {
			type: new IflytekAiCallApi(),
			data: {
				appKey: mainAiCallAccount.appKey,
				appSecret: mainAiCallAccount.appSecret,
				baseUrl: 'http://127.0.0.1:1',
				...data,
			} as never,
		},
	});
}

/** n8n once it holds the push. */
const accept = (response: ExpressLike) => {
	response.status(200);
	response.setHeader('Content-Security-Policy', 'sandbox');
	response.send('success');
};

const push = (
	setup: TriggerSetup,
	body: unknown,
	query?: string,
	headers?: Record<string, string>,
) => request('default', { n8n: accept, ...setup }, body, query, headers);

describe('a push', () => {
	it('of every kind becomes one item and is answered success', async () => {
		const came = new Set<unknown>();
		for (const { body } of [...makePushes({ count: 8 }), { body: { something: 'new' } }]) {
			const answer = await push({}, body);
			expect(answer).toMatchObject({ status: 200, text: 'success', starts: true });
			expect(answer.item?.body).toEqual(body);
			came.add(answer.item?.event);
		}
		// a kind that the emulator does not send is tested by nothing
		expect(came).toEqual(new Set([...PUSH_KINDS.map(({ event }) => event), 'unknown']));
	});

	it('has the fields that the editor shows before the first one', async () => {
		const bodies = [...makePushes({ count: 40 }).map(({ body }) => body), { something: 'new' }];
		const items = await Promise.all(bodies.map(async (body) => (await push({}, body)).item));
		items.push({ ...items[0], bodyEncoding: 'gb18030' } as (typeof items)[0]);
		const schema = readSchema(new IflytekAiCallTrigger(), undefined, 'pushes');
		expect(deviations(items, schema, { always: false })).toEqual([]);
	});

	it('keeps its identifiers, which n8n itself would round', async () => {
		const { item } = await push(
			{},
			'{"call_uuid":"u","direction":1,"task_data_id":412907635018842113}',
		);
		expect(item).toMatchObject({
			taskDataId: '412907635018842113',
			body: { task_data_id: '412907635018842113' },
		});
	});

	it.each([
		['2.5 seconds', {}, 2500],
		['the time that the option sets', { acknowledgeWithin: 0.3 }, 300],
		['2.5 seconds at most', { acknowledgeWithin: 25 }, 2500],
	])(
		'is answered after %s when n8n has not taken it by then, and n8n may answer later',
		async (_name, options, ms) => {
			let onAnswer = () => undefined as void;
			const isAnswered = new Promise<void>((resolve) => (onAnswer = resolve));
			const late: unknown[] = [];
			const n8n = async (response: ExpressLike) => {
				deadlinePasses();
				await isAnswered;
				late.push(response.headersSent, accept(response));
			};
			const answer = await push({ n8n, onAnswer, parameters: { options } }, record);
			expect(answer).toMatchObject({ status: 200, text: 'success', starts: true });
			expect(mockDeadlines.waits).toEqual([ms]);
			expect(late).toEqual([true, undefined]);
		},
	);

	it('is answered by n8n alone with Only When Stored', async () => {
		const options = { acknowledge: 'onlyWhenStored', acknowledgeWithin: 1 };
		const n8n = (response: ExpressLike) => {
			expect(response.headersSent).toBe(false);
			response.status(200);
			response.send('success, says n8n');
		};
		const answer = await push({ n8n, parameters: { options } }, record);
		expect(answer).toMatchObject({ text: 'success, says n8n', starts: true });
		expect(mockDeadlines.waits).toEqual([]);
	});

	it('is answered by n8n as soon as it holds it', async () => {
		const n8n = (response: ExpressLike) => {
			response.status(200);
			response.send('success, says n8n');
		};
		expect(await push({ n8n }, record)).toMatchObject({ text: 'success, says n8n' });
	});

	it('is answered with n8n’s refusal when it could not be stored, so that the platform sends it again', async () => {
		const n8n = (response: ExpressLike) => {
			response.status(500);
			response.json({ code: 0, message: 'There was a problem executing the workflow' });
		};
		expect(await push({ n8n }, record)).toMatchObject({ status: 500, starts: true });
	});

	it('of a kind that is not selected is answered success and starts nothing', async () => {
		const parameters = { events: ['recording'] };
		expect(await push({ parameters }, record)).toMatchObject({
			status: 200,
			text: 'success',
			starts: false,
		});
		expect(await push({ parameters }, { call_uuid: 'u', url: 'a.wav' })).toMatchObject({
			text: 'success',
			starts: true,
		});
	});

	it('of no known kind starts the workflow while all kinds are selected, or as the option says', async () => {
		const starts = async (parameters: TriggerSetup['parameters']) =>
			(await push({ parameters }, { something: 'new' })).starts;
		const one = { events: ['callRecord'] };
		expect([
			await starts({}),
			await starts(one),
			await starts({ ...one, options: { otherEvents: true } }),
			await starts({ options: { otherEvents: false } }),
		]).toEqual([true, false, true, false]);
	});

	it.each([
		['the basic record of an outbound call', record, false],
		['the outbound record', { ...record, task_row_index: 3 }, true],
		['the record of an inbound call', { ...record, direction: 1 }, true],
		['a recording', { call_uuid: 'u', direction: undefined, url: 'a.wav' }, true],
	])('with Ignore Preliminary Records: %s', async (_name, body, starts) => {
		const parameters = { options: { ignorePreliminaryRecords: true } };
		expect(await push({ parameters }, body)).toMatchObject({ text: 'success', starts });
		expect(await push({}, body)).toMatchObject({ text: 'success', starts: true });
	});

	it('is told in the language of the option', async () => {
		const body = { call_uuid: 'u', dialog: [{ role: 'robot', text_robot: '您好' }] };
		const transcript = async (language?: string) =>
			(await push({ parameters: { options: { language } } }, body)).item?.transcript;
		expect([await transcript(), await transcript('chinese')]).toEqual([
			'Robot: 您好',
			'机器人：您好',
		]);
	});

	it.each([
		['an array', '[{"call_uuid":"u"}]', 'The body is not a JSON object.'],
		['no JSON', 'call_uuid=u', 'The body is not JSON.'],
		['nothing', '', 'The request has no body.'],
	])('that is %s is refused with the reason and starts nothing', async (_name, body, reason) => {
		const answer = await push({}, body);
		expect(answer).toMatchObject({ status: 400, starts: false });
		expect(answer.text).toContain(reason);
	});

	it('is JSON whatever its content type says', async () => {
		for (const type of [
			'text/plain',
			'application/x-www-form-urlencoded',
			'application/octet-stream',
		]) {
			const answer = await push({}, record, '', { 'content-type': type });
			expect(answer).toMatchObject({ text: 'success', starts: true });
		}
	});
});

describe('the protection', () => {
	it('takes a push with the secret only, and puts it nowhere', async () => {
		const setup = { store: store({ pushSecret: SECRET }) };
		for (const query of ['', '?key=', '?key=wrong', '?KEY=' + SECRET, `?key=${SECRET}x`]) {
			expect(await push(setup, record, query)).toMatchObject({
				status: 401,
				text: 'Unauthorized',
				starts: false,
			});
		}
		const answer = await push(setup, record, `?key=${SECRET}`);
		expect(answer).toMatchObject({ status: 200, text: 'success', starts: true });
		expect(JSON.stringify([answer.item, told])).not.toContain(SECRET);
	});

	it('asks for nothing while the credential has no secret', async () => {
		expect(await push({ store: store() }, record)).toMatchObject({ text: 'success', starts: true });
	});

	it('lets the platform try again later when the credential cannot be read', async () => {
		const broken = store({ pushSecret: SECRET });
		broken.getDecrypted = () => Promise.reject(new Error('no such credential'));
		for (const attempt of [1, 2]) {
			const setup = { store: broken, nodeId: 'broken' };
			expect(await push(setup, record, `?key=${SECRET}&attempt=${attempt}`)).toMatchObject({
				status: 503,
				starts: false,
			});
		}
		expect(told).toEqual([
			{ level: 'error', message: expect.stringContaining('no such credential') },
		]);
	});

	describe('while the database does not give the credential', () => {
		let ids = 0;

		/** A credential of its own, which comes when the answer has gone out. */
		function slowSetup(parameters: TriggerSetup['parameters'] = {}) {
			let credentialMayCome = Promise.resolve();
			const slow = store({ pushSecret: SECRET });
			const read = slow.getDecrypted.bind(slow);
			slow.getDecrypted = async (...from) => {
				deadlinePasses();
				await credentialMayCome;
				return await read(...from);
			};
			const setup: TriggerSetup = {
				n8n: accept,
				store: slow,
				credentialId: `slow-${ids++}`,
				parameters,
			};
			const name = parameters.operation === 'dialogContext' ? 'setup' : 'default';
			return {
				send: async (body: unknown, query = `?key=${SECRET}`) => {
					let onAnswer = () => undefined as void;
					credentialMayCome = new Promise((resolve) => (onAnswer = resolve));
					return await request(name, { ...setup, onAnswer }, body, query);
				},
				readOnce: async () => {
					credentialMayCome = Promise.resolve();
					await request(name, setup, record, '');
				},
				secretIs: (pushSecret: string) => {
					slow.stored.iflytekAiCallApi.data.pushSecret = pushSecret;
				},
			};
		}

		it('a push with the right key is answered success at the deadline and taken in', async () => {
			const { send, readOnce } = slowSetup();
			await readOnce();
			const answer = await send(record);
			expect(answer).toMatchObject({ status: 200, text: 'success', starts: true });
		});

		it('a push is asked for again while no secret has been read, and is not lost', async () => {
			const { send } = slowSetup();
			expect(await send(record)).toMatchObject({
				status: 503,
				text: 'Try again later',
				starts: true,
			});
		});

		it('a push with a wrong key is refused and starts nothing, before and after the first read', async () => {
			const { send, readOnce } = slowSetup();
			expect(await send(record, '?key=wrong')).toMatchObject({ status: 503, starts: false });
			await readOnce();
			expect(await send(record, '?key=wrong')).toMatchObject({ status: 401, starts: false });
		});

		it('a secret that has been changed lets nothing in any more, and the new one at once', async () => {
			const { send, secretIs, readOnce } = slowSetup();
			await readOnce();
			secretIs('new');
			expect(await send(record, '?key=new')).toMatchObject({ status: 401, starts: true });
			secretIs('newer');
			expect(await send(record, '?key=new')).toMatchObject({ starts: false });
		});

		it('what is no push is refused', async () => {
			const { send, readOnce } = slowSetup();
			await readOnce();
			expect(await send('[]')).toMatchObject({ status: 400, starts: false });
		});

		it.each(['lastNode', 'fixedValues'])(
			'a dialog-context request is answered with the fallback values (%s)',
			async (respondWith) => {
				const fallbackValues = { values: [{ name: 'a', value: 'b' }] };
				const { send, readOnce } = slowSetup({
					operation: 'dialogContext',
					respondWith,
					fallbackValues,
				});
				expect(await send({})).toMatchObject({ status: 503 });
				await readOnce();
				expect(await send({})).toMatchObject({ status: 200, text: '{"a":"b"}' });
				expect(await send({}, '?key=wrong')).toMatchObject({ status: 401, starts: false });
			},
		);
	});

	it('takes allowed addresses only', async () => {
		const parameters = { options: { allowedAddresses: '203.0.113.0/24, 2001:db8::1' } };
		for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1']) {
			expect(await push({ parameters, ip }, record)).toMatchObject({ status: 200, starts: true });
		}
		expect(await push({ parameters, ip: '198.51.100.1' }, record)).toMatchObject({
			status: 403,
			text: 'Forbidden',
			starts: false,
		});
	});

	it.each([
		['allowedAddresses', '={{ $vars.addresses }}'],
		['allowedAddresses', '={{ $vars.addresses }} '],
		['allowedAddresses', '={{ $vars.addresses }},{{ $vars.more }}'],
		['allowedAppIds', '=\n{{ $vars.apps }}\n'],
	])('lets nobody in where the expression gives nothing: %s %j', async (name, expression) => {
		const parameters = { options: { [name]: expression } };
		expect(await push({ parameters }, record)).toMatchObject({ status: 503, starts: false });
	});

	describe('in the log', () => {
		const withSecret = { store: store({ pushSecret: SECRET }) };
		const onlyThere = { parameters: { options: { allowedAddresses: '203.0.113.7' } } };

		it.each<[string, TriggerSetup, unknown, string, string]>([
			[
				'a wrong key',
				withSecret,
				record,
				'?key=wrong-one',
				'(401). They come without the right ?key=. In the iFLYTEK console, add',
			],
			[
				'an address',
				{ ...onlyThere, ip: '198.51.100.1' },
				record,
				'',
				'(403). They come from 198.51.100.1, which is not in',
			],
			[
				'no push',
				{},
				'no JSON',
				'',
				'(400). The body is not JSON. The platform sends JSON objects',
			],
		])(
			'has one line with the remedy, however many are refused: %s',
			async (nodeId, setup, body, query, line) => {
				for (let attempt = 0; attempt < 3; attempt++) {
					expect(await push({ ...setup, nodeId }, body, query)).toMatchObject({ starts: false });
				}
				expect(told).toEqual([
					{ level: 'warn', message: expect.stringContaining(`'Trigger' refuses requests ${line}`) },
				]);
				expect(told[0].message).toMatch(/ This line comes at most once in 5 minutes\.$/);
				expect(told[0].message).not.toMatch(/a-secret|wrong-one|no JSON/);
			},
		);

		it('has a line for each node and reason, and for a refused dialog-context request', async () => {
			const both = { ...withSecret, ...onlyThere };
			await push({ ...both, nodeId: 'both', ip: '198.51.100.1' }, record);
			await push({ ...both, nodeId: 'both', ip: '203.0.113.7' }, record);
			await request(
				'setup',
				{ ...withSecret, nodeId: 'context', parameters: { operation: 'dialogContext' } },
				{},
			);
			expect(told.map(({ message }) => /\(\d+\)/.exec(message)?.[0])).toEqual([
				'(403)',
				'(401)',
				'(401)',
			]);
		});

		it('has none for a push that is taken', async () => {
			await push({ ...withSecret, nodeId: 'taken' }, record, `?key=${SECRET}`);
			expect(told).toEqual([]);
		});
	});

	it('guards the dialog context in the same way', async () => {
		const parameters = { operation: 'dialogContext', respondWith: 'fixedValues' };
		const setup = { parameters, store: store({ pushSecret: SECRET }) };
		expect(await request('setup', setup, {}, '')).toMatchObject({ status: 401 });
		expect(await request('setup', setup, {}, `?key=${SECRET}`)).toMatchObject({ text: '{}' });
	});
});

describe('the URL that is not in use', () => {
	it('says so and starts nothing', async () => {
		expect(await request('setup', {}, record)).toMatchObject({ status: 404, starts: false });
		const context = { parameters: { operation: 'dialogContext' } };
		expect(await push(context, record)).toMatchObject({ status: 404, starts: false });
	});
});

describe('a dialog-context request', () => {
	const asked = {
		business_id: '1',
		app_id: '2',
		robot_id: '3',
		call_relation_id: '9007199254740993',
	};
	const fallbackValues = { values: [{ name: '姓名', value: '客户' }] };
	const parameters = { operation: 'dialogContext', fallbackValues };

	// each test has a node of its own, since n8n's log gets few lines of a node
	let nodeId = '0';
	beforeEach(() => void (nodeId += '0'));
	const ask = (n8n: TriggerSetup['n8n'], more: TriggerSetup['parameters'] = {}) =>
		request('setup', { n8n, nodeId, parameters: { ...parameters, ...more } }, asked);
	const result =
		(body: unknown, code = 200) =>
		async (response: ExpressLike) => {
			response.status(code);
			response.setHeader('Content-Security-Policy', 'sandbox');
			response.json(body);
		};

	it('starts the workflow with the four fields and is answered with its result', async () => {
		const answer = await ask(result({ 姓名: '张三', age: 41 }));
		expect(answer).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '张三', age: '41' });
		expect(answer.item).toEqual({
			event: 'dialogContext',
			businessId: '1',
			appId: '2',
			robotId: '3',
			callRelationId: '9007199254740993',
			body: asked,
		});
	});

	it('has the fields that the editor shows before the first one', async () => {
		const { item } = await ask(result({}));
		const schema = readSchema(new IflytekAiCallTrigger(), undefined, 'dialogContext');
		expect(deviations([item], schema, { always: true })).toEqual([]);
	});

	it('is answered with the fallback values when the result is not there after 400 ms', async () => {
		let onAnswer = () => undefined as void;
		const isAnswered = new Promise<void>((resolve) => (onAnswer = resolve));
		const n8n = async (response: ExpressLike) => {
			deadlinePasses();
			await isAnswered;
			await result({ 姓名: '张三' })(response);
		};
		const answer = await request('setup', { n8n, nodeId, onAnswer, parameters }, asked);
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
		expect(mockDeadlines.waits).toEqual([400]);
		// the one line came with the answer, the late result adds none
		expect(told).toEqual([
			{
				level: 'warn',
				message:
					"'Trigger' answered with its fallback values: the workflow returned no result within 400 ms. Take slow steps out of the workflow. This line comes at most once in 5 minutes.",
			},
		]);
	});

	it('says nothing of a deadline that passes after the answer', async () => {
		const answer = await ask(result({ 姓名: '张三' }));
		deadlinePasses();
		await new Promise(setImmediate);
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '张三' });
		expect(told).toEqual([]);
	});

	it('does not make the caller wait for the line in the log', async () => {
		const send = SingleAnswer.prototype.send;
		const linesBefore: number[] = [];
		const spy = jest.spyOn(SingleAnswer.prototype, 'send').mockImplementation(function (
			this: SingleAnswer,
			answer,
		) {
			if (!this.isSent) linesBefore.push(told.length);
			return send.call(this, answer);
		});
		await ask(deadlinePasses);
		spy.mockRestore();
		expect(linesBefore).toEqual([0]);
		expect(told).toHaveLength(1);
	});

	it('is answered after the time that the option sets', async () => {
		const answer = await ask(deadlinePasses, { options: { respondWithin: 100 } });
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
		expect(mockDeadlines.waits).toEqual([100]);
		expect(told[0].message).toContain('no result within 100 ms');
	});

	it('shows how late n8n is also where the workflow was in time', async () => {
		const recordLag = jest.spyOn(AnswerDeadline.prototype, 'recordLag');
		await ask(result({ 姓名: '张三' }));
		deadlinePasses();
		await new Promise((resolve) => setImmediate(resolve));
		expect(recordLag).toHaveBeenCalledTimes(1);
		recordLag.mockRestore();
	});

	it('is answered earlier after the process has stood still', async () => {
		const standStill = () => {
			for (const end = performance.now() + 400; performance.now() < end;);
			deadlinePasses();
		};
		await ask(standStill, { options: { respondWithin: 100 } });
		expect(told.pop()!.message).toMatch(/within 100 ms\. Take/);
		nodeId += 'b';
		await ask(deadlinePasses);
		expect(told[0].message).toMatch(
			/within 2\d\d ms \(n8n is busy, .* 'Respond Within' was shortened from 400 ms\)\. Take/,
		);
	});

	it.each([
		['fails', { message: 'Error in workflow' }, 500, 'the workflow returned no result'],
		[
			'gives an object for a value',
			{ a: 'x', b: {} },
			200,
			"the field 'b' of the result is not text",
		],
		['gives a list', ['a'], 200, 'the result of the workflow is not an object'],
	])(
		'is answered with the fallback values when the workflow %s',
		async (_name, body, code, reason) => {
			const answer = await ask(result(body, code));
			expect(answer.status).toBe(200);
			expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
			expect(told).toEqual([
				{
					level: 'warn',
					message: `'Trigger' answered with its fallback values: ${reason}. Have the last node of the workflow return one item whose fields are text. This line comes at most once in 5 minutes.`,
				},
			]);
		},
	);

	it('is told to the log once for each cause, however many are forged', async () => {
		for (let n = 0; n < 20; n++) {
			await ask(deadlinePasses);
			await ask(result(['a']));
		}
		expect(told).toHaveLength(2);
	});

	it('is answered at once from the values when no workflow is to run', async () => {
		const answer = await ask(undefined, { respondWith: 'fixedValues' });
		expect(answer).toMatchObject({ status: 200, starts: false });
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
	});

	it('is answered with the names of the values as the script has them, without what copying added', async () => {
		const values = [
			{ name: ' 姓名\u200B', value: ' 客户' },
			{ name: ' ', value: 'none' },
		];
		const answer = await ask(undefined, { respondWith: 'fixedValues', fallbackValues: { values } });
		expect(JSON.parse(answer.text)).toEqual({ 姓名: ' 客户' });
	});

	it('is answered with an empty map when there are no values', async () => {
		const answer = await ask(result({}, 500), { fallbackValues: {} });
		expect(answer).toMatchObject({ status: 200, text: '{}' });
	});
});

describe('activating the workflow', () => {
	let emulator: Emulator;
	const events = ['callRecord', 'recording', 'dialog'];
	const right = ['receiveCallRecord', 'receiveVoice', 'receiveDialog'].map((url_module) => ({
		url: `${PUSH_URL}?key=${SECRET}`,
		url_module,
	}));

	beforeAll(async () => {
		emulator = await startEmulator();
	});
	beforeEach(() => {
		emulator.reset();
		mockDeadlines.held = false;
	});
	afterAll(async () => await emulator.stop());

	const setup = (verifyUrlsOnPublish?: string, parameters: TriggerSetup['parameters'] = {}) => ({
		store: store({ baseUrl: emulator.url, pushSecret: SECRET }),
		parameters: {
			events,
			...parameters,
			options: { ...(verifyUrlsOnPublish && { verifyUrlsOnPublish }) },
		},
	});
	const register = (urls: unknown) => emulator.aiCall.set({ urls } as never);
	const queries = () =>
		emulator.ledger({ service: 'aicall-config' }).entries.filter(({ code }) => code === '0').length;
	const refusal = async (promise: Promise<void>) =>
		await promise.then(
			() => {
				throw new Error('The workflow was activated');
			},
			// n8n drops the description of a refused publication
			(error: NodeOperationError) => error.message,
		);

	it('asks the platform nothing unless told to', async () => {
		await activate(setup());
		await activate(setup('off'));
		await activate(setup('block'), 'manual');
		expect(queries()).toBe(0);
	});

	it('goes on when every selected kind is registered', async () => {
		register(right);
		await activate(setup('block'));
		await activate(setup('warn'));
		expect(queries()).toBe(2);
		expect(told.filter(({ level }) => level !== 'debug')).toEqual([]);
	});

	it('goes on with a warning when the credential itself is of no use', async () => {
		await activate({
			...setup('warn'),
			store: store({ baseUrl: 'no address', pushSecret: SECRET }),
		});
		expect(told.filter(({ level }) => level === 'warn')).toHaveLength(1);
		const refused = await refusal(
			activate({ ...setup('block'), store: store({ baseUrl: 'no address' }) }),
		);
		expect(refused).toMatch(/could not be verified: /);
	});

	it('looks at the selected kinds only', async () => {
		register(right.slice(1, 2));
		await activate(setup('block', { events: ['recording'] }));
		expect(queries()).toBe(1);
	});

	it('is refused with what to paste where, without any secret', async () => {
		register([
			right[0],
			{ url: 'https://old.example.com/x?key=old-one', url_module: 'receiveVoice' },
		]);
		expect(await refusal(activate(setup('block')))).toBe(
			`In the iFLYTEK console, under Interface Configuration, paste ${PUSH_URL}?key=WEBHOOK_SECRET for receiveDialog (has no URL), receiveVoice (has https://old.example.com/x). Or set the option 'Verify URLs on Publish' to Off.`,
		);
	});

	it('names N8N_WEBHOOK_URL, and WEBHOOK_URL for n8n 1, where n8n only knows a local address', async () => {
		const message = await refusal(
			activate({ ...setup('block'), webhookBaseUrl: 'http://localhost:5678/webhook' }),
		);
		expect(message).toMatch(
			/^n8n knows its own address as http:\/\/localhost:5678, .* N8N_WEBHOOK_URL \(WEBHOOK_URL in older n8n\) to the public address/,
		);
		expect(message).not.toContain('paste');
	});

	it('is told in the log when that is enough, and always when n8n starts or another main takes over', async () => {
		await activate(setup('warn'));
		await activate(setup('block'), 'init');
		await activate(setup('block'), 'leadershipChange');
		const warnings = told.filter(({ level }) => level === 'warn').map(({ message }) => message);
		expect(warnings).toHaveLength(3);
		for (const warning of warnings) {
			expect(warning).toContain(
				`paste ${PUSH_URL}?key=WEBHOOK_SECRET for receiveDialog (has no URL)`,
			);
			expect(warning).not.toContain(SECRET);
		}
	});

	it('compares the dialog-context URL when these requests are received', async () => {
		const context = setup('block', { operation: 'dialogContext' });
		expect(await refusal(activate(context))).toContain(
			`paste ${CONTEXT_URL}?key=WEBHOOK_SECRET for getDialogContext (has no URL)`,
		);
		register([{ url: `${CONTEXT_URL}?key=${SECRET}`, url_module: 'getDialogContext' }]);
		await activate(context);
	});

	it('gets a new token when the stored one is refused', async () => {
		register(right);
		const stored = setup('block');
		await activate(stored);
		emulator.aiCall.tokens.revokeAll();
		await activate(stored);
		expect(emulator.aiCall.tokens.view(Date.now()).issued).toBeGreaterThanOrEqual(1);
	});

	it('is refused when the platform cannot be asked, with the way out', async () => {
		const unreachable = { ...setup('block'), store: store() };
		const message = await refusal(activate(unreachable));
		expect(message).toMatch(/^The URLs in the iFLYTEK console could not be verified: /);
		expect(message).toMatch(/ Or set the option 'Verify URLs on Publish' to Off\.$/);
	});

	it('is refused without a credential to ask with', async () => {
		expect(await refusal(activate({ ...setup('block'), store: undefined }))).toBe(
			"'Verify URLs on Publish' needs an AI Call credential: select one in the node, or set the option to Off.",
		);
	});

	describe('with a push secret that a URL changes', () => {
		const unfit = { store: store({ pushSecret: 'ab&cd' }) };
		const message =
			"The credential's Webhook Secret contains characters that change in a URL. Choose one of letters and digits only: enter it in the credential, and after ?key= at the end of the URL in the iFLYTEK console.";

		it.each(['activate', 'update', 'manual'] as const)(
			'is refused with the remedy and without the secret (%s)',
			async (mode) => {
				expect(await refusal(activate(unfit, mode))).toBe(message);
				const parameters = { operation: 'dialogContext' };
				expect(await refusal(activate({ ...unfit, parameters }, mode))).toBe(message);
			},
		);

		it('is told in the log when n8n starts, for the platform may send it encoded', async () => {
			await activate(unfit, 'init');
			expect(told.filter(({ level }) => level === 'warn')).toEqual([
				{ level: 'warn', message: `'Trigger': ${message}` },
			]);
		});
	});

	it('is refused with a credential that cannot be read, except when n8n starts', async () => {
		const broken = store();
		broken.getDecrypted = () => Promise.reject(new Error('no such credential'));
		expect(await refusal(activate({ store: broken }))).toBe(
			'The credential cannot be read: no such credential. Events would be refused: select the credential in the node again.',
		);
		await activate({ store: broken }, 'init');
		expect(told.filter(({ level }) => level === 'warn')).toHaveLength(1);
	});

	it.each<[string, Record<string, unknown>, string]>([
		[
			'pushes',
			{ options: { ignorePreliminaryRecords: '={{ "yes" }}' } },
			"'Ignore Preliminary Records' is yes, which is neither true nor false.",
		],
		[
			'pushes',
			{ options: { acknowledge: '={{ "later" }}' } },
			"'Acknowledge' is later, which is none of its choices.",
		],
		[
			'pushes',
			{ options: { acknowledgeWithin: '={{ 25 }}' } },
			"'Acknowledge Within (Seconds)' is 25, not a number from 0.1 to 2.5.",
		],
		[
			'dialogContext',
			{ options: { respondWithin: '={{ "soon" }}' } },
			`'Respond Within (Milliseconds)' is "soon", not a number from 50 to 3000.`,
		],
		[
			'pushes',
			{ events: ['callRecord', 'calls'] },
			"'Events' is calls, which is none of its choices.",
		],
	])(
		'is refused by name with what the editor would not give: %s %j',
		async (mode, parameters, message) => {
			const refused = await refusal(activate({ parameters: { operation: mode, ...parameters } }));
			expect(refused.startsWith(`${message} Correct `)).toBe(true);
		},
	);

	it('takes "true" as text, and a blank field for the default', async () => {
		const options = {
			otherEvents: '={{ "true" }}',
			acknowledgeWithin: '',
			allowedAppIds: '={{ "" }}',
		};
		await activate({ parameters: { options } });
		expect(told).toEqual([]);
	});

	it.each([
		['acknowledge', 'Acknowledge', '={{ "" }}'],
		['acknowledgeWithin', 'Acknowledge Within (Seconds)', '={{ null }}'],
		['allowedAddresses', 'Allowed Addresses', '={{ $vars.addresses }}'],
		['allowedAppIds', 'Allowed App IDs', '={{ null }}'],
	])('is refused where an expression gives nothing: %s', async (name, displayName, expression) => {
		const parameters = { options: { [name]: expression } };
		expect(await refusal(activate({ parameters }))).toMatch(
			`The expression in '${displayName}' gives no value. Correct it`,
		);
	});

	it('is refused with addresses that cannot be read, so that nobody is locked out unawares', async () => {
		const parameters = { options: { allowedAddresses: '203.0.113.7, example.com' } };
		expect(await refusal(activate({ parameters }))).toBe(
			"'Allowed Addresses' contains an invalid address: example.com. Use IP addresses and IPv4 ranges such as 203.0.113.0/24.",
		);
	});
});
