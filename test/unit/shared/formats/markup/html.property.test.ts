import fc from 'fast-check';
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { HTML, readHtml } from '../../../../../nodes/shared/formats/markup/html';
import { changedDocument, expressionsIn, NO_PROSE, wishes } from './randomChanges';

const PARTS =
	'他做事|总是画蛇天足，|精神很 松驰。|Hello world|<p>|</p>|<div>|</div>|<b>|</b>|<i class="a>b">|</i>|<a href="/x?a=1&b=2" title=\'y>z\'>|</a>|<br>|<br/>|<img src=x alt="图 片">|<code>|</code>|<pre>|</pre>|<script>|</script>|<style>|</style>|<textarea>|</textarea>|<title>|</title>|<!-- 注释 -->|<!---->|<!-->|<!--|-->|<!doctype html>|<?php ?>|<![CDATA[|]]>|<svg>|</svg>|<svg/>|<math>|</math>|<select>|</select>|<option>|<table>|</table>|<tr>|<td>|</td>|<ul>|<li>|</ul>|&amp;|&lt;|&#20013;|&nbsp;|&copy|&unknown;|& |&|<|< 3|>|\n|\n  | |\u00a0|上\u000b下|\u2028|<template>|</template>|<noscript>|</noscript>|<iframe>|</iframe>|<head>|</head>|<body>|</body>|</html>|<ruby>|<rt>|</ruby>|<button>|<h1>|</h1>|<x-y z>|<p|<a b="|" c>|\'|"|</|</>|</ x>|<frameset>|<plaintext>|<foreignObject>|</foreignObject>|<desc>|<!-- iflytek off -->|<!-- iflytek on -->|=|/>|</td>|</tr>|<th>|<caption>|</caption>|<kbd>|</kbd>|<del>|</del>|<tt>|</tt>|<object>|</object>|<P>|</P>|<BR>|<SCRIPT>|</SCRIPT>|</STYLE>|</Title>|</SCRIPT>|&#x4e2d;|&hellip;|<a href=x>|\r\n|<dl>|<dt>|</dl>|<details>|<summary>|</details>|<body onload="x()">'
		.split('|')
		.concat(NO_PROSE);

const NO_WORDS =
	/^(?:script|style|textarea|code|pre|xmp|iframe|noembed|noframes|noscript|plaintext|svg|math|select)$/;

const SPACES = '[\\t\\n\\f\\r ]';
const BLANK = new RegExp(`^${SPACES}*$`);

/** Words that may change, but not whether there is space beside the tags around them. */
const wordsIn = (text: string) =>
	text.replace(new RegExp(`^(${SPACES}?)[^]*?(${SPACES}?)$`), (_, before, after) =>
		[before && 'space', 'words', after && 'space'].join(' '),
	);

/** The tree of a document, words left out where they may change. */
function structure(source: string): string {
	const show = (node: DefaultTreeAdapterTypes.Node, isKept: boolean): string => {
		if (tree.isTextNode(node))
			return isKept || BLANK.test(node.value) ? JSON.stringify(node.value) : wordsIn(node.value);
		if (tree.isCommentNode(node)) return `<!--${node.data}-->`;
		if (tree.isDocumentTypeNode(node)) return `<!${node.name} ${node.publicId} ${node.systemId}>`;
		const children = 'childNodes' in node ? node.childNodes : [];
		const content = 'content' in node ? show(node.content, isKept) : '';
		if (!tree.isElementNode(node)) return `(${children.map((one) => show(one, isKept)).join()})`;
		const inside = isKept || NO_WORDS.test(node.tagName);
		return `<${node.tagName} ${JSON.stringify(node.attrs)}>(${children.map((one) => show(one, inside)).join()})${content}`;
	};
	return show(parse(source), false);
}

const documents = fc
	.array(fc.constantFrom(...PARTS), { maxLength: 30 })
	.map((parts) => parts.join(''));

test('a page after any changes has the same tree, and the words that were wanted', () => {
	let changes = 0;
	fc.assert(
		fc.property(documents, wishes, (source, wanted) => {
			const prose = readHtml(source);
			for (const { at, length, start, end, locked } of prose.segments) {
				if (locked === undefined)
					expect(prose.text.slice(at, at + length)).toBe(source.slice(start, end));
			}
			const { document, words, edits } = changedDocument(prose, HTML, wanted);
			changes += edits.length;
			if (edits.length === 0) return;
			expect(structure(document)).toBe(structure(source));
			expect(expressionsIn(document)).toEqual(expressionsIn(source));
			const seen = readHtml(document).text;
			expect(seen.replace(/\s/g, '')).toBe(words.replace(/\s/g, ''));
		}),
		{
			numRuns: Number(process.env.RUNS ?? 2000),
			examples: [['<p\n  <%x%><code>他做事', [[0, 0, '字']]]],
		},
	);
	expect(changes).toBeGreaterThan(500);
});
