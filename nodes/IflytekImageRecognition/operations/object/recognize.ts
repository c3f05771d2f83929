import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { recognitionProperties, toolText } from '../../recognition/recognitionProperties';
import { recognizeImages } from '../../recognition/recognizeImages';
import { labelTableProperties, labelTableReader } from './labelTableInput';

export const option: INodePropertyOptions = {
	name: 'Recognize',
	value: 'recognize',
	action: 'Recognize main object in photo',
	description: 'Name the most likely object with its score and four other candidates',
};

export const tool = toolText(
	'the object',
	'Returns the most likely object with its number (and its name, where the tool has a table of names), a score from 0 to 1, whether the result is uncertain, and four other candidates. Use it when the user asks what thing, animal or vehicle a photo shows.',
);

export const properties = recognitionProperties(labelTableProperties);

/** Recognizes the main object in each photo, named by the user's label table. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const labelTable = labelTableReader(context);
	const service = { key: 'object', path: '/v1/currency' };
	const items = await recognizeImages(context, service, async (item, simplify, policy) => {
		// a raw output shows no names
		const table = simplify ? await labelTable(item, policy) : undefined;
		return (label) => table?.get(label);
	});
	hintAtNames(context, items);
	return items;
}

/** Says above the output how many items have no name, and where names come from. */
function hintAtNames(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	const objects = items.filter(({ json }) => 'nameEnglish' in json);
	const unnamed = objects.filter(({ json }) => (json.nameEnglish ?? json.nameChinese) === null);
	if (unnamed.length === 0) return;
	context.addExecutionHints({
		message:
			context.getNodeParameter('labelTableSource', 0, 'none') === 'none'
				? "The objects have label numbers and no names. For names choose iFLYTEK's label table under 'Label Table'."
				: `No name for ${unnamed.length} of ${objects.length} objects: their labels are not in the 'Label Table'. Check that it is iFLYTEK's whole table of object labels.`,
		location: 'outputPane',
	});
}
