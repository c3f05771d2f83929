/**
 * Each fault of the line at each kind of operation: how often the request goes out (by the emulator's ledger),
 * what is said, and that no item or row is lost. Each cell has an emulator of its own, so that many
 * run at the same time.
 */
import { createServer, type Server } from 'node:http';
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { startEmulator, type Emulator, type FaultOrder } from '../emulator';
import { labelledPng } from '../emulator/fixtures/labelled';
import {
	AT_ANY_HOUR,
	byId,
	createTask,
	customers,
	GOING_ON,
	mappedByHand,
	runAiCall,
	TASK,
} from './aiCallBench';
import { checksumCredential, signatureCredential } from './credentials';
import { fileItem, runNode, withDefaults, type EngineResult } from './engine';
import { listen, stop } from '../support/httpServer';

/** Of the cells in which an answer is waited for in vain; their other requests go out when all is quiet. */
const SHORT_TIMEOUT = 3000;
const LONG_TIMEOUT = 30_000;

/** How an operation meets a failure. */
type Manner =
	/** changes nothing on the platform: sent again where that is worth it */
	| 'safe'
	/** would be done twice: never sent again once it may have left */
	| 'once'
	/** brings a task into a state, which tells whether it has to be sent again */
	| 'state'
	/** the same, and always safe to repeat */
	| 'repeatable';

interface Operation {
	name: string;
	manner: Manner;
	/** the emulator's service that the fault meets */
	service: string;
	/** what there has to be before; its result goes to `run` */
	prepare?: (emulator: Emulator) => Promise<string>;
	run: (
		at: Pick<Emulator, 'url'>,
		prepared: string,
		timeout: number,
		more?: INodeParameters,
	) => Promise<EngineResult>;
	items: number;
	/** requests that the items make when all goes well */
	requests: number;
}

const pictures = [1, 2].map((n) => fileItem(labelledPng(n), `${n}.png`));
const texts = ['他以经完成了工作。', '画蛇天足。'].map((text): INodeExecutionData => ({
	json: { text },
}));

/** A recognition node's operation, with the credential of its scheme. */
function recognition(
	service: 'scene' | 'text',
	node: INodeType,
	parameters: INodeParameters,
	items: INodeExecutionData[],
): Operation {
	return {
		name: `${node.description.displayName}: ${service}`,
		manner: 'safe',
		service,
		items: items.length,
		requests: items.length,
		run: async (at, _prepared, timeout, more = {}) =>
			await runNode({
				node,
				items,
				parameters: withDefaults(node, {
					...parameters,
					options: { timeout, ...more },
				}),
				settings: GOING_ON,
				credentials: service === 'text' ? signatureCredential(at) : checksumCredential(at),
			}),
	};
}

const ROWS: INodeParameters = { columns: mappedByHand, mode: 'live' };

async function taskWithRows(emulator: Emulator): Promise<string> {
	const id = await createTask(emulator);
	const parameters = { resource: 'task', operation: 'addNumbers', task: byId(id), ...ROWS };
	const { url } = emulator;
	await runAiCall(emulator, parameters, { items: customers(2), executionId: url, nodeId: url });
	return id;
}

function aiCall(
	name: string,
	manner: Manner,
	service: string,
	{ items, requests = 1 }: { items: number; requests?: number },
	parameters: (prepared: string) => INodeParameters,
	prepare?: Operation['prepare'],
): Operation {
	return {
		name: `iFLYTEK AI Call: ${name}`,
		manner,
		service,
		items,
		requests,
		// a token at least, so that a fault finds no other request
		prepare: async (emulator) => {
			await runAiCall(emulator, { resource: 'configuration', operation: 'getAll' });
			return (await prepare?.(emulator)) ?? '';
		},
		run: async (at, prepared, timeout) =>
			await runAiCall(
				at as Emulator,
				{ ...parameters(prepared), options: { ...AT_ANY_HOUR, timeout } },
				// cells share no execution, and no node
				{ items: customers(items), settings: GOING_ON, executionId: at.url, nodeId: at.url },
			),
	};
}

