import { secondAiCallAccount, startEmulator, type Emulator } from '../index';
import {
	callOut,
	control,
	mobile,
	newTask,
	rowsFor,
	signedIn,
	type ServiceId,
} from './fixtures/client';

let emulator: Emulator;
let done: (service: ServiceId, body?: unknown) => Promise<any>;
let code: (service: ServiceId, body?: unknown) => Promise<number>;

const HOUR = 3_600_000;
/** 2026-03-02, 10:00 in China. */
const TEN = Date.UTC(2026, 2, 2, 2);
const at = (time: string): number => Date.parse(`2026-03-02T${time}+08:00`);

const clock = async (change: object): Promise<any> =>
	await control(emulator, 'aicall-clock', change);
const set = async (change: object): Promise<any> =>
	await control(emulator, 'aicall-settings', change);
const find = async (task_id: string): Promise<any> =>
	(await done('aicall-query', { task_id })).rows[0];
const make = async (numbers: string[], more: object = {}): Promise<string> => {
	const { task_id } = await done('aicall-create', newTask({ time_begin: TEN, ...more }));
	if (numbers.length > 0) await done('aicall-insert', rowsFor(task_id, ...numbers));
	return task_id;
};
const lineStatus = async (): Promise<Record<string, number>> => {
	const { lines } = await done('aicall-config', { type: 2 });
	return Object.fromEntries(lines.map((line: any) => [line.line_num.slice(-1), line.status]));
};

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(async () => {
	emulator.reset();
	await set({ outcomes: { '*': '0' } });
	await clock({ speed: 0, now: TEN });
	({ done, code } = await signedIn(emulator));
});

