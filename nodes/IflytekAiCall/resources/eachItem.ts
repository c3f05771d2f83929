import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InFlight } from '../../shared/inFlight';
import { runItems } from '../../shared/itemLoop';

/**
 * Works on the input items one after another: what changes tasks keeps its order, and a platform
 * without published rate limits is not pressed.
 */
export async function eachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
	return await runItems(context, { inFlight: new InFlight(1) }, async (itemIndex) =>
		[await work(itemIndex)].flat().map((json) => ({ json })),
	);
}
