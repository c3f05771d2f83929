import { reason } from '../../../../nodes/IflytekAiCall/words/say';
import fc from 'fast-check';

import { aSentence, inChinese } from '../../aSentence';
import {
	mayHaveBeenCalled,
	type BatchOutcome,
	type RowOutcome,
} from '../../../../nodes/IflytekAiCall/submission/outcome';
import { Pace } from '../../../../nodes/IflytekAiCall/submission/pace';
import {
	submitRows,
	type Claim,
	type Limit,
} from '../../../../nodes/IflytekAiCall/submission/submitRows';
import type { NotAccepted, Outcome } from '../../../../nodes/shared/aiCall/outcome';
import type { Problem } from '../../../../nodes/shared/problem/problem';
import { runs } from '../../../support/fullSize';

interface Row {
	id: number;
	row: number;
	group: string;
	repeats?: Row;
}

const refused = (code: string, took?: 'maybe'): BatchOutcome => ({
	status: 'refused',
	problem: { message: `refused ${code}`, remedy: '', code, retryClass: 'never' },
	...(took && { mayHaveActed: true }),
});
const broken = (status: 'unknown' | 'notSent'): NotAccepted => ({
	status,
	problem: { message: status, remedy: '', retryClass: 'never' },
});
const accepted = (rows: Row[]): BatchOutcome => ({
	status: 'accepted',
	value: rows.map(({ id }) => `id-${id}`),
	answer: {},
});

/** A platform that refuses each request with such a row in it. */
const refuses = (code: string, isBad: (id: number) => boolean) => (sent: Row[]) =>
	sent.some(({ id }) => isBad(id)) ? refused(code) : accepted(sent);

const rowsOf = (count: number, group: (id: number) => string = () => 'g'): Row[] =>
	Array.from({ length: count }, (_, id) => ({ id, row: id + 1, group: group(id) }));

async function run(
	rows: Row[],
	answer: (rows: Row[], call: number, group: string) => BatchOutcome,
	{
		narrowDown = true,
		holdBack = () => undefined,
		maxWaitMs = 300_000,
		ask = () => ({ status: 'accepted', value: {} }),
		repeats = {},
		limit,
		claim,
	}: {
		narrowDown?: boolean;
		holdBack?: () => Problem | undefined;
		maxWaitMs?: number;
		ask?: () => Outcome<unknown>;
		/** row IDs, each with that of the first row with its number */
		repeats?: Record<number, number>;
		limit?: (rows: Row[]) => Limit | undefined;
		claim?: (rows: Row[]) => Claim<Row>;
	} = {},
) {
	const calls: number[][] = [];
	const log: Array<number | string> = [];
	for (const [id, first] of Object.entries(repeats)) rows[Number(id)]!.repeats = rows[first];
	const { outcomes, stopped } = await submitRows(rows, {
		narrowDown,
		pace: new Pace({
			holdBack,
			maxWaitMs,
			pause: async (ms) => void log.push(ms),
			ask: async () => {
				log.push('ask');
				return ask();
			},
		}),
		limit: async (sent) => limit?.(sent),
		...(claim && { claim: async (sent) => claim(sent) }),
		send: async (sent) => {
			calls.push(sent.map(({ id }) => id));
			log.push('call');
			return answer(sent, calls.length, sent[0]!.group);
		},
	});
	const of = (id: number) => outcomes.get(rows[id]!) as RowOutcome;
	return { calls, log, outcomes, stopped, of };
}

const count = (outcomes: Map<Row, RowOutcome>) => {
	const counts: Record<string, number> = {};
	for (const { status } of outcomes.values()) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
};

const CANCELED_RUN = reason('canceled');

