/** The trigger's example workflows, imported as they are and driven by the emulator's dialler. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startEmulator, type Emulator } from '../../emulator';
import { isReceived, postOnce } from '../../emulator/aiCall/delivery';
import { callOut, control, mobile, signedIn } from '../../emulator/aiCall/fixtures/client';
import { PUSH_MODULES } from '../../emulator/aiCall/pushBodies';
import {
	createCredentials,
	importTable,
	importWorkflow,
	nodeItems,
	pickedTable,
	readExample,
	type CredentialsByType,
	type ExampleTable,
	type WorkflowDraft,
	type WorkflowNode,
} from '../harness';
import { until } from '../../support/until';
import { connect } from './connection';
import { step } from '../../support/workflows';
import {
	answeredRecord,
	endOf,
	finalRecord,
	importCaller,
	untilWaiting,
	postPush,
	publishResumer,
} from './support/placeAndWait';
import { recorded } from './support/seenRequests';
import { createSmtpServer, type SmtpServer } from './support/smtpServer';

const shared = connect();
const { client } = shared;
const NAMES = ['欧阳 "小" 明', 'Zoë 🙂', '张伟'];
const COLUMNS = ['客户手机号码', '姓名', '订单号'];

let emulator: Emulator;
let credentials: CredentialsByType;

beforeAll(async () => {
	const { aiCall, onRequest } = recorded(shared);
	emulator = await startEmulator({
		onRequest,
		// the platform's patience is no matter here: every push is repeated all the same
		aiCall: { ...aiCall, settings: { pushGap: 50, pushTimeout: 60_000 } },
	});
	credentials = await createCredentials(client, emulator.url);
});
afterAll(async () => {
	await emulator.stop();
});

/** Place calls whatever hour it is in China while the tests run. */
const CALLS_AT_ONCE = {
	mode: 'live',
	options: { callingHours: { hours: [{ from: '00:00', to: '24:00' }] } },
};

async function rowsOf({ path }: ExampleTable): Promise<Array<Record<string, unknown>>> {
	const { data } = await client.request<{ data: Array<Record<string, unknown>> }>(
		'GET',
		`${path}/rows?take=250`,
	);
	return data;
}

/** Imports an example with changes to some nodes' parameters and publishes it. */
async function start(
	fileName: string,
	change: (node: WorkflowNode) => Record<string, unknown> | undefined,
): Promise<{ id: string; webhook: string }> {
	const example: WorkflowDraft = readExample(fileName);
	const nodes = example.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...change(node) },
	}));
	const { id } = await importWorkflow(client, { ...example, nodes }, credentials);
	await client.activate(id);
	const first = example.nodes.find(({ type }) => type.endsWith('iflytekAiCallTrigger'));
	return { id, webhook: `${client.url}/webhook/${String(first?.webhookId)}` };
}

/** Picks data tables, by their names, where a user picks them. */
const pickTables = (tables: Record<string, ExampleTable>) => (node: WorkflowNode) => {
	const name = pickedTable(node);
	if (name === undefined) return undefined;
	return { dataTableId: { __rl: true, mode: 'list', value: tables[name].id } };
};

/**
 * Has the robot call so many customers. Each push reaches the receiver twice at once, the worst of what
 * a platform does that sends again what it believes unanswered.
 * @returns how many pushes the receiver got, when all have been answered
 */
async function callCustomers(count: number, receiver: string): Promise<number> {
	let received = 0;
	const relay = createServer(async (request, response) => {
		const body = await text(request);
		const answers = await Promise.all([1, 2].map(() => postOnce(receiver, body, 60_000)));
		received += answers.filter(isReceived).length;
		response.end(answers.every(isReceived) ? 'success' : 'failure');
	}).listen(0, '127.0.0.1');
	await once(relay, 'listening');
	const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
	await control(emulator, 'aicall-settings', {
		urls: PUSH_MODULES.map((url_module) => ({ url, url_module })),
	});
	const { done } = await signedIn(emulator);
	await done('aicall-callout', {
		...callOut(),
		robot_id: '3101',
		call_column: COLUMNS,
		call_list: Array.from({ length: count }, (_, n) => [mobile(n), NAMES[n % 3], `0${n}`]),
	});
	await control(emulator, 'aicall-clock', { runOut: true });
	await emulator.aiCall.pushes.whenIdle();
	relay.close();
	expect(emulator.aiCall.pushes.view().failures).toEqual([]);
	return received;
}

