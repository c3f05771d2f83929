import fc from 'fast-check';

import type { Correction } from '../../../nodes/IflytekTextCorrection/applyCorrections';
import { toHtml } from '../../../nodes/IflytekTextCorrection/htmlMarkup';
import { toMarkdown } from '../../../nodes/IflytekTextCorrection/markdownMarkup';
import { markedText, type Segment } from '../../../nodes/IflytekTextCorrection/markedText';

function correction(
	position: number | null,
	original: string,
	suggestion: string | null,
	change: Partial<Correction> = {},
): Correction {
	const applied = position !== null && suggestion !== null;
	return {
		category: 'idm',
		type: 'idm',
		position,
		original,
		suggestion,
		applied,
		reason: null,
		doubtful: position !== null && suggestion === null,
		...change,
	};
}

const plain = (text: string): Segment => ({ kind: 'plain', text });
const changed = (deleted: string, inserted: string): Segment => ({
	kind: 'changed',
	deleted,
	inserted,
	meaning: 'Wrong character',
});

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
			),
		).toEqual([
			plain('他'),
			{
				kind: 'changed',
				deleted: '画蛇天足',
				inserted: '画蛇添足',
				meaning: 'Idiom in a wrong form',
			},
			plain('，在'),
			{ kind: 'doubtful', text: '6月31日', meaning: 'Number: date (day)' },
			plain('。'),
			{ kind: 'unchecked', text: '未查之', reason: 'busy' },
			plain('文'),
		]);
	});

	it('leave out a doubtful place that an applied correction or another doubtful one overlaps', () => {
		const segments = markedText(
			'6月31日',
			[correction(0, '6月31日', null), correction(1, '月', '-'), correction(2, '31日', null)],
			[],
		);
		expect(segments.map(({ kind }) => kind)).toEqual(['plain', 'changed', 'doubtful']);
		expect(
			markedText('6月31日', [correction(0, '6月31日', null), correction(2, '31日', null)], []),
		).toEqual([{ kind: 'doubtful', text: '6月31日', meaning: 'Idiom in a wrong form' }]);
	});
});

describe('HTML', () => {
	it('shows deletions, insertions and doubtful places with their meaning', () => {
		const html = toHtml([
			plain('画蛇'),
			changed('天', '添'),
			plain('足\n'),
			{ kind: 'doubtful', text: '6月31日', meaning: 'Number: date (day)' },
			{ kind: 'unchecked', text: '后', reason: 'busy' },
		]);
		expect(html).toBe(
			'<div style="white-space:pre-wrap">画蛇' +
				'<del title="Wrong character" style="background:#fbdad7;color:#7a1510">天</del>' +
				'<ins title="Wrong character" style="background:#d3f0d8;color:#0f5323">添</ins>足\n' +
				'<mark title="Number: date (day)" style="background:#fdf0b2;color:#5c4a00">6月31日</mark>' +
				'<span title="Not checked: busy" style="background:#e0e0e0;color:#444444">后</span></div>',
		);
	});

	it('leaves out the side that is empty', () => {
		expect(toHtml([changed('了', '')])).not.toContain('<ins');
		expect(toHtml([changed('', '了')])).not.toContain('<del');
	});

	it('lets no text act as HTML', () => {
		const evil = `"><img src=x onerror='alert(1)'>&amp;`;
		const html = toHtml([
			plain(evil),
			{ kind: 'changed', deleted: evil, inserted: evil, meaning: evil },
			{ kind: 'doubtful', text: evil, meaning: evil },
			{ kind: 'unchecked', text: evil, reason: evil },
		]);
		const tags = [...html.matchAll(/<\/?[a-z]+/g)].map(([tag]) => tag.replace(/[</]/g, ''));
		expect([...new Set(tags)].sort()).toEqual(['del', 'div', 'ins', 'mark', 'span']);
		for (const [, title] of html.matchAll(/title="([^"]*)"/g)) expect(title).not.toMatch(/[<>']/);
	});

	it('gives every character back when tags and entities are undone', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'binary' }),
				fc.string({ unit: 'binary' }),
				(before, deleted) => {
					const undone = toHtml([plain(before), changed(deleted, '')])
						.replace(/<[^>]*>/g, '')
						.replace(/&lt;/g, '<')
						.replace(/&gt;/g, '>')
						.replace(/&quot;/g, '"')
						.replace(/&#39;/g, "'")
						.replace(/&amp;/g, '&');
					expect(undone).toBe(before + deleted);
				},
			),
		);
	});
});

describe('Markdown', () => {
	it('shows deletions, insertions, doubtful and unchecked places', () => {
		expect(
			toMarkdown([
				plain('画蛇'),
				changed('天', '添'),
				plain('足，在'),
				{ kind: 'doubtful', text: '6月31日', meaning: '' },
				plain('。'),
				{ kind: 'unchecked', text: '未查', reason: 'busy' },
			]),
		).toBe(
			'画蛇~~天~~**添**足，在***6月31日***(?)。**\\[not checked:** 未查**end of unchecked part\\]**',
		);
	});

	it('puts a space where a mark beside punctuation would not be seen', () => {
		expect(toMarkdown([plain('你好'), changed(',', '，'), plain('世界')])).toBe(
			'你好 ~~,~~**，** 世界',
		);
		expect(toMarkdown([plain('好'), changed('', '。')])).toBe('好 **。**');
		expect(toMarkdown([plain('好。'), changed('。', ''), plain('\n')])).toBe('好。~~。~~  \n');
	});

	it('puts a space between two marks of the same kind', () => {
		expect(toMarkdown([changed('', '甲'), changed('', '乙')])).toBe('**甲** **乙**');
		expect(toMarkdown([changed('甲', ''), changed('乙', '')])).toBe('~~甲~~ ~~乙~~');
	});

	it('shows spaces and line breaks that are deleted or inserted', () => {
		expect(toMarkdown([plain('a'), changed(' ', ''), plain('b')])).toBe('a ~~␣~~ b');
		expect(toMarkdown([changed('甲\n乙', '甲乙')])).toBe('~~甲↵乙~~**甲乙**');
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
			changed('天', '添'),
			plain('足'.repeat(40)),
		]);
		const begin = Date.now();
		expect(toMarkdown(segments.flat())).toHaveLength(20_000 * (5 + 5 + 40));
		// a fraction of a second; with the whole text searched for each mark more than a minute
		expect(Date.now() - begin).toBeLessThan(20_000);
	});

	it('escapes the start of a line only there', () => {
		expect(toMarkdown([changed('', '甲'), plain('- 乙\n- 丙')])).toBe('**甲**- 乙  \n\\- 丙');
	});
});