describe('a task', () => {
	it('goes from new over started and running to finished, with its counts', async () => {
		const task_id = await make([mobile(1), mobile(2), mobile(3)], { robot_id: '3102' });
		const fresh = {
			task_id,
			task_name: '活动通知一',
			status: 0,
			task_type: 0,
			deleted: 0,
			time_task_start: 0,
			process_count: 0,
			process_tel_count: 0,
			process_through_count: 0,
			process_through_rate: 0,
			count_tel: 3,
			time_task_finish: 0,
			count_total_task: 3,
			count_recalled: 0,
			time_task_estimate_begin: TEN,
			time_task_estimate_end: 0,
			line_num: '02566800001',
			robot_id: '3102',
			robot_name: '活动通知',
			voice_code: '',
			voice_speed: 1,
			count_max_recall: 0,
			status_recall: '[]',
			time_recall_wait: 0,
			time_range: '',
			intention_push: 'A,B',
		};
		expect(await find(task_id)).toEqual(fresh);
		await done('aicall-start', { task_id });
		expect(await find(task_id)).toEqual({ ...fresh, status: 1 });
		await clock({ advance: 0 });
		expect(await find(task_id)).toMatchObject({
			status: 2,
			time_task_start: TEN,
			process_count: 3,
			process_tel_count: 3,
			process_through_count: 0,
		});
		await clock({ runOut: true });
		const finished = await find(task_id);
		expect(finished).toMatchObject({
			status: 4,
			process_count: 3,
			process_tel_count: 3,
			process_through_count: 3,
			process_through_rate: 1,
		});
		expect(finished.time_task_finish).toBeGreaterThan(TEN + 9000);
		expect(finished.time_task_finish).toBeLessThan(TEN + 60_000);
	});

	it('takes numbers in several batches, but none once it has been started', async () => {
		const task_id = await make([mobile(1)]);
		expect((await done('aicall-insert', rowsFor(task_id, mobile(2), mobile(3)))).total).toBe(2);
		await done('aicall-start', { task_id });
		expect(await code('aicall-insert', rowsFor(task_id, mobile(4)))).toBe(200200);
		await done('aicall-pause', { task_id });
		expect(await code('aicall-insert', rowsFor(task_id, mobile(4)))).toBe(200200);
		expect((await find(task_id)).count_tel).toBe(3);
		const { rows } = emulator.aiCall.ledger.view({ taskId: task_id });
		expect(rows.map(({ rowIndex, submission }) => [rowIndex, submission])).toEqual([
			[1, 1],
			[2, 2],
			[3, 2],
		]);
	});

	it('keeps a refused batch out whole, or keeps the rows in front of the bad one to order', async () => {
		const task_id = await make([]);
		const rows = rowsFor(task_id, mobile(1), mobile(2), '110', mobile(3));
		expect(await code('aicall-insert', rows)).toBe(200203);
		expect((await find(task_id)).count_tel).toBe(0);
		await set({ partialInsert: true });
		expect(await code('aicall-insert', rows)).toBe(200203);
		expect((await find(task_id)).count_tel).toBe(2);
		const { submissions } = emulator.aiCall.ledger.view();
		expect(submissions.map(({ code: c, taskDataIds }) => [c, taskDataIds.length])).toEqual([
			[200203, 0],
			[200203, 2],
		]);
	});

	it('pauses: calls under way end, no other begins, and start resumes it', async () => {
		const numbers = Array.from({ length: 25 }, (_, n) => mobile(n));
		const task_id = await make(numbers);
		await done('aicall-start', { task_id });
		await clock({ advance: 1000 });
		expect((await find(task_id)).process_count).toBe(10);
		await done('aicall-pause', { task_id });
		expect(await code('aicall-pause', { task_id })).toBe(0);
		await clock({ advance: HOUR });
		expect(await find(task_id)).toMatchObject({
			status: 3,
			process_count: 10,
			time_task_finish: 0,
		});
		await done('aicall-start', { task_id });
		expect((await find(task_id)).status).toBe(1);
		await clock({ runOut: true });
		expect(await find(task_id)).toMatchObject({
			status: 4,
			process_count: 25,
			process_tel_count: 25,
		});
	});

	it('refuses what its state rules out', async () => {
		const task_id = await make([mobile(1)]);
		expect(await code('aicall-pause', { task_id })).toBe(200200);
		await done('aicall-start', { task_id });
		expect(await code('aicall-start', { task_id })).toBe(0);
		await clock({ runOut: true });
		for (const service of ['aicall-start', 'aicall-pause'] as const) {
			expect(await code(service, { task_id })).toBe(3010101);
		}
		expect(await code('aicall-insert', rowsFor(task_id, mobile(2)))).toBe(3010101);
		expect(await code('aicall-delete', { task_id })).toBe(0);
		for (const service of ['aicall-start', 'aicall-pause', 'aicall-delete'] as const) {
			expect(await code(service, { task_id })).toBe(3010102);
		}
		expect(await code('aicall-insert', rowsFor(task_id, mobile(2)))).toBe(3010102);
	});

	it('deleted while it runs makes no further call and gives its line back', async () => {
		const task_id = await make(Array.from({ length: 20 }, (_, n) => mobile(n)));
		await done('aicall-start', { task_id });
		await clock({ advance: 0 });
		await done('aicall-delete', { task_id });
		expect((await lineStatus())['1']).toBe(0);
		await clock({ runOut: true });
		expect(await find(task_id)).toMatchObject({ deleted: 1, process_count: 10, count_tel: 20 });
		const { rows } = emulator.aiCall.ledger.view({ taskId: task_id });
		expect(rows.filter(({ state }) => state === 'done')).toHaveLength(10);
		expect(rows.filter(({ state }) => state === 'stopped')).toHaveLength(10);
	});

	it('without numbers finishes as soon as it begins', async () => {
		const task_id = await make([], { time_begin: TEN + HOUR });
		await done('aicall-start', { task_id });
		await clock({ advance: HOUR - 1 });
		expect((await find(task_id)).status).toBe(1);
		await clock({ advance: 1 });
		expect(await find(task_id)).toMatchObject({ status: 4, time_task_finish: TEN + HOUR });
	});

	it('calls again after its wait until somebody answers or the retries are used up', async () => {
		await set({ outcomes: { [mobile(1)]: ['5', '20', '0'], [mobile(2)]: '4', [mobile(3)]: '15' } });
		const numbers = [mobile(1), mobile(2), mobile(3)];
		const task_id = await make(numbers, { recall_count: 2, time_recall_wait: 600 });
		await done('aicall-start', { task_id });
		await clock({ runOut: true });
		expect(await find(task_id)).toMatchObject({
			status: 4,
			process_count: 7,
			process_tel_count: 3,
			process_through_count: 2,
			process_through_rate: 2 / 7,
			count_recalled: 4,
			count_max_recall: 2,
			time_recall_wait: 600,
		});
		const { rows, totals } = emulator.aiCall.ledger.view({ taskId: task_id });
		expect(rows.map(({ calls }) => calls.map(({ tries, result }) => [tries, result]))).toEqual([
			[
				[0, '5'],
				[1, '20'],
				[2, '0'],
			],
			[
				[0, '4'],
				[1, '4'],
				[2, '4'],
			],
			[[0, '15']],
		]);
		const [first, again] = rows[0]?.calls ?? [];
		expect((again?.dialledAt ?? 0) - (first?.dialledAt ?? 0)).toBeGreaterThan(600_000);
		expect(totals).toMatchObject({ calls: 7, rowsCalled: 3, retries: 4 });
	});

	it('waits for its begin and keeps to its periods and its line’s, in the platform’s zone', async () => {
		const task_id = await make([mobile(1)], {
			line_num: '02566800003',
			time_begin: at('12:30:00'),
			time_range: ['08:00:00-11:00:00', '13:30:00-17:00:00'],
		});
		await done('aicall-start', { task_id });
		expect(await clock({})).toMatchObject({ events: 1, next: at('12:30:00') });
		await clock({ runOut: true });
		expect(await find(task_id)).toMatchObject({
			status: 4,
			time_task_start: at('13:30:00'),
			time_range: '08:00:00-11:00:00,13:30:00-17:00:00',
		});
	});

	it('goes on the next day when a period ends, and stops at its preset end', async () => {
		const numbers = Array.from({ length: 6 }, (_, n) => mobile(n));
		const task_id = await make(numbers, {
			line_num: '02566800003',
			time_begin: at('17:59:58'),
			time_end: at('17:59:58') + 24 * HOUR,
		});
		await done('aicall-start', { task_id });
		await clock({ now: at('23:00:00') });
		expect(await find(task_id)).toMatchObject({ status: 2, process_count: 2 });
		emulator.set({ voice: 'observed' });
		expect((await find(task_id)).status).toBe(6);
		await clock({ now: at('09:00:00') + 24 * HOUR });
		expect(await find(task_id)).toMatchObject({ status: 2, process_count: 4 });
		await done('aicall-pause', { task_id });
		await clock({ runOut: true });
		expect(await find(task_id)).toMatchObject({
			status: 7,
			process_count: 4,
			time_task_finish: at('17:59:58') + 24 * HOUR,
		});
		emulator.set({ voice: 'documented' });
		expect((await find(task_id)).status).toBe(4);
	});

	it('shows that it waits for retries, in the observed voice', async () => {
		await set({ outcomes: { '*': '20' } });
		const task_id = await make([mobile(1)], { recall_count: 1, time_recall_wait: 3600 });
		await done('aicall-start', { task_id });
		await clock({ advance: HOUR / 2 });
		emulator.set({ voice: 'observed' });
		expect(await find(task_id)).toMatchObject({
			status: 5,
			time_range: '[]',
			intention_push: '["A","B"]',
			status_recall: '[20]',
		});
	});

	it('finishes by itself on a clock that runs faster', async () => {
		const task_id = await make([mobile(1), mobile(2)]);
		await clock({ speed: 5000 });
		await done('aicall-start', { task_id });
		while ((await find(task_id)).status !== 4) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		expect(await find(task_id)).toMatchObject({ status: 4, process_through_count: 2 });
	});
});

