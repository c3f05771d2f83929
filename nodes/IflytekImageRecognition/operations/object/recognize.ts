import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { toolDescription } from '../../../shared/description/properties';
import { recognitionProperties, toolText } from '../recognitionProperties';
import { recognizeImages } from '../recognizeImages';
import { labelTableProperties, labelTableReader } from './labelTableInput';

export const option: INodePropertyOptions = {
	name: 'Recognize',
	value: 'recognize',
	action: 'Recognize main object in photo',
	description: 'Name the most likely object with its score and five candidates',
};

const TOOL = toolText(
	'the object',
	'Returns the most likely object with its number (and its name, where the tool has a table of names), a score from 0 to 1, whether the result is uncertain, and five candidates. Use it when the user asks what thing, animal or vehicle a photo shows.',
);

export const properties: INodeProperties[] = [
	toolDescription({ resource: ['object'], operation: ['recognize'] }, TOOL),
	...recognitionProperties('object', labelTableProperties),
];

/** Tells what each photo shows, named by the user's label table. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await recognizeImages(context, (policy) => {
		const labelTable = labelTableReader(context, policy);
		return {
			path: '/v1/currency',
			namesFor: async (item, simplify) => {
				const table = simplify ? await labelTable(item) : undefined;
				return (label) => table?.get(label);
			},
		};
	});
}
