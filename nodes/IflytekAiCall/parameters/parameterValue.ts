import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import type { Result } from '../../shared/items/problem';

/** A value that was read. @throws NodeOperationError naming the item, from what is in the way */
export function parameterValue<T>(
	context: Pick<IExecuteFunctions, 'getNode'>,
	itemIndex: number,
	reading: Result<T>,
): T {
	if (reading.ok) return reading.value;
	throw inputError(context, itemIndex, reading.problem.message, reading.problem.remedy);
}
