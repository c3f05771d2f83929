/**
 * What becomes of a push when n8n is killed (SIGKILL) at each point between its arrival and the end of
 * its run, in a real n8n on SQLite. Its outcome is written down in
 * docs/internals/ai-call-trigger.md.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { postOnce, type Attempt } from '../../emulator/aiCall/delivery';
import { startN8n, type RunningN8n, type WorkflowNode } from '../../n8n/harness';
import { countsOf, loadEnvironment, type Bench } from './scenarios';
import { openDatabase } from '../../support/database';
import { whenSettled, type StoredExecution } from '../../support/storedExecutions';
import { noOpStep, publish, trigger, waitStep, type Published } from '../../support/workflows';

export interface Outcome {
	sent: number;
	/** Answered `success` before the kill. */
	answered: number;
	/** Answered and in no execution after the restart. */
	lost: number;
	/** How long the slowest of those answers took, in milliseconds. */
	slowestMs: number;
	/** Executions after the restart has settled, by status; `without data` is a row that lost its push. */
	executions: Record<string, number>;
}

interface Killing {
	nodes: WorkflowNode[];
	env?: Record<string, string>;
	/** Sends and resolves at the moment of the kill. */
	before: (
		n8n: RunningN8n,
		workflow: Published,
		send: (id: string) => Promise<Attempt>,
	) => Promise<void>;
}

const body = (id: string): string =>
	JSON.stringify({ call_uuid: id, direction: 1, time_hangup: 1767229200000 });

