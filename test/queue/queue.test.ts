/**
 * The package in n8n's own queue mode: main, two workers and a webhook processor on PostgreSQL and
 * Redis. `npm run test:queue`; N8N_MAJOR is 1 or 2, QUEUE_SCALE multiplies the sizes.
 */
import { QUEUE_SCALE } from '../support/fullSize';
import { majorUnderTest } from '../n8n/harness';
import { liveThrough, type Day, type Person } from './callAgain';
import { placeAndWait, writeCallTable } from './callTables';
import { customers, killUnderBatches, killUnderPlainList } from './callList';
import { askForContext } from './dialogContext';
import { killAmidWork, LEAVE_CUT_OFF, textOrder } from './killedWorker';
import { pushThrough } from './pushes';
import { shareToken } from './sharedToken';
import { startBench, type Bench } from './bench';

const major = majorUnderTest();
const sized = (size: number): number => Math.round(size * QUEUE_SCALE);
const full = QUEUE_SCALE === 1;
const LIST_ROWS = full ? 5000 : 250;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** What n8n says of an execution whose worker is gone. */
const NOTICED = /failed to be processed too many times/;

let bench: Bench;

beforeAll(async () => {
	const started = Date.now();
	bench = await startBench(major, say);
	const { version, workers } = bench.queue;
	const memory = workers.map((worker) => `${Math.round(worker.memory() / 2 ** 20)} MiB`);
	const seconds = Math.round((Date.now() - started) / 1000);
	say(`n8n ${version} in queue mode after ${seconds} s; workers take ${memory.join(' and ')}`);
}, 600_000);

afterAll(async () => await bench?.stop(), 120_000);

test('1,000 executions on two workers use one token between them', async () => {
	const count = Math.max(100, sized(1000));
	const { statuses, begun, queries, tokens, perSecond } = await shareToken(bench, count);
	say(
		`${count} executions, ${begun.map(({ length }) => length).join(' + ')} on the workers, ` +
			`${perSecond.toFixed(1)} a second; tokens: ${tokens.atFirst} at first, ${tokens.then} in ` +
			`these executions, ${tokens.afterRevocation} after all were revoked`,
	);
	const all = begun.flat();
	expect(new Set(all).size).toBe(all.length);
	expect(statuses).toEqual({ success: queries });
	expect(queries).toBe(count + 60);
	// a busy machine gives one of them less, but both take part
	for (const executions of begun) expect(executions.length).toBeGreaterThan(0);
	// workers that find no good token at the same moment each ask for one
	expect(tokens.atFirst).toBeLessThanOrEqual(begun.length);
	expect(tokens.then).toBe(0);
	expect(tokens.afterRevocation).toBeLessThanOrEqual(begun.length);
}, 900_000);

test('pushes through the webhook processor are answered success and arrive', async () => {
	const count = sized(150);
	const { report, match, tooOften, late, unsuccessful } = await pushThrough(bench, count, 5);
	const { median, p99, most } = report.firstAnswers;
	say(
		`${count} pushes at 5 a second: answered after ${median} ms (median), ${p99} ms (p99), ` +
			`${most} ms (slowest), ${late} after more than 3 s; ${report.attempts - count} sent again`,
	);
	expect(report).toMatchObject({ received: count, failed: 0 });
	expect({ ...match, tooOften, unsuccessful }).toMatchObject({
		tooOften: 0,
		sent: count,
		answeredSuccess: count,
		missing: 0,
		changed: 0,
		strange: 0,
		unsuccessful: 0,
	});
}, 600_000);

test('dialog-context requests through the webhook processor are all answered', async () => {
	const seen = await askForContext(bench, sized(150));
	const { asked, byWorkflow, byFallback, strange, times, late } = seen;
	say(
		`${asked} dialog-context requests at 5 a second: ${byWorkflow} answered by the workflow on a ` +
			`worker, ${byFallback} by the fallback; after ${times.median} ms (median), ${times.p99} ms ` +
			`(p99), ${times.most} ms (slowest), ${late} after more than 500 ms`,
	);
	expect(strange).toEqual([]);
	// where there is time, the answer comes from the worker
	const patient = await askForContext(bench, 10, 3000);
	expect(patient.strange).toEqual([]);
	expect(patient.byWorkflow).toBeGreaterThan(0);
}, 600_000);

test('call results to a table: one row for each call, whatever comes at the same moment', async () => {
	const calls = sized(120);
	const { rows, ends } = await writeCallTable(bench, calls);
	say(`${calls} calls with six events at once: ${rows.length} rows`);
	expect([...new Set(ends)]).toEqual(['success']);
	expect(new Set(rows.map(({ callUuid }) => callUuid)).size).toBe(calls);
	expect(rows).toHaveLength(calls);
	for (const row of rows) {
		expect(row).toMatchObject({ outcome: 'answered', intention: 'A', recordingSeconds: '31' });
	}
}, 1_800_000);

