import { logSeldom } from '../../../../nodes/IflytekAiCallTrigger/access/logSeldom';
import { readKeyCheck } from '../../../../nodes/IflytekAiCallTrigger/access/webhookSecret';

afterEach(() => jest.restoreAllMocks());

/** Whether a node of the workflow with this ID writes a line of this kind. */
function writes(id: string, kind: string): boolean {
	const logger = { warn: jest.fn() };
	const node = { getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id }), logger };
	logSeldom(node as unknown as Parameters<typeof logSeldom>[0], kind, 'Said.');
	return logger.warn.mock.calls.length === 1;
}

describe('a line about refused requests', () => {
	it('is written once in five minutes for each kind and node', () => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
		expect(writes('one', 'key')).toBe(true);
		expect(writes('one', 'key')).toBe(false);
		expect(writes('one', 'address')).toBe(true);
		expect(writes('other', 'key')).toBe(true);
		now.mockReturnValue(300_000);
		expect(writes('one', 'key')).toBe(false);
		now.mockReturnValue(301_000);
		expect(writes('one', 'key')).toBe(true);
		expect(writes('one', 'key')).toBe(false);
	});

	it('is an error once where the credential cannot be read', async () => {
		const logger = { error: jest.fn() };
		const node = {
			getWorkflow: () => ({ id: 'w' }),
			getNode: () => ({
				id: 'no credential',
				name: 'Trigger',
				credentials: { iflytekAiCallApi: {} },
			}),
			getCredentials: async () => await Promise.reject(new Error('no key')),
			logger,
		} as unknown as Parameters<typeof readKeyCheck>[0];
		expect(await readKeyCheck(node)).toBeUndefined();
		expect(await readKeyCheck(node)).toBeUndefined();
		expect(logger.error.mock.calls).toEqual([
			[
				"The credential of 'Trigger' cannot be read (no key), so events are refused. This line comes at most once in 5 minutes.",
			],
		]);
	});
});
