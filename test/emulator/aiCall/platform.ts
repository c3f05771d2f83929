import { createHash } from 'node:crypto';
import { has, type Manner } from '../core/habits';
import { checked } from '../core/rules';
import { ControlError, type JsonObject, type Voice } from '../core/types';
import type { AiCallAccount } from './accounts';
import { SimulatedClock } from './clock';
import { Refusal } from './codes';
import { Dialler, inboundOrder } from './dialler';
import { NumberLedger, type Submission } from './numberLedger';
import type { Caller } from './operations';
import { parsePeriod } from './periods';
import { PushQueue } from './pushQueue';
import {
	changeAiCallSettings,
	type AiCallSettings,
	type AiCallSettingsChange,
	type Line,
	type Script,
} from './settings';
import { findTasks, SORT_NAMES, SORT_ORDERS, taskRecord, type Row, type Task } from './tasks';
import { Tokens } from './tokens';

const MAX_ROWS = 50;
/** Ids count up by one; those of rows are above 2^53, as seen. */
const FIRST_TASK = 610_027_394_152_961n;
const FIRST_ROW = 412_907_635_018_842_113n;
const MOBILE = /^1[3-9]\d{9}$/;

/** The call platform: its account, tokens, tasks, clock and dialler. */
export class AiCallPlatform {
	readonly clock = new SimulatedClock();
	readonly tokens: Tokens;
	readonly ledger = new NumberLedger();
	readonly pushes = new PushQueue(() => this.settings);
	readonly dialler: Dialler;
	settings: AiCallSettings;
	tasks: Task[] = [];
	private taskCount = 0n;
	private rowCount = 0n;

	constructor(
		readonly accounts: AiCallAccount[],
		private readonly initialSettings: AiCallSettings,
		private readonly manner: () => Manner,
		onToken?: (token: string) => void,
	) {
		const settings = (): AiCallSettings => this.settings;
		this.dialler = new Dialler(this.clock, this.pushes, this.ledger, settings, manner);
		this.tokens = new Tokens(onToken);
		this.settings = initialSettings;
	}

	/** Changes settings and returns them; throws a ControlError naming what cannot be set so. */
	set(change: AiCallSettingsChange): AiCallSettings {
		this.settings = changeAiCallSettings(this.settings, change);
		this.dialler.refresh();
		return this.settings;
	}

	/** Lets inbound calls come to the first application; returns their relation ids. */
	receiveCalls(order: unknown = {}): string[] {
		const [account] = this.accounts;
		if (!account) throw new ControlError('There is no application to receive calls.');
		return this.dialler.receive(checked(inboundOrder, order, 'inbound'), account);
	}

	reset(): void {
		this.settings = this.initialSettings;
		this.clock.reset();
		this.tokens.reset();
		this.ledger.reset();
		this.pushes.reset();
		this.dialler.reset();
		this.tasks = [];
		this.taskCount = 0n;
		this.rowCount = 0n;
	}

	/** Spec: 2. Query configuration. The observed voice leaves out the lists not asked for. */
	configuration(type: number): JsonObject {
		const observed = this.manner().voice === 'observed';
		const list = (kind: number, build: () => unknown[]): unknown[] | undefined => {
			if (type === 0 || type === kind) return build();
			return observed ? undefined : [];
		};
		const { lines, robots, urls, voices } = this.settings;
		return {
			lines: list(2, () => lines.map((line) => this.lineRecord(line, observed))),
			robots: list(1, () => robots.map((robot) => this.robotRecord(robot, observed))),
			urls: list(3, () => urls),
			voices: list(4, () =>
				voices.map((voice) =>
					observed ? { ...voice, code: voice.voice_code, name: voice.voice_name } : voice,
				),
			),
			...(observed && (type === 0 || type === 1) && { robotTotal: robots.length }),
		};
	}

	private lineRecord(line: Line, observed: boolean): JsonObject {
		const status = this.userOf(line.line_num) ? 1 : 0;
		const { line_num, concurrents, time_work, time_apply, time_expire } = line;
		const record: JsonObject = {
			line_num,
			concurrents,
			time_work: this.listOf(time_work),
			status,
			time_apply,
			time_expire,
		};
		if (observed) record.expired = this.isUsable(line) ? 0 : 1;
		const sparse = has(this.manner(), 'sparseConfiguration') && !this.isUsable(line);
		return sparse ? { ...record, concurrents: undefined } : record;
	}

