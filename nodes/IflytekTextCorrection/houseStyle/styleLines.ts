import { jsonList } from '../../shared/http/json';
import { success, unusable, type Meaning, type Result } from '../../shared/problem/problem';

/** A longer list is hardly a house style, and would be slow to search for. */
const MAX_LINES = 5000;
export const LONGEST_LINE = 500;

const NOT_TEXT: Meaning = [
	"'{0}' contains an object instead of text",
	'“{0}”中有对象，不是文本',
	'Enter one entry a line, or use an expression that gives a list of texts.',
	'请每行写一条，或用表达式给出文本的列表。',
];
const LONG_LINE: Meaning = [
	`'{0}' has a line of {1} characters ("{2}…"); it takes {3} lines of up to {4} characters`,
	'“{0}”中有一行（“{2}…”）有 {1} 个字符；最多 {3} 行，每行最多 {4} 个字符',
	'Shorten the list.',
	'请精简列表。',
];
const MANY_LINES: Meaning = [
	"'{0}' has {1} lines; it takes {2} lines of up to {3} characters",
	'“{0}”有 {1} 行；最多 {2} 行，每行最多 {3} 个字符',
	'Shorten the list.',
	'请精简列表。',
];

/**
 * The entries of a parameter, without blank ones: one a line, or a list from an expression, also as JSON text.
 * @param parameter its display name
 */
export function readLines(value: unknown, parameter: string): Result<string[]> {
	const list = typeof value === 'string' ? (jsonList(value) ?? value) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [list ?? ''];
	const wrong = entries.find((entry) => !['string', 'number'].includes(typeof entry));
	if (wrong !== undefined) return unusable(NOT_TEXT, [parameter]);
	const lines = entries
		.flatMap((entry) => String(entry).split(/\r\n|\r|\n/))
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const tooLong = lines.find((line) => line.length > LONGEST_LINE);
	const most = [MAX_LINES, LONGEST_LINE];
	if (tooLong !== undefined)
		return unusable(LONG_LINE, [parameter, tooLong.length, tooLong.slice(0, 20), ...most]);
	if (lines.length <= MAX_LINES) return success(lines);
	return unusable(MANY_LINES, [parameter, lines.length, ...most]);
}