describe('submitRows', () => {
	it('accepts every good row exactly once and refuses only the bad ones', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 170 }),
				fc.uniqueArray(fc.integer({ min: 0, max: 169 }), { maxLength: 12 }),
				async (size, badIds) => {
					const rows = rowsOf(size);
					const bad = new Set(badIds);
					const dialled = new Map<number, number>();
					const { outcomes } = await run(rows, (sent) => {
						if (sent.some(({ id }) => bad.has(id))) return refused('200203');
						for (const { id } of sent) dialled.set(id, (dialled.get(id) ?? 0) + 1);
						return accepted(sent);
					});
					expect(outcomes.size).toBe(size);
					for (const row of rows) {
						const outcome = outcomes.get(row)!;
						expect(outcome.status).toBe(bad.has(row.id) ? 'refused' : 'accepted');
						if (outcome.status === 'accepted') expect(outcome.value).toBe(`id-${row.id}`);
						expect(dialled.get(row.id) ?? 0).toBe(bad.has(row.id) ? 0 : 1);
					}
				},
			),
			{ numRuns: 60 },
		);
	});

	it('tells of every row what became of it and dials none twice, whatever the platform does', async () => {
		const codes = ['200203', '200212', '10005', '10004', '200209', '200204', '99999'];
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 260 }),
				fc.boolean(),
				fc.infiniteStream(fc.integer({ min: 0, max: 30 })),
				async (size, narrowDown, dice) => {
					const rows = rowsOf(size, (id) => (id % 3 === 0 ? 'a' : 'b'));
					const dialled = new Map<number, number>();
					const dial = (sent: Row[]) => {
						for (const { id } of sent) dialled.set(id, (dialled.get(id) ?? 0) + 1);
					};
					const { outcomes } = await run(
						rows,
						(sent) => {
							const die = dice.next().value as number;
							if (die < codes.length) return refused(codes[die]!);
							if (die === 10) {
								dial(sent);
								return broken('unknown');
							}
							if (die === 11) return broken('unknown');
							if (die === 12) {
								dial(sent.slice(0, 1));
								return refused('200203', 'maybe');
							}
							if (die === 13) return broken('notSent');
							dial(sent);
							return accepted(sent);
						},
						{ narrowDown },
					);
					expect(outcomes.size).toBe(size);
					for (const row of rows) {
						const times = dialled.get(row.id) ?? 0;
						expect(times).toBeLessThanOrEqual(1);
						const { status } = outcomes.get(row)!;
						if (status === 'accepted') expect(times).toBe(1);
						if (status === 'notSent') expect(times).toBe(0);
					}
				},
			),
			{ numRuns: runs(150) },
		);
	});

	it('reports a refused batch as it is when it is not to be narrowed down', async () => {
		const platform = refuses('200203', (id) => id === 3);
		const { calls, outcomes } = await run(rowsOf(100), platform, { narrowDown: false });
		expect(calls).toHaveLength(2);
		expect(count(outcomes)).toEqual({ refused: 50, accepted: 50 });
	});

	it('finds one bad row among fifty in at most 9 calls', async () => {
		const counts = new Set<number>();
		for (let bad = 0; bad < 50; bad++) {
			const platform = refuses('200203', (id) => id === bad);
			const { calls, outcomes } = await run(rowsOf(50), platform);
			expect(count(outcomes)).toEqual({ accepted: 49, refused: 1 });
			counts.add(calls.length);
		}
		expect(Math.max(...counts)).toBe(9);
	});

	it('refuses a row only by an answer to that row alone', async () => {
		// the platform refuses two rows together and takes each
		const { calls, outcomes } = await run(rowsOf(2), (sent) =>
			sent.length === 2 ? refused('200203') : accepted(sent),
		);
		expect(calls).toEqual([[0, 1], [0], [1]]);
		expect(count(outcomes)).toEqual({ accepted: 2 });
	});

	it.each(['200209', '200213', '10002', '10020'])(
		'stops everything at once on %s',
		async (code) => {
			const { calls, outcomes, of } = await run(
				rowsOf(200, (id) => `g${id % 2}`),
				(sent, call) => (call === 2 ? refused(code) : accepted(sent)),
			);
			expect(calls).toHaveLength(2);
			expect(count(outcomes)).toEqual({ accepted: 50, refused: 50, notSent: 100 });
			expect(of(199)).toEqual({
				status: 'notSent',
				problem: {
					message: `Not sent, because of an earlier request: refused ${code}`,
					remedy: '',
					chinese: { message: `因前面的请求失败而未发送：refused ${code}`, remedy: '' },
					code,
					retryClass: 'never',
				},
			});
		},
	);

	it.each(['10001', '10003', '10021', '200101', '200201'])(
		'sends nothing more to anyone after %s, which holds for the account',
		async (code) => {
			const { calls, outcomes } = await run(
				rowsOf(200, (id) => `g${id % 2}`),
				() => refused(code),
			);
			expect(calls).toHaveLength(1);
			expect(count(outcomes)).toEqual({ refused: 50, notSent: 150 });
		},
	);

	it.each([
		...['200200', '200202', '200204', '200205', '200206', '200222'],
		...['3010101', '3010102', '3030002'],
	])('sends nothing more to the same script, line or task after %s', async (code) => {
		const { calls, outcomes, of } = await run(
			rowsOf(200, (id) => `g${id % 2}`),
			(sent, _call, group) => (group === 'g0' ? refused(code) : accepted(sent)),
		);
		expect(calls).toHaveLength(3);
		expect(count(outcomes)).toEqual({ refused: 50, notSent: 50, accepted: 100 });
		expect(of(198)).toMatchObject({ status: 'notSent', problem: { code } });
	});

	it.each(['10005', '200212'])(
		'takes %s for what all rows share when ten rows by themselves are refused for it',
		async (code) => {
			const rows = rowsOf(5000, (id) => (id < 4950 ? 'wrong' : 'right'));
			const { calls, outcomes, of } = await run(rows, (sent, _call, group) =>
				group === 'wrong' ? refused(code) : accepted(sent),
			);
			const wrong = calls.filter((ids) => ids[0]! < 4950);
			expect(wrong).toHaveLength(29);
			// the last of them is far away from the others
			expect(wrong.at(-1)).toEqual([4949]);
			expect(count(outcomes)).toEqual({ refused: 51, notSent: 4899, accepted: 50 });
			expect(of(4948)).toMatchObject({ status: 'notSent', problem: { code } });
		},
	);

	const upTo = (first: number, last: number) => (id: number) => id >= first && id <= last;
	const one =
		(...ids: number[]) =>
		(id: number) =>
			ids.includes(id);

	it.each<[string, number, (id: number) => boolean, bad: number]>([
		['one row', 50, one(7), 1],
		['one in each half of the first batch', 150, one(3, 30), 2],
		['the first row and one in the other half', 150, one(0, 49), 2],
		['rows of two batches', 150, one(24, 25, 140), 3],
		['five rows of one batch', 150, one(0, 13, 25, 38, 49), 5],
		['nine rows, most of them in the first half', 500, one(0, 1, 2, 3, 17, 40, 41, 42, 300), 9],
		['the first ten rows of a hundred batches', 5000, upTo(0, 9), 10],
		['the first ten rows of one batch', 50, upTo(0, 9), 10],
		['the whole first batch', 5000, upTo(0, 49), 50],
	])('finds the bad rows and does not give up a script: %s', async (_what, size, isBad, bad) => {
		for (const code of ['200203', '200212', '10005']) {
			const { outcomes, of } = await run(rowsOf(size), refuses(code, isBad));
			expect([code, count(outcomes)]).toEqual([code, { refused: bad, accepted: size - bad }]);
			for (let id = 0; id < size; id++) expect(of(id).status === 'refused').toBe(isBad(id));
		}
	});

	it.each(['10005', '200212'])(
		'does not give up a script for %s that took rows, however many others and the last are refused',
		async (code) => {
			const isBad = (id: number) => upTo(50, 79)(id) || id === 199;
			const { outcomes } = await run(rowsOf(200), refuses(code, isBad));
			expect(count(outcomes)).toEqual({ refused: 31, accepted: 169 });
		},
	);

	it('gives up a script for 200212 that single rows after a lost answer are refused with', async () => {
		const { calls } = await run(rowsOf(5000), (_sent, call) =>
			call === 1 ? broken('unknown') : refused('200212'),
		);
		// ten rows and one from far away
		expect(calls).toHaveLength(12);
	});

	it('does not take the answer of a broken connection about the row from far away for a refusal', async () => {
		const { outcomes } = await run(rowsOf(100), (sent) => {
			if (sent[0]!.id === 99) return broken('unknown');
			return sent.some(({ id }) => id < 10) ? refused('10005') : accepted(sent);
		});
		expect(count(outcomes)).toEqual({ refused: 10, unknown: 1, accepted: 89 });
	});

	it('says of a row from far away that an earlier run handed over that its number may be called', async () => {
		const earlier: NotAccepted = {
			...broken('notSent'),
			heldBack: true,
			mayHaveActed: true,
		};
		const rows = rowsOf(60);
		const far = rows.slice(40);
		const { calls, of } = await run(rows, () => refused('10005'), {
			claim: (some) => ({
				outcomes: new Map(far.filter((row) => some.includes(row)).map((row) => [row, earlier])),
			}),
		});
		expect(calls.flat().filter((id) => id >= 40)).toEqual([]);
		for (const { id } of far) expect(of(id)).toEqual(earlier);
	});

	it('counts refused rows of one script or task only, and only before one was accepted', async () => {
		// a task for each row: no refusal says anything about the others
		const rows = rowsOf(30, (id) => `g${id}`);
		const { outcomes } = await run(rows, (sent) =>
			sent[0]!.id < 20 ? refused('10005') : accepted(sent),
		);
		expect(count(outcomes)).toEqual({ refused: 20, accepted: 10 });
	});

	it.each([undefined, ''])(
		'keeps the rest back after three refusals in a row without a code (%p): none was taken',
		async (code) => {
			const gateway: BatchOutcome = {
				status: 'refused',
				problem: { message: 'HTTP 403', remedy: '', code, httpStatus: 403, retryClass: 'never' },
			};
			const { calls, outcomes, of } = await run(rowsOf(5000), () => gateway);
			expect(calls).toHaveLength(3);
			expect(count(outcomes)).toEqual({ refused: 150, notSent: 4850 });
			expect(of(4999)).toMatchObject({ status: 'notSent', problem: { httpStatus: 403 } });
		},
	);

	it.each(['99999', '10004'])('does not look for a row after %s', async (code) => {
		const { calls, outcomes } = await run(rowsOf(50), () => refused(code));
		expect(calls).toHaveLength(1);
		expect(count(outcomes)).toEqual({ refused: 50 });
	});

	it('leaves the part alone whose outcome is unknown, and looks in the others', async () => {
		const lost: BatchOutcome = {
			status: 'unknown',
			problem: { message: 'lost', remedy: '', code: '200212', retryClass: 'never' },
		};
		const { outcomes, calls } = await run(rowsOf(8), (_sent, call) =>
			call === 3 ? lost : refused('200212'),
		);
		expect(calls[2]).toEqual([0, 1]);
		expect(calls.slice(3).flat()).not.toContain(0);
		expect(count(outcomes)).toEqual({ refused: 6, unknown: 2 });
	});

	it.each(['200209', '200204'])(
		'does not take %s for a refusal where the outcome is unknown',
		async (code) => {
			const failure: Problem = { message: 'lost', remedy: '', code, retryClass: 'never' };
			const { outcomes } = await run(rowsOf(150), (sent, call) =>
				call === 1 ? { status: 'unknown', problem: failure } : accepted(sent),
			);
			expect(count(outcomes)).toEqual({ unknown: 50, accepted: 100 });
		},
	);

	it('counts only calls in a row without an answer', async () => {
		const { calls } = await run(rowsOf(56), (_sent, call) =>
			call % 3 === 0 ? refused('200203') : broken('unknown'),
		);
		expect(calls).toHaveLength(7);
	});

	it('stops at once on 200209 in the middle of narrowing down', async () => {
		const { calls, outcomes } = await run(rowsOf(100), (_sent, call) =>
			refused(call === 1 ? '200203' : '200209'),
		);
		expect(calls).toHaveLength(2);
		expect(count(outcomes)).toEqual({ refused: 25, notSent: 75 });
	});

	it('does not narrow down where the refused call may have taken rows', async () => {
		const { calls } = await run(rowsOf(50), () => refused('200203', 'maybe'));
		expect(calls).toHaveLength(1);
	});

	it('sends one row after an unknown answer, then no more than were accepted since', async () => {
		const { calls, outcomes } = await run(rowsOf(250), (sent, call) =>
			call === 2 ? broken('unknown') : accepted(sent),
		);
		const sizes = calls.map((ids) => ids.length);
		expect(sizes).toEqual([50, 50, 1, 1, 2, 4, 8, 16, 32, 50, 36]);
		expect(count(outcomes)).toEqual({ accepted: 200, unknown: 50 });
	});

	it('ends after three unknown answers in a row, of which the last two held one row each', async () => {
		const { calls, outcomes, of } = await run(rowsOf(500), () => broken('unknown'));
		expect(calls.map((ids) => ids.length)).toEqual([50, 1, 1]);
		expect(count(outcomes)).toEqual({ unknown: 52, notSent: 448 });
		expect(of(499)).toMatchObject({
			status: 'notSent',
			problem: { remedy: expect.stringMatching(/^Run the workflow again with the rows/) },
		});
	});

	it('ends where every second answer is unknown', async () => {
		const { outcomes } = await run(rowsOf(1000), (sent, call) =>
			call % 2 === 0 ? broken('unknown') : accepted(sent),
		);
		expect(count(outcomes)).toEqual({ accepted: 54, unknown: 54, notSent: 892 });
	});

	it('goes on to the end where every fifth answer is unknown', async () => {
		const { outcomes } = await run(rowsOf(1000), (sent, call) =>
			call % 5 === 0 ? broken('unknown') : accepted(sent),
		);
		expect(count(outcomes).notSent).toBeUndefined();
	});

	it('goes on in whole batches after answers that contradict themselves, to the end', async () => {
		const { calls, outcomes } = await run(rowsOf(500), () => ({
			...broken('unknown'),
			contradictory: true as const,
		}));
		expect(calls).toHaveLength(10);
		expect(count(outcomes)).toEqual({ unknown: 500 });
	});

	it('ends after three refusals in a row with a code nobody knows: each may have been taken', async () => {
		const { outcomes } = await run(rowsOf(500), () => refused('209999', 'maybe'));
		expect(count(outcomes)).toEqual({ refused: 52, notSent: 448 });
	});

	const tooMany: BatchOutcome = {
		status: 'refused',
		problem: {
			message: 'HTTP 429',
			remedy: '',
			httpStatus: 429,
			retryAfterMs: 5000,
			retryClass: 'later',
		},
	};
	const withRetryAfter = (busy: BatchOutcome, retryAfterMs: number) =>
		({ ...busy, problem: { ...(busy as NotAccepted).problem, retryAfterMs } }) as BatchOutcome;

	it.each([
		['10004', refused('10004'), 1000],
		['HTTP 429 with Retry-After', tooMany, 5000],
		['HTTP 429 with a Retry-After of 0', withRetryAfter(tooMany, 0), 1000],
	])(
		'waits for a busy platform, asks it, and sends one row, then ever more: %s',
		async (_name, busy, pause) => {
			const { log, calls, outcomes } = await run(rowsOf(250), (sent, call) =>
				call === 2 ? busy : accepted(sent),
			);
			expect(log.slice(0, 8)).toEqual(['call', 'call', pause, 'ask', 1000, 'call', 1000, 'call']);
			expect(calls.map((ids) => ids.length)).toEqual([50, 50, 1, 1, 2, 4, 8, 16, 32, 50, 36]);
			expect(count(outcomes)).toEqual({ refused: 50, accepted: 200 });
		},
	);

	it('waits longer and longer while a busy platform does not answer the query', async () => {
		const answers = [withRetryAfter(tooMany, 500), broken('unknown'), withRetryAfter(tooMany, 0)];
		const { log } = await run(
			rowsOf(51),
			(sent, call) => (call === 1 ? refused('10004') : accepted(sent)),
			{ ask: () => (answers.shift() ?? { status: 'accepted', value: {} }) as Outcome<unknown> },
		);
		expect(log).toEqual(['call', 1000, 'ask', 2000, 'ask', 4000, 'ask', 8000, 'ask', 1000, 'call']);
	});

	it('takes a query that is refused for another reason for answered', async () => {
		const { log } = await run(
			rowsOf(51),
			(sent, call) => (call === 1 ? refused('10004') : accepted(sent)),
			{ ask: () => refused('10005') as Outcome<unknown> },
		);
		expect(log).toEqual(['call', 1000, 'ask', 1000, 'call']);
	});

	it('sends half as often where the platform is busy twice soon after it took something', async () => {
		const { log } = await run(rowsOf(150), (sent, call) =>
			[2, 4, 6].includes(call) ? refused('10004') : accepted(sent),
		);
		expect(log.slice(0, 20)).toEqual([
			...['call', 'call', 1000, 'ask', 1000, 'call'],
			...[1000, 'call', 1000, 'ask', 1000, 'call'],
			...[1000, 'call', 2000, 'ask', 2000, 'call', 2000, 'call'],
		]);
	});

	it('has the whole time to wait again once the platform has answered', async () => {
		const { outcomes } = await run(
			rowsOf(150),
			(sent, call) => ([2, 4].includes(call) ? refused('10004') : accepted(sent)),
			{ maxWaitMs: 3000 },
		);
		expect(count(outcomes)).toEqual({ refused: 51, accepted: 99 });
	});

	it('holds the rest back when the platform stays busy for too long', async () => {
		const busy = () => refused('10004');
		const { log, outcomes, of } = await run(rowsOf(500), busy, { maxWaitMs: 7000 });
		expect(log).toEqual([
			...['call', 1000, 'ask', 1000],
			...['call', 2000, 'ask', 2000],
			...['call', 1000, 'ask', 'call'],
		]);
		expect(count(outcomes)).toEqual({ refused: 53, notSent: 447 });
		expect(of(499)).toMatchObject({ status: 'notSent', problem: { code: '10004' } });
	});

	it.each([
		['it stays busy', () => refused('10004'), '10004'],
		['it cannot be reached', () => broken('notSent'), undefined],
	])('holds the rest back where the query shows that %s', async (_name, ask, code) => {
		const { outcomes, of } = await run(rowsOf(500), () => refused('10004'), {
			ask: ask as () => Outcome<unknown>,
		});
		expect(count(outcomes)).toEqual({ refused: 50, notSent: 450 });
		expect(of(499)).toMatchObject({ status: 'notSent' });
		expect((of(499) as NotAccepted).problem.code).toBe(code);
	});

	it('does not wait where the platform asks for more time than there is', async () => {
		const busy = withRetryAfter(tooMany, 301_000);
		const { log } = await run(rowsOf(500), () => busy);
		expect(log).toEqual(['call']);
	});

	it('keeps the rest back when a call could not leave at all', async () => {
		const { calls, outcomes, of } = await run(rowsOf(120), () => broken('notSent'));
		expect(calls).toHaveLength(1);
		expect(count(outcomes)).toEqual({ notSent: 120 });
		expect(of(0)).toMatchObject({ problem: { message: 'notSent' } });
		expect(of(119)).toMatchObject({
			problem: { message: 'Not sent, because of an earlier request: notSent' },
		});
	});

	it('asks before every call whether nothing more may be sent, and says why', async () => {
		let sent = 0;
		const { outcomes, of } = await run(rowsOf(150), (rows) => (sent++, accepted(rows)), {
			holdBack: () => (sent === 1 ? CANCELED_RUN : undefined),
		});
		expect(count(outcomes)).toEqual({ accepted: 50, notSent: 100 });
		expect(of(149)).toEqual({ status: 'notSent', heldBack: true, problem: CANCELED_RUN });
		expect(CANCELED_RUN).toEqual({
			message: 'The execution was canceled',
			remedy: aSentence,
			chinese: inChinese,
			retryClass: 'never',
		});
	});

	it('asks again after it has waited for a busy platform', async () => {
		let asked = 0;
		const log = async (stopAt: number) => {
			asked = 0;
			const holdBack = () => (++asked === stopAt ? CANCELED_RUN : undefined);
			return (await run(rowsOf(150), () => refused('10004'), { holdBack })).log;
		};
		// before the first call, before the pause, after it, after the pause behind the query
		expect(await log(2)).toEqual(['call']);
		expect(await log(3)).toEqual(['call', 1000]);
		expect(await log(4)).toEqual(['call', 1000, 'ask', 1000]);
	});
});

