import { readRequestPolicy } from '../../../../nodes/shared/description/requestOptions';

const context = { getNode: () => ({ name: 'Node', type: 'node' }) } as never;

it('takes numbers, also as text, and whole ones only', () => {
	const given = { timeout: '2500', maxTimePerItem: 1.9 };
	expect(readRequestPolicy(context, given)).toMatchObject({
		timeoutMs: 2500,
		maxTimeMs: 1000,
	});
});

it.each([
	[{ timeout: 0 }, "'Timeout (Milliseconds)' is 0, not a number of 1 or more"],
	[{ timeout: -1 }, "'Timeout (Milliseconds)' is -1, not a number of 1 or more"],
	[{ timeout: 'soon' }, "'Timeout (Milliseconds)' is soon, not a number of 1 or more"],
	[{ timeout: true }, "'Timeout (Milliseconds)' is true, not a number of 1 or more"],
	[{ timeout: Infinity }, "'Timeout (Milliseconds)' is Infinity, not a number of 1 or more"],
	[{ maxPerSecond: 0 }, "'Max Requests per Second' is 0, not a number from 0.01 to 1000"],
	[{ maxPerSecond: 'five' }, "'Max Requests per Second' is five, not a number from 0.01 to 1000"],
	[{ maxTimePerItem: '0' }, "'Max Time per Item (Seconds)' is 0, not a number of 1 or more"],
])('says what is wrong with %j, which the editor would not take', (given, message) => {
	expect(() => readRequestPolicy(context, given as never)).toThrow(message);
});

it('has no limit of requests per second unless it is given, also as a part of one', () => {
	for (const given of [undefined, null, '', ' ']) {
		expect(readRequestPolicy(context, { maxPerSecond: given })).not.toHaveProperty('maxPerSecond');
	}
	expect(readRequestPolicy(context, { maxPerSecond: '0.5' })).toMatchObject({ maxPerSecond: 0.5 });
});