/** Waits until a workflow has run so many times (at most 100), and tells how the runs ended. */
async function endsOf(workflowId: string, count: number): Promise<string[]> {
	return await until(
		`${count} ended executions`,
		async () => {
			const found = await client.listExecutions({ workflowId });
			const ends = found.map(({ status }) => status);
			const isOver = ends.every((status) => status !== 'new' && status !== 'running');
			return isOver && ends.length >= count ? ends : undefined;
		},
		60_000,
	);
}

async function insertRows(
	{ path }: ExampleTable,
	data: Array<Record<string, unknown>>,
): Promise<void> {
	await client.request('POST', `${path}/insert`, { data, returnType: 'count' });
}

describe('call-results-to-table.json', () => {
	it('has one row for each call, merged from its record, recording and dialog', async () => {
		const table = await importTable(client, 'AI calls');
		const { id, webhook } = await start(
			'call-results-to-table.json',
			pickTables({ 'AI calls': table }),
		);
		const count = 8;
		const received = await callCustomers(count, `${webhook}/push`);
		// two records of each call at least, each twice
		expect(received).toBeGreaterThanOrEqual(4 * count);

		const ends = await endsOf(id, received);
		expect(ends).toEqual(Array.from({ length: received }, () => 'success'));
		const rows = await rowsOf(table);
		expect(rows).toHaveLength(count);
		expect(new Set(rows.map(({ callUuid }) => callUuid)).size).toBe(count);
		for (const row of rows) {
			const n = Number(String(row.number).slice(3));
			expect(row).toMatchObject({
				direction: 'outbound',
				outcome: expect.stringMatching(/^[a-zA-Z]+$/),
				taskId: expect.any(String),
			});
			expect(JSON.parse(String(row.customerRow))).toEqual({
				客户手机号码: mobile(n),
				姓名: NAMES[n % 3],
				订单号: `0${n}`,
			});
			expect(row.taskDataId).toMatch(/^4129076350188421\d\d$/);
			if (row.answeredAt === null) {
				expect(row).toMatchObject({ callSeconds: '0', transcript: null, recordingUrl: null });
			} else {
				expect(row.transcript).toMatch(/^Robot: .+\nCustomer: /);
				expect(row.recordingUrl).toContain(String(row.callUuid));
				expect(row.recordingSeconds).toBe(row.callSeconds);
			}
		}
		expect(rows.filter(({ answeredAt }) => answeredAt !== null).length).toBeGreaterThan(0);

		// the only record of an inbound call is no preliminary one
		await postPush(`${webhook}/push`, {
			call_uuid: 'inbound',
			direction: 1,
			caller: mobile(99),
			time_answer: 1767229208000,
			time_hangup: 1767229239000,
			duration_call: 31,
		});
		expect(await endsOf(id, received + 1)).toContain('success');
		expect(await rowsOf(table)).toContainEqual(
			expect.objectContaining({ callUuid: 'inbound', outcome: 'answered', number: mobile(99) }),
		);
	});
});

