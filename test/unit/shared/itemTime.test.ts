import { ItemTime } from '../../../nodes/shared/items/itemTime';
import { readRequestPolicy } from '../../../nodes/shared/http/options';

const START = Date.parse('2024-03-05T00:00:00Z');

beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => jest.useRealTimers());

const pass = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1000);
const itemTime = () => new ItemTime(readRequestPolicy({ maxTimePerItem: 10, timeout: 4000 }));

it('runs while something is under way, and not while all of it waits to be begun', () => {
	const time = itemTime();
	pass(60);
	expect(time.left).toBe(10_000);
	time.begin();
	pass(3);
	time.begin();
	pass(1);
	time.end();
	pass(1);
	expect(time.left).toBe(5000);
	time.end();
	pass(60);
	expect(time.left).toBe(5000);
	time.begin();
	pass(6);
	expect(time.left).toBe(-1000);
	time.end();
	expect(time.left).toBe(-1000);
});

it('begins anew with a success, for what is under way and for what comes', () => {
	const time = itemTime();
	time.begin();
	time.begin();
	pass(9);
	time.renew();
	time.end();
	pass(2);
	expect(time.left).toBe(8000);
	time.end();
	time.begin();
	expect(time.left).toBe(8000);
});

it('tells how long an attempt may take, and which option says so', () => {
	const time = itemTime();
	expect(time.attempt()).toEqual({ timeoutMs: 4000, option: 'Timeout' });
	time.begin();
	pass(6);
	expect(time.attempt()).toEqual({ timeoutMs: 4000, option: 'Timeout' });
	pass(1);
	expect(time.attempt()).toEqual({ timeoutMs: 3000, option: 'Max Time per Item' });
	pass(5);
	expect(time.attempt()).toEqual({ timeoutMs: 1, option: 'Max Time per Item' });
});
