import { HTML, readHtml } from '../../../../../nodes/shared/formats/markup/html';
import { MARKDOWN, readMarkdown } from '../../../../../nodes/shared/formats/markup/markdown';
import {
	edited,
	editsOf,
	type Prose,
	type WantedChange,
} from '../../../../../nodes/shared/formats/prose/prose';
import { leastProcessorTime } from '../../../../support/processorTime';

/** The words that may be changed, with a bar between two parts. */
const changeable = ({ document, segments }: Prose) =>
	segments
		.filter(({ locked }) => locked === undefined)
		.map(({ start, end }) => document.slice(start, end))
		.join('|');

describe('the words of a page', () => {
	it.each([
		['paragraphs', '<p>甲</p><p>乙<br>丙</p>', '甲\n乙\n丙'],
		['markup within a word', '画蛇<b>天</b>足', '画蛇天足'],
		['white space of the source', '<p>\n  甲\n  乙 one\n  two\n</p>', '甲乙 one two'],
		['references', '&#20013;&#x6587;&amp;&nbsp;甲&foo;', '中文& 甲&foo;'],
		['an attribute with a bracket', '<a title="x>y" data-a=\'>\'>甲</a>', '甲'],
		['comments', '甲<!-- 乙 --><!-->丙<!--->丁<!-- 戊 --!>己', '甲丙丁己'],
		[
			'script, style, text areas',
			'<script>"<p>甲"</script><style>乙</style><textarea>丙</textarea>丁',
			'丁',
		],
		[
			'what ends in other letters than it begins',
			'<script>甲</SCRIPT>乙<STYLE>丙</STYLE>丁<TextArea>戊</TEXTAREA>己<title>庚</Title>辛',
			'乙\n丁\n己\n庚\n辛',
		],
		['a script in a script', '<script><!--<script></script>--></script>甲', '甲'],
		['code', '<p>甲<code>乙</code>丙</p><pre>丁<b>戊</b></pre>', '甲丙'],
		['a section that XML has', '甲<![CDATA[乙]]>丙', '甲丙'],
		[
			'drawings and formulas',
			'<svg><text>甲</text><style>a>b{}</style></svg>乙<math>丙</math>',
			'乙',
		],
		['words behind a drawing that is empty', '甲<svg/>乙<math a="b" />丙', '甲\n乙\n丙'],
		['the title', '<title>甲 &amp; <b></title>乙', '甲 & <b>\n乙'],
		['phonetic guides', '<ruby>漢<rt>kan<rt>x</ruby>字', '漢字'],
		['a tag that does not end', '甲<a href="乙', '甲'],
		['a bracket that is none', '3 < 5 甲', '3 < 5 甲'],
		['a template with tags in it', '<p>甲{{ a.replace("<br>", "乙") }}丙</p>', '甲\n丙'],
		['formulas', '甲\\(f(x,y)\\)乙\\[a_1\\]丙$a, b$丁$$x,y$$戊', '甲乙丙丁戊'],
		[
			'templates in a tag',
			'<p {{ a > b, "甲" }} {% if a > 1, "乙" %}c{% end %} d=<% a > "丙" %> e="{{ "x" > y }}">丁<i {{ >戊</i>}}',
			'丁戊}}',
		],
		['PHP', '<a href="<?= $a > 1 ? "甲": 2 ?>">乙</a><?php if ($a > 1) { ?>丙<?php } ?>', '乙丙'],
		['a formula with a line break', '甲\\[a,<br>\nb\\]乙', '甲\n乙'],
		[
			'a formula that KaTeX has drawn',
			'甲<span class="x katex"><span><math>a</math></span><span class="y">a,</span></span>乙<span>丙</span>',
			'甲乙丙',
		],
		['a formula that a tag cuts', '甲\\(x<b>, y\\)</b>', '甲\\(x, y\\)'],
	])('%s', (_, source, text) => {
		expect(readHtml(source).text).toBe(text);
	});

	it('stay where browsers would not agree', () => {
		const prose = readHtml('甲<svg><style><b></style></svg>乙\n 丙');
		expect(prose.text).toBe('甲\n乙丙');
		expect(changeable(prose)).toBe('甲');
	});

	it('loses a change that needs another one, which is taken back for what it does elsewhere', () => {
		const change = (position: number, original: string, suggestion: string) =>
			({ position, original, suggestion, cause: null }) satisfies WantedChange;
		// with both, the number of ^ stays; but nothing would be left in <b>
		const changes = [change(0, '^', ''), change(1, '甲乙', '^ ')];
		expect(editsOf(readHtml('^甲<b>乙</b>'), changes, HTML)).toEqual([]);
	});

	it('holds a bracket and what follows it', () => {
		expect(changeable(readHtml('1 <中文 & 文字 &lt;好'))).toBe('1 |文 |文字 |好');
	});
});

