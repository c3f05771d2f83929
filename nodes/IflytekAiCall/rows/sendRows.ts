import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../shared/aiCall/client';
import { CONFIG_TYPES, PATHS } from '../../shared/aiCall/endpoints';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import { batches } from '../protocol/submission/batches';
import { mayHaveBeenCalled, STOPPED } from '../protocol/submission/outcome';
import { Pace } from '../protocol/submission/pace';
import { submitRows } from '../protocol/submission/submitRows';
import { rowNumbers } from '../protocol/runSummary';
import { checkTargets, type TargetNames } from './checkTargets';
import { readRows, type RowSource } from './readRows';
import { sendable, type Row, type RowList, type SendableRow, type Target } from './row';
import { finishRun, prepareOrSkip, refuseRetryOnFail, type RunReport } from './rowItems';
import { sendBatch, type RowSender } from './sendBatch';
import { readRunSettings, type RunDefaults, type RunSettings } from './runSettings';

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
	/** shared by all requests of the run */
	pace: Pace;
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
		const pace = paceOf(service, operation.sender, settings);
		return { service, settings, operation, pace, ...list };
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

/** When the requests of a run may be sent. A busy platform is asked for its voices: that calls nobody. */
export function paceOf<T extends Target>(
	service: AiCall,
	{ whyNotNow }: Pick<RowSender<T>, 'whyNotNow'>,
	{ maxWaitMs }: Pick<RunSettings, 'maxWaitMs'>,
): Pace {
	return new Pace({
		holdBack: () => (service.canceled ? STOPPED : whyNotNow?.()),
		pause: async (ms) => await pauseUnlessStopped(service, ms),
		ask: async () => await service.sendOnce(PATHS.config, { type: CONFIG_TYPES.voices }),
		maxWaitMs,
	});
}

/**
 * Sends rows in batches and notes on each row what became of it; never throws. A node that is stopped
 * keeps no output, so what was accepted is written to n8n's log too.
 * @returns why nothing more can be sent to any script or task
 */
export async function submitToPlatform<T extends Target>(
	context: IExecuteFunctions,
	{
		service,
		settings,
		repeats,
		pace,
	}: Pick<RowPlan<T>, 'pace' | 'repeats' | 'service' | 'settings'>,
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
			pace,
			send: async (sent) => {
				batch++;
				const outcome = await sendBatch(sender, sent, async () => await pace.space());
				if (outcome.status === 'accepted') {
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
	if (service.canceled) {
		const accepted = rows.filter(({ outcome }) => outcome?.status === 'accepted');
		const unknown = rows.filter(
			({ outcome }) => outcome?.status !== 'accepted' && mayHaveBeenCalled(outcome),
		);
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
