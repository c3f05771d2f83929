import type { LockedPart } from '../prose/obstacles';
import { documentIndex, type Prose, type TextRange } from '../prose/prose';
import { addTo, endOfMatch, placeOf } from '../prose/search';
import { codePointStart } from '../prose/textBoundary';
import { readReference } from './characterReference';
import { SKIPPED } from './html';
import { NEARLY_DEFINITION, type Block } from './markdownBlocks';
import { NotProse } from './notProse';
import type { WordWriter } from './wordWriter';

const SPECIAL =
	/[\\`*_~[\]!<&\n$|{]|(?:https?|ftp):\/\/|www\.|(?:mailto:)?[\w.+-]{0,64}@(?=[\w.-])|:(?:[+-]1|[a-z][\w+-]*):(?!\/)/gi;
/** Such as :smile: */
const EMOJI = /:(?:[+-]1|[a-z][\w+-]*):/iy;
const HTML_TAG =
	/<(?:([A-Za-z][A-Za-z0-9-]*)(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|(\/[A-Za-z][A-Za-z0-9-]*)\s*)>/y;
const AUTOLINK =
	/<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/uy;
/** Constructs that go on to this end whatever is inside; others that begin with <! end at the next >. */
const CLOSERS: Record<string, string> = { '<!--': '-->', '<?': '?>', '<![CDATA[': ']]>' };
const OPENER = /<(?:!--|\?|!\[CDATA\[|!(?=[A-Za-z]))/y;
const MAIL_ADDRESS = /(?:mailto:)?[\w.+-]*@(?!\w+:)[\w.-]*[\w-]/y;
const WEB_ADDRESS = /(?:\{[\w-]*\}|\$(?!\{)|[^\s<>[\]`*|\\()!{$\u0080-\uffff])+/y;
/** Text, marks too, that some parsers take for a part of the address before it. */
const GLUED =
	/(?:\[[^\s<[\]]*\]|\([^\s<()]*\)|[^\s<[\]()|\u2018-\u201d\u3000-\u303f\uff00-\uffef])*/y;
