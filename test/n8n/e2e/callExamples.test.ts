/** The example workflows that call people, run as a user would, against the platform's own ledger. */
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { postOnce } from '../../emulator/aiCall/delivery';
import {
	createCredentials,
	importWorkflow,
	nodeItems,
	readExample,
	type CredentialsByType,
	type WorkflowNode,
} from '../harness';
import { until } from '../../support/until';
import { connect } from './connection';
import {
	acceptedBy,
	callAtAnyHour,
	createTables,
	ledgerOf,
	ledgerRows,
	listed,
	nodeOf,
	onceEach,
	ROWS,
	statusesOf,
	withList,
} from './support/batches';

const { client, emulator, filesFolder } = connect();
const AI_CALL = 'n8n-nodes-iflytek.iflytekAiCall';
const PHONE_COLUMN = '客户手机号码';

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

const platformLedger = async () => await ledgerOf(emulator);
const acceptedNumbers = async () => await acceptedBy(emulator);

/** The entry of a list in the editor, as the parameter that it becomes when it is picked. */
async function pick(
	methodName: string,
	path: string,
	name: string,
	node: WorkflowNode,
	credentials: CredentialsByType,
) {
	const { parameters } = node;
	const { results } = await client.searchList(
		{ nodeType: AI_CALL, methodName, path: `parameters.${path}`, parameters, credentials },
		{ filter: name },
	);
	expect(results).toHaveLength(1);
	const [{ value, name: cachedResultName }] = results;
	return { __rl: true, mode: 'list', value, cachedResultName };
}

/** Picks script and line, which loads the script's columns into the mapper. */
async function setUp(
	node: WorkflowNode,
	credentials: CredentialsByType,
	script: string,
	line: string,
): Promise<void> {
	const { parameters } = node;
	parameters.script = await pick('searchScripts', 'script', script, node, credentials);
	parameters.line = await pick('searchLines', 'line', line, node, credentials);
	const { fields } = await client.mapperFields({
		nodeType: AI_CALL,
		methodName: 'getColumns',
		path: 'parameters.columns',
		parameters,
		credentials,
	});
	Object.assign(parameters.columns as object, { schema: fields });
	callAtAnyHour(node);
}

