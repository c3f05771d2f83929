import { insertSender } from '../../../../nodes/IflytekAiCall/rows/sendRows';
import { aSentence } from '../../aSentence';

const PATH = '/v1/service/v1/aicall/outbound/v1/task/insert';
const accepted = { status: 'accepted', value: { envelope: {}, result: { total: 2 } } };
const refused = (code: string | undefined) => ({
	status: 'refused',
	problem: {
		message: 'refused',
		remedy: 'As told.',
		chinese: { message: '被拒绝', remedy: '照办。' },
		code,
		retryClass: 'never',
	},
});
const unknown = {
	status: 'unknown',
	problem: { message: 'no answer', remedy: 'As told.', retryClass: 'never' },
};

/** A platform that gives these answers to inserts, and tells this of the task at each question. */
function platform(answers: object[], tasks: Array<object | 'no such task' | undefined>) {
	const log: string[] = [];
	const service = {
		sendOnce: async (path: string, body: unknown) => {
			log.push(path === PATH ? `insert ${JSON.stringify(body)}` : path);
			return answers.shift();
		},
		query: async (_path: string, body: { task_id: string }) => {
			log.push(`ask ${body.task_id}`);
			const told = tasks.shift();
			if (told === undefined) return { ok: false, problem: unknown.problem };
			const rows: object[] = [{ task_id: '8', count_tel: 999, status: 4 }];
			if (told !== 'no such task') rows.push({ task_id: '7', ...told });
			return { ok: true, value: { envelope: {}, result: { rows } } };
		},
	};
	const senders = (['report', 'narrowDown'] as const).map((onRefusedBatch) =>
		insertSender(service as never, { onRefusedBatch }, ({ task }) => task),
	);
	const row = { target: { task: '7' } } as never;
	const pace = { space: async () => void log.push('space') } as never;
	return {
		insert: async (narrowing: boolean) =>
			await senders[Number(narrowing)]!.send(row, { a: 1 }, pace),
		log,
	};
}

const COMPARE = expect.stringMatching(
	/^As told\. It is not documented .* see with Task: Get .* compare/,
);
const chinese = { message: '被拒绝', remedy: expect.stringContaining('请用“Task: Get”查看') };

describe('inserting rows that are not narrowed down', () => {
	it.each([accepted, unknown])('sends once and asks nothing: %p', async (answer) => {
		const { insert, log } = platform([answer], []);
		expect(await insert(false)).toBe(answer);
		expect(log).toEqual(['insert {"a":1}']);
	});

	it.each(['200203', '10004', '200212', '99999'])(
		'says of %s that nobody knows whether it took rows',
		async (code) => {
			const exchange = await platform([refused(code)], [{ status: 0 }]).insert(false);
			expect(exchange).toEqual({
				status: 'refused',
				problem: { message: 'refused', remedy: COMPARE, code, retryClass: 'never', chinese },
				mayHaveActed: true,
			});
		},
	);
});

it.each([false, true])(
	'asks a busy platform nothing before it was waited for (narrowing down: %p)',
	async (narrowing) => {
		const { insert, log } = platform([refused('10004')], [{ count_tel: 5 }, { count_tel: 5 }]);
		expect(await insert(narrowing)).toMatchObject({ status: 'refused', mayHaveActed: true });
		expect(log.at(-1)).toBe('insert {"a":1}');
	},
);

it('says what to do about rows whose outcome is unknown', () => {
	const settings = { onRefusedBatch: 'report' as const };
	expect(insertSender({} as never, settings, String).unknownRemedy.english).toEqual(aSentence);
});

