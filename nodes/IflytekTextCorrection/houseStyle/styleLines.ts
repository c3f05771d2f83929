import { jsonList } from '../../shared/http/json';
import { invalid, success, type Result } from '../../shared/problem/problem';

/** A longer list is hardly a house style, and would be slow to search for. */
const MAX_LINES = 5000;
export const LONGEST_LINE = 500;

/**
 * The lines of a parameter that is filled with one entry a line, or with a list by an expression, which may
 * give it as JSON text; blank ones are left out.
 * @param parameter its display name
 */
export function readLines(value: unknown, parameter: string): Result<string[]> {
	const list = typeof value === 'string' ? (jsonList(value) ?? value) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [list ?? ''];
	const wrong = entries.find((entry) => !['string', 'number'].includes(typeof entry));
	if (wrong !== undefined) {
		return invalid(
			`'${parameter}' contains an object instead of text`,
			'Enter one entry a line, or use an expression that gives a list of texts.',
		);
	}
	const lines = entries
		.flatMap((entry) => String(entry).split(/\r\n|\r|\n/))
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const tooLong = lines.find((line) => line.length > LONGEST_LINE);
	if (lines.length > MAX_LINES || tooLong !== undefined) {
		const found =
			tooLong === undefined
				? `${lines.length} lines`
				: `a line of ${tooLong.length} characters ("${tooLong.slice(0, 20)}…")`;
		return invalid(
			`'${parameter}' has ${found}; it takes ${MAX_LINES} lines of up to ${LONGEST_LINE} characters`,
			'Shorten the list.',
		);
	}
	return success(lines);
}
