import { invalid, success, type Result } from '../../shared/problem/problem';
import { shownValue } from './shownValue';

/** The text of a parameter, trimmed; an expression may give a number, or nothing. */
export function readText(given: unknown, displayName: string): Result<string> {
	return typeof given === 'object' && given !== null
		? invalid(
				`'${displayName}' is not a text: ${shownValue(given)}`,
				`Correct '${displayName}', for example by naming the field that holds the text.`,
			)
		: success(String(given ?? '').trim());
}