describe('rows whose number an earlier row has', () => {
	const repeated = (row: number, what?: string) => ({
		status: 'notSent',
		heldBack: true,
		problem: {
			message: `Same number as row ${row}${what ? `, ${what}` : `: only row ${row} is sent`}`,
			// nothing is to be done about a row whose number is called
			remedy: what === undefined ? '' : aSentence,
			chinese: inChinese,
			retryClass: 'never',
		},
	});

	it('are left out where the first one was accepted', async () => {
		const { calls, of } = await run(rowsOf(3), accepted, { repeats: { 2: 0 } });
		expect(calls).toEqual([[0, 1]]);
		const twin = { mayHaveActed: true, duplicateOf: 1 };
		expect(of(2)).toEqual({ ...repeated(1), ...twin });
	});

	it.each(['200203', '200212', '10005'])(
		'go out where the first one was refused together with others for %s',
		async (code) => {
			const { calls, of } = await run(
				rowsOf(4),
				(sent, call) => (call === 1 ? refused(code) : accepted(sent)),
				{ narrowDown: false, repeats: { 2: 0, 3: 0 } },
			);
			expect(calls).toEqual([[0, 1], [2]]);
			expect(of(0).status).toBe('refused');
			expect(of(2).status).toBe('accepted');
			expect(of(3)).toMatchObject(repeated(3));
		},
	);

	it('go out one after another while the ones before are refused', async () => {
		const { calls, of } = await run(
			rowsOf(4),
			(sent) => (sent[0]!.id < 3 ? refused('200212') : accepted(sent)),
			{ repeats: { 1: 0, 2: 0, 3: 0 } },
		);
		expect(calls).toEqual([[0], [1], [2], [3]]);
		expect(of(3).status).toBe('accepted');
	});

	it.each<[string, BatchOutcome, string]>([
		['its outcome is unknown', broken('unknown'), 'which may have been accepted'],
		['it could not leave', broken('notSent'), 'which was not sent'],
		['its number was refused by itself', refused('200203'), 'which was refused'],
		['it may have been taken', refused('200212', 'maybe'), 'which was refused'],
		['the platform was busy', refused('10004'), 'which was refused'],
		['the account is empty', refused('200209'), 'which was refused'],
		['the code is not documented', refused('99999'), 'which was refused'],
	])('stay where they are when of the first one %s', async (_name, outcome, what) => {
		const { calls, of } = await run(rowsOf(2), () => outcome, { repeats: { 1: 0 } });
		expect(calls).toEqual([[0]]);
		expect(of(1)).toMatchObject(repeated(1, what));
		expect(of(1).duplicateOf).toBe(outcome.status === 'unknown' ? 1 : undefined);
	});

	it('are not sent after a stop', async () => {
		let calls = 0;
		const { of } = await run(
			rowsOf(2),
			() => {
				calls++;
				return refused('200212');
			},
			{ repeats: { 1: 0 }, holdBack: () => (calls > 0 ? CANCELED_RUN : undefined) },
		);
		expect(calls).toBe(1);
		expect(of(1)).toEqual({ status: 'notSent', heldBack: true, problem: CANCELED_RUN });
	});
});