describe('the words of Markdown', () => {
	it.each([
		['code of MDX', 'import { A, B } from "x"\nexport const a = { b: "甲" }\n\n乙', '乙'],
		['attributes of kramdown', '甲{: .x y="a, b"}乙', '甲乙'],
		[
			'attributes with blanks',
			'# 甲 { #x }\n\n[乙](x){ .a title="b, c" }![丙](x){ width=9% }丁{ x, y }',
			'甲\n乙丙丁{ x, y }',
		],
		['names of several lines in MDX', 'import {\n  A, B,\n} from "x"\n\n甲', '甲'],
		['files that are put in', '甲\n\n--8<-- "a, b.md"\n\n乙', '甲\n乙'],
		['a fence that only looks closed', '~~~\n甲\n~~~\u2028\n乙', ''],
		[
			'links to what a template gives',
			'甲[乙]({{< ref "a b.md" >}} "丙")丁[戊]({% link a.md %})己',
			'甲乙丁戊己',
		],
		['marks of notes that fold', '> [!tip]- 甲\n> 乙', '甲乙'],
		['a line that is blank to the eye only', '<b>\n \u2028\n甲\n\n乙', '乙'],
		['headings', '# 甲 #\n乙\n==\n丙', '甲\n乙\n丙'],
		['a heading that is written like a definition', '# [甲]: /乙\n\n[甲]', '[甲]: /乙\n[甲]'],
		['fenced code', '甲\n```js\n乙\n```\n~~~\n丙\n\n~~~~\n丁', '甲\n丁'],
		['indented code', '甲\n\n    乙\n\n丙\n    丁', '甲\n丙丁'],
		['code in a line', '甲`乙`丙``丁`戊``己`庚', '甲丙己`庚'],
		['links', '[甲](/乙 "丙")<http://丁.cn>[戊](</己 庚>)![辛](x)', '甲戊辛'],
		['references to links', '[甲][a][a][]\n\n[a]: /乙\n  "丙"\n', '甲a'],
		['addresses', '见 https://a.cn/?b=c，a@b.cn，mailto:a@b.cn。', '见 ，，。'],
		[
			'words glued to an address',
			'请发邮件至a@b.cn联系，https://a.cn/甲乙。',
			'请发邮件至联系，甲乙。',
		],
		['whole addresses', '<https://a.cn/甲>乙[丙](https://a.cn/丁)', '乙丙'],
		['an address with a template', '见 https://a.cn/{id}/{{ x }}，', '见 ，'],
		[
			'bars in templates of a table',
			'| {{ a | b("甲") }} | 乙 |\n|--|--|\n| 丙 | {{ d | e }} |',
			'乙\n丙',
		],
		[
			'formulas of several lines',
			'甲\n\\[\na, b\n+ c, d\n\\]\n$$\n- x\n$$\n乙\n\\[\n- 丙\n\n\\]',
			'甲\n乙 [\n丙\n]',
		],
		[
			'formulas with a blank line',
			'甲\n\n$$\na,\n\nb\n$$\n\n\\[\na_1,\n\n\\text{丙}\n\\]\n乙\n\n$$ 丁\n\n戊 $$',
			'甲\n乙\n$$ 丁\n戊 $$',
		],
		[
			'formulas between the names of their kind',
			'甲\n\\begin{align*}\n- a, b \\\\\n\n= c, d\n\\end{align*}\n乙',
			'甲\n乙',
		],
		['a template in a tag', '甲<b {% if a > 1, "乙" %}c{% end %}>丙</b>', '甲丙'],
		['templates about which code speaks', '`{{` 甲\n\n`}}` 乙', '甲\n乙'],
		['formulas of chat models', '甲\\(f(x,y)\\)乙\\[a_1\\]丙\\\\(x\\\\)', '甲乙丙'],
		[
			'marks of tasks and notes',
			'- [x] 甲\n- [ ] 乙\n\n[x] 丙\n\n> [!NOTE]\n> 丁',
			'甲\n乙\n[x] 丙\n丁',
		],
		[
			'notes with an indented body',
			'!!! note "甲"\n\n    乙\n\n        丙\n\n    - 丁\n\n??? tip\n    戊\n己\n\n=== "庚"\n    辛',
			'甲\n乙\n丁\n戊己\n庚\n辛',
		],
		[
			'notes that are open at first, and tabs that begin anew',
			'???+ note "甲"\n    乙\n\n===! "丙"\n    丁\n\n===+ "戊"\n    己',
			'甲\n乙\n丙\n丁\n戊\n己',
		],
		['notes with a body that is not', '::: tip 甲\n乙\n:::\n\n::: {.x}\n丙\n:::', '甲\n乙\n丙'],
		['exclamations', '!!! 注意了', '!!! 注意了'],
		[
			'marks of emphasis that stand alone',
			'f(*a)，g(*b)，_.isString，_.isNumber',
			'f(*a)，g(*b)，_.isString，_.isNumber',
		],
		['marks beside Chinese punctuation', '**甲。**乙**「丙」**丁', '甲。乙「丙」丁'],
		['a name after an at sign', '由@li负责', '由@li负责'],
		['brackets that are escaped', '甲\\(乙\\)丙\\[丁\\]', '甲(乙)丙[丁]'],
		['front matter', '---\ntitle: 甲\n---\n乙', '乙'],
		['front matter that ends as YAML may', '---\ntitle: 甲\n...\n乙', '乙'],
		['front matter of Hugo', '+++\na = "甲"\n+++\n乙', '乙'],
		['a rule that is no front matter', '---\n甲', '甲'],
		['lists and quotes', '> - 甲\n>   乙\n> 1. 丙\n丁', '甲乙\n丙丁'],
		[
			'a list right behind words',
			'甲\n- 乙\n\n丙\n1. 丁\n2. 戊\n\n己\n01) 庚',
			'甲\n乙\n丙\n丁\n戊\n己\n庚',
		],
		['words that only look like a list', '甲\n2. 乙\n\n丙\n10) 丁', '甲 2. 乙\n丙 10) 丁'],
		['code in a list', '- 甲\n\n      乙\n- 丙', '甲\n丙'],
		['what is no table', '甲 | 乙 | 丙\n--|--', '甲 | 乙 | 丙 --|--'],
		['tables of as many cells', '甲 | 乙\n--|--\n丙\\| | 丁', '甲\n乙\n丙|\n丁'],
		['footnotes', '甲[^1]乙\n\n[^1]: 丙', '甲乙\n丙'],
		[
			'footnotes of several paragraphs',
			'甲[^1]\n\n[^1]: 乙\n\n    丙\n\n        丁\n\n戊',
			'甲\n乙\n丙\n戊',
		],
		['footnotes right below words', '甲[^1]\n[^1]: 乙\n[^2]: 丙\n    丁', '甲\n乙\n丙丁'],
		['escapes', '\\*甲\\* \\# &amp; C:\\乙', '*甲* # & C:\\乙'],
		['line breaks', '甲  \n乙\\\n丙\n丁', '甲\n乙\n丙丁'],
		['HTML', '<div>\n甲\n</div>\n\n乙<b title="x>y">丙</b><code>丁</code>', '乙丙'],
		[
			'elements that hold no prose in a page either',
			'甲<noscript>乙</noscript>丙<xmp>丁</xmp>戊',
			'甲丙戊',
		],
		['marks of emphasis', '**甲**乙*丙*，3 * 4，a_b_c', '甲乙丙，3 * 4，a_b_c'],
		['formulas', '甲$x$乙\n\n$$\ny\n$$', '甲乙'],
	])('%s', (_, source, text) => {
		expect(readMarkdown(source).text).toBe(text);
	});

	it.each([
		[
			'what is code or a list to some',
			'[甲]: /x\n\t乙\n2) 丙\n\n丁\n\n[戊]: /x\n[^1]: 己',
			'乙 2) 丙\n丁\n己',
			'丁|己',
		],
		[
			'a header that is code to some',
			'[甲]: /x\n    | 乙 | 丙 |\n|---|---|\n| 丁 | 戊 |',
			'乙\n丙\n丁\n戊',
			'丁|戊',
		],
		['a header that is a definition to some', '[甲]:\n/x\n---:\n乙', '[甲]:\n/x\n乙', '乙'],
		[
			'code behind what is a table to some',
			'<!-- 甲 -->| 乙 |\n|---|\n| 丙 |\n    丁',
			'|---| | 丙 | 丁',
			'---| 丙 ',
		],
		[
			'code behind a tag that ends a quote',
			'> 甲\n<br>\n    乙\n\n- 丙\n<br>\n丁',
			'甲\n乙\n丙\n丁',
			'甲|丙|丁',
		],
		[
			'code behind a tag that ends an item',
			'1. 甲\n<br>\n    乙\n\n    丙\n\n2. 丁\n<br>\n戊\n3. 己',
			'甲\n乙\n丙\n丁\n戊\n己',
			'甲|丁|戊|己',
		],
		[
			'what is code to those for whom a tag is a row',
			'| 甲 |\n|--|\n<b>\n~~~\n\n乙',
			'甲\n乙',
			'甲',
		],
		['what is none to all', '| 甲 |\n|--|\n<b>\n乙\n\n丙', '甲\n丙', '甲|丙'],
		['a line that is a table to some', '甲\\\\\\\\| 乙\n\n丙', '甲\\\\| 乙\n丙', '丙'],
		['an abbreviation', '*[HTML]: 甲\n\n乙', '*[HTML]: 甲\n乙', '乙'],
		['an emoji by its name', '甲:smile:乙 10:30:45', '甲:smile:乙 10:30:45', '甲|乙 10:30:45'],
		['what is nearly a definition', '[甲]: 乙 丙\n\n丁', '[甲]: 乙 丙\n丁', '丁'],
		[
			'headings whose # belongs to a mark',
			'## 甲 <!-- 乙 -->#\n## 丙[丁](/x)#\n## 戊己#\n## 庚 ##',
			'甲 #\n丙丁#\n戊己#\n庚',
			'戊|庚',
		],
		[
			'what follows a link with a blank in it',
			'甲[乙](丙 丁.docx)，**戊**',
			'甲[乙](丙 丁.docx)，戊',
			'甲',
		],
		['what is nested too deep', `${'>'.repeat(50)}甲\n\n乙`, `${'>'.repeat(50)}甲乙`, ''],
		[
			'a reference of LaTeX',
			'甲\\cite{a, b}乙\\@ref(fig:c)丙',
			'甲\\cite{a, b}乙\\@ref(fig:c)丙',
			'甲|乙|丙',
		],
		['what is nearly a tag', '甲 x<a 乙 y>b 丙', '甲 x<a 乙 y>b 丙', '甲 x|b 丙'],
	])('%s is read, but stays', (_, source, text, mayChange) => {
		const prose = readMarkdown(source);
		expect(prose.text).toBe(text);
		expect(changeable(prose)).toBe(mayChange);
	});

	it('holds what a bracket glues to an address', () => {
		expect(changeable(readMarkdown('\\<https://a.cn>甲，乙'))).toBe('乙');
	});

	it('makes no address of the end of another one', () => {
		const wanted = ['字', 'a@b'].map((suggestion, i): WantedChange => ({
			position: i + 1,
			original: '',
			suggestion,
			cause: null,
		}));
		editsOf(readMarkdown('\\@b.cn甲'), wanted, MARKDOWN);
		expect(wanted[1]!.cause).not.toBeNull();
	});

	it('may part words behind an address that ends: of a link, in code, in a tag', () => {
		const wished = (source: string) => {
			const wish: WantedChange = { position: 0, original: '甲A', suggestion: '甲 A', cause: null };
			const prose = readMarkdown(source);
			wish.position = prose.text.indexOf('甲A');
			editsOf(prose, [wish], MARKDOWN);
			return wish.cause;
		};
		const ended = ['[乙](https://a.cn)甲A', '`https://a.cn`甲A', '<https://a.cn>甲A'];
		const others = ['<img src="https://a.cn">甲A', '见https://a.cn 甲A'];
		expect([...ended, ...others].map(wished)).toEqual([null, null, null, null, null]);
		expect(wished('见https://a.cn，甲A')).not.toBeNull();
		expect(wished('见https://a.cn`乙`，甲A')).not.toBeNull();
	});

	it('holds what follows an address with code glued to it only where that code is open', () => {
		expect(changeable(readMarkdown('见https://a.cn和`乙`丙，丁`戊`己'))).toBe('见|丁|己');
		expect(changeable(readMarkdown('见https://a.cn和`乙 丙`丁，戊'))).toBe('见');
	});

	it('holds the labels of links', () => {
		expect(changeable(readMarkdown('[甲][乙] [乙] 丙\n\n[乙]: /x'))).toBe('甲| | 丙');
	});
});

