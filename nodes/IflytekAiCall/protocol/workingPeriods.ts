import { invalid, success, type Result } from '../../shared/items/problem';

/** A working period as the user enters it. */
export interface Period {
	from: unknown;
	to: unknown;
}

/**
 * Calling periods in the platform's form `HH:mm:ss-HH:mm:ss` (docs/services.md, AI Call: Calls and tasks). Hours and minutes are
 * enough; a period must end after it begins and may not overlap another one.
 */
export function workingPeriods(periods: readonly Period[]): Result<string[]> {
	const texts: string[] = [];
	for (const { from, to } of periods) {
		const begin = clockTime(from);
		const end = clockTime(to);
		if (begin === undefined || end === undefined) {
			const wrong = begin === undefined ? from : to;
			return invalid(
				`'${String(wrong ?? '')}' in 'Calling Hours' is not a time of day`,
				'Enter hours and minutes such as 09:00 or 17:30.',
			);
		}
		if (end <= begin) {
			return invalid(
				`The calling hours ${begin} to ${end} do not end after they begin`,
				"Swap 'From' and 'To', or enter two periods for one that goes over midnight.",
			);
		}
		texts.push(`${begin}-${end}`);
	}
	const sorted = [...texts].sort();
	for (let index = 1; index < sorted.length; index++) {
		if (sorted[index]! < sorted[index - 1]!.slice(9)) {
			return invalid(
				`The calling hours ${sorted[index - 1]} and ${sorted[index]} overlap`,
				"Join them to one period in 'Calling Hours'.",
			);
		}
	}
	return success(texts);
}

function clockTime(value: unknown): string | undefined {
	const text = String(value ?? '')
		.trim()
		.replace(/：/g, ':');
	const [, hours, minutes, seconds = '00'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
	if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
		return undefined;
	}
	return `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}
