import { RejectionLog } from '../../../../nodes/IflytekAiCallTrigger/access/rejectionLog';

describe('a line about refused requests', () => {
	it('is due once in five minutes for each kind', () => {
		let now = 1000;
		const log = new RejectionLog(() => now);
		expect(log.isDue('key')).toBe(true);
		expect(log.isDue('key')).toBe(false);
		expect(log.isDue('address')).toBe(true);
		now += 299_000;
		expect(log.isDue('key')).toBe(false);
		now += 1000;
		expect(log.isDue('key')).toBe(true);
		expect(log.isDue('key')).toBe(false);
	});
});
