/** The AI Call trigger in a real n8n: pushes, protection, dialog context, test mode, activation. */
import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import { mainAiCallAccount, startEmulator, type Emulator } from '../../emulator';
import { postOnce } from '../../emulator/aiCall/delivery';
import { PUSH_MODULES, PUSHES, type PushKind } from '../../emulator/aiCall/pushBodies';
import { makePushes } from '../../emulator/aiCall/pusher';
import { eventOf } from '../../support/pushes';
import {
	noOpStep,
	publish,
	save,
	step,
	trigger,
	waitStep,
	webhookNode,
	type Published,
} from '../../support/workflows';
import {
	findInUserFolder,
	importWorkflow,
	nodeItems,
	readExample,
	type Execution,
	type SavedCredential,
} from '../harness';
import { eventually, until } from '../../support/until';
import { connect, PUSH_SECRET } from './connection';
import { recorded } from './support/seenRequests';

const n8n = connect();
const { client } = n8n;
const SECRET = PUSH_SECRET;
const KINDS = PUSHES.map(({ kind }) => kind);

const onePush = (kind: PushKind, seed: string) =>
	makePushes({ count: 1, kinds: [kind], seed })[0].body;

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
	});
	return { status: response.status, text: await response.text() };
}

/** The executions of a workflow, oldest first, when there are so many and all have ended. */
async function executions(workflow: Published, count: number): Promise<Execution[]> {
	const found = await until(`${count} executions that have ended`, async () => {
		const all = await client.listExecutions({ workflowId: workflow.id });
		const ended = all.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
		return ended.length >= count && all;
	});
	expect(found).toHaveLength(count);
	const ids = found.map(({ id }) => id).reverse();
	return await Promise.all(ids.map(async (id) => await client.getExecution(id)));
}

const firstItem = (execution: Execution) => nodeItems(execution, 'First')[0].json;

/** A platform of the tests of activation, with a credential for it. */
let emulator: Emulator;
let credential: SavedCredential;
/** An activation that fails: n8n tries five times, for 15 s, which go by while the other tests run. */
let refused: { workflow: Published; failure: Promise<string> };

const draft = async (verifyUrlsOnPublish: string) =>
	await save(client, [trigger({ options: { verifyUrlsOnPublish } }, credential), noOpStep()]);

beforeAll(async () => {
	emulator = await startEmulator(recorded(n8n));
	credential = await client.createCredential({
		name: 'With a push secret',
		type: 'iflytekAiCallApi',
		data: {
			appKey: mainAiCallAccount.appKey,
			appSecret: mainAiCallAccount.appSecret,
			baseUrl: emulator.url,
			pushSecret: SECRET,
		},
	});
	const workflow = await draft('block');
	const failure = client.activate(workflow.id).then(
		() => 'activated',
		(error: Error) => error.message,
	);
	refused = { workflow, failure };
});
afterAll(async () => await emulator.stop());