describe('a line', () => {
	it('is occupied by a started task until that is paused, finished or deleted', async () => {
		const one = await make([mobile(1)], { line_num: '02566800001;02566800002' });
		const two = await make([mobile(2)], { line_num: '02566800002' });
		expect(await lineStatus()).toMatchObject({ 1: 0, 2: 0 });
		await done('aicall-start', { task_id: one });
		expect(await lineStatus()).toMatchObject({ 1: 1, 2: 1, 4: 0 });
		expect(await code('aicall-start', { task_id: two })).toBe(3030002);
		expect(await code('aicall-callout', callOut(mobile(3)))).toBe(3030002);
		expect(await code('aicall-callout', { ...callOut(mobile(3)), line_num: '02566800004' })).toBe(
			0,
		);
		await done('aicall-pause', { task_id: one });
		expect(await lineStatus()).toMatchObject({ 1: 0, 2: 0 });
		expect(await code('aicall-start', { task_id: two })).toBe(0);
		expect(await code('aicall-start', { task_id: one })).toBe(3030002);
		await clock({ runOut: true });
		expect(await lineStatus()).toMatchObject({ 1: 0, 2: 0 });
		expect(await code('aicall-start', { task_id: one })).toBe(0);
	});

	it('has no more calls at once than its concurrency', async () => {
		const numbers = Array.from({ length: 30 }, (_, n) => mobile(n));
		const task_id = await make(numbers, { line_num: '02566800001;02566800004' });
		await done('aicall-start', { task_id });
		let most = 0;
		for (let second = 0; second < 200; second++) {
			await clock({ advance: 1000 });
			const { dialler } = emulator.aiCall;
			expect(dialler.callsOn('02566800001')).toBeLessThanOrEqual(10);
			expect(dialler.callsOn('02566800004')).toBeLessThanOrEqual(5);
			most = Math.max(most, dialler.callsOn('02566800001') + dialler.callsOn('02566800004'));
		}
		expect(most).toBe(15);
		expect((await find(task_id)).status).toBe(4);
	});
});

