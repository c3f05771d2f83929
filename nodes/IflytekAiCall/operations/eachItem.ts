import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../shared/aiCall/client';
import { InFlight } from '../../shared/items/inFlight';
import { runItems } from '../../shared/items/itemLoop';

/**
 * Works on the input items one after another: what changes tasks keeps its order, and a platform
 * without published rate limits is not pressed. The platform is opened once, with the options of the
 * first item. That fails inside of the items' own work: where the node is set to continue each of them
 * comes out as an error item, while n8n would pass on the input for an error outside of it.
 */
export async function eachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number, service: AiCall) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
	let service: AiCall | undefined;
	return await runItems(context, { inFlight: new InFlight(1) }, async (itemIndex) => {
		service ??= await openAiCall(context, context.getNodeParameter('options', 0, {}));
		return [await work(itemIndex, service)].flat().map((json) => ({ json }));
	});
}