describe('call-customers-from-csv.json', () => {
	const phone = (n: number) => `1350000${String(n).padStart(4, '0')}`;
	const customers = Array.from({ length: 60 }, (_, n) => [
		phone(n),
		n % 2 ? '欧阳 "小" 明' : 'Zoë, 🙂',
		`00${n}`,
	]);
	const left = [
		['010-65001234', '张伟', '0100'],
		[phone(7).replace(/^(\d{3})(\d{4})/, '+86 $1 $2 '), '李娜', '0101'],
	];

	const tasks = async () =>
		(await emulator.call('POST', 'aicall-tasks', {})) as Array<Record<string, unknown>>;
	const looksAtTasks = async () =>
		(await emulator.ledger('aicall-query')).services['aicall-query']?.requests ?? 0;

	test('makes a task of the file, starts it and watches it until everybody has been called', async () => {
		const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
		const table = [[PHONE_COLUMN, '姓名', '订单号'], ...customers, ...left];
		await fs.writeFile(
			join(filesFolder, 'customers.csv'),
			`\uFEFF${table.map((row) => row.map(quoted).join()).join('\r\n')}\r\n`,
		);
		const workflow = readExample('call-customers-from-csv.json');
		const credentials = await createCredentials(client, emulator.url);
		await setUp(nodeOf(workflow, 'Run Task'), credentials, '订单回访', '02566800001');
		Object.assign(nodeOf(workflow, 'Wait a Minute').parameters, { amount: 1, unit: 'seconds' });
		const { id } = await importWorkflow(client, workflow, credentials);

		await emulator.call('POST', 'aicall-clock', { speed: 0 });
		const running = await client.run(id);
		await until('the start of the task', async () => {
			const [task] = await tasks();
			return task !== undefined && task.status !== 0;
		});
		const before = await looksAtTasks();
		await until('two looks at it', async () => (await looksAtTasks()) >= before + 2);
		// a day takes some four seconds
		await emulator.call('POST', 'aicall-clock', { speed: 20_000 });
		const execution = await client.waitForExecution(String(running));

		expect(execution.data.resultData.error).toBeUndefined();
		const added = nodeItems(execution, 'Run Task');
		expect(added).toHaveLength(60);
		expect(added[59].json).toMatchObject({ status: 'accepted', taskState: 'started' });
		expect(
			nodeItems(execution, 'Not Added').map(({ json }) => [json[PHONE_COLUMN], json.error]),
		).toMatchObject([
			[left[0][0], { status: 'refused', phone: left[0][0] }],
			[left[1][0], { status: 'notSent', phone: phone(7), duplicateOf: 8 }],
		]);

		const looks = nodeItems(execution, 'Get Task').map(({ json }) => json.statusText);
		expect(looks.length).toBeGreaterThan(2);
		expect(looks.indexOf('finished')).toBe(looks.length - 1);
		const [task] = await tasks();
		const [{ json: summary }] = nodeItems(execution, 'Summary');
		expect(summary).toEqual({
			task: expect.stringMatching(/^Customers \d{4}-\d\d-\d\d \d\d:\d\d$/),
			status: 'finished',
			ended: expect.stringMatching(/^2\d{3}-\S+\+08:00$/),
			rowsInFile: 62,
			rowsInTask: 60,
			numbersCalled: 60,
			callsMade: task.process_count,
			callsAnswered: task.process_through_count,
		});

		expect(await acceptedNumbers()).toEqual(onceEach(customers.map(([number]) => number)));
		const { rows } = await platformLedger();
		expect(rows.map(({ value }) => value)).toEqual(customers);
		const hours = rows.flatMap(({ calls }) => calls).map(({ dialledAt }) => chinaTime(dialledAt));
		expect(hours.length).toBe(summary.callsMade);
		for (const hour of hours) {
			expect(hour).toMatch(/^(09|1[01]|1[4-7]):\d\d$|^12:00$|^13:[345]\d$|^18:00$/);
		}
	});
	test('that has nobody in the task ends red, and says why', async () => {
		await fs.writeFile(
			join(filesFolder, 'customers.csv'),
			`${PHONE_COLUMN},姓名,订单号\n010-65001234,张伟,0100\n`,
		);
		const workflow = readExample('call-customers-from-csv.json');
		const credentials = await createCredentials(client, emulator.url);
		await setUp(nodeOf(workflow, 'Run Task'), credentials, '订单回访', '02566800001');
		const { id } = await importWorkflow(client, workflow, credentials);
		const execution = await client.runToEnd(id);
		expect(execution.data.resultData.error?.message).toMatch(
			/^Nobody is called: The value in the column '客户手机号码' is not a mainland/,
		);
		expect(nodeItems(execution, 'Not Added')).toHaveLength(1);

		// no balance, an unknown script, a wrong secret: every row is good, and none gets into the task
		await fs.writeFile(
			join(filesFolder, 'customers.csv'),
			`${PHONE_COLUMN},姓名,订单号\n${phone(1)},张伟,0100\n`,
		);
		await emulator.order({ service: 'aicall-insert', kind: 'code', code: 200209 });
		const red = await client.runToEnd(id);
		expect(nodeItems(red, 'Not Added')).toHaveLength(1);
		expect(red.data.resultData.error?.message).toMatch(/^Nobody is called: ./);
		expect(await acceptedNumbers()).toEqual({});
	});
});