describe('a push', () => {
	let workflow: Published;

	beforeAll(async () => {
		workflow = await publish(client, [trigger(), noOpStep()]);
	});

	it('of each kind is answered success and is in one execution, body as sent', async () => {
		const bodies = [
			...KINDS.map((kind) => onePush(kind, 'e2e')),
			{ call_uuid: 'u', something: 'new' },
		];
		for (const body of bodies) {
			expect(await post(workflow.url, body)).toEqual({ status: 200, text: 'success' });
		}
		const items = (await executions(workflow, bodies.length)).map(firstItem);
		expect(items.map(({ body }) => body)).toEqual(bodies);
		expect(items.map(({ event }) => event)).toEqual([...KINDS.map(eventOf), 'unknown']);
	});

	it('keeps identifiers beyond 2^53, which n8n itself rounds', async () => {
		const body = '{"call_uuid":"big","direction":2,"task_data_id":412907635018842113}';
		await post(workflow.url, body);
		const item = firstItem((await executions(workflow, 6))[5]);
		expect(item).toMatchObject({
			taskDataId: '412907635018842113',
			body: { task_data_id: '412907635018842113' },
		});
	});

	it('in GBK is read as such, and marked', async () => {
		const chinese = await publish(client, [trigger(), noOpStep()]);
		const text = '{"call_uuid":"g","direction":2,"task_row_index":1,"task_result_desc":"';
		// 成功 as a sender on GBK writes it
		const gbk = Buffer.concat([
			Buffer.from(text),
			Buffer.from('b3c9b9a6', 'hex'),
			Buffer.from('"}'),
		]);
		expect(await post(chinese.url, gbk)).toEqual({ status: 200, text: 'success' });
		expect(firstItem((await executions(chinese, 1))[0])).toMatchObject({
			outcome: 'answered',
			resultDescription: '成功',
			bodyEncoding: 'gb18030',
		});
	});

	it('that is none is refused with a reason and starts nothing', async () => {
		for (const body of ['[]', '"x"', 'null', '7']) {
			const answer = await post(workflow.url, body);
			expect(answer.status).toBe(400);
			expect(answer.text).toContain('The body is not a JSON object.');
		}
		expect(await post(workflow.url, '{"a":1}', { 'content-type': 'text/plain' })).toMatchObject({
			status: 200,
		});
		expect(await post(workflow.url, 'a=1', { 'content-type': 'text/plain' })).toMatchObject({
			status: 400,
		});
		const image = { 'content-type': 'image/png' };
		expect(await post(workflow.url, Buffer.from([1, 2, 255]), image)).toMatchObject({
			status: 400,
		});
		expect(await post(workflow.url, '{"b":1}', image)).toMatchObject({ status: 200 });
		const form = new FormData();
		form.set('a', '{}');
		expect((await fetch(workflow.url, { method: 'POST', body: form })).status).toBe(400);
		const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
		expect((await post(workflow.url, deep)).text).toContain('nested more than 100 levels');
		expect(await executions(workflow, 8)).toHaveLength(8);
	});

	it('that n8n refuses itself gets the same status as from its Webhook node', async () => {
		const own = await publish(client, [webhookNode(), noOpStep()]);
		const gzip = { 'content-encoding': 'gzip' };
		const requests: Array<[string | Buffer, Record<string, string>]> = [
			['{"a":1', {}],
			[Buffer.from('this is no gzip'), gzip],
			[JSON.stringify({ a: 'x'.repeat(17_000_000) }), {}],
		];
		for (const [body, headers] of requests) {
			const [ours, theirs] = [
				await post(workflow.url, body, headers),
				await post(own.url, body, headers),
			];
			expect(ours.status).toBe(theirs.status);
			expect(ours.status).toBeGreaterThanOrEqual(400);
		}
		for (const method of ['GET', 'PUT', 'DELETE']) {
			const response = await fetch(workflow.url, { method });
			expect(response.status).toBe(404);
			expect(await response.text()).toContain('not registered');
		}
		expect(await post(workflow.url, gzipSync('{"c":1}'), gzip)).toMatchObject({ text: 'success' });
		expect(await executions(workflow, 9)).toHaveLength(9);
	});
});

describe('the protection', () => {
	it('takes pushes with the secret only; the secret is nowhere in what n8n keeps', async () => {
		const workflow = await publish(client, [trigger({}, credential), noOpStep()]);
		const body = onePush('outbound', 'secret');
		for (const query of ['', '?key=', '?key=wrong', `?key=${SECRET}&key=${SECRET}`]) {
			expect(await post(`${workflow.url}${query}`, body)).toEqual({
				status: 401,
				text: 'Unauthorized',
			});
		}
		expect(await post(`${workflow.url}?key=${SECRET}`, body)).toMatchObject({ text: 'success' });
		await executions(workflow, 1);
		expect(await findInUserFolder(n8n.major, n8n.userFolder, { secret: SECRET })).toEqual([]);
	});

	it('refuses other addresses and other applications, telling nothing', async () => {
		const far = await publish(client, [
			trigger({ options: { allowedAddresses: '203.0.113.0/24' } }),
			noOpStep(),
		]);
		const near = await publish(client, [
			trigger({ options: { allowedAddresses: '127.0.0.0/8, ::1', allowedAppIds: 'emuapp01' } }),
			noOpStep(),
		]);
		const body = onePush('outbound', 'near');
		expect(await post(far.url, body)).toEqual({ status: 403, text: 'Forbidden' });
		expect(await post(near.url, body)).toEqual({ status: 200, text: 'success' });
		expect(await post(near.url, { ...body, app_id: 'x' })).toEqual({
			status: 403,
			text: 'Forbidden',
		});
		await executions(near, 1);
		await executions(far, 0);
	});

	it('sees the caller behind as many proxies as n8n’s own setting says, and believes no others', async () => {
		const far = await publish(client, [
			trigger({ options: { allowedAddresses: '203.0.113.0/24' } }),
			noOpStep(),
		]);
		const body = onePush('outbound', 'proxy');
		const through = async (addresses: string) =>
			(await post(far.url, body, { 'x-forwarded-for': addresses })).status;
		expect(await through('203.0.113.9')).toBe(200);
		expect(await through('198.51.100.1')).toBe(403);
		// the first address is the caller's own word
		expect(await through('203.0.113.9, 198.51.100.1')).toBe(403);
		await executions(far, 1);
	});
});

