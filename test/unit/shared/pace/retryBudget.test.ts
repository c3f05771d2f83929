import { CLOCK, RetryBudget } from '../../../../nodes/shared/pace/pace';
import { failure, type Problem } from '../../../../nodes/shared/problem/problem';
import { requestPolicy } from '../../../../nodes/shared/description/requestOptions';

const { now: processTime } = CLOCK;
let sleptMs = 0;
let now = 0;

beforeEach(() => {
	CLOCK.now = () => now;
	CLOCK.sleep = async (ms) => void (sleptMs += ms);
});
afterEach(() => jest.restoreAllMocks());

const pass = (seconds: number) => (now += seconds * 1000);
const chance = (value: number) => jest.spyOn(Math, 'random').mockReturnValue(value);
const itemTime = (options = {}) =>
	new RetryBudget({} as never, requestPolicy({ maxTimePerItem: 10, timeout: 4000, ...options }));

it('the time of an item begins with its first attempt, and anew with the first after a success', () => {
	const time = itemTime();
	pass(60);
	expect(time.leftMs).toBe(Infinity);
	time.forNextRequest().begin();
	pass(3);
	time.forNextRequest().begin();
	expect(time.leftMs).toBe(7000);
	time.stop(10_000);
	pass(60);
	time.forNextRequest().begin();
	expect(time.leftMs).toBe(10_000);
});

it('what follows a download has the rest of the time, from its own beginning on', () => {
	const time = itemTime();
	time.begin();
	pass(3);
	time.stop();
	pass(60);
	time.begin();
	expect(time.leftMs).toBe(7000);
});

it('waiting for other executions is not the time of an item', () => {
	const time = itemTime();
	time.begin();
	pass(8);
	time.giveBack(6000);
	expect(time.leftMs).toBe(8000);
});

it('tells how long an attempt may take, and which option says so', () => {
	const time = itemTime();
	const attempts = time.forNextRequest();
	expect(attempts.begin()).toEqual({ timeoutMs: 4000, option: 'Timeout' });
	pass(6);
	expect(attempts.begin()).toEqual({ timeoutMs: 4000, option: 'Timeout' });
	pass(1);
	expect(attempts.begin()).toEqual({ timeoutMs: 3000, option: 'Max Time per Item' });
	pass(5);
	expect(attempts.begin()).toEqual({ timeoutMs: 1, option: 'Max Time per Item' });
});

it.each([1500.0123, 1999.123457, 3500.100003])(
	'an attempt never gets more than the time of its item, however long the process runs: %d ms',
	(ms) => {
		CLOCK.now = processTime;
		jest.spyOn(performance, 'now').mockReturnValue(ms);
		const time = itemTime({ maxTimePerItem: 1 });
		expect(time.begin()).toEqual({ timeoutMs: 1000, option: 'Max Time per Item' });
	},
);

/** Attempts that each begin, take so many seconds and end so. @returns what is told, and how often it was tried */
async function meeting(
	attempts: RetryBudget,
	met: Array<[seconds: number, problem: Partial<Problem>]>,
) {
	let times = 0;
	const result = await attempts.repeat(async () => {
		const [seconds, problem] = met[times++]!;
		if (!problem.notSent) attempts.begin();
		pass(seconds);
		return failure({ message: '', remedy: '', retryClass: 'never', ...problem });
	});
	return { problem: result.ok ? undefined : result.problem, times };
}