describe('call-crm-rows-on-schedule.json', () => {
	interface Customer {
		id: number;
		phone: string;
		name: string;
		callStatus: string;
		history: string[];
		taskDataId?: string | null;
		reason?: string | null;
	}
	const LANDLINE = 12;
	const TWIN = 13;
	let crm: Server;
	let customers: Customer[];
	let asked = 0;

	beforeAll(async () => {
		crm = createServer(async (request, response) => {
			let body = '';
			for await (const chunk of request) body += String(chunk);
			const { pathname, searchParams } = new URL(String(request.url), 'http://crm.invalid');
			const customer = customers.find(({ id }) => pathname === `/customers/${id}`);
			const answer = (status: number, content: unknown) =>
				response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(content));
			if (request.method === 'GET' && pathname === '/customers') {
				asked++;
				const due = customers.filter((c) => c.callStatus === searchParams.get('callStatus'));
				answer(
					200,
					due.map(({ id, phone, name }) => ({ id, phone, name })),
				);
			} else if (request.method !== 'PATCH' || !customer) {
				answer(404, { message: 'unknown' });
			} else {
				Object.assign(customer, JSON.parse(body));
				customer.history.push(customer.callStatus);
				answer(200, { id: customer.id });
			}
		}).listen(0, '127.0.0.1');
		await once(crm, 'listening');
	});
	afterAll(() => void crm.close());

	test('calls the due customers when their time comes, and tells the CRM what became of each', async () => {
		customers = Array.from({ length: 60 }, (_, id) => ({
			id,
			phone: id === LANDLINE ? '025-86001234' : `1360000${String(id).padStart(4, '0')}`,
			name: `客户${id}`,
			callStatus: id % 6 === 5 ? 'called last week' : 'due',
			history: [],
		}));
		customers[TWIN].phone = customers[10].phone;
		const due = customers.filter(({ callStatus }) => callStatus === 'due');
		const called = due.filter(({ id }) => ![LANDLINE, TWIN].includes(id));

		const workflow = readExample('call-crm-rows-on-schedule.json');
		const credentials = await createCredentials(client, emulator.url);
		await setUp(nodeOf(workflow, 'Place Calls'), credentials, '满意度调查', '02566800002');
		const address = `http://127.0.0.1:${(crm.address() as AddressInfo).port}`;
		for (const { type, parameters } of workflow.nodes) {
			if (type !== 'n8n-nodes-base.httpRequest') continue;
			parameters.url = String(parameters.url).replace('https://crm.example.com', address);
		}
		nodeOf(workflow, 'Weekdays at 10:00').parameters = {
			rule: { interval: [{ field: 'cronExpression', expression: '*/10 * * * * *' }] },
		};
		const { id } = await importWorkflow(client, workflow, credentials);
		await client.activate(id);
		try {
			await until('the schedule', async () => asked > 0);
		} finally {
			await client.deactivate(id);
		}
		const [{ id: executionId, mode }] = await until('the run', async () => {
			const executions = await client.listExecutions({ workflowId: id });
			return executions.length > 0 && executions;
		});
		expect(mode).toBe('trigger');
		const execution = await client.waitForExecution(executionId);
		expect(execution.data.resultData.error).toBeUndefined();

		expect(await acceptedNumbers()).toEqual(onceEach(called.map(({ phone }) => phone)));
		const { rows } = await platformLedger();
		expect(rows.map(({ value }) => value)).toEqual(called.map(({ phone, name }) => [phone, name]));
		for (const { phone, history, callStatus, taskDataId } of called) {
			expect([phone, callStatus, history]).toEqual([phone, 'accepted', ['accepted']]);
			expect(taskDataId).toBe(rows.find(({ number }) => number === phone)?.taskDataId);
		}
		expect(customers[LANDLINE]).toMatchObject({
			history: ['refused'],
			taskDataId: null,
			reason: expect.stringContaining('is not a mainland mobile number'),
		});
		expect(customers[TWIN]).toMatchObject({ history: ['duplicate'], taskDataId: null });
		// 50 were due: one batch
		expect((await platformLedger()).totals.submissions).toBe(1);
	});

	test('outside the calling hours leaves everybody due, and ends red', async () => {
		customers = Array.from({ length: 3 }, (_, id) => ({
			id,
			phone: `1361000000${id}`,
			name: `客户${id}`,
			callStatus: 'due',
			history: [],
		}));
		const workflow = readExample('call-crm-rows-on-schedule.json');
		const credentials = await createCredentials(client, emulator.url);
		await setUp(nodeOf(workflow, 'Place Calls'), credentials, '满意度调查', '02566800002');
		const address = `http://127.0.0.1:${(crm.address() as AddressInfo).port}`;
		for (const { type, parameters } of workflow.nodes) {
			if (type !== 'n8n-nodes-base.httpRequest') continue;
			parameters.url = String(parameters.url).replace('https://crm.example.com', address);
		}
		const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours();
		const [from, to] = hour < 12 ? ['22:00', '22:01'] : ['03:00', '03:01'];
		const { parameters } = nodeOf(workflow, 'Place Calls');
		Object.assign(parameters.options as object, { callingHours: { hours: [{ from, to }] } });
		const { id } = await importWorkflow(client, workflow, credentials);
		const execution = await client.runToEnd(id);
		expect(execution.data.resultData.error?.message).toMatch(/^No customer of the last batch/);
		expect(customers.map(({ history }) => history)).toEqual([['due'], ['due'], ['due']]);
		expect(await acceptedNumbers()).toEqual({});
	});
});

