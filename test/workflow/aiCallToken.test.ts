import type { INodeParameters } from 'n8n-workflow';

import type * as CredentialFile from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { getColumns, getLines, searchScripts } from '../../nodes/IflytekAiCall/methods/editor';
import { mainAiCallAccount, startEmulator, type Emulator, type FaultOrder } from '../emulator';
import {
	AT_ANY_HOUR,
	byId,
	credentialStore,
	customers,
	editorContext,
	GOING_ON,
	PLACE,
	runAiCall,
	type RunOptions,
	SCRIPT,
	TASK,
} from './aiCallBench';
import { forgetRuns } from './engine';

let emulator: Emulator;

beforeEach(async () => {
	// an address of its own for each test: a process remembers the token of an address
	emulator = await startEmulator();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await emulator.stop();
});

const LIST: INodeParameters = { resource: 'task', operation: 'getAll' };

const run = async (parameters: INodeParameters, options: RunOptions = {}) =>
	await runAiCall(emulator, parameters, options);
const tokens = () => emulator.aiCall.tokens.view(Date.now());
const statuses = (items: Array<{ json: { status?: unknown } }>) => [
	...new Set(items.map(({ json }) => json.status)),
];

describe('the token of the AI call credential', () => {
	it('is fetched once for all items and runs, and kept in the credential', async () => {
		const store = credentialStore(emulator);
		await run(PLACE, { items: customers(120), store });
		await Promise.all([1, 2, 3].map(async () => await run(LIST, { items: customers(4), store })));
		expect(tokens().issued).toBe(1);
		expect(store.stored.iflytekAiCallApi.data.token).toMatch(/^[0-9a-f]{32}$/);
	});

	it.each([10001, 10002] as const)(
		'is mended, and the call-out sent once more, when the platform refuses it with %i',
		async (staleTokenCode) => {
			emulator.aiCall.set({ staleTokenCode });
			const store = credentialStore(emulator);
			await run(LIST, { store });
			emulator.aiCall.tokens.revokeAll();
			const { items } = await run(PLACE, { items: customers(60), store });
			expect(statuses(items)).toEqual(['accepted']);
			expect(emulator.aiCall.ledger.view().totals).toMatchObject({
				accepted: 60,
				acceptedAgain: 0,
			});
			expect(tokens().issued).toBe(2);
		},
	);

	it('renewed by another worker is noticed and used', async () => {
		emulator.aiCall.set({ newTokenInvalidatesOld: true });
		const store = credentialStore(emulator);
		const other = otherWorker(store);
		await run(LIST, { store });
		emulator.aiCall.tokens.revokeAll();
		await run(LIST, { store: other });
		await run(PLACE, { items: customers(1), store });
		expect(tokens().issued).toBe(2);
	});

	it('survives two workers whose tokens end each other', async () => {
		emulator.aiCall.set({ newTokenInvalidatesOld: true, tokenLifetime: 1 });
		const store = credentialStore(emulator);
		const other = otherWorker(store);
		const work = async (shared: typeof store, from: number) => {
			const items = customers(400).slice(from, from + 200);
			return await run(PLACE, { items, store: shared });
		};
		// until the tokens have ended each other, however fast this machine is
		for (let round = 0; round < 2 || tokens().issued <= 2; round++) {
			emulator.aiCall.ledger.reset();
			forgetRuns();
			const [one, two] = await Promise.all([work(store, 0), work(other, 200)]);
			expect(statuses([...one.items, ...two.items])).toEqual(['accepted']);
			expect(emulator.aiCall.ledger.view().totals).toMatchObject({
				accepted: 400,
				acceptedAgain: 0,
			});
		}
	});

	it.each([
		[{ appSecret: 'wrong' }, '200101', 'The platform does not accept this key and secret'],
		[{ appKey: 'wrong' }, '200101', 'The platform does not accept this key and secret'],
	])('cannot be had with %p, and no row has left', async (change, code, reason) => {
		const store = credentialStore(emulator, { ...mainAiCallAccount, ...change });
		const { error: red } = await run(PLACE, { items: customers(2), store });
		expect(red?.message).toBe(`No row was accepted: 2 not sent (rows 1–2: ${reason})`);
		const { items } = await run(PLACE, { items: customers(2), store, settings: GOING_ON });
		expect(items[0]!.json).toMatchObject({ status: 'notSent', code, reason });
		const { error } = await run(LIST, { store });
		expect(error?.message).toBe(`${reason}`);
	});

	it('expired on arrival sends nothing', async () => {
		emulator.aiCall.set({ announcedLifetime: 1 });
		emulator.order({ kind: 'delay', ms: 1000, service: 'aicall-token', times: 'always' });
		const options = { ...AT_ANY_HOUR };
		const { items } = await run({ ...PLACE, options }, { items: customers(2), settings: GOING_ON });
		expect(items[0]!.json).toMatchObject({
			status: 'notSent',
			reason: 'The token of the AI Call platform had expired when it arrived',
		});
		expect(emulator.ledger({ service: 'aicall-callout' }).entries).toHaveLength(0);
	});

	it.each<FaultOrder>([
		{ kind: 'code', code: 10004 },
		{ kind: 'rateLimit' },
		{ kind: 'status', status: 408, body: '' },
	])('is fetched again when the platform is busy, with no request in between: %j', async (busy) => {
		emulator.order({ ...busy, service: 'aicall-token', times: 2 });
		const { items } = await run(PLACE, { items: customers(2) });
		expect(statuses(items)).toEqual(['accepted']);
		expect(emulator.ledger({ service: 'aicall-callout' }).entries).toHaveLength(1);
	});

	it('is mended in the lists of the editor as well', async () => {
		const store = credentialStore(emulator);
		const context = editorContext(emulator, { script: byId(SCRIPT), operation: 'place' }, store);
		const lists = [
			async () => (await searchScripts.call(context)).results,
			async () => await getLines.call(context),
			async () => (await getColumns.call(context)).fields,
		];
		for (const list of lists) {
			emulator.aiCall.tokens.revokeAll();
			expect((await list()).length).toBeGreaterThan(0);
		}
		expect(tokens().issued).toBe(lists.length);
	});

	it('reaches neither items nor errors nor what n8n stores, nor does a secret', async () => {
		const store = credentialStore(emulator);
		await run(LIST, { store });
		const { token } = store.stored.iflytekAiCallApi.data;
		const quoting = {
			kind: 'code',
			code: 209876,
			// more than once, and so long that what is shown of it ends within the token
			message: `${String(token)} ${'x'.repeat(180)} ${String(token)} is bad`,
		} as const;
		emulator.order({ ...quoting, service: 'aicall-callout' });
		emulator.order({ ...quoting, service: 'aicall-query' });
		emulator.order({ kind: 'resetAfter', service: 'aicall-create' });
		const runs = [
			await run(
				{ ...PLACE, options: { ...AT_ANY_HOUR, includeResponse: true } },
				{ items: customers(1), store, settings: GOING_ON },
			),
			await run(LIST, { store }),
			await run({ resource: 'task', operation: 'create', ...TASK }, { store }),
		];
		expect(runs[0]!.items[0]!.json).toMatchObject({
			status: 'refused',
			code: '209876',
			response: { code: 209876 },
		});
		const beginning = String(token).slice(0, 12);
		for (const { run: stored, error } of runs) {
			const text = inspected(stored) + inspected(error);
			for (const secret of [beginning, mainAiCallAccount.appKey, mainAiCallAccount.appSecret]) {
				expect(text).not.toContain(String(secret));
			}
		}
	});
});

