import { TEXTS } from '../../../../nodes/IflytekAiCall/words/texts';
import {
	commandTask,
	type CommandName,
} from '../../../../nodes/IflytekAiCall/transport/taskCommand';

const PREFIX = '/v1/service/v1/aicall/outbound/v1/task';
const problem = (code?: string, retryAfterMs?: number) => ({
	message: 'it failed',
	remedy: '',
	retryClass: 'never',
	code,
	retryAfterMs,
});
const answered = {
	status: 'accepted',
	value: { envelope: { code: 0 }, result: { a: 1 } },
	answer: { code: 0 },
};
const unknown = { status: 'unknown', problem: problem() };
const refused = (code: string) => ({
	status: 'refused',
	problem: problem(code),
	answer: { code: Number(code), message: 'm' },
});
const notSent = { status: 'notSent', problem: problem() };

/** A platform that gives these answers to commands, and tells this of the task in between. */
function platform(answers: object[], tasks: Array<object | 'unreachable' | undefined>, tries = 5) {
	const log: Array<[string, unknown]> = [];
	const waits: unknown[] = [];
	const service = {
		sendOnce: async (path: string, body: object) => {
			log.push([path, body]);
			return answers.shift();
		},
		query: async (path: string, body: object) => {
			log.push([path, body]);
			const task = tasks.shift();
			if (task === 'unreachable') return { ok: false, problem: problem() };
			const rows = task === undefined ? [] : [{ task_id: 'other', status: 3, deleted: 1 }, task];
			return { ok: true, value: { envelope: {}, result: { total_rows: 1, rows } } };
		},
		attempts: () => ({
			wait: async ({ retryAfterMs }: { retryAfterMs?: number }) => {
				waits.push(retryAfterMs);
				return waits.length < tries;
			},
		}),
	};
	const command = async (name: CommandName) => await commandTask(service as never, name, '77');
	const sent = () => log.filter(([path]) => !path.endsWith('/query')).map(([path]) => path);
	return { command, sent, log, waits };
}

const task = (status: unknown, deleted = 0) => ({ task_id: 77, status, deleted });

