/** What rows say in Chinese: every kind of reason once, and no sentence of another language in it. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { HAN, latinWords } from '../support/chinese';
import {
	AT_ANY_HOUR,
	byId,
	COLUMNS,
	createTask,
	customers,
	GOING_ON,
	hintsOf,
	jsonOf,
	LINE,
	phone,
	placing,
	RUN,
	runAiCall,
	type RunOptions,
	setChinaTime,
	TASK,
	useEmulator,
} from './aiCallBench';
import { forgetRuns } from './engine';

const bed = useEmulator();
beforeEach(() => bed.emulator.aiCall.clock.setSpeed(0));
afterEach(() => {
	forgetRuns();
	jest.restoreAllMocks();
});

const CHINESE = { language: 'chinese' };
const send = placing(bed);
type Parameters = Record<string, unknown> & { options?: object };

const chinese = async (
	{ options, ...more }: Parameters = {},
	run: RunOptions = {},
): Promise<IDataObject[]> => {
	const { items, error } = await send(
		{ ...more, options: { ...CHINESE, ...options } },
		{ settings: GOING_ON, ...run },
	);
	expect(error).toBeUndefined();
	return jsonOf(items);
};

const TEXTS = ['reason', 'whatToDo', 'taskNote', 'startCallingAt', 'taskWorkingHours'];

/** What a row says in words. */
function wordsOf({ times, ...row }: IDataObject): string[] {
	const all = { ...row, ...(times as IDataObject | undefined) };
	return TEXTS.flatMap((name) => ((all[name] ?? null) === null ? [] : [String(all[name])]));
}

function expectChinese(rows: IDataObject[]): void {
	for (const words of rows.flatMap(wordsOf)) {
		expect(words).toMatch(HAN);
		expect([words, latinWords(words)]).toEqual([words, []]);
	}
}

const item = (more: IDataObject): INodeExecutionData => ({
	json: { ...customers(1)[0]!.json, ...more },
});
const fault = (code: number, service: string) =>
	bed.emulator.order({ kind: 'code', code, service: `aicall-${service}` } as never);
const lost = (service: string) =>
	bed.emulator.order({ kind: 'resetAfter', service: `aicall-${service}` });

const RAW = { rowsFrom: 'json', rows: '={{ $json.rows }}' };
const NEW_RUN = { ...RUN, line: byId('02566800004') };
const period = (from: string, to: string) => ({
	additionalFields: { workingPeriods: { period: [{ from, to }] } },
});
const FIELD = '={{ $json.field }}';

