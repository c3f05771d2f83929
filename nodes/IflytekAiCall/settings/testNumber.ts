import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import { invalid, success } from '../../shared/problem/problem';
import { mobileNumber } from '../cells/rowCheck';
import { isNothing, sameForAllItems } from './sameForAllItems';

const PARAMETER = { name: 'testNumber', displayName: 'Test Number' };

/**
 * The number that is called in place of the first rows' numbers; undefined where the field was left
 * empty. What is filled in and gives no number is refused: taken for an empty field, it would let
 * customers be called.
 * @throws NodeOperationError when it is no mobile number, differs between items, or may not be called
 */
export function readTestNumber(
	context: IExecuteFunctions,
	doNotCall: ReadonlySet<string>,
): string | undefined {
	const raw = context.getNodeParameter(PARAMETER.name, 0, '', { rawExpressions: true }) as unknown;
	if (raw === '' || raw === EMPTY_EXPRESSION) return undefined;
	const testNumber = sameForAllItems<string>(context, PARAMETER, (given) => {
		if (isNothing(given)) {
			return invalid(
				"'Test Number' holds blanks only",
				'Enter your own mobile number. To call the rows, empty the field.',
			);
		}
		const number = mobileNumber(given);
		return 'text' in number
			? success(number.text)
			: invalid(
					`'Test Number' ${number.fault}`,
					'Enter your own mobile number, or leave the field empty.',
				);
	});
	if (!doNotCall.has(testNumber)) return testNumber;
	throw inputError(
		context,
		"'Test Number' is in 'Do Not Call'",
		'Nothing was sent. Enter another number of your own, or take this one out of the list.',
	);
}

/** What the editor saves when a field is switched to an expression and nothing is entered. */
const EMPTY_EXPRESSION = '=';
