import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Item } from '../items/item';

/**
 * An entry of Options. When it is off, the editor shows the row: n8n opens 'Binary' first where an item
 * has a file. An item that fails keeps its files in any case (errorItem).
 */
export const inputFileProperty: INodeProperties = {
	displayName: 'Put Input File in Output',
	name: 'putInputFileInOutput',
	type: 'boolean',
	default: false,
	description:
		'Whether to pass the input file on, to be saved, moved or attached after this node. It comes with the first output item of its input item. An item that fails always keeps it.',
};

/**
 * Reads the option of an item, before anything is sent.
 * @returns a function that completes the item's output: where the option asks for it, the first item that
 * has not failed gets the input's files; they are never repeated for each line item
 * @throws NodeOperationError when an expression gives neither true nor false
 */
export function inputFilePasser(
	item: Item,
): (outputs: INodeExecutionData[]) => INodeExecutionData[] {
	const { binary } = item.input;
	if (item.options.putInputFileInOutput !== true || binary === undefined)
		return (outputs) => outputs;
	return (outputs) => {
		const first = outputs.find(({ json }) => json.error === undefined);
		return outputs.map((one) =>
			one === first ? { ...one, binary: { ...binary, ...one.binary } } : one,
		);
	};
}
