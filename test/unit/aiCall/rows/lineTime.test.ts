import type { AiCallClient } from '../../../../nodes/shared/aiCall/client';
import { success } from '../../../../nodes/shared/problem/problem';
import { LineTime } from '../../../../nodes/IflytekAiCall/rows/lineTime';
import type { SendableRow } from '../../../../nodes/IflytekAiCall/rows/row';

const BY_DAY = { windows: [{ from: 8 * 3600, to: 21 * 3600 }] };
const LATE = Date.parse('2026-01-05T20:58:00+08:00');

const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		row: n + 1,
		target: { ids: { lines: ['025'] } },
	})) as unknown as SendableRow[];

afterEach(() => jest.restoreAllMocks());

it('the question how much a line carries keeps the distance of requests, and is asked once', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(LATE);
	const log: string[] = [];
	const query = async () => {
		log.push('query');
		return success({ envelope: {}, result: { lines: [{ line_num: '025', concurrents: 2 }] } });
	};
	const rows = rowsOf(20);
	const time = new LineTime({ query } as unknown as AiCallClient, BY_DAY, rows);
	const pace = { space: async () => void log.push('space') };
	expect(await time.cut(rows, pace)).toMatchObject({ mostRows: 8 });
	expect(await time.cut(rows.slice(0, 8), pace)).toBeUndefined();
	expect(log).toEqual(['query', 'space']);
});

it('the time in which the line had nothing to call does not count for the rows that come later', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(LATE - 8 * 60_000);
	const lines = [{ line_num: '025', concurrents: 2 }];
	const query = async () => success({ envelope: {}, result: { lines } });
	const rows = rowsOf(30);
	const time = new LineTime({ query } as unknown as AiCallClient, BY_DAY, rows);
	time.gave(rows.slice(0, 2));
	clock.mockReturnValue(LATE);
	expect(await time.cut(rows.slice(2), { space: async () => {} })).toMatchObject({ mostRows: 8 });
});

it('a list counts by all of its rows, not by those of a batch', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(LATE - 28 * 60_000);
	const lines = [{ line_num: '025', concurrents: 1 }];
	const query = async () => success({ envelope: {}, result: { lines } });
	const rows = rowsOf(100);
	const time = new LineTime({ query } as unknown as AiCallClient, BY_DAY, rows);
	const pace = { space: async () => {} };
	const first = rows.slice(0, 50);
	expect(await time.cut(first, pace)).toBeUndefined();
	time.gave(first);
	expect(await time.cut(rows.slice(50), pace)).toMatchObject({ mostRows: 10 });
});
