import type { INodeProperties } from 'n8n-workflow';

import { languageProperty, optionsProperty } from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import {
	isSimplified,
	simplifyProperties,
	type ToolOutput,
} from '../../shared/description/toolOutput';
import type { Item } from '../../shared/items/item';
import { readLanguage } from '../../shared/problem/language';

/** Options of an operation whose request may be sent again, after those of its own. */
export const queryOptions = (own: INodeProperties[] = []): INodeProperties =>
	optionsProperty([
		...own,
		requestOptionProperties.maxTimePerItem,
		requestOptionProperties.timeout,
	]);

/** How much of what the platform tells comes out, and in which language its states are told. */
export const outputProperties = (
	output: ToolOutput,
	more: INodeProperties[] = [],
): INodeProperties[] => [
	...simplifyProperties(output),
	...more,
	queryOptions([{ ...languageProperty, description: 'Language of what states and types mean' }]),
];

/** The same of an item. */
export const readOutput = (item: Item) => ({
	simplify: isSimplified(item),
	language: readLanguage(item.options),
});

/**
 * A parameter that only a person may set, even where the node is a tool of an AI agent: the editor offers
 * *From AI* for every parameter that accepts expressions, so in the tool this one accepts none.
 */
export function notFromAi(property: INodeProperties): INodeProperties[] {
	const { show, ...others } = property.displayOptions ?? {};
	const shownWhere = (isTool: boolean) => ({
		...others,
		show: { ...show, '@tool': [isTool] },
	});
	return [
		{ ...property, displayOptions: shownWhere(false) },
		{ ...property, noDataExpression: true, displayOptions: shownWhere(true) },
	];
}

/** The warning in the tool description of every operation that calls people. */
export const CALL_WARNING =
	'Real people are called and it costs money: call this only when the user has named the people and confirmed that they are to be called now, and never twice for the same request.';
/** How a model gives rows. */
export const ROWS_TEXT =
	'Give rows, a JSON list with one object for each person: the mobile number of 11 digits and a value for each other column.';
/** How a model should treat rows that were not accepted. */
export const NOT_ACCEPTED_TEXT =
	'for refused, notSent and unknown read reason and whatToDo to the user. Never repeat rows whose mayHaveBeenCalled is true.';
