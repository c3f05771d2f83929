import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { AiCallClient } from '../../shared/aiCall/client';
import { CONFIG_TYPES, PATHS } from '../../shared/aiCall/endpoints';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/problem/problem';
import type { RunSettings } from '../settings/runSettings';
import {
	mayHaveBeenCalled,
	CANCELED_RUN,
	rowNumbers,
	type BatchOutcome,
} from '../submission/outcome';
import { batches, Pace } from '../submission/pace';
import { submitRows } from '../submission/submitRows';
import type { RowPlan } from './readRows';
import { sendable, type Row, type SendableRow, type Target } from './row';
import { finishRun, type RunReport } from './rowItems';
import type { AiCallAnswer } from '../../shared/aiCall/answer';
import { isBusy, scopeOf } from '../../shared/aiCall/codes';
import { decodeAcceptedRows } from '../tasks/requests';
import type { LineTime } from './lineTime';

/** The items of a dry run: every row as it would go out, nothing sent. */
export function showRows<T extends Target>(
	context: IExecuteFunctions,
	{ rows, repeats, settings }: RowPlan<T>,
	{ request }: Pick<RowSender<T>, 'request'>,
	report: RunReport<T>,
): INodeExecutionData[] {
	const sentInPlace = new Map<Row<T>, Row<T>>();
	for (const [row, first] of repeats) {
		if (row.outcome !== undefined) continue;
		const twin = sentInPlace.get(first) ?? first;
		if (twin.outcome !== undefined) {
			sentInPlace.set(first, row);
			continue;
		}
		// no `duplicateOf`: a list that records it would never call this row, though nobody was called
		row.outcome = {
			status: 'notSent',
			heldBack: true,
			problem: {
				message: `The number is the same as in row ${twin.row}, which goes out`,
				remedy: 'Nothing. To call the number twice, set the option Duplicate Numbers to Send All.',
				retryClass: 'never',
			},
		};
	}
	const all = batches(sendable(rows));
	const shown = new Map<Row<T>, IDataObject>();
	for (const [index, batch] of all.entries()) {
		const { target, columns } = batch[0]!;
		const common = { ...request(target, columns, []) } as IDataObject;
		delete common.call_list;
		for (const row of batch) {
			shown.set(row, {
				reason: 'Dry run: nobody was called',
				batch: index + 1,
				batchRows: batch.length,
				values: Object.fromEntries(row.columns.map((column, n) => [column, row.values[n]])),
				...(settings.includeResponse ? { request: common } : {}),
			});
		}
	}
	return finishRun(
		context,
		{ rows, settings },
		{ ...report, more: (row) => ({ ...report.more?.(row), ...shown.get(row) }) },
	);
}

/** When the requests of a run may be sent. A busy platform is asked for its voices: that calls nobody. */
export function paceOf(
	{ client, settings }: { client: AiCallClient; settings: Pick<RunSettings, 'maxWaitMs'> },
	whyNotNow?: () => Problem | undefined,
): Pace {
	return new Pace({
		holdBack: () => (client.canceled ? CANCELED_RUN : whyNotNow?.()),
		pause: async (ms) => await client.sleep(ms),
		ask: async () => await client.sendOnce(PATHS.config, { type: CONFIG_TYPES.voices }),
		maxWaitMs: settings.maxWaitMs,
	});
}

/**
 * Sends rows in batches and notes on each row what became of it; never throws. A node that is canceled
 * keeps no output, so what was accepted is written to n8n's log too.
 * @returns why nothing more can be sent to any script or task
 */
