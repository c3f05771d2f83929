/** A run that gives up where no item gets an answer, in a time of its own that costs none. */
import { setTimeout as sleep } from 'node:timers/promises';

import { CLOCK, RunMemory } from '../../../../nodes/shared/pace/pace';
import { failure, success, type Problem } from '../../../../nodes/shared/problem/problem';
import { simulate } from './simulatedRun';
import { VirtualTime } from './virtualTime';

const MINUTE = 60_000;
const ownNow = CLOCK.now;

const notSent = (said: string[]) => said.filter((one) => one.startsWith('Not sent'));

describe('a peer that accepts requests and never answers', () => {
	it.each([
		[50, {}, 5 * MINUTE],
		[200, {}, 5 * MINUTE],
		[200, { timeout: 5000 }, 5 * MINUTE],
		[200, { maxTimePerItem: 30 }, 5 * MINUTE],
		[50, { maxTimePerItem: 900 }, 15 * MINUTE],
	])('ends a run of %d items with %j after %d ms', async (items, options, patienceMs) => {
		const { said, sentAt, ms } = await simulate(items, () => 'silent', options);
		expect(Math.max(...sentAt)).toBeLessThanOrEqual(patienceMs);
		// what is under way then is waited for
		expect(ms).toBeLessThanOrEqual(patienceMs + MINUTE + 1000);
		expect(said).toHaveLength(items);
		const rest = notSent(said);
		expect(rest.length).toBeGreaterThan(items / 3);
		for (const one of rest) {
			expect(one).toMatch(
				`Not sent: no item has received an answer for ${patienceMs / 1000} s (the service did not answer in time)`,
			);
		}
	});

	it('does not end a run in which one answer comes in time, again and again', async () => {
		let answered = 0;
		const { said } = await simulate(60, ({ now }) => {
			if (now < (answered + 1) * 4 * MINUTE) return 'silent';
			answered++;
			return { ms: 100, code: 0 };
		});
		expect(notSent(said)).toEqual([]);
	});
});

describe('a service that refuses everything for its limits', () => {
	it.each([
		[11202, 1],
		[11202, 100],
		[11203, 1],
		[11203, 100],
	])('with %d ends a run of %d items after five minutes', async (code, items) => {
		const { said, sentAt, ms } = await simulate(items, () => ({ ms: 50, code }));
		expect(said).toHaveLength(items);
		expect(said).not.toContain('well');
		expect(ms).toBeLessThanOrEqual(5 * MINUTE + 31_000);
		expect(sentAt.length).toBeLessThan(4000);
	});

	it('is asked again within half as long as it has refused, and ever more seldom', async () => {
		const { sentAt } = await simulate(1, () => ({ ms: 50, code: 11203 }), { maxTimePerItem: 600 });
		const pauses = sentAt.slice(1).map((at, n) => ({ at, ms: at - sentAt[n]! }));
		for (const { at, ms } of pauses) expect(ms).toBeLessThanOrEqual(Math.max(2000, at / 2));
		expect(pauses.at(-1)!.ms).toBeGreaterThan(10_000);
	});

	it('loses no item where it accepts one now and then', async () => {
		let takes = 0;
		const { said } = await simulate(
			20,
			({ now }) => {
				const isTaken = now >= takes * 20_000;
				if (isTaken) takes++;
				return { ms: 50, code: isTaken ? 0 : 11203 };
			},
			{ maxTimePerItem: 3600 },
		);
		expect(said.filter((one) => one !== 'well')).toEqual([]);
	});
});

it('waiting for its first turn is not the time of an item', async () => {
	const { said } = await simulate(60, () => ({ ms: 3000, code: 0 }), { maxTimePerItem: 4 });
	expect(said).toEqual(new Array(60).fill('well'));
});

it('nor is it where requests are farther apart than that time', async () => {
	const { said } = await simulate(3, () => ({ ms: 50, code: 0 }), {
		maxPerSecond: 0.2,
		maxTimePerItem: 4,
	});
	expect(said).toEqual(['well', 'well', 'well']);
});

const never = { message: 'no', remedy: '', retryClass: 'never' } as const;
const chinese = { message: '不行', remedy: '' };
const refused: Problem = { ...never, chinese, everyRequest: true, httpStatus: 403 };
const refusal = failure(refused);

const execution = () => ({ time: new VirtualTime(), run: new RunMemory({} as never) });

/** A request of an item goes out, which it may. */
function begin(run: RunMemory, itemIndex: number) {
	expect(run.whyNot(itemIndex)).toBeUndefined();
	return run.begin(itemIndex);
}

it('a request waits once a credential is refused, but for the one that tries it a second later', async () => {
	const { run, time } = execution();
	begin(run, 0)(refusal);
	expect(run.whyNot(1)).toBe('wait');
	// its other requests fail as the first one did
	expect(run.whyNot(0)).toEqual(refused);
	await time.until(time.sleep(1000));
	const trialEnded = begin(run, 2);
	await time.until(time.sleep(10_000));
	expect(run.whyNot(1)).toBe('wait');
	trialEnded(success(undefined));
	expect(run.whyNot(1)).toBeUndefined();
});

it('what was under way when a credential was refused decides nothing', async () => {
	const { run, time } = execution();
	const [first, second, third] = [begin(run, 0), begin(run, 1), begin(run, 2)];
	first(refusal);
	second(refusal);
	third(success(undefined));
	expect(run.whyNot(3)).toBe('wait');
	await time.until(time.sleep(1000));
	begin(run, 3)(refusal);
	expect(run.whyNot(4)).toMatchObject({
		message: 'Not sent: no (first at input item 1)',
		chinese: { message: '未发送：不行（首见于第 1 项）', remedy: '' },
		notSent: true,
	});
});

it('a request that waits for its turn gets none once the node will fail', () => {
	const { run } = execution();
	expect(run.whyNot(0)).toBeUndefined();
	run.end();
	expect(run.whyNot(0)).toMatchObject({ notSent: true });
});

it('a request that tries a refused credential and gets no answer lets the others go on waiting', async () => {
	const { run, time } = execution();
	begin(run, 0)(refusal);
	for (const itemIndex of [1, 2]) {
		expect(run.whyNot(itemIndex)).toBe('wait');
		await time.until(time.sleep(1000));
		begin(run, itemIndex)(failure({ ...never, retryClass: 'later' }));
	}
});

it('a clock of the machine that is set back makes no request wait longer', async () => {
	CLOCK.now = ownNow;
	const run = new RunMemory({} as never);
	begin(run, 0)(refusal);
	const realNow = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() - 3_600_000);
	await sleep(1010);
	expect(run.whyNot(1)).toBeUndefined();
	jest.restoreAllMocks();
});
