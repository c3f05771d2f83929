import {
	asPeriod,
	hoursText,
	isWholeDay,
	numbersIn,
	outsideHours,
	periodOutside,
	readCallingHours,
} from '../../../../nodes/IflytekAiCall/protocol/guard';
import { rowNumbers, summarize } from '../../../../nodes/IflytekAiCall/protocol/runSummary';
import { aSentence } from '../../aSentence';

const BY_DAY = { from: 9 * 60, to: 18 * 60 };

it.each([
	[
		{ from: '08:00', to: '21:00' },
		{ from: 480, to: 1260 },
	],
	[
		{ from: '8：00', to: '24:00' },
		{ from: 480, to: 1440 },
	],
	[
		{ from: '00:00', to: '24:00' },
		{ from: 0, to: 1440 },
	],
])('reads the calling hours %p', (given, hours) => {
	expect(readCallingHours(given)).toEqual({ ok: true, value: hours });
});

it.each([
	[{ from: '8', to: '21:00' }, "'8' in 'Calling Hours' is not a time of day"],
	[{ from: '08:00', to: '24:01' }, "'24:01' in 'Calling Hours' is not a time of day"],
	[{ from: '08:60', to: '21:00' }, "'08:60' in 'Calling Hours' is not a time of day"],
	[{ from: '08:00' }, "'' in 'Calling Hours' is not a time of day"],
	[{ from: '21:00', to: '08:00' }, "'Calling Hours' do not end after they begin"],
	[{ from: '08:00', to: '08:00' }, "'Calling Hours' do not end after they begin"],
])('refuses the calling hours %p', (given, message) => {
	expect(readCallingHours(given)).toMatchObject({
		ok: false,
		problem: { message, remedy: aSentence },
	});
});

it.each([
	['2026-11-23T00:59:59Z', true],
	['2026-11-23T01:00:00Z', false],
	['2026-11-23T09:59:59Z', false],
	['2026-11-23T10:00:00Z', true],
	['2026-11-22T16:30:00Z', true],
])('knows whether %s is outside 09:00 to 18:00 in China: %p', (time, isOutside) => {
	expect(outsideHours(BY_DAY, Date.parse(time)) !== undefined).toBe(isOutside);
});

it.each([
	['13. 13800138000\n14. 13900139000', ['13800138000', '13900139000']],
	['No 15 13800138000', ['13800138000']],
	['13800138000 13900139000', ['13800138000', '13900139000']],
	['+86 138 0013 8000 / 0086-139-0013-9000', ['13800138000', '13900139000']],
])('finds every number of a list that is not to be called: %j', (list, numbers) => {
	// one too many holds a row back; one too few calls somebody who asked not to be called
	expect([...numbersIn(list)]).toEqual(expect.arrayContaining(numbers));
});

it('compares working periods with calling hours, and writes calling hours as one', () => {
	const periods = ['09:00:00-12:00:00', '13:00:00-18:00:00'];
	expect(periodOutside(BY_DAY, periods)).toBeUndefined();
	expect(periodOutside(BY_DAY, [...periods, '18:00:00-18:01:00'])).toBe('18:00:00-18:01:00');
	expect(periodOutside(BY_DAY, ['08:59:00-12:00:00'])).toBe('08:59:00-12:00:00');
	expect(periodOutside(BY_DAY, ['13:00:00-18:00:30'])).toBe('13:00:00-18:00:30');
	expect(asPeriod(BY_DAY)).toBe('09:00:00-18:00:00');
	expect(asPeriod({ from: 0, to: 1440 })).toBe('00:00:00-23:59:59');
	expect(hoursText(BY_DAY)).toBe('09:00–18:00 (China time)');
	expect([isWholeDay(BY_DAY), isWholeDay({ from: 0, to: 1440 })]).toEqual([false, true]);
});

it.each<[unknown, string[]]>([
	['13800138000, +86 139-0013-9000; 010-65001234', ['13800138000', '13900139000']],
	['13800138000\n8613900139000', ['13800138000', '13900139000']],
	['138 0013 8000 139 0013 9000', ['13800138000', '13900139000']],
	['["13800138000","13900139000"]', ['13800138000', '13900139000']],
	[13800138000, ['13800138000']],
	[[{ json: { mobile: '0086 13800138000', name: 'x' } }], ['13800138000']],
	['', []],
	[null, []],
	['010-65001234', []],
])('finds the numbers in %j', (given, numbers) => {
	expect([...numbersIn(given)]).toEqual(numbers);
});

it('says of row numbers which stretches they make, within bounds', () => {
	expect(rowNumbers([4])).toBe('row 4');
	expect(rowNumbers([1, 2, 3, 7, 9, 10])).toBe('rows 1–3, 7, 9–10');
	const many = Array.from({ length: 30 }, (_, n) => n * 2);
	expect(rowNumbers(many)).toMatch(/^rows (\d+, ){10}…$/);
});

it('counts rows by status and reason', () => {
	const refused = (row: number, message: string) => ({
		row,
		status: 'refused',
		problem: { message, remedy: '', retryClass: 'never' as const },
	});
	expect(
		summarize([
			{ row: 1, status: 'accepted' },
			refused(2, 'A'),
			refused(3, 'B'),
			refused(4, 'A'),
			refused(5, 'C'),
			refused(6, 'D'),
		]),
	).toBe('1 accepted, 5 refused (rows 2, 4: A; row 3: B; row 5: C; 1 more reason)');
});
