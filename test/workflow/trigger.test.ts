import { setTimeout as delay } from 'node:timers/promises';
import { NodeOperationError } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
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

const SECRET = 'a-secret-of-the-user';
const record = { call_uuid: 'u', app_id: 'app1', direction: 2, time_hangup: 1767229239000 };

let told: Told[];

beforeEach(() => {
	told = listenToLog();
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

/** n8n once it holds the push, after some time. */
const acceptAfter = (ms: number) => async (response: ExpressLike) => {
	await delay(ms);
	response.status(200);
	response.setHeader('Content-Security-Policy', 'sandbox');
	response.send('success');
};

const push = (
	setup: TriggerSetup,
	body: unknown,
	query?: string,
	headers?: Record<string, string>,
) => request('default', { n8n: acceptAfter(0), ...setup }, body, query, headers);

describe('a push', () => {
	it('of every kind becomes one item and is answered success', async () => {
		const pushes = makePushes({ count: 8 });
		expect(new Set(pushes.map(({ kind }) => kind)).size).toBe(4);
		for (const { body } of [...pushes, { body: { something: 'new' } }]) {
			const answer = await push({}, body);
			expect(answer).toMatchObject({ status: 200, text: 'success', starts: true });
			expect(answer.item?.body).toEqual(body);
		}
	});

	it('has the fields that the editor shows before the first one', async () => {
		const bodies = [...makePushes({ count: 40 }).map(({ body }) => body), { something: 'new' }];
		const items = await Promise.all(bodies.map(async (body) => (await push({}, body)).item));
		const schema = readSchema(new IflytekAiCallTrigger());
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

	it('is answered at the deadline when n8n has not taken it by then, and n8n may answer later', async () => {
		let onAnswer = () => undefined as void;
		const isAnswered = new Promise<void>((resolve) => (onAnswer = resolve));
		let late: unknown = 'never';
		const n8n = async (response: ExpressLike) => {
			await isAnswered;
			await acceptAfter(0)(response).then(
				() => (late = undefined),
				(error: unknown) => (late = error),
			);
		};
		const parameters = { options: { answerDeadline: 0.3 } };
		const answer = await push({ n8n, onAnswer, parameters }, record);
		expect(answer).toMatchObject({ status: 200, text: 'success', starts: true });
		expect(answer.ms).toBeGreaterThanOrEqual(290);
		expect(late).toBeUndefined();
	});

	it('is answered after 1.2 seconds when the option is not set', async () => {
		const answer = await push({ n8n: () => undefined }, record);
		expect(answer).toMatchObject({ status: 200, text: 'success' });
		expect(answer.ms).toBeGreaterThanOrEqual(1190);
		expect(answer.ms).toBeLessThan(10_000);
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

	it.each([
		['the basic record of an outbound call', record, false],
		['the outbound record', { ...record, task_row_index: 3 }, true],
		['the record of an inbound call', { ...record, direction: 1 }, true],
		['a recording', { call_uuid: 'u', direction: undefined, url: 'a.wav' }, true],
	])('with Skip Basic Record: %s', async (_name, body, starts) => {
		const parameters = { options: { skipBasicRecord: true } };
		expect(await push({ parameters }, body)).toMatchObject({ text: 'success', starts });
		expect(await push({}, body)).toMatchObject({ text: 'success', starts: true });
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

	it('does not tell a stranger whether the body was any good', async () => {
		const setup = { store: store({ pushSecret: SECRET }) };
		expect(await push(setup, 'no JSON')).toMatchObject({ status: 401, text: 'Unauthorized' });
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
				await credentialMayCome;
				return await read(...from);
			};
			const setup: TriggerSetup = {
				n8n: acceptAfter(0),
				store: slow,
				credentialId: `slow-${ids++}`,
				parameters: { ...parameters, options: { answerDeadline: 0.3, contextTimeout: 300 } },
			};
			const name = parameters.receive === 'dialogContext' ? 'setup' : 'default';
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
			expect(answer.ms).toBeGreaterThanOrEqual(290);
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

		it.each(['workflow', 'values'])(
			'a dialog-context request is answered with the fallback values (%s)',
			async (answerWith) => {
				const fallbackValues = { values: [{ name: 'a', value: 'b' }] };
				const { send, readOnce } = slowSetup({
					receive: 'dialogContext',
					answerWith,
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

	it('takes allowed applications only', async () => {
		const parameters = { options: { allowedAppIds: 'app1, app2' } };
		expect(await push({ parameters }, record)).toMatchObject({ status: 200, starts: true });
		for (const app_id of ['app3', '', undefined, ['app1']]) {
			expect(await push({ parameters }, { ...record, app_id })).toMatchObject({
				status: 403,
				text: 'Forbidden',
				starts: false,
			});
		}
	});

	it('takes a secret that was pasted into the URL as it is', async () => {
		const setup = { store: store({ pushSecret: 'ab+cd/12==' }) };
		expect(await push(setup, record, '?key=ab+cd/12==')).toMatchObject({ starts: true });
		expect(await push(setup, record, '?key=ab%2Bcd%2F12%3D%3D')).toMatchObject({ starts: true });
		expect(await push(setup, record, '?key=ab%20cd/12==')).toMatchObject({ status: 401 });
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
				"(401). They come without the right ?key=. In the iFLYTEK console, put ?key= and the credential's Push Secret at the end of the URL. The secret may hold letters and digits only.",
			],
			[
				'an address',
				{ ...onlyThere, ip: '198.51.100.1' },
				record,
				'',
				"(403). They come from 198.51.100.1, which is not in 'Allowed Addresses'. Add it if it is the platform's. If it is your proxy's, set N8N_PROXY_HOPS so that n8n sees the real caller.",
			],
			[
				'an address that is none',
				{ ...onlyThere, ip: 'anything the caller says' },
				record,
				'',
				"(403). They come from an unknown address, which is not in 'Allowed Addresses'.",
			],
			[
				'an application',
				{ parameters: { options: { allowedAppIds: 'app2' } } },
				record,
				'',
				"(403). Their app_id is not in 'Allowed App IDs'. Compare the option with the application ID in the iFLYTEK console.",
			],
			[
				'the other URL',
				{ parameters: { receive: 'dialogContext' } },
				record,
				'',
				"(404). They come to the node's URL for Pushes, while 'Receive' is set to Dialog Context Requests. Paste the URL that the node shows into the iFLYTEK console, or change 'Receive'.",
			],
			[
				'no push',
				{},
				'no JSON',
				'',
				'(400). The body is not JSON. The platform sends JSON objects: look for something else that calls this URL, or for a proxy that changes the body.',
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
				expect(told[0].message).not.toMatch(/a-secret|wrong-one|caller says|no JSON/);
			},
		);

		it('has a line for each node and reason, and for a refused dialog-context request', async () => {
			const both = { ...withSecret, ...onlyThere };
			await push({ ...both, nodeId: 'both', ip: '198.51.100.1' }, record);
			await push({ ...both, nodeId: 'both', ip: '203.0.113.7' }, record);
			await request(
				'setup',
				{ ...withSecret, nodeId: 'context', parameters: { receive: 'dialogContext' } },
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
		const parameters = { receive: 'dialogContext', answerWith: 'values' };
		const setup = { parameters, store: store({ pushSecret: SECRET }) };
		expect(await request('setup', setup, {}, '')).toMatchObject({ status: 401 });
		expect(await request('setup', setup, {}, `?key=${SECRET}`)).toMatchObject({ text: '{}' });
	});
});

describe('the URL that is not in use', () => {
	it('says so and starts nothing', async () => {
		expect(await request('setup', {}, record)).toMatchObject({ status: 404, starts: false });
		const context = { parameters: { receive: 'dialogContext' } };
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
	const parameters = { receive: 'dialogContext', fallbackValues };

	const ask = (n8n: TriggerSetup['n8n'], more: TriggerSetup['parameters'] = {}) =>
		request('setup', { n8n, parameters: { ...parameters, ...more } }, asked);
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

	it('is answered with the fallback values when the result is not there after 400 ms', async () => {
		let onAnswer = () => undefined as void;
		const isAnswered = new Promise<void>((resolve) => (onAnswer = resolve));
		const n8n = async (response: ExpressLike) => {
			await isAnswered;
			await result({ 姓名: '张三' })(response);
		};
		const answer = await request('setup', { n8n, onAnswer, parameters }, asked);
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
		// less than 400 where this machine was slow just before: see contextDeadline.test.ts
		expect(answer.ms).toBeGreaterThanOrEqual(190);
		// the one line came with the answer, the late result adds none
		expect(told).toEqual([
			{
				level: 'warn',
				message: expect.stringMatching(
					/^'Trigger' answered with its fallback values: the workflow gave no result within \d+ ms/,
				),
			},
		]);
	});

	it('is answered earlier after the process has stood still', async () => {
		const standStill = () => {
			for (const end = Date.now() + 400; Date.now() < end;);
		};
		await ask(standStill, { options: { contextTimeout: 100 } });
		expect(told.pop()!.message).toMatch(/within 100 ms$/);
		await ask(() => undefined);
		expect(told[0].message).toMatch(
			/within 2\d\d ms \(n8n is busy, .* 'Context Timeout' was shortened from 400 ms\)$/,
		);
	});

	it('is answered after the time that the option sets', async () => {
		const answer = await ask(() => undefined, { options: { contextTimeout: 100 } });
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
		expect(told[0].message).toContain('no result within 100 ms');
	});

	it.each([
		['fails', { message: 'Error in workflow' }, 500, 'the workflow gave no result'],
		[
			'gives an object for a value',
			{ a: 'x', b: {} },
			200,
			"the field 'b' of the result is not a text",
		],
		['gives a list', ['a'], 200, 'the result of the workflow is not an object'],
	])(
		'is answered with the fallback values when the workflow %s',
		async (_name, body, code, reason) => {
			const answer = await ask(result(body, code));
			expect(answer.status).toBe(200);
			expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
			expect(told).toEqual([
				{ level: 'warn', message: `'Trigger' answered with its fallback values: ${reason}` },
			]);
		},
	);

	it('is answered at once from the values when no workflow is to run', async () => {
		const answer = await ask(undefined, { answerWith: 'values' });
		expect(answer).toMatchObject({ status: 200, starts: false });
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '客户' });
	});

	it('is answered with an empty map when there are no values', async () => {
		const answer = await ask(result({}, 500), { fallbackValues: {} });
		expect(answer).toMatchObject({ status: 200, text: '{}' });
	});
});

describe('activating the workflow', () => {
	let emulator: Emulator;
	const right = ['receiveCallRecord', 'receiveVoice', 'receiveDialog'].map((url_module) => ({
		url: `${PUSH_URL}?key=${SECRET}`,
		url_module,
	}));

	beforeAll(async () => {
		emulator = await startEmulator();
	});
	beforeEach(() => emulator.reset());
	afterAll(async () => await emulator.stop());

	const setup = (checkRegistration?: string, parameters: TriggerSetup['parameters'] = {}) => ({
		store: store({ baseUrl: emulator.url, pushSecret: SECRET }),
		parameters: { ...parameters, options: { ...(checkRegistration && { checkRegistration }) } },
	});
	const register = (urls: unknown) => emulator.aiCall.set({ urls } as never);
	const queries = () =>
		emulator.ledger({ service: 'aicall-config' }).entries.filter(({ code }) => code === '0').length;
	const refusal = async (promise: Promise<void>) =>
		await promise.then(
			() => {
				throw new Error('The workflow was activated');
			},
			(error: NodeOperationError) => ({ message: error.message, description: error.description }),
		);

	it('asks the platform nothing unless told to', async () => {
		await activate(setup());
		await activate(setup('off'));
		await activate(setup('refuse'), 'manual');
		expect(queries()).toBe(0);
	});

	it('goes on when every selected kind is registered', async () => {
		register(right);
		await activate(setup('refuse'));
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
			activate({ ...setup('refuse'), store: store({ baseUrl: 'no address' }) }),
		);
		expect(refused.message).toMatch(/could not be checked/);
	});

	it('looks at the selected kinds only', async () => {
		register(right.slice(1, 2));
		await activate(setup('refuse', { events: ['recording', 'unknown'] }));
		await activate(setup('refuse', { events: ['unknown'] }));
		expect(queries()).toBe(2);
	});

	it('is refused with what to paste where, without any secret', async () => {
		register([
			right[0],
			{ url: 'https://old.example.com/x?key=old-one', url_module: 'receiveVoice' },
		]);
		const told = await refusal(activate(setup('refuse')));
		expect(told).toEqual({
			message: "The platform's interface configuration does not fit this trigger",
			description: `In the iFLYTEK console, receiveVoice points to https://old.example.com/x: paste ${PUSH_URL}?key=<Push Secret>; receiveDialog has no URL: paste ${PUSH_URL}?key=<Push Secret>.`,
		});
	});

	it('is told in the log when that is enough, and always when n8n starts', async () => {
		await activate(setup('warn'));
		await activate(setup('refuse'), 'init');
		const warnings = told.filter(({ level }) => level === 'warn').map(({ message }) => message);
		expect(warnings).toHaveLength(2);
		for (const warning of warnings) {
			expect(warning).toContain(`receiveCallRecord has no URL: paste ${PUSH_URL}`);
			expect(warning).not.toContain(SECRET);
		}
	});

	it('compares the dialog-context URL when these requests are received', async () => {
		const context = setup('refuse', { receive: 'dialogContext' });
		const { description } = await refusal(activate(context));
		expect(description).toContain(`getDialogContext has no URL: paste ${CONTEXT_URL}?key=`);
		register([{ url: `${CONTEXT_URL}?key=${SECRET}`, url_module: 'getDialogContext' }]);
		await activate(context);
	});

	it('gets a new token when the stored one is refused', async () => {
		register(right);
		const stored = setup('refuse');
		await activate(stored);
		emulator.aiCall.tokens.revokeAll();
		await activate(stored);
		expect(emulator.aiCall.tokens.view(Date.now()).issued).toBeGreaterThanOrEqual(1);
	});

	it('is refused when the platform cannot be asked, with the way out', async () => {
		const unreachable = { ...setup('refuse'), store: store() };
		const { message, description } = await refusal(activate(unreachable));
		expect(message).toContain('The registered URLs could not be checked: ');
		expect(description).toContain("Or set the option 'Check Registration' to Off.");
	});

	it('is refused without a credential to ask with', async () => {
		const { message } = await refusal(activate({ ...setup('refuse'), store: undefined }));
		expect(message).toBe("'Check Registration' needs an AI Call credential");
	});

	describe('with a push secret that a URL changes', () => {
		const unfit = { store: store({ pushSecret: 'ab&cd' }) };
		const message = "The credential's Push Secret holds characters that change in a URL";

		it.each(['activate', 'update', 'manual'] as const)(
			'is refused with the remedy and without the secret (%s)',
			async (mode) => {
				expect(await refusal(activate(unfit, mode))).toEqual({
					message,
					description:
						'Choose one of letters and digits only: enter it in the credential, and behind ?key= at the end of the URL in the iFLYTEK console.',
				});
				const parameters = { receive: 'dialogContext' };
				expect(await refusal(activate({ ...unfit, parameters }, mode))).toMatchObject({ message });
			},
		);

		it('is told in the log when n8n starts, for the platform may send it encoded', async () => {
			await activate(unfit, 'init');
			expect(told.filter(({ level }) => level === 'warn')).toEqual([
				{ level: 'warn', message: expect.stringContaining(`'Trigger': ${message}. Choose`) },
			]);
		});
	});

	it('is refused with a credential that cannot be read, except when n8n starts', async () => {
		const broken = store();
		broken.getDecrypted = () => Promise.reject(new Error('no such credential'));
		expect(await refusal(activate({ store: broken }))).toEqual({
			message: 'The credential cannot be read: no such credential',
			description: 'Pushes would be refused. Select the credential in the node again.',
		});
		await activate({ store: broken }, 'init');
		expect(told.filter(({ level }) => level === 'warn')).toHaveLength(1);
	});

	it('is refused with addresses that cannot be read, so that nobody is locked out unawares', async () => {
		const parameters = { options: { allowedAddresses: '203.0.113.7, example.com' } };
		const { message } = await refusal(activate({ parameters }));
		expect(message).toBe("'Allowed Addresses' holds something that is no address: example.com");
	});
});