/** Everything that hangs on a value, hidden properties of errors included. */
function inspected(value: unknown): string {
	const { inspect } = jest.requireActual<typeof import('node:util')>('node:util');
	return inspect(value, {
		depth: Infinity,
		showHidden: true,
		maxStringLength: null,
		maxArrayLength: null,
	});
}

/** The same stored credential in another process: with a memory of its own. */
function otherWorker(store: ReturnType<typeof credentialStore>) {
	let file: typeof CredentialFile | undefined;
	jest.isolateModules(() => {
		file = jest.requireActual<typeof CredentialFile>(
			'../../credentials/IflytekAiCallApi.credentials',
		);
	});
	expect(file!.IflytekAiCallApi).not.toBe(IflytekAiCallApi);
	const other = credentialStore(emulator, mainAiCallAccount, new file!.IflytekAiCallApi());
	other.stored.iflytekAiCallApi.data = store.stored.iflytekAiCallApi.data;
	return other;
}

describe('a key or token that is refused for good, in a run over many items that continues', () => {
	const manyTasks = async (store = credentialStore(emulator)) => {
		const items = Array.from({ length: 60 }, () => ({ json: {} }));
		const parameters = { resource: 'task', operation: 'get', task: byId('1') };
		const result = await runAiCall(emulator, parameters, { items, settings: GOING_ON, store });
		return result.items.map(({ json }) => (json.error as { message: string }).message);
	};
	const asked = (service: string) => emulator.ledger().services[service]?.requests ?? 0;

	it.each([10001, 10002])(
		'%d after new tokens: two items are sent, the others say why not',
		async (code) => {
			emulator.order({ kind: 'code', code, service: 'aicall-query', times: 'always' } as never);
			const said = await manyTasks();
			// each with the stored token and three new ones
			expect(asked('aicall-query')).toBe(8);
			expect(said.slice(2)).toHaveLength(58);
			for (const one of said.slice(2))
				expect(one).toMatch(/^Not sent: .+ \(first at input item 1\) \[item \d+\]$/);
		},
	);

	it('a wrong secret: a token is asked for twice', async () => {
		const said = await manyTasks(
			credentialStore(emulator, { ...mainAiCallAccount, appSecret: 'x'.repeat(44) }),
		);
		expect(asked('aicall-token')).toBe(2);
		expect(asked('aicall-query')).toBe(0);
		expect(said.filter((one) => one.startsWith('Not sent: '))).toHaveLength(58);
	});
});
