import { newPaceState } from '../../../../nodes/IflytekAiCall/submission/pace';
import { isSendable, type Row, type RowResults } from '../../../../nodes/IflytekAiCall/rows/row';
import { prepareRows } from '../../../../nodes/IflytekAiCall/rows/readRows';
import type { RowOutcome } from '../../../../nodes/IflytekAiCall/submission/outcome';
import { finishRun } from '../../../../nodes/IflytekAiCall/rows/rowItems';
import type { RunSettings } from '../../../../nodes/IflytekAiCall/settings/runSettings';
import { Item } from '../../../../nodes/shared/items/item';
import { inBoth, type Wording } from '../../../../nodes/shared/problem/language';

type Outcome = RowOutcome | undefined;

const accepted: Outcome = { status: 'accepted', value: '9', answer: { code: 0 } };
const refused = (message: string, more: object = {}): Outcome => ({
	status: 'refused',
	problem: { message, remedy: `Correct ${message}.`, retryClass: 'never' },
	...more,
});
const held: Outcome = {
	status: 'notSent',
	heldBack: true,
	problem: { message: 'held back', remedy: '', retryClass: 'never' },
};

function contextOf({ continues = false, onError = '', mode = 'manual' } = {}) {
	const hints: object[] = [];
	const context = {
		getNode: () => ({ name: 'Place', type: 'iflytekAiCall', onError }),
		getInputData: () => [{ json: {} }, { json: {} }],
		getNodeParameter: () => false,
		continueOnFail: () => continues,
		getMode: () => mode,
		addExecutionHints: (hint: object) => hints.push(hint),
	};
	return { context: context as never, hints };
}

const hint = (type: string, message: unknown) => ({ type, location: 'outputPane', message });

/** Ends a run whose rows came out so; tells its items and what stands above the output. */
function finish(
	outcomes: Outcome[],
	settings: Partial<RunSettings> = {},
	how: Parameters<typeof contextOf>[0] & {
		leftBehind?: Wording[];
		before?: number;
		phones?: string[];
	} = {},
) {
	const { context, hints } = contextOf(how);
	const target = { key: '', task: '', ids: {} };
	const rows = outcomes.map((outcome, index): Row => {
		const phone = how.phones?.[index] ?? `1380000000${index}`;
		const place = { row: index + 1, item: new Item(context, index), target, phone };
		return outcome?.status === 'refused' && !outcome.mayHaveActed
			? { state: 'held', ...place, outcome }
			: { state: 'sendable', ...place, columns: [], values: [], group: '' };
	});
	const isDryRun = settings.mode === 'dryRun';
	const results: RowResults = new Map(
		rows.filter(isSendable).flatMap((row) => {
			const outcome = outcomes[row.row - 1];
			return outcome === undefined ? [] : [[row, outcome] as const];
		}),
	);
	const plan = {
		context,
		settings: { mode: 'live', language: 'english', ...settings } as RunSettings,
		state: {
			id: '1',
			numbers: {},
			pace: newPaceState(),
			loads: {},
			rows: how.before ?? rows.length,
		},
	};
	const items = finishRun(plan, { rows, ...(!isDryRun && { results }), ...how });
	return { items, hints, json: items.map(({ json }) => json), state: plan.state };
}

