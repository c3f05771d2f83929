import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import type { Reading } from '../protocol/reading';

/** A value that was read. @throws NodeOperationError naming the item, from what is in the way */
export function parameterValue<T>(
	context: Pick<IExecuteFunctions, 'getNode'>,
	itemIndex: number,
	reading: Reading<T>,
): T {
	if (reading.ok) return reading.value;
	throw inputError(context, itemIndex, reading.obstacle.reason, reading.obstacle.whatToDo);
}
