import { tryToParseDateTime } from 'n8n-workflow';

import { timeInMs } from '../../shared/aiCall/times';
import { passed, refusal, type Reading } from '../protocol/reading';

/**
 * A date parameter in milliseconds since 1970, read in the given time zone where it names none;
 * undefined when it is empty. Numbers are seconds (10 digits) or milliseconds (13).
 */
export function readDate(
	value: unknown,
	timeZone: string,
	displayName: string,
): Reading<number | undefined> {
	if (value === undefined || value === null || value === '') return passed(undefined);
	const count = timeInMs(value);
	if (count !== null) return passed(count);
	let ms = NaN;
	if (typeof value !== 'number') {
		try {
			ms = tryToParseDateTime(value, timeZone).toMillis();
		} catch {
			// stays no date
		}
	}
	return Number.isNaN(ms)
		? refusal(
				`'${displayName}' is not a date`,
				'Pick a date, or enter one such as 2026-11-20T09:00:00.',
			)
		: passed(ms);
}
