import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export function optionsProperty(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}

/** The choices of a parameter: name and description of each, by value. */
export type Choices<Value extends string = string> = Readonly<
	Record<Value, readonly [name: string, description?: string]>
>;

export function choices(named: Choices): INodePropertyOptions[] {
	return Object.entries(named).map(([value, [name, description]]) => ({
		name,
		value,
		...(description !== undefined && { description }),
	}));
}

/** A text in a box of its own; n8n 1 shows no HTML in it except links. */
export function notice(
	name: string,
	text: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '', ...more };
}

/** A former entry of Options, shown only in a workflow that was saved with it; n8n would drop one of a collection type. */
export function onlyWhereSaved(property: INodeProperties): INodeProperties {
	// an entry may depend on itself if another one of the collection does not: else n8n cannot resolve it
	const show = { [property.name]: [{ _cnd: { exists: true as const } }] };
	return { ...property, displayOptions: { show } };
}

/** An entry of Options; `withChosenInputFields` reads it. */
export const includeInputFieldsProperty: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		"Whether each row begins with the fields of its input item. A field with the name of one of the row's own goes under input.",
};

/** An entry of Options; `readLanguage` reads it. */
export const languageProperty: INodeProperties = {
	displayName: 'Language of Texts',
	name: 'language',
	type: 'options',
	options: choices({ chinese: ['Chinese'], english: ['English'] }),
	default: 'english',
};

/** What an AI agent's model reads. Without a parameter of this name n8n sends only `<action> in <node name>`. */
const TOOL_DESCRIPTION: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 6 },
	default: '',
	required: true,
	description: 'Tells the model when to call this tool, which input it takes and what it returns',
	displayOptions: { show: { '@tool': [true] } },
};

/** An operation's description for a model: its own text or else n8n's choice, the action's name or the user's text. */
export function toolDescription(text?: string): INodeProperties[] {
	if (text !== undefined) return [{ ...TOOL_DESCRIPTION, default: text }];
	return [
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			noDataExpression: true,
			options: choices({
				auto: ['Set Automatically', 'Automatically set based on resource and operation'],
				manual: ['Set Manually', 'Manually set the description'],
			}),
			default: 'auto',
			description: 'Whether n8n or you write the description',
			displayOptions: { show: { '@tool': [true] } },
		},
		{
			...TOOL_DESCRIPTION,
			displayOptions: { show: { descriptionType: ['manual'], '@tool': [true] } },
		},
	];
}
