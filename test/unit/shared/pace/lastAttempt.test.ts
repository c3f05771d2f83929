/** The attempt in which an item's time runs out, in a time of its own that costs none. */
import { simulate } from './simulatedRun';

const BUSY = 11203;
const OUT_OF_TIME = /did not answer in time/;
const FULL = { code: BUSY, ms: 50 };

it.each([1, 16])(
	'%d refused items tell the refusal, not that the last attempt was late',
	async (items) => {
		const { said } = await simulate(items, ({ now }) => (now < 5500 ? FULL : 'silent'), {
			maxTimePerItem: 6,
		});
		for (const one of said) expect(one).toMatch(/calls at the same time/);
	},
);

it('an item whose every attempt is late says so', async () => {
	const { said } = await simulate(2, () => 'silent', { maxTimePerItem: 6, timeout: 2000 });
	for (const one of said) expect(one).toMatch(OUT_OF_TIME);
});

it.each([BUSY, 11202])(
	'no attempt leaves when the answers take longer than the item has left: %d',
	async (code) => {
		const cut: number[] = [];
		const { said, sentAt } = await simulate(
			10,
			({ timeout, n }) => {
				if (timeout < 900) cut.push(n);
				return { code, ms: 900 };
			},
			{ maxTimePerItem: 6 },
		);
		expect(sentAt.length).toBeGreaterThan(10);
		expect(cut).toEqual([]);
		for (const one of said) expect(one).not.toMatch(OUT_OF_TIME);
	},
);

it('each request of an item has its whole time, as each piece of a long text', async () => {
	const { said, sentAt } = await simulate(
		1,
		() => ({ ms: 5000, code: 0 }),
		{ maxTimePerItem: 6 },
		4,
	);
	expect(said).toEqual(['well']);
	expect(sentAt).toHaveLength(4);
});
