import { setTimeout as delay } from 'node:timers/promises';
import { sendPushes, type PushReport } from '../emulator/aiCall/pusher';
import { match, storedTooOften, type Match } from '../support/compare';
import { noOpStep, trigger, waitStep } from '../support/workflows';
import { PATIENT } from './pushes';
import type { Bench } from './bench';
import { executionsOf, untilAllEnded, untilStill, type QueueExecution } from './executions';
import { ourNode } from '../support/ourNodes';
import { postAll, publishInQueue, publishJob } from './workflows';
import { until } from '../support/until';

/** Executions of one workflow after a worker was killed and nothing moves any more. */
interface Aftermath {
	executions: QueueExecution[];
	/** Those that did not succeed. */
	cutOff: QueueExecution[];
	/** Those of them that the dead worker had taken and not begun: n8n cannot repeat them. */
	neverBegun: QueueExecution[];
}

export interface KilledWorker {
	report: PushReport;
	/** Between the pushes and the executions that succeeded, or were never begun. */
	match: Match;
	/** Pushes that succeeded in more executions than they were sent times. */
	tooOften: number;
	pushes: Aftermath;
	/** The orders of the texts with a result, each as often as it has one. */
	corrected: number[];
	corrections: Aftermath;
}

const PUSH_SECONDS = 2;
const PUSHES_PER_SECOND = 5;
/** Another rate than that of the pushes, or two workers that take turns get all of one kind each. */
const TEXTS_PER_SECOND = 4;
const ANSWER_MS = 2000;
const KILL_AFTER_MS = 4000;
/** More than one, for the first may end while the kill is on its way. */
const UNDER_WAY = 2;
/** A living worker that runs nothing takes what waits at once: what stays open for longer is cut off. */
const STILL_FOR_MS = 4000;

/** With it no worker looks for executions of dead ones: they stay as they are, with their data. */
export const LEAVE_CUT_OFF = { QUEUE_WORKER_STALLED_INTERVAL: '0' };

/**
 * Kills one of two workers amid pushes and recognitions, and waits until n8n is done with the other.
 * @param each so many pushes and so many recognitions
 * @param workerEnv settings that the workers run with, beside the usual ones
 */
export async function killAmidWork(
	bench: Bench,
	each: number,
	workerEnv: Partial<typeof LEAVE_CUT_OFF> = {},
): Promise<KilledWorker & { repeatCutOff(): Promise<KilledWorker> }> {
	const { queue, emulator, credentials } = bench;
	const { database } = queue;
	while (queue.workers.length < 2) await queue.startWorker(workerEnv);
	const push = await publishInQueue(queue, [trigger(), waitStep(PUSH_SECONDS), noOpStep()]);
	const correct = await publishJob(
		queue,
		ourNode('Correct', 'iflytekTextCorrection', 'iflytekSignatureApi', credentials, {
			text: '={{ $json.body.text }}',
			options: {},
		}),
	);
	const texts = Array.from({ length: each }, (_, order) => ({
		order,
		text: `第${order}号员工以经完成了初稿。`,
	}));

	emulator.set({ latency: ANSWER_MS });
	let report: PushReport;
	try {
		const pushing = sendPushes({
			url: push.url,
			count: each,
			rate: PUSHES_PER_SECOND,
			seed: push.id,
			rule: PATIENT,
		});
		const asking = (async () => {
			for (const text of texts) {
				await Promise.all([postAll(correct.url, [text], 1), delay(1000 / TEXTS_PER_SECOND)]);
			}
		})();
		await delay(KILL_AFTER_MS);
		await killOneAmid(bench, [push.id, correct.id]);
		[report] = await Promise.all([pushing, asking]);
	} finally {
		emulator.set({ latency: 0 });
	}

	if (report.failed > 0) throw new Error(`${report.failed} pushes were not answered success`);

	const lookAt = async (workflowId: string): Promise<Aftermath> => {
		const executions = await executionsOf(database, workflowId);
		return {
			executions,
			cutOff: executions.filter(({ status }) => status !== 'success'),
			neverBegun: executions.filter(({ status }) => status === 'new'),
		};
	};
	const begun = () => queue.workers.flatMap((worker) => worker.begun());
	await Promise.all(
		[push, correct].map(async ({ id }) => {
			if (workerEnv === LEAVE_CUT_OFF) await untilStill(database, id, each, STILL_FOR_MS, begun);
			else await untilAllEnded(database, id, each);
		}),
	);

	const look = async (): Promise<KilledWorker> => {
		const pushes = await lookAt(push.id);
		const corrections = await lookAt(correct.id);
		const succeeded = ({ executions }: Aftermath) =>
			executions.filter(({ status }) => status === 'success');
		return {
			report,
			match: match(report, [...succeeded(pushes), ...pushes.neverBegun]),
			tooOften: storedTooOften(report, succeeded(pushes)).length,
			pushes,
			corrected: succeeded(corrections).map(orderOf),
			corrections,
		};
	};
	const seen = await look();
	return {
		...seen,
		repeatCutOff: async () => {
			const { rawApiKey } = await queue.client.request<{ rawApiKey: string }>(
				'POST',
				'/rest/api-keys',
				{ label: 'Repeats', scopes: ['execution:retry'], expiresAt: null },
			);
			for (const { id, status } of [...seen.pushes.cutOff, ...seen.corrections.cutOff]) {
				if (status !== 'running') continue;
				// in this order: one that is stopped keeps that error, and so does what repeats it
				await queue.client.request(
					'POST',
					`/api/v1/executions/${id}/retry`,
					{ loadWorkflow: false },
					{ 'x-n8n-api-key': rawApiKey },
				);
				await queue.client.request('POST', `/rest/executions/${id}/stop`);
			}
			return await look();
		},
	};
}

/** Kills a worker that has executions of every workflow under way. */
async function killOneAmid(bench: Bench, workflowIds: string[]): Promise<void> {
	await until(
		`a worker with ${UNDER_WAY} executions of each workflow under way`,
		async () => {
			for (const worker of bench.queue.workers) {
				const begun = new Set(worker.begun());
				const running = await Promise.all(
					workflowIds.map(async (id) => await runningOf(bench, id, begun)),
				);
				if (running.some((ids) => ids.length < UNDER_WAY)) continue;
				await worker.kill();
				return true;
			}
			return undefined;
		},
		60_000,
		20,
	);
}

async function runningOf(
	{ queue }: Bench,
	workflowId: string,
	begun: Set<string>,
): Promise<string[]> {
	const rows = await queue.database.query<{ id: number }>(
		`SELECT id FROM execution_entity WHERE "workflowId" = $1 AND status = 'running'`,
		[workflowId],
	);
	return rows.map(({ id }) => String(id)).filter((id) => begun.has(id));
}

/** The order of the text that an execution has corrected, -1 when it holds no correction. */
function orderOf({ item, data }: QueueExecution): number {
	const [output] = data?.resultData.runData.Correct?.[0]?.data?.main?.[0] ?? [];
	if (typeof output?.json.correctedText !== 'string') return -1;
	return textOrder(item);
}

/** The order of the text that an execution was begun with. */
export function textOrder(item: QueueExecution['item']): number {
	return (item?.body as { order: number }).order;
}
