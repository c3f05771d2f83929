import fc from 'fast-check';

import { insideQuotations } from '../../../../nodes/IflytekTextCorrection/protocol/quotations';
import { splitText, type Piece } from '../../../../nodes/IflytekTextCorrection/protocol/splitText';
import { isInsidePair } from '../../../../nodes/shared/formats/prose/textBoundary';
import {
	inOneRequest,
	MAX_BASE64_BYTES,
	MAX_CHARACTERS,
} from '../../../../nodes/IflytekTextCorrection/protocol/service';
import { runs } from '../../../support/fullSize';
import { processorTime } from '../../../support/processorTime';

const owned = (text: string) =>
	splitText(text).map(({ ownStart, ownEnd }) => text.slice(ownStart, ownEnd));
const sent = (text: string) => splitText(text).map(({ start, end }) => text.slice(start, end));

function expectWithinLimits(text: string, pieces: Piece[]): void {
	for (const { start, end } of pieces) {
		const piece = text.slice(start, end);
		expect(piece.length).toBeLessThanOrEqual(MAX_CHARACTERS);
		expect(Buffer.from(piece).toString('base64').length).toBeLessThanOrEqual(MAX_BASE64_BYTES);
	}
}

describe('the limits', () => {
	it('count characters as a reader does, and bytes after base64', () => {
		const fits = (text: string) => inOneRequest(text).ok;
		expect(['a'.repeat(2000), 'a'.repeat(2001)].map(fits)).toEqual([true, false]);
		expect(['字'.repeat(1750), '字'.repeat(1751)].map(fits)).toEqual([true, false]);
		expect(fits('😀'.repeat(1001) + 'a'.repeat(999))).toBe(true);
	});
});

describe('a text within the limits', () => {
	it.each([
		['2000 letters', 'a'.repeat(2000)],
		['1750 Chinese characters', '字'.repeat(1750)],
		['many short sentences', '好。'.repeat(875)],
	])('is one piece: %s', (_name, text) => {
		expect(splitText(text)).toEqual([
			{ start: 0, end: text.length, ownStart: 0, ownEnd: text.length },
		]);
	});
});