/** A character without a meaning in Markdown. */
const PLAIN = /[^\\`*_~[\]!<&\n$|{\s]/uy;
const CHINESE_PUNCTUATION = /^[\u2014\u2018-\u201d\u2026\u3000-\u303f\uff00-\uffef]/;
const REFERENCE =
	/&(?:(?!(?:https?|ftp):\/\/|www\.)[A-Za-z0-9#])*(?:;|[^\\`*_~[\]!<&\n$|{\sA-Za-z0-9#])?/uy;
/** Of kramdown and Python-Markdown: {: .x}, { .x width=1 }. */
const ATTRIBUTE = /[#.][^\s{}`]+|[\w-]+=(?:"[^"{}`\n]*"|'[^'{}`\n]*'|[\w.%#/-]+)/.source;
const ATTRIBUTES = new RegExp(
	`\\{[#.:][^{}\`]*\\}|\\{[ \\t]*(?:${ATTRIBUTE})(?:[ \\t]+(?:${ATTRIBUTE}))*[ \\t]*\\}`,
	'y',
);
/** Of LaTeX, or of bookdown: \cite{a}, \@ref(fig:a). */
const COMMAND = /\\@?[A-Za-z]+(?:\{[\w ,.:;/+-]*\}|\([\w ,.:;/+-]*\))/y;
const LABEL = /\[((?:\\[^]|[^[\]\\])*)\]/y;
const DEFINITION =
	/[ \t]*\[((?:\\[^]|[^[\]\\])+)\]:\s*(?:<(?:\\.|[^<>\\\n])*>|[^\s<]\S*)(?:\s+(?:"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\((?:\\[^]|[^()\\])*\)))?[ \t]*(?:\n|$)/y;

/** A part of a block's content; `reads` is how it stands in a sentence, '' where it is left out. */
interface Token {
	from: number;
	to: number;
	kind: 'text' | 'locked' | 'comment' | 'break' | 'space';
	reads?: string;
	what?: LockedPart;
	/** the name of an HTML tag, with a slash where it ends the element */
	tag?: string;
}

/** A run of marks of emphasis or of strikethrough. */
interface Delimiter {
	token: number;
	run: string;
	/** how many of them are not paired */
	left: number;
	canOpen: boolean;
	canClose: boolean;
}

/** The joined lines of a block. */
function contentOf(document: string, lines: TextRange[]): Prose {
	let at = 0;
	const segments = lines.map(({ start, end }) => {
		const segment = { at, length: end - start, start, end };
		at += segment.length + 1;
		return segment;
	});
	const text = lines.map(({ start, end }) => document.slice(start, end)).join('\n');
	return { document, text, segments };
}

/** A block without the link definitions at its beginning, whose normalized labels are added to `labels`. */
export function withoutDefinitions(document: string, block: Block, labels: Set<string>): Block {
	const isPlain = !'[*'.includes(document[block.lines[0]?.start ?? -1] ?? ' ');
	if (block.kind !== 'paragraph' || isPlain) return block;
	const content = contentOf(document, block.lines);
	const { text } = content;
	let at = 0;
	for (let found = matchAt(DEFINITION, text, at); found; found = matchAt(DEFINITION, text, at)) {
		labels.add(normalized(found[1]!));
		at += found[0].length;
	}
	// a change could make it a definition; and parsers disagree on what begins behind one
	const isUnclear = at > 0 || NEARLY_DEFINITION.test(text);
	const from = documentIndex(content, at);
	const lines = block.lines
		.filter(({ end }) => end >= from)
		.map(({ start, end }) => ({ start: Math.max(start, from), end }));
	return { ...block, lines, lockedFrom: isUnclear ? 0 : block.lockedFrom };
}

/** Writes the words of a block (CommonMark 6). @param lockedFrom document index from which words stay */
export function readInline(
	words: WordWriter,
	document: string,
	lines: TextRange[],
	labels: ReadonlySet<string>,
	lockedFrom = Infinity,
): void {
	const content = contentOf(document, lines);
	const reader = new InlineReader(content.text, labels);
	let skipped: string | undefined;
	for (const [i, { from, to, kind, reads, what, tag }] of reader.read().entries()) {
		const [start, end] = [documentIndex(content, from), documentIndex(content, to)];
		if (skipped !== undefined && tag === `/${skipped}`) skipped = undefined;
		else if (tag !== undefined && SKIPPED.has(tag) && (reader.lastTags.get(`/${tag}`) ?? -1) > i)
			skipped ??= tag;
		if (kind === 'comment') words.comment(document.slice(start, end));
		else if (kind === 'break') words.break();
		else if (skipped !== undefined) continue;
		else if (kind === 'space') words.white(start, end);
		else if (kind === 'locked') words.locked(start, end, what ?? 'markdown', reads ?? '');
		else {
			const lockedStart = Math.min(end, Math.max(start, lockedFrom));
			words.text(start, lockedStart);
			words.text(lockedStart, end, 'markdown');
		}
	}
}

class InlineReader {
	/** the index of the last token of each tag */
	readonly lastTags = new Map<string, number>();
	private readonly tokens: Token[] = [];
	private readonly openBrackets: Array<{ token: number; at: number }> = [];
	/** what may be the label of a link: its first token, and the one behind it */
	private readonly labelEnds = new Map<number, number>();
	/** from this token on, words may be markup for some program, or become so by a change */
	private firstUnclear = Infinity;
	private backticks: ReadonlyMap<number, number[]> | undefined;
	private readonly delimiters: Delimiter[] = [];
	private readonly notProse: NotProse;
	/** up to here, some parsers take the words for a part of the address before them */
	private gluedTo = 0;

	constructor(
		private readonly text: string,
		private readonly labels: ReadonlySet<string>,
	) {
		this.notProse = new NotProse(text);
	}

	read(): Token[] {
		const { text } = this;
		let at = 0;
		while (at < text.length) {
			const next = this.nextSpecial(at);
			if (at < this.gluedTo && at < next)
				at = this.lock(at, Math.min(next, this.gluedTo), 'address');
			if (at < next) this.tokens.push({ from: at, to: next, kind: 'text' });
			at = next < text.length ? this.special(next) : next;
		}
		for (const { token } of this.openBrackets) this.tokens[token]!.reads = '[';
		this.pairMarks();
		this.lockLabels();
		return this.tokens;
	}

	/** @returns where to continue */
	private special(at: number): number {
		const { text } = this;
		const character = text[at]!;
		const found = '\\${<'.includes(character) ? this.notProse.endOf(at) : undefined;
		if (found !== undefined) return this.lock(at, found.end, found.what, '');
		switch (character) {
			case '\\':
				return this.escape(at);
			case '`':
				return this.code(at);
			case '*':
			case '_':
			case '~':
				return this.delimiter(at);
			case '$':
				// the next character decides whether it begins or ends a formula
				return this.lock(at, this.behindPlain(at + 1), '"$"');
			case '{': {
				const end = endOfMatch(ATTRIBUTES, text, at);
				return end > at ? this.lock(at, end, 'template', '') : this.lock(at, at + 1, '"{"');
			}
			case '[':
				this.openBrackets.push({ token: this.tokens.length, at });
				return this.lock(at, at + 1, 'bracket', '');
			case ']':
				return this.closeBracket(at);
			case '<':
				return this.angle(at);
			case '&': {
				const isAlone = this.nextSpecial(at + 1) === at + 1;
				const end = isAlone ? at + 1 : endOfMatch(REFERENCE, text, at);
				return this.lock(at, end, 'characterReference', readReference(text.slice(at, end)));
			}
			case '\n': {
				const isHard = text.slice(Math.max(0, at - 2), at) === '  ';
				return this.add({ from: at, to: at + 1, kind: isHard ? 'break' : 'space' });
			}
			case '!':
				return this.lock(at, at + 1, '"!"', text[at + 1] === '[' ? '' : '!');
			case '|':
				return this.lock(at, at + 1, '"|"');
			case ':':
				return this.lock(at, endOfMatch(EMOJI, text, at), 'symbol');
		}
		return this.address(at);
	}

	/** It ends at its last ASCII character; what some parsers add to it is read, but stays. */
	private address(at: number): number {
		const { text } = this;
		const mailEnd = endOfMatch(MAIL_ADDRESS, text, at);
		const end = mailEnd > at ? mailEnd : endOfMatch(WEB_ADDRESS, text, at);
		const address = text.slice(at, end);
		this.lock(at, end, 'address', address.startsWith('@') ? address : '');
		const beside = text.slice(end - 3, end + 3);
		const isWeb = mailEnd === at || /^www\./i.test(address) || /^www\.|^...:\/\//i.test(beside);
		const gluedEnd = isWeb ? endOfMatch(GLUED, text, end) : end;
		// if a backtick belongs to the address, the next one encloses other words
		if (hasOpenCode(text.slice(end, gluedEnd))) this.unclearFrom();
		// an insertion right after it would become part of it
		if (gluedEnd > end) this.gluedTo = this.behindPlain(gluedEnd);
		return this.lock(end, this.behindPlain(endOfMatch(/\.*/y, text, end)), 'address');
	}

	private escape(at: number): number {
		const { text } = this;
		const template = this.notProse.endOfTemplate(at + 1);
		if (template !== undefined) return this.lock(at, template, 'template', '');
		if (text[at + 1] === '\n') return this.add({ from: at, to: at + 2, kind: 'break' });
		const command = endOfMatch(COMMAND, text, at);
		if (command > at) return this.lock(at, command, 'code');
		const [next = ''] = [...text.slice(at + 1, at + 3)];
		if (/[!-/:-@[-`{-~]/.test(next)) return this.lock(at, at + 2, 'backslash', next);
		const isAlone = this.nextSpecial(at + 1) === at + 1;
		return this.lock(at, at + 1 + (isAlone ? 0 : next.length), 'backslash');
	}

	private code(at: number): number {
		const run = endOfMatch(/`+/y, this.text, at) - at;
		this.backticks ??= runsOfBackticks(this.text);
		const places = this.backticks.get(run) ?? [];
		while (places.length > 0 && places.at(-1)! < at + run) places.pop();
		const end = places.at(-1);
		if (end !== undefined) return this.lock(at, end + run, 'code', '');
		return this.lock(at, at + run, 'backtick');
	}

	private delimiter(at: number): number {
		const { text } = this;
		const end = endOfMatch(/[*]+|_+|~+/y, text, at);
		const run = text.slice(at, end);
		const before = besideMark(text.slice(codePointStart(text, at - 1), at));
		const after = besideMark(text.slice(end, end + 2));
		const isLeft = after !== 'space' && (after === 'letter' || before !== 'letter');
		const isRight = before !== 'space' && (before === 'letter' || after !== 'letter');
		const isWordPart = run[0] === '_' && isLeft && isRight;
		this.delimiters.push({
			token: this.tokens.length,
			run,
			left: run.length,
			canOpen: isLeft && (!isWordPart || before === 'mark'),
			canClose: isRight && (!isWordPart || after === 'mark'),
		});
		return this.lock(at, end, `"${run[0]!}"`);
	}

	/** Leaves out the marks of emphasis that pair; the others are read as characters (CommonMark 6.2). */
	private pairMarks(): void {
		const open: Delimiter[] = [];
		// up to where nothing pairs, so that the stack is not searched again and again
		const searched = new Map<string, number>();
		for (const closer of this.delimiters) {
			while (closer.canClose && closer.left > 0) {
				const kind = `${closer.run[0]}${closer.canOpen}${closer.run.length % 3}`;
				const limit = searched.get(kind) ?? -1;
				let at = open.length - 1;
				while (at >= 0 && open[at]!.token > limit && !belongTogether(open[at]!, closer)) at--;
				const opener = open[at];
				if (opener === undefined || opener.token <= limit) {
					searched.set(kind, closer.token - 1);
					break;
				}
				const count = Math.min(2, opener.left, closer.left);
				opener.left -= count;
				closer.left -= count;
				open.length = at + Number(opener.left > 0);
			}
			if (closer.canOpen && closer.left > 0) open.push(closer);
		}
		for (const { token, run, left } of this.delimiters) {
			this.tokens[token]!.reads = run.slice(0, left);
		}
	}

	/** The index after the character at a place; the place itself if it has a meaning in Markdown. */
	private behindPlain(at: number): number {
		return this.nextSpecial(at) === at ? at : endOfMatch(PLAIN, this.text, at);
	}

	private nextSpecial(at: number): number {
		return placeOf(SPECIAL, this.text, at);
	}

	private closeBracket(at: number): number {
		const { text, tokens } = this;
		const open = this.openBrackets.pop();
		if (text[at + 1] === '(') {
			const end = this.endOfLinkTail(at + 2);
			if (end !== undefined) return this.lock(at, end, 'link', '');
			// a change could add what is missing
			this.unclearFrom(open?.token);
			if (open !== undefined) tokens[open.token]!.reads = '[';
			return this.lock(at, at + 2, 'link');
		}
		if (open === undefined) return this.lock(at, at + 1, 'bracket');
		const inner = text.slice(open.at + 1, at);
		if (inner.startsWith('^')) {
			for (const token of tokens.slice(open.token)) {
				token.kind = 'locked';
				token.reads = '';
			}
			return this.lock(at, at + 1, 'footnote', '');
		}
		const [label = '', name = ''] = matchAt(LABEL, text, at + 1) ?? [];
		if (label !== '' && this.labels.has(normalized(name)))
			return this.lock(at, at + 1 + label.length, 'link', '');
		const isShortcut = name === '' && this.labels.size > 0 && this.labels.has(normalized(inner));
		const isWiki = inner.startsWith('[') && inner.endsWith(']');
		if (!isShortcut) tokens[open.token]!.reads = '[';
		if (this.labels.size > 0 || isWiki) this.labelEnds.set(open.token, tokens.length);
		const end = at + 1 + (isShortcut ? label.length : 0);
		return this.lock(at, end, 'bracket', isShortcut ? '' : ']');
	}

	/** Where the address and title after `](` end, if there are any; blanks in a template do not end the address. */
	private endOfLinkTail(from: number): number | undefined {
		const { text, notProse } = this;
		let at = endOfMatch(/\s*/y, text, from);
		if (text[at] === '<') {
			const address = endOfMatch(/<(?:\\.|[^<>\\\n])*>/y, text, at);
			if (address === at) return undefined;
			at = address;
		} else {
			let open = 0;
			for (; at < text.length && !/[\s\p{Cc}]/u.test(text[at]!); at++) {
				const template = notProse.endOfTemplate(at);
				if (template !== undefined) at = template - 1;
				else if (/^\\[!-/:-@[-`{-~]/.test(text.slice(at, at + 2))) at++;
				else if (text[at] === '(' && ++open > 32) return undefined;
				else if (text[at] === ')' && --open < 0) break;
			}
			if (open > 0) return undefined;
		}
		at = endOfMatch(LINK_TITLE, text, at);
		return text[at] === ')' ? at + 1 : undefined;
	}

	private unclearFrom(token = this.tokens.length): void {
		this.firstUnclear = Math.min(this.firstUnclear, token);
	}

	private angle(at: number): number {
		const { text } = this;
		const autolink = endOfMatch(AUTOLINK, text, at);
		if (autolink > at) return this.lock(at, autolink, 'link', '');
		const tag = matchAt(HTML_TAG, text, at);
		if (tag !== null) {
			const name = (tag[1] ?? tag[2])!.toLowerCase();
			const isAlone = tag[0].endsWith('/>');
			if (!isAlone) this.lastTags.set(name, this.tokens.length);
			const kind = name === 'br' ? 'break' : 'locked';
			return this.add({ from: at, to: at + tag[0].length, kind, ...(!isAlone && { tag: name }) });
		}
		const empty = /^<!---?>/.exec(text.slice(at, at + 6));
		if (empty) return this.lock(at, at + empty[0].length, 'comment', '');
		const from = endOfMatch(OPENER, text, at);
		if (from > at) {
			const close = CLOSERS[text.slice(at, from)] ?? '>';
			const to = this.notProse.find(close, from) + close.length;
			const kind = close === '-->' ? 'comment' : 'locked';
			if (to < Infinity) return this.add({ from: at, to, kind });
			// a change could add what is missing
			this.unclearFrom();
			return this.lock(at, from, 'bracket');
		}
		// a malformed tag, which a change could complete
		if (/^<\/?[A-Za-z]/.test(text.slice(at, at + 3)) && this.notProse.find('>', at) < Infinity) {
			let end = at + 1;
			let hasTemplate = false;
			while (end < text.length && !'<>'.includes(text[end]!)) {
				const template = this.notProse.endOfTemplate(end);
				hasTemplate ||= template !== undefined;
				end = template ?? end + 1;
			}
			end += Number(text[end] === '>');
			return this.lock(at, end, 'tag', hasTemplate ? '' : text.slice(at, end));
		}
		return this.lock(at, this.behindPlain(at + (text[at + 1] === '!' ? 2 : 1)), 'bracket');
	}

	private lock(from: number, to: number, what: LockedPart, reads = this.text.slice(from, to)) {
		// for programs that know no templates or formulas, code or a comment may begin in one and go on behind it
		if ((what === 'template' || what === 'formula') && hasOpenCode(this.text.slice(from, to)))
			this.unclearFrom();
		return this.add({ from, to, kind: 'locked', reads, what });
	}

	private add(token: Token): number {
		this.tokens.push(token);
		return token.to;
	}

	/** Locks the labels of links, and the text that is unclear. */
	private lockLabels(): void {
		let labelEnd = 0;
		for (const [i, token] of this.tokens.entries()) {
			labelEnd = Math.max(labelEnd, this.labelEnds.get(i) ?? 0);
			if (token.kind !== 'text' || (i >= labelEnd && i < this.firstUnclear)) continue;
			token.kind = 'locked';
			token.reads = this.text.slice(token.from, token.to);
			token.what = i < labelEnd ? 'linkLabel' : 'markdown';
		}
	}
}

/** The places of the runs of backticks, by length; the last place first. */
function runsOfBackticks(text: string): Map<number, number[]> {
	const runs = new Map<number, number[]>();
	for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse())
		addTo(runs, run.length, index);
	return runs;
}

/** Whether code or a comment begins in a text and may go on behind it. */
function hasOpenCode(text: string): boolean {
	if (text.includes('<!--')) return true;
	const runs: string[] = text.match(/`+/g) ?? [];
	for (let i = 0; i < runs.length; i++) {
		i = runs.indexOf(runs[i]!, i + 1);
		if (i === -1) return true;
	}
	return false;
}

function belongTogether(opener: Delimiter, closer: Delimiter): boolean {
	const [first, last] = [opener.run.length, closer.run.length];
	if (opener.run[0] !== closer.run[0]) return false;
	if (opener.run.startsWith('~')) return first === 2 && last === 2;
	const isUnclear = opener.canClose || closer.canOpen;
	return !isUnclear || (first + last) % 3 > 0 || (first % 3 === 0 && last % 3 === 0);
}

/** The class of the first character of a text, beside a mark of emphasis (CommonMark 6.2). */
export function classOf(text: string): 'letter' | 'mark' | 'space' {
	// most of them are Chinese, and a pattern takes longer
	if (text >= '\u4e00' && text < '\u9fff') return 'letter';
	if (/^\s|^$/.test(text)) return 'space';
	return /^[\p{P}\p{S}]/u.test(text) ? 'mark' : 'letter';
}

/** As `classOf`, but Chinese punctuation is a letter: beside it the writer means emphasis, and many programs see it. */
function besideMark(text: string): ReturnType<typeof classOf> {
	const kind = classOf(text);
	return kind === 'mark' && CHINESE_PUNCTUATION.test(text) ? 'letter' : kind;
}

const LINK_TITLE = /\s+(?:"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\((?:\\[^]|[^()\\])*\))\s*|\s*/y;

/** A label of a link in normal form (CommonMark 4.7). */
function normalized(label: string): string {
	return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}