describe('a refusal because of the state of the task', () => {
	it.each([
		[1, 'started'],
		['2', 'running'],
		[4, 'finished'],
		[9, 'unknown (9)'],
		['toString', 'unknown (toString)'],
	])('is explained when the task has status %p', async (status, words) => {
		const { insert, log } = platform([refused('200200')], [{ status }]);
		const refusal = await insert(false);
		const { problem } = refusal as ReturnType<typeof refused>;
		expect(problem.message).toBe(`The task is ${words}: it takes no more numbers`);
		// whether a refused batch left rows behind is not documented, so nobody is told to send them again at once
		expect(problem.remedy).toMatch(/^Create a new task for them\. It is not documented whether a refused batch/);
		expect(refusal).toHaveProperty('mayHaveActed', true);
		expect(log).toEqual(['insert {"a":1}', 'space', 'ask 7']);
	});

	it('is not explained away where the task has more numbers than before', async () => {
		const tasks = [{ count_tel: 5 }, { status: 1, count_tel: 7 }];
		const { insert } = platform([refused('200200')], tasks);
		expect(await insert(true)).toMatchObject({ status: 'unknown' });
	});

	it.each([[{ status: 0 }], [{ status: '0' }], [{}], ['no such task' as const], [undefined]])(
		'is not claimed when the task tells %p',
		async (told) => {
			const exchange = await platform([refused(undefined)], [told]).insert(false);
			expect(exchange).toEqual(refused(undefined));
		},
	);

	it.each(['10001', '10002', '10003', '200202', '3010101', '3010102'])(
		'is not looked for after %s, which says what is wrong and took none',
		async (code) => {
			const { insert, log } = platform([refused(code)], [{ status: 2 }]);
			expect(await insert(false)).toEqual(refused(code));
			expect(log).toEqual(['insert {"a":1}']);
		},
	);
});

describe('inserting rows that are narrowed down', () => {
	it('counts the numbers before and after a refusal: the same count means it took none', async () => {
		const { insert, log } = platform([refused('200203')], [{ count_tel: 5 }, { count_tel: '5' }]);
		expect(await insert(true)).toEqual(refused('200203'));
		expect(log).toEqual(['ask 7', 'space', 'insert {"a":1}', 'space', 'ask 7']);
	});

	it('does not know what became of the rows when the count has changed', async () => {
		const { insert } = platform([refused('200203')], [{ count_tel: 5 }, { count_tel: 7 }]);
		expect(await insert(true)).toEqual({
			status: 'unknown',
			problem: {
				...refused('200203').problem,
				message: 'The platform refused the batch, but the task went from 5 to 7 numbers: refused',
				chinese: {
					message: '平台拒绝了这一批，但任务的号码数由 5 变为 7：被拒绝',
					remedy: refused('200203').problem.chinese.remedy,
				},
			},
		});
	});

	it.each([
		[undefined, { count_tel: 5 }],
		['no such task' as const, 'no such task' as const],
		[{ count_tel: 5 }, undefined],
		[{ count_tel: null }, { count_tel: null }],
		[{ count_tel: 'many' }, { count_tel: 'many' }],
		[{}, {}],
	])('is in doubt when the counts are %p and %p', async (before, after) => {
		const exchange = await platform([refused('200203')], [before, after]).insert(true);
		expect(exchange).toEqual({
			status: 'refused',
			problem: { ...refused('200203').problem, remedy: COMPARE, chinese },
			mayHaveActed: true,
		});
	});

	it('takes the count after a refusal for the one before the next try', async () => {
		const { insert, log } = platform(
			[refused('200203'), refused('200203'), accepted, refused('200203')],
			[{ count_tel: 0 }, { count_tel: 0 }, { count_tel: 0 }, { count_tel: 2 }, { count_tel: 2 }],
		);
		expect(await insert(true)).toEqual(refused('200203'));
		expect(await insert(true)).toEqual(refused('200203'));
		expect(await insert(true)).toBe(accepted);
		// the accepted call has changed the count: it is asked anew
		expect(await insert(true)).toEqual(refused('200203'));
		expect(log.filter((line) => line === 'ask 7')).toHaveLength(5);
	});

	it.each([accepted, unknown])('leaves %p as it is', async (answer) => {
		expect(await platform([answer], [{ count_tel: 1 }]).insert(true)).toBe(answer);
	});
});
