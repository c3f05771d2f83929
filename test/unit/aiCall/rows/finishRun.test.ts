import type { Row } from '../../../../nodes/IflytekAiCall/rows/row';
import { prepareRows } from '../../../../nodes/IflytekAiCall/rows/readRows';
import { finishRun } from '../../../../nodes/IflytekAiCall/rows/rowItems';
import type { RunSettings } from '../../../../nodes/IflytekAiCall/settings/runSettings';

type Outcome = Row['outcome'];

const accepted: Outcome = { status: 'accepted', value: '9', answer: { code: 0 } };
const refused = (message: string, more: object = {}): Outcome => ({
	status: 'refused',
	problem: { message, remedy: `Correct ${message}.`, retryClass: 'never' },
	...more,
});
const held: Outcome = {
	status: 'notSent',
	heldBack: true,
	problem: { message: 'held back', remedy: 'Nothing.', retryClass: 'never' },
};

function contextOf({ continues = false, onError = '' } = {}) {
	const hints: object[] = [];
	const context = {
		getNode: () => ({ name: 'Place', type: 'iflytekAiCall', onError }),
		getInputData: () => [{ json: {} }, { json: {} }],
		getNodeParameter: () => false,
		continueOnFail: () => continues,
		addExecutionHints: (hint: object) => hints.push(hint),
	};
	return { context: context as never, hints };
}

const hint = (type: string, message: unknown) => ({ type, location: 'outputPane', message });

/** Ends a run whose rows came out so; tells its items and what stands above the output. */
function finish(
	outcomes: Outcome[],
	settings: Partial<RunSettings> = {},
	how: Parameters<typeof contextOf>[0] & { leftBehind?: string[] } = {},
) {
	const { context, hints } = contextOf(how);
	const rows = outcomes.map((outcome, index) => ({
		row: index + 1,
		item: { index },
		phone: `1380000000${index}`,
		outcome,
	})) as unknown as Row[];
	const items = finishRun(context, { rows, settings: settings as RunSettings }, how);
	return { items, hints, json: items.map(({ json }) => json) };
}

describe('above the output', () => {
	it('stands nothing where every row was accepted, or there is none', () => {
		expect(finish([accepted, accepted]).hints).toEqual([]);
		expect(finish([], { mode: 'dryRun' }).hints).toEqual([]);
	});

	it('stands that a dry run called nobody', () => {
		expect(finish([undefined, refused('the number')], { mode: 'dryRun' }).hints).toEqual([
			hint(
				'info',
				"Dry run: nobody was called. 1 ready, 1 refused (row 2: the number). Switch 'Dry Run' off to send the rows.",
			),
		]);
	});

	it('stands that a live run would send nothing either, where no row is ready', () => {
		expect(finish([held, refused('the number')], { mode: 'dryRun' }).hints).toMatchObject([
			{ message: expect.stringMatching(/\. A live run would send none of them\.$/) },
		]);
	});

	it('stands that a test went to the test number', () => {
		const { hints, json } = finish([accepted, held], { mode: 'testCall', testNumber: '13900000000' });
		expect(hints).toEqual([
			hint(
				'info',
				"Test: 1 sent to the test number, 1 not sent (row 2: held back). Empty 'Test Number' to send all rows to their own numbers.",
			),
		]);
		expect(json).toMatchObject([{ status: 'test' }, { status: 'notSent' }]);
	});

	it('stands a warning where a row was not accepted', () => {
		expect(finish([accepted, refused('the number')]).hints).toEqual([
			hint('warning', '1 accepted, 1 refused (row 2: the number).'),
		]);
	});
});

describe('a run that called nobody', () => {
	it('is red, and names first what leaves open whether people are called', () => {
		const open = refused('the platform', { mayHaveActed: true });
		const rows = [held, refused('the number'), open];
		expect(() => finish(rows, {}, { leftBehind: ['Task 77 is empty'] })).toThrow(
			expect.objectContaining({
				message:
					'No row was accepted: 2 refused (row 2: the number; row 3: the platform), 1 not sent (row 1: held back). Task 77 is empty',
				description: 'Correct the platform.',
			}),
		);
	});

	it.each<[string, Outcome[], object, object]>([
		['rows were held back on purpose', [held, held], {}, {}],
		['a row may have been taken', [{ ...held, status: 'unknown' } as Outcome], {}, {}],
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

	it('is false for the rows of a test, whose own numbers nobody calls', () => {
		const { json } = finish([accepted, open, held], { mode: 'testCall', testNumber: '13900000000' });
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
	const dryRun = finish([undefined, held], { mode: 'dryRun' }, how).json;
	expect(dryRun).toMatchObject([{ status: 'ready' }, { error: { status: 'notSent' } }]);
});

it('has what is null in every row behind the rest', () => {
	const [keys] = finish([accepted]).json.map(Object.keys);
	expect(keys!.slice(2, 5)).toEqual(['row', 'mayHaveBeenCalled', 'taskDataId']);
});

describe('an error of the preparation', () => {
	/** Prepares a run whose first parameter cannot be read. */
	const prepare = async (context: object, error: unknown) =>
		await prepareRows(
			{
				...context,
				getNodeParameter: (_name: string, _item: number, fallback: unknown) => {
					if (fallback === false) return false;
					throw error;
				},
			} as never,
			{ hasTestNumber: false },
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
		[{}, 'Nothing was sent', ''],
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