describe('above the output', () => {
	it('stands what a live run did, and nothing where there are no rows', () => {
		expect(finish([accepted, accepted]).hints).toEqual([hint('info', '2 accepted.')]);
		expect(finish([], { mode: 'dryRun' }).hints).toEqual([]);
		expect(finish([]).hints).toEqual([]);
	});

	it('stands a warning where n8n cannot keep the keys of all rows of the execution', () => {
		expect(finish([accepted], {}, { before: 50_000 }).hints).toHaveLength(1);
		expect(finish([accepted], {}, { before: 50_001 }).hints).toEqual([
			hint('info', '1 accepted.'),
			hint(
				'warning',
				expect.stringMatching(/^n8n keeps the last 50000 rows .* of 50001, the first/),
			),
		]);
	});

	it('stands that a dry run called nobody', () => {
		expect(finish([undefined, refused('the number')], { mode: 'dryRun' }).hints).toEqual([
			hint(
				'info',
				"Dry run: nobody was called. 1 ready, 1 refused (row 2: the number). Set 'Mode' to Live to send the rows.",
			),
		]);
	});

	it('stands that a live run would send nothing either, where no row is ready', () => {
		expect(
			finish([refused('the list'), refused('the number')], { mode: 'dryRun' }).hints,
		).toMatchObject([
			{
				type: 'warning',
				message: expect.stringMatching(/\. A live run would send none of them\.$/),
			},
		]);
	});

	it('stands that a test went to the test number', () => {
		const { hints, json } = finish([accepted, held], {
			mode: 'testCall',
			testNumber: '13900000000',
		});
		expect(hints).toEqual([
			hint(
				'info',
				"Test: 1 accepted for the test number, 1 not sent (row 2: held back). Set 'Mode' to Live to call the rows themselves.",
			),
		]);
		expect(json).toMatchObject([{ status: 'test' }, { status: 'notSent' }]);
		const none = finish([held], { mode: 'testCall', testNumber: '13900000000' });
		expect(none.hints).toMatchObject([{ type: 'warning' }]);
	});

	it('stands a warning where a row was not accepted', () => {
		expect(finish([accepted, refused('the number')]).hints).toEqual([
			hint('warning', '1 accepted, 1 refused (row 2: the number).'),
		]);
	});
});

describe('a run that called nobody', () => {
	it('is red, with the remedy of the reason that holds most rows', () => {
		const rows = [held, refused('the name'), refused('the number'), refused('the number')];
		expect(() => finish(rows, {}, { leftBehind: [inBoth(() => 'Task 77 is empty')] })).toThrow(
			expect.objectContaining({
				message:
					'No row was accepted: 3 refused (row 2: the name; rows 3–4: the number), 1 not sent (row 1: held back). Task 77 is empty',
				description: 'Correct the number.',
			}),
		);
	});

	it.each<[string, Outcome[], object, object]>([
		['rows were held back on purpose', [held, held], {}, {}],
		['a row may have been taken', [{ ...held, status: 'unknown' } as Outcome], {}, {}],
		[
			'a row that was refused may have been taken',
			[refused('the platform', { mayHaveActed: true }), refused('the number')],
			{},
			{},
		],
		[
			'a row was handed over before',
			[{ ...held, mayHaveActed: true } as Outcome, refused('the number')],
			{},
			{},
		],
		['nobody was to be called', [refused('the number')], { mode: 'dryRun' }, {}],
		['the node is set to continue', [refused('the number')], {}, { continues: true }],
	])('is not red where %s', (_what, outcomes, settings, how) => {
		expect(finish(outcomes, settings, how).items).toHaveLength(outcomes.length);
	});
});

