import fc from 'fast-check';

import { type Correction } from '../../../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import {
	markedText,
	toHtml,
	toMarkdown as inMarkdown,
	type Segment,
} from '../../../../nodes/IflytekTextCorrection/output/markedUp';
import { processorTime } from '../../../support/processorTime';
import { appliedFindings } from '../../../support/appliedFindings';

function correction(
	position: number | null,
	original: string,
	suggestion: string | null,
	change: Partial<Correction> = {},
): Correction {
	const code = position === null ? 'notFound' : 'noSuggestion';
	return {
		category: 'idm',
		type: 'idm',
		position,
		original,
		suggestion,
		cause: position === null || suggestion === null ? { code, what: '' } : null,
		...change,
	};
}

const plain = (text: string): Segment => ({ kind: 'plain', text });
const deleted = (text: string, note = 'Wrong character'): Segment => ({
	kind: 'deleted',
	text,
	note,
});
const inserted = (text: string, note = 'Wrong character'): Segment => ({
	kind: 'inserted',
	text,
	note,
});
const doubtful = (text: string, suggestion: string | null = null): Segment => ({
	kind: 'doubtful',
	text,
	suggestion,
	note: 'Date: wrong day',
});
const toMarkdown = (segments: Segment[]) => inMarkdown(segments, 'english');

/** The segments of a text with findings of category, position, original and suggestion. */
const segmentsOf = (text: string, rows: Array<[string, number, string, string]>) => {
	const { corrections, correctedText } = appliedFindings(
		text,
		rows.map(([category, index, original, suggestion]) => ({
			finding: { category, position: index, original, suggestion, type: '' },
			place: { index },
		})),
		{ apply: 'all', categories: new Set() },
	);
	return { correctedText, segments: markedText(text, corrections, [], 'english') };
};

describe('the segments of a marked-up text', () => {
	it('are the changes, the doubtful and the unchecked places, and the rest', () => {
		const text = '他画蛇天足，在6月31日。未查之文';
		expect(
			markedText(
				text,
				[
					correction(1, '画蛇天足', '画蛇添足'),
					correction(7, '6月31日', null, { category: 'number', type: 'date-d' }),
					correction(null, '无', '有'),
				],
				[{ start: 13, end: 16, reason: 'busy' }],
				'english',
			),
		).toEqual([
			plain('他'),
			deleted('画蛇天足', 'Idiom in a wrong form'),
			inserted('画蛇添足', 'Idiom in a wrong form'),
			plain('，在'),
			doubtful('6月31日'),
			plain('。'),
			{ kind: 'unchecked', text: '未查之', note: 'Not checked: busy' },
			plain('文'),
		]);
	});

	it('leave out a doubtful place that an applied correction or another doubtful one overlaps', () => {
		const segments = markedText(
			'6月31日',
			[correction(0, '6月31日', null), correction(1, '月', '-'), correction(2, '31日', null)],
			[],
			'english',
		);
		expect(segments.map(({ kind }) => kind)).toEqual(['plain', 'deleted', 'inserted', 'doubtful']);
		expect(
			markedText(
				'6月31日',
				[correction(0, '6月31日', null), correction(2, '31日', null)],
				[],
				'english',
			),
		).toEqual([{ ...doubtful('6月31日'), note: 'Idiom in a wrong form' }]);
	});

	it('show what was placed and could not be applied, with its suggestion', () => {
		const { segments } = segmentsOf('天是蓝的，他说：好。', [
			['miss', 2, '蓝', '色'],
			['punc', 8, '', '“'],
			['miss', 10, '', ''],
			['word', 0, '天', '天'],
		]);
		expect(segments).toEqual([
			plain('天是'),
			{ ...doubtful('蓝', '色'), note: 'Missing character or word' },
			plain('的，他说：'),
			{ ...doubtful('‸', '“'), note: 'Punctuation' },
			plain('好。'),
			{ ...doubtful('‸'), note: 'Missing character or word' },
		]);
		expect(toMarkdown(segments)).toBe('天是***蓝***(色?)的，他说：***‸***(“?)好。***‸***(?)');
		expect(toHtml(segments).replace(/ (?:title|style)="[^"]*"/g, '')).toBe(
			'<div>天是<mark>蓝(色?)</mark>的，他说：<mark>‸(“?)</mark>好。<mark>‸</mark></div>',
		);
	});

	it('leave out a doubtful place inside of an applied correction, and show it at its ends', () => {
		const withInsertion = (index: number) =>
			toMarkdown(
				segmentsOf('他画蛇天足了', [
					['idm', 1, '画蛇天足', '画蛇添足'],
					['punc', index, '', '，'],
				]).segments,
			);
		expect(withInsertion(3)).toBe('他~~画蛇天足~~**画蛇添足**了');
		expect(withInsertion(1)).toBe('他 ***‸***(，?)~~画蛇天足~~**画蛇添足**了');
		expect(withInsertion(5)).toBe('他~~画蛇天足~~**画蛇添足** ***‸***(，?)了');
	});

	it('give the text and the corrected text back, whatever overlaps', () => {
		const row = fc.tuple(
			fc.constantFrom('char', 'redund', 'miss', 'punc'),
			fc.nat(8),
			fc.nat(4),
			fc.constantFrom('', 'x', 'yz', '一', '三四'),
		);
		fc.assert(
			fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
				const text = '一二三四五六七八';
				const { segments, correctedText } = segmentsOf(
					text,
					rows.map(([category, index, length, suggestion]) => [
						category,
						index,
						text.slice(index, index + length),
						suggestion,
					]),
				);
				const readWithout = (kind: Segment['kind']) =>
					segments.map((one) => (one.kind === kind ? '' : one.text.replace('‸', ''))).join('');
				expect(segments.map(({ text: part }) => part)).not.toContain('');
				expect([readWithout('inserted'), readWithout('deleted')]).toEqual([text, correctedText]);
			}),
		);
	});
});

