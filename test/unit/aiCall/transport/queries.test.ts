import { failure, success } from '../../../../nodes/shared/problem/problem';
import {
	collectTasks,
	queryTask,
	queryTasks,
} from '../../../../nodes/IflytekAiCall/transport/queries';

/** A platform that answers every query so, and what it was asked. */
function answering(result: Record<string, unknown>) {
	const asked: unknown[] = [];
	const query = async (_path: string, body: object) => {
		asked.push(JSON.parse(JSON.stringify(body)));
		return success({ envelope: {}, result });
	};
	return { asked, client: { query } };
}

it('sends only the filters that are set', async () => {
	const { asked, client } = answering({});
	await queryTasks(client, {}, 1, 50);
	const filters = { task_id: '1', task_name: 'n', time_begin: 1, time_end: 2 };
	await queryTasks(client, { ...filters, sort_name: 'ID', sort_order: 'DESC' }, 2, 20);
	await queryTasks(client, { task_id: '', task_name: undefined, sort_name: '' });
	expect(asked).toEqual([
		{ page_size: 50, page_index: 1 },
		{
			...{ task_id: '1', task_name: 'n', time_begin: 1, time_end: 2 },
			...{ page_size: 20, page_index: 2, sort_name: 'ID', sort_order: 'DESC' },
		},
		{ page_size: 50, page_index: 1 },
	]);
});

it('reads a page whose total comes as text or not at all', async () => {
	const page = async (result: Record<string, unknown>) => {
		const found = await queryTasks(answering(result).client, {});
		return found.ok ? found.value : undefined;
	};
	expect(await page({ total_rows: '3', rows: [{ task_id: '1' }, null] })).toEqual({
		totalRows: 3,
		rows: [{ task_id: '1' }],
	});
	expect(await page({})).toEqual({ totalRows: undefined, rows: [] });
	expect(await page({ total_rows: '' })).toEqual({ totalRows: undefined, rows: [] });
	expect(await page({ total_rows: 'many' })).toEqual({ totalRows: undefined, rows: [] });
	expect((await page({ rows: '[{"task_id":"1"}]' }))?.rows).toEqual([{ task_id: '1' }]);
});

it('hands on that the platform refuses', async () => {
	const refused = failure({ message: 'no', remedy: '', retryClass: 'never' as const });
	expect(await queryTask({ query: async () => refused }, '7')).toBe(refused);
});

describe('collectTasks', () => {
	const collected = async (
		fetchPage: (
			pageIndex: number,
			pageSize: number,
		) => Promise<{ totalRows?: number; rows: object[] }>,
		limit: number,
		isCanceled = () => false,
	) => {
		const client = {
			get canceled() {
				return isCanceled();
			},
			query: async (_path: string, body: object) => {
				const { page_index, page_size } = body as Record<string, number>;
				const { totalRows, rows } = await fetchPage(page_index!, page_size!);
				return success({ envelope: {}, result: { total_rows: totalRows, rows } });
			},
		};
		const found = await collectTasks(client, {}, limit);
		return found.ok ? found.value.rows : [];
	};
	const platform = (total: number, totalRows: number | null = total) => {
		const asked: Array<[number, number]> = [];
		const fetchPage = async (pageIndex: number, pageSize: number) => {
			asked.push([pageIndex, pageSize]);
			const first = (pageIndex - 1) * pageSize;
			const length = Math.max(0, Math.min(pageSize, total - first));
			const rows = Array.from({ length }, (_, i) => ({ task_id: String(first + i) }));
			return { totalRows: totalRows ?? undefined, rows };
		};
		return { asked, fetchPage };
	};

	it.each([0, 1, 49, 50, 51, 100, 130])('reads all of %i tasks in pages of 50', async (total) => {
		const { asked, fetchPage } = platform(total);
		const tasks = await collected(fetchPage, Infinity);
		expect(tasks.map(({ task_id }) => task_id)).toEqual(
			Array.from({ length: total }, (_, i) => String(i)),
		);
		expect(asked.length).toBe(Math.max(1, Math.ceil(total / 50)));
	});

	it('stops at the limit', async () => {
		const { asked, fetchPage } = platform(130);
		expect(await collected(fetchPage, 60)).toHaveLength(60);
		expect(asked).toEqual([
			[1, 50],
			[2, 50],
		]);
		expect(await collected(platform(130).fetchPage, 3)).toHaveLength(3);
		const exact = platform(130);
		expect(await collected(exact.fetchPage, 50)).toHaveLength(50);
		expect(exact.asked).toHaveLength(1);
	});

	it.each([0, -1, 49])('goes on behind a total of %p that is too small', async (total) => {
		expect(await collected(platform(120, total).fetchPage, Infinity)).toHaveLength(120);
	});

	it('ends without a total, and when the total is too large', async () => {
		const unknown = platform(70, null);
		expect(await collected(unknown.fetchPage, Infinity)).toHaveLength(70);
		expect(unknown.asked).toHaveLength(2);
		expect(await collected(platform(70, 1000).fetchPage, Infinity)).toHaveLength(70);
	});

	it.each([undefined, 1_000_000])(
		'ends when the platform sends the same page again and again and %p tasks in all',
		async (totalRows) => {
			for (const rows of [
				Array.from({ length: 50 }, (_, i) => ({ task_id: String(i) })),
				Array.from({ length: 50 }, (_, i) => ({ task_name: String(i) })),
			]) {
				let pages = 0;
				const tasks = await collected(async () => {
					if (++pages > 10) throw new Error('asked for an eleventh page');
					return { totalRows, rows: rows.map((row) => ({ ...row })) };
				}, Infinity);
				expect(tasks).toEqual(rows);
				expect(pages).toBe(2);
			}
		},
	);

	it('asks for no further page once the execution was canceled', async () => {
		const { asked, fetchPage } = platform(500);
		const tasks = await collected(fetchPage, Infinity, () => asked.length >= 2);
		expect(tasks).toHaveLength(100);
		expect(asked).toHaveLength(2);
	});

	it('gives a task once that moved to the next page meanwhile', async () => {
		const pages = [
			{ totalRows: 4, rows: [{ task_id: '1' }, { task_id: '2', status: 0 }] },
			{ totalRows: 4, rows: [{ task_id: '2', status: 1 }, { task_id: '3' }] },
		];
		const tasks = await collected(async (index) => pages[index - 1]!, Infinity);
		expect(tasks).toEqual([{ task_id: '1' }, { task_id: '2', status: 0 }, { task_id: '3' }]);
	});
});