describe('call-record-to-crm.json', () => {
	let crm: Server;
	const updates: Array<{ method?: string; path?: string; body: Record<string, unknown> }> = [];

	beforeAll(async () => {
		crm = createServer(async (request, response) => {
			const body = JSON.parse(await text(request)) as Record<string, unknown>;
			updates.push({ method: request.method, path: request.url, body });
			response.setHeader('content-type', 'application/json').end('{"ok":true}');
		}).listen(0, '127.0.0.1');
		await once(crm, 'listening');
	});
	afterAll(() => void crm.close());

	it('tells the CRM how each call ended; a push that comes twice writes the same again', async () => {
		const crmUrl = `http://127.0.0.1:${(crm.address() as AddressInfo).port}`;
		const { id, webhook } = await start('call-record-to-crm.json', ({ type, parameters }) =>
			type === 'n8n-nodes-base.httpRequest'
				? { url: String(parameters.url).replace('https://crm.example.com', crmUrl) }
				: undefined,
		);
		const count = 5;
		await callCustomers(count, `${webhook}/push`);
		// of the pushes of a call only the outbound record, twice, starts the workflow
		const ends = await endsOf(id, 2 * count);
		expect(ends).toEqual(Array.from({ length: 2 * count }, () => 'success'));

		const calls = new Map(updates.map(({ path, body }) => [path, body]));
		expect(calls.size).toBe(count);
		expect(updates).toHaveLength(2 * count);
		for (const { path, body } of updates) expect(body).toEqual(calls.get(path));
		expect(new Set([...calls.values()].map(({ phone }) => phone)).size).toBe(count);
		for (const { method, path, body } of updates) {
			expect(method).toBe('PUT');
			expect(path).toMatch(/^\/calls\/[0-9a-f-]{36}$/);
			expect(body).toMatchObject({
				direction: 'outbound',
				seconds: expect.any(Number),
				result: expect.any(String),
				customer: { 客户手机号码: body.phone },
			});
		}
	});
});

describe('dialog-context-from-table.json', () => {
	it('answers with the customer’s row, and with the fallback values for a stranger', async () => {
		const table = await importTable(client, 'Dialog customers');
		await insertRows(table, [
			{ callRelationId: 'relation-1', customerName: '张三', orderNumber: '0042' },
			{ callRelationId: 'relation-2', customerName: '李四', orderNumber: '0043' },
		]);
		const { webhook } = await start('dialog-context-from-table.json', (node) => ({
			...pickTables({ 'Dialog customers': table })(node),
			// a machine that runs tests beside it may be slower than the platform wants
			...(node.type.endsWith('iflytekAiCallTrigger') && { options: { respondWithin: 2500 } }),
		}));
		await control(emulator, 'aicall-settings', {
			contextTimeout: 5000,
			urls: [{ url: `${webhook}/context`, url_module: 'getDialogContext' }],
		});
		for (const callRelationId of ['relation-2', 'relation-1', 'stranger']) {
			await control(emulator, 'aicall-inbound', { count: 1, callRelationId, robotId: '3101' });
			await control(emulator, 'aicall-clock', { runOut: true });
			await emulator.aiCall.pushes.whenIdle();
		}
		const { contexts } = emulator.aiCall.pushes.view();
		const answers = contexts
			.slice(-3)
			.map(({ answer, valid }) => ({ valid, map: JSON.parse(answer) }));
		expect(answers).toEqual([
			{ valid: true, map: { 姓名: '李四', 订单号: '0043' } },
			{ valid: true, map: { 姓名: '张三', 订单号: '0042' } },
			{ valid: true, map: { 姓名: '客户', 订单号: '您的订单' } },
		]);
	});
});

