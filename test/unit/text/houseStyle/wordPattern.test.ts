import fc from 'fast-check';

import {
	compilePattern,
	coveredBy,
} from '../../../../nodes/IflytekTextCorrection/houseStyle/wordPattern';

const search = (source: string, text: string, left = 1e7) =>
	coveredBy(compilePattern(source), text, { left }).map(({ start, end }) => text.slice(start, end));

test.each([
	['第\\d+号', '文件第12号和第3号', ['第12号', '第3号']],
	['[^》]*讯飞', '科大讯飞', ['科大讯飞']],
	['《[^》]*》', '看《一》和《二》', ['《一》', '《二》']],
	['(?:甲|乙丙){2}', '甲乙丙甲', ['甲乙丙甲']],
	['\\p{Lu}\\w*', 'n8n Cloud 𠮷', ['Cloud']],
	['\\u{20BB7}|[\\u4e00-\\u4e01]', '𠮷一丁二', ['𠮷', '一', '丁']],
	['^第.章$', '第一章\n第二章 第三章', ['第一章']],
	['a{2,3}', 'a aa aaaaa', ['aa', 'aaaaa']],
	['a{,2}', 'a{,2}', ['a{,2}']],
	['x?', 'xy', ['x']],
	['[a\\-z\\]]+', 'b-a]z', ['-a]z']],
	['\\/', 'a/b', ['/']],
	['.', 'a\n', ['a']],
])('/%s/ covers in %j: %j', (source, text, expected) => {
	expect(search(source, text)).toEqual(expected);
});

test.each([
	['(?=a)', 'has a group (?=…), which is not supported'],
	['(?<=a)b', 'has a group (?<…), which is not supported'],
	['a*?', 'has a quantifier followed by ?, which is not supported'],
	['a**', 'has two quantifiers next to each other'],
	['*a', 'has a * with nothing before it to repeat'],
	['(a', 'has a group that is not closed'],
	['a)', 'closes a group that is not open'],
	['[a', 'has a [ that is not closed'],
	['[b-a]', 'has a reversed range in [ ]'],
	['\\b', 'has \\b, which is not supported'],
	['(a)\\1', 'has \\1, which is not supported'],
	['\\p{Klingon}', 'has a \\p without a known property'],
	['a{3,1}', 'has the quantifier {3,1}, whose bounds are reversed'],
	['(a{1,1000}){1,1000}', 'repeats too much'],
	['('.repeat(60) + ')'.repeat(60), 'nests its groups too deeply'],
])('/%s/ is refused: it %s', (source, message) => {
	expect(() => compilePattern(source)).toThrow(message);
});

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '一', '(?:a|bb)', '(?:ab)');
const quantifier = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,2}');
const source = fc
	.array(fc.tuple(atom, quantifier), { minLength: 1, maxLength: 4 })
	.map((parts) => parts.flat().join(''));

test('covers exactly what lies in some match of the language’s own expressions', () => {
	fc.assert(
		fc.property(source, fc.stringMatching(/^[abc一\n]{0,12}$/), (pattern, text) => {
			const whole = new RegExp(`^(?:${pattern})$`, 'u');
			const expected = new Set<number>();
			for (let start = 0; start < text.length; start++)
				for (let end = start + 1; end <= text.length; end++)
					if (whole.test(text.slice(start, end)))
						for (let at = start; at < end; at++) expected.add(at);
			const found = new Set<number>();
			for (const { start, end } of coveredBy(compilePattern(pattern), text, { left: 1e7 }))
				for (let at = start; at < end; at++) found.add(at);
			expect([...found].sort()).toEqual([...expected].sort());
		}),
		{ numRuns: 500 },
	);
});

test('is not slowed down by a pattern that would take the language’s own engine years', () => {
	const text = 'a'.repeat(50_000);
	expect(search('(a+)+b', text, 30_000_000)).toEqual([]);
	expect(search('(a|a|aa)*c|a*a*a*a*a*b', text, 30_000_000)).toEqual([]);
});

test('ends after so many steps, whatever the pattern', () => {
	expect(() => search('(a{0,200}b?){0,4}c', 'a'.repeat(100_000), 1_000_000)).toThrow(
		'takes too long in a text of this length',
	);
});
