/** The keys that a node keeps beyond its executions, in n8n-core's own helpers. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { KeyStore, MOST_KEYS } from '../../nodes/shared/items/keyStore';
import { keys, runNode } from './engine';

/** A node that does something with its store. */
function nodeThat(use: (store: KeyStore) => Promise<unknown>): INodeType {
	return {
		description: {
			displayName: 'Keeper',
			name: 'keeper',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Keeper' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [[{ json: { known: (await use(new KeyStore(this))) as string[] } }]];
		},
	};
}

const recording = (some: string[]) => nodeThat(async (store) => [...(await store.record(some))]);
const known = async (some: string[], settings = {}) =>
	(await runNode({ node: recording(some), ...settings })).items[0]?.json.known;

test('keys are known to later executions of the node, and to no other node', async () => {
	expect(await known(['a', 'b'])).toEqual([]);
	expect(await known(['b', 'c'], { executionId: 'another' })).toEqual(['b']);
	expect(await known(['b'], { nodeId: 'another' })).toEqual([]);
});

test('a key that was taken back is new again', async () => {
	await known(['a', 'b']);
	await runNode({ node: nodeThat(async (store) => await store.remove(['a'])) });
	expect(await known(['a', 'b'])).toEqual(['b']);
	await runNode({ node: nodeThat(async (store) => await store.clear()) });
	expect(await known(['a', 'b'])).toEqual([]);
});

test('the oldest go where there are too many', async () => {
	const many = Array.from({ length: MOST_KEYS }, (_, n) => String(n));
	await known(['oldest', ...many.slice(1)]);
	await known(['newest']);
	expect(await known([many[1]!])).toEqual([many[1]]);
	expect(await known(['oldest'])).toEqual([]);
});

test('executions side by side take turns, also after one that failed', async () => {
	const inside: string[] = [];
	const slow = jest.spyOn(keys, 'checkProcessedAndRecord').mockImplementation(async (some) => {
		inside.push(`begins ${String(some[0])}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
		inside.push(`ends ${String(some[0])}`);
		if (some[0] === 'a') throw new Error('no database');
		return { new: some, processed: [] };
	});
	const [first, second] = await Promise.all(
		['a', 'b'].map(async (key) => await runNode({ node: recording([key]), executionId: key })),
	);
	slow.mockRestore();
	expect(inside).toEqual(['begins a', 'ends a', 'begins b', 'ends b']);
	expect(first!.error?.message).toBe('no database');
	expect(second!.items[0]!.json.known).toEqual([]);
});

test('two workers that begin a store at the same moment both record', async () => {
	const taken = Object.assign(new Error('duplicate key value'), { code: '23505' });
	const late = jest.spyOn(keys, 'checkProcessedAndRecord').mockRejectedValueOnce(taken);
	const { items, error } = await runNode({ node: recording(['a']) });
	late.mockRestore();
	expect(error).toBeUndefined();
	expect(items[0]!.json.known).toEqual([]);
	expect(await known(['a'])).toEqual(['a']);
});

test.each(['57014', 'SQLITE_BUSY', 'ECONNRESET'])(
	'a store is not asked again after %s: the keys may be there, and would count as known',
	async (code) => {
		const broken = Object.assign(new Error('no answer'), { code });
		const late = jest.spyOn(keys, 'checkProcessedAndRecord').mockRejectedValueOnce(broken);
		const { error } = await runNode({ node: recording(['a']) });
		expect(error?.message).toBe('no answer');
		expect(late).toHaveBeenCalledTimes(1);
		late.mockRestore();
	},
);

test('a store that does not say what is new fails', async () => {
	const silent = jest.spyOn(keys, 'checkProcessedAndRecord');
	silent.mockResolvedValue({ new: [], processed: [] });
	const { error } = await runNode({ node: recording(['a']) });
	silent.mockRestore();
	expect(error?.message).toBe('n8n did not say which keys are new');
});