/** Rows of Place and Run that say the words, before which something may be set or ordered. */
const ROWS: Array<[words: string | RegExp, Parameters, RunOptions?, (() => unknown)?]> = [
	['号码在免打扰名单“Do Not Call”中', { options: { doNotCall: phone(0) } }],
	['共有 2 行，而每次运行最多发送 1 行', { options: { maxRows: 1 } }],
	[
		'第 2 行也有该号码',
		{ options: { duplicateNumbers: 'refuse' } },
		{ items: [item({}), item({ name: 'x' })] },
	],
	['号码与第 1 行相同，只发送第 1 行', {}, { items: [item({}), item({ name: 'x' })] }],
	[
		'号码与第 1 行相同，该行被拒绝',
		{},
		{ items: [item({}), item({ name: 'x' })] },
		() => fault(200209, 'callout'),
	],
	[
		'试拨：只用前 3 行呼叫测试号码',
		{ mode: 'testCall', testNumber: '13912345678' },
		{ items: customers(4) },
	],
	['“客户手机号码”列的值不是 11 位的大陆手机号', {}, { items: [item({ phone: '12' }), item({})] }],
	[
		'“姓名”列没有值；“订单号”列的值是对象，不是文本或数字',
		{},
		{ items: [item({ name: null, order: {} }), item({})] },
	],
	[
		/^该行有 4 个值，而列只有 3 个/,
		{ ...RAW, options: { columnNames: COLUMNS.join() } },
		{
			items: [
				{
					json: {
						rows: [
							[1, 2, 3, 4],
							[phone(1), 'a', 'b'],
						],
					},
				},
			],
		},
	],
	[
		'“Rows”不是有效的 JSON',
		RAW,
		{ items: [{ json: { rows: '[' } }, { json: { rows: [[phone(1), 'a', 'b']] } }] },
	],
	[
		'“Rows”为空',
		RAW,
		{ items: [{ json: { rows: '' } }, { json: { rows: [[phone(1), 'a', 'b']] } }] },
	],
	[
		'“Rows”不是列表',
		RAW,
		{ items: [{ json: { rows: 5 } }, { json: { rows: [[phone(1), 'a', 'b']] } }] },
	],
	['“Call Script”为空', { script: byId(FIELD) }, { items: [item({}), item({ field: '3101' })] }],
	['“Phone Line”为空', { line: byId(FIELD) }, { items: [item({}), item({ field: LINE })] }],
	[
		'“Phone Line”不是 ID',
		{ line: byId(FIELD) },
		{ items: [item({ field: 2 ** 60 }), item({ field: LINE })] },
	],
	[
		/^读不出该项的一个参数：“.+”$/,
		{ line: byId("={{ $json.field ?? $('No').first().json.x }}") },
		{ items: [item({}), item({ field: LINE })] },
	],

	[
		'这一批中有平台不接受的号码',
		{},
		{},
		() => bed.emulator.aiCall.set({ sensitiveNumbers: [phone(1)] }),
	],
	['账户余额不足', {}, {}, () => fault(200209, 'callout')],
	[
		'因前面的请求失败而未发送：账户余额不足',
		{},
		{ items: customers(51) },
		() => fault(200209, 'callout'),
	],
	['平台返回了文档中没有的错误码', {}, {}, () => fault(299999, 'callout')],
	['与服务的连接中断', {}, {}, () => lost('callout')],
	[
		'因前面的请求失败而未发送：与服务的连接中断',
		{},
		{ items: customers(150) },
		() => {
			bed.emulator.order({ kind: 'resetAfter', service: 'aicall-callout', times: 'always' });
		},
	],
	['这是试运行', { mode: 'dryRun' }],
	[
		'号码与第 1 行相同，只发送第 1 行',
		{ mode: 'dryRun' },
		{ items: [item({}), item({ name: 'x' })] },
	],
	['没有线路“7”', { mode: 'dryRun', line: byId('7') }],
	['线路“02566800009”已过期', { mode: 'dryRun', line: byId('02566800009') }],
	['没有 ID 为“404”的话术', { mode: 'dryRun', script: byId('404') }],
	['话术“3113”审核未通过，不能用来外呼', { mode: 'dryRun', script: byId('3113') }],
	['话术“3112”已删除，不能用来外呼', { mode: 'dryRun', script: byId('3112') }],
	[
		'当前各列为 客户手机号码、姓名、订单号，而话术的列是 客户手机号码、姓名',
		{ mode: 'dryRun', script: byId('3104') },
	],
	['这是试运行', { ...NEW_RUN, mode: 'dryRun' }],

	[
		/^任务已启动，2 行中有 1 行已加入（第 2 行未加入）。/,
		NEW_RUN,
		{ items: [item({}), item({ phone: 'x' })] },
	],
	[
		/任务未启动。请用“Task: Add Numbers”/,
		{ ...NEW_RUN, options: { onRefusedBatch: 'narrowDown' } },
		{},
		() => bed.emulator.aiCall.set({ sensitiveNumbers: [phone(1)] }),
	],
	[
		/任务是否已启动尚不清楚：与服务的连接中断。/,
		NEW_RUN,
		{},
		() => {
			bed.emulator.order({
				kind: 'resetBefore',
				service: 'aicall-start',
				times: 'always',
			} as never);
		},
	],
	[/^已加入任务，但任务未启动（平台提示号码被占用）$/, NEW_RUN, {}, () => fault(3030002, 'start')],
	['任务未创建：平台查不到该话术。', { ...NEW_RUN, script: byId('404') }],
	[/^任务是否已创建尚不清楚。/, NEW_RUN, {}, () => lost('create')],
	[
		'没有要发送的行，因此未创建任务。',
		{ ...NEW_RUN, options: { doNotCall: `${phone(0)} ${phone(1)}` } },
	],
	[
		/其他名称未采用：“乙”。/,
		{ ...NEW_RUN, taskName: FIELD },
		{ items: [item({ field: '甲' }), { json: { ...customers(2)[1]!.json, field: '乙' } }] },
	],
	[
		'“Task Name”为空',
		{ ...NEW_RUN, taskName: FIELD },
		{ items: [item({}), item({ field: '甲' })] },
	],
	...(
		[
			['begin', '2020-01-01', '“Start Calling At”已经过去'],
			['begin', 'soon', '“Start Calling At”不是日期："soon"'],
			['begin', 46346, '“Start Calling At”为 46346，是表格软件的天数序号，不是日期'],
			['begin', '2090-01-01', '“Start Calling At”在五年以后'],
			['end', '2020-01-01', '“Stop Calling At”不晚于“Start Calling At”'],
			['retries', 7, '“Retries”的值 7 不是 0 到 3 之间的整数'],
			['retryWait', 'x', '“Wait Between Retries (Seconds)”的值 "x" 不是 0 以上的整数'],
			['moreLines', {}, '“Additional Line Names or IDs”不是文本：{}'],
		] as const
	).map(([name, wrong, words]): [string, Parameters, RunOptions] => [
		words,
		{ ...NEW_RUN, additionalFields: { [name]: FIELD } },
		{ items: [item({ field: wrong }), item({ field: name === 'moreLines' ? LINE : '' })] },
	]),
	[
		'“Task Working Hours”的结束早于开始：09:00:00 到 08:00:00',
		{ ...NEW_RUN, ...period('09:00', FIELD) },
		{ items: [item({ field: '08:00' }), item({ field: '10:00' })] },
	],
	[
		'“Task Working Hours”中的“nine”不是时刻',
		{ ...NEW_RUN, ...period(FIELD, '18:00') },
		{ items: [item({ field: 'nine' }), item({ field: '10:00' })] },
	],
	[
		'“Task Working Hours”为 06:00:00-18:00:00，超出允许外呼的时段 08:00–21:00（北京时间）',
		{
			...NEW_RUN,
			...period(FIELD, '18:00'),
			options: { callingHours: { hours: [{ from: '08:00', to: '21:00' }] } },
		},
		{ items: [item({ field: '06:00' }), item({ field: '10:00' })] },
	],
];

