import { requestPolicy } from '../../../../nodes/shared/description/requestOptions';

it('has the defaults of its options, and no limit of requests per second unless it is given', () => {
	expect(requestPolicy({})).toEqual({ timeoutMs: 60_000, maxTimeMs: 300_000 });
	expect(requestPolicy({ maxPerSecond: 0.5 })).toMatchObject({ maxPerSecond: 0.5 });
});

it('waits no longer than a timer can', () => {
	expect(requestPolicy({ timeout: 1e12 }).timeoutMs).toBe(86_400_000);
});
