import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import type { Batch } from '../protocol/batches';
import type { RowOutcome, RowStatus } from '../protocol/submission';
import type { Row, SendableRow, Target } from './readRows';

/** What is said of a row; never under a key `error`, by which n8n would run the node again. */
export interface RowReport extends IDataObject {
	status: RowStatus;
	taskDataId: string | null;
	taskId: string | null;
	phone: string | null;
	row: number;
	/** the row with the same number that goes out in place of this one */
	duplicateOf: number | null;
	code: string | null;
	reason: string | null;
	whatToDo: string | null;
}

/**
 * n8n runs a node again with this setting, after a failure and after an output that looks like one:
 * people would be called twice.
 * @throws NodeOperationError before anything is sent
 */
export function refuseRetryOnFail(context: IExecuteFunctions): void {
	if (context.getNode().retryOnFail !== true) return;
	throw inputError(
		context,
		undefined,
		"'Retry On Fail' is on in the settings of this node",
		'Nothing was sent. n8n would run the node again after a failure, and people could be called twice. Switch the setting off: requests that are safe to repeat are repeated anyway.',
	);
}

/** The report of a row that the check left out. */
export function leftOutReport<T extends Target>(row: Row<T>): RowReport {
	return {
		...emptyReport(row),
		status: row.obstacle?.kind === 'repeated' ? 'notSent' : 'refused',
		reason: row.obstacle?.message ?? null,
		whatToDo: row.obstacle?.remedy ?? null,
	};
}

/** The report of a row that was to be sent. */
export function sentReport<T extends Target>(
	row: Row<T>,
	outcome: RowOutcome,
	unknownRemedy: string,
): RowReport {
	const { status, taskDataId, problem: failure, earlier } = outcome;
	return {
		...emptyReport(row),
		status,
		taskDataId,
		code: failure?.code ?? null,
		reason:
			failure === undefined
				? null
				: earlier
					? `Not sent, because of an earlier request: ${failure.message}`
					: failure.message,
		whatToDo: failure === undefined ? null : status === 'unknown' ? unknownRemedy : failure.remedy,
		...(failure?.httpStatus === undefined ? {} : { httpStatus: failure.httpStatus }),
	};
}

/** The report of a row that passed where nothing is sent. */
export function checkReport<T extends Target>(
	row: SendableRow<T>,
	batch: Batch<SendableRow<T>>,
	batchCount: number,
	request: object,
): RowReport {
	return {
		...emptyReport(row),
		status: 'notSent',
		reason: `Check Only: the row would go out in batch ${batch.number} of ${batchCount}`,
		whatToDo: "Switch 'Check Only' off to send it.",
		batch: batch.number,
		batchRows: batch.rows.length,
		values: Object.fromEntries(row.columns.map((column, index) => [column, row.values[index]])),
		request: request as IDataObject,
	};
}

function emptyReport({
	row,
	phone,
	duplicateOf,
}: Pick<Row<Target>, 'duplicateOf' | 'phone' | 'row'>): RowReport {
	return {
		status: 'notSent',
		taskDataId: null,
		taskId: null,
		phone,
		row,
		duplicateOf: duplicateOf ?? null,
		code: null,
		reason: null,
		whatToDo: null,
	};
}

/**
 * The output items of reports, in the order of the rows, each paired to its source. With the error
 * output on, rows that are not accepted go there: n8n sends an item there when it holds nothing but
 * `error`, so the report is in that key.
 */
export function reportItems(
	context: IExecuteFunctions,
	reports: ReadonlyArray<{ itemIndex: number; report: RowReport; good: boolean }>,
): INodeExecutionData[] {
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return reports.map(({ itemIndex, report, good }) => ({
		json: good || !hasErrorOutput ? report : { error: { message: report.reason, ...report } },
		pairedItem: { item: itemIndex },
	}));
}

/**
 * Does what comes before the first row is sent. What it throws is thrown on, unless the node is set
 * to continue: then every input item comes out as not sent, since n8n would pass the input through.
 */
export async function prepared<P>(
	context: IExecuteFunctions,
	prepare: () => Promise<P>,
): Promise<{ ok: true; plan: P } | { ok: false; items: INodeExecutionData[] }> {
	let failure: unknown;
	try {
		return { ok: true, plan: await prepare() };
	} catch (error) {
		failure = error;
	}
	if (!context.continueOnFail()) {
		if (failure instanceof NodeOperationError || failure instanceof NodeApiError) throw failure;
		throw new NodeApiError(context.getNode(), failure as JsonObject);
	}
	const { message, description } = failure as Partial<NodeApiError>;
	const reports = context.getInputData().map((_, itemIndex) => ({
		itemIndex,
		good: false,
		report: {
			...emptyReport({ row: itemIndex + 1, phone: null }),
			reason: message ?? 'Nothing was sent',
			whatToDo: description ?? null,
		},
	}));
	return { ok: false, items: reportItems(context, reports) };
}