it.each<[RowOutcome, boolean]>([
	[{ status: 'accepted', value: null }, true],
	[{ status: 'unknown', problem: CANCELED_RUN }, true],
	[{ status: 'refused', problem: CANCELED_RUN }, false],
	[{ status: 'refused', problem: CANCELED_RUN, mayHaveActed: true }, true],
	[{ status: 'notSent', problem: CANCELED_RUN }, false],
	[{ status: 'notSent', problem: CANCELED_RUN, heldBack: true, mayHaveActed: true }, true],
])('says of %j whether the number may have been called: %p', (outcome, may) => {
	expect(mayHaveBeenCalled(outcome)).toBe(may);
});

describe('submitRows, where not all rows may go any more', () => {
	const problem: Problem = { message: 'too late', remedy: '', retryClass: 'never' };
	const room = (of: (group: string) => number) => {
		const left: Record<string, number> = {};
		const limit = (rows: Row[]): Limit | undefined => {
			const { group } = rows[0]!;
			const mostRows = (left[group] ??= of(group));
			return mostRows >= rows.length ? undefined : { mostRows, problem };
		};
		const took = (rows: Row[]) => void (left[rows[0]!.group]! -= rows.length);
		return { limit, took };
	};

	it('sends as many as may go, and asks for each group', async () => {
		const rows = rowsOf(200, (id) => (id < 150 ? 'a' : 'b'));
		const { limit, took } = room((group) => (group === 'a' ? 60 : 1000));
		const answer = (sent: Row[]) => {
			took(sent);
			return accepted(sent);
		};
		const { calls, outcomes, of } = await run(rows, answer, { limit });
		expect(calls.map(({ length }) => length)).toEqual([50, 10, 50]);
		expect(count(outcomes)).toEqual({ accepted: 110, notSent: 90 });
		expect(of(60)).toEqual({ status: 'notSent', heldBack: true, problem });
		expect(of(149)).toEqual({ status: 'notSent', heldBack: true, problem });
	});

	it('goes on at once with what has no room any more', async () => {
		let asked = 0;
		const limit = () => (++asked > 1 ? { mostRows: 0, problem } : undefined);
		const { calls, outcomes } = await run(rowsOf(500), (sent) => accepted(sent), { limit });
		expect(calls).toHaveLength(1);
		expect(asked).toBe(2);
		expect(count(outcomes)).toEqual({ accepted: 50, notSent: 450 });
	});

	it('asks after the wait for a busy platform too', async () => {
		let left = 1000;
		const limit = (rows: Row[]) => (left >= rows.length ? undefined : { mostRows: left, problem });
		const { calls, outcomes } = await run(
			rowsOf(120),
			(sent, call) => {
				if (call > 1) return accepted(sent);
				left = 0;
				return refused('10004', 'maybe');
			},
			{ limit },
		);
		expect(calls).toHaveLength(1);
		expect(count(outcomes)).toEqual({ refused: 50, notSent: 70 });
	});

	it('finds the bad rows among those that may go, whatever is left out', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 120 }),
				fc.integer({ min: 0, max: 130 }),
				fc.uniqueArray(fc.integer({ min: 0, max: 119 }), { maxLength: 4 }),
				async (size, most, badIds) => {
					const bad = new Set(badIds);
					const { limit, took } = room(() => most);
					const rows = rowsOf(size);
					const { outcomes } = await run(
						rows,
						(sent) => {
							if (sent.some(({ id }) => bad.has(id))) return refused('200203');
							took(sent);
							return accepted(sent);
						},
						{ limit },
					);
					expect(outcomes.size).toBe(size);
					const { accepted: sent = 0, notSent = 0, refused: out = 0 } = count(outcomes);
					expect(sent).toBeLessThanOrEqual(most);
					expect(sent + notSent + out).toBe(size);
					// none is left out while there is room
					if (notSent > 0 && out === 0) expect(sent).toBe(most);
				},
			),
			{ numRuns: 100 },
		);
	});
});

it('sends one row after a busy answer in the middle of narrowing down', async () => {
	const { calls } = await run(rowsOf(50), (sent, call) => {
		if (call <= 2) return refused('200212');
		return call === 3 ? refused('10004', 'maybe') : accepted(sent);
	});
	expect(calls.slice(0, 4).map(({ length }) => length)).toEqual([50, 25, 13, 1]);
});
