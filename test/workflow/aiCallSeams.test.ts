/** Pairs of features that meet in one run (test/SEAMS.md). */
import {
	customers,
	GOING_ON,
	jsonOf,
	phone,
	placing,
	RUN,
	setChinaTime,
	statuses,
	useEmulator,
} from './aiCallBench';

const bed = useEmulator();
const place = placing(bed);
const NARROWED = { onRefusedBatch: 'narrowDown' };
const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;
const tasks = () =>
	bed.emulator.aiCall.tasks.map(({ status, rows }) => ({ status, rows: rows.length }));

afterEach(() => jest.restoreAllMocks());

describe('a Run whose bad rows are narrowed down', () => {
	const run = async (startIncomplete: boolean) => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(3)] });
		bed.emulator.aiCall.clock.setSpeed(0);
		const parameters = { ...RUN, startIncomplete, options: NARROWED };
		return await place(parameters, { items: customers(8), settings: GOING_ON });
	};

	it('starts with the good ones when told to', async () => {
		const { items } = await run(true);
		expect(statuses(items)).toEqual([
			...Array<string>(3).fill('accepted'),
			'refused',
			...Array<string>(4).fill('accepted'),
		]);
		expect(items[0]!.json.taskState).toBe('started');
		expect(tasks()).toEqual([{ status: expect.any(Number), rows: 7 }]);
		expect(tasks()[0]!.status).not.toBe(0);
	});

	it('else leaves the task as it is, and says what it holds', async () => {
		const { items } = await run(false);
		expect(items[0]!.json).toMatchObject({ taskState: 'notStarted', mayHaveBeenCalled: true });
		expect(items[3]!.json).toMatchObject({ status: 'refused', mayHaveBeenCalled: false });
		expect(tasks()).toEqual([{ status: 0, rows: 7 }]);
	});
});

describe('contact limits', () => {
	const called = (...hoursAgo: Array<number | null>) =>
		hoursAgo.map((hours, n) => ({
			json: {
				...customers(n + 1)[n]!.json,
				called: hours === null ? null : new Date(Date.now() - hours * 3_600_000).toISOString(),
			},
		}));
	const BY_DATE = { notAgainWithin: 24, lastCalledAt: '={{ $json.called }}' };

	it('hold through the wait for a busy platform, and for the twin of a row that may have been taken', async () => {
		bed.emulator.order({ kind: 'code', code: 10004, service: 'aicall-callout' });
		const [free, again, held] = called(30, 30, 1);
		const twin = { json: { ...free!.json } };
		const items = [free!, twin, again!, held!];
		const options = { ...BY_DATE, duplicateNumbers: 'sendAll' };
		const run = await place({ options }, { items, settings: GOING_ON });
		expect(jsonOf(run.items)).toMatchObject([
			{ status: 'refused', mayHaveBeenCalled: true },
			{
				status: 'notSent',
				reason: expect.stringMatching(/^The number is already called in this run/),
			},
			{ status: 'refused', mayHaveBeenCalled: true },
			{ status: 'notSent', reason: expect.stringMatching(/^The number was last called at /) },
		]);
		expect(submitted()).toBe(2);
	});

	it('give their own reason at night, and the run is red for the rows that the clock held back', async () => {
		setChinaTime('2026-11-23T23:13:00');
		const options = { ...BY_DATE, callingHours: { hours: [{ from: '08:00', to: '21:00' }] } };
		const red = await place({ options }, { items: called(1, 30) });
		expect(red.error?.message).toMatch(/row 1\b.*row 2\b/);
		const going = { ...options, ifNobodyCalled: 'continue' };
		const { items } = await place({ options: going }, { items: called(1, 30) });
		expect(items.map(({ json }) => json.reason)).toEqual([
			expect.stringMatching(/^The number was last called at /),
			expect.stringMatching(/^It is 23:13 in China/),
		]);
		// nobody is left for the clock to hold back
		expect((await place({ options }, { items: called(1, 1) })).error).toBeUndefined();
		expect(submitted()).toBe(0);
	});
});