describe.each([
	['HTML', readHtml],
	['Markdown', readMarkdown],
])('in %s', (_, read) => {
	it.each([
		['{{ $json["姓名"], "先生" }}'],
		['{{{ a }}}'],
		['{% if a(1,2) %}'],
		['{# 注 #}'],
		['{/* 注, "注" */}'],
		['<% if (a < b) { %>'],
		['${ f({ a: 1 }, "乙") }'],
		['$a, b$'],
		['$$a, b$$'],
		['$面积 = \\pi$'],
		['\\begin{cases} a, b \\\\ c, \\text{若} d \\end{cases}'],
		['{{\n\n f(1,\n\n 2)\n}}'],
		['{/* 注,\n\n注 */}'],
		['<%\n f(1);\n\n g("注")\n%>'],
		['<?php echo f("注", 1); ?>'],
		['{{ f({ a: 1 }, "}}") }}'],
		['{{ "{{", 1 }}'],
		['{{ 表 | {{ 页 }}, 1 }}'],
		['{% highlight js %}f(乙, 1){% endhighlight %}'],
		['{{< highlight go "linenos=table" >}}\nf(乙, 1)\n\ng(丁)\n{{< /highlight >}}'],
		['{{/* 注 */}}'],
		['{{% note "注, 注" %}}'],
		['{{#if (eq a, "注")}}'],
		['${ a.map((x) => { return { y: 1, z: { b: 2 } } }) }'],
	])('%s is left alone', (expression) => {
		expect(read(`甲${expression}丙`).text).toBe('甲丙');
	});

	it.each([
		['价格$5起，$7止'],
		['价格$5起，$ 止'],
		['美元（US$）和港元（HK$）'],
		['一个{{在，两个{{也在'],
		['从{%开始'],
		['$${'],
	])('%s is read', (text) => {
		expect(read(text).text).toBe(text);
	});

	it.each([
		['{% 100 %', '100 %', '100 %}'],
		['甲{{乙', '乙', '乙}}'],
		['甲$乙', '乙', '$'],
		['$甲乙c$', '甲乙', 'ab'],
		['甲$b', '甲', '甲$a'],
	])('%s is still read where %s is to become %s', (text, original, suggestion) => {
		const prose = read(text);
		const position = prose.text.indexOf(original);
		const correction: WantedChange = { position, original, suggestion, cause: null };
		const format = read === readHtml ? HTML : MARKDOWN;
		const document = edited(text, editsOf(prose, [correction], format), format.encode);
		const words = correction.cause === null ? text.replace(original, () => suggestion) : text;
		expect(read(document).text).toBe(words);
	});
});

