import {
	findKept,
	readKeptWords,
	touched,
} from '../../../../nodes/IflytekTextCorrection/houseStyle/keptWords';
import {
	findReplacements,
	inHouseStyle,
	readReplacements,
} from '../../../../nodes/IflytekTextCorrection/houseStyle/replacements';
import { processorTime } from '../../../support/processorTime';
import type { Result } from '../../../../nodes/shared/problem/problem';

function value<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(result.problem.message);
	return result.value;
}
const fault = (result: Result<unknown>) => (result.ok ? undefined : result.problem.message);

describe('words to keep', () => {
	const kept = (lines: unknown, text: string) =>
		findKept(text, value(readKeptWords(lines))).map(({ start, end }) => text.slice(start, end));

	it('are lines or a list, each word as it is', () => {
		expect(kept(' 讯飞 \r\n\n第3号', '讯飞第3号，讯飞.')).toEqual(['讯飞', '第3号', '讯飞']);
		expect(kept(['(a', 12], '(a 12')).toEqual(['(a', '12']);
		expect(kept('["讯飞","甲\\n乙"]', '讯飞，乙')).toEqual(['讯飞', '乙']);
		expect(kept('[甲]\n乙', '[甲]和乙')).toEqual(['[甲]', '乙']);
		expect(kept(undefined, '讯飞')).toEqual([]);
	});

	it.each([
		['第*号', '按第3号、第十二 号和第５号一号', ['第3号', '第５号']],
		['*公司', '见北京讯飞公司，上海公司\n公司', ['见北京讯飞公司', '上海公司', '公司']],
		['讯飞*', '问讯飞星火大模型：讯飞\n星火', ['讯飞星火大模型', '讯飞']],
		['《*》', '看《一》和《二，三》《》', ['《一》', '《》']],
		['甲*', '甲' + '𠮷'.repeat(30), ['甲' + '𠮷'.repeat(20)]],
		['*甲', '𠮷'.repeat(30) + '甲', ['𠮷'.repeat(20) + '甲']],
		[
			'甲*乙',
			'甲' + '一'.repeat(21) + '乙，甲' + '一'.repeat(20) + '乙',
			['甲' + '一'.repeat(20) + '乙'],
		],
		// the first 乙 is too far from the end, the second one is not
		[
			'甲*乙*丙',
			'甲乙' + '一'.repeat(10) + '乙' + '一'.repeat(15) + '丙',
			['甲乙' + '一'.repeat(10) + '乙' + '一'.repeat(15) + '丙'],
		],
		['5*3', '5*3和5乘3', ['5*3', '5乘3']],
		['第**号', '第3号', ['第3号']],
	])('with a star, %s in %s', (line, text, expected) => {
		expect(kept(line, text)).toEqual(expected);
	});

	it('with stars are found in time that grows with the text', () => {
		const spent = processorTime();
		const lines = ['a*', '*a', 'a*b', 'a*a*a*a*a*a*a*b', '*a*a*a*'];
		expect(kept(lines, 'a'.repeat(100_000))).toEqual(['a'.repeat(100_000)]);
		expect(spent()).toBeLessThan(10_000);
	});

	it('that overlap are one, and those side by side are two', () => {
		expect(kept('一二\n二三\n四', '一二三四')).toEqual(['一二三', '四']);
		expect(kept('aa', 'aaa')).toEqual(['aaa']);
	});

	it('are touched by what has a character in common, and by an insertion inside', () => {
		const ranges = [
			{ start: 2, end: 4 },
			{ start: 4, end: 6 },
		];
		const at = (start: number, end: number) => touched(ranges, start, end)?.start;
		expect([at(0, 2), at(1, 3), at(3, 3), at(4, 4), at(2, 2), at(5, 9), at(6, 8)]).toEqual([
			undefined,
			2,
			2,
			undefined,
			undefined,
			4,
			undefined,
		]);
	});

	it.each([
		[{ a: 1 }, "'Keep These Words' contains an object instead of text"],
		[[['a']], "'Keep These Words' contains an object instead of text"],
		['第1号\n/第\\d+号/', "'Keep These Words' has /第\\d+号/, and patterns between slashes"],
		['/a/gi', "'Keep These Words' has /a/gi, and patterns between slashes"],
		['a\n**', "'Keep These Words' has the line **, which would keep every word"],
		['a'.repeat(501), 'a line of 501 characters'],
		['a\n'.repeat(5001), '5001 lines'],
	])('are refused by name: %j', (given, message) => {
		expect(fault(readKeptWords(given))).toContain(message);
	});
});

describe('replacements', () => {
	const style = (lines: unknown) => value(readReplacements(lines));

	it('are taken from lines, the longest first, each place once', () => {
		const places = findReplacements('帐户，帐户余额', style('帐户 = 账户\n帐户余额=余额'));
		expect(places).toEqual([
			{ position: 0, original: '帐户', suggestion: '账户' },
			{ position: 3, original: '帐户余额', suggestion: '余额' },
		]);
	});

	it.each(['会议=>大会', '会议 => 大会', '会议= >大会'])('may have an arrow: %s', (line) => {
		expect(inHouseStyle('会议部署', style(line))).toBe(
			line.includes('= >') ? '>大会部署' : '大会部署',
		);
	});

	it('leave what is part of the right words', () => {
		expect(inHouseStyle('讯飞和科大讯飞', style('讯飞 = 科大讯飞'))).toBe('科大讯飞和科大讯飞');
	});

	it.each([
		['讯飞 = 科大讯飞', '科大', '讯飞', '公司', '讯飞'],
		['讯飞 = 科大讯飞', '', '科大', '讯飞', '科大'],
		['讯飞 = 科大讯飞', '大', '讯飞', '公司', '科大讯飞'],
		['讯飞 = 科大讯飞', '讯飞', '讯飞', '讯飞', '科大讯飞'],
		['讯飞 = 科大讯飞', '讯', '飞讯', '飞', '飞讯'],
		['讯飞 = 讯飞股份', '', '讯飞', '股份', '讯飞'],
		['讯飞 = 讯飞股份', '', '讯飞', '股', '讯飞股份'],
		['讯飞 = 科大讯飞股份', '科大', '讯飞', '股份', '讯飞'],
		['讯飞 = 科大讯飞股份', '科大', '讯飞', '公司', '科大讯飞股份'],
	])(
		'%s leaves what is right together with what is around it: %s[%s]%s',
		(rule, before, word, after, right) => {
			expect(inHouseStyle(word, style(rule), { before, after })).toBe(right);
		},
	);

	it('delete with nothing on the right, and may hold an equals sign', () => {
		expect(inHouseStyle('请您请来', style('请 ='))).toBe('您来');
		expect(inHouseStyle('a=b', style('a=b = c'))).toBe('c');
	});

	it.each(['帐户', '= 账户', 'a=b=c', '同 = 同'])('are refused in another form: %j', (line) => {
		expect(fault(readReplacements(line))).toBe(
			`'Replace Always' has the line "${line}", which is not in the form from = to`,
		);
	});

	it('are refused where two lines contradict each other', () => {
		expect(fault(readReplacements('甲 = 乙\n甲 = 丙'))).toBe(
			`'Replace Always' replaces "甲" by both "乙" and "丙"`,
		);
	});
});
