import type { CreateBody } from './requests';

/** The platform's own time zone: it has working hours in no other. */
export const CHINA = 'Asia/Shanghai';

/**
 * The times of a task as people read them. Begin and end are points in time, which the workflow's zone
 * and China write differently; working hours are times of day in China.
 */
export function readableTimes(body: CreateBody, timeZone: string): Record<string, string> {
	return {
		startCallingAt: inBothZones(body.time_begin, timeZone),
		...(body.time_end === undefined ? {} : { stopCallingAt: inBothZones(body.time_end, timeZone) }),
		taskWorkingHours: `${body.time_range.map(withoutSeconds).join(', ')} China time`,
	};
}

/** Whether a zone's clocks show another time than China's at this moment. */
export function differsFromChina(timeZone: string, now: number): boolean {
	return readableTime(now, timeZone) !== readableTime(now, CHINA);
}

function inBothZones(ms: number, timeZone: string): string {
	const inChina = readableTime(ms, CHINA);
	const here = readableTime(ms, timeZone);
	return here === inChina ? `${inChina} China time` : `${here} ${timeZone} (${inChina} China time)`;
}

/** Date and time of day as a zone's clocks show them. */
export function readableTime(ms: number, timeZone: string): string {
	// Swedish writes a date as ISO 8601 does
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	});
	return format.format(ms);
}

function withoutSeconds(period: string): string {
	return period.replace(/(\d\d:\d\d):00/g, '$1');
}