test('place a call and wait: every execution hears of its result, however fast it comes', async () => {
	const calls = Math.max(10, sized(67));
	const seen = await placeAndWait(bench, calls);
	say(`${calls} executions that wait for a call: ${JSON.stringify(seen.ends)}`);
	expect(seen).toEqual({ ends: { success: calls }, calls });
}, 1_800_000);

test('call again tomorrow: nobody beyond the cap, nobody twice a day, nobody forgotten', async () => {
	const days: Day[] = full
		? [
				{ newcomers: 110 },
				{ newcomers: 10, trouble: 'killed' },
				{ newcomers: 20 },
				{ newcomers: 20, trouble: 'answerLost' },
				{ newcomers: 20, trouble: 'closed' },
				{ newcomers: 10, trouble: 'requestLost' },
				{ newcomers: 10, trouble: 'twoRuns' },
				{ newcomers: 0, trouble: 'killed' },
				{ newcomers: 0 },
				{ newcomers: 0 },
			]
		: [
				{ newcomers: 12 },
				{ newcomers: 0, trouble: 'closed' },
				{ newcomers: 0, trouble: 'twoRuns' },
			];
	const { people, runs, pushes, doNotCall, seconds } = await liveThrough(bench, days);
	const counts = (of: (person: Person) => unknown) =>
		JSON.stringify(
			people.reduce<Record<string, number>>((sum, person) => {
				const key = String(of(person));
				return { ...sum, [key]: (sum[key] ?? 0) + 1 };
			}, {}),
		);
	say(
		`${people.length} numbers in ${days.length} days (${Math.round(seconds)} s): times called ` +
			`${counts(({ calledOn }) => calledOn.length)}, decisions ${counts(({ decision }) => decision)}; ` +
			`executions of pushes ${JSON.stringify(pushes)}; runs ${JSON.stringify(runs)}`,
	);
	expect(people.filter(({ calledOn }) => calledOn.length > 3)).toEqual([]);
	expect(people.filter(({ calledOn }) => new Set(calledOn).size < calledOn.length)).toEqual([]);
	expect(
		people.filter(({ calledOn, doneOn = 99 }) => calledOn.some((day) => day > doneOn)),
	).toEqual([]);
	// everybody is accounted for, and by the end of enough days nobody is left to be called
	expect(people.filter(({ decision }) => decision === undefined)).toEqual([]);
	if (full) expect(people.filter(({ decision }) => decision === 'call')).toEqual([]);
	for (const { calledOn, counted, decision } of people) {
		// a request that got lost counts as a call too, since nobody knows
		expect(counted).toBeGreaterThanOrEqual(calledOn.length);
		if (decision === 'called often enough') expect(counted).toBe(3);
	}
	const annoyed = people.filter(({ decision }) => decision === 'wants no more calls');
	expect(doNotCall.sort()).toEqual(annoyed.map(({ phone }) => phone).sort());
	expect(pushes).toEqual({ success: expect.any(Number) });
	for (const { end } of runs.filter(({ end }) => !['success', 'killed'].includes(end))) {
		expect(end).toMatch(/^Nobody was called: /);
	}
}, 1_800_000);

test('a call list in one execution is not dialled again when its worker is killed', async () => {
	const list = customers(LIST_ROWS, '138');
	const { atKill, afterwards, statuses, begunBy } = await killUnderPlainList(
		bench,
		list,
		Math.round(list.length / 4),
	);
	say(
		`${list.length} rows in one execution: ${atKill} numbers accepted when the worker was ` +
			`killed, ${afterwards.numbers.size} afterwards, ${afterwards.twice.length} of them twice; ` +
			`n8n calls the execution ${Object.keys(statuses).join()}`,
	);
	expect(atKill).toBeLessThan(list.length);
	expect(afterwards.twice).toEqual([]);
	// one call-out may have been on its way
	expect(afterwards.numbers.size - atKill).toBeLessThanOrEqual(50);
	expect(begunBy).toHaveLength(1);
	expect(statuses).toEqual({ error: 1 });
}, 900_000);

