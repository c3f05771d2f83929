import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { AiCallAnswer } from '../../shared/aiCall/answer';
import { isAtomicRefusal, isBusy, scopeOf } from '../../shared/aiCall/codes';
import { CONFIG_TYPES, PATHS, type AiCallClient } from '../../shared/aiCall/client';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import { numberIn } from '../../shared/http/json';
import type { Wording } from '../../shared/problem/language';
import { heldBack, mayHaveBeenCalled, rowNumbers, type BatchOutcome } from '../submission/outcome';
import { Pace } from '../submission/pace';
import { batches, submitRows, type Batch } from '../submission/submitRows';
import { statusWords, takesNumbers } from '../tasks/records';
import { decodeAcceptedRows } from '../tasks/requests';
import { queryTask } from '../transport/queries';
import { reason, reworded, text, withRemedy } from '../words/say';
import { IdempotencyKeys } from './idempotencyKeys';
import type { LineTime } from './lineTime';
import {
	firstRows,
	holdBack,
	isSendable,
	type Row,
	type RowPlan,
	type SendableRow,
	type Target,
} from './row';
import { finishRun, type RunReport } from './rowItems';

export interface RowSender {
	/** what a request holds besides columns and rows */
	bodyOf: (target: Target) => object;
	/** sends one request, once, with its first row at hand; queries of its own keep the pace too */
	send: (row: SendableRow, request: object, pace: Pace) => Promise<Outcome<AiCallAnswer>>;
	/** when lines may call; set if sending calls people */
	lineTime?: LineTime;
	/** what to do about rows with an unknown outcome */
	unknownRemedy: Wording;
	/** the task that a log line names */
	taskId?: (target: Target) => string | undefined;
}

/** Sends the rows of a run, or shows in a dry run how they would go out: one item for each row. */
export async function carryOut(
	plan: RowPlan,
	sender: RowSender,
	report: Omit<RunReport, 'rows'>,
): Promise<INodeExecutionData[]> {
	const { rows, settings } = plan;
	if (settings.mode === 'dryRun') {
		return finishRun(plan, { ...report, ...showRows(plan, sender.bodyOf) });
	}
	const guards = guardsOf(plan, sender.lineTime);
	const { results } = await submitToPlatform(plan, rows.filter(isSendable), sender, guards);
	await guards.keys?.recall(results);
	return finishRun(plan, { ...report, rows, results });
}

/** The rows of a dry run, and the fields that those that would be sent add to their items. */
export function showRows(
	{ rows: given, settings }: Pick<RowPlan, 'rows' | 'settings'>,
	bodyOf: RowSender['bodyOf'],
) {
	const rows = withoutRepeats(given);
	const dryRunFields = new Map<Row, IDataObject>();
	for (const [index, batch] of batches(rows.filter(isSendable)).entries()) {
		const [{ target, columns }] = batch;
		const request = { ...bodyOf(target), call_column: columns };
		// a repeated column name gets a number, or one value would replace the other
		const names = columns.map((column, at) =>
			columns.indexOf(column) < at ? `${column} (column ${at + 1})` : column,
		);
		for (const row of batch) {
			dryRunFields.set(row, {
				reason: text('dryRun')[settings.language],
				batch: index + 1,
				batchRows: batch.length,
				values: Object.fromEntries(names.map((name, at) => [name, row.values[at]])),
				request,
			});
		}
	}
	return { rows, dryRunFields };
}

/** Holds back repeats; if the first row of a number is not sent, the next one stands in for it. */
function withoutRepeats(rows: readonly Row[]): Row[] {
	/** the row that is sent for a number, by the first row with that number */
	const sent = new Map(firstRows(rows).map((row) => [row, row]));
	return holdBack(rows, (row) => {
		const { repeats: first } = row;
		if (first === undefined) return undefined;
		const twin = sent.get(first);
		if (twin === undefined) sent.set(first, row);
		// no `duplicateOf`: a list that records it would never call this row, though nobody was called
		return twin && heldBack('sameAsTaken', twin.row);
	});
}

/**
 * What the requests of a run share: their pace and the keys of rows. A test call has no keys: it calls none of the
 * rows' people. A busy platform is asked for its voices, which calls nobody.
 */
export function guardsOf(plan: RowPlan, lineTime?: LineTime) {
	const { client, settings, state } = plan;
	const waiting = {
		holdBack: () => (client.canceled ? reason('canceled') : lineTime?.whyNotNow()),
		pause: async (ms: number) => await client.sleep(ms),
		ask: async () => await client.sendOnce(PATHS.config, { type: CONFIG_TYPES.voices }),
		maxWaitMs: 300_000,
	};
	const keys = settings.mode === 'live' ? new IdempotencyKeys(plan) : undefined;
	return { pace: new Pace(waiting, state.pace), keys };
}