describe('direct call-outs', () => {
	it('go to one long-term pool of the application, which occupies no line', async () => {
		await done('aicall-callout', callOut(mobile(1), mobile(2)));
		await done('aicall-callout', { ...callOut(mobile(3)), line_num: '02566800002' });
		expect(await lineStatus()).toMatchObject({ 1: 0, 2: 0 });
		await clock({ runOut: true });
		const { rows, total_rows } = await done('aicall-query');
		expect(total_rows).toBe(1);
		expect(rows[0]).toEqual({
			task_id: expect.any(String),
			task_name: '默认长期任务',
			status: 2,
			task_type: 2,
			deleted: 0,
			time_task_start: TEN,
			process_count: 3,
			process_tel_count: 3,
			process_through_count: 3,
			process_through_rate: 1,
			count_tel: 3,
		});
		const other = await signedIn(emulator, secondAiCallAccount);
		expect((await other.done('aicall-query')).total_rows).toBe(0);
		for (const service of ['aicall-start', 'aicall-pause', 'aicall-delete'] as const) {
			expect(await code(service, { task_id: rows[0].task_id })).toBe(200202);
		}
	});

	it('wait for their line’s periods', async () => {
		await clock({ now: at('12:00:30') });
		await done('aicall-callout', { ...callOut(mobile(1)), line_num: '02566800003' });
		await clock({ runOut: true });
		const { rows } = emulator.aiCall.ledger.view();
		expect(rows[0]?.calls[0]?.dialledAt).toBe(at('13:00:00'));
	});
});

describe('the query', () => {
	const names = async (filter: object): Promise<string[]> =>
		(await done('aicall-query', filter)).rows.map((row: any) => row.task_name);

	beforeEach(async () => {
		for (const [index, task_name] of ['春季回访', '续费提醒', '秋季回访', 'Alpha'].entries()) {
			await clock({ now: TEN + index * 1000 });
			await done(
				'aicall-create',
				newTask({ task_name, line_num: `0256680000${index + 1}`, time_begin: TEN }),
			);
		}
	});

	it('finds by id, by part of the name and by time of creation', async () => {
		const { rows } = await done('aicall-query', { task_name: '续费' });
		expect(await names({ task_id: rows[0].task_id })).toEqual(['续费提醒']);
		expect(await names({ task_id: '1' })).toEqual([]);
		expect(await names({ task_name: '季回' })).toEqual(['秋季回访', '春季回访']);
		expect(await names({ time_begin: TEN + 1000, time_end: TEN + 2000 })).toEqual([
			'秋季回访',
			'续费提醒',
		]);
		expect(await names({ time_begin: TEN + 2000, task_name: 'Al' })).toEqual(['Alpha']);
	});

	it('gives pages of twenty, or of a size up to fifty, with the total', async () => {
		for (let n = 0; n < 56; n++) await done('aicall-create', newTask({ task_name: `T${n}` }));
		const first = await done('aicall-query', {});
		expect([first.total_rows, first.rows.length]).toEqual([60, 20]);
		const all: string[] = [];
		for (let page_index = 1; page_index <= 3; page_index++) {
			const { total_rows, rows } = await done('aicall-query', { page_size: 25, page_index });
			expect(total_rows).toBe(60);
			all.push(...rows.map((row: any) => row.task_id));
		}
		expect(new Set(all).size).toBe(60);
		expect(await done('aicall-query', { page_size: 50, page_index: 3 })).toEqual({
			total_rows: 60,
			rows: [],
		});
	});

	it('sorts by each name in both orders', async () => {
		const created = ['春季回访', '续费提醒', '秋季回访', 'Alpha'];
		const sorted = (sort_name: string, sort_order?: string) => names({ sort_name, sort_order });
		expect(await sorted('ID')).toEqual(created);
		expect(await sorted('ID', 'DESC')).toEqual([...created].reverse());
		expect(await sorted('CREATETIME', 'ASC')).toEqual(created);
		expect(await sorted('NAME', 'ASC')).toEqual([...created].sort());
		const ids: string[] = (await done('aicall-query', { sort_name: 'ID' })).rows.map(
			(r: any) => r.task_id,
		);
		for (const index of [2, 0]) {
			await done('aicall-insert', rowsFor(ids[index] as string, mobile(index)));
			await done('aicall-start', { task_id: ids[index] });
			await clock({ runOut: true });
		}
		expect((await sorted('STARTTIME', 'DESC')).slice(0, 2)).toEqual(['春季回访', '秋季回访']);
		expect((await sorted('ENDTIME', 'ASC')).slice(2)).toEqual(['秋季回访', '春季回访']);
	});

	it('shows deleted tasks with their flag', async () => {
		const { rows } = await done('aicall-query', { task_name: 'Alpha' });
		await done('aicall-delete', { task_id: rows[0].task_id });
		expect(await find(rows[0].task_id)).toMatchObject({ deleted: 1, status: 0 });
	});
});

