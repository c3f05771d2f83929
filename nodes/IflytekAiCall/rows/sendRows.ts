import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { AiCallAnswer } from '../../shared/aiCall/answer';
import type { AiCall } from '../../shared/aiCall/client';
import type { Outcome } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/items/problem';
import { batches } from '../protocol/batches';
import { decodeAcceptedRows } from '../protocol/ids';
import { submitBatches, type Attempt, type RowOutcome } from '../protocol/submission';
import { sendable, type Row, type SendableRow, type Target } from './readRows';
import { checkReport, leftOutReport, reportItems, sentReport, type RowReport } from './rowItems';
import { readChoice, readFlag } from './runParameters';

/** How the rows of an operation go out. */
export interface RowSender<T extends Target> {
	/** the request of some rows of one batch, as it goes over the wire */
	request: (target: T, columns: string[], rows: string[][]) => object;
	/** sends it once; `isNarrowing`: a refused batch is to be sent again in smaller ones */
	send: (
		target: T,
		request: object,
		isNarrowing: boolean,
	) => Promise<Outcome<AiCallAnswer> & { tookNone?: boolean }>;
	/** what to do about rows whose outcome nobody knows */
	unknownRemedy: string;
	/** fields that the operation adds to each report */
	more?: (target: T) => IDataObject;
}

/** The parameters that hold for all rows of a run. */
export interface RunSettings {
	checkOnly: boolean;
	narrowDown: boolean;
	includeResponse: boolean;
}

/**
 * Reads what holds for all rows, before any goes out: an expression that cannot be resolved afterwards
 * would take the items of the rows that are sent with it.
 * @throws NodeOperationError when a value is not understood, or not the same for all items
 */
export function readRunSettings(context: IExecuteFunctions): RunSettings {
	const { includeResponse } = context.getNodeParameter('options', 0, {}) as IDataObject;
	const onRefusedBatch = readChoice(context, 'onRefusedBatch', 'On a Refused Batch', [
		'narrowDown',
		'report',
	]);
	return {
		checkOnly: readFlag(context, 'checkOnly', 'Check Only'),
		narrowDown: onRefusedBatch === 'narrowDown',
		includeResponse: includeResponse === true,
	};
}

/** Sends rows in batches and returns what became of each; never throws. */
export async function submitRows<T extends Target>(
	{ narrowDown }: RunSettings,
	service: AiCall,
	rows: ReadonlyArray<SendableRow<T>>,
	sender: RowSender<T>,
): Promise<{ outcomes: Map<SendableRow<T>, RowOutcome>; stopped?: Problem }> {
	return await submitBatches(batches(rows), {
		narrowDown,
		cancelled: () => service.cancelled,
		send: async (sent) => {
			const { target, columns } = sent[0]!;
			const request = sender.request(
				target,
				columns,
				sent.map(({ values }) => values),
			);
			try {
				return attemptOf(await sender.send(target, request, narrowDown), sent.length);
			} catch (error) {
				return { kind: 'unknown', problem: unexpected(error) };
			}
		},
	});
}

function unexpected(error: unknown): Problem {
	return {
		message: `It is not known whether the request reached the AI Call platform: ${String((error as Error).message ?? error)}`,
		remedy: '',
		retryClass: 'never',
	};
}

function attemptOf(
	exchange: Outcome<AiCallAnswer> & { tookNone?: boolean },
	rowCount: number,
): Attempt {
	switch (exchange.status) {
		case 'accepted': {
			const ids = decodeAcceptedRows(exchange.value, rowCount);
			const answer = exchange.value.envelope;
			return ids.ok
				? { kind: 'accepted', taskDataIds: ids.value, answer }
				: { kind: 'unknown', problem: ids.problem, answer };
		}
		case 'refused':
			return {
				kind: 'refused',
				problem: exchange.problem,
				tookNone: exchange.tookNone ?? true,
				answer: exchange.answer,
			};
		default:
			return { kind: exchange.status, problem: exchange.problem, answer: exchange.answer };
	}
}

/** The items of a check: every row as it would go out, nothing sent. */
export function checkItems<T extends Target>(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row<T>>,
	sender: Pick<RowSender<T>, 'more' | 'request'>,
): INodeExecutionData[] {
	const all = batches(sendable(rows));
	const reports = new Map<Row<T>, RowReport>();
	for (const batch of all) {
		const { target, columns } = batch.rows[0]!;
		const request = withoutRows(sender.request(target, columns, []));
		for (const row of batch.rows) {
			reports.set(row, checkReport(row, batch, all.length, request));
		}
	}
	return itemsOf(
		context,
		rows,
		(row) => {
			const report = reports.get(row);
			return report === undefined
				? { report: leftOutReport(row), good: false }
				: { report, good: true };
		},
		sender.more,
	);
}

/** The items of rows that were sent or left out. */
export function outcomeItems<T extends Target>(
	context: IExecuteFunctions,
	{ includeResponse }: RunSettings,
	rows: ReadonlyArray<Row<T>>,
	outcomes: ReadonlyMap<Row<T>, RowOutcome>,
	sender: Pick<RowSender<T>, 'more' | 'unknownRemedy'>,
): INodeExecutionData[] {
	return itemsOf(
		context,
		rows,
		(row) => {
			const outcome = outcomes.get(row);
			if (outcome === undefined) return { report: leftOutReport(row), good: false };
			const report = sentReport(row, outcome, sender.unknownRemedy);
			if (includeResponse) report.response = (outcome.answer ?? null) as IDataObject | null;
			return { report, good: outcome.status === 'accepted' };
		},
		sender.more,
	);
}

function itemsOf<T extends Target>(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row<T>>,
	reportOf: (row: Row<T>) => { report: RowReport; good: boolean },
	more: RowSender<T>['more'],
): INodeExecutionData[] {
	return reportItems(
		context,
		rows.map((row) => {
			const { report, good } = reportOf(row);
			return {
				itemIndex: row.itemIndex,
				good,
				report: row.target && more ? { ...report, ...more(row.target) } : report,
			};
		}),
	);
}

/** What all rows of a batch have in common. */
function withoutRows(request: object): object {
	const common: { call_list?: unknown } = { ...request };
	delete common.call_list;
	return common;
}
