/** Executions of one process that use one key, in a time of their own that costs none. */
import { success } from '../../../../nodes/shared/problem/problem';
import { Lane } from '../../../../nodes/shared/pace/pace';
import { VirtualTime } from './virtualTime';

let KEY: { apiKey: string };
let keys = 0;
beforeEach(() => (KEY = { apiKey: `fake ${keys++}` }));
const SERVICE = ['scheme', 'The service'];

/** An execution that sends requests of 10 ms, and when each left. */
class Execution extends Lane {
	readonly sentAt: number[] = [];

	/** how long the last attempt may take */
	timeoutMs = 0;

	constructor(
		private readonly time: VirtualTime,
		{
			most,
			key = KEY,
			maxTimeMs = Infinity,
		}: { most?: number; key?: object; maxTimeMs?: number } = {},
		readonly cancel = new AbortController(),
	) {
		const context = { getExecutionCancelSignal: () => cancel.signal } as never;
		super(context, SERVICE, { ...key }, { maxPerSecond: most, timeoutMs: Infinity, maxTimeMs });
	}

	async send(budget = this.retryBudget()) {
		const sent = await this.repeat(async ({ timeoutMs }) => {
			this.timeoutMs = timeoutMs;
			this.sentAt.push(this.time.now());
			await this.time.sleep(10);
			return success(undefined);
		}, budget);
		return sent.ok;
	}

	async sendMany(n: number) {
		return await Promise.all(Array.from({ length: n }, async () => await this.send()));
	}
}

it('one picture beside very many waits one turn', async () => {
	const time = new VirtualTime();
	const many = new Execution(time, { most: 5 });
	const all = many.sendMany(1000);
	await time.until(time.sleep(2000));
	const one = new Execution(time);
	const since = time.now();
	await time.until(one.send());
	expect(time.now() - since).toBeLessThan(2 * 250);
	many.cancel.abort();
	await time.until(all);
	for (const lane of [one, many]) lane.close();
});

it('executions take turns, and of different limits the lower one holds while its execution runs', async () => {
	const time = new VirtualTime();
	const [fast, slow] = [new Execution(time, { most: 10 }), new Execution(time, { most: 2 })];
	const [all, slowly] = [fast.sendMany(200), slow.sendMany(20)];
	await time.until(time.sleep(10_000));
	expect(fast.sentAt.length + slow.sentAt.length).toBeLessThanOrEqual(21);
	expect(Math.abs(fast.sentAt.length - slow.sentAt.length)).toBeLessThanOrEqual(1);
	const before = fast.sentAt.length;
	slow.cancel.abort();
	await time.until(slowly);
	slow.close();
	await time.until(time.sleep(10_000));
	// up from 2 a second a little with each
	expect(fast.sentAt.length - before).toBeGreaterThan(20);
	fast.cancel.abort();
	await time.until(all);
	fast.close();
});

it('the turns of an execution that is canceled go to the others, and it gets none any more', async () => {
	const time = new VirtualTime();
	const [stopped, other] = [new Execution(time, { most: 5 }), new Execution(time)];
	const all = Promise.all([stopped.sendMany(50), other.sendMany(50)]);
	await time.until(time.sleep(2000));
	const sent = stopped.sentAt.length;
	stopped.cancel.abort();
	expect(await time.until(stopped.send())).toBe(false);
	await time.until(all);
	expect(stopped.sentAt).toHaveLength(sent);
	expect(other.sentAt).toHaveLength(50);
	for (const lane of [stopped, other]) lane.close();
});

it('a request waits beyond its time only for those of others, which is no time of its item', async () => {
	const time = new VirtualTime();
	const alone = new Execution(time, { most: 0.5, maxTimeMs: 1000 });
	/** of an item whose time has begun */
	const begun = () => {
		const budget = alone.retryBudget();
		budget.begin();
		return budget;
	};
	await time.until(alone.send());
	expect(await time.until(alone.send(begun()))).toBe(false);
	const other = new Execution(time);
	await time.until(other.send());
	const since = time.now();
	expect(await time.until(alone.send(begun()))).toBe(true);
	expect(alone.sentAt.at(-1)! - since).toBeGreaterThan(1000);
	expect(alone.timeoutMs).toBe(1000);
	for (const lane of [alone, other]) lane.close();
});

it('what a request waits for others of its own execution is time of its item', async () => {
	const time = new VirtualTime();
	const alone = new Execution(time, { most: 0.5, maxTimeMs: 3000 });
	const budget = alone.retryBudget();
	budget.begin();
	await time.until(alone.send());
	expect(await time.until(alone.send(budget))).toBe(true);
	expect(alone.timeoutMs).toBeLessThan(1500);
	alone.close();
});

it('a pace is forgotten with its last execution, and another key has another one', async () => {
	const time = new VirtualTime();
	const first = new Execution(time, { most: 1 });
	await time.until(first.sendMany(3));
	const since = time.now();
	// a changed credential, and one whose token was renewed
	const changed = new Execution(time, { key: { apiKey: 'changed' } });
	await time.until(changed.sendMany(10));
	expect(time.now() - since).toBeLessThan(100);
	const renewed = new Execution(time, {
		key: { ...KEY, token: 'new', expiresAt: '1' } as typeof KEY,
	});
	await time.until(renewed.send());
	expect(time.now() - since).toBeGreaterThan(900);
	for (const lane of [first, changed, renewed]) lane.close();
	const later = time.now();
	const next = new Execution(time);
	await time.until(next.sendMany(10));
	expect(time.now() - later).toBeLessThan(100);
	next.close();
});