/** Runs up to the kill, starts n8n again in the same folder and looks at what is there. */
async function killAt(bench: Bench, { nodes, env, before }: Killing): Promise<Outcome> {
	const { major, packageTarball } = bench;
	const options = { major, env: { ...loadEnvironment, ...env } };
	let n8n = await startN8n({ ...options, packageTarball });
	const { userFolder, port } = n8n;
	const workflow = await publish(n8n.client, nodes);
	const sent: string[] = [];
	const answered: Array<{ id: string; ms: number }> = [];
	await before(n8n, workflow, async (id) => {
		sent.push(id);
		const attempt = await postOnce(workflow.url, body(id), 30_000);
		if (attempt.answer.includes('success')) answered.push({ id, ms: attempt.ms });
		return attempt;
	});
	n8n.kill();
	const beforeTheKill = [...answered];
	await delay(300);
	n8n = await startN8n({ ...options, userFolder, port });
	try {
		const stored = await whenSettled(n8n, workflow.id);
		const ids = new Set(stored.map(idOf));
		const executions = countsOf(
			stored.map((one) => (idOf(one) === undefined ? `${one.status} without data` : one.status)),
		);
		return {
			sent: sent.length,
			answered: beforeTheKill.length,
			lost: beforeTheKill.filter(({ id }) => !ids.has(id)).length,
			slowestMs: Math.round(Math.max(0, ...beforeTheKill.map(({ ms }) => ms))),
			executions,
		};
	} finally {
		await n8n.stop();
		await rm(userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}

const idOf = ({ item }: StoredExecution): unknown =>
	(item?.body as Record<string, unknown> | undefined)?.call_uuid;

/** Keeps n8n from writing to its database until the result is called. */
async function lockDatabase(n8n: RunningN8n): Promise<() => Promise<void>> {
	const database = await openDatabase(n8n);
	await database.all('BEGIN IMMEDIATE');
	return async () => {
		await database.all('ROLLBACK');
		await database.close();
	};
}

/** While the database takes no write and the deadline is not over. */
export async function killedBeforeTheStore(bench: Bench): Promise<Outcome> {
	return await killAt(bench, {
		nodes: [trigger({ options: { acknowledgeWithin: 2.5 } }), noOpStep()],
		before: async (n8n, _workflow, send) => {
			const unlock = await lockDatabase(n8n);
			void send('not-stored');
			await delay(1200);
			n8n.kill();
			await unlock();
		},
	});
}

/** Answered at the deadline while the database takes no write. */
export async function killedBetweenDeadlineAndStore(bench: Bench): Promise<Outcome> {
	return await killAt(bench, {
		nodes: [trigger({ options: { acknowledgeWithin: 0.5 } }), noOpStep()],
		before: async (n8n, _workflow, send) => {
			const unlock = await lockDatabase(n8n);
			await send('answered-at-the-deadline');
			n8n.kill();
			await unlock();
		},
	});
}

/** At the moment of an answer that n8n gave itself, with others under way. */
export async function killedAtTheAnswer(bench: Bench, round: number): Promise<Outcome> {
	return await killAt(bench, {
		nodes: [trigger(), waitStep(1)],
		before: async (_n8n, _workflow, send) => {
			for (let warm = 0; warm < 3; warm++) await send(`warm-${warm}`);
			const first = Array.from({ length: 12 }, (_, n) => send(`at-${round}-${n}`));
			// a different one each round
			await first[round % first.length];
		},
	});
}

/** In n8n's concurrency queue: one of ten runs, nine wait. */
export async function killedInTheQueue(bench: Bench): Promise<Outcome> {
	return await killAt(bench, {
		nodes: [trigger({ options: { acknowledgeWithin: 0.5 } }), waitStep(3)],
		env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' },
		before: async (_n8n, _workflow, send) => {
			await Promise.all(Array.from({ length: 10 }, (_, n) => send(`queued-${n}`)));
			await delay(1000);
		},
	});
}

/** While the workflow runs. */
export async function killedInTheRun(bench: Bench): Promise<Outcome> {
	return await killAt(bench, {
		nodes: [trigger(), waitStep(20)],
		before: async (_n8n, _workflow, send) => {
			await Promise.all(['run-1', 'run-2', 'run-3'].map(send));
			await delay(1000);
		},
	});
}

/**
 * Milliseconds from the answer until the push is in the database, for pushes one after the
 * other; 0 when it was there at the first look, which begins at the answer.
 */
export async function answerToStore(bench: Bench, count: number): Promise<number[]> {
	const { major, packageTarball } = bench;
	const n8n = await startN8n({ major, packageTarball, env: loadEnvironment });
	const database = await openDatabase(n8n);
	try {
		const workflow = await publish(n8n.client, [trigger(), waitStep(0.2)]);
		await postOnce(workflow.url, body('warm'), 10_000);
		const times: number[] = [];
		for (let n = 0; n < count; n++) {
			await postOnce(workflow.url, body(`store-${n}`), 10_000);
			const answeredAt = performance.now();
			for (let looks = 0; ; looks++) {
				const beganAt = performance.now();
				const found = await database.all('SELECT 1 FROM execution_data WHERE data LIKE ? LIMIT 1', [
					`%"store-${n}"%`,
				]);
				if (found.length === 0) continue;
				times.push(looks === 0 ? 0 : Math.round((beganAt - answeredAt) * 10) / 10);
				break;
			}
			await delay(200);
		}
		return times;
	} finally {
		await database.close();
		await n8n.stop();
	}
}

/**
 * 300 pushes, 50 at once, n8n killed after 120 answers. Of the answered ones those are lost that were
 * answered before n8n had stored them.
 * @param first the trigger with some options, or n8n's own Webhook node
 */
export async function killedUnderBurst(
	bench: Bench,
	first: WorkflowNode,
	env?: Record<string, string>,
): Promise<Outcome> {
	return await killAt(bench, {
		nodes: [first, noOpStep()],
		env,
		before: async (_n8n, _workflow, send) => {
			let next = 0;
			let answered = 0;
			await new Promise<void>((resolve) => {
				const sender = async () => {
					while (next < 300) {
						const { answer } = await send(`burst-${next++}`);
						if (answer.includes('success') && ++answered === 120) resolve();
					}
				};
				for (let each = 0; each < 50; each++) void sender();
			});
		},
	});
}
