import { readList, type AiCallAnswer } from '../../shared/aiCall/answer';
import { failure, success, type Problem, type Result } from '../../shared/problem/problem';
import { reason } from '../words/say';

/** Body that creates a task (services.md, AI Call: Calls and tasks); times in milliseconds since 1970. */
export interface CreateBody {
	task_name: string;
	line_num: string;
	robot_id: string;
	recall_count?: number;
	time_recall_wait?: number;
	time_range: string[];
	time_begin: number;
	time_end?: number;
	voice_code?: string;
}

/** A start this long ago is a mistake, such as last year's date: the platform would call at once. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** So is one this far ahead, such as digits of a date that were read as seconds. */
const FARTHEST_MS = 5 * 366 * DAY_MS;

/** Why a task cannot be created with these fields; undefined if it can. */
export function taskProblem(body: CreateBody, now: number): Problem | undefined {
	const { task_name, line_num, time_begin: begin, time_end: end = Infinity } = body;
	if (task_name.trim() === '') return reason('emptyTaskName');
	if (line_num === '') return reason('empty', 'Phone Line');
	if (begin < now - DAY_MS) return reason('inPast', 'Start Calling At');
	if (begin > now + FARTHEST_MS) return reason('beginsTooLate');
	if (end <= begin) return reason('endsBeforeBegin');
	return end <= now ? reason('inPast', 'Stop Calling At') : undefined;
}

/** Line numbers in the platform's form: each once, separated by semicolons. */
export function lineNumbers(given: readonly string[]): string {
	const numbers = given.flatMap((text) => text.split(/[;,；，]/)).map((text) => text.trim());
	return [...new Set(numbers.filter((number) => number !== ''))].join(';');
}

/**
 * The IDs of accepted rows, in their order, null where the platform gives none (services.md, AI Call: Calls and
 * tasks). All rows were taken if the answer has one ID for each of them and no other total, or their number as total
 * and no IDs. Anything else does not say which rows were taken.
 */
export function decodeAcceptedRows(
	{ result }: AiCallAnswer,
	rowCount: number,
): Result<Array<string | null>> {
	const total = result.total ?? undefined;
	const isTotal = Number(idText(total)) === rowCount;
	const given = result.task_data_ids ?? [];
	const ids = readList(given).map(idText);
	const isWhole = ids.length === rowCount && !ids.includes(null);
	if (isWhole && (total === undefined || isTotal)) return success(ids);
	const hasNoIds = Array.isArray(given) ? given.length === 0 : String(given).trim() === '[]';
	if (isTotal && hasNoIds) return success(new Array(rowCount).fill(null));
	const shown = idText(total)?.slice(0, 20) ?? '–';
	const idCount = ids.filter((id) => id !== null).length;
	return failure({ ...reason('contradictory', rowCount, shown, idCount), httpStatus: 200 });
}

/** An ID as text, though it may come as a number; null if there is none. */
export function idText(id: unknown): string | null {
	if (typeof id === 'number') return String(id);
	return typeof id === 'string' && id.trim() !== '' ? id : null;
}
