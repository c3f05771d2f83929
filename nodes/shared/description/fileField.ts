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
			hint: `The name of the input field containing the file: ${formats}. Separate several names with commas. attachment_* takes every field that begins with attachment_, and * takes every file of the item.`,
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
		"Whether to pass an item's files on, to be saved, moved or attached after this node. The item's first row carries them all. An item that fails always keeps its files.",
};