describe('call-again-tomorrow.json', () => {
	const DAY = 86_400_000;
	const missed = mobile(501);
	const invalid = mobile(502);
	const talked = mobile(503);
	const missedToday = mobile(504);
	const annoyed = mobile(505);
	const away = mobile(506);

	const accepted = async () => {
		const { numbers } = (await control(emulator, 'aicall-ledger', {})) as {
			numbers: Array<{ number: string; accepted: number }>;
		};
		const ours = [missed, invalid, talked, missedToday, annoyed, away];
		return Object.fromEntries(
			numbers
				.filter((line) => ours.includes(line.number) && line.accepted > 0)
				.map((line) => [line.number, line.accepted]),
		);
	};

	it('calls those again who were not reached before today, three times at most', async () => {
		const ledger = await importTable(client, 'AI call ledger');
		const doNotCall = await importTable(client, 'Do not call');
		const locator = (value: string) => ({ __rl: true, mode: 'list', value });
		const { id, webhook } = await start('call-again-tomorrow.json', (node) => ({
			...pickTables({ 'AI call ledger': ledger, 'Do not call': doNotCall })(node),
			...(node.name === 'Place Calls' && {
				script: locator('3104'),
				line: locator('02566800002'),
				mode: 'live',
				// the days of this test are one day
				options: {
					...(node.parameters.options as object),
					...CALLS_AT_ONCE.options,
					sameRowAgain: 'always',
				},
			}),
		}));
		const monday = Date.UTC(2026, 10, 2, 2);
		const atTen = (day: number) => monday + day * DAY;
		/** what the example takes for the day in China */
		const TODAY = "$now.setZone('Asia/Shanghai').toISODate()";
		const { nodes: undated } = await client.getWorkflow(id);
		const run = async (day: number) => {
			const date = new Date(atTen(day)).toISOString().slice(0, 10);
			const dated = JSON.stringify(undated).replaceAll(TODAY, `'${date}'`);
			await client.updateWorkflow(id, { nodes: JSON.parse(dated) as typeof undated });
			return await client.runToEnd(id, { trigger: 'Weekdays at 10:00' });
		};
		const runTheSchedule = async (day: number) => {
			const execution = await run(day);
			expect(execution.data.resultData.error).toBeUndefined();
		};
		const pushed = async (...bodies: object[]) => {
			const before = (await client.listExecutions({ workflowId: id })).length;
			await Promise.all(bodies.map(async (body) => await postPush(`${webhook}/push`, body)));
			await endsOf(id, before + bodies.length);
		};
		const stateOf = async (phone: string, day: number) => {
			const decided = nodeItems(await run(day), 'Decide');
			return decided.find(({ json }) => json.phone === phone)?.json;
		};

		// each push twice at the same moment
		const twice = (body: object) => [body, body];
		await pushed(...twice(finalRecord(missed, '20', atTen(0))));
		await pushed(finalRecord(invalid, '6', atTen(0)), finalRecord(talked, '0', atTen(0)));
		await pushed(finalRecord(missedToday, '20', atTen(1)));
		await runTheSchedule(1);
		expect(await accepted()).toEqual({ [missed]: 1 });

		// once a day
		await runTheSchedule(1);
		expect(await accepted()).toEqual({ [missed]: 1 });

		// the record of that call never came: it counts all the same
		await pushed(finalRecord(missedToday, '0', atTen(1)));
		await runTheSchedule(2);
		expect(await accepted()).toEqual({ [missed]: 2 });

		// this was its third call
		const { rows } = (await control(emulator, 'aicall-ledger', {})) as {
			rows: Array<{ number: string; taskDataId: string }>;
		};
		const { taskDataId } = rows.filter(({ number }) => number === missed).at(-1)!;
		const last = { ...finalRecord(missed, '20', atTen(2)), task_data_id: taskDataId };
		await pushed(...twice(last));
		expect(await stateOf(missed, 3)).toMatchObject({ calls: 3, decision: 'called often enough' });
		expect(await accepted()).toEqual({ [missed]: 2 });

		// who wants no more calls is written down, in whatever order the events come; a machine is nobody
		for (const [phone, words] of [
			[annoyed, '别再给我打电话了'],
			[away, '您好，您所拨打的用户暂时无法接听，请在嘀声后留言'],
		]) {
			const record = { ...finalRecord(phone, '0', atTen(2)), time_answer: atTen(2) + 8000 };
			const dialog = [{ seq: 1, role: 'customer', text_man: words }];
			const heard = { call_uuid: record.call_uuid, task_data_id: '1', tag_max: 'C', dialog };
			await pushed(...twice(heard), ...twice({ ...record, duration_call: 20 }));
		}
		expect(await stateOf(annoyed, 3)).toMatchObject({ decision: 'wants no more calls' });
		expect(new Set((await rowsOf(doNotCall)).map(({ phone }) => phone))).toEqual(
			new Set([annoyed]),
		);
		expect((await rowsOf(doNotCall))[0].reason).toContain('别再给我打电话了');
		expect(await accepted()).toEqual({ [missed]: 2, [away]: 1 });
	});
});