const OPERATIONS: Operation[] = [
	recognition(
		'text',
		new IflytekTextCorrection(),
		{ operation: 'correct', text: '={{ $json.text }}' },
		texts,
	),
	recognition('scene', new IflytekImageRecognition(), { resource: 'scene' }, pictures),
	aiCall('Configuration: Get Many', 'safe', 'aicall-config', { items: 1 }, () => ({
		resource: 'configuration',
		operation: 'getAll',
	})),
	aiCall(
		'Task: Get Many',
		'safe',
		'aicall-query',
		{ items: 1 },
		() => ({ resource: 'task', operation: 'getAll' }),
		createTask,
	),
	aiCall('Call: Place', 'once', 'aicall-callout', { items: 2 }, () => ({
		resource: 'call',
		operation: 'place',
		...TASK,
		...ROWS,
	})),
	aiCall('Task: Create', 'once', 'aicall-create', { items: 2, requests: 2 }, () => ({
		resource: 'task',
		operation: 'create',
		...TASK,
	})),
	aiCall(
		'Task: Add Numbers',
		'once',
		'aicall-insert',
		{ items: 2 },
		(id) => ({ resource: 'task', operation: 'addNumbers', task: byId(id), ...ROWS }),
		createTask,
	),
	// pausing is the same request: test/unit/aiCall/transport/taskCommand.test.ts
	...(['start', 'delete'] as const).map((command) =>
		aiCall(
			`Task: ${command}`,
			command === 'start' ? 'state' : 'repeatable',
			`aicall-${command}`,
			{ items: 1 },
			(id) => ({ resource: 'task', operation: command, task: byId(id) }),
			taskWithRows,
		),
	),
	...(['create', 'insert', 'start'] as const).map((step) =>
		aiCall(
			`Task: Run, while it ${step}s`,
			step === 'start' ? 'state' : 'once',
			`aicall-${step}`,
			{ items: 2 },
			() => ({ resource: 'task', operation: 'run', ...TASK, ...ROWS }),
		),
	),
];

/** What comes of a fault: how often its request went out (in all), and what was said. */
interface Ending {
	/** requests beyond those of a run without a fault */
	more: number;
	/** the message, or nothing where all went well */
	says?: RegExp;
	/** rows that were to be called, and of which it is known that nothing was done */
	refused?: true;
}

interface Fault {
	name: string;
	order: (elsewhere: string) => Record<string, unknown>;
	/** the platform does what the request asks for, whatever becomes of the answer */
	isCarriedOut?: true;
	safe: Ending;
	once: Ending;
	state: Ending;
	/** where it differs from that of a state */
	repeatable?: Ending;
}

const endingOf = (fault: Omit<Fault, 'name' | 'order'>, manner: Manner): Ending =>
	fault[manner] ?? fault.state;

const WELL: Ending = { more: 0 };
const AGAIN: Ending = { more: 1 };
const BROKE = /^The connection to the .+ (service|platform) was lost/;
const LATE = /did not answer in time/;
const OTHER_FORMAT = /sent an answer that is not in its format/;
const ELSEWHERE = /points to another address \(HTTP 307\)/;
const NOT_WORKING = /is not working at the moment \(HTTP 50\d\)/;
const TOO_MANY = /is receiving too many requests \(HTTP 429\)/;