describe('HTML', () => {
	it('shows deletions, insertions and doubtful places with their meaning', () => {
		const html = toHtml([
			plain('画蛇'),
			deleted('天'),
			inserted('添'),
			plain('足\n'),
			doubtful('6月31日'),
			{ kind: 'unchecked', text: '后', note: 'Not checked: busy' },
		]);
		expect(html).toBe(
			'<div style="white-space:pre-wrap">画蛇' +
				'<del title="Wrong character" style="background:#fbdad7;color:#7a1510">天</del>' +
				'<ins title="Wrong character" style="background:#d3f0d8;color:#0f5323">添</ins>足\n' +
				'<mark title="Date: wrong day" style="background:#fdf0b2;color:#5c4a00">6月31日</mark>' +
				'<span title="Not checked: busy" style="background:#e0e0e0;color:#444444">后</span></div>',
		);
	});

	it('lets no text act as HTML', () => {
		const evil = `"><img src=x onerror='alert(1)'>&amp;`;
		const html = toHtml([
			plain(evil),
			deleted(evil, evil),
			inserted(evil, evil),
			{ kind: 'doubtful', text: evil, suggestion: evil, note: evil },
			{ kind: 'unchecked', text: evil, note: evil },
		]);
		const tags = [...html.matchAll(/<\/?[a-z]+/g)].map(([tag]) => tag.replace(/[</]/g, ''));
		expect([...new Set(tags)].sort()).toEqual(['del', 'div', 'ins', 'mark', 'span']);
		for (const [, title] of html.matchAll(/title="([^"]*)"/g)) expect(title).not.toMatch(/[<>']/);
	});

	it('gives every character back when tags and entities are undone', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
				const undone = toHtml([plain(before), deleted(after)])
					.replace(/<[^>]*>/g, '')
					.replace(/&lt;/g, '<')
					.replace(/&gt;/g, '>')
					.replace(/&quot;/g, '"')
					.replace(/&#39;/g, "'")
					.replace(/&amp;/g, '&');
				expect(undone).toBe(before + after);
			}),
		);
	});
});

