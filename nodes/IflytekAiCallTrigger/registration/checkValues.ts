import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkedOf } from '../../shared/items/item';
import { invalid, success, type Result, sanitize } from '../../shared/problem/problem';

/**
 * Checks parameters that an expression or an import may give otherwise than the editor would: choices,
 * switches, and numbers by their limits. What is left empty means the default.
 * @param properties descriptions of the node's parameters
 * @param given the values by their names
 */
export function checkValues(properties: INodeProperties[], given: IDataObject): Result<true> {
	for (const [name, value] of Object.entries(given)) {
		const property = properties.find((one) => one.name === name);
		const checked = checkedOf(properties, name, value);
		if (!checked.ok) return checked;
		const within =
			property?.type === 'collection'
				? checkNumbers(property.options as INodeProperties[], value as IDataObject)
				: success<true>(true);
		if (!within.ok) return within;
	}
	return success(true);
}

function checkNumbers(properties: INodeProperties[], given: IDataObject): Result<true> {
	for (const { name, type, displayName, typeOptions } of properties) {
		const value = given[name] ?? '';
		if (type !== 'number' || value === '') continue;
		const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
		const number = Number(value);
		if (number >= minValue && number <= maxValue) continue;
		return invalid(
			`'${displayName}' is ${sanitize(value)}, which is not a number from ${minValue} to ${maxValue}`,
			`Correct the expression in '${displayName}'.`,
		);
	}
	return success(true);
}
