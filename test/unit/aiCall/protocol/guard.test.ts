import { numbersIn } from '../../../../nodes/IflytekAiCall/protocol/guard';
import { rowNumbers, summarize } from '../../../../nodes/IflytekAiCall/protocol/runSummary';

it.each([
	['13. 13800138000\n14. 13900139000', ['13800138000', '13900139000']],
	['No 15 13800138000', ['13800138000']],
	['13800138000 13900139000', ['13800138000', '13900139000']],
	['+86 138 0013 8000 / 0086-139-0013-9000', ['13800138000', '13900139000']],
])('finds every number of a list that is not to be called: %j', (list, numbers) => {
	// one too many holds a row back; one too few calls somebody who asked not to be called
	expect([...numbersIn(list)]).toEqual(expect.arrayContaining(numbers));
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