describe('a dialog-context request', () => {
	const asked = { business_id: '1', app_id: '2', robot_id: '3', call_relation_id: 'relation-7' };
	const parameters = {
		operation: 'dialogContext',
		fallbackValues: { values: [{ name: '姓名', value: '客户' }] },
	};
	const answer = (assignments: Array<{ name: string; type: string; value: unknown }>) =>
		step('Answer', 'set', 3.4, {
			assignments: { assignments: assignments.map((one, id) => ({ id: String(id), ...one })) },
			options: {},
		});
	const known = answer([
		{ name: '姓名', type: 'string', value: '={{ $json.callRelationId }}' },
		{ name: '次数', type: 'number', value: 4 },
		{ name: 'vip', type: 'boolean', value: true },
	]);
	/** As long as the trigger may be told to wait: a busy n8n may be slower even so, and is asked again. */
	const patient = { ...parameters, options: { respondWithin: 3000 } };
	const ask = async (workflow: Published) => {
		const {
			status,
			answer: text,
			ms,
		} = await postOnce(workflow.contextUrl, JSON.stringify(asked), 60_000);
		return { status, map: JSON.parse(text), ms };
	};

	it('is answered with the last node’s fields, as texts', async () => {
		const workflow = await publish(client, [trigger(patient), known]);
		let times = 0;
		await eventually(async () => {
			times++;
			expect(await ask(workflow)).toMatchObject({
				status: 200,
				map: { 姓名: 'relation-7', 次数: '4', vip: 'true' },
			});
		});
		expect(firstItem((await executions(workflow, times))[0])).toEqual({
			event: 'dialogContext',
			callRelationId: 'relation-7',
			businessId: '1',
			appId: '2',
			robotId: '3',
			body: asked,
		});
	});

	it('is answered with the fallback values while a slow workflow goes on to its end', async () => {
		const workflow = await publish(client, [trigger(parameters), waitStep(2), known]);
		const { status, map, ms } = await ask(workflow);
		expect({ status, map }).toEqual({ status: 200, map: { 姓名: '客户' } });
		// 400 ms, or less where n8n is so busy that timers fire late
		expect(ms).toBeGreaterThanOrEqual(190);
		const [execution] = await executions(workflow, 1);
		expect(execution.status).toBe('success');
		expect(n8n.logs()).not.toContain('ERR_HTTP_HEADERS_SENT');
	});

	it.each([
		[
			'fails',
			step('Stop', 'stopAndError', 1, { errorMessage: 'no' }),
			'the workflow returned no result',
		],
		[
			'gives an object for a value',
			answer([{ name: 'a', type: 'object', value: '{"b":1}' }]),
			"the field 'a' of the result is not text",
		],
		[
			'gives no item',
			step('None', 'filter', 2.2, {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
					conditions: [
						{
							id: '1',
							leftValue: '={{ $json.event }}',
							rightValue: 'x',
							operator: { type: 'string', operation: 'equals' },
						},
					],
					combinator: 'and',
				},
				options: {},
			}),
			'the workflow returned no result',
		],
	])('is answered with the fallback values when the workflow %s', async (_name, last, reason) => {
		const workflow = await publish(client, [trigger(patient), last]);
		await eventually(async () => {
			expect(await ask(workflow)).toMatchObject({ status: 200, map: { 姓名: '客户' } });
			expect(n8n.logs()).toContain(`'First' answered with its fallback values: ${reason}`);
		});
	});

	it('is answered without a workflow run when the values alone are to be the answer', async () => {
		const workflow = await publish(client, [
			trigger({ ...parameters, respondWith: 'fixedValues' }),
			noOpStep(),
		]);
		expect(await ask(workflow)).toMatchObject({ status: 200, map: { 姓名: '客户' } });
		await delay(500);
		await executions(workflow, 0);
	});
});