describe('report-on-call-task.json', () => {
	let mailbox: SmtpServer;
	const letters: string[] = [];

	beforeAll(async () => {
		mailbox = createSmtpServer((letter) => letters.push(letter)).listen(0, '127.0.0.1');
		await once(mailbox, 'listening');
	});
	afterAll(() => void mailbox.close());

	it('counts calls, talk time and billed minutes by outcome and intention, as table and e-mail', async () => {
		const table = await importTable(client, 'AI calls');
		const taskId = '610027394152961';
		const call = (outcome: string, callSeconds: number, intention?: string) => ({
			callUuid: `${outcome}-${callSeconds}`,
			taskId,
			outcome,
			callSeconds,
			...(outcome === 'answered' && { answeredAt: '2026-11-22T10:00:08.000+08:00' }),
			...(intention && { intention }),
		});
		await insertRows(table, [
			call('answered', 61, 'A'),
			call('answered', 59, 'B'),
			// how long it rang is no talk
			call('noAnswer', 45),
			{ ...call('answered', 600, 'A'), callUuid: 'other', taskId: 'another task' },
		]);
		const smtp = await client.createCredential({
			name: 'Mailbox',
			type: 'smtp',
			data: {
				host: '127.0.0.1',
				port: (mailbox.address() as AddressInfo).port,
				secure: false,
				disableStartTls: true,
				user: '',
				password: '',
				hostName: '',
			},
		});
		const example = readExample('report-on-call-task.json');
		const nodes = example.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...pickTables({ 'AI calls': table })(node) },
			...(node.name === 'Send Report' && {
				credentials: { smtp: { id: smtp.id, name: smtp.name } },
			}),
		}));
		const { id } = await importWorkflow(client, { ...example, nodes }, { ...credentials, smtp });
		const execution = await client.runToEnd(id);
		expect(execution.data.resultData.error).toBeUndefined();

		const rows = nodeItems(execution, 'Report').map(({ json }) => Object.values(json).join(' '));
		expect(rows.sort()).toEqual([
			'Intention (none) 1 0 0',
			'Intention A 1 1 2',
			'Intention B 1 1 1',
			'Outcome answered 2 2 3',
			'Outcome noAnswer 1 0 0',
		]);
		await until('the e-mail', async () => letters.length > 0 || undefined);
		expect(letters).toHaveLength(1);
		expect(letters[0]).toMatch(/^Subject: Call task 610027394152961: 3 calls\r?$/m);
		// quoted-printable breaks long lines
		expect(letters[0].replace(/=\r\n/g, '')).toMatch(/>answered<\/td>/);
	});
});

describe('share-call-events.json', () => {
	it('hands each event to every workflow that wants it, and one that fails holds up none', async () => {
		const subWorkflow = async (name: string, last: WorkflowNode) => {
			const first: WorkflowNode = {
				id: `${name}-1`,
				name: 'First',
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				position: [0, 0],
				parameters: { inputSource: 'passthrough' },
			};
			const { id } = await client.createWorkflow({
				name,
				nodes: [first, last],
				connections: { First: { main: [[{ node: last.name, type: 'main', index: 0 }]] } },
			});
			await client.activate(id).catch(() => undefined);
			return id;
		};
		const failing = await subWorkflow(
			'Fails',
			step('Stop', 'stopAndError', 1, { errorMessage: 'no' }),
		);
		const archive = await subWorkflow('Archive', step('Keep', 'noOp', 1));
		const { webhook } = await start('share-call-events.json', ({ name }) =>
			name.endsWith('Workflow')
				? {
						workflowId: {
							__rl: true,
							mode: 'list',
							value: name === 'CRM Workflow' ? failing : archive,
						},
					}
				: undefined,
		);
		const bodies = [
			finalRecord(mobile(1), '0', Date.now()),
			{ call_uuid: 'u', url: 'a.wav', size: 1, duration: 2 },
		];
		for (const body of bodies) await postPush(`${webhook}/push`, body);
		expect(await endsOf(archive, 2)).toEqual(['success', 'success']);
		expect(await endsOf(failing, 1)).toEqual(['error']);
		const executions = await client.listExecutions({ workflowId: archive });
		const items = await Promise.all(
			executions.map(async ({ id }) => nodeItems(await client.getExecution(id), 'First')[0].json),
		);
		expect(items.map(({ event }) => event).sort()).toEqual(['callRecord', 'recording']);
	});
});