	private robotRecord(robot: Script, observed: boolean): JsonObject {
		const record: JsonObject = { ...robot, call_column: this.listOf(robot.call_column) };
		if (observed) record.robot_uuid = `uuid-${robot.robot_id}`;
		if (!has(this.manner(), 'sparseConfiguration')) return record;
		if (robot.status !== 4) record.call_column = null;
		return robot.deleted ? { ...record, robot_name: undefined } : record;
	}

	private listOf(values: string[]): string[] | string {
		return has(this.manner(), 'listsAsText') ? JSON.stringify(values) : values;
	}

	/** Spec: 3. Direct outbound call. */
	callOut(body: JsonObject, caller: Caller): JsonObject {
		const pool = this.poolOf(caller.account);
		const columns = body.call_column as string[];
		const list = body.call_list as string[][];
		const submission = this.open('aicall-callout', pool?.id ?? '', list, caller);
		return this.submitted(submission, () => {
			checkCount(list);
			const robot = this.usableRobot(String(body.robot_id));
			const line = this.usableLine(String(body.line_num));
			const speed = (body.robot_speed as number | undefined) ?? 0;
			if (speed < -500 || speed > 500) throw new Refusal(200206);
			if (this.userOf(line.line_num)) throw new Refusal(3030002);
			this.checkVoice(body.voice_code as string | undefined);
			checkColumns(robot, columns, list);
			for (const row of list) this.checkNumber(row[0] as string);
			caller.checked();
			const task = pool ?? this.newPool(caller.account);
			submission.taskId = task.id;
			return this.take(submission, task, robot, [line.line_num], columns, list);
		});
	}

	/** Spec: 5. Submit task data. */
	insert(body: JsonObject, caller: Caller): JsonObject {
		const taskId = String(body.task_id);
		const columns = body.call_column as string[];
		const list = body.call_list as string[][];
		const submission = this.open('aicall-insert', taskId, list, caller);
		return this.submitted(submission, () => {
			const task = this.task(taskId, caller.account);
			if (task.status === 4) throw new Refusal(3010101);
			if (task.type === 2) throw new Refusal(200202, 'the task is the pool of direct calls');
			if (task.status !== 0) {
				throw new Refusal(200200, 'the task has been started');
			}
			checkCount(list);
			const robot = this.usableRobot(task.robotId);
			checkColumns(robot, columns, list);
			for (const row of list) this.checkNumber(row[0] as string);
			caller.checked();
			return this.take(submission, task, robot, task.lines, columns, list);
		});
	}

	/** Spec: 4. Create outbound task. */
	create(body: JsonObject, { account, voice, checked }: Caller): JsonObject {
		const given = body as {
			task_name: string;
			line_num: string;
			robot_id: string;
			recall_count?: number;
			time_recall_wait?: number;
			time_range?: string[];
			time_begin?: number;
			time_end?: number;
			voice_code?: string;
		};
		if (given.task_name.trim() === '') throw new Refusal(10005, "'task_name' is empty");
		const { time_begin: begin, time_end: end, time_range: periods = [] } = given;
		if (begin === undefined && voice === 'observed') {
			throw new Refusal(10005, "'time_begin' is missing");
		}
		checkMilliseconds('time_begin', begin);
		checkMilliseconds('time_end', end);
		if (end !== undefined && end <= (begin ?? 0)) {
			throw new Refusal(10005, "'time_end' is not after 'time_begin'");
		}
		for (const period of periods) {
			if (!parsePeriod(period)) throw new Refusal(10005, `'${period}' is not a period`);
		}
		const robot = this.usableRobot(given.robot_id);
		const separator = voice === 'observed' ? /[;,]/ : ';';
		const lines = given.line_num.split(separator).map((number) => this.usableLine(number).line_num);
		if (new Set(lines).size < lines.length) throw new Refusal(10005, 'a line is named twice');
		this.checkVoice(given.voice_code);
		checked();
		const now = this.clock.now();
		const task = this.newTask(account, {
			name: given.task_name,
			lines,
			robotId: robot.robot_id,
			robotName: robot.robot_name,
			voiceCode: given.voice_code ?? '',
			recallCount: given.recall_count ?? 0,
			recallWait: given.time_recall_wait ?? 0,
			periods,
			begin: begin ?? now,
			end: end ?? 0,
		});
		return { task_id: task.id };
	}