describe('call-a-list-in-batches.json', () => {
	test('in a dry run calls nobody, and leaves the rows waiting', async () => {
		const tables = await createTables(client);
		const workflow = withList(tables);
		nodeOf(workflow, 'Place Calls').parameters.mode = 'dryRun';
		const credentials = await createCredentials(client, emulator.url);
		const { id } = await importWorkflow(client, workflow, credentials);
		const execution = await client.runToEnd(id);
		expect(execution.data.resultData.error?.message).toBe(
			'No row of the last batch was accepted: This is a dry run',
		);
		expect(nodeItems(execution, 'Place Calls')).toHaveLength(50);
		expect(statusesOf(await ledgerRows(client, tables.list.path))).toEqual({
			waiting: ROWS,
		});
		expect((await platformLedger()).totals.submissions).toBe(0);
	});

	test('leaves out who must not be called, and ends red after a batch without an accepted row', async () => {
		const tables = await createTables(client);
		await client.request('POST', `${tables.doNotCall.path}/insert`, {
			data: [
				{ phone: listed(1).replace(/^(\d{3})/, '+86 $1-'), reason: '别再打了' },
				// two in one cell: the node finds both
				{ phone: `${listed(5)}/${listed(6)}` },
			],
			returnType: 'count',
		});
		const workflow = withList(tables);
		const credentials = await createCredentials(client, emulator.url);
		const { id } = await importWorkflow(client, workflow, credentials);
		// a gateway that answers 502 to everything: nobody knows who is called
		await emulator.order({
			service: 'aicall-callout',
			kind: 'status',
			status: 502,
			times: 'always',
		});
		const execution = await client.runToEnd(id);
		expect(execution.data.resultData.error?.message).toMatch(
			/^No row of the last batch was accepted: ./,
		);
		const rows = await ledgerRows(client, tables.list.path);
		const { unknown = 0, waiting = 0, ...others } = statusesOf(rows);
		expect(others).toEqual({});
		for (const n of [1, 5, 6]) {
			expect(rows[n]).toMatchObject({
				status: 'waiting',
				reason: "The number is in 'Do Not Call'",
			});
		}
		expect(unknown).toBeGreaterThan(0);
		expect(unknown).toBeLessThanOrEqual(60);
		expect(waiting).toBe(ROWS - unknown);
	});

	test('hears who was reached and who wants no more calls', async () => {
		const tables = await createTables(client, []);
		const workflow = withList(tables);
		const trigger = nodeOf(workflow, 'Call Dialog');
		delete trigger.disabled;
		const credentials = await createCredentials(client, emulator.url);
		const { id } = await importWorkflow(client, workflow, credentials);
		await client.activate(id);
		const said = {
			annoyed: '别再给我打电话了',
			away: '您所拨打的用户暂时无法接听',
			glad: '好的可以',
		};
		await client.request('POST', `${tables.list.path}/insert`, {
			data: Object.keys(said).map((name, n) => ({
				phone: listed(n),
				name,
				taskDataId: name,
				status: 'accepted',
				mayHaveBeenCalled: 'true',
			})),
			returnType: 'count',
		});
		for (const [name, words] of Object.entries(said)) {
			const dialog = [{ seq: 1, role: 'customer', text_man: words }];
			const body = { call_uuid: name, task_data_id: name, tag_max: 'C', dialog };
			const url = `${client.url}/webhook/${trigger.webhookId}/push`;
			const { answer } = await postOnce(url, JSON.stringify(body), 60_000);
			expect(answer).toBe('success');
		}
		await until('the runs', async () => {
			const runs = await client.listExecutions({ workflowId: id });
			return runs.filter(({ status }) => status === 'success').length === 3 || undefined;
		});
		const rows = await ledgerRows(client, tables.list.path);
		expect(rows.map(({ status }) => status)).toEqual(['doNotCall', 'notReached', 'accepted']);
		const { data } = await client.request<{ data: object[] }>(
			'GET',
			`${tables.doNotCall.path}/rows?take=9`,
		);
		expect(data).toMatchObject([{ phone: listed(0), reason: said.annoyed }]);
	});
});

/** Hours and minutes in China of a time in milliseconds. */
function chinaTime(time: number): string {
	return new Date(time + 8 * 3_600_000).toISOString().slice(11, 16);
}