describe('a long text', () => {
	it('is cut after the last sentence that fits, with its closing marks and space', () => {
		const head = '甲'.repeat(1000) + '。';
		const quoted = '“' + '乙'.repeat(700) + '！”\n　';
		const tail = '丙'.repeat(600);
		expect(owned(head + quoted + tail)).toEqual([head + quoted, tail]);
	});

	it('sends nothing twice when it is cut at sentence ends', () => {
		const text = ('这是一句完整的话。' + '那又是另一句，稍微长一点！').repeat(300);
		expect(sent(text)).toEqual(owned(text));
		for (const piece of owned(text)) expect(piece).toMatch(/[。！]$/);
	});

	it('is cut at a paragraph end when there is no sentence end', () => {
		const text = ['甲'.repeat(900), '乙'.repeat(700), '丙'.repeat(900)].join('\n');
		expect(sent(text)).toEqual([
			'甲'.repeat(900) + '\n' + '乙'.repeat(700) + '\n',
			'丙'.repeat(900),
		]);
	});

	it('is not cut inside a quotation where it can be helped', () => {
		const head = '甲'.repeat(900) + '。他说：';
		const quotation = '“' + ('乙'.repeat(99) + '。').repeat(12) + '”';
		expect(owned(head + quotation + '丙'.repeat(100))).toEqual([
			'甲'.repeat(900) + '。',
			'他说：' + quotation + '丙'.repeat(100),
		]);
	});

	it('is cut before a quotation rather than inside it, even without a sentence end', () => {
		const quotation = '《' + '乙，'.repeat(300) + '》';
		const text = '甲'.repeat(1500) + quotation + '丙'.repeat(100);
		expect(owned(text)[0]).toBe('甲'.repeat(1500));
	});

	it('is cut inside a quotation that does not fit, at a sentence end', () => {
		const text = '“' + ('乙'.repeat(99) + '。').repeat(40) + '”';
		for (const piece of owned(text).slice(0, -1)) expect(piece).toMatch(/。$/);
	});

	it.each([
		['a decimal', '3.14159'],
		['thousands', '1,234,567'],
		['a full-width number', '１２３４'],
		['a date', '2024年3月31日'],
		['a time', '12:30:45'],
		['Chinese numerals', '三千四百五十六'],
		['a word', 'internationalization'],
		['an emoji sequence', '👨‍👩‍👧'],
	])('is not cut inside %s', (_name, whole) => {
		for (let before = 1700 - whole.length; before <= 1700; before++) {
			const text = '甲'.repeat(before) + whole + '乙'.repeat(400);
			const cut = splitText(text)[0].ownEnd;
			expect(cut <= before || cut >= before + whole.length).toBe(true);
		}
	});

	it('is not cut behind the number of a list', () => {
		const text = '甲'.repeat(1500) + '3.丙' + '丁'.repeat(600);
		expect(splitText(text)[0].ownEnd).toBeGreaterThan(1600);
	});

	it.each([
		['emoji between Chinese characters', '字字字字😀'.repeat(2000)],
		['emoji at odd places', 'a' + '😀'.repeat(3000)],
		['letters of two bytes', 'é'.repeat(6000)],
		['lone halves of pairs', '\ud83d'.repeat(4000)],
	])('fills its pieces, within the limits: %s', (_name, text) => {
		const pieces = splitText(text);
		expectWithinLimits(text, pieces);
		const size = (part: string) => Math.max(part.length / 2000, Buffer.byteLength(part) / 5250);
		expect(size(text.slice(pieces[0].start, pieces[0].end))).toBeGreaterThan(0.99);
	});

	it('does not reach back beyond the piece before', () => {
		const quotation = '“' + '乙'.repeat(1500) + '”';
		const text = '甲'.repeat(10) + quotation + '，'.repeat(300) + '丙'.repeat(300);
		const [first, second] = splitText(text);
		expect([first.start, first.ownEnd, second.start]).toEqual([0, 10, 0]);
	});

	it('does not take the point of a number or an address for a sentence end', () => {
		const text = '甲'.repeat(900) + '3.5' + 'http://a.example/b?c=d' + '乙'.repeat(1200);
		expect(owned(text)[0].length).toBeGreaterThan(1500);
	});

	it('is cut anywhere between characters when it is one endless word', () => {
		const text = 'a'.repeat(5000);
		expectWithinLimits(text, splitText(text));
		expect(owned(text).join('')).toBe(text);
	});

	it('is cut even where a reader sees a single character', () => {
		const text = 'e' + '\u0301'.repeat(9000);
		expectWithinLimits(text, splitText(text));
		expect(owned(text).join('')).toBe(text);
	});

	it('reaches over a cut that is no sentence end, so that a word there is whole in one piece', () => {
		const text = '甲'.repeat(4000);
		const [first, second] = splitText(text);
		expect(first.end - first.ownEnd).toBe(50);
		expect(second.ownStart - second.start).toBe(50);
		expect(second.ownStart).toBe(first.ownEnd);
	});

	it('is not cut at a comma so early that the piece would be needlessly short', () => {
		const text = '甲，' + '“' + '乙'.repeat(1500) + '”' + '丙'.repeat(600);
		const pieces = splitText(text);
		expect(pieces).toHaveLength(2);
		expect(pieces[0].ownEnd).toBeGreaterThanOrEqual(1504);
	});

	it.each([
		['a million characters', '他说：“今天是2024年3月31日，天气很好。”'.repeat(40_000)],
		['nothing but flags', '🇨🇳'.repeat(50_000)],
		['nothing but closing marks', '。”'.repeat(100_000)],
	])('of %s takes time linear in its length', (_name, text) => {
		const spent = processorTime();
		const pieces = splitText(text);
		// about a second; time that grows with the square would be minutes
		expect(spent()).toBeLessThan(30_000);
		expectWithinLimits(text, pieces);
	});
});

/** Texts made of what matters for cutting, long enough to be cut. */
const longText = fc
	.array(
		fc.oneof(
			{ weight: 5, arbitrary: fc.stringMatching(/^[一-龥]{1,40}$/) },
			{
				weight: 3,
				arbitrary: fc.constantFrom('，', '。', '！？', '……', '；', '\n', '\r\n', ' ', '——'),
			},
			{ weight: 2, arbitrary: fc.constantFrom('“', '”', '「', '」', '"', '《', '》', '（', '）') },
			{
				weight: 2,
				arbitrary: fc.constantFrom('😀', '👨‍👩‍👧', '🇨🇳', '𠮷', 'e\u0301', '\ud83d', '\ude00'),
			},
			{ weight: 2, arbitrary: fc.constantFrom('3.14', '1,000', '2024年3月31日', 'word', '12:30') },
			{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300, size: 'max' }) },
		),
		{ maxLength: 120, size: 'max' },
	)
	.chain((parts) => fc.integer({ min: 1, max: 6 }).map((times) => parts.join('').repeat(times)));

