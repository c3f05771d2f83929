import type { IExecuteFunctions } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import type { Result } from '../../shared/problem/problem';
import { type CallingHours, readCallingDays, readCallingWindows } from '../hours/callingHours';
import { isNothing, noValue, sameForAllItems, type RunParameter } from './sameForAllItems';

const HOURS = { name: 'options.callingHours', displayName: 'Allowed Calling Hours' };
const DAYS = { name: 'options.callingDays', displayName: 'Allowed Calling Days' };

/**
 * When the rows of a run may be called.
 * @throws NodeOperationError when it cannot be read, or is not the same for all items
 */
export function readRunHours(context: IExecuteFunctions): CallingHours {
	const windows = sameForAllItems(context, HOURS, readCallingWindows);
	const days = sameForAllItems(context, DAYS, readCallingDays);
	return { windows, ...(days && { days }) };
}

/**
 * When the task of an item may call.
 * @throws NodeOperationError when it cannot be read
 */
export function readItemHours(item: Item): CallingHours {
	const windows = item.unwrap(readOption(item, HOURS, readCallingWindows));
	const days = item.unwrap(readOption(item, DAYS, readCallingDays));
	return { windows, ...(days && { days }) };
}

function readOption<V>(
	{ context, index }: Item,
	{ name, displayName }: RunParameter,
	read: (given: unknown) => Result<V>,
): Result<V> {
	const isSet = context.getNodeParameter(name, index, null, { rawExpressions: true }) !== null;
	const given = context.getNodeParameter(name, index, null) as unknown;
	return isSet && isNothing(given) ? noValue(displayName) : read(given);
}