describe('Markdown', () => {
	it('shows deletions, insertions, doubtful and unchecked places', () => {
		expect(
			toMarkdown([
				plain('画蛇'),
				deleted('天'),
				inserted('添'),
				plain('足，在'),
				doubtful('6月31日'),
				plain('。'),
				{ kind: 'unchecked', text: '未查' },
			]),
		).toBe(
			'画蛇~~天~~**添**足，在***6月31日***(?)。**\\[not checked:** 未查**end of unchecked part\\]**',
		);
	});

	it('puts a space where a mark beside punctuation would not be seen', () => {
		expect(toMarkdown([plain('你好'), deleted(','), inserted('，'), plain('世界')])).toBe(
			'你好 ~~,~~**，** 世界',
		);
		expect(toMarkdown([plain('好'), inserted('。')])).toBe('好 **。**');
		expect(toMarkdown([plain('好。'), deleted('。'), plain('\n')])).toBe('好。~~。~~  \n');
	});

	it('puts a space between two marks of the same kind', () => {
		expect(toMarkdown([inserted('甲'), inserted('乙')])).toBe('**甲** **乙**');
		expect(toMarkdown([deleted('甲'), deleted('乙')])).toBe('~~甲~~ ~~乙~~');
	});

	it('shows spaces and line breaks that are deleted or inserted', () => {
		expect(toMarkdown([plain('a'), deleted(' '), plain('b')])).toBe('a ~~␣~~ b');
		expect(toMarkdown([deleted('甲\n乙'), inserted('甲乙')])).toBe('~~甲↵乙~~**甲乙**');
	});

	it.each([
		['emphasis', '*a* _b_ ~~c~~ `d`', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\`'],
		['a link', '![a](javascript:x)', '!\\[a\\](javascript:x)'],
		['HTML', '<b onclick=x>&lt;', '&lt;b onclick=x&gt;&amp;lt;'],
		['a heading', '# a', '\\# a'],
		['lists', '- a\n+ b\n1. c\n2) d', '\\- a  \n\\+ b  \n1\\. c  \n2\\) d'],
		['a quotation', '> a', '&gt; a'],
		['a rule and an underlined heading', 'a\n---\n===', 'a  \n\\---  \n\\==='],
		['code by indent', '    a\n\tb', '\u00a0\u00a0\u00a0\u00a0a  \n\u00a0\u00a0\u00a0\u00a0b'],
		['a table', 'a|b', 'a\\|b'],
		['a backslash', 'a\\*', 'a\\\\\\*'],
		['line ends of all kinds', 'a\r\nb\rc', 'a  \nb  \nc'],
	])('lets no text act as Markdown: %s', (_name, text, escaped) => {
		expect(toMarkdown([plain(text)])).toBe(escaped);
	});

	it('takes time linear in the text', () => {
		const segments = Array.from({ length: 20_000 }, () => [
			deleted('天'),
			inserted('添'),
			plain('足'.repeat(40)),
		]);
		const spent = processorTime();
		expect(toMarkdown(segments.flat())).toHaveLength(20_000 * (5 + 5 + 40));
		// a fraction of a second; with the whole text searched for each mark more than a minute
		expect(spent()).toBeLessThan(20_000);
	});

	it('escapes the suggestion for a doubtful place', () => {
		expect(toMarkdown([plain('a '), doubtful('b', '[x](y)<i>\n*')])).toBe(
			'a ***b***(\\[x\\](y)&lt;i&gt;↵\\*?)',
		);
	});

	it('escapes the start of a line only there', () => {
		expect(toMarkdown([inserted('甲'), plain('- 乙\n- 丙')])).toBe('**甲**- 乙  \n\\- 丙');
	});
});