it.each(ROWS)('a row says %p', async (words, parameters, run = {}, order) => {
	order?.();
	const rows = await chinese(parameters, run);
	const said = rows.flatMap(wordsOf);
	expect(said).toContainEqual(typeof words === 'string' ? words : expect.stringMatching(words));
	expectChinese(rows);
});

it('a row that was handed over before says so', async () => {
	setChinaTime('2026-11-23T12:00:00');
	await chinese();
	const again = await chinese();
	expect(again[0]).toMatchObject({
		status: 'notSent',
		reason: '本节点今天已提交过该行',
		whatToDo: expect.stringContaining('请将“Same Row Again”设为“Always”。'),
	});
	expectChinese(again);
	const other = await chinese({}, { items: [item({ name: '另一人' })], executionId: 'one' });
	expectChinese(other);
});

it.each<[string, string, Parameters, (() => unknown)?]>([
	[
		'an option without a value',
		'“Max Rows per Run”中的表达式没有值',
		{ options: { maxRows: '={{ $json.most }}' } },
	],
	[
		'an option that differs',
		'“Max Rows per Run”为 8，而第一项中为 7',
		{ options: { maxRows: "={{ $json.name === '客户0' ? 7 : 8 }}" } },
	],
	[
		'a platform that cannot be asked',
		'无法核对这些行：接口正在维护',
		{ mode: 'dryRun' },
		() =>
			bed.emulator.order({ kind: 'code', code: 10020, service: 'aicall-config', times: 'always' }),
	],
	[
		'a number that is none in Do Not Call',
		"“Do Not Call”中有无法识读为电话号码的内容：'1'、'2'、'3'、另有 1 项",
		{ options: { doNotCall: '={{ [1, 2, 3, 4] }}' } },
	],
	[
		'a Do Not Call without a value',
		'“Do Not Call”中的表达式没有值',
		{ options: { doNotCall: FIELD } },
	],
	[
		'a Do Not Call without fields',
		'“Do Not Call”是没有字段的对象',
		{ options: { doNotCall: '={{ {} }}' } },
	],
	[
		'an option that is gone',
		'选项“Most Calls per Number”已取消，不再拦下任何号码',
		{ options: { maxCalls: 3 } },
	],
	[
		'a day that is none',
		'“Allowed Calling Days”的值 fry 不在可选项中',
		{ options: { callingDays: ['fry'] } },
	],
	['no day', '“Allowed Calling Days”中没有任何一天', { options: { callingDays: [] } }],
	[
		'a flag that is none',
		'“Include Input Fields”的值 yes 既不是 true 也不是 false',
		{ options: { includeInputFields: 'yes' } },
	],
	['a mode that is none', '“Mode”的值 now 不在可选项中', { mode: 'now' }],
	[
		'a node that was saved without Mode',
		'本节点保存时还没有“Mode”，而是用单独的开关设置试运行',
		{ mode: 'dryRun', dryRun: false },
	],
	[
		'a test number that is none',
		'“Test Number”的值不是 11 位的大陆手机号',
		{ mode: 'testCall', testNumber: '12' },
	],
	['no test number', '“Test Number”的值为空', { mode: 'testCall', testNumber: ' ' }],
	[
		'a test number in Do Not Call',
		'“Test Number”在免打扰名单“Do Not Call”中',
		{ mode: 'testCall', testNumber: phone(7), options: { doNotCall: phone(7) } },
	],
	[
		'a timeout that is none',
		'“Timeout (Milliseconds)”的值 "soon" 不是 1 以上的整数',
		{ options: { timeout: 'soon' } },
	],
	['only rows that cannot be read', '“Rows”为空', { rowsFrom: 'json', rows: '' }],
])(
	'where the run stops at %s, and the node goes on, rows say so',
	async (_, words, more, order = () => {}) => {
		order();
		const rows = await chinese(more);
		expect(rows[0]).toMatchObject({ status: 'notSent', reason: words });
		expect(rows[0]!.whatToDo).toMatch(/。(（错误码 10020、HTTP 200）)?$/);
		expectChinese(rows);
	},
);

