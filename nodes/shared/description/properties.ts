import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Show = IDisplayOptions['show'];

/** The collection 'Options' of an operation. */
export function optionsProperty(show: Show, options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show },
		options,
	};
}

/**
 * The parameter with the tool description that an AI agent's model reads. Without a parameter of this name
 * n8n sends only `<action> in <node name>`; only the tool shows it.
 * @param text when to call the tool, what to give it and what to make of its answer
 */
export function toolDescription(show: Show, text: string): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 6 },
		default: text,
		required: true,
		description: 'What the model is told: when to call this tool, what to give it, what comes back',
		displayOptions: { show: { ...show, '@tool': [true] } },
	};
}