describe('where a text is cut', () => {
	// '|' is the place in question, in the middle of what offers no better one
	const halves = (text: string): [left: string, right: string] => {
		const [left = '', right = ''] = text.split('|');
		return [left, right];
	};

	function isSentenceEnd(text: string): boolean {
		const [left, right] = halves(text);
		const before = '甲'.repeat(1000) + left;
		const [first] = splitText(before + (right || '乙') + '乙'.repeat(1400));
		return first!.end === first!.ownEnd && first!.ownEnd === before.length;
	}

	it.each([
		...['。|', '！|', '？|', '!|', '?|', '.|', '…|', '。……|', 'a.|'],
		...['。”|', '！”』|', '。"|', "。'|", '。）\n|', '。 |', '. |a', '." |a', '? |a'],
		...['\n|', '，\n|', ' \n \t|', '\r\n|', '。\u3000|'],
	])('a sentence ends here: %j', (text) => {
		expect(isSentenceEnd(text)).toBe(true);
	});

	it.each([
		...['，|', '甲|', '甲 |', '，”|', '”|', '" |a', ' |a'],
		...['。|”', '。|。', '。| ', '。|，', '。|\n', '\n|\n', '。”|）'],
		...['.|a', '!）|a', '?|a', '."|a', '3.|', '3.|4', '3. |a', '３.|'],
	])('no sentence ends here: %j', (text) => {
		expect(isSentenceEnd(text)).toBe(false);
	});

	it('no sentence ends behind the blanks or marks with which a text begins', () => {
		for (const mark of [' ', '”', '"']) {
			const [first] = splitText(mark.repeat(1000) + ' ' + '甲'.repeat(2000));
			expect(first!.end - first!.ownEnd).toBe(50);
		}
	});

	function isClauseEnd(text: string): boolean {
		const [left, right] = halves(text);
		const before = '甲'.repeat(1500) + left;
		const [first] = splitText(before + (right || '乙') + '乙'.repeat(400));
		return first!.ownEnd === before.length;
	}

	it.each([
		...['，|', '、|', '；|', '：|', ',|', ';|', ':|', '—|', '甲:|'],
		...['甲 |', 'a |b', '， |', '，|2', '1，|'],
	])('a clause ends here: %j', (text) => {
		expect(isClauseEnd(text)).toBe(true);
	});

	it.each([
		...['甲|', '，|”', '，|，', '，| ', ',|b', '1,|2', '1，|2', '1:|2', '，”|', 'a,|2', 'a| b'],
	])('no clause ends here: %j', (text) => {
		expect(isClauseEnd(text)).toBe(false);
	});

	it('a clause end in the first half is passed over for words further on, one in the second is not', () => {
		const [early] = splitText('甲'.repeat(840) + '，' + '乙'.repeat(2000));
		expect(early!.ownEnd).toBe(1700);
		const [late] = splitText('甲'.repeat(860) + '，' + '乙'.repeat(2000));
		expect(late!.ownEnd).toBe(861);
	});

	function isBetweenWords(text: string): boolean {
		const [left, right] = halves(text);
		const before = 'a'.repeat(1500) + left;
		return splitText(before + right + '，'.repeat(600))[0]!.ownEnd === before.length;
	}

	it.each(['甲|乙', '3|甲', '甲|3', '三|甲', '甲|三', 'b|甲', '甲|b', '\u007f|甲'])(
		'two words meet here: %j',
		(text) => {
			expect(isBetweenWords(text)).toBe(true);
		},
	);

	it.each([
		...['b|c', 'b|3', 'é|a', "b|'", '’|b', 'b|_', '-|b', '3|4', '３|４', '三|四', '零|万'],
		...['3|年', '年|3', '5|点', '分|5', '甲|，', '甲|”', '甲|。'],
	])('one word goes on here: %j', (text) => {
		expect(isBetweenWords(text)).toBe(false);
	});

	it.each([
		['ASCII has one byte', 'a'.repeat(500) + '字'.repeat(1500), 1],
		['the last of one byte', '\u007f'.repeat(500) + '字'.repeat(1500), 1],
		['the first of two bytes', '\u0080'.repeat(500) + '字'.repeat(1500), 2],
		['the last of two bytes', '\u07ff'.repeat(1800), 1],
		['the first of three bytes', '\u0800'.repeat(1800), 2],
	])('%s', (_name, text, pieces) => {
		expect(splitText(text)).toHaveLength(pieces);
	});
});

describe('for any text', () => {
	it('the owned parts are the text, within the limits, never inside a surrogate pair', () => {
		fc.assert(
			fc.property(longText, (text) => {
				const pieces = splitText(text);
				expect(owned(text).join('')).toBe(text);
				expectWithinLimits(text, pieces);
				for (const { start, end, ownStart, ownEnd } of pieces) {
					expect(0 <= start && start <= ownStart && ownEnd <= end).toBe(true);
					for (const cut of [start, end, ownStart, ownEnd]) {
						expect(isInsidePair(text, cut)).toBe(false);
					}
				}
			}),
			{ numRuns: runs(300) },
		);
	});

	it('a quotation or bracket that would fit is never cut while there is room outside', () => {
		fc.assert(
			fc.property(longText, (text) => {
				const inside = insideQuotations(text, 1600);
				for (const { ownStart, ownEnd } of splitText(text).slice(0, -1)) {
					if (inside[ownEnd] === 0) continue;
					for (let index = ownStart + 1; index <= ownEnd; index++) {
						const around = text.slice(index - 1, index + 1);
						expect(inside[index] === 0 && /^[一-龥]{2}$/.test(around)).toBe(false);
					}
				}
			}),
			{ numRuns: runs(200) },
		);
	});
});
