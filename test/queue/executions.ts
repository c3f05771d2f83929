import { parse as parseFlatted } from 'flatted';
import { firstItem, type StoredExecution } from '../support/storedExecutions';
import type { Execution } from '../n8n/harness';
import type { Database } from '../n8n/harness/queueServers';
import { until } from '../support/until';

export interface QueueExecution extends StoredExecution {
	mode: string;
	data: Execution['data'] | null;
}

/** Every execution of a workflow straight from the database, the oldest first. */
export async function executionsOf(
	database: Database,
	workflowId: string,
): Promise<QueueExecution[]> {
	const rows = await database.query<{ id: number; status: string; mode: string; data: string }>(
		`SELECT e.id, e.status, e.mode, d.data FROM execution_entity e
		 LEFT JOIN execution_data d ON d."executionId" = e.id
		 WHERE e."workflowId" = $1 ORDER BY e.id`,
		[workflowId],
	);
	return rows.map(({ id, status, mode, data }) => ({
		id,
		status,
		mode,
		item: data ? firstItem(data) : null,
		data: data ? parseFlatted(data) : null,
	}));
}

/** How many executions of a workflow have each status. */
export async function statuses(
	database: Database,
	workflowId: string,
): Promise<Record<string, number>> {
	const rows = await database.query<{ status: string; count: number }>(
		`SELECT status, count(*)::int AS count FROM execution_entity
		 WHERE "workflowId" = $1 GROUP BY status`,
		[workflowId],
	);
	return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Far more than a machine with much else to do takes from one execution to the next. */
const STUCK_AFTER_MS = 300_000;

/**
 * Waits until so many executions are there and none is new, running or waiting.
 * @throws when nothing has changed for a long time
 */
export async function untilAllEnded(
	database: Database,
	workflowId: string,
	wanted: number,
): Promise<void> {
	for (let before = '', isDone = false; !isDone;) {
		await until(
			() => `another of ${wanted} executions to end, these are there: ${before}`,
			async () => {
				const found = await statuses(database, workflowId);
				const isOpen = Boolean(found.new || found.running || found.waiting);
				isDone = total(found) >= wanted && !isOpen;
				const now = JSON.stringify(found);
				const hasChanged = now !== before;
				before = now;
				return isDone || hasChanged;
			},
			STUCK_AFTER_MS,
		);
	}
}

/** Waits until no execution of a workflow is running any more, as n8n says once it has noticed a dead worker. */
export async function untilNoneRuns(database: Database, workflowId: string): Promise<void> {
	await until(
		'n8n to notice the dead workers',
		async () => !(await statuses(database, workflowId)).running,
		120_000,
	);
}

/**
 * Waits until so many executions are there, none of those that run is a living worker's, and none has
 * gone on for a time.
 * @param begun the executions that living workers have begun
 */
export async function untilStill(
	database: Database,
	workflowId: string,
	wanted: number,
	stillForMs: number,
	begun: () => string[],
): Promise<void> {
	let before = '';
	let since = Date.now();
	await until(
		() => `${wanted} executions at rest, these are there: ${before}`,
		async () => {
			const rows = await database.query<{ id: number; status: string }>(
				'SELECT id, status FROM execution_entity WHERE "workflowId" = $1 ORDER BY id',
				[workflowId],
			);
			const now = JSON.stringify(rows);
			if (now !== before) since = Date.now();
			before = now;
			const alive = new Set(begun());
			const goesOn = rows.some(({ id, status }) => status === 'running' && alive.has(String(id)));
			const still = Date.now() - since > stillForMs;
			return rows.length >= wanted && !goesOn && still ? true : undefined;
		},
		240_000,
	);
}

const total = (found: Record<string, number>): number =>
	Object.values(found).reduce((sum, count) => sum + count, 0);
