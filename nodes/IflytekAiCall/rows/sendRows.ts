import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { AiCallAnswer } from '../../shared/aiCall/answer';
import { openAiCall, type AiCall } from '../../shared/aiCall/client';
import { isBusy, scopeOf } from '../../shared/aiCall/codes';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/items/problem';
import { batches } from '../protocol/submission/batches';
import { STOPPED, type BatchOutcome } from '../protocol/submission/outcome';
import { submitRows } from '../protocol/submission/submitRows';
import { decodeAcceptedRows } from '../protocol/requests';
import { rowNumbers } from '../protocol/runSummary';
import { checkTargets, type TargetNames } from './checkTargets';
import {
	readRows,
	sendable,
	type Row,
	type RowList,
	type RowSource,
	type SendableRow,
	type Target,
} from './readRows';
import { finishRun, prepareOrSkip, refuseRetryOnFail, type RunReport } from './rowItems';
import { readRunSettings, type RunDefaults, type RunSettings } from './runSettings';

/** How the rows of an operation are sent. */
export interface RowSender<T extends Target> extends RunReport<T> {
	/** the request of some rows of one batch, as it goes over the wire */
	request: (target: T, columns: string[], rows: string[][]) => object;
	/** sends it once */
	send: (target: T, request: object) => Promise<Outcome<AiCallAnswer>>;
	/** why nobody may be called now, where sending calls people; asked before every request */
	whyNotNow?: () => Problem | undefined;
	/** what to do about rows whose outcome nobody knows */
	unknownRemedy: string;
	/** the task that a log line names */
	taskId?: (target: T) => string | undefined;
}

/** An operation that sends rows. */
export interface RowOperation<T extends Target> {
	source: RowSource<T>;
	/** what the platform is asked for in a dry run */
	names: (target: T) => TargetNames;
	/** looks at the rows that are to be sent, before the first one is; in a dry run too */
	lookAhead?: (rows: ReadonlyArray<SendableRow<T>>) => Promise<void>;
	sender: RowSender<T>;
}

/** What a run is to send, read and checked. */
export interface RowPlan<T extends Target> extends RowList<T> {
	service: AiCall;
	settings: RunSettings;
	operation: RowOperation<T>;
}

/**
 * Reads and checks everything that a run depends on, before anything is sent.
 * @returns what is to be sent, or an item for each input item that says why nothing was
 * @throws NodeOperationError why nothing was sent, unless the node is set to continue
 */
export async function prepareRows<T extends Target>(
	context: IExecuteFunctions,
	defaults: RunDefaults,
	operationOf: (service: AiCall, settings: RunSettings) => RowOperation<T>,
) {
	return await prepareOrSkip<RowPlan<T>>(context, async () => {
		refuseRetryOnFail(context);
		const settings = readRunSettings(context, defaults);
		const service = await openAiCall(context, { timeout: settings.timeout });
		const operation = operationOf(service, settings);
		const list = await readRows(context, operation.source, settings);
		if (settings.dryRun) await checkTargets(context, service, list.rows, operation.names);
		await operation.lookAhead?.(sendable(list.rows).filter((row) => !list.repeats.has(row)));
		return { service, settings, operation, ...list };
	});
}

/**
 * Reads the rows of a run, checks them and sends them, or shows what would go out: one item for each
 * row, never thrown away once a row may have left.
 */
export async function sendRows<T extends Target>(
	context: IExecuteFunctions,
	defaults: RunDefaults,
	operationOf: (service: AiCall, settings: RunSettings) => RowOperation<T>,
): Promise<INodeExecutionData[]> {
	const prepared = await prepareRows(context, defaults, operationOf);
	if ('items' in prepared) return prepared.items;
	const { plan } = prepared;
	const { sender } = plan.operation;
	if (plan.settings.dryRun) return showRows(context, plan, sender);
	await submitToPlatform(context, plan, sendable(plan.rows), sender);
	return finishRun(context, plan.settings, plan.rows, sender);
}

