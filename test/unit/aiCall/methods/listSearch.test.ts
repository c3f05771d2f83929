import {
	getLines,
	searchLines,
	searchScripts,
	searchTasks,
	searchVoices,
} from '../../../../nodes/IflytekAiCall/methods/editor';
import { answeringContext } from '../answeringContext';

const listing = (result: object) => answeringContext(() => ({ code: 0, result })).context as never;

describe('entries without all that the specification lists', () => {
	it('are offered by what they have, and left out without an ID', async () => {
		const [idle, busy] = [
			{ line_num: '055', status: 0 },
			{ line_num: '056', concurrents: 3 },
		];
		const lines = [idle, busy, { status: 1 }];
		const offered = [
			{ name: '055', value: '055' },
			{ name: '056 (3 calls at once)', value: '056' },
		];
		expect((await searchLines.call(listing({ lines }))).results).toEqual(offered);
		expect(await getLines.call(listing({ lines: JSON.stringify(lines) }))).toEqual(offered);

		const robots = [
			{ robot_id: 7, status: 4, robot_name: '' },
			{ robot_id: 8, status: '4', robot_name: null },
			{ robot_name: 'no ID', status: 4 },
		];
		expect((await searchScripts.call(listing({ robots }))).results).toEqual([
			{ name: '7', value: '7' },
			{ name: '8', value: '8' },
		]);

		const voices = [{ voice_code: '1' }, { voice_name: 'no code' }];
		expect((await searchVoices.call(listing({ voices }))).results).toContainEqual({
			name: '1 (1)',
			value: '1',
		});
		const rows = [{ task_id: 5 }, { task_name: 'no ID', status: 0 }];
		expect((await searchTasks.call(listing({ rows }))).results).toEqual([
			{ name: '5', value: '5' },
		]);
	});
});

describe('the list of tasks', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, (_, n) => ({ task_id: n, status: 0 }));

	it.each([
		[50, 51, undefined, '2'],
		[50, 50, undefined, undefined],
		[50, '50', undefined, undefined],
		[1, 51, '2', undefined],
		[50, undefined, undefined, '2'],
		[49, undefined, undefined, undefined],
		[0, 1000, '3', undefined],
	])(
		'after %p of %p tasks, from page %p, goes on with %p',
		async (count, total_rows, page, next) => {
			const context = listing({ rows: rows(count), total_rows });
			const { paginationToken } = await searchTasks.call(context, undefined, page);
			expect(paginationToken).toBe(next);
		},
	);
});