describe('what is not read', () => {
	it.each([
		['a block of HTML', readMarkdown, '甲\n\n<div>\n乙\n</div>\n\n丙', 'htmlBlock', '<div>\n乙\n</div>'],
		['an element that is never closed', readHtml, '甲<code>乙<p>丙</p>', 'openElement', '乙<p>丙</p>'],
		['a script that is never closed', readHtml, '甲<script>乙', 'openElement', '乙'],
	])('of %s is said', (_, read, source, what, words) => {
		const { unread = [] } = read(source);
		expect(unread.map((one) => [one.what, source.slice(one.start, one.end)])).toEqual([[what, words]]);
	}); // prettier-ignore

	it.each([
		['a block of HTML without words', readMarkdown, '<img alt="甲">\n\n<div>\n<code>乙</code><!-- 丙 -->\n</div>'],
		['code, formulas and definitions', readMarkdown, '```\n甲\n```\n\n$$\n乙_1\n$$\n\n[丙]: /x\n\n<script>\n丁\n</script>'],
		['code of MDX', readMarkdown, 'export const a = "甲";'],
		['what is switched off', readMarkdown, '<!-- iflytek off -->\n\n<div>甲</div>'],
		['elements that are closed', readHtml, '<code>甲</code><svg><text>乙</text></svg>丙<script>丁</script>'],
		['one that ends without words', readHtml, '甲<code>abc'],
	])('is nothing in %s', (_, read, source) => {
		expect(read(source, 'iflytek').unread).toEqual([]);
	}); // prettier-ignore
});

