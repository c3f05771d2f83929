import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { AiCallAnswer } from '../../shared/aiCall/answer';
import { isBusy, scopeOf } from '../../shared/aiCall/codes';
import { CONFIG_TYPES, PATHS } from '../../shared/aiCall/client';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import type { Wording } from '../../shared/problem/language';
import type { Problem } from '../../shared/problem/problem';
import {
	heldBack,
	mayHaveBeenCalled,
	rowNumbers,
	type BatchOutcome,
	type RowOutcome,
} from '../submission/outcome';
import { Pace } from '../submission/pace';
import { batches, submitRows, type Batch } from '../submission/submitRows';
import { decodeAcceptedRows } from '../tasks/requests';
import { reason, withRemedy, text } from '../words/say';
import { IdempotencyKeys } from './idempotencyKeys';
import type { LineTime } from './lineTime';
import {
	firstRows,
	holdBack,
	isSendable,
	type Row,
	type RowPlan,
	type RowResults,
	type SendableRow,
	type Target,
} from './row';
import { finishRun, type RunReport } from './rowItems';

/** Sends the rows of a run, or shows in a dry run how they would go out: one item for each row. */
export async function carryOut<T extends Target>(
	context: IExecuteFunctions,
	plan: RowPlan<T>,
	sender: RowSender<T>,
	report: Omit<RunReport<T>, 'rows'>,
): Promise<INodeExecutionData[]> {
	const { rows, settings } = plan;
	if (settings.mode === 'dryRun') {
		return finishRun(context, plan, { ...report, ...showRows(plan, sender.request) });
	}
	const guards = guardsOf(context, plan, sender.whyNotNow);
	const toSend = rows.filter(isSendable);
	const { results } = await submitToPlatform(context, plan, toSend, sender, guards);
	await guards.keys?.recall(results);
	return finishRun(context, plan, { ...report, rows, results });
}

/**
 * Every row of a dry run as it would go out, nothing sent.
 * @param request the request of some rows of one batch
 * @returns the rows, and what those that would go out add to their items
 */
export function showRows<T extends Target>(
	{ rows: given, settings }: Pick<RowPlan<T>, 'rows' | 'settings'>,
	request: (target: T, columns: string[], rows: string[][]) => object,
): { rows: Array<Row<T>>; shown: Map<Row<T>, IDataObject> } {
	const rows = withoutRepeats(given);
	const shown = new Map<Row<T>, IDataObject>();
	for (const [index, batch] of batches(rows.filter(isSendable)).entries()) {
		const [{ target, columns }] = batch;
		const common = { ...request(target, columns, []) } as IDataObject;
		delete common.call_list;
		for (const row of batch) {
			const values = new Map<string, string | undefined>();
			for (const [position, column] of columns.entries()) {
				// the second one of a name under a name of its own
				const name = values.has(column) ? `${column} (column ${position + 1})` : column;
				values.set(name, row.values[position]);
			}
			shown.set(row, {
				reason: text('dryRun')[settings.language],
				batch: index + 1,
				batchRows: batch.length,
				values: Object.fromEntries(values),
				request: common,
			});
		}
	}
	return { rows, shown };
}

/** Each repeat held back, or sent in place of a first row that is not. */
function withoutRepeats<T extends Target>(rows: ReadonlyArray<Row<T>>): Array<Row<T>> {
	/** by the first row of its number */
	const sent = new Map(firstRows(rows).map((row) => [row, row]));
	return holdBack(rows, (row) => {
		const { repeats: first } = row;
		if (first === undefined) return undefined;
		const twin = sent.get(first);
		if (twin === undefined) sent.set(first, row);
		// no `duplicateOf`: a list that records it would never call this row, though nobody was called
		return twin && heldBack('sameAsTaken', twin.row, text('ready'));
	});
}

/** How long a platform may stay busy before the remaining rows are held back. */
const MAX_WAIT_MS = 300_000;

/** What the requests of a run share. */
export interface RunGuards<T extends Target> {
	/** when they may be sent */
	pace: Pace;
	/** none for a test call, which calls nobody who could be called twice */
	keys?: IdempotencyKeys<T>;
}

/** The guards of a run. A busy platform is asked for its voices: that calls nobody. */
export function guardsOf<T extends Target>(
	context: IExecuteFunctions,
	plan: RowPlan<T>,
	whyNotNow?: () => Problem | undefined,
): RunGuards<T> {
	const { client, settings, state } = plan;
	const waiting = {
		holdBack: () => (client.canceled ? reason('canceled') : whyNotNow?.()),
		pause: async (ms: number) => await client.sleep(ms),
		ask: async () => await client.sendOnce(PATHS.config, { type: CONFIG_TYPES.voices }),
		maxWaitMs: MAX_WAIT_MS,
	};
	const isLive = settings.mode === 'live';
	return {
		pace: new Pace(waiting, state.pace),
		...(isLive && { keys: new IdempotencyKeys(context, plan) }),
	};
}

