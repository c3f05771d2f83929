import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCallClient, type AiCallClient } from '../../shared/aiCall/client';
import { toNodeError } from '../../shared/items/itemLoop';
import {
	readRunSettings,
	refuseRetryOnFail,
	type RowOperation,
	type RunSettings,
} from '../settings/runSettings';
import { checkTargets } from './checkTargets';
import { readRows, type RowSource } from './readRows';
import { sendable, type RowList, type SendableRow, type Target } from './row';
import { skippedItems } from './rowItems';
import { columnLookup } from './scriptColumns';

/** What a run is to send, read and checked. */
export interface RowPlan<T extends Target> extends RowList<T> {
	client: AiCallClient;
	settings: RunSettings;
}

/** The output of a run that nothing can be sent for, where the node is set to continue. */
interface Skipped {
	items: INodeExecutionData[];
}

/**
 * Reads and checks everything that a run depends on; nothing is sent yet.
 * @param readTarget reads where an item's rows go
 * @returns what to send; where the node is set to continue, an error gives an item for every input item
 * instead, as a row that was not sent, since n8n would pass the input through
 * @throws NodeOperationError why nothing can be sent
 */
export async function prepareRows<T extends Target>(
	context: IExecuteFunctions,
	operation: RowOperation,
	readTarget: RowSource<T>['target'],
): Promise<RowPlan<T> | Skipped> {
	try {
		refuseRetryOnFail(context);
		const settings = readRunSettings(context, operation);
		const client = await openAiCallClient(context, { timeout: settings.timeout });
		const source = { target: readTarget, columns: columnLookup(client) };
		const list = await readRows(context, source, settings);
		if (settings.dryRun) await checkTargets(context, client, list.rows);
		return { client, settings, ...list };
	} catch (error) {
		if (context.continueOnFail()) return { items: skippedItems(context, error) };
		throw toNodeError(context, error);
	}
}

/** The rows that go out first. */
export function firstRows<T extends Target>({ rows, repeats }: RowList<T>): Array<SendableRow<T>> {
	return sendable(rows).filter((row) => !repeats.has(row));
}
