import { setTimeout as delay } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';

import { type ReadOperation, runOperation } from '../../../../nodes/shared/items/engine';
import { problemError, serviceError } from '../../../../nodes/shared/items/errors';

const context = (items: number, continues = false) =>
	({
		getNode: () => ({ name: 'node', type: 'x' }),
		getInputData: () => new Array(items).fill({ json: {} }),
		continueOnFail: () => continues,
		getExecutionCancelSignal: () => undefined,
	}) as unknown as IExecuteFunctions;

/** An operation whose items have so many parts; the answer to a part is its name. */
const operation = (
	parts: number,
	more: Partial<ReadOperation<number, number, string>> = {},
): ReadOperation<number, number, string> => ({
	read: ({ index }) => index,
	parts: () => Array.from({ length: parts }, (_, part) => part),
	send: async (_item, item, part) => {
		await delay(20 - part);
		return `${item}.${part}`;
	},
	shape: (_item, _request, answers) => answers.map((answer) => ({ json: { answer } })),
	...more,
});

const limits = (atOnce: number) => ({ atOnce });

it('parts go out together, and come out in their order, paired to their item', async () => {
	let open = 0;
	let most = 0;
	const items = await runOperation(
		context(2),
		limits(16),
		operation(5, {
			send: async (_item, item, part) => {
				most = Math.max(most, ++open);
				await delay(20 - part);
				open--;
				return `${item}.${part}`;
			},
		}),
	);
	expect(most).toBe(10);
	expect(items.map(({ json, pairedItem }) => [json.answer, pairedItem])).toEqual(
		[0, 1].flatMap((item) => [0, 1, 2, 3, 4].map((part) => [`${item}.${part}`, { item }])),
	);
});

it('a part that fails fails its item, and no further part of it is begun', async () => {
	const sent: number[] = [];
	const failing = operation(6, {
		send: async (item, _request, part) => {
			sent.push(part);
			await delay(1);
			if (part === 1)
				throw problemError(item.context, { message: 'part 1', remedy: 'x' }, item.index);
			return 'fine';
		},
	});
	await expect(runOperation(context(1), limits(1), failing)).rejects.toThrow('part 1');
	expect(sent).toEqual([0, 1]);
});

it('of several parts that fail the first one is told', async () => {
	const failing = operation(3, {
		send: async (item, _request, part) => {
			await delay(part === 0 ? 1 : 20 - 5 * part);
			if (part > 0)
				throw problemError(item.context, { message: `part ${part}`, remedy: 'x' }, item.index);
			return 'fine';
		},
	});
	await expect(runOperation(context(1), limits(16), failing)).rejects.toThrow('part 1');
});

it('of several items that fail the first one that was sent is told, whichever failed first', async () => {
	const failing = operation(1, {
		send: async (item) => {
			await delay([1, 30, 5][item.index]);
			const problem = { message: `item ${item.index}`, remedy: '', retryClass: 'never' } as const;
			throw serviceError(
				item.context,
				item.index === 0 ? { ...problem, notSent: true } : problem,
				item.index,
			);
		},
	});
	await expect(runOperation(context(3), limits(16), failing)).rejects.toThrow('item 1');
});

it('something may stand for a part that fails, beside the others', async () => {
	const items = await runOperation(
		context(1),
		limits(16),
		operation(3, {
			send: async (_item, _request, part) => {
				if (part === 1) throw new Error('gone');
				return `${part}`;
			},
			failedPart: (_item, _request, part, { message }) => `${part} is ${message}`,
		}),
	);
	expect(items.map(({ json }) => json.answer)).toEqual(['0', '1 is gone', '2']);
});

it('the error of an item is told as the operation says, wherever it was thrown', async () => {
	const errorOf = (item: { index: number }) => new Error(`item ${item.index}`);
	const fails = () => {
		throw new Error('x');
	};
	for (const where of ['read', 'send', 'shape'] as const) {
		const run = runOperation(
			context(1, true),
			limits(1),
			operation(1, { [where]: fails, errorOf }),
		);
		expect(await run).toMatchObject([{ json: { error: { message: 'item 0' } } }]);
	}
});