/** The items of a dry run: every row as it would go out, nothing sent. */
export function showRows<T extends Target>(
	context: IExecuteFunctions,
	{ rows, repeats, settings }: RowPlan<T>,
	{ request, more, notes, dryRunAdvice }: Pick<RowSender<T>, 'request' | keyof RunReport<T>>,
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
				remedy:
					'Nothing, unless the number is to be called twice: then set the option Duplicate Numbers to Send All.',
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
	return finishRun(context, settings, rows, {
		notes,
		dryRunAdvice,
		more: (row) => ({ ...more?.(row), ...shown.get(row) }),
	});
}

/**
 * Sends rows in batches and notes on each row what became of it; never throws. A node that is stopped
 * keeps no output, so what was accepted is written to n8n's log too.
 * @returns why nothing more can be sent to any script or task
 */
export async function submitToPlatform<T extends Target>(
	context: IExecuteFunctions,
	{ service, settings, repeats }: Pick<RowPlan<T>, 'repeats' | 'service' | 'settings'>,
	rows: ReadonlyArray<SendableRow<T>>,
	sender: RowSender<T>,
): Promise<NotAccepted | undefined> {
	const name = `'${context.getNode().name}'`;
	let batch = 0;
	const { outcomes, repeated, stopped } = await submitRows(
		rows.filter((row) => !repeats.has(row)),
		new Map([...repeats].filter(([row]) => rows.includes(row))),
		{
			narrowDown: settings.narrowDown,
			maxWaitMs: settings.maxWaitMs,
			holdBack: () => (service.canceled ? STOPPED : sender.whyNotNow?.()),
			pause: async (ms) => await pauseUnlessStopped(service, ms),
			send: async (sent) => {
				batch++;
				const outcome = await sendBatch(sender, sent);
				if (outcome.status === 'accepted') {
					context.logger.info(
						`${name}: request ${batch} was accepted with ${sent.length} rows (${rowNumbers(sent.map(({ row }) => row))})${ofTask(sender, sent)}`,
					);
				}
				return outcome;
			},
		},
	);
	for (const [row, outcome] of outcomes) row.outcome = outcome;
	for (const [row, twin] of repeated) row.duplicateOf = twin.row;
	if (service.canceled) {
		const accepted = rows.filter(({ outcome }) => outcome?.status === 'accepted');
		const unknown = rows.filter(({ outcome }) => outcome?.status === 'unknown');
		context.logger.warn(
			`${name} was stopped after ${batch} ${batch === 1 ? 'request' : 'requests'}: ${accepted.length} of ${rows.length} rows were accepted${accepted.length === 0 ? '' : ` (${rowNumbers(accepted.map(({ row }) => row))})`}, of ${unknown.length} it is not known${ofTask(sender, rows)}`,
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

const PAUSE_STEP_MS = 200;

/** Waits in steps, so that a stop of the execution ends it, and no clock that is set back stretches it. */
async function pauseUnlessStopped(service: AiCall, ms: number): Promise<void> {
	for (let left = ms; left > 0 && !service.canceled; left -= PAUSE_STEP_MS) {
		await sleep(Math.min(left, PAUSE_STEP_MS));
	}
}

/** Sends rows of one group once, and reads which of them were accepted. */
async function sendBatch<T extends Target>(
	sender: RowSender<T>,
	rows: Array<SendableRow<T>>,
): Promise<BatchOutcome> {
	const { target, columns } = rows[0]!;
	let outcome: BatchOutcome;
	try {
		const request = sender.request(
			target,
			columns,
			rows.map(({ values }) => values),
		);
		const sent = await sender.send(target, request);
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
	if (isBusy(problem)) {
		const remedy = `The platform may still have accepted the rows. ${sender.unknownRemedy}${quotedWords(problem)}`;
		return { ...outcome, mayHaveActed: true, problem: { ...problem, remedy } };
	}
	if (isUndocumented) {
		const remedy = `The platform may still have accepted the rows. ${sender.unknownRemedy} ${problem.remedy}`;
		return { ...outcome, problem: { ...problem, remedy } };
	}
	return outcome;
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
