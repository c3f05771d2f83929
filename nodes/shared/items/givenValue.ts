import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { invalid, success, type Result } from '../problem/problem';
import { sanitize } from '../problem/sanitize';

/** The parameters of the operation that each run does. */
const described = new WeakMap<object, INodeProperties[]>();

/** Has what a run reads of its parameters checked by their description, see `checkedValue`. */
export function describeParameters(
	context: IExecuteFunctions,
	properties: INodeProperties[],
): void {
	const isTool = context.getNode().type.endsWith('Tool');
	described.set(
		context,
		properties.filter(({ displayOptions }) => {
			const shown = displayOptions?.show?.['@tool'] as boolean[] | undefined;
			return shown === undefined || shown.includes(isTool);
		}),
	);
}

/**
 * A parameter's value as the editor would give it: what an expression leaves empty is the default, and "true"
 * as text is true.
 * @returns a problem for what is neither true nor false or none of the choices
 */
export function checkedValue(
	context: IExecuteFunctions,
	name: string,
	given: unknown,
): Result<unknown> {
	return checkedOf(described.get(context) ?? [], name, given);
}

/** The same for a parameter of these descriptions. */
export function checkedOf(
	properties: INodeProperties[],
	name: string,
	given: unknown,
): Result<unknown> {
	const named = properties.filter((one) => one.name === name);
	const [property] = named;
	switch (property?.type) {
		case 'boolean':
			return isEmpty(given) ? success(property.default) : checkedFlag(property, given);
		case 'options':
		case 'multiOptions': {
			const choices = named.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
			if (choices.length === 0) return success(given);
			if (isEmpty(given)) return success(property.default);
			return checkedChoices(
				property,
				choices.map(({ value }) => value),
				given,
			);
		}
		case 'collection':
			return checkedEntries(property.options as INodeProperties[], given);
		case 'fixedCollection':
			return checkedGroups(property.options as INodePropertyCollection[], given);
		default:
			return success(given);
	}
}

/** True or false, also as text. */
export function checkedFlag(
	{ displayName }: Pick<INodeProperties, 'displayName'>,
	given: unknown,
): Result<boolean> {
	// a list of one text would read as that text
	const text = typeof given === 'object' ? '' : String(given).trim().toLowerCase();
	if (text === 'true' || text === 'false') return success(text === 'true');
	return invalid(
		`'${displayName}' is ${sanitize(given)}, which is neither true nor false`,
		`Correct the expression in '${displayName}'.`,
	);
}

/** One of the choices, or several of a parameter that takes several. */
export function checkedChoices(
	{ displayName, type }: Pick<INodeProperties, 'displayName' | 'type'>,
	choices: readonly unknown[],
	given: unknown,
): Result<unknown> {
	const chosen = type === 'multiOptions' ? [given].flat() : [given];
	const wrong = chosen.find((one) => !choices.includes(one));
	if (wrong === undefined) return success(type === 'multiOptions' ? chosen : given);
	return invalid(
		`'${displayName}' is ${sanitize(wrong)}, which is none of its choices`,
		`Correct the expression in '${displayName}': it must give ${listed(choices)}.`,
	);
}

/** The entries of a collection, such as Options. */
function checkedEntries(properties: INodeProperties[], given: unknown): Result<unknown> {
	if (typeof given !== 'object' || given === null) return success(given);
	const entries: IDataObject = {};
	for (const [name, value] of Object.entries(given as IDataObject)) {
		const checked = checkedOf(properties, name, value);
		if (!checked.ok) return checked;
		entries[name] = checked.value as IDataObject;
	}
	return success(entries);
}

/** The entries of a fixed collection; a group holds one set of fields, or a list of them. */
function checkedGroups(groups: INodePropertyCollection[], given: unknown): Result<unknown> {
	if (typeof given !== 'object' || given === null) return success(given);
	const checked: IDataObject = { ...given };
	for (const { name, values } of groups) {
		const group = checked[name];
		const entries: IDataObject[] = [];
		for (const one of [group ?? []].flat()) {
			const entry = checkedEntries(values, one);
			if (!entry.ok) return entry;
			entries.push(entry.value as IDataObject);
		}
		if (group !== undefined) checked[name] = Array.isArray(group) ? entries : entries[0];
	}
	return success(checked);
}

function isEmpty(given: unknown): boolean {
	return (given ?? null) === null || (typeof given === 'string' && given.trim() === '');
}

function listed(choices: readonly unknown[]): string {
	return `${choices.slice(0, -1).join(', ')} or ${String(choices.at(-1))}`;
}
