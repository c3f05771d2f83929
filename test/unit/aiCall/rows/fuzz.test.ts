/**
 * Lists of rows against a platform that fails in every way, written from the specification and sharing no
 * code with the nodes or the emulator. It knows whom it took; the items must never say less:
 *
 * operation | Place, Add Numbers, Run; of a task that tells its count or does not
 * rows      | 1 to 400, some twice, some bad; refused batches reported or narrowed down
 * given as  | JSON, JSON as text, fields of items, lists in items, on one line or two; numbers spelled in several ways
 * held back | by Do Not Call, by hours that end meanwhile
 * trouble   | busy, too many, gateways, broken and cut answers, unknown codes, counts and IDs that are wrong
 * when      | by chance, by a rule, for a while, where requests come too close
 * ended     | killed or stopped, before a request or after it, then retried from the beginning or the batch that was cut off
 * at once   | two executions of one list
 *
 * Not made: tables, lines that have hours of their own.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { execute as addNumbers } from '../../../../nodes/IflytekAiCall/operations/task/addNumbers';
import { execute as place } from '../../../../nodes/IflytekAiCall/operations/call/place';
import { execute as run } from '../../../../nodes/IflytekAiCall/operations/task/run';
import { FULL_SIZE } from '../../../support/fullSize';

let now = 0;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => void (now += ms),
}));

const LISTS = FULL_SIZE ? 10_000 : 600;
const NOON_IN_CHINA = Date.UTC(2026, 10, 23, 4);
const HOUR_MS = 3_600_000;
const HOURS_END = NOON_IN_CHINA + 9 * HOUR_MS;
const NO_ERRORS_SHOWN = { onError: 'continueRegularOutput' };

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** Random numbers that are the same in each run, so that a list can be tried again by its number. */
function diceOf(seed: number) {
	let state = (seed * 2_654_435_761 + 97) % 2 ** 32;
	const next = () => {
		state = (state + 0x6d2b79f5) % 2 ** 32;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (count: number) => Math.floor(next() * count);
	return {
		below,
		happens: (share: number) => next() < share,
		oneOf: <T>(some: readonly T[]): T => some[below(some.length)]!,
	};
}
type Dice = ReturnType<typeof diceOf>;

interface Reply {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

/** A submission: how to take its rows, or the first of them, and the answer that says so. */
interface Submitted {
	take: (most?: number) => object;
	untrue: object;
	isInsert: boolean;
}

/** What the platform does with a submission: whether it takes the rows, and what it answers. */
type Trouble = (taken: Submitted['take'], dice: Dice, submitted: Submitted) => Reply | 'breaks';

const reply = (body: unknown, statusCode = 200, headers = {}): Reply => ({
	statusCode,
	headers,
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const code = (value: number, statusCode = 200, headers = {}) =>
	reply({ code: value, message: 'x' }, statusCode, headers);

/** Answers so, whether or not it has taken the rows. */
const perhaps =
	(answer: (dice: Dice) => ReturnType<Trouble>): Trouble =>
	(taken, dice) => {
		if (dice.happens(0.5)) taken();
		return answer(dice);
	};

const TROUBLES: Trouble[] = [
	perhaps(() => code(10004)),
	perhaps((dice) => {
		const headers = dice.oneOf([{}, { 'Retry-After': '0' }, { 'Retry-After': '7' }]);
		return dice.happens(0.5) ? reply('slow down', 429, headers) : code(10004, 429, headers);
	}),
	perhaps((dice) => reply('bad gateway', dice.oneOf([500, 502, 503, 504]))),
	perhaps((dice) =>
		code(dice.oneOf([0, 10004, 10005, 200203, 200209, 200999]), dice.oneOf([500, 502])),
	),
	perhaps(() => 'breaks'),
	(taken, dice) => {
		const answer = JSON.stringify(taken());
		return reply(answer.slice(0, dice.below(answer.length)));
	},
	perhaps((dice) => code(dice.oneOf([200214, 209999, 3019999, 77, 504]))),
	(taken, dice) => {
		const { result } = taken() as { result: { total: number; task_data_ids: unknown[] } };
		const { total, task_data_ids: ids } = result;
		const wrong = dice.oneOf([
			{ total: 0, task_data_ids: ids },
			{ total: total + 1, task_data_ids: ids },
			{ total, task_data_ids: ids.map((id, n) => (n === 0 ? null : id)) },
			{ total, task_data_ids: ids.map(() => '') },
			{ total, task_data_ids: [...ids, 1] },
			{ total: 'all', task_data_ids: ids },
			{},
		]);
		return reply({ code: 0, result: wrong });
	},
	(_taken, dice, { untrue }) => reply(untrue, dice.oneOf([500, 502, 503])),
	(taken, dice, { isInsert }) => {
		// of a call-out it is documented that a refused batch fails as a whole, of an insert it is not
		if (isInsert) taken(dice.below(3));
		return code(dice.oneOf([200203, 200212, 10005]));
	},
	() => code(404, 404),
	() => code(200212),
	() => code(10005),
];

const busy = perhaps(() => code(10004));
/** Retry-After as a number, far away, or as a date that is past or to come. */
const retryAfter = (dice: Dice) =>
	dice.oneOf([
		'0',
		'3600',
		'-5',
		'soon',
		new Date(now - 60_000).toUTCString(),
		new Date(now + 20_000).toUTCString(),
		new Date(now + 86_400_000).toUTCString(),
	]);
const limited = perhaps((dice) => reply('slow down', 429, { 'Retry-After': retryAfter(dice) }));
const gateway = perhaps(() => reply('<html>bad gateway</html>', 502));

/** What is wrong with the nth submission, by a rule. */
type Rule = (nth: number, rows: number, dice: Dice) => Trouble | undefined;

const RULES: Rule[] = [
	(nth) => (nth % 3 === 2 ? busy : undefined),
	(nth) => (nth % 3 === 0 ? limited : undefined),
	(nth) => (nth % 2 === 1 ? gateway : undefined),
	(nth) => (nth % 7 < 3 ? busy : undefined),
	(nth) => (nth % 20 > 14 ? limited : undefined),
	(_nth, rows) => (rows > 7 ? busy : undefined),
	(_nth, rows) => (rows > 1 ? limited : undefined),
	(_nth, rows) => (rows === 1 ? busy : undefined),
	(_nth, _rows, dice) => {
		now += 5000 + dice.below(25_000);
		return dice.happens(0.1) ? () => 'breaks' : undefined;
	},
	(nth) =>
		nth === 1
			? (taken) => {
					taken();
					return 'breaks';
				}
			: undefined,
	() => {
		const second = Math.floor(now / 1000);
		return second % 40 < 10 ? busy : undefined;
	},
	(nth, _rows, dice) => [busy, limited, gateway, undefined][nth % 4] && dice.oneOf([busy, gateway]),
];

/** Takes rows, or not, in a way that the seed chooses. */
class Platform {
	/** how often each number was taken */
	readonly taken = new Map<string, number>();

	/** those in Do Not Call */
	readonly notToCall = new Set<string>();

	/** what it was asked to do that nobody may */
	readonly faults: string[] = [];

	private readonly bad = new Set<string>();

	private readonly tasks = new Map<string, number>();

	/** until when it is busy */
	private busyUntil = 0;

	/** the least time between two requests that it takes */
	private readonly spacingMs: number;

	private last = -Infinity;

	private readonly share: number;

	private readonly troubles: Trouble[];

	/** whether a refused insert may put some of its rows into the task */
	private readonly takesSome: boolean;

	/** whether a task tells how many numbers it has */
	private readonly counts: boolean;

	/** instead of chance */
	private readonly rule: Rule | undefined;

	private submissions = 0;

	constructor(
		private readonly dice: Dice,
		numbers: readonly string[],
	) {
		for (const number of numbers) if (dice.happens(0.03)) this.bad.add(number);
		this.share = dice.oneOf([0, 0.05, 0.2, 0.5, 1]);
		this.spacingMs = dice.oneOf([0, 0, 0, 500, 3000]);
		this.troubles = dice.happens(0.5) ? TROUBLES : [dice.oneOf(TROUBLES)];
		this.tasks.set('77', 0);
		this.counts = dice.happens(0.7);
		this.takesSome = dice.happens(0.5);
		this.rule = dice.happens(0.4) ? dice.oneOf(RULES) : undefined;
	}

	answer(path: string, body: Record<string, never>): Reply | 'breaks' {
		const hour = (now / HOUR_MS + 8) % 24;
		if (path.endsWith('/callout') && (hour < 8 || hour >= 21))
			this.faults.push(`called at ${hour}`);
		now += 20;
		if (path.endsWith('/callout') || path.endsWith('/insert')) return this.submission(body);
		if (this.dice.happens(0.02)) return 'breaks';
		if (now < this.busyUntil && this.dice.happens(0.5)) return code(10004);
		if (path.endsWith('/create')) {
			if (this.dice.happens(this.share / 8)) return reply('bad gateway', 502);
			const taskId = String(1000 + this.tasks.size);
			this.tasks.set(taskId, 0);
			return reply({ code: 0, result: { task_id: taskId } });
		}
		if (path.endsWith('/query')) {
			const rows = [...this.tasks].map(([task_id, count]) => ({
				task_id,
				count_tel: this.counts ? count : null,
				status: 0,
			}));
			return reply({ code: 0, result: { total_rows: rows.length, rows } });
		}
		return reply({ code: 0, result: {} });
	}

	private submission(body: Record<string, never>): Reply | 'breaks' {
		const { task_id: taskId, call_list: list } = body as unknown as {
			task_id?: string;
			call_list: string[][];
		};
		const numbers = list.map(([number]) => number!);
		for (const number of numbers) {
			if (this.notToCall.has(number)) this.faults.push(`${number} is in Do Not Call`);
		}
		const ids = numbers.map((number) => `9${number}`);
		const untrue = { code: 0, message: 'ok', result: { total: ids.length, task_data_ids: ids } };
		const take = (most = numbers.length) => {
			const some = numbers.slice(0, most);
			for (const number of some) add(this.taken, number);
			if (taskId !== undefined) this.tasks.set(taskId, this.tasks.get(taskId)! + some.length);
			return untrue;
		};
		const submitted = { take, untrue, isInsert: taskId !== undefined };
		const trouble = this.rule?.(this.submissions++, numbers.length, this.dice);
		if (trouble !== undefined) return trouble(take, this.dice, submitted);
		const isEarly = now - this.last < this.spacingMs;
		if (!isEarly) this.last = now;
		if (isEarly || now < this.busyUntil) return TROUBLES[0]!(take, this.dice, submitted);
		if (this.rule === undefined && this.dice.happens(this.share)) {
			if (this.dice.happens(0.1)) this.busyUntil = now + this.dice.below(90_000);
			return this.dice.oneOf(this.troubles)(take, this.dice, submitted);
		}
		if (numbers.some((number) => this.bad.has(number))) {
			if (this.takesSome && taskId !== undefined) take(this.dice.below(3));
			return code(200203);
		}
		return reply(take());
	}
}

function add(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** n8n's deduplication store. */
class Store {
	private readonly known = new Set<string>();

	async checkProcessedAndRecord(keys: string[]) {
		const processed = keys.filter((key) => this.known.has(key));
		const added = keys.filter((key) => !this.known.has(key));
		await this.answer();
		for (const key of added) this.known.add(key);
		return { new: added, processed };
	}

	async removeProcessed(keys: string[]) {
		await this.answer();
		for (const key of keys) this.known.delete(key);
	}

	/** Others have their turn between reading and writing, as in a database. */
	private async answer() {
		await new Promise(setImmediate);
	}
}

/** An execution of the workflow, with what n8n keeps of it. */
interface Execution {
	id: string;
	mode: 'manual' | 'retry';
	kept: Record<string, unknown>;
	store: Store;
	/** of a stop by the user */
	stop?: AbortSignal;
	/** what happens to a request; none of an execution that was killed meanwhile is answered */
	sends?: (ask: () => Reply | 'breaks', path: string) => Promise<Reply | 'breaks'>;
}

const execution = (store: Store, more: Partial<Execution> = {}): Execution => ({
	id: '1',
	mode: 'manual',
	kept: {},
	store,
	...more,
});

/** The parameters of the node, and its input items with the values that they give to some of these. */
interface Parameters extends Record<string, unknown> {
	items: Array<{ json: object; own: object }>;
}

/** The node as n8n gives it to its operations, as far as they ask. */
function contextOf(
	platform: Platform,
	{ items, ...parameters }: Parameters,
	{ id, mode, kept, store, stop, sends = async (ask) => ask() }: Execution,
): IExecuteFunctions {
	const valueOf = (name: string, item: number, fallback: unknown) => {
		const own = { ...parameters, ...items[item]!.own };
		return (
			name.split('.').reduce<unknown>((value, key) => (value as never)?.[key], own) ?? fallback
		);
	};
	return {
		getNode: () => ({ id: 'n', name: 'n', type: 'iflytekAiCall', parameters, ...NO_ERRORS_SHOWN }),
		getWorkflow: () => ({ id: 'w' }),
		getExecutionId: () => id,
		getMode: () => mode,
		getContext: () => kept,
		getInputData: () => items.map(({ json }) => ({ json })),
		getNodeParameter: valueOf,
		getCredentials: async () => ({
			appKey: 'k',
			appSecret: 's',
			baseUrl: 'https://127.0.0.1',
			token: 'token-0123456789',
		}),
		getTimezone: () => 'Asia/Shanghai',
		getExecutionCancelSignal: () => stop,
		continueOnFail: () => true,
		addExecutionHints: () => {},
		logger: { info: () => {}, warn: () => {} },
		helpers: {
			checkProcessedAndRecord: async (keys: string[]) => await store.checkProcessedAndRecord(keys),
			removeProcessed: async (keys: string[]) => await store.removeProcessed(keys),
			httpRequestWithAuthentication: async (
				_credential: string,
				{ url, body }: { url: string; body: string },
			) => {
				const answer = await sends(() => platform.answer(url, JSON.parse(body)), url);
				if (answer !== 'breaks') return answer;
				throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
			},
		},
	} as unknown as IExecuteFunctions;
}

const OPERATIONS = { place, addNumbers, run };

async function tryList(seed: number) {
	const dice = diceOf(seed);
	now = dice.oneOf([NOON_IN_CHINA, NOON_IN_CHINA, HOURS_END - 20_000]);
	const size = dice.oneOf([1, 2, 49, 51, 1 + dice.below(120), 1 + dice.below(400)]);
	const { platform, numbers, operation, parameters } = listOf(dice, size);
	const context = contextOf(platform, parameters(numbers), execution(new Store()));
	const items = await OPERATIONS[operation](context);
	return { platform, numbers, operation, rows: items.map(({ json }) => json) };
}

/** A number as tables and people write it. */
const spelled = (number: string, dice: Dice): unknown =>
	dice.oneOf([
		number,
		Number(number),
		`+86 ${number}`,
		`0086-${number}`,
		` ${number.slice(0, 3)}-${number.slice(3)}`,
	]);

/** Ways to give rows to the node: its parameters, and what each item gives to them. */
const WAYS: Array<(rows: unknown[][], dice: Dice) => Pick<Parameters, 'items'> & object> = [
	(rows) => ({ rows, items: [{ json: {}, own: {} }] }),
	(rows) => ({
		rows: JSON.stringify(rows.map(([Phone, Name]) => ({ Name, Phone }))),
		items: [{ json: {}, own: {} }],
	}),
	(rows, dice) => {
		const lists: unknown[][][] = [];
		for (let left = rows; left.length > 0;) {
			const most = 1 + dice.below(20);
			lists.push(left.slice(0, most));
			left = left.slice(most);
		}
		return { items: lists.map((list) => ({ json: {}, own: { rows: list } })) };
	},
	(rows) => ({
		rowsFrom: 'fields',
		columns: {
			mappingMode: 'defineBelow',
			value: { Phone: '={{ $json.phone }}', Name: '={{ $json.name }}' },
			schema: [{ id: 'Phone' }, { id: 'Name' }],
		},
		items: rows.map(([phone, name]) => ({ json: { phone, name }, own: {} })),
	}),
];

/** A platform and a list of rows for it, some numbers of which stand there twice. */
function listOf(dice: Dice, size: number) {
	const numbers = Array.from({ length: size }, () => String(13_000_000_000 + dice.below(size * 8)));
	const platform = new Platform(dice, numbers);
	const operation = dice.oneOf(['place', 'place', 'addNumbers', 'run'] as const);
	const chosen = {
		startIncomplete: dice.happens(0.5),
		onRefusedBatch: dice.oneOf(['report', 'narrowDown']),
		duplicateNumbers: dice.oneOf(['sendOnce', 'sendOnce', 'refuse']),
	};
	// each line has a task of its own in Run
	const lines = operation === 'place' ? dice.oneOf([['2'], ['2', '3']]) : ['2'];
	const way = dice.oneOf(WAYS);
	if (dice.happens(0.3)) {
		for (const number of numbers) if (dice.happens(0.1)) platform.notToCall.add(number);
	}
	const parameters = (some: readonly string[], options: object = {}): Parameters => {
		const rows = some.map((number) => [spelled(number, dice), 'n']);
		const { items, ...given } = way(rows, dice);
		return {
			mode: 'live',
			script: '1',
			voice: '',
			task: '77',
			taskName: 'n',
			startIncomplete: chosen.startIncomplete,
			rowsFrom: 'json',
			...given,
			items: items.map(({ json, own }) => ({ json, own: { line: dice.oneOf(lines), ...own } })),
			options: {
				columnNames: 'Phone, Name',
				onRefusedBatch: chosen.onRefusedBatch,
				duplicateNumbers: chosen.duplicateNumbers,
				doNotCall: [...platform.notToCall].join(),
				...options,
			},
		};
	};
	return { platform, numbers, operation, parameters };
}

it(`says of each row of ${LISTS} lists that it may have been called where it was taken`, async () => {
	const seen: Record<string, number> = {};
	const wrong: string[] = [];
	for (let seed = 1; seed <= LISTS; seed++) {
		const { platform, numbers, operation, rows } = await tryList(seed);
		const say = (what: string) => void wrong.push(`list ${seed} (${operation}): ${what}`);
		for (const fault of platform.faults) say(fault);
		if (rows.length !== numbers.length) say(`${rows.length} items of ${numbers.length} rows`);
		for (const [index, { status, mayHaveBeenCalled, phone, taskDataId }] of rows.entries()) {
			seen[`${status} ${mayHaveBeenCalled}`] = (seen[`${status} ${mayHaveBeenCalled}`] ?? 0) + 1;
			const times = platform.taken.get(numbers[index]!) ?? 0;
			if (phone !== numbers[index]) say(`${phone} in place of ${numbers[index]}`);
			if (times > 1) say(`${phone} was taken ${times} times`);
			if (times > 0 && mayHaveBeenCalled !== true) say(`${status} ${phone} was taken`);
			if (status !== 'accepted') continue;
			if (times !== 1) say(`accepted ${phone} was not taken`);
			if (taskDataId !== `9${phone}`) say(`the ID of ${phone} is ${taskDataId}`);
			if (mayHaveBeenCalled !== true) say(`accepted ${phone} may be sent again`);
		}
	}
	expect(wrong.slice(0, 10)).toEqual([]);
	expect(Object.keys(seen).sort()).toEqual([
		...['accepted true', 'notSent false', 'notSent true', 'refused false', 'refused true'],
		'unknown true',
	]);
}, 600_000);

/** A promise that is never kept: a process that was killed. */
const NEVER = new Promise<never>(() => {});

/**
 * Works a list off in batches, each a run of the node; kills or stops n8n now and then, and retries the execution, from
 * its beginning or from the batch that was cut off, with other rows held back. Tells what each run said of its rows.
 */
async function workOff(dice: Dice, batchRows: number, say: (what: string) => void) {
	now = NOON_IN_CHINA;
	const { platform, numbers, operation, parameters } = listOf(dice, 1 + dice.below(batchRows * 6));
	const store = new Store();
	const work = async (
		one: Execution,
		from: number,
		killShare: number,
		options: object = {},
	): Promise<number | undefined> => {
		for (let at = from; at < numbers.length; at += batchRows) {
			const some = numbers.slice(at, at + batchRows);
			let kill = () => {};
			const killed = new Promise<'killed'>((resolve) => (kill = () => resolve('killed')));
			const stop = new AbortController();
			const sends: Execution['sends'] = async (ask, path) => {
				if (stop.signal.aborted) say(`${path} was asked after the stop`);
				const isSubmission = /callout|insert|create|start/.test(path);
				if (!isSubmission || !dice.happens(killShare)) return ask();
				const answer = dice.happens(0.5) ? ask() : 'breaks';
				if (dice.happens(0.5)) {
					stop.abort();
					return answer;
				}
				kill();
				return await NEVER;
			};
			const before = new Set(platform.taken.keys());
			const run = OPERATIONS[operation](
				contextOf(platform, parameters(some, options), { ...one, sends, stop: stop.signal }),
			);
			const ended = await Promise.race([run, killed]);
			if (ended === 'killed') return at;
			for (const [index, { json }] of ended.entries()) {
				const { status, mayHaveBeenCalled, phone } = json;
				if (phone !== null && phone !== some[index]) say(`${phone} in place of ${some[index]}`);
				if (status === 'accepted' && before.has(some[index]!)) say(`${phone} accepted twice`);
				if (platform.taken.has(some[index]!) && mayHaveBeenCalled !== true) {
					say(`${one.mode} ${at}: ${status} ${phone} was taken: ${json.reason}`);
				}
			}
			if (stop.signal.aborted) return at;
		}
		return undefined;
	};
	let last = execution(store);
	let cutOff = await work(last, 0, 0.1);
	for (let retry = 1; retry < 5; retry++) {
		if (cutOff === undefined && dice.happens(0.5)) break;
		const from = cutOff === undefined || dice.happens(0.5) ? 0 : cutOff;
		if (dice.happens(0.2)) now += 9 * HOUR_MS;
		// what holds rows back may have changed since
		const options = {
			doNotCall: [...platform.notToCall, ...numbers.filter(() => dice.happens(0.1))].join(),
			maxRows: dice.oneOf([0, 0, 0, Math.ceil(batchRows / 2)]),
			...(dice.happens(0.2) && { duplicateNumbers: 'refuse' }),
		};
		// n8n hands on what an execution remembered that was not killed
		const kept = cutOff === undefined ? structuredClone(last.kept) : {};
		last = execution(store, { id: `retry ${retry}`, mode: 'retry', kept });
		cutOff = await work(last, from, 0.05, options);
		if (now > NOON_IN_CHINA + 20 * HOUR_MS) break;
	}
	for (const fault of platform.faults) say(fault);
	for (const [number, times] of platform.taken)
		if (times > 1) say(`${number} taken ${times} times`);
	return { operation, taken: platform.taken.size };
}

const LOOPS = FULL_SIZE ? 3000 : 100;

it.each([50, 10, 1])(
	`takes nobody twice in loops of %i rows that are killed and retried, and says of each what may be (${LOOPS} lists)`,
	async (batchRows) => {
		const wrong: string[] = [];
		let taken = 0;
		for (let seed = 1; seed <= LOOPS; seed++) {
			const found = await workOff(diceOf(seed * 31 + batchRows), batchRows, (what) =>
				wrong.push(`list ${seed}: ${what}`),
			);
			taken += found.taken;
		}
		expect(wrong.slice(0, 10)).toEqual([]);
		expect(taken).toBeGreaterThan(LOOPS);
	},
	600_000,
);

it(`takes nobody twice in two executions at once (${LOOPS} lists)`, async () => {
	const wrong: string[] = [];
	let taken = 0;
	for (let seed = 1; seed <= LOOPS; seed++) {
		now = NOON_IN_CHINA;
		const dice = diceOf(seed * 17);
		const { platform, numbers, operation, parameters } = listOf(dice, 1 + dice.below(160));
		const store = new Store();
		const own = ['one', 'other'].map((id) => {
			const took = new Set<string>();
			const sends: Execution['sends'] = async (ask) => {
				await new Promise(setImmediate);
				const before = new Map(platform.taken);
				const answer = ask();
				for (const number of platform.taken.keys()) if (!before.has(number)) took.add(number);
				await new Promise(setImmediate);
				return answer;
			};
			return {
				took,
				context: contextOf(platform, parameters(numbers), execution(store, { id, sends })),
			};
		});
		const runs = await Promise.all(
			own.map(async ({ context }) => await OPERATIONS[operation](context)),
		);
		for (const [nth, { took }] of own.entries()) {
			for (const [index, { json }] of runs[nth]!.entries()) {
				if (!took.has(numbers[index]!) || json.mayHaveBeenCalled === true) continue;
				wrong.push(`list ${seed}: ${json.status} ${json.phone} was taken`);
			}
		}
		for (const fault of platform.faults) wrong.push(`list ${seed}: ${fault}`);
		for (const [number, times] of platform.taken) {
			if (times > 1) wrong.push(`list ${seed} (${operation}): ${number} taken ${times} times`);
		}
		taken += platform.taken.size;
	}
	expect(wrong.slice(0, 10)).toEqual([]);
	expect(taken).toBeGreaterThan(LOOPS);
}, 600_000);
