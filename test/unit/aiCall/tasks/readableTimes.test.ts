import { differsFromChina, readableTimes } from '../../../../nodes/IflytekAiCall/tasks/records';

const BODY = {
	task_name: 'n',
	line_num: '1',
	robot_id: '2',
	time_range: ['09:00:00-12:00:00'],
	time_begin: Date.UTC(2026, 10, 20, 1, 0),
};

it.each([
	['Asia/Shanghai', '2026-11-20 09:00 China time'],
	['Asia/Singapore', '2026-11-20 09:00 China time'],
	['Europe/Berlin', '2026-11-20 02:00 Europe/Berlin (2026-11-20 09:00 China time)'],
	['America/New_York', '2026-11-19 20:00 America/New_York (2026-11-20 09:00 China time)'],
])('writes a time as %s and China read it', (zone, text) => {
	expect(readableTimes(BODY, zone)).toMatchObject({ startCallingAt: text });
});

it('working hours are times of day in China, whatever the zone of the workflow', () => {
	const body = {
		...BODY,
		time_end: BODY.time_begin,
		time_range: ['09:00:00-12:00:00', '13:00:30-18:00:00'],
	};
	expect(readableTimes(body, 'UTC')).toEqual({
		startCallingAt: '2026-11-20 01:00 UTC (2026-11-20 09:00 China time)',
		stopCallingAt: '2026-11-20 01:00 UTC (2026-11-20 09:00 China time)',
		taskWorkingHours: '09:00-12:00, 13:00:30-18:00 China time',
	});
	expect(differsFromChina('UTC', BODY.time_begin)).toBe(true);
	expect(differsFromChina('Asia/Hong_Kong', BODY.time_begin)).toBe(false);
});
