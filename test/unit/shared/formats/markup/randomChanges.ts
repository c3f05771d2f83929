/**
 * Markdown put together from parts, and changes to it:
 *
 * inline    | emphasis, code, links, images, addresses, HTML, comments, references, escapes, marks alone
 * blocks    | headings of both kinds, quotes, lists, tasks, code, fences, tables, rules, HTML, definitions
 * dialects  | footnotes, notes (!!! ???), directives (:::), strikethrough, ==, [[wiki links]], :emoji:
 * templates | {{ }} {% %} {# #} <% %> ${ }, comments of MDX, and formulas, whole or in part
 * ends      | LF, CRLF, a vertical tab, U+2028
 * changes   | one to six, each in place of up to three characters: words, signs, marks, parts of addresses
 *
 * Only to the second judge: texts of footnotes, which the first takes for definitions of links.
 * Not made: CR alone, definition lists, attributes in braces, MDX beyond its comments.
 */
import fc from 'fast-check';
import type { Correction } from '../../../../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import {
	edited,
	editsOf,
	type Format,
	type Prose,
} from '../../../../../nodes/shared/formats/prose/prose';

const EXPRESSIONS = '{{x}} {%a(1,2)%} {#x#} <%x%> ${x} {/*x*/} \\(x,y\\) \\[x\\]'.split(' ');

/** Templates, formulas and parts of such. */
export const NO_PROSE = EXPRESSIONS.concat(
	'{{ {{{ }} } {% %} {# #} <% %> ${ {/* */} $x,y$ $ $$ $5 \\( \\) \\[ \\] \\\\( ^'.split(' '),
);

const MARKDOWN =
	'他做事|总是画蛇天足，|精神很 松驰。|Hello world|（括号）|上\u000b下|\u2028|**|*|_|__|~~|~|`|``|```|`代码`|[|]|[文字](http://a.b/c "题")|![图](x.png)|[文字][甲]|[甲]|[甲]: /x "题"|(|)|](|<http://a.b>|<b>|</b>|<a href="x>y">|<!-- 注 -->|<!--|-->|<div>|</div>|<pre>|&amp;|&#20013;|&|<|>|\\|\\*|  |\n|\n|\n\n|\n\n|\n> |\n- |\n1. |\n2) |\n    |\n\n    |\n\t|\n# |\n## |\n===|\n---|\n***|\n```js\n|\n~~~\n|\n| a | b |\n|\n|---|---|\n|\\||:|!|"|\'|=|+|#|1|.|{{x}}|$x$| |-'
		.split('|')
		.concat('|', '| 甲 | 乙 |\n|---|:-:|\n| 丙 | 丁 |\n', '\n---\n', 'a@b.cc', 'https://a.cn/x')
		.concat(NO_PROSE)
		.concat(
			'\n!!! note "标题"\n',
			'\n!!! tip\n',
			'\n??? a\n',
			'\n::: tip 标题\n',
			'\n:::\n',
			'\n- [x] ',
			'[x]',
			'[ ] ',
			'字 #\n',
			'##\n',
			'词#',
		)
		.concat(
			'www.',
			'a@',
			'a',
			'http',
			'://',
			'.cn',
			'@b.cn',
			'5',
			'$5',
			'\n    丙\n',
			'\n        丁\n',
		)
		.concat(
			'\r\n',
			'\r\n\r\n',
			'字[^1] ',
			':smile:',
			'[[甲]]',
			'==',
			'~',
			'\n<details>\n',
			'\n</details>\n',
		);

/** Documents that are put together from parts of Markdown. */
export const markdownDocuments = fc
	.array(fc.constantFrom(...MARKDOWN), { maxLength: 30 })
	.map((parts) => parts.join(''));

/** The whole templates and formulas of a document. */
export function expressionsIn(document: string): string[] {
	const pattern = EXPRESSIONS.map((one) => one.replace(/\W/g, '\\$&')).join('|');
	return document.match(new RegExp(`(?<![$\\\\])(?:${pattern})`, 'g')) ?? [];
}

/** Where to change a text (as shares of it and lengths), and to what. */
export type Wish = [at: number, length: number, suggestion: string];

const SUGGESTIONS =
	'字 词语 。 ， a 1 - # > < & &lt; <b> </p> * ** _ ` ~~ | [ ] ( ) ![ ](x) ! : = \\ " \' 1. $ {{ }} } %} * 5 #} ^ \\( \\) lt; amp; x>y \n'
		.split(' ')
		.concat(
			'',
			' ',
			'  ',
			'a b',
			'字#',
			'# ',
			'词#语',
			'www. http:// a@b .cn @b.cn " 5 词语字 ，#。'.split(' '),
		)
		.flat();

export const wishes: fc.Arbitrary<Wish[]> = fc.array(
	fc.tuple(fc.nat(9999), fc.nat(3), fc.constantFrom(...SUGGESTIONS)),
	{ minLength: 1, maxLength: 6 },
);

/** A document after the changes that its format lets happen, and its words as they should be then. */
export function changedDocument(prose: Prose, format: Format, wanted: Wish[]) {
	const { text } = prose;
	const corrections: Correction[] = [];
	let done = 0;
	const places = wanted
		.map(([share, length, suggestion]): Wish => [
			(share * (text.length + 1)) / 10000,
			length,
			suggestion,
		])
		.sort(([a], [b]) => a - b);
	for (const [place, length, suggestion] of places) {
		const position = Math.floor(place);
		const original = text.slice(position, position + length);
		if (position < done || /[\ud800-\udfff]/.test(original + text[position - 1])) continue;
		done = position + Math.max(1, original.length);
		corrections.push({
			category: 'char',
			type: '',
			position,
			original,
			suggestion,
			cause: null,
		});
	}
	const edits = editsOf(prose, corrections, format);
	for (const segment of prose.segments) {
		const own = edits.filter(({ start, end }) => start >= segment.start && end <= segment.end);
		const inside = own.map((edit) => ({
			...edit,
			start: edit.start - segment.start,
			end: edit.end - segment.start,
		}));
		const becomes = edited(prose.document.slice(segment.start, segment.end), inside, String);
		// also where a change that reaches into another segment was taken back there
		if (own.length > 0 && segment.locked === undefined)
			expect(format.obstacle(prose, segment, becomes)).toBeNull();
	}
	let words = '';
	let at = 0;
	for (const { cause, position, original, suggestion } of corrections) {
		if (cause !== null) continue;
		words += text.slice(at, position!) + suggestion!;
		at = position! + original!.length;
	}
	words += text.slice(at);
	return { document: edited(prose.document, edits, format.encode), words, edits };
}
