/** Days of the example that calls again who was not reached, on PostgreSQL, with a bad night now and then. */
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	importTable,
	importWorkflow,
	nodeItems,
	pickDataTables,
	readExample,
	type Execution,
} from '../n8n/harness';
import { clockEnv, ShiftedClock } from '../n8n/harness/clock';
import { executionsOf, untilAllEnded, untilNoneRuns } from './executions';
import { callForReal, hours } from '../support/ourNodes';
import { inParallel } from './workflows';
import { until } from '../support/until';
import { workerOf, type Bench } from './bench';
import { push } from './callTables';

/** How a call ends: the last two are answered. A call whose record is lost was not answered. */
type Fate = 'noAnswer' | 'lost' | 'invalid' | 'voicemail' | 'talked' | 'noMoreCalls';

/** What goes wrong on a day. */
type Trouble =
	| 'killed' // the worker is killed when the platform has taken the first of the requests
	| 'answerLost' // a request is taken, and its answer lost
	| 'requestLost' // a request does not get there, which n8n cannot know
	| 'closed' // the clock holds everybody back, and the run is started again later
	| 'twoRuns'; // two runs are started at the same moment

export interface Day {
	trouble?: Trouble;
	/** numbers that another workflow calls for the first time */
	newcomers: number;
}

export interface Person {
	phone: string;
	/** the days on which the number was called, the first time by another workflow */
	calledOn: number[];
	/** the day on which somebody was reached, declined, or the number turned out to be invalid */
	doneOn?: number;
	/** what the example says of the number after the last day, and how many calls it counts */
	decision?: string;
	counted?: number;
}

export interface Report {
	people: Person[];
	/** of the runs: `success`, or the message of the one that ended red */
	runs: Array<{ day: number; end: string }>;
	/** how the executions that pushes have started have ended: `success`, or what they failed with */
	pushes: Record<string, number>;
	doNotCall: string[];
	seconds: number;
}

/** The first day, a Monday. */
const START = Date.UTC(2026, 10, 2, 2, 5);
const DAY_MS = 86_400_000;
const phoneOf = (n: number): string => `1360000${String(n).padStart(4, '0')}`;
/** What the example takes for the day in China. */
const TODAY = "$now.setZone('Asia/Shanghai').toISODate()";
const DAILY = 'Weekdays at 10:00';
const ANSWERED: Fate[] = ['voicemail', 'talked', 'noMoreCalls'];

/** How the call of a number ends: the same in every trial. */
function fateOf(n: number, call: number): Fate {
	// of a first call without a record the example cannot know
	if (call === 0) return n % 25 === 7 ? 'invalid' : 'noAnswer';
	const draw = (n * 7 + call * 5) % 20;
	if (draw < 10) return 'noAnswer';
	if (draw < 14) return 'lost';
	if (draw < 16) return 'voicemail';
	return draw < 18 ? 'talked' : 'noMoreCalls';
}

/** Lives through the days, by a clock of the workers; each push comes twice at the same moment. */
export async function liveThrough(bench: Bench, days: Day[]): Promise<Report> {
	const folder = await fs.mkdtemp(join(tmpdir(), 'clock-'));
	const clock = new ShiftedClock(join(folder, 'ahead'));
	const env = clockEnv(clock.file);
	const before = [...bench.queue.workers];
	for (let n = 0; n < 2; n++) await bench.queue.startWorker(env);
	for (const worker of before) await worker.stop();
	try {
		return await live(bench, days, clock, env);
	} finally {
		const own = [...bench.queue.workers];
		for (let n = 0; n < 2; n++) await bench.queue.startWorker();
		for (const worker of own) await worker.stop();
		await fs.rm(folder, { recursive: true });
	}
}