const FAULTS: Fault[] = [
	{
		name: 'a connection that breaks before the request is read',
		order: () => ({ kind: 'resetBefore' }),
		safe: AGAIN,
		once: { more: 0, says: BROKE },
		state: AGAIN,
	},
	{
		name: 'a connection that breaks after the request was carried out',
		order: () => ({ kind: 'resetAfter' }),
		isCarriedOut: true,
		safe: AGAIN,
		once: { more: 0, says: BROKE },
		// the task says that it is done
		state: WELL,
	},
	{
		name: 'half an answer',
		order: () => ({ kind: 'half' }),
		isCarriedOut: true,
		safe: AGAIN,
		once: { more: 0, says: BROKE },
		state: WELL,
	},
	...(['text', 'gzip'] as const).map((unannounced) => ({
		name: `half an answer as ${unannounced} without a length`,
		order: () => ({ kind: 'half', unannounced }),
		isCarriedOut: true as const,
		safe: AGAIN,
		once: { more: 0, says: BROKE },
		state: WELL,
	})),
	{
		name: 'no answer at all',
		order: () => ({ kind: 'hang' }),
		safe: AGAIN,
		once: { more: 0, says: LATE },
		state: AGAIN,
	},
	{
		name: 'an answer that comes too late',
		order: () => ({ kind: 'delay', ms: 2 * SHORT_TIMEOUT }),
		isCarriedOut: true,
		safe: AGAIN,
		once: { more: 0, says: LATE },
		state: WELL,
	},
	{
		name: 'the right answer under a wrong content type',
		order: () => ({ kind: 'contentType', contentType: 'text/html' }),
		isCarriedOut: true,
		safe: WELL,
		once: WELL,
		state: WELL,
	},
	{
		name: 'text that is not JSON',
		order: () => ({ kind: 'notJson' }),
		safe: { more: 0, says: OTHER_FORMAT },
		once: { more: 0, says: OTHER_FORMAT },
		state: AGAIN,
	},
	{
		name: 'the web page of a proxy',
		order: () => ({ kind: 'html' }),
		safe: { more: 0, says: OTHER_FORMAT },
		once: { more: 0, says: OTHER_FORMAT },
		state: AGAIN,
	},
	{
		name: 'the web page of a proxy with HTTP 502',
		order: () => ({ kind: 'html', status: 502 }),
		safe: AGAIN,
		once: { more: 0, says: NOT_WORKING },
		state: AGAIN,
	},
	{
		name: 'HTTP 503 without a body',
		order: () => ({ kind: 'status', status: 503, body: '' }),
		safe: AGAIN,
		once: { more: 0, says: NOT_WORKING },
		state: AGAIN,
	},
	{
		name: 'a redirect to another host',
		order: (elsewhere) => ({ kind: 'redirect', location: elsewhere }),
		safe: { more: 0, says: ELSEWHERE },
		once: { more: 0, says: ELSEWHERE },
		state: AGAIN,
	},
	{
		name: 'HTTP 429 with Retry-After',
		order: () => ({ kind: 'rateLimit', retryAfter: 1 }),
		safe: AGAIN,
		// by HTTP, nothing was done; what to do then is left to the user
		once: { more: 0, says: TOO_MANY, refused: true },
		state: { more: 0, says: TOO_MANY, refused: true },
		repeatable: AGAIN,
	},
];

interface Cell {
	result: EngineResult;
	requests: number;
	/** between the request that the fault met and the one after it */
	pauseMs: number;
	/** rows that the platform took, and tasks that it created */
	accepted: number;
	created: number;
}

/** Operations whose cells run at the same time: much of the time is waiting. */
const AT_ONCE = 4;

const cells = new Map<string, Cell>();

let elsewhere: Server;
let elsewhereUrl: string;
const wentElsewhere: string[] = [];

beforeAll(async () => {
	elsewhere = createServer((request, response) => {
		wentElsewhere.push(String(request.url));
		response.end('{}');
	});
	elsewhereUrl = await listen(elsewhere);
	const quick = FAULTS.filter((fault) => !isLate(fault));
	for (let at = 0; at < OPERATIONS.length; at += AT_ONCE) {
		await Promise.all(
			OPERATIONS.slice(at, at + AT_ONCE).flatMap((operation) =>
				quick.map(async (fault) => await (await meet(operation, fault))()),
			),
		);
	}
	// Their time runs for all at once, when everything is prepared and nothing else is going on: a
	// request is not late because others keep the machine busy.
	const late: Array<() => Promise<void>> = [];
	for (const operation of OPERATIONS) {
		for (const fault of FAULTS.filter(isLate)) late.push(await meet(operation, fault));
	}
	await Promise.all(late.map(async (begin) => await begin()));
});
afterAll(() => stop(elsewhere));

