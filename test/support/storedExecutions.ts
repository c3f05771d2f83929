import { parse as parseFlatted } from 'flatted';
import type { Major } from '../n8n/harness';
import { openDatabase } from './database';

/** What the database holds of one execution. */
export interface StoredExecution {
	id: number;
	status: string;
	/** The first item of the first node that ran, or that is to run; null when it is not stored. */
	item: Record<string, unknown> | null;
}

interface Row {
	id: number;
	status: string;
	data: string | null;
}

type Outputs = Array<Array<{ json: Record<string, unknown> }>>;

interface RunData {
	resultData?: { runData?: Record<string, Array<{ data?: { main?: unknown } }>> };
	executionData?: { nodeExecutionStack?: Array<{ data?: { main?: unknown } }> };
}

/**
 * Every execution of a workflow straight from n8n's SQLite file, also of an n8n that was killed; the
 * editor's API would take a call for each.
 */
async function storedExecutions(
	n8n: { major: Major; userFolder: string },
	workflowId: string,
): Promise<StoredExecution[]> {
	const database = await openDatabase(n8n);
	try {
		const rows = await database.all<Row>(
			`SELECT e.id, e.status, d.data FROM execution_entity e
			LEFT JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ? ORDER BY e.id`,
			[workflowId],
		);
		return rows.map(({ id, status, data }) => ({
			id,
			status,
			item: data ? firstItem(data) : null,
		}));
	} finally {
		await database.close();
	}
}

/** After a crash n8n may put an item of its own in place of what the first node had put out. */
export function firstItem(flatted: string): Record<string, unknown> | null {
	const { resultData, executionData } = parseFlatted(flatted) as RunData;
	const [firstRun] = Object.values(resultData?.runData ?? {});
	const items = [firstRun?.[0]?.data?.main, executionData?.nodeExecutionStack?.[0]?.data?.main]
		.map((main) => (main as Outputs | undefined)?.[0]?.[0]?.json)
		.filter((json) => json !== undefined);
	return items.find(({ body }) => body !== undefined) ?? items[0] ?? null;
}

/** Waits until none is new or running any more, or until nothing has changed for half a minute. */
export async function whenSettled(
	n8n: { major: Major; userFolder: string },
	workflowId: string,
): Promise<StoredExecution[]> {
	let before = '';
	for (let still = 0; ;) {
		const stored = await storedExecutions(n8n, workflowId);
		const open = stored.filter(({ status }) => status === 'new' || status === 'running').length;
		const state = `${stored.length} ${open}`;
		still = state === before ? still + 1 : 0;
		if ((open === 0 && still >= 1) || still >= 30) return stored;
		before = state;
		await new Promise((resolve) => setTimeout(resolve, 1000));
	}
}
