import { isDue } from '../../../../nodes/IflytekAiCallTrigger/access/rejectionLog';

afterEach(() => jest.restoreAllMocks());

/** A node of the workflow with this ID. */
const node = (id: string) =>
	({ getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id }) }) as unknown as Parameters<
		typeof isDue
	>[0];

describe('a line about refused requests', () => {
	it('is due once in five minutes for each kind and node', () => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
		expect(isDue(node('one'), 'key')).toBe(true);
		expect(isDue(node('one'), 'key')).toBe(false);
		expect(isDue(node('one'), 'address')).toBe(true);
		expect(isDue(node('other'), 'key')).toBe(true);
		now.mockReturnValue(300_000);
		expect(isDue(node('one'), 'key')).toBe(false);
		now.mockReturnValue(301_000);
		expect(isDue(node('one'), 'key')).toBe(true);
		expect(isDue(node('one'), 'key')).toBe(false);
	});
});
