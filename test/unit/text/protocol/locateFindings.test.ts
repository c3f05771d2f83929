import fc from 'fast-check';

import type { Finding } from '../../../../nodes/IflytekTextCorrection/protocol/correctionAnswer';
import { locateFindings } from '../../../../nodes/IflytekTextCorrection/protocol/locateFindings';
import { runs } from '../../../support/fullSize';

function finding(position: number, original: string, change: Partial<Finding> = {}): Finding {
	return { category: 'char', position, original, suggestion: 'x', type: 'char', ...change };
}

/** The places that the findings of texts have in these, put together. */
const locateAll = (...texts: Array<[text: string, findings: Finding[]]>) => {
	let start = 0;
	const pieces = texts.map(([text, findings]) => {
		const [from, end] = [start, (start += text.length)];
		return { piece: { start: from, end, ownStart: from, ownEnd: end }, findings };
	});
	const whole = texts.map(([text]) => text).join('');
	return locateFindings(whole, pieces).map(({ place }) => place);
};

const locate = (text: string, ...findings: Finding[]) => locateAll([text, findings]);

/** Left open, for this cause. */
const open = (code: string) => expect.objectContaining({ code });

describe('the place of a finding', () => {
	it('is its position where the text stands there', () => {
		expect(locate('他画蛇天足。', finding(1, '画蛇天足'))).toEqual([{ index: 1 }]);
	});

	it('follows the count of UTF-16 units or of code points, whichever fits', () => {
		const text = '😀😀他画蛇天足。';
		expect(locate(text, finding(5, '画蛇天足'))).toEqual([{ index: 5 }]);
		expect(locate(text, finding(3, '画蛇天足'))).toEqual([{ index: 5 }]);
	});

	it('follows the count that fits more findings where both fit one', () => {
		const text = '😀错错';
		expect(locate(text, finding(1, '错'), finding(2, '错'))).toEqual([{ index: 2 }, { index: 3 }]);
		expect(locate(text, finding(2, '错'), finding(3, '错'))).toEqual([{ index: 2 }, { index: 3 }]);
	});

	it('follows the count that other texts of the same answer show', () => {
		const places = locateAll(
			['😀天天天', [finding(2, '天')]],
			['😀他画蛇天足', [finding(2, '画蛇天足')]],
		);
		expect(places).toEqual([{ index: 3 }, { index: 8 }]);
	});

	it('stays open where both counts fit and nothing tells which is meant', () => {
		expect(locate('😀天天天', finding(2, '天'))).toEqual([open('inTwoWays')]);
		expect(locate('😀天好天', finding(3, '', { category: 'miss' }))).toEqual([open('inTwoWays')]);
	});

	it('is found in the neighbourhood when the position is a little off', () => {
		expect(locate('一二三四五画蛇天足', finding(2, '画蛇天足'))).toEqual([{ index: 5 }]);
		expect(locate('画蛇天足' + '。'.repeat(20), finding(20, '画蛇天足'))).toEqual([{ index: 0 }]);
		expect(locate('一二三四五天足', finding(2, '天足'))).toEqual([{ index: 5 }]);
	});

	it('is not guessed', () => {
		const far = '画蛇天足' + '。'.repeat(60);
		expect(locate(far, finding(50, '画蛇天足'))).toEqual([{ code: 'notFound', what: '画蛇天足' }]);
		expect(locate('。'.repeat(60) + '画蛇天足', finding(0, '画蛇天足'))).toEqual([
			{ code: 'notFound', what: '画蛇天足' },
		]);
		expect(locate('的一的二', finding(1, '的'))).toEqual([{ code: 'notOnce', what: '的' }]);
		expect(locate('一天二', finding(2, '天'))).toEqual([{ code: 'tooShort', what: '天' }]);
		expect(locate('一😀二', finding(0, '😀'))).toEqual([open('tooShort')]);
		expect(locate('短', finding(900, '短短'))).toEqual([{ code: 'notFound', what: '短短' }]);
	});

	it('is not the nearest of several when the positions are off by line breaks', () => {
		const lines = '\n'.repeat(22);
		const text = `${lines}他跑得很快，今天我们的老师来了，大家都到教室门口去，他慢慢的走。`;
		const meant = text.lastIndexOf('的');
		expect(locate(text, finding(meant - 22, '的'))).toEqual([open('notOnce')]);
		const words = `${lines}今天老师来了，同学们都很高兴地站在门口等着她，后来老师走了`;
		expect(locate(words, finding(words.lastIndexOf('老师') - 22, '老师'))).toEqual([
			open('notOnce'),
		]);
	});

	it('of an insertion is doubtful when another position of the same text is wrong', () => {
		const text = '我们圆满完任务，他画蛇天足。';
		const insertion = finding(4, '', { category: 'miss', suggestion: '成' });
		expect(locate(text, insertion, finding(9, '画蛇天足'))).toEqual([{ index: 4 }, { index: 9 }]);
		expect(locate(text, insertion, finding(7, '画蛇天足'))).toEqual([
			open('miscounted'),
			{ index: 9 },
		]);
		expect(locateAll([text, [insertion]], [text, [finding(7, '画蛇天足')]])[0]).toEqual({
			index: 4,
		});
	});

	const insertion = (position: number) => finding(position, '', { category: 'miss' });

	it.each([
		['a trimmed text', '\n 　\t他画蛇天足，的', [1, '画蛇天足'], [6, '的']],
		[
			'a text without its beginning',
			'。'.repeat(40) + '画蛇天足，松驰的',
			[0, '画蛇天足'],
			[5, '松驰'],
			[7, '的'],
		],
		['a line break as one', '一\r\n\r\n二画蛇天足\r\n的', [4, '画蛇天足'], [9, '的']],
		[
			'a trimmed text and line breaks as one',
			'\r\n一\r\n二画蛇天足\r\n的',
			[3, '画蛇天足'],
			[8, '的'],
		],
		['a trimmed text and emoji as one', ' 😀二画蛇天足😀的', [2, '画蛇天足'], [7, '的']],
	])('follows the count of %s when all findings agree', (_name, text, ...given) => {
		const rows = given as Array<[number, string]>;
		const findings = rows.map(([position, original]) => finding(position, original));
		const [at] = rows[0];
		const places = locate(text, ...findings, insertion(at));
		expect(places).toEqual([
			...rows.map(([, original]) => ({ index: text.lastIndexOf(original) })),
			{ index: text.indexOf('画蛇天足') },
		]);
	});

	it('follows no other count when one finding contradicts it', () => {
		const text = '。'.repeat(40) + '画蛇天足，松驰的';
		const words = [finding(0, '画蛇天足'), finding(5, '松驰')];
		expect(locate(text, ...words, finding(6, '的'))).toEqual([
			open('notFound'),
			open('notFound'),
			open('notFound'),
		]);
		const sameWord = [finding(0, '画蛇天足'), finding(0, '画蛇天足', { category: 'idm' })];
		expect(locate(text, ...sameWord)[0]).toHaveProperty('code');
	});

	it('of an insertion stays when another one names a text that stands nowhere', () => {
		const [place] = locate(
			'圆满完任务',
			finding(3, '', { category: 'miss' }),
			finding(0, '不在文中'),
		);
		expect(place).toEqual({ index: 3 });
	});

	it('of an insertion may be the end of the text, but not inside a character or beyond', () => {
		expect(locate('好人', insertion(2))).toEqual([{ index: 2 }]);
		expect(locate('好人', insertion(3))).toEqual([open('outside')]);
		expect(locate('😀好', insertion(3))).toEqual([{ index: 3 }]);
		expect(locate('😀好', insertion(1))).toEqual([{ index: 2 }]);
	});

	it('is missing for an unreadable row, which is told in short', () => {
		const unreadable: Finding = {
			category: 'char',
			position: null,
			original: null,
			suggestion: null,
			type: '',
			unreadable: ['😀'.repeat(100)],
		};
		const [place] = locate('好', unreadable);
		expect(place).toEqual({
			code: 'unknownRow',
			what: expect.stringMatching(/^\["😀+…$/u),
		});
	});
});

describe('for any text, however full of repetitions', () => {
	it('a true finding is placed rightly or left open, never placed wrongly', () => {
		const unit = fc.constantFrom('a', 'b', '😀', '𠮷');
		fc.assert(
			fc.property(
				fc.array(unit, { minLength: 1, maxLength: 30 }),
				fc.array(fc.tuple(fc.nat(29), fc.integer({ min: 0, max: 3 })), { maxLength: 6 }),
				fc.boolean(),
				(units, spans, countsCodePoints) => {
					const truths = spans
						.filter(([from]) => from < units.length)
						.map(([from, length]) => ({
							index: units.slice(0, from).join('').length,
							position: countsCodePoints ? from : units.slice(0, from).join('').length,
							original: units.slice(from, from + length).join(''),
						}));
					const places = locate(
						units.join(''),
						...truths.map(({ position, original }) => finding(position, original)),
					);
					places.forEach((place, i) => {
						if ('index' in place) expect(place.index).toBe(truths[i].index);
					});
				},
			),
			{ numRuns: runs(2000) },
		);
	});

	it('one whose position is off is never placed anywhere else than where it is', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom('a', 'b', 'c', '\n', '😀'), { minLength: 1, maxLength: 60 }),
				fc.nat(59),
				fc.integer({ min: 1, max: 4 }),
				fc.integer({ min: -30, max: 30 }),
				(units, from, length, shift) => {
					const original = units.slice(from, from + length).join('');
					const text = units.join('');
					const position = from + shift;
					// another text of the same words at that very place cannot be told from the right one
					const misleads = [position, [...text].slice(0, position).join('').length];
					fc.pre(original !== '' && position >= 0);
					fc.pre(!misleads.some((index) => text.startsWith(original, index)));
					const [place] = locate(text, finding(position, original));
					if ('index' in place) expect(place.index).toBe(units.slice(0, from).join('').length);
				},
			),
			{ numRuns: runs(2000) },
		);
	});
});
