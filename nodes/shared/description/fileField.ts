import type { INodeProperties } from 'n8n-workflow';

/** The parameter that names the field with the file; a tool of an agent takes the file itself. */
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
		hint: `The name of the input field containing the file: ${formats}`,
		displayOptions: { show: { ...show, '@tool': [false] } },
	};
	return [
		fieldName,
		{
			...fieldName,
			default: "={{ $('Node with the file').item.binary.data }}",
			hint: `The file itself, by an expression that names the node which read it: ${formats}`,
			displayOptions: { show: { ...show, '@tool': [true] } },
		},
	];
}
