import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../shared/aiCall/client';
import { readRows, sendable, type Row, type RowSource, type Target } from './readRows';
import { prepared, refuseRetryOnFail } from './rowItems';
import {
	checkItems,
	outcomeItems,
	readRunSettings,
	submitRows,
	type RowSender,
	type RunSettings,
} from './sendRows';

/** What a run is to send, read and checked. */
interface RowPlan<T extends Target, M> {
	service: AiCall;
	rows: Array<Row<T>>;
	settings: M & RunSettings;
}

/**
 * Reads and checks everything that a run depends on, before anything is sent.
 * @param readMore reads settings of the operation's own
 * @returns what is to be sent, or an item for each input item that says why nothing was
 * @throws NodeOperationError why nothing was sent, unless the node is set to continue
 */
export async function prepareRows<T extends Target, M extends object>(
	context: IExecuteFunctions,
	sourceOf: (service: AiCall) => RowSource<T>,
	readMore: () => M,
) {
	return await prepared<RowPlan<T, M>>(context, async () => {
		refuseRetryOnFail(context);
		const settings = { ...readRunSettings(context), ...readMore() };
		const service = await openAiCall(context, context.getNodeParameter('options', 0, {}));
		const rows = await readRows(context, sourceOf(service));
		return { service, rows, settings };
	});
}

/**
 * Reads the rows of a run, checks them and sends them, or shows what would go out: one item for each
 * row, never thrown away once a row may have left.
 */
export async function sendGivenRows<T extends Target>(
	context: IExecuteFunctions,
	sourceOf: (service: AiCall) => RowSource<T>,
	senderOf: (service: AiCall) => RowSender<T>,
): Promise<INodeExecutionData[]> {
	const preparation = await prepareRows(context, sourceOf, () => ({}));
	if (!preparation.ok) return preparation.items;
	const { service, rows, settings } = preparation.plan;
	const sender = senderOf(service);
	if (settings.checkOnly) return checkItems(context, rows, sender);
	const { outcomes } = await submitRows(settings, service, sendable(rows), sender);
	return outcomeItems(context, settings, rows, outcomes, sender);
}