it('where n8n would run the node again, rows say so', async () => {
	const rows = await chinese({}, { settings: { ...GOING_ON, retryOnFail: true } });
	expect(rows[0]!.reason).toBe('本节点的设置中开启了“Retry On Fail”');
	expectChinese(rows);
});

describe('by the clock', () => {
	const BY_DAY = { callingHours: { hours: [{ from: '08:00', to: '21:00' }] } };
	const linesWork = (time_work: string[]) =>
		bed.emulator.aiCall.set({
			lines: [{ line_num: LINE, time_work, time_apply: 0, time_expire: -1, concurrents: 1 }],
		});

	it.each<[string, string, object, string[]?]>([
		[
			'2026-11-23T23:13:00',
			'现在是北京时间 23:13（星期一），不在允许外呼的时段 08:00–21:00（星期一、星期二）（北京时间）内',
			{ ...BY_DAY, callingDays: ['mon', 'tue'] },
		],
		[
			'2026-11-23T19:00:00',
			`现在是北京时间 19:00，不在线路 ${LINE} 的工作时段 09:00–18:00 内`,
			BY_DAY,
			['09:00:00-18:00:00'],
		],
		[
			'2026-11-23T19:00:00',
			`没有可以外呼的时间：线路 ${LINE} 的工作时段 00:00–06:00 不在允许外呼的时段 08:00–21:00（北京时间）内`,
			BY_DAY,
			['00:00:00-06:00:00'],
		],
		[
			'2026-11-23T20:59:40',
			`外呼到北京时间 21:00 为止，按每通 30 秒、同时 1 路计算，线路 ${LINE} 在此之前打不到该行`,
			BY_DAY,
			['00:00:00-23:59:59'],
		],
	])('at %s a row says %s', async (time, words, options, works = ['00:00:00-23:59:59']) => {
		setChinaTime(time);
		linesWork(works);
		const rows = await chinese({ options });
		expect(rows.map(({ reason }) => reason)).toContain(words);
		expectChinese(rows);
	});
});