describe('a text that is made to take long', () => {
	const PARTS = [
		'<', '<a', '<a ', '<a b="', "<a b='", '<!--', '<![CDATA[', '<?', '<code>', '</code>', '<pre>', '<table>',
		'<svg>', '<script>', '<!--<script>', '&', '&#', '[', ']', '![', '](', '](<', '](a "', '](a (', '[a]: ',
		'`', '``a`', '*', '**a', '_', '~~', '> ', '- ', '1. ', '\t', ' ', '|', '|-', '-', '=', '\\', '$', '{{', '{#',
		'{%', '<%', '${', '{/*', '"}}"', '}}', '%}', '{{\n\n', '${{', '<a {{', '<?php ', '$', '$$', '$a$5', '\\(', '\\[', '\\[\n', '$$\n', '{{a}}', '|{{', '*a_', '_a*', '**a*', '!!! a\n', '- [x] ', '@',
		'a@', 'a', 'a.', 'www.', 'http://', '\n', '\n> ', '\n- ', '\n    ', '[[', ']]', '[^', '"', "'",
	]; // prettier-ignore
	const SIZE = 15_000;
	const LIMIT_MS = 175;

	it.each([
		['HTML', readHtml],
		['Markdown', readMarkdown],
	])('%s', (_, read) => {
		const slow: string[] = [];
		for (const first of PARTS) {
			for (const second of ['', '甲', ' x\n', '>']) {
				const text = (first + second).repeat(SIZE / (first + second).length);
				const ms = leastProcessorTime(LIMIT_MS, () => read(text));
				if (ms > LIMIT_MS) slow.push(`${first}${second} took ${Math.round(ms)} ms`);
			}
		}
		expect(slow).toEqual([]);
	});
});