describe('the test mode', () => {
	/** Clicks Listen in the editor, sends to the test URL and answers the run. */
	async function listenFor(workflow: Published, url: string, body: unknown) {
		expect(await client.run(workflow.id)).toBeUndefined();
		const answer = await post(url, body);
		const found = await executionsOf(workflow);
		return { answer, execution: await client.waitForExecution(found[0].id) };
	}

	async function executionsOf(workflow: Published) {
		return await until(
			'an execution of the test mode',
			async () => {
				const found = await client.listExecutions({ workflowId: workflow.id });
				return found.length > 0 ? found : undefined;
			},
			60_000,
		);
	}

	it('shows a dialog-context request and answers it', async () => {
		const workflow = await save(client, [
			trigger({ operation: 'dialogContext', options: { respondWithin: 3000 } }),
			step('Answer', 'set', 3.4, {
				assignments: { assignments: [{ id: '1', name: 'a', type: 'string', value: 'b' }] },
				options: {},
			}),
		]);
		const url = workflow.testUrl.replace(/push$/, 'context');
		await eventually(async () => {
			const { answer, execution } = await listenFor(workflow, url, { call_relation_id: '7' });
			expect(firstItem(execution)).toMatchObject({ callRelationId: '7' });
			expect(answer).toEqual({ status: 200, text: '{"a":"b"}' });
		});
	});

	it('does not ask for a registered URL, which is the production one', async () => {
		const options = { verifyUrlsOnPublish: 'block' };
		const workflow = await save(client, [
			trigger({ options }, n8n.credentials.iflytekAiCallApi),
			noOpStep(),
		]);
		const body = onePush('dialog', 'unregistered');
		const { answer, execution } = await listenFor(workflow, workflow.testUrl, body);
		expect(answer).toEqual({ status: 200, text: 'success' });
		expect(execution.mode).toBe('manual');
		expect(firstItem(execution)).toMatchObject({ event: 'dialog', body });
	});

	it.each(['callRecord', 'recording', 'dialog'])(
		'shows the %s that the example send-test-event.json sends',
		async (event) => {
			const workflow = await save(client, [trigger(), noOpStep()]);
			const example = readExample('send-test-event.json');
			const { parameters } = example.nodes.find(({ name }) => name === 'Send To')!;
			const { assignments } = parameters.assignments as {
				assignments: Array<{ name: string; value: string }>;
			};
			const chosen: Record<string, string> = { testUrl: workflow.testUrl, event };
			for (const assignment of assignments) assignment.value = chosen[assignment.name]!;
			const { id } = await importWorkflow(client, example, {});
			expect(await client.run(workflow.id)).toBeUndefined();
			expect((await client.runToEnd(id)).status).toBe('success');
			const [found] = await executionsOf(workflow);
			expect(firstItem(await client.waitForExecution(found!.id))).toMatchObject({ event });
		},
	);

	it('shows a push that needs the secret, and refuses others', async () => {
		const workflow = await save(client, [trigger({}, credential), noOpStep()]);
		const body = onePush('recording', 'listen');
		expect(await client.run(workflow.id)).toBeUndefined();
		expect(await post(workflow.testUrl, body)).toMatchObject({ status: 401 });
		expect(await post(`${workflow.testUrl}?key=${SECRET}`, body)).toMatchObject({ status: 200 });
		expect(await executionsOf(workflow)).toHaveLength(1);
	});

	it('goes on listening after a request that is no push', async () => {
		const workflow = await save(client, [trigger(), noOpStep()]);
		expect(await client.run(workflow.id)).toBeUndefined();
		expect(await post(workflow.testUrl, '[]')).toMatchObject({ status: 400 });
		expect(await post(workflow.testUrl, onePush('dialog', 'later'))).toMatchObject({ status: 200 });
		expect(await executionsOf(workflow)).toHaveLength(1);
	});
});

describe('activating the workflow', () => {
	it('is refused with what to do in the message, and goes through once that is done', async () => {
		const { workflow, failure } = refused;
		// this n8n has no public address, which is the first thing to mend
		expect(await failure).toContain(
			'Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older n8n)',
		);
		expect(await failure).not.toContain(SECRET);

		const url = `${workflow.url}?key=${SECRET}`;
		emulator.aiCall.set({ urls: PUSH_MODULES.map((url_module) => ({ url, url_module })) } as never);
		await client.activate(workflow.id);
		expect(await post(url, onePush('dialog', 'activated'))).toMatchObject({ text: 'success' });
	});

	it('is warned of in n8n’s log when that is enough', async () => {
		emulator.aiCall.set({ urls: [] } as never);
		const workflow = await draft('warn');
		await client.activate(workflow.id);
		expect(n8n.logs()).toMatch(/'First': n8n knows its own address as .* N8N_WEBHOOK_URL/);
	});
});
