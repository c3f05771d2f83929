import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../shared/aiCall/aiCallService';
import { readRows, sendable, type RowSource, type Target } from './readRows';
import { prepared, refuseRetryOnFail } from './rowItems';
import { checkItems, outcomeItems, readRunSettings, submitRows, type RowSender } from './sendRows';

/**
 * Reads the rows of a run, checks them and sends them, or shows what would go out: one item for each
 * row, never thrown away once a row may have left.
 */
export async function sendGivenRows<T extends Target>(
	context: IExecuteFunctions,
	sourceOf: (service: AiCall) => RowSource<T>,
	senderOf: (service: AiCall) => RowSender<T>,
): Promise<INodeExecutionData[]> {
	const preparation = await prepared(context, async () => {
		refuseRetryOnFail(context);
		const settings = readRunSettings(context);
		const service = await openAiCall(context, context.getNodeParameter('options', 0, {}));
		const rows = await readRows(context, sourceOf(service));
		return { service, rows, settings };
	});
	if (!preparation.ok) return preparation.items;
	const { service, rows, settings } = preparation.plan;
	const sender = senderOf(service);
	if (settings.checkOnly) return checkItems(context, rows, sender);
	const { outcomes } = await submitRows(settings, service, sendable(rows), sender);
	return outcomeItems(context, settings, rows, outcomes, sender);
}