describe('above the output', () => {
	const BY_DAY = { callingHours: { hours: [{ from: '08:00', to: '21:00' }] } };
	const NIGHT = '2026-11-23T23:13:00';
	const bad = item({ phone: 'x' });
	/** What stands above the output, in Chinese; the last line first. */
	const above = async ({ options, ...more }: Parameters, run: RunOptions = {}) => {
		const ran = await send({ ...more, options: { ...CHINESE, ...options } }, run);
		expect(ran.error).toBeUndefined();
		return hintsOf(ran);
	};

	it.each<[string, Parameters, RunOptions?, string?, (() => unknown)?]>([
		['2 行已受理。', {}],
		[
			'1 行已受理，1 行被拒绝（第 2 行：“客户手机号码”列的值不是 11 位的大陆手机号）。',
			{},
			{ items: [item({}), bad] },
		],
		['2 行结果不明（第 1–2 行：与服务的连接中断）。', {}, {}, undefined, () => lost('callout')],
		[
			'试运行，没有呼叫任何人：1 行可以发送，1 行未发送（第 2 行：号码与第 1 行相同，只发送第 1 行）。要发送各行，请将“Mode”设为“Live”。',
			{ mode: 'dryRun' },
			{ items: [item({}), item({ name: 'x' })] },
		],
		[
			'试运行，没有呼叫任何人：2 行被拒绝（第 1–2 行：没有线路“7”）。正式运行也不会发送其中任何一行。',
			{ mode: 'dryRun', line: byId('7') },
		],
		[
			'试拨：3 行已受理（测试号码），1 行未发送（第 4 行：试拨：只用前 3 行呼叫测试号码）。要呼叫各行的号码，请将“Mode”设为“Live”。',
			{ mode: 'testCall', testNumber: '13912345678' },
			{ items: customers(4) },
		],
		[
			'试运行，没有呼叫任何人：2 行可以发送。现在是北京时间 23:13：正式运行在 2026-11-24（星期二） 08:00 之前不会发送任何行。届时请将“Mode”设为“Live”。',
			{ mode: 'dryRun', options: BY_DAY },
			{},
			NIGHT,
		],
		[
			`按每通 30 秒、同时 10 路计算，线路 ${LINE} 约需 3 分钟；此刻正式运行不会发送第 21–60 行，因为在 21:00 之前打不到。`,
			{ mode: 'dryRun', options: BY_DAY },
			{ items: customers(60) },
			'2026-11-23T20:59:00',
		],
		[
			'线路 02566800003 的工作时段为北京时间 09:00–12:00、13:00–17:59。',
			{ mode: 'dryRun', options: BY_DAY, line: byId('02566800003') },
			{},
			'2026-11-23T19:00:00',
		],
		[
			'此刻正式运行不会发送该线路的行：现在是北京时间 19:00，不在线路 02566800003 的工作时段 09:00–12:00、13:00–17:59 内。',
			{ mode: 'dryRun', options: BY_DAY, line: byId('02566800003') },
			{},
			'2026-11-23T19:00:00',
		],
		[
			'现在是北京时间 23:13：正式运行的外呼要等到 2026-11-24（星期二） 08:00 才开始。',
			{ ...NEW_RUN, mode: 'dryRun', options: BY_DAY },
			{},
			NIGHT,
		],
		[
			'另有 2 个任务，见 taskNote。',
			{ ...NEW_RUN, additionalFields: { retryWait: '={{ 600 + $itemIndex }}' } },
			{ items: customers(5) },
			undefined,
			() =>
				bed.emulator.order({
					kind: 'code',
					code: 3030002,
					service: 'aicall-start',
					times: 'always',
				}),
		],
	])('%s', async (words, parameters, run = {}, time = '2026-11-23T12:00:00', order = () => {}) => {
		setChinaTime(time);
		order();
		const lines = await above(parameters, run);
		expect(lines).toContain(words);
		for (const line of lines) expect([line, latinWords(line)]).toEqual([line, []]);
	});

	it('the note of a task with numbers begins with its ID', async () => {
		const { hours } = BY_DAY.callingHours;
		const taskId = await createTask(bed.emulator, period('07:30', '23:30'));
		const adding = { resource: 'task', operation: 'addNumbers', task: byId(taskId) };
		const [, note] = await above({ ...adding, options: { callingHours: { hours } } });
		expect(note).toMatch(new RegExp(`^任务 ${taskId}：任务的工作时段为 07:30:00-23:30:00，超出`));
		expect(latinWords(note!)).toEqual([]);
	});

	it('a list of which nobody was called says so, and names the task left behind', async () => {
		const red = async (more: Parameters, run?: RunOptions) => {
			const { error } = await send({ ...more, options: { ...CHINESE, ...more.options } }, run);
			expect(latinWords(`${error!.message}${error!.description}`)).toEqual([]);
			return [error!.message, error!.description];
		};
		fault(200202, 'insert');
		expect(await red(NEW_RUN)).toEqual([
			expect.stringMatching(
				/^没有一行被受理：2 行被拒绝（第 1–2 行：.+）。任务 \d+ 已创建并加入 0 行，但未启动$/,
			),
			expect.stringMatching(/。（错误码 200202、HTTP 200）$/),
		]);
		setChinaTime(NIGHT);
		expect(await red({ options: BY_DAY })).toEqual([
			expect.stringMatching(/^没有呼叫任何人：2 行未发送（第 1–2 行：现在是北京时间 23:13/),
			expect.stringMatching(/如果希望照常输出各行，请在节点设置中将“On Error”设为“Continue”。$/),
		]);
	});
});