describe('whether the number of a row may have been called', () => {
	const open = refused('the platform', { mayHaveActed: true });

	it('stands in each item', () => {
		const { json } = finish([accepted, open, refused('the number'), held]);
		expect(json.map((item) => item.mayHaveBeenCalled)).toEqual([true, true, false, false]);
		const first = Object.keys(json[0]!).slice(0, 6);
		expect(first.join()).toBe('status,phone,reason,whatToDo,row,mayHaveBeenCalled');
	});

	it.each([
		['sendOnce', true],
		['refuse', true],
		['sendAll', false],
	] as const)('stands in every row whose number another one called: %s, %p', (...rule) => {
		const [duplicateRule, isShared] = rule;
		const phones = ['1', '1', '1', '2', '2'];
		for (const called of [accepted, open, { ...held, status: 'unknown' } as Outcome]) {
			const outcomes = [refused('the number'), called, held, refused('the number'), held];
			const { json } = finish(outcomes, { duplicateRule }, { phones, continues: true });
			const may = [isShared, true, isShared, false, false];
			expect(json.map((item) => item.mayHaveBeenCalled)).toEqual(may);
		}
	});

	it('stands for a row that no request settled, too', () => {
		const { json } = finish([accepted, undefined]);
		expect(json[1]).toMatchObject({ status: 'unknown', mayHaveBeenCalled: true });
	});

	it('takes off what the execution counts the rows that surely stayed', () => {
		const stayed = { ...held, heldBack: undefined } as Outcome;
		expect(finish([accepted, open, held, stayed], {}, { before: 9 }).state.rows).toBe(7);
		// it was never taken on
		expect(finish([accepted, refused('the number')], {}, { before: 9 }).state.rows).toBe(9);
		expect(finish([accepted, held], { mode: 'testCall' }, { before: 9 }).state.rows).toBe(9);
	});

	it('is false for the rows of a test, whose own numbers nobody calls', () => {
		const { json } = finish([accepted, open, held], {
			mode: 'testCall',
			testNumber: '13900000000',
		});
		expect(json.map((item) => item.mayHaveBeenCalled)).toEqual([false, false, false]);
	});

	it('stands under error at the error output', () => {
		const how = { continues: true, onError: 'continueErrorOutput' };
		expect(finish([open], {}, how).json[0]).toMatchObject({ error: { mayHaveBeenCalled: true } });
	});
});

it('sends to the error output what was not accepted, with what is known of the row', () => {
	const how = { continues: true, onError: 'continueErrorOutput' };
	const { json } = finish([accepted, refused('the number')], {}, how);
	expect(json[0]).toMatchObject({ status: 'accepted', taskDataId: '9' });
	expect(json[1]).toEqual({
		error: {
			message: 'the number',
			status: 'refused',
			phone: '13800000001',
			reason: 'the number',
			whatToDo: 'Correct the number.',
			row: 2,
			mayHaveBeenCalled: false,
		},
	});
});

it('sends rows of a test and of a dry run to the first output, as it would the rows accepted', () => {
	const how = { continues: true, onError: 'continueErrorOutput' };
	const test = finish([accepted, held], { mode: 'testCall', testNumber: '13900000000' }, how).json;
	expect(test).toMatchObject([{ status: 'test' }, { error: { status: 'notSent' } }]);
	const dryRun = finish([undefined, refused('the number')], { mode: 'dryRun' }, how).json;
	expect(dryRun).toMatchObject([{ status: 'ready' }, { error: { status: 'refused' } }]);
});

// a CSV file is appended by position
it('has its columns in one order, whatever is null', () => {
	const [keys] = finish([accepted]).json.map(Object.keys);
	expect(keys!.slice(2, 6)).toEqual(['reason', 'whatToDo', 'row', 'mayHaveBeenCalled']);
});

describe('an error of the preparation', () => {
	/** Prepares a run whose first parameter cannot be read. */
	const prepare = async (context: object, error: unknown) =>
		await prepareRows(
			{
				...context,
				getNodeParameter: (name: string) => {
					if (name === 'options') return {};
					throw error;
				},
			} as never,
			() => {
				throw new Error('is not reached');
			},
		);

	it('makes the node fail, unless it is set to continue', async () => {
		const { context } = contextOf();
		await expect(prepare(context, new Error('no credential'))).rejects.toMatchObject({
			name: 'NodeApiError',
			node: { name: 'Place' },
		});
	});

	it.each([
		[
			Object.assign(new Error('no credential'), { description: 'Pick one.' }),
			'no credential',
			'Pick one.',
		],
		[{}, 'Nothing was sent', null],
	])('else makes every input item a row that was not sent: %p', async (error, reason, whatToDo) => {
		const { context } = contextOf({ continues: true });
		const ended = await prepare(context, error);
		expect(ended).toMatchObject({
			items: [
				{ json: { status: 'notSent', row: 1, reason, whatToDo }, pairedItem: { item: 0 } },
				{ json: { status: 'notSent', row: 2, reason, whatToDo }, pairedItem: { item: 1 } },
			],
		});
	});
});
