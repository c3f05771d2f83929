import { RetryBudget } from '../../../../nodes/shared/pace/retryBudget';
import { readRequestPolicy } from '../../../../nodes/shared/description/requestOptions';

const START = Date.parse('2024-03-05T00:00:00Z');

const pauses: number[] = [];
const CLOCK = {
	now: () => Date.now(),
	sleep: async (ms: number) => void pauses.push(ms),
	canceled: false,
};

beforeEach(() => {
	pauses.length = 0;
	jest.useFakeTimers({ now: START });
});
afterEach(() => jest.useRealTimers());
afterEach(() => jest.restoreAllMocks());

const pass = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1000);
const chance = (value: number) => jest.spyOn(Math, 'random').mockReturnValue(value);
const itemTime = (options = {}) =>
	new RetryBudget(
		readRequestPolicy({} as never, { maxTimePerItem: 10, timeout: 4000, ...options }),
		CLOCK,
	);

it('the time of an item begins with its first attempt, and anew with the first after a success', () => {
	const time = itemTime();
	pass(60);
	expect(time.leftMs).toBe(Infinity);
	time.attempts().begin();
	pass(3);
	time.attempts().begin();
	expect(time.leftMs).toBe(7000);
	time.stop(10_000);
	pass(60);
	time.attempts().begin();
	expect(time.leftMs).toBe(10_000);
});

it('what follows a download has the rest of the time, from its own beginning on', () => {
	const time = itemTime();
	time.start();
	pass(3);
	time.stop();
	pass(60);
	time.start();
	expect(time.leftMs).toBe(7000);
});

it('waiting for other executions is not the time of an item', () => {
	const time = itemTime();
	time.start();
	pass(8);
	time.giveBack(6000);
	expect(time.leftMs).toBe(8000);
});

it('tells how long an attempt may take, and which option says so', () => {
	const time = itemTime();
	const attempts = time.attempts();
	expect(attempts.begin()).toEqual({ timeoutMs: 4000, option: 'Timeout' });
	pass(6);
	expect(attempts.begin()).toEqual({ timeoutMs: 4000, option: 'Timeout' });
	pass(1);
	expect(attempts.begin()).toEqual({ timeoutMs: 3000, option: 'Max Time per Item' });
	pass(5);
	expect(attempts.begin()).toEqual({ timeoutMs: 1, option: 'Max Time per Item' });
});

describe('an attempt', () => {
	const LATE = { message: 'late', remedy: '', retryClass: 'later', timedOut: true } as const;
	const BUSY = { message: 'busy', remedy: 'Wait.', retryClass: 'later' } as const;

	it('is to leave while the item has as much time as the last answer took', async () => {
		const attempts = itemTime().attempts();
		attempts.begin();
		pass(3);
		attempts.note(BUSY);
		expect(attempts.leftMs).toBe(4000);
		expect(await attempts.wait({ ...BUSY, retryAfterMs: 3999 })).toBe(true);
		expect(await attempts.wait({ ...BUSY, retryAfterMs: 4000 })).toBe(false);
		attempts.begin();
		pass(4);
		// a host that was silent may answer quickly
		attempts.note(LATE);
		expect(attempts.leftMs).toBe(0);
	});

	it('that ran out of the time of its item leaves the fault that was met before', () => {
		const attempts = itemTime().attempts();
		attempts.begin();
		pass(6.5);
		expect(attempts.note(BUSY)).toBe(BUSY);
		attempts.begin();
		pass(3.5);
		expect(attempts.note(LATE)).toBe(BUSY);
	});

	it('that had its whole time tells its own fault', () => {
		const attempts = itemTime().attempts();
		attempts.begin();
		expect(attempts.note(BUSY)).toBe(BUSY);
		attempts.begin();
		expect(attempts.note(LATE)).toBe(LATE);
	});
});

describe('the pause before the next attempt', () => {
	const LATER = { retryClass: 'later' } as const;

	it('doubles with every attempt, of which there are four', async () => {
		chance(1);
		const attempts = itemTime().attempts();
		const mayGoOn = [];
		for (let failed = 0; failed < 4; failed++) mayGoOn.push(await attempts.wait(LATER));
		expect(mayGoOn).toEqual([true, true, true, false]);
		expect(pauses).toEqual([400, 800, 1600]);
	});

	it('loses up to half of it at random, so that many do not come back at once', async () => {
		chance(0);
		await itemTime().attempts().wait(LATER);
		chance(0.5);
		await itemTime().attempts().wait(LATER);
		expect(pauses).toEqual([200, 300]);
	});

	it('is at least what the service asked for', async () => {
		await itemTime()
			.attempts()
			.wait({ ...LATER, retryAfterMs: 5000 });
		expect(pauses).toEqual([5000]);
	});

	it('is none where there is nothing to try again', async () => {
		expect(await itemTime().attempts().wait({ retryClass: 'never' })).toBe(false);
		expect(pauses).toEqual([]);
	});
});

it.each(['', ' ', null, undefined])(
	'an option to which an expression gives %j means its default',
	(value) => {
		const given = { timeout: value, maxPerSecond: value, maxTimePerItem: value };
		expect(readRequestPolicy({} as never, given)).toEqual(readRequestPolicy({} as never, {}));
	},
);

describe('the last problem of a request', () => {
	const FAILED = { remedy: 'Look at it.', retryClass: 'later' } as const;
	const failed = async (times: number) => {
		const attempts = itemTime({ maxTimePerItem: 90 }).attempts();
		for (let one = 0; one < times; one++) await attempts.wait(FAILED);
		return attempts;
	};

	it('tells how often it was tried, from twice on', async () => {
		expect((await failed(1)).last(FAILED)).toEqual(FAILED);
		expect((await failed(2)).last(FAILED)).toEqual({
			remedy: 'It was tried 2 times without success. Look at it.',
			retryClass: 'later',
		});
	});

	it('is as it stands where there is nothing to try again', async () => {
		const final = { remedy: 'Look at it.', retryClass: 'never' } as const;
		expect((await failed(3)).last(final)).toEqual(final);
	});

	it.each(['tooMany', 'tooManyAtOnce'] as const)(
		'tells the time when the service refused for so long: %s',
		async (retryClass) => {
			const refused = { remedy: 'Send less.', retryClass };
			expect((await failed(3)).last(refused).remedy).toBe(
				'It did not succeed within 90 s, the time set in the option Max Time per Item. Send less.',
			);
		},
	);
});
