/** Accepting and rejecting tracked changes over the XML of a Word file, by a reading of its own. */
import { strFromU8, unzipSync } from 'fflate';

interface Element {
	name: string;
	attributes: string;
	children: Array<Element | string>;
}

/** With the elements of Word as w:, whatever prefix they have, and attributes in double quotes. */
function parse(written: string): Element {
	const source = written.replace(/='([^"'<>]*)'/g, '="$1"');
	const [, prefix = 'w'] =
		/xmlns:(\w+)="[^"]*\/wordprocessingml\/(?:2006\/)?main"/.exec(source) ?? [];
	const xml =
		prefix === 'w' ? source : source.replace(new RegExp(`(</?|\\s)${prefix}:`, 'g'), '$1w:');
	const root: Element = { name: '', attributes: '', children: [] };
	const open = [root];
	for (const [token] of xml.matchAll(/<!--[\s\S]*?-->|<[?][\s\S]*?[?]>|<[^>]+>|[^<]+/g)) {
		const inside = open.at(-1)!;
		if (token.startsWith('</')) open.pop();
		else if (/^<[!?]/.test(token)) continue;
		else if (token.startsWith('<')) {
			const [, name, attributes] = /^<([^\s/>]+)([\s\S]*?)\/?>$/.exec(token)!;
			const element = { name: name!, attributes: attributes!.trim(), children: [] };
			inside.children.push(element);
			if (!token.endsWith('/>')) open.push(element);
		} else inside.children.push(token);
	}
	return root;
}

export type Verdict = 'accept' | 'reject';

/** Accepts or rejects the changes of one author. */
function settled(element: Element, verdict: Verdict, author: string): Element {
	const children = element.children.flatMap((child): Array<Element | string> => {
		if (typeof child === 'string') return [child];
		const isOurs = child.attributes.includes(`w:author="${author}"`);
		const isChange = ['w:ins', 'w:del'].includes(child.name) && isOurs;
		const inner = settled(child, verdict, author);
		if (!isChange) return [inner];
		// the change of a paragraph mark: once accepted, it reads as one that was deleted before
		if (element.name === 'w:rPr') return verdict === 'accept' ? [inner] : [];
		const stays = (child.name === 'w:ins') === (verdict === 'accept');
		return stays ? inner.children.map(restored) : [];
	});
	return { ...element, children };
}

function restored(child: Element | string): Element | string {
	if (typeof child === 'string') return child;
	const name = child.name === 'w:delText' ? 'w:t' : child.name;
	return { ...child, name, children: child.children.map(restored) };
}

/** A character, and the formatting that it has. */
export type Character = [character: string, properties: string];

const READ_AS: Record<string, string> = { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n' };
const NO_TEXT = ['w:del', 'w:moveFrom', 'w:instrText', 'w:pPr', 'w:rPr', 'w:sectPr'];

const childOf = (element: Element | undefined, name: string) =>
	element?.children.find(
		(child): child is Element => typeof child !== 'string' && child.name === name,
	);

const hasDeletedMark = (paragraph: Element) => {
	const mark = childOf(childOf(paragraph, 'w:pPr'), 'w:rPr');
	return ['w:del', 'w:moveFrom'].some((name) => childOf(mark, name) !== undefined);
};

/** The paragraphs with text of a part, character by character; those of a text box after the one around it. */
function paragraphsOf(root: Element, withCopies: boolean): Character[][] {
	const found: Character[][] = [];
	const visit = (
		element: Element,
		paragraph: Character[] | undefined,
		properties: string,
	): void => {
		if (NO_TEXT.includes(element.name) || (element.name === 'mc:Fallback' && !withCopies)) return;
		if (element.name === 'm:oMath') {
			paragraph?.push(['□', properties]);
			return;
		}
		let format = properties;
		if (element.name === 'w:r') {
			const given = element.children.find(
				(child) => typeof child !== 'string' && child.name === 'w:rPr',
			);
			format = JSON.stringify(given ?? '');
		}
		// a paragraph whose mark is deleted goes on in the next one
		let open: Character[] | undefined;
		for (const child of element.children) {
			if (typeof child !== 'string') {
				const own = child.name === 'w:p' ? (open ?? []) : paragraph;
				if (child.name === 'w:p') {
					if (open === undefined) found.push(own!);
					open = hasDeletedMark(child) ? own : undefined;
				}
				visit(child, own, format);
			} else if (element.name === 'w:t' && paragraph !== undefined) {
				const text = child
					.replace(/&lt;/g, '<')
					.replace(/&gt;/g, '>')
					.replace(/&quot;/g, '"')
					.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
					.replace(/&amp;/g, '&');
				paragraph.push(...[...text].map((character): Character => [character, format]));
			}
		}
		const reads = READ_AS[element.name];
		if (reads !== undefined && paragraph !== undefined && format !== '')
			paragraph.push([reads, format]);
	};
	visit(root, undefined, '');
	return found.filter((paragraph) => paragraph.some(([character]) => character !== '□'));
}

/** Names of the parts with text, in the order in which they are read. */
function textParts(files: Record<string, Uint8Array>): string[] {
	const kinds = ['document', 'footnotes', 'endnotes', 'header\\d*', 'footer\\d*'];
	return kinds.flatMap((kind) =>
		Object.keys(files)
			.filter((name) => new RegExp(`^word/${kind}\\.xml$`).test(name))
			.sort(),
	);
}

/** The paragraphs of a Word file after the changes of an author were accepted or rejected. */
export function settledParagraphs(
	file: Buffer,
	verdict: Verdict,
	author: string,
	{ withCopies = false } = {},
): Character[][] {
	const files = unzipSync(file);
	return textParts(files).flatMap((name) =>
		paragraphsOf(settled(parse(strFromU8(files[name]!)), verdict, author), withCopies),
	);
}

export const textOf = (paragraphs: Character[][]): string =>
	paragraphs.map((one) => one.map(([character]) => character).join('')).join('\n');