it('rows of a task that takes none say why', async () => {
	const taskId = await createTask(bed.emulator);
	const add = async (more: Parameters = {}) =>
		await chinese({ resource: 'task', operation: 'addNumbers', task: byId(taskId), ...more });
	expectChinese(
		await add({ options: { callingHours: { hours: [{ from: '10:00', to: '11:00' }] } } }),
	);
	bed.emulator.order({ kind: 'code', code: 200203, service: 'aicall-insert' });
	forgetRuns();
	const doubtful = await add();
	expect(doubtful[0]!.whatToDo).toContain('请用“Task: Get”查看任务里有多少号码');
	expectChinese(doubtful);
	expectChinese(await add({ mode: 'dryRun', task: byId('404') }));
	await runAiCall(bed.emulator, {
		resource: 'task',
		operation: 'start',
		task: byId(taskId),
		options: AT_ANY_HOUR,
	});
	forgetRuns();
	const late = await add();
	expect(late[0]!.reason).toMatch(/^任务的状态是“.+”，不能再添加号码$/);
	expectChinese([...late, ...(await add({ mode: 'dryRun' }))]);
});

describe('what states mean', () => {
	const ask = async (resource: string, operation: string, more: object = {}) => {
		const { items, error } = await runAiCall(bed.emulator, {
			resource,
			operation,
			...more,
			options: CHINESE,
		} as never);
		expect(error).toBeUndefined();
		return jsonOf(items);
	};

	it('of a task', async () => {
		const taskId = await createTask(bed.emulator);
		expect(await ask('task', 'get', { task: byId(taskId) })).toMatchObject([
			{ statusText: '未启动' },
		]);
		expect(await ask('task', 'getAll')).toMatchObject([{ statusText: '未启动' }]);
	});

	it('of a new task, when it calls', async () => {
		const [created] = await ask('task', 'create', TASK);
		expect(created!.taskWorkingHours).toBe('北京时间 08:00-21:00');
		expectChinese([created!]);
	});

	it('of lines and scripts', async () => {
		const lines = await ask('configuration', 'getAll', { type: 'lines' });
		expect(new Set(lines.map(({ statusText }) => statusText))).toEqual(new Set(['空闲']));
		const scripts = await ask('configuration', 'getAll', { type: 'scripts' });
		expect(scripts.map(({ statusText }) => statusText)).toEqual(
			expect.arrayContaining(['已发布', '待发布', '已删除', '审核未通过', '审核中']),
		);
		expect(scripts.map(({ typeText }) => typeText)).toEqual(
			expect.arrayContaining(['普通话术', '动态话术']),
		);
	});
});

describe('an error', () => {
	const task = async (operation: string, more: object, run: RunOptions = {}) =>
		await runAiCall(
			bed.emulator,
			{ resource: 'task', operation, ...more, options: CHINESE } as never,
			run,
		);

	it('of an item, where the node goes on', async () => {
		const { items } = await task('get', { task: byId('404') }, { settings: GOING_ON });
		expect(items[0]!.json.error).toEqual({
			message: '没有 ID 为“404”的任务',
			description: '请从列表中选择任务，或确认凭据属于任务所在的应用。',
		});
	});

	it('names the item, and the tasks that were created before', async () => {
		const items = [item({}), item({ script: '404' })];
		const script = byId(`={{ $json.script ?? '3101' }}`);
		const { error } = await task('create', { ...TASK, script }, { items });
		const { id } = bed.emulator.aiCall.tasks[0]!;
		expect(error!.message).toBe('平台查不到该话术 [item 1]');
		expect(error!.description).toMatch(
			new RegExp(`此前已创建的任务：${id}。（错误码 \\d+、HTTP 200）$`),
		);
	});

	it('of a run that is stopped', async () => {
		const { error } = await send({ options: { ...CHINESE, doNotCall: FIELD } });
		expect(error!.message).toBe('“Do Not Call”中的表达式没有值 [item 0]');
		expect(error!.description).toMatch(/^什么都没有发送。/);
	});
});

it('without the option rows are in English', async () => {
	const { items } = await send({ options: { doNotCall: phone(0) } });
	expect(jsonOf(items)[0]).toMatchObject({ reason: "The number is in 'Do Not Call'" });
});