/** Whether the answer is waited for in vain. */
const isLate = ({ order }: Pick<Fault, 'order'>): boolean =>
	['hang', 'delay'].includes(String(order('').kind));

/** Prepares an operation whose first request meets the fault; what it returns runs it. */
async function meet(operation: Operation, fault: Fault): Promise<() => Promise<void>> {
	const emulator = await startEmulator();
	const prepared = (await operation.prepare?.(emulator)) ?? '';
	const { service } = operation;
	// an entry is written with the answer, so that a late one may not be there yet
	const requests = () => emulator.ledger().services[service]?.requests ?? 0;
	const accepted = () => emulator.aiCall.ledger.view().totals.accepted;
	const created = () => emulator.aiCall.tasks.filter(({ type }) => type === 0).length;
	const before = { requests: requests(), accepted: accepted(), created: created() };

	emulator.order({ ...fault.order(elsewhereUrl), service } as FaultOrder);
	return async () => {
		const timeout = isLate(fault) ? SHORT_TIMEOUT : LONG_TIMEOUT;
		const result = await operation.run(emulator, prepared, timeout);
		const { entries } = emulator.ledger({ service });
		const times = entries.map(({ time }) => Date.parse(time));
		const met = entries.findIndex(({ fault: kind }) => kind !== null);
		cells.set(`${operation.name}, ${fault.name}`, {
			result,
			requests: requests() - before.requests,
			pauseMs: (times.at(-1) ?? 0) - (times[met] ?? 0),
			accepted: accepted() - before.accepted,
			created: created() - before.created,
		});
		await emulator.stop();
	};
}

/** What the items of an operation say of its first request. */
function endsOf(result: EngineResult, isRows: boolean): string[] {
	return result.items.map(({ json }) => {
		const { error, status, reason } = json as {
			error?: { message: string };
			status?: string;
			reason?: string;
		};
		if (error) return error.message;
		if (!isRows || status === 'accepted') return 'well';
		return `${status}: ${reason}`;
	});
}

/** The same sentence behind something else. */
const within = (says: RegExp): RegExp => new RegExp(says.source.replace('^', ''));

/** How a row begins of which nobody knows, or everybody, that it was not called. */
const rowOf = ({ says, refused }: Ending): RegExp =>
	new RegExp(`^${refused ? 'refused' : 'unknown'}: .*${within(says!).source}`);

describe.each(OPERATIONS.filter(({ name }) => !name.includes('Run')))('$name', (operation) => {
	it.each(FAULTS)('meets $name', ({ name, order, isCarriedOut, ...endings }) => {
		const cell = cells.get(`${operation.name}, ${name}`)!;
		const { result, requests, pauseMs } = cell;
		const ending = endingOf(endings, operation.manner);
		const { more, says } = ending;
		expect(result.error).toBeUndefined();
		expect(requests).toBe(operation.requests + more);

		const isRows = /Place|Add Numbers/.test(operation.name);
		const ends = endsOf(result, isRows);
		const bad = ends.filter((end) => end !== 'well');
		for (const end of bad) expect(end).toMatch(isRows ? rowOf(ending) : says!);
		// rows share a request; of items, one meets the fault
		expect(bad).toHaveLength(says === undefined ? 0 : isRows ? 2 : 1);
		if (operation.items === 2) expect(ends).toHaveLength(2);
		// two rows in one request, and two tasks of which one meets the fault
		expect(cell.accepted).toBe(isRows && isCarriedOut ? 2 : 0);
		expect(cell.created).toBe(operation.service === 'aicall-create' ? (isCarriedOut ? 2 : 1) : 0);
		if (order('').kind === 'rateLimit' && more > 0) expect(pauseMs).toBeGreaterThanOrEqual(950);
	});
});

