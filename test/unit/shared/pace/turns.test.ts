/** Executions of one process that use one key, in a time of their own that costs none. */
import { RunMemory } from '../../../../nodes/shared/pace/runMemory';
import { CANCELED, failure, success } from '../../../../nodes/shared/problem/problem';
import { Lane } from '../../../../nodes/shared/pace/turns';
import { VirtualTime } from './virtualTime';

let KEY: { apiKey: string };
let keys = 0;
beforeEach(() => (KEY = { apiKey: `fake ${keys++}` }));
const SERVICE = ['scheme', 'The service'];
const always = { leftMs: Infinity, tooLate: failure(CANCELED) };

const within = (leftMs: number) => ({ ...always, leftMs });

/** An execution that sends requests of 10 ms, and when each left. */
function execution(time: VirtualTime, { most = undefined as number | undefined, key = KEY } = {}) {
	const lane = new Lane(SERVICE, key, new RunMemory(time), most);
	const sentAt: number[] = [];
	const send = async (attempts = always) => {
		const turn = await lane.turn(0, attempts);
		if (!turn.ok) return false;
		sentAt.push(time.now());
		await time.sleep(10);
		lane.ended(turn.value, success(undefined));
		return turn.value;
	};
	return {
		lane,
		sentAt,
		send,
		sendMany: async (n: number) =>
			await Promise.all(Array.from({ length: n }, async () => await send())),
	};
}

it('one picture beside very many waits one turn', async () => {
	const time = new VirtualTime();
	const many = execution(time, { most: 5 });
	const all = many.sendMany(1000);
	await time.until(time.sleep(2000));
	const one = execution(time);
	const since = time.now();
	await time.until(one.send());
	expect(time.now() - since).toBeLessThan(2 * 250);
	one.lane.leave();
	many.lane.leave();
	await time.until(all);
});

it('executions take turns, and of different limits the lower one holds while its execution runs', async () => {
	const time = new VirtualTime();
	const [fast, slow] = [execution(time, { most: 10 }), execution(time, { most: 2 })];
	const all = Promise.all([fast.sendMany(200), slow.sendMany(20)]);
	await time.until(time.sleep(10_000));
	expect(fast.sentAt.length + slow.sentAt.length).toBeLessThanOrEqual(21);
	expect(Math.abs(fast.sentAt.length - slow.sentAt.length)).toBeLessThanOrEqual(1);
	const before = fast.sentAt.length;
	slow.lane.leave();
	await time.until(time.sleep(10_000));
	// up from 2 a second a little with each
	expect(fast.sentAt.length - before).toBeGreaterThan(20);
	fast.lane.leave();
	await time.until(all);
});

it('the turns of an execution that is canceled go to the others, and it gets none any more', async () => {
	const time = new VirtualTime();
	const [stopped, other] = [execution(time, { most: 5 }), execution(time)];
	const all = Promise.all([stopped.sendMany(50), other.sendMany(50)]);
	await time.until(time.sleep(2000));
	const sent = stopped.sentAt.length;
	stopped.lane.leave();
	expect(await time.until(stopped.send())).toBe(false);
	await time.until(all);
	expect(stopped.sentAt).toHaveLength(sent);
	expect(other.sentAt).toHaveLength(50);
	other.lane.leave();
});

it('a request waits beyond its time only for those of others, and says how long', async () => {
	const time = new VirtualTime();
	const alone = execution(time, { most: 0.5 });
	await time.until(alone.send());
	expect(await time.until(alone.send(within(1000)))).toBe(false);
	const other = execution(time);
	const turn = await time.until(alone.send(within(1000)));
	expect(turn).toMatchObject({ sharedMs: expect.any(Number) });
	expect(turn && turn.sharedMs).toBeGreaterThan(1000);
	alone.lane.leave();
	other.lane.leave();
});

it('a pace is forgotten with its last execution, and another key has another one', async () => {
	const time = new VirtualTime();
	const first = execution(time, { most: 1 });
	await time.until(first.sendMany(3));
	const since = time.now();
	// a changed credential, and one whose token was renewed
	const changed = execution(time, { key: { apiKey: 'changed' } });
	await time.until(changed.sendMany(10));
	expect(time.now() - since).toBeLessThan(100);
	const renewed = execution(time, { key: { ...KEY, token: 'new', expiresAt: '1' } as typeof KEY });
	await time.until(renewed.send());
	expect(time.now() - since).toBeGreaterThan(900);
	for (const { lane } of [first, changed, renewed]) lane.leave();
	const later = time.now();
	const next = execution(time);
	await time.until(next.sendMany(10));
	expect(time.now() - later).toBeLessThan(100);
	next.lane.leave();
});