	/** Spec: 6. Start. A task that is started already stays so, with code 0. */
	start(taskId: string, { account, checked }: Caller): JsonObject {
		const task = this.normalTask(taskId, account);
		if (task.status === 4) throw new Refusal(3010101);
		if (task.status === 1 || task.status === 2) return {};
		if (task.lines.some((line) => this.userOf(line))) throw new Refusal(3030002);
		checked();
		const first = task.status === 0;
		task.status = 1;
		this.dialler.start(task);
		if (first && task.end !== 0) this.dialler.endAt(task, Math.max(task.end, this.clock.now()));
		return {};
	}

	/** Spec: 7. Pause. A paused task stays so, with code 0. */
	pause(taskId: string, { account, checked }: Caller): JsonObject {
		const task = this.normalTask(taskId, account);
		if (task.status === 4) throw new Refusal(3010101);
		if (task.status === 0) throw new Refusal(200200, 'the task has not been started');
		checked();
		task.status = 3;
		return {};
	}

	/** Spec: 8. Delete. Numbers not yet called are dropped; calls under way go on to their end. */
	delete(taskId: string, { account, checked }: Caller): JsonObject {
		const task = this.normalTask(taskId, account);
		checked();
		task.deleted = true;
		this.dialler.drop(task);
		return {};
	}

	/** Spec: 9. Query tasks. Deleted ones and the pool are among them. */
	query(filter: JsonObject, { account, voice }: Caller): JsonObject {
		const { sort_name, sort_order } = filter;
		if (sort_name !== undefined && !SORT_NAMES.includes(String(sort_name))) {
			throw new Refusal(10005, `'sort_name' is none of ${SORT_NAMES.join(', ')}`);
		}
		if (sort_order !== undefined && !SORT_ORDERS.includes(String(sort_order))) {
			throw new Refusal(10005, "'sort_order' is neither ASC nor DESC");
		}
		const own = this.tasks.filter((task) => task.account === account);
		const { total, page } = findTasks(own, filter);
		return { total_rows: total, rows: page.map((task) => this.record(task, voice)) };
	}

	/** A task as the query shows it. */
	record(task: Task, voice: Voice): JsonObject {
		return taskRecord(task, voice === 'observed' ? this.observedStatus(task) : task.status, voice);
	}

	/** The newer console's further states: 5 waits for retries, 6 out of hours, 7 ran out of time. */
	private observedStatus(task: Task): number {
		if (task.type === 2) return task.status;
		if (task.status === 4 && task.rows.some(({ state }) => state === 'stopped')) return 7;
		if (task.status === 2 && this.dialler.onlyRetriesLeft(task)) return 5;
		if (task.status === 2 && !this.dialler.inPeriod(task)) return 6;
		return task.status;
	}

	private open(
		service: Submission['service'],
		taskId: string,
		list: string[][],
		{ account, request }: Caller,
	): Submission {
		const bodySha256 = createHash('sha256').update(request.body).digest('hex');
		const numbers = list.map((row) => row[0] ?? '');
		return this.ledger.submit({ service, appId: account.appId, bodySha256, taskId, numbers });
	}

	private submitted(submission: Submission, take: () => JsonObject): JsonObject {
		try {
			return take();
		} catch (cause) {
			if (cause instanceof Refusal) submission.code = cause.code;
			throw cause;
		}
	}

	private take(
		submission: Submission,
		task: Task,
		robot: Script,
		lines: string[],
		head: string[],
		list: string[][],
	): JsonObject {
		const before = task.rows.length;
		const rows = list.map((value, place): Row => {
			const dataId = FIRST_ROW + this.rowCount++;
			return {
				dataId,
				task,
				index: before + place + 1,
				number: value[0] as string,
				head,
				value,
				lines,
				robotId: robot.robot_id,
				submission: submission.number,
				state: 'waiting',
				calls: [],
			};
		});
		task.rows.push(...rows);
		task.open += rows.length;
		this.ledger.taken(submission, rows);
		this.dialler.add(rows);
		if (task.type === 2) this.dialler.start(task);
		return { total: rows.length, task_data_ids: rows.map(({ dataId }) => dataId) };
	}