describe.each(OPERATIONS.filter(({ name }) => name.includes('Run')))('$name', (operation) => {
	/** What becomes of row and task when the step's request met a fault. */
	const expected = ({ says, refused }: Ending): [string, string] => {
		if (says === undefined) return ['accepted', 'started'];
		if (operation.service === 'aicall-create') {
			return ['notSent', refused ? 'notCreated' : 'unknown'];
		}
		if (operation.service === 'aicall-insert') {
			return [refused ? 'refused' : 'unknown', 'notStarted'];
		}
		// a platform that limits requests may have started it
		return ['accepted', 'unknown'];
	};

	it.each(FAULTS)('meets $name', ({ name, isCarriedOut, ...endings }) => {
		const cell = cells.get(`${operation.name}, ${name}`)!;
		const { service, manner } = operation;
		const ending = endingOf(endings, manner);
		expect(cell.result.error).toBeUndefined();
		expect(cell.requests).toBe(1 + ending.more);
		const rows = cell.result.items.map(({ json }) => json);
		expect(rows.map(({ status, taskState }) => [status, taskState])).toEqual([
			expected(ending),
			expected(ending),
		]);
		for (const { reason, taskNote } of rows) {
			if (ending.says === undefined) expect(reason).toBeNull();
			else if (service === 'aicall-start') expect(taskNote).toMatch(within(ending.says));
			else expect(reason).toMatch(ending.says);
		}
		const areTaken: Record<string, boolean | undefined> = {
			'aicall-create': ending.says === undefined,
			'aicall-insert': isCarriedOut,
			'aicall-start': true,
		};
		expect(cell.accepted).toBe(areTaken[service] ? 2 : 0);
		expect(cell.created).toBe(service === 'aicall-create' && !isCarriedOut ? 0 : 1);
	});
});

it('none of these requests went to the host that a redirect named', async () => {
	expect(wentElsewhere).toEqual([]);
	await fetch(`${elsewhereUrl}/control`);
	expect(wentElsewhere).toEqual(['/control']);
});

describe('the request for a token', () => {
	it.each<[string, Record<string, unknown>, number, RegExp | undefined]>([
		['a connection that breaks before', { kind: 'resetBefore' }, 2, undefined],
		['a connection that breaks after', { kind: 'resetAfter' }, 2, undefined],
		['half an answer', { kind: 'half' }, 2, undefined],
		['half an answer without a length', { kind: 'half', unannounced: 'text' }, 2, undefined],
		['a wrong content type', { kind: 'contentType', contentType: 'text/html' }, 1, undefined],
		['HTTP 503', { kind: 'status', status: 503, body: '' }, 2, undefined],
		[
			'text that is not JSON',
			{ kind: 'notJson' },
			2,
			/no readable answer to the request for a token/,
		],
		['a web page', { kind: 'html' }, 2, /no readable answer to the request for a token/],
		['a redirect', { kind: 'redirect' }, 2, /no readable answer to the request for a token/],
		['HTTP 429', { kind: 'rateLimit', retryAfter: 1 }, 2, undefined],
	])('meets %s, and no number is called twice or lost', async (_name, fault, requests, says) => {
		const emulator = await startEmulator();
		const before = wentElsewhere.length;
		try {
			const location = fault.kind === 'redirect' ? { location: elsewhereUrl } : {};
			// one is asked for with the question for the lines, and one with the call
			const times = says ? 2 : 1;
			emulator.order({ ...fault, ...location, service: 'aicall-token', times } as FaultOrder);
			const place = OPERATIONS.find(({ name }) => name.includes('Place'))!;
			const { items } = await place.run(emulator, '', LONG_TIMEOUT);
			expect(items).toHaveLength(2);
			for (const { json } of items) {
				expect(json.status).toBe(says ? 'notSent' : 'accepted');
				if (says) expect(json.reason).toMatch(says);
			}
			const { services } = emulator.ledger();
			expect(services['aicall-token']!.requests).toBe(requests);
			expect(services['aicall-callout']?.requests ?? 0).toBe(says ? 0 : 1);
			expect(wentElsewhere).toHaveLength(before);
		} finally {
			await emulator.stop();
		}
	});
});

/** Every code of a scheme, at each of its services. */
