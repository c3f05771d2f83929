import { backOff, RetryBudget } from '../../../../nodes/shared/pace/retryBudget';
import { readRequestPolicy } from '../../../../nodes/shared/description/requestOptions';

const CLOCK = { now: () => Date.now(), sleep: async () => {}, canceled: false };
const START = Date.parse('2024-03-05T00:00:00Z');

beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => jest.useRealTimers());

const pass = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1000);
const itemTime = () =>
	new RetryBudget(readRequestPolicy({} as never, { maxTimePerItem: 10, timeout: 4000 }), CLOCK);

it('runs while something is under way, and not while all of it waits to be begun', () => {
	const time = itemTime();
	pass(60);
	expect(time.leftMs).toBe(10_000);
	time.start();
	pass(3);
	time.start();
	pass(1);
	time.stop();
	pass(1);
	expect(time.leftMs).toBe(5000);
	time.stop();
	pass(60);
	expect(time.leftMs).toBe(5000);
	time.start();
	pass(6);
	expect(time.leftMs).toBe(-1000);
	time.stop();
	expect(time.leftMs).toBe(-1000);
});

it('begins anew with a success, for what is under way and for what comes', () => {
	const time = itemTime();
	time.start();
	time.start();
	pass(9);
	time.renew();
	time.stop();
	pass(2);
	expect(time.leftMs).toBe(8000);
	time.stop();
	time.start();
	expect(time.leftMs).toBe(8000);
});

it('tells how long an attempt may take, and which option says so', () => {
	const time = itemTime();
	const attempts = time.attempts();
	expect(attempts.begin()).toEqual({ timeoutMs: 4000, option: 'Timeout' });
	time.start();
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

	it('is to leave while the item has as much time as the last answer took', () => {
		const time = itemTime();
		const attempts = time.attempts();
		time.start();
		attempts.begin();
		pass(3);
		attempts.note(BUSY);
		expect(attempts.leftMs).toBe(4000);
		expect(attempts.pauseAfter({ ...BUSY, retryAfterMs: 3999 })).toBe(3999);
		expect(attempts.pauseAfter({ ...BUSY, retryAfterMs: 4000 })).toBeUndefined();
		attempts.begin();
		pass(4);
		// a host that was silent may answer quickly
		attempts.note(LATE);
		expect(attempts.leftMs).toBe(0);
	});

	it('that ran out of the time of its item leaves the fault that was met before', () => {
		const time = itemTime();
		const attempts = time.attempts();
		time.start();
		attempts.begin();
		pass(6.5);
		expect(attempts.note(BUSY)).toBe(BUSY);
		attempts.pauseAfter(BUSY);
		attempts.begin();
		pass(3.5);
		expect(attempts.note(LATE)).toBe(BUSY);
		attempts.pauseAfter(BUSY);
		expect(attempts.last(BUSY).remedy).toBe(
			'It was tried 2 times without success, the last time for the 3.5 s that the item had left. Wait.',
		);
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
	afterEach(() => jest.restoreAllMocks());
	const chance = (value: number) => jest.spyOn(Math, 'random').mockReturnValue(value);

	it('doubles with every attempt, up to 32 times the first', () => {
		chance(1);
		const pauses = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => backOff(attempt, 100));
		expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 3200, 3200]);
	});

	it('loses up to half of it at random, so that many do not come back at once', () => {
		chance(0);
		expect(backOff(2, 100)).toBe(100);
		chance(0.5);
		expect(backOff(2, 100)).toBe(150);
	});

	it('is at least what the service asked for', () => {
		chance(1);
		expect(backOff(1, 100, 5000)).toBe(5000);
		expect(backOff(6, 100, 1000)).toBe(3200);
	});
});

it.each(['', ' ', null, undefined])(
	'an option to which an expression gives %j means its default',
	(value) => {
		const given = { timeout: value, maxAttempts: value, maxItemsAtOnce: value };
		expect(readRequestPolicy({} as never, { ...given, maxTimePerItem: value })).toEqual(
			readRequestPolicy({} as never, {}),
		);
	},
);

describe('the last problem of a request', () => {
	const FAILED = { remedy: 'Look at it.', retryClass: 'later' } as const;
	const attempts = (failed: number) => {
		const counted = new RetryBudget(
			readRequestPolicy({} as never, { maxAttempts: 4, maxTimePerItem: 90 }),
			CLOCK,
		).attempts();
		for (let one = 0; one < failed; one++) counted.pauseAfter(FAILED);
		return counted;
	};

	it('tells how often it was tried, from twice on', () => {
		expect(attempts(0).last(FAILED)).toBe(FAILED);
		expect(attempts(1).last(FAILED)).toBe(FAILED);
		expect(attempts(2).last(FAILED)).toEqual({
			remedy: 'It was tried 2 times without success. Look at it.',
			retryClass: 'later',
		});
	});

	it('is as it stands where there is nothing to try again', () => {
		const final = { remedy: 'Look at it.', retryClass: 'never' } as const;
		expect(attempts(3).last(final)).toBe(final);
	});

	it.each(['tooMany', 'tooManyAtOnce'] as const)(
		'tells the time when the service refused for so long: %s',
		(retryClass) => {
			const refused = { remedy: 'Send less.', retryClass };
			expect(attempts(3).last(refused).remedy).toBe(
				'It did not succeed within 90 s, the time set in the option Max Time per Item. Send less.',
			);
			expect(attempts(4).last(refused).remedy).toBe(
				'It was tried 4 times without success. Send less.',
			);
		},
	);
});