/** Sends rows in batches; never throws. Logs what was accepted, because a canceled node keeps no output. */
export async function submitToPlatform(
	{ context, client, settings }: RowPlan,
	rows: readonly SendableRow[],
	sender: RowSender,
	{ pace, keys }: ReturnType<typeof guardsOf>,
) {
	const name = `'${context.getNode().name}'`;
	const ofTask = (some: readonly SendableRow[]) => {
		const ids = new Set(some.flatMap(({ target }) => sender.taskId?.(target) ?? []));
		return ids.size === 0 ? '' : `, task ${[...ids].join(', ')}`;
	};
	let batch = 0;
	const { outcomes, stopped } = await submitRows(rows, {
		narrowDown: settings.onRefusedBatch === 'narrowDown',
		pace,
		limit: async (some) => await sender.lineTime?.limit(some, pace),
		claim: keys && (async (some) => await keys.claim(some)),
		send: async (sent) => {
			const outcome = await sendBatch(sender, sent, pace);
			if (!mayHaveBeenCalled(outcome)) await keys?.release(sent);
			if (outcome.status !== 'notSent') batch++;
			if (outcome.status === 'accepted') {
				sender.lineTime?.noteSent(sent);
				context.logger.info(
					`${name}: request ${batch} was accepted with ${sent.length} ${sent.length === 1 ? 'row' : 'rows'}${named(sent)}${ofTask(sent)}`,
				);
			}
			return outcome;
		},
	});
	if (client.canceled) {
		const open = [...outcomes].filter(([, outcome]) => mayHaveBeenCalled(outcome));
		const those = (isAccepted: boolean) =>
			open.filter(([, one]) => (one.status === 'accepted') === isAccepted).map(([row]) => row);
		const [accepted, unknown] = [those(true), those(false)];
		context.logger.warn(
			`${name} was canceled after ${batch} ${batch === 1 ? 'request' : 'requests'}: ${accepted.length} of ${outcomes.size} rows were accepted${named(accepted)}, the outcome of ${unknown.length} is not known${named(unknown)}${ofTask(rows)}`,
		);
	}
	return { results: outcomes, stopped };
}

function named(rows: readonly Row[]): string {
	return rows.length === 0 ? '' : ` (${rowNumbers(rows.map(({ row }) => row)).english})`;
}

/** Sends rows of one group once, and reads which of them were accepted; never throws. */
async function sendBatch(
	sender: RowSender,
	rows: Batch<SendableRow>,
	pace: Pace,
): Promise<BatchOutcome> {
	const [{ target, columns }] = rows;
	const call_list = rows.map(({ values }) => values);
	let outcome: NotAccepted;
	try {
		const request = { ...sender.bodyOf(target), call_column: columns, call_list };
		const sent = await sender.send(rows[0], request, pace);
		if (sent.status === 'accepted') {
			const { value, answer } = sent;
			const ids = decodeAcceptedRows(value, rows.length);
			if (ids.ok) return { status: 'accepted', value: ids.value, answer };
			outcome = { status: 'unknown', problem: ids.problem, answer, contradictory: true };
		} else outcome = sent;
	} catch (error) {
		const problem = reason('perhapsSent', String((error as Error).message ?? error));
		outcome = { status: 'unknown', problem };
	}
	const { status, problem, mayHaveActed } = outcome;
	const { code, ownWords } = problem;
	// the remedy of the code quotes the platform's own words, so the one in its place does too
	const inDoubt = (advice: 'both' | 'refusedInDoubt' | 'undocumentedInDoubt') =>
		withRemedy(problem, advice, sender.unknownRemedy, ownWords ? text('ownWords', ownWords) : '');
	if (status === 'notSent') return outcome;
	if (status === 'unknown') return { ...outcome, problem: inDoubt('both') };
	const isUndocumented = mayHaveActed && code !== undefined && !scopeOf(code);
	if (!isBusy(problem) && !isUndocumented) return outcome;
	const advice = isUndocumented ? 'undocumentedInDoubt' : 'refusedInDoubt';
	return { ...outcome, mayHaveActed: true, problem: inDoubt(advice) };
}

/**
 * Adds rows to tasks: sends task data once (services.md, AI Call: Calls and tasks). It is not documented that a
 * refusal takes no row: where batches are narrowed down, the task's numbers are counted before and after.
 */
export function insertSender(
	client: AiCallClient,
	{ onRefusedBatch }: Pick<RowPlan['settings'], 'onRefusedBatch'>,
	taskId: (target: Target) => string,
): RowSender {
	const narrowsDown = onRefusedBatch === 'narrowDown';
	/** how many numbers a task had after its last refusal, and so has before its next request */
	const counts = new Map<string, number>();
	const ask = async (id: string) => {
		const found = await queryTask(client, id);
		return found.ok ? found.value : undefined;
	};
	const countBefore = async (id: string, pace: Pick<Pace, 'space'>) => {
		const known = counts.get(id) ?? null;
		counts.delete(id);
		if (!narrowsDown || known !== null) return known;
		const count = numberIn((await ask(id))?.count_tel);
		await pace.space();
		return count;
	};
	return {
		taskId,
		bodyOf: (target) => ({ task_id: taskId(target) }),
		send: async ({ target }, request, pace) => {
			const id = taskId(target);
			const before = await countBefore(id, pace);
			const outcome = await client.sendOnce(PATHS.insert, request);
			if (outcome.status !== 'refused') return outcome;
			const { code } = outcome.problem;
			// without a code it is a gateway's refusal, which never reached the platform
			if (code === undefined || isAtomicRefusal(code)) return outcome;
			// wait for a busy platform before sending it anything else
			if (isBusy(outcome.problem)) return inDoubt(outcome);
			await pace.space();
			const task = await ask(id);
			const after = numberIn(task?.count_tel);
			if (narrowsDown && after !== null) counts.set(id, after);
			// no code is documented for a task whose status takes no more numbers
			const takesNoMore = task !== undefined && !takesNumbers(task);
			const problem = takesNoMore
				? reworded(outcome.problem, 'takesNoNumbers', statusWords(task))
				: outcome.problem;
			const refusal = { ...outcome, problem };
			if (before === null || after === null)
				return refusal.mayHaveActed ? refusal : inDoubt(refusal);
			if (before === after) return refusal;
			const someTaken = reworded(problem, 'someTaken', before, after);
			return { ...refusal, status: 'unknown', problem: someTaken };
		},
		unknownRemedy: text('rowOfTaskIsOpen'),
	};
}

function inDoubt(outcome: NotAccepted): NotAccepted {
	return { ...outcome, mayHaveActed: true, problem: withRemedy(outcome.problem, 'compareFirst') };
}