	private newTask(
		account: AiCallAccount,
		given: Pick<Task, 'name' | 'begin'> & Partial<Task>,
	): Task {
		const task: Task = {
			id: (FIRST_TASK + this.taskCount++).toString(),
			account,
			type: 0,
			status: 0,
			deleted: false,
			createdAt: this.clock.now(),
			startedAt: 0,
			finishedAt: 0,
			lines: [],
			robotId: '',
			robotName: '',
			voiceCode: '',
			recallCount: 0,
			recallWait: 0,
			periods: [],
			end: 0,
			rows: [],
			open: 0,
			calls: 0,
			calledRows: 0,
			connected: 0,
			recalled: 0,
			recallResults: new Set(),
			...given,
		};
		this.tasks.push(task);
		return task;
	}

	private poolOf(account: AiCallAccount): Task | undefined {
		return this.tasks.find((task) => task.type === 2 && task.account === account);
	}

	private newPool(account: AiCallAccount): Task {
		return this.newTask(account, { name: '默认长期任务', type: 2, status: 1, begin: 0 });
	}

	private task(id: string, account: AiCallAccount): Task {
		const task = this.tasks.find((one) => one.id === id && one.account === account);
		if (!task) throw new Refusal(200202);
		if (task.deleted) throw new Refusal(3010102);
		return task;
	}

	private normalTask(id: string, account: AiCallAccount): Task {
		const task = this.task(id, account);
		if (task.type === 2) throw new Refusal(200202, 'the task is the pool of direct calls');
		return task;
	}

	/** The started task that occupies a line; the pool of direct calls occupies none. */
	private userOf(line: string): Task | undefined {
		return this.tasks.find(
			(task) =>
				task.type === 0 &&
				!task.deleted &&
				(task.status === 1 || task.status === 2) &&
				task.lines.includes(line),
		);
	}

	private usableRobot(id: string): Script {
		const robot = this.settings.robots.find(({ robot_id }) => robot_id === id);
		if (!robot || robot.deleted === 1 || robot.status !== 4) throw new Refusal(200204);
		return robot;
	}

	private isUsable({ time_apply, time_expire }: Line): boolean {
		return time_expire === -1 || this.clock.now() < time_apply + time_expire * 1000;
	}

	private usableLine(number: string): Line {
		const line = this.settings.lines.find(({ line_num }) => line_num === number);
		if (!line) throw new Refusal(200200, 'there is no such line');
		if (!this.isUsable(line)) throw new Refusal(200200, 'the time of the line has run out');
		return line;
	}

	private checkVoice(code: string | undefined): void {
		if (code === undefined) return;
		const known = this.settings.voices.some(({ voice_code }) => voice_code === code);
		if (!known) throw new Refusal(200205);
	}

	private checkNumber(number: string): void {
		if (!MOBILE.test(number) || this.settings.sensitiveNumbers.includes(number)) {
			throw new Refusal(200203);
		}
	}
}

function checkCount(list: string[][]): void {
	if (list.length === 0) throw new Refusal(10005, "'call_list' is empty");
	if (list.length > MAX_ROWS) throw new Refusal(200213, `${list.length} rows in one call`);
}

/** The number's column comes first and all others of the script are there, in any order. */
function checkColumns(robot: Script, columns: string[], list: string[][]): void {
	const expected = robot.call_column;
	const fits =
		columns.length === expected.length &&
		columns[0] === expected[0] &&
		new Set(columns).size === columns.length &&
		columns.every((column) => expected.includes(column));
	if (!fits) throw new Refusal(200212, 'the columns are not those of the script');
	if (list.some((row) => row.length !== columns.length)) {
		throw new Refusal(200212, 'a row has not as many values as there are columns');
	}
}

function checkMilliseconds(name: string, time: number | undefined): void {
	if (time !== undefined && String(time).length !== 13) {
		throw new Refusal(10005, `'${name}' is not a timestamp in milliseconds`);
	}
}