async function live(
	bench: Bench,
	days: Day[],
	clock: ShiftedClock,
	env: Record<string, string>,
): Promise<Report> {
	const { queue, emulator, credentials } = bench;
	const { client, database } = queue;
	const started = Date.now();
	const example = readExample('call-again-tomorrow.json');
	const ledger = await importTable(client, 'AI call ledger');
	const doNotCall = await importTable(client, 'Do not call');
	pickDataTables(example, { 'AI call ledger': ledger.id, 'Do not call': doNotCall.id });
	const nodeOf = (name: string) => example.nodes.find((node) => node.name === name)!;
	const place = nodeOf('Place Calls').parameters;
	callForReal(place);
	const { id } = await importWorkflow(client, example, credentials);
	const undated = new Map(
		(await client.getWorkflow(id)).nodes.map(({ name, parameters }) => [name, parameters]),
	);
	let today = '';
	await client.activate(id);
	// the webhook processor serves it
	const webhook = `${queue.webhookUrl}/webhook/${nodeOf('Call Result').webhookId}/push`;

	const people = new Map<string, Person>();
	const runs: Report['runs'] = [];
	const manual: string[] = [];
	let sent = 0;

	const pushAll = async (bodies: object[]) => {
		await inParallel(5, bodies, async (body) => {
			await Promise.all([push(webhook, body), push(webhook, body)]);
		});
		// a push may be answered before it is stored
		sent += 2 * bodies.length;
		await untilAllEnded(database, id, manual.length + sent);
	};
	/** Rows that the platform has taken so far. */
	const taken = () => emulator.aiCall.ledger.view().rows.filter(({ number }) => people.has(number));

	const begin = async (): Promise<string> => {
		// the picked tables and credentials are in the saved workflow; n8n's expressions have a clock of their own
		const saved = await client.getWorkflow(id);
		const nodes = saved.nodes.map((node) => {
			const parameters = node.name === 'Place Calls' ? place : undated.get(node.name)!;
			const dated = JSON.stringify(parameters).replaceAll(TODAY, `'${today}'`);
			return { ...node, parameters: JSON.parse(dated) as typeof parameters };
		});
		await client.updateWorkflow(id, { nodes });
		const execution = String(await client.run(id, { trigger: DAILY }));
		manual.push(execution);
		return execution;
	};
	const finish = async (day: number, execution: string): Promise<Execution> => {
		const ended = await client.waitForExecution(execution, 300_000);
		runs.push({ day, end: ended.data.resultData.error?.message ?? ended.status });
		return ended;
	};
	const run = async (day: number) => await finish(day, await begin());

	const troubled = async (day: number, trouble?: Trouble): Promise<void> => {
		const service = 'aicall-callout';
		if (trouble === 'killed') {
			const before = taken().length;
			emulator.order({ service, kind: 'delay', ms: 10_000 });
			const execution = await begin();
			const worker = await workerOf(bench, execution);
			await until('the first request', () => taken().length > before || undefined, 120_000, 50);
			await worker.kill();
			await queue.startWorker(env);
			await untilNoneRuns(database, id);
			runs.push({ day, end: 'killed' });
			await client.request('POST', `/rest/executions/${execution}/retry`, { loadWorkflow: false });
			const again = await until('the retry', async () => {
				const [newest] = await client.listExecutions({ workflowId: id });
				return newest?.id === execution ? undefined : newest?.id;
			});
			manual.push(again);
			await finish(day, again);
		} else if (trouble === 'closed') {
			Object.assign(place.options as object, hours('22:00', '22:01'));
			await run(day);
			callForReal(place);
			await run(day);
		} else if (trouble === 'twoRuns') {
			const both = [await begin(), await begin()];
			for (const execution of both) await finish(day, execution);
		} else {
			if (trouble === 'answerLost') emulator.order({ service, kind: 'resetAfter' });
			if (trouble === 'requestLost') emulator.order({ service, kind: 'resetBefore' });
			await run(day);
		}
	};

	const setDay = async (day: number) => {
		const time = START + day * DAY_MS;
		today = new Date(time).toISOString().slice(0, 10);
		await clock.set(time);
	};
	let born = 0;
	for (const [day, { trouble, newcomers }] of days.entries()) {
		const before = taken().length;
		await setDay(day);
		if (day > 0) await troubled(day, trouble);
		emulator.aiCall.ledger.view();
		const calls = taken()
			.slice(before)
			.map(({ number, taskDataId }) => ({ phone: number, taskDataId }));
		for (let n = 0; n < newcomers; n++) {
			const phone = phoneOf(born++);
			people.set(phone, { phone, calledOn: [] });
			calls.push({ phone, taskDataId: `other-${phone}` });
		}
		await pushAll(
			calls.flatMap(({ phone, taskDataId }) => {
				const person = people.get(phone)!;
				const fate = fateOf(Number(phone.slice(-4)), person.calledOn.length);
				person.calledOn.push(day);
				if (['invalid', 'talked', 'noMoreCalls'].includes(fate)) person.doneOn ??= day;
				return eventsOf(phone, taskDataId, fate, START + day * DAY_MS);
			}),
		);
	}

	const last = await finish(days.length, await beginLast());
	for (const { json } of nodeItems(last, 'Decide')) {
		const person = people.get(String(json.phone))!;
		Object.assign(person, { decision: json.decision, counted: json.calls });
	}
	const stopped = await database.query<{ phone: string }>(
		`SELECT DISTINCT phone FROM "data_table_user_${doNotCall.id}"`,
	);
	const pushes: Record<string, number> = {};
	for (const { id: execution, status, data } of await executionsOf(database, id)) {
		if (manual.includes(String(execution))) continue;
		const end = data?.resultData.error?.message ?? status;
		pushes[end] = (pushes[end] ?? 0) + 1;
	}
	return {
		people: [...people.values()],
		runs,
		pushes,
		doNotCall: stopped.map(({ phone }) => phone),
		seconds: (Date.now() - started) / 1000,
	};

	/** The morning after: what the example decides, with nobody called any more. */
	async function beginLast(): Promise<string> {
		Object.assign(place, { mode: 'dryRun' });
		await setDay(days.length);
		return await begin();
	}
}

/** What the platform pushes of a call: its record, and what was said to a machine or a person. */
function eventsOf(phone: string, taskDataId: string, fate: Fate, dialedAt: number): object[] {
	if (fate === 'lost') return [];
	const answered = ANSWERED.includes(fate);
	const call = { call_uuid: `${taskDataId}-${phone}-${dialedAt}`, task_data_id: taskDataId };
	const record = {
		...call,
		direction: 2,
		caller: '02566800001',
		callee: phone,
		time_dial: dialedAt,
		time_hangup: dialedAt + 40_000,
		...(answered && { time_answer: dialedAt + 8000 }),
		duration_call: answered ? 32 : 0,
		task_result: answered ? '0' : fate === 'invalid' ? '6' : '20',
		task_tries: 0,
		task_row_index: 1,
		task_row_head: ['客户手机号码', '姓名'],
		task_row_value: [phone, `客户${phone.slice(-4)}`],
	};
	const said: Partial<Record<Fate, string>> = {
		voicemail: '您好，您所拨打的用户暂时无法接听，请在嘀声后留言',
		talked: '好的，可以，明天下午送吧',
		noMoreCalls: '别再给我打电话了',
	};
	const words = said[fate];
	if (words === undefined) return [record];
	const turn = (seq: number, role: string, text: object) => ({ seq, role, node_id: 'n1', ...text });
	const dialog = [
		turn(1, 'robot', { text_robot: '您好，您的订单到了，今天方便收货吗？' }),
		turn(2, 'customer', { text_man: words }),
	];
	return [record, { ...call, tag_max: 'C', tag_min: 'C', dialog }];
}
