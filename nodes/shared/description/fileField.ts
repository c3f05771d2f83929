import type { INodeProperties } from 'n8n-workflow';

/** The parameter that names the fields with the files; a tool of an agent takes the file itself. */
export function fileFieldProperties(
	formats: string,
	show: Record<string, string[]> = {},
): INodeProperties[] {
	const fieldName: INodeProperties = {
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
	};
	return [
		{
			...fieldName,
			placeholder: 'e.g. attachment_*',
			hint: `The name of the input field containing the file: ${formats}. Put commas between several names; attachment_* takes each field that begins so, and * every file of the item.`,
			displayOptions: { show: { ...show, '@tool': [false] } },
		},
		{
			...fieldName,
			default: "={{ $('Node with the file').item.binary.data }}",
			hint: `The file itself, by an expression that names the node which read it: ${formats}`,
			displayOptions: { show: { ...show, '@tool': [true] } },
		},
	];
}

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