describe('commandTask', () => {
	it.each(['start', 'pause', 'delete'] as const)(
		'sends %s once when it is answered',
		async (name) => {
			const { command, log } = platform([answered], []);
			expect(await command(name)).toEqual(answered);
			expect(log).toEqual([[`${PREFIX}/${name}`, { task_id: '77' }]]);
		},
	);

	it.each([refused('3010101'), notSent])('asks nothing more after %p', async (exchange) => {
		const { command, log } = platform([exchange], []);
		expect(await command('start')).toBe(exchange);
		expect(log).toHaveLength(1);
	});

	it.each([1, 2, 5, 6, '2'])(
		'takes a start without an answer for done when the task has status %p',
		async (status) => {
			const { command, sent, log } = platform([unknown], [task(status)]);
			expect(await command('start')).toEqual({ status: 'accepted', value: task(status) });
			expect(sent()).toHaveLength(1);
			expect(log[1]).toEqual([
				`${PREFIX}/query`,
				expect.objectContaining({ task_id: '77', page_index: 1 }),
			]);
		},
	);

	it.each([0, 3])('starts again a task that still has status %p', async (status) => {
		const { command, sent, waits } = platform([unknown, answered], [task(status)]);
		expect(await command('start')).toEqual(answered);
		expect(sent()).toEqual([`${PREFIX}/start`, `${PREFIX}/start`]);
		expect(waits).toEqual([undefined]);
	});

	it.each([task(7), task(''), task([]), undefined, 'unreachable' as const])(
		'does not start again when the task tells %p',
		async (told) => {
			const { command, sent } = platform([unknown, answered], [told]);
			expect(await command('start')).toBe(unknown);
			expect(sent()).toHaveLength(1);
		},
	);

	it('says so when the answer to a start is lost and the task is finished', async () => {
		const { command, sent } = platform([unknown, answered], [task(4)]);
		expect(await command('start')).toMatchObject({
			status: 'unknown',
			problem: {
				message: 'The answer to the start was lost, and the task is finished now',
				remedy: expect.stringContaining('The start itself: it failed.'),
			},
		});
		expect(sent()).toHaveLength(1);
	});

	it('pauses and deletes again whatever the task tells, but not once it is done', async () => {
		for (const name of ['pause', 'delete'] as const) {
			for (const told of [task(2), undefined, 'unreachable' as const]) {
				const { command, sent } = platform([unknown, answered], [told]);
				expect(await command(name)).toEqual(answered);
				expect(sent()).toHaveLength(2);
			}
		}
		const paused = platform([unknown], [task(3)]);
		expect(await paused.command('pause')).toMatchObject({ status: 'accepted' });
		const deleted = platform([unknown], [task(0, 1)]);
		expect(await deleted.command('delete')).toMatchObject({ status: 'accepted' });
	});

	it.each([
		['code 10004', refused('10004')],
		['HTTP 429', { status: 'refused', problem: { ...problem(undefined, 1234), httpStatus: 429 } }],
	])('pauses and deletes again while the platform is busy (%s)', async (_what, busy) => {
		for (const name of ['pause', 'delete'] as const) {
			const { command, log, waits } = platform([busy, busy, answered], []);
			expect(await command(name)).toEqual(answered);
			expect(log.map(([path]) => path)).toEqual(Array(3).fill(`${PREFIX}/${name}`));
			expect(waits).toEqual(Array(2).fill(busy.problem.retryAfterMs));
		}
	});

	it.each([
		['code 10004', refused('10004')],
		['HTTP 429', { status: 'refused', problem: { ...problem(undefined, 1234), httpStatus: 429 } }],
	])('does not know whether a busy platform has started a task (%s)', async (_what, busy) => {
		const { command, sent } = platform([busy, answered], []);
		expect(await command('start')).toMatchObject({
			status: 'unknown',
			problem: {
				message: busy.problem.message,
				remedy: expect.stringMatching(/^It may have been started in spite of that: look at it/),
			},
		});
		expect(sent()).toHaveLength(1);
	});

	it('says that the platform is busy when it stays so, and what a refusal after that means', async () => {
		const busy = refused('10004');
		const { command, sent } = platform([busy, busy, busy], [], 2);
		expect(await command('pause')).toBe(busy);
		expect(sent()).toHaveLength(2);

		const lost = platform([unknown, busy], [undefined], 2);
		expect(await lost.command('pause')).toBe(unknown);
		expect(lost.sent()).toHaveLength(2);

		// the one that was refused as busy may have been carried out
		const paused = platform([busy, refused('200200')], [task(3)]);
		expect(await paused.command('pause')).toMatchObject({ status: 'accepted' });
		const deleted = platform([busy, refused('3010102')], []);
		expect(await deleted.command('delete')).toMatchObject({ status: 'accepted' });
		const never = platform([busy, refused('200200')], [task(0)]);
		expect(await never.command('pause')).toMatchObject({
			status: 'refused',
			problem: { code: '200200', remedy: TEXTS.pausesOnlyStarted[0] },
		});
	});

	it('takes the refusal of a repeated command for what the first one did', async () => {
		const deleted = platform([unknown, refused('3010102')], [task(0)]);
		expect(await deleted.command('delete')).toEqual({
			status: 'accepted',
			value: { code: 3010102, message: 'm' },
		});
		expect(deleted.log).toHaveLength(3);

		const started = platform([unknown, refused('3010101')], [task(0), task(2)]);
		expect(await started.command('start')).toMatchObject({ status: 'accepted' });
		const paused = platform([unknown, refused('3010102')], [task(2), task(3)]);
		expect(await paused.command('pause')).toMatchObject({ status: 'accepted' });
		const gone = platform([unknown, refused('3010102')], [task(2), task(2, 1)]);
		expect(await gone.command('pause')).toEqual(refused('3010102'));
	});

	it('reports the refusal of a repeated command that changed nothing', async () => {
		const again = refused('3010101');
		const { command, sent } = platform([unknown, again, answered], [task(0), task(0)]);
		expect(await command('start')).toBe(again);
		expect(sent()).toHaveLength(2);
	});

	it.each([task(7), task(''), undefined, 'unreachable' as const])(
		'does not take a start for refused because its repeat was, when the task tells %p',
		async (told) => {
			const again = refused('3010101');
			const { command, sent } = platform([unknown, again, answered], [task(0), told]);
			expect(await command('start')).toBe(unknown);
			expect(sent()).toHaveLength(2);
		},
	);

	it('says so when the repeat of a start is refused because the task is finished by now', async () => {
		const { command } = platform([unknown, refused('3010101')], [task(0), task(4)]);
		expect(await command('start')).toMatchObject({
			status: 'unknown',
			problem: { message: 'The answer to the start was lost, and the task is finished now' },
		});
	});

	it('does not take a start for not sent because its repeat was not', async () => {
		const { command, log } = platform([unknown, notSent], [task(0)]);
		expect(await command('start')).toBe(unknown);
		expect(log).toHaveLength(3);
	});

	it('reports that a deleted task is deleted already when that was the first answer', async () => {
		const first = refused('3010102');
		expect(await platform([first], []).command('delete')).toBe(first);
	});

	it('gives up when its attempts are used up, and waits as long as the platform asks', async () => {
		const busy = { status: 'unknown', problem: problem(undefined, 1234) };
		const { command, sent, waits } = platform([busy, busy, busy], [], 2);
		expect(await command('pause')).toBe(busy);
		expect(sent()).toHaveLength(2);
		expect(waits).toEqual([1234, 1234]);
	});
});