describe('an attempt', () => {
	const LATE = { message: 'late', retryClass: 'later', timedOut: true } as const;
	const BUSY = { message: 'busy', retryClass: 'later' } as const;
	const FINAL = { message: 'final' } as const;
	const NOT_SENT = { message: 'not sent', notSent: true } as const;

	it('is to leave while the item has as much time as the last answer took', async () => {
		const inTime = { ...BUSY, retryAfterMs: 3999 };
		expect(
			await meeting(itemTime(), [
				[3, inTime],
				[0, FINAL],
			]),
		).toMatchObject({
			times: 2,
		});
		const tooLate = { ...BUSY, retryAfterMs: 4000 };
		expect(await meeting(itemTime(), [[3, tooLate]])).toMatchObject({ times: 1 });
	});

	it('may leave later after a silence: a host that was silent may answer quickly', async () => {
		const late = { ...LATE, retryAfterMs: 5999 };
		expect(
			await meeting(itemTime(), [
				[4, late],
				[0, FINAL],
			]),
		).toMatchObject({
			times: 2,
		});
	});

	it.each([
		['for want of time', 3.5, LATE],
		['nor could leave any more', 0, NOT_SENT],
	])(
		'that was not answered %s leaves the fault that was met before',
		async (_why, seconds, end) => {
			const { problem } = await meeting(itemTime(), [
				[6.5, { ...BUSY, retryAfterMs: 0 }],
				[seconds, end],
			]);
			// it took as long as is left
			expect(problem).toMatchObject({ message: 'busy' });
		},
	);

	it('that had its whole time tells its own fault, and so does one that is refused for good', async () => {
		for (const end of [LATE, FINAL]) {
			const told = await meeting(itemTime(), [
				[1, BUSY],
				[1, BUSY],
				[1, BUSY],
				[1, end],
			]);
			expect(told).toMatchObject({ problem: { message: end.message }, times: 4 });
		}
	});

	it('that could not leave at all says so', async () => {
		const told = await meeting(itemTime(), [[0, NOT_SENT]]);
		expect(told).toMatchObject({ problem: NOT_SENT, times: 1 });
	});
});

describe('the pause before the next attempt', () => {
	/** how long it is; undefined where there is no next attempt */
	const pauseOf = async (budget: RetryBudget, problem: Partial<Problem> = {}) => {
		sleptMs = 0;
		const goesOn = await budget.wait({ retryClass: 'later', ...problem });
		return goesOn ? sleptMs : undefined;
	};

	it('doubles with every attempt, of which there are four', async () => {
		chance(1);
		const budget = itemTime();
		for (const ms of [400, 800, 1600, undefined]) expect(await pauseOf(budget)).toBe(ms);
	});

	it('loses up to half of it at random, so that many do not come back at once', async () => {
		chance(0);
		expect(await pauseOf(itemTime())).toBe(200);
		chance(0.5);
		expect(await pauseOf(itemTime())).toBe(300);
	});

	it('is at least what the service asked for', async () => {
		expect(await pauseOf(itemTime(), { retryAfterMs: 5000 })).toBe(5000);
	});

	it('is none where there is nothing to try again', async () => {
		expect(await pauseOf(itemTime(), { retryClass: 'never' })).toBeUndefined();
	});
});

describe('the last problem of a request', () => {
	const FAILED = { remedy: 'Look at it.', retryClass: 'later' } as const;
	const told = async (met: Array<Partial<Problem>>) => {
		const attempts = itemTime({ maxTimePerItem: 90 });
		const { problem } = await meeting(
			attempts,
			met.map((one) => [0, one]),
		);
		return problem?.remedy;
	};

	it('tells how often it was tried, from twice on', async () => {
		const hopeless = { ...FAILED, retryAfterMs: 90_000 };
		expect(await told([hopeless])).toBe('Look at it.');
		expect(await told([FAILED, hopeless])).toBe(
			'It was tried 2 times without success. Look at it.',
		);
	});

	it('tells it in Chinese too', async () => {
		const chinese = { message: '失败', remedy: '请查看。' };
		const refused = { ...FAILED, chinese, retryAfterMs: 90_000 };
		const said = [
			await meeting(itemTime(), [
				[0, FAILED],
				[0, refused],
			]),
			await meeting(itemTime(), [[0, { ...refused, retryClass: 'tooMany' }]]),
		].map(({ problem }) => problem?.chinese?.remedy);
		expect(said).toEqual([
			'已尝试 2 次，均未成功。请查看。',
			expect.stringMatching(/^在选项“Max Time per Item”设定的 .+ 内来不及再试。请查看。$/),
		]);
	});

	it('is as it stands where there is nothing to try again', async () => {
		expect(await told([FAILED, FAILED, { remedy: 'Look at it.' }])).toBe('Look at it.');
	});

	it.each(['tooMany', 'tooManyAtOnce'] as const)(
		'tells the time when the service refused for so long: %s',
		async (retryClass) => {
			const refused = { remedy: 'Send less.', retryClass };
			expect(await told([refused, refused, { ...refused, retryAfterMs: 90_000 }])).toBe(
				'There was no time for another try within 90 s, the time set in the option Max Time per Item. Send less.',
			);
		},
	);
});
