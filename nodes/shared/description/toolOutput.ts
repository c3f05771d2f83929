import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Item } from '../items/item';
import { choices } from './properties';

/** The value of 'Output' that returns only some fields of the simplified output. */
export const SELECTED_FIELDS = 'selectedFields';

const RAW = 'raw';

export interface ToolOutput {
	/** the fields of the simplified output, in its order */
	fields: readonly string[];
	/** those that are selected at first */
	selected: readonly string[];
	/** the values of 'Output' for the simplified and for the raw output */
	values?: { simplified: string; raw?: string };
	/** further choices of the operation */
	more?: INodePropertyOptions[];
}

/** How much an agent's tool returns, a choice as in n8n's own tools: each token that a model reads costs money. */
export function toolOutputProperties({
	fields,
	selected,
	values: { simplified, raw } = { simplified: 'simplified', raw: RAW },
	more = [],
}: ToolOutput): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			noDataExpression: true,
			options: [
				...more,
				...choices({
					...(raw !== undefined && { [raw]: ['Raw', 'Everything the service answered'] as const }),
					[SELECTED_FIELDS]: ['Selected Fields', 'Only the fields that you select'],
					[simplified]: ['Simplified', 'The same fields as in a workflow'],
				}),
			],
			default: simplified,
			description: 'How much the AI agent gets back',
			displayOptions: { show: { '@tool': [true] } },
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			noDataExpression: true,
			options: fields.map((field) => ({ name: titleCase(field), value: field })),
			default: [...selected],
			description: 'The fields that the AI agent gets back. When none is selected, it gets all.',
			displayOptions: { show: { output: [SELECTED_FIELDS], '@tool': [true] } },
		},
	];
}

/** The switch between simplified and raw output, and the choice that a tool has instead. */
export function simplifyProperties(output: ToolOutput): INodeProperties[] {
	return [
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
			displayOptions: { show: { '@tool': [false] } },
		},
		...toolOutputProperties(output),
	];
}

/** Reads the switch or the tool's choice. @throws NodeOperationError when an expression gives neither true nor false */
export function isSimplified(item: Item): boolean {
	return item.parameter('simplify', true) === true && item.parameter('output', '') !== RAW;
}

/** Such as "Total With Tax" for totalWithTax. */
function titleCase(field: string): string {
	const words = field
		.replace(/[A-Z]|\d+/g, ' $&')
		.replace(/\b(?:id|iso)\b/gi, (word) => word.toUpperCase());
	return words.charAt(0).toUpperCase() + words.slice(1);
}
