import { isRecord } from '../../shared/http/json';
import { invalid, sanitize, success, type Result } from '../../shared/problem/problem';
import { textOf } from './callingHours';

/**
 * Reads the field Task Working Hours: `{ period: [{ from, to }, …] }`. Hours and minutes are enough; a
 * period must end after it begins and may not overlap another one.
 * @param given undefined where the field is not set
 * @returns periods in the platform's form `HH:mm:ss-HH:mm:ss` (services.md, AI Call: Calls and tasks)
 */
export function readWorkingPeriods(given: unknown): Result<string[] | undefined> {
	if (given === undefined) return success(undefined);
	const entries = [isRecord(given) ? (given.period ?? []) : given].flat() as unknown[];
	// n8n hands on an expression in place of the whole field as an empty object
	if (entries.length === 0) {
		return invalid(
			"'Task Working Hours' has no hours",
			'Add a period, or remove the field to work at the usual hours.',
		);
	}
	const texts: string[] = [];
	for (const entry of entries) {
		const { from, to } = isRecord(entry) ? entry : { from: entry, to: entry };
		const begin = clockTime(from);
		// the platform's day ends at 23:59:59
		const end = isMidnight(to) ? '23:59:59' : clockTime(to);
		if (begin === undefined || end === undefined) {
			const wrong = begin === undefined ? from : to;
			return invalid(
				`'${sanitize(textOf(wrong))}' in 'Task Working Hours' is not a time of day`,
				'Enter hours and minutes such as 09:00 or 17:30.',
			);
		}
		if (end <= begin) {
			return invalid(
				`'Task Working Hours' end before they begin: ${begin} to ${end}`,
				"Swap 'From' and 'To', or enter two periods for one that goes over midnight.",
			);
		}
		texts.push(`${begin}-${end}`);
	}
	const sorted = [...texts].sort();
	for (let index = 1; index < sorted.length; index++) {
		if (sorted[index]! < sorted[index - 1]!.slice(9)) {
			return invalid(
				`'Task Working Hours' overlap: ${sorted[index - 1]} and ${sorted[index]}`,
				'Join them to one period.',
			);
		}
	}
	return success(texts);
}

function isMidnight(value: unknown): boolean {
	return /^\s*24[:：]00([:：]00)?\s*$/.test(textOf(value));
}

function clockTime(value: unknown): string | undefined {
	const text = textOf(value).trim().replace(/：/g, ':');
	const [, hours, minutes, seconds = '00'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
	if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
		return undefined;
	}
	return `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}