describe('place-call-and-wait.json with resume-when-call-ends.json', () => {
	let table: ExampleTable;
	let resumer: { id: string; url: string };

	beforeAll(async () => {
		table = await importTable(client, 'AI calls waiting');
		resumer = await publishResumer(client, credentials, table);
	});

	const caller = async (phone: string) => await importCaller(client, credentials, table, phone);
	const rowOf = async (phone: string) => {
		const { rows } = (await control(emulator, 'aicall-ledger', {})) as {
			rows: Array<{ number: string; taskDataId: string }>;
		};
		return rows.find(({ number: called }) => called === phone)!.taskDataId;
	};

	it('goes on with the outcome; a second result of the call does no harm', async () => {
		const phone = mobile(601);
		const executionId = String(await client.run(await caller(phone)));
		await untilWaiting(client, executionId);
		const body = answeredRecord(await rowOf(phone), phone);
		await postPush(resumer.url, body);
		await postPush(resumer.url, body);
		const execution = await endOf(client, executionId);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(nodeItems(execution, 'Call Ended').map(({ json }) => json)).toEqual([
			expect.objectContaining({ outcome: 'answered', callAgain: 'no', callSeconds: '31' }),
		]);
	});

	it('does not wait for a result that came before the call was written down', async () => {
		const { done } = await signedIn(emulator);
		const other = { robot_id: '3104', call_column: COLUMNS.slice(0, 2) };
		await done('aicall-callout', {
			...callOut(),
			...other,
			call_list: [[mobile(602), '张伟']],
		});
		const next = String(BigInt(await rowOf(mobile(602))) + 1n);
		const phone = mobile(603);
		await postPush(resumer.url, answeredRecord(next, phone));
		await until('the result', async () =>
			(await rowsOf(table)).some((row) => row.taskDataId === next && row.outcome),
		);
		const execution = await client.runToEnd(await caller(phone));
		expect(await rowOf(phone)).toBe(next);
		expect(nodeItems(execution, 'Call Ended')).toHaveLength(1);
		expect(execution.data.resultData.runData).not.toHaveProperty('Wait for Result');
	});

	it('waits on when it was resumed too early', async () => {
		const phone = mobile(605);
		const executionId = String(await client.run(await caller(phone)));
		await untilWaiting(client, executionId);
		const taskDataId = await rowOf(phone);
		const row = (await rowsOf(table)).find((each) => each.taskDataId === taskDataId)!;
		await fetch(String(row.resumeUrl), { method: 'POST' });
		await until(
			'a look in vain',
			async () => {
				const { status, data } = await client.getExecution(executionId);
				const isBack = status === 'waiting' && 'Look Up Result' in data.resultData.runData;
				return isBack || undefined;
			},
			60_000,
		);
		await postPush(resumer.url, answeredRecord(taskDataId, phone));
		const items = nodeItems(await endOf(client, executionId), 'Call Ended');
		expect(items.map(({ json }) => json.outcome)).toEqual(['answered']);
	});

	// the second result of a call is offered to its address for 8 s
	it('has no run of the other half that ends red', async () => {
		const ends = await endsOf(resumer.id, 4);
		expect(new Set(ends)).toEqual(new Set(['success']));
	});
});