/**
 * Sends rows in batches; never throws. A node that is canceled keeps no output, so what was accepted is written
 * to n8n's log too.
 * @returns what became of each row, and why nothing more can be sent to any script or task
 */
export async function submitToPlatform<T extends Target>(
	context: IExecuteFunctions,
	{ client, settings }: Pick<RowPlan<T>, 'client' | 'settings'>,
	rows: ReadonlyArray<SendableRow<T>>,
	sender: RowSender<T>,
	{ pace, keys }: RunGuards<T>,
): Promise<{ results: RowResults<T>; stopped?: NotAccepted }> {
	const name = `'${context.getNode().name}'`;
	const ofTask = (some: ReadonlyArray<SendableRow<T>>) => {
		const ids = new Set(some.flatMap(({ target }) => sender.taskId?.(target) ?? []));
		return ids.size === 0 ? '' : `, task ${[...ids].join(', ')}`;
	};
	let batch = 0;
	const { outcomes, stopped } = await submitRows(rows, {
		narrowDown: settings.onRefusedBatch === 'narrowDown',
		pace,
		cut: async (some) => await sender.lineTime?.cut(some, pace),
		claim: keys && (async (some) => await keys.claim(some)),
		send: async (sent) => {
			const outcome = await sendBatch(sender, sent, pace);
			if (!mayHaveBeenCalled(outcome)) await keys?.release(sent);
			if (outcome.status !== 'notSent') batch++;
			if (outcome.status === 'accepted') {
				sender.lineTime?.gave(sent);
				context.logger.info(
					`${name}: request ${batch} was accepted with ${sent.length} ${sent.length === 1 ? 'row' : 'rows'}${named(sent)}${ofTask(sent)}`,
				);
			}
			return outcome;
		},
	});
	if (client.canceled) {
		const those = (isMeant: (outcome: RowOutcome) => boolean) =>
			[...outcomes].filter(([, outcome]) => isMeant(outcome)).map(([row]) => row);
		const accepted = those(({ status }) => status === 'accepted');
		const unknown = those((one) => one.status !== 'accepted' && mayHaveBeenCalled(one));
		context.logger.warn(
			`${name} was canceled after ${batch} ${batch === 1 ? 'request' : 'requests'}: ${accepted.length} of ${outcomes.size} rows were accepted${named(accepted)}, the outcome of ${unknown.length} is not known${named(unknown)}${ofTask(rows)}`,
		);
	}
	return { results: outcomes, stopped };
}

function named(rows: readonly Row[]): string {
	return rows.length === 0 ? '' : ` (${rowNumbers(rows.map(({ row }) => row)).english})`;
}

/** How the rows of an operation are sent. */
export interface RowSender<T extends Target> {
	/** the request of some rows of one batch, as it goes over the wire */
	request: (target: T, columns: string[], rows: string[][]) => object;
	/** sends the request of some rows once; its own queries keep the pace too */
	send: (row: SendableRow<T>, request: object, pace: Pace) => Promise<Outcome<AiCallAnswer>>;
	/** why nobody may be called now, where sending calls people; asked before every request */
	whyNotNow?: () => Problem | undefined;
	/** how much of a request may still go, where sending calls people */
	lineTime?: LineTime;
	/** what to do about rows whose outcome nobody knows */
	unknownRemedy: Wording;
	/** the task that a log line names */
	taskId?: (target: T) => string | undefined;
}

/** Sends rows of one group once, and reads which of them were accepted; never throws. */
async function sendBatch<T extends Target>(
	sender: RowSender<T>,
	rows: Batch<SendableRow<T>>,
	pace: Pace,
): Promise<BatchOutcome> {
	const [first] = rows;
	let outcome: NotAccepted;
	try {
		const request = sender.request(
			first.target,
			first.columns,
			rows.map(({ values }) => values),
		);
		const sent = await sender.send(first, request, pace);
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
	if (outcome.status === 'notSent') return outcome;
	const { problem } = outcome;
	// a remedy that replaces the code's quotes the platform as that did
	const details = [
		sender.unknownRemedy,
		problem.ownWords ? text('ownWords', problem.ownWords) : '',
	];
	if (outcome.status === 'unknown') {
		return { ...outcome, problem: withRemedy(problem, 'both', ...details) };
	}
	const isUndocumented =
		outcome.mayHaveActed && problem.code !== undefined && !scopeOf(problem.code);
	if (!isBusy(problem) && !isUndocumented) return outcome;
	const code = isUndocumented ? 'undocumentedInDoubt' : 'refusedInDoubt';
	return { ...outcome, mayHaveActed: true, problem: withRemedy(problem, code, ...details) };
}