export async function submitToPlatform<T extends Target>(
	context: IExecuteFunctions,
	plan: Pick<RowPlan<T>, 'client' | 'repeats' | 'settings'>,
	rows: ReadonlyArray<SendableRow<T>>,
	sender: RowSender<T>,
	pace = paceOf(plan, sender.whyNotNow),
): Promise<NotAccepted | undefined> {
	const { repeats, client, settings } = plan;
	const name = `'${context.getNode().name}'`;
	const toSend = new Set<Row<T>>(rows);
	let batch = 0;
	const { outcomes, repeated, stopped } = await submitRows(
		rows.filter((row) => !repeats.has(row)),
		new Map([...repeats].filter(([row]) => toSend.has(row))),
		{
			narrowDown: settings.narrowDown,
			pace,
			cut: async (some) => await sender.lineTime?.cut(some, pace),
			send: async (sent) => {
				const outcome = await sendBatch(sender, sent, pace);
				if (outcome.status !== 'notSent') batch++;
				if (outcome.status === 'accepted') {
					sender.lineTime?.gave(sent);
					context.logger.info(
						`${name}: request ${batch} was accepted with ${sent.length} ${sent.length === 1 ? 'row' : 'rows'} (${rowNumbers(sent.map(({ row }) => row))})${ofTask(sender, sent)}`,
					);
				}
				return outcome;
			},
		},
	);
	for (const [row, outcome] of outcomes) row.outcome = outcome;
	for (const [row, twin] of repeated) row.duplicateOf = twin.row;
	if (client.canceled) {
		const accepted = rows.filter(({ outcome }) => outcome?.status === 'accepted');
		const unknown = rows.filter(
			({ outcome }) => outcome?.status !== 'accepted' && mayHaveBeenCalled(outcome),
		);
		context.logger.warn(
			`${name} was canceled after ${batch} ${batch === 1 ? 'request' : 'requests'}: ${accepted.length} of ${rows.length} rows were accepted${accepted.length === 0 ? '' : ` (${rowNumbers(accepted.map(({ row }) => row))})`}, the outcome of ${unknown.length} is not known${unknown.length === 0 ? '' : ` (${rowNumbers(unknown.map(({ row }) => row))})`}${ofTask(sender, rows)}`,
		);
	}
	return stopped;
}

function ofTask<T extends Target>(
	sender: RowSender<T>,
	rows: ReadonlyArray<SendableRow<T>>,
): string {
	const ids = new Set(rows.map(({ target }) => sender.taskId?.(target)));
	ids.delete(undefined);
	return ids.size === 0 ? '' : `, task ${[...ids].join(', ')}`;
}

/** How the rows of an operation are sent. */
export interface RowSender<T extends Target> {
	/** the request of some rows of one batch, as it goes over the wire */
	request: (target: T, columns: string[], rows: string[][]) => object;
	/** sends it once; its own queries keep the pace too */
	send: (target: T, request: object, pace: Pace) => Promise<Outcome<AiCallAnswer>>;
	/** why nobody may be called now, where sending calls people; asked before every request */
	whyNotNow?: () => Problem | undefined;
	/** how much of a request may still go, where sending calls people */
	lineTime?: LineTime;
	/** what to do about rows whose outcome nobody knows */
	unknownRemedy: string;
	/** the task that a log line names */
	taskId?: (target: T) => string | undefined;
}

/** Sends rows of one group once, and reads which of them were accepted; never throws. */
export async function sendBatch<T extends Target>(
	sender: RowSender<T>,
	rows: Array<SendableRow<T>>,
	pace: Pace,
): Promise<BatchOutcome> {
	const { target, columns } = rows[0]!;
	let outcome: BatchOutcome;
	try {
		const request = sender.request(
			target,
			columns,
			rows.map(({ values }) => values),
		);
		const sent = await sender.send(target, request, pace);
		outcome = sent.status === 'accepted' ? acceptedRows(sent, rows.length) : sent;
	} catch (error) {
		outcome = { status: 'unknown', problem: unexpected(error) };
	}
	if (outcome.status === 'unknown') {
		const { problem } = outcome;
		return {
			...outcome,
			problem: { ...problem, remedy: `${sender.unknownRemedy}${quotedWords(problem)}` },
		};
	}
	if (outcome.status !== 'refused') return outcome;
	const { problem } = outcome;
	const isUndocumented =
		outcome.mayHaveActed && problem.code !== undefined && !scopeOf(problem.code);
	if (!isBusy(problem) && !isUndocumented) return outcome;
	const more = isUndocumented ? ` ${problem.remedy}` : quotedWords(problem);
	const remedy = `The platform may still have accepted the rows. ${sender.unknownRemedy}${more}`;
	return { ...outcome, mayHaveActed: true, problem: { ...problem, remedy } };
}

/** The platform's message, for a remedy that replaces the code's. */
function quotedWords({ words }: Problem): string {
	return words ? ` The platform's own words: "${words}".` : '';
}

function acceptedRows(
	{ value, answer }: Extract<Outcome<AiCallAnswer>, { status: 'accepted' }>,
	rowCount: number,
): BatchOutcome {
	const ids = decodeAcceptedRows(value, rowCount);
	return ids.ok
		? { status: 'accepted', value: ids.value, answer }
		: { status: 'unknown', problem: ids.problem, answer, contradictory: true };
}

function unexpected(error: unknown): Problem {
	return {
		message: `It is not known whether the request reached the AI Call platform: ${String((error as Error).message ?? error)}`,
		remedy: '',
		retryClass: 'never',
	};
}