describe('the configuration', () => {
	it('has all lists, or the one asked for', async () => {
		const urls = [{ url: 'http://127.0.0.1:9/push', url_module: 'receiveDialog' }];
		await set({ urls });
		const all = await done('aicall-config');
		expect(all).toEqual(await done('aicall-config', { type: 0 }));
		expect(all.urls).toEqual(urls);
		expect(all.lines[2]).toEqual({
			line_num: '02566800003',
			concurrents: 2,
			time_work: ['09:00:00-12:00:00', '13:00:00-17:59:59'],
			status: 0,
			time_apply: 1767229200000,
			time_expire: -1,
		});
		expect(all.robots[0]).toEqual({
			robot_id: '3101',
			robot_name: '订单回访',
			call_column: ['客户手机号码', '姓名', '订单号'],
			status: 4,
			type: 1,
			deleted: 0,
			time_create: 1767229200000,
			time_update: 1767315600000,
		});
		expect(all.voices.map((voice: any) => voice.voice_code)).toEqual([
			'65580',
			'62140',
			'60020',
			'60030',
			'65660',
			'60130',
			'65600',
		]);
		const keys = ['', 'robots', 'lines', 'urls', 'voices'];
		for (const type of [1, 2, 3, 4]) {
			const one = await done('aicall-config', { type });
			for (const key of keys.slice(1)) {
				expect(one[key]).toEqual(key === keys[type] ? all[key] : []);
			}
		}
	});

	it('leaves out the other lists and has more fields in the observed voice', async () => {
		emulator.set({ voice: 'observed' });
		const one = await done('aicall-config', { type: 1 });
		expect(Object.keys(one).sort()).toEqual(['robotTotal', 'robots']);
		expect(one.robots[0]).toHaveProperty('robot_uuid');
		const { lines, voices } = await done('aicall-config');
		expect(lines.map(({ expired }: any) => expired)).toEqual([0, 0, 0, 0, 1]);
		expect(voices[0]).toMatchObject({ voice_code: '65580', code: '65580' });
	});

	it('has gaps, or lists as JSON text, to order', async () => {
		const seen = async (): Promise<unknown> => {
			const { robots, lines } = await done('aicall-config');
			const shown = robots.filter(({ robot_id }: any) =>
				['3102', '3111', '3112'].includes(robot_id),
			);
			return [
				shown.map((robot: any) => [robot.robot_name, robot.call_column]),
				[lines[0], lines[4]].map((line) => [line.concurrents, line.time_work]),
			];
		};
		emulator.set({ habits: ['sparseConfiguration'] });
		const column = ['客户手机号码'];
		const day = ['00:00:00-23:59:59'];
		expect(await seen()).toEqual([
			[
				['活动通知', column],
				['新品推荐', null],
				[undefined, column],
			],
			[
				[10, day],
				[undefined, day],
			],
		]);
		emulator.set({ habits: ['listsAsText'] });
		expect(await seen()).toEqual([
			['活动通知', '新品推荐', '旧版通知'].map((name) => [name, JSON.stringify(column)]),
			[10, 10].map((concurrents) => [concurrents, JSON.stringify(day)]),
		]);
	});
});

