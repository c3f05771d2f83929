import { readableTimes } from '../../../../nodes/IflytekAiCall/hours/hours';

const BODY = {
	task_name: 'n',
	line_num: '1',
	robot_id: '2',
	time_range: ['09:00:00-12:00:00'],
	time_begin: Date.UTC(2026, 10, 20, 1, 0),
};

it("writes a task's times as clocks in China show them", () => {
	expect(readableTimes(BODY, 'english')).toEqual({
		startCallingAt: '2026-11-20 09:00 China time',
		taskWorkingHours: '09:00-12:00 China time',
	});
});

it('writes the date that it is in China, and seconds of working hours that have some', () => {
	const body = {
		...BODY,
		time_end: Date.UTC(2026, 11, 31, 16, 30),
		time_range: ['09:00:00-12:00:00', '13:00:30-18:00:00'],
	};
	expect(readableTimes(body, 'english')).toEqual({
		startCallingAt: '2026-11-20 09:00 China time',
		stopCallingAt: '2027-01-01 00:30 China time',
		taskWorkingHours: '09:00-12:00, 13:00:30-18:00 China time',
	});
});