test('the batches of the example go on after kills, and nobody is dialled twice', async () => {
	const list = customers(LIST_ROWS, '139');
	const kills = full ? [0.2, 0.5] : [0.3];
	const called = await killUnderBatches(
		bench,
		list,
		kills.map((share) => Math.round(list.length * share)),
	);
	const { ledger, dialled, toLookInto } = called;
	const phones = (status: string) =>
		ledger.filter((row) => row.status === status).map(({ phone }) => phone);
	const accepted = phones('accepted');
	const unknown = phones('unknown');
	say(
		`${list.length} rows in batches: killed after ${called.atKills.join(' and ')} numbers; ` +
			`${dialled.numbers.size} accepted in the end, ${dialled.twice.length} twice; the ledger has ` +
			`${accepted.length} accepted and ${unknown.length} unknown, of which ` +
			`${unknown.filter((phone) => dialled.numbers.has(phone)).length} are called; ` +
			`last run ${Math.round(called.seconds)} s`,
	);
	expect(called.runs).toEqual([...kills.map(() => 'error'), 'success']);
	for (const workers of called.begunBy) expect(workers).toHaveLength(1);
	expect(dialled.twice).toEqual([]);
	expect(ledger.map(({ phone }) => phone).sort()).toEqual(list.map(({ phone }) => phone).sort());
	expect(accepted.length + unknown.length).toBe(list.length);
	expect(unknown.length).toBeLessThanOrEqual(50 * kills.length);
	expect(accepted.filter((phone) => !dialled.numbers.has(phone))).toEqual([]);
	// the last run looks into what the runs before it have left
	expect(toLookInto.sort()).toEqual(unknown.sort());
}, 1_800_000);

describe('a worker killed amid pushes and recognitions', () => {
	const each = Math.max(40, sized(40));

	test('loses what it was running, in sight, and nothing else', async () => {
		const seen = await killAmidWork(bench, each);
		const { report, match, pushes, corrections } = seen;
		say(
			`Killed with n8n's own settings: ${pushes.cutOff.length} of ${each} pushes and ` +
				`${corrections.cutOff.length} of ${each} recognitions cut off; n8n keeps the data of ` +
				`${pushes.cutOff.filter(({ item }) => item !== null).length} of these pushes`,
		);
		const resent = report.attempts - each;
		expect(report).toMatchObject({ received: each, failed: 0 });
		expect(corrections.executions).toHaveLength(each);
		expect(pushes.cutOff.length).toBeGreaterThan(0);
		expect(corrections.cutOff.length).toBeGreaterThan(0);
		for (const { status, data } of [...pushes.cutOff, ...corrections.cutOff]) {
			expect(status).toBe('error');
			expect(data?.resultData.error?.message).toMatch(NOTICED);
		}
		expect({ changed: match.changed, tooOften: seen.tooOften }).toEqual({
			changed: 0,
			tooOften: 0,
		});
		expect(match.missing).toBeLessThanOrEqual(pushes.cutOff.length);
		expect(match.missing).toBeGreaterThanOrEqual(pushes.cutOff.length - resent);
		expect(new Set(seen.corrected).size).toBe(seen.corrected.length);
		expect(seen.corrected.length).toBe(each - corrections.cutOff.length);
		expect(seen.corrected).not.toContain(-1);
	}, 600_000);

	test('loses nothing when n8n leaves what was cut off, and it is repeated', async () => {
		const { queue } = bench;
		const before = [...queue.workers];
		await Promise.all([1, 2].map(async () => await queue.startWorker(LEAVE_CUT_OFF)));
		await Promise.all(before.map(async (worker) => await worker.stop()));

		const seen = await killAmidWork(bench, each, LEAVE_CUT_OFF);
		const { pushes, corrections } = seen;
		expect(seen.report).toMatchObject({ received: each, failed: 0 });
		expect(corrections.executions).toHaveLength(each);
		for (const { cutOff } of [pushes, corrections]) {
			expect(cutOff.map(({ status }) => status)).toContain('running');
			for (const { status, item } of cutOff) {
				// chance says which of them a worker had begun
				expect(['new', 'running']).toContain(status);
				expect(item).not.toBeNull();
			}
		}

		const repeated = await seen.repeatCutOff();
		const neverBegun = repeated.corrections.neverBegun.map(({ item }) => textOrder(item));
		say(
			`Killed with QUEUE_WORKER_STALLED_INTERVAL=0: ${pushes.cutOff.length} pushes and ` +
				`${corrections.cutOff.length} recognitions cut off, of which ` +
				`${pushes.neverBegun.length} and ${neverBegun.length} were never begun, the others ` +
				`repeated; then ${repeated.match.missing} pushes and ` +
				`${each - new Set([...repeated.corrected, ...neverBegun]).size} recognitions missing`,
		);
		const { match, tooOften } = repeated;
		expect({ ...match, tooOften }).toMatchObject({ missing: 0, changed: 0, tooOften: 0 });
		expect([...repeated.corrected, ...neverBegun].sort((a, b) => a - b)).toEqual(
			Array.from({ length: each }, (_, order) => order),
		);
	}, 600_000);
});