describe('the ledger of numbers', () => {
	it('tells for each number how often it was submitted, accepted and called', async () => {
		await set({ sensitiveNumbers: [mobile(9)] });
		await code('aicall-callout', callOut(mobile(1), mobile(2), mobile(9)));
		await done('aicall-callout', callOut(mobile(1), mobile(2)));
		await done('aicall-callout', callOut(mobile(2)));
		await clock({ runOut: true });
		const view = await control(emulator, 'aicall-ledger');
		expect(view.totals).toEqual({
			submissions: 3,
			submitted: 6,
			accepted: 3,
			numbers: 2,
			acceptedAgain: 1,
			calls: 3,
			rowsCalled: 3,
			retries: 0,
		});
		expect(view.numbers).toEqual([
			expect.objectContaining({
				number: mobile(1),
				submitted: 2,
				accepted: 1,
				calls: 1,
				submissions: [1, 2],
			}),
			expect.objectContaining({
				number: mobile(2),
				submitted: 3,
				accepted: 2,
				calls: 2,
				submissions: [1, 2, 3],
			}),
			expect.objectContaining({
				number: mobile(9),
				submitted: 1,
				accepted: 0,
				calls: 0,
				taskDataIds: [],
			}),
		]);
		expect(view.rows[0]).toMatchObject({
			taskDataId: '412907635018842113',
			number: mobile(1),
			submission: 2,
			state: 'done',
			calls: [{ line: '02566800001', tries: 0, result: '0', dialledAt: TEN }],
		});
		const one = await control(emulator, 'aicall-ledger', { number: mobile(1) });
		expect(one.numbers.map(({ number }: any) => number)).toEqual([mobile(1)]);
		expect(one.rows).toHaveLength(1);
		expect(await control(emulator, 'aicall-ledger', { totalsOnly: true })).toEqual({
			totals: view.totals,
			numbers: [],
			rows: [],
			submissions: [],
		});
	});

	it('shows that a request was carried out though its answer was lost, or not at all', async () => {
		emulator.order({ service: 'aicall-callout', kind: 'resetAfter' });
		emulator.order({ service: 'aicall-callout', kind: 'resetBefore', skip: 1 });
		await expect(code('aicall-callout', callOut(mobile(1)))).rejects.toThrow();
		await expect(code('aicall-callout', callOut(mobile(2)))).rejects.toThrow();
		emulator.order({ service: 'aicall-callout', kind: 'status', status: 502, processed: true });
		emulator.order({ service: 'aicall-callout', kind: 'status', status: 502 });
		expect(await code('aicall-callout', callOut(mobile(3)))).toBeUndefined();
		expect(await code('aicall-callout', callOut(mobile(4)))).toBeUndefined();
		const { numbers, submissions } = emulator.aiCall.ledger.view();
		expect(numbers.map(({ number, accepted }) => [number, accepted])).toEqual([
			[mobile(1), 1],
			[mobile(3), 1],
		]);
		const entries = emulator.ledger({ service: 'aicall-callout' }).entries;
		expect(entries.map(({ fault, status }) => [fault, status])).toEqual([
			['resetAfter', null],
			['resetBefore', null],
			['status', 502],
			['status', 502],
		]);
		expect(submissions[0]?.bodySha256).toBe(entries[0]?.bodySha256);
	});

	it('accounts for a thousand rows', async () => {
		await set({ lines: [{ line_num: '02566800001', concurrents: 500 }] });
		for (let batch = 0; batch < 20; batch++) {
			const numbers = Array.from({ length: 50 }, (_, n) => mobile(batch * 50 + n));
			await done('aicall-callout', callOut(...numbers));
		}
		await clock({ runOut: true });
		expect(emulator.aiCall.ledger.view({ totalsOnly: true }).totals).toMatchObject({
			submissions: 20,
			accepted: 1000,
			numbers: 1000,
			acceptedAgain: 0,
			calls: 1000,
			rowsCalled: 1000,
		});
		const ids = emulator.aiCall.ledger.view().rows.map(({ taskDataId }) => taskDataId);
		expect(new Set(ids).size).toBe(1000);
	});
});
