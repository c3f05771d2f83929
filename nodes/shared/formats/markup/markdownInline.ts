import { readReference } from './characterReference';
import type { Slice } from './markdownBlocks';
import type { WordWriter } from './wordWriter';

/** Inline elements whose content is not prose. */
const LEFT_OUT = new Set(
	'code pre kbd samp var tt del rt rp script style svg math textarea select'.split(' '),
);

const SPECIAL = /[\\`*_~[\]!<&\n$|{]|(?:https?|ftp):\/\/|www\.|[\w.+-]{1,64}@(?=\w)/gi;
const HTML_TAG =
	/<(?:([A-Za-z][A-Za-z0-9-]*)(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|(\/[A-Za-z][A-Za-z0-9-]*)\s*)>/y;
const AUTOLINK =
	/<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/uy;
/** Constructs that continue to their end, whatever is inside. */
const CLOSERS: ReadonlyArray<[RegExp, string]> = [
	[/^<!--/, '-->'],
	[/^<\?/, '?>'],
	[/^<!\[CDATA\[/, ']]>'],
	[/^<![A-Za-z]/, '>'],
];
const ADDRESS = /[^\s<>[\]`*|\\()!\u2018-\u201d\u3000-\u303f\uff00-\uffef]+/y;
/** A character without a meaning in Markdown. */
const PLAIN = /[^\\`*_~[\]!<&\n$|{\s]/uy;
const REFERENCE = /&[A-Za-z0-9#]*(?:;|[^\\`*_~[\]!<&\n$|{\s])?/uy;
const LABEL = /\[((?:\\[^]|[^[\]\\])*)\]/y;
const DEFINITION =
	/[ \t]*\[((?:\\[^]|[^[\]\\])+)\]:\s*(?:<(?:\\.|[^<>\\\n])*>|[^\s<]\S*)(?:\s+(?:"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\((?:\\[^]|[^()\\])*\)))?[ \t]*(?:\n|$)/y;
const ALMOST_DEFINITION = /[ \t]*\[(?:\\[^]|[^[\]\\])+\]:/y;
const FOOTNOTE = /[ \t]*\[\^[^\]\s]+\]:[ \t]*/y;

/** A part of a block's content; `reads` is how it stands in a sentence, '' where it is left out. */
interface Token {
	from: number;
	to: number;
	kind: 'text' | 'locked' | 'comment' | 'break' | 'space';
	reads?: string;
	what?: string;
	/** the name of an HTML tag, with a slash where it ends the element */
	tag?: string;
}

/** The content of a block, its lines joined, and where they are in the document. */
class Content {
	readonly text: string;

	private readonly starts: number[] = [];

	constructor(
		document: string,
		private readonly lines: Slice[],
	) {
		const parts: string[] = [];
		let at = 0;
		for (const { start, end } of lines) {
			this.starts.push(at);
			parts.push(document.slice(start, end));
			at += end - start + 1;
		}
		this.text = parts.join('\n');
	}

	lineAt(index: number): number {
		let [low, high] = [0, this.starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.starts[middle]! <= index) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}

	inDocument(index: number): number {
		const line = this.lineAt(index);
		return this.lines[line]!.start + index - this.starts[line]!;
	}
}

/**
 * What a paragraph defines at its beginning: links by their labels, in one form of writing. Of a footnote only the
 * label is left out.
 */
export function definitionsIn(
	document: string,
	lines: Slice[],
): { labels: string[]; rest: Slice[] } {
	const labels: string[] = [];
	const content = new Content(document, lines);
	let at = 0;
	while (at < content.text.length) {
		const footnote = matchAt(FOOTNOTE, content.text, at);
		if (footnote !== null) {
			at += footnote[0].length;
			break;
		}
		const definition = matchAt(DEFINITION, content.text, at);
		if (definition === null) {
			// with other words it could become a definition; and behind one, parsers do not agree on what begins
			const isClose = labels.length > 0 || matchAt(ALMOST_DEFINITION, content.text, at) !== null;
			if (isClose) return { labels, rest: [] };
			break;
		}
		labels.push(normalized(definition[1]!));
		at += definition[0].length;
	}
	if (at >= content.text.length) return { labels, rest: [] };
	const line = content.lineAt(at);
	const start = content.inDocument(at);
	return { labels, rest: [{ start, end: lines[line]!.end }, ...lines.slice(line + 1)] };
}

/** Writes the words of a block (CommonMark 6). */
export function readInline(
	words: WordWriter,
	document: string,
	lines: Slice[],
	labels: ReadonlySet<string>,
): void {
	const content = new Content(document, lines);
	const tokens = new InlineReader(content.text, labels).read();
	let leftOut: { name: string; ends: number } | undefined;
	const ends = new Map<string, number>();
	for (const { tag } of tokens) {
		if (tag?.startsWith('/')) ends.set(tag.slice(1), (ends.get(tag.slice(1)) ?? 0) + 1);
	}
	for (const { from, to, kind, reads, what, tag } of tokens) {
		const start = content.inDocument(from);
		const end = content.inDocument(to);
		if (tag?.startsWith('/')) {
			ends.set(tag.slice(1), ends.get(tag.slice(1))! - 1);
			if (leftOut?.name === tag.slice(1)) leftOut = undefined;
		} else if (tag !== undefined && LEFT_OUT.has(tag) && leftOut === undefined) {
			if ((ends.get(tag) ?? 0) > 0) leftOut = { name: tag, ends: 0 };
		}
		if (kind === 'comment') words.comment(document.slice(start, end));
		else if (kind === 'break') words.break();
		else if (leftOut !== undefined) continue;
		else if (kind === 'space') words.white(start, end);
		else if (kind === 'text') words.text(start, end);
		else words.locked(start, end, what ?? 'Markdown', reads ?? '');
	}
}

class InlineReader {
	private readonly tokens: Token[] = [];

	/** texts known not to occur after a place, so that each is searched for only once */
	private readonly missing = new Set<string>();

	private readonly openBrackets: Array<{ token: number; at: number }> = [];

	/** how many locked ranges begin and end before a token */
	private readonly locks = new Map<number, number>();

	private readonly backticks = new Map<number, number[]>();

	private readonly runs = new Map<string, number>();

	constructor(
		private readonly text: string,
		private readonly labels: ReadonlySet<string>,
	) {
		for (const { 0: run, index } of text.matchAll(/`+/g)) {
			const places = this.backticks.get(run.length) ?? [];
			places.push(index);
			this.backticks.set(run.length, places);
		}
		for (const places of this.backticks.values()) places.reverse();
		for (const [run] of text.matchAll(/\*+|_+|~~+|\$+/g)) {
			this.runs.set(run[0]!, (this.runs.get(run[0]!) ?? 0) + 1);
		}
	}

	read(): Token[] {
		const { text } = this;
		let at = 0;
		while (at < text.length) {
			SPECIAL.lastIndex = at;
			const next = SPECIAL.exec(text)?.index ?? text.length;
			if (next > at) this.tokens.push({ from: at, to: next, kind: 'text' });
			at = next < text.length ? this.special(next) : next;
		}
		for (const { token } of this.openBrackets) this.tokens[token]!.reads = '[';
		return this.withLocks();
	}

	/** @returns where to continue */
	private special(at: number): number {
		const { text } = this;
		const character = text[at]!;
		switch (character) {
			case '\\':
				return this.escape(at);
			case '`':
				return this.code(at);
			case '*':
			case '_':
			case '~':
				return this.delimiter(at, /[*]+|_+|~+/y);
			case '$':
				return this.formula(at);
			case '{':
				return this.template(at);
			case '[':
				return this.openBracket(at);
			case ']':
				return this.closeBracket(at);
			case '<':
				return this.angle(at);
			case '&': {
				const [source] = matchAt(REFERENCE, text, at)!;
				return this.lock(at, at + source.length, 'a character reference', readReference(source));
			}
			case '\n':
				return this.lineBreak(at);
			case '!':
				return this.lock(at, at + 1, '"!"', text[at + 1] === '[' ? '' : '!');
			case '|':
				return this.lock(at, at + 1, '"|"', '|');
		}
		const [address] = matchAt(ADDRESS, text, at)!;
		const end = this.lock(at, at + address.length, 'an address', '');
		// an insertion right after it would become part of it
		const [next] = matchAt(PLAIN, text, end) ?? [''];
		return this.lock(end, end + next.length, 'an address', next);
	}

	private escape(at: number): number {
		const { text } = this;
		if (text[at + 1] === '\n') return at + 1 + this.hardBreak(at + 1);
		const next = text.codePointAt(at + 1);
		if (next === undefined) return this.lock(at, at + 1, 'a backslash', '\\');
		const character = String.fromCodePoint(next);
		const reads = /[!-/:-@[-`{-~]/.test(character) ? character : `\\${character}`;
		return this.lock(at, at + 1 + character.length, 'a backslash', reads);
	}

	private code(at: number): number {
		const run = matchAt(/`+/y, this.text, at)![0].length;
		const places = this.backticks.get(run) ?? [];
		while (places.length > 0 && places.at(-1)! < at + run) places.pop();
		const end = places.at(-1);
		if (end !== undefined) return this.lock(at, end + run, 'code', '');
		return this.lock(at, at + run, 'a backtick', '`'.repeat(run));
	}

	private delimiter(at: number, pattern: RegExp): number {
		const { text } = this;
		const [run] = matchAt(pattern, text, at)!;
		const end = at + run.length;
		const [before, after] = [text[at - 1] ?? '\n', text[end] ?? '\n'];
		const isMark =
			run !== '~' &&
			this.runs.get(run[0]!)! > 1 &&
			!(/\s/.test(before) && /\s/.test(after)) &&
			!(run[0] === '_' && /\w/.test(before) && /\w/.test(after));
		return this.lock(at, end, `"${run[0]!}"`, isMark ? '' : run);
	}

	private formula(at: number): number {
		const { text } = this;
		const mark = text[at + 1] === '$' ? '$$' : '$';
		const from = at + mark.length;
		if (mark === '$$' || /\S/.test(text[from] ?? ' ')) {
			const end = this.find(mark, from);
			const isFormula =
				end !== -1 &&
				end > from &&
				(mark === '$$' || (/\S/.test(text[end - 1]!) && !/\d/.test(text[end + 1] ?? '')));
			if (isFormula) return this.lock(at, end + mark.length, 'a formula', '');
		}
		// a digit behind the second one makes it no formula
		const to = from + (matchAt(PLAIN, text, from)?.[0].length ?? 0);
		return this.lock(at, to, '"$"', text.slice(at, to));
	}

	private template(at: number): number {
		const close = new Map([
			['{{', '}}'],
			['{%', '%}'],
			['{#', '}'],
			['{.', '}'],
		]).get(this.text.slice(at, at + 2));
		const end = close === undefined ? -1 : this.find(close, at + 2);
		if (end === -1) return this.lock(at, at + 1, '"{"', '{');
		return this.lock(at, end + close!.length, 'a template', '');
	}

	private openBracket(at: number): number {
		this.openBrackets.push({ token: this.tokens.length, at });
		return this.lock(at, at + 1, 'a bracket', '');
	}

	private closeBracket(at: number): number {
		const { text, tokens } = this;
		const open = this.openBrackets.pop();
		if (text[at + 1] === '(') {
			const end = endOfLinkTail(text, at + 2);
			if (end !== undefined) return this.lock(at, end, 'a link', '');
			// a change could add what is missing
			if (open !== undefined) this.lockFrom(open.token);
			return this.lock(at, text.length, 'a link', '');
		}
		if (open === undefined) return this.lock(at, at + 1, 'a bracket', ']');
		const inner = text.slice(open.at + 1, at);
		if (inner.startsWith('^')) {
			// a footnote
			for (let i = open.token; i < tokens.length; i++) tokens[i]!.reads = '';
			for (let i = open.token; i < tokens.length; i++) tokens[i]!.kind = 'locked';
			return this.lock(at, at + 1, 'a footnote', '');
		}
		const label = matchAt(LABEL, text, at + 1);
		if (label !== null && this.labels.has(normalized(label[1]!))) {
			return this.lock(at, at + 1 + label[0].length, 'a link', '');
		}
		const isShortcut = this.labels.size > 0 && this.labels.has(normalized(inner));
		const isWiki = inner.startsWith('[') && inner.endsWith(']');
		if (!isShortcut) {
			tokens[open.token]!.reads = '[';
		}
		if (this.labels.size > 0 || isWiki) {
			this.lockFrom(open.token);
		}
		const end = at + 1 + (isShortcut && label !== null ? label[0].length : 0);
		return this.lock(at, end, 'a bracket', isShortcut ? '' : ']');
	}

	/** What stands in brackets may be the label of a link. */
	private lockFrom(token: number): void {
		const end = this.tokens.length;
		this.locks.set(token, (this.locks.get(token) ?? 0) + 1);
		this.locks.set(end, (this.locks.get(end) ?? 0) - 1);
	}

	private angle(at: number): number {
		const { text } = this;
		const autolink = matchAt(AUTOLINK, text, at);
		if (autolink !== null) return this.lock(at, at + autolink[0].length, 'a link', '');
		const tag = matchAt(HTML_TAG, text, at);
		if (tag !== null) {
			const name = (tag[1] ?? tag[2])!.toLowerCase();
			const isClosed = tag[0].endsWith('/>');
			const to = at + tag[0].length;
			this.tokens.push({
				from: at,
				to,
				kind: 'locked',
				reads: '',
				...(isClosed ? {} : { tag: name }),
			});
			if (/^br$/.test(name)) this.tokens.push({ from: to, to, kind: 'break' });
			return to;
		}
		const empty = /^<!---?>/.exec(text.slice(at, at + 6));
		if (empty) return this.lock(at, at + empty[0].length, 'a comment', '');
		const found = CLOSERS.find(([begin]) => begin.test(text.slice(at, at + 9)));
		if (found !== undefined) {
			const [begin, close] = found;
			const from = at + begin.exec(text.slice(at, at + 9))![0].length;
			const end = this.find(close, from);
			if (end === -1) return this.lock(at, from, 'a bracket', text.slice(at, from));
			const to = end + close.length;
			this.tokens.push({ from: at, to, kind: close === '-->' ? 'comment' : 'locked' });
			return to;
		}
		// a malformed tag, which a change could complete
		if (/^<\/?[A-Za-z]/.test(text.slice(at, at + 3)) && this.find('>', at) !== -1) {
			const end = matchAt(/<[^<>]*>?/y, text, at)![0].length;
			return this.lock(at, at + end, 'a tag', '');
		}
		const to = at + 1 + (matchAt(PLAIN, text, at + 1)?.[0].length ?? 0);
		return this.lock(at, to, 'a bracket', text.slice(at, to));
	}

	private lineBreak(at: number): number {
		const { text } = this;
		const isHard = text.slice(Math.max(0, at - 2), at) === '  ';
		if (isHard) this.hardBreak(at);
		else this.tokens.push({ from: at, to: at + 1, kind: 'space' });
		return at + 1;
	}

	private hardBreak(at: number): number {
		this.tokens.push({ from: at, to: at, kind: 'break' });
		return 1;
	}

	private lock(from: number, to: number, what: string, reads: string): number {
		this.tokens.push({ from, to, kind: 'locked', reads, what });
		return to;
	}

	private find(what: string, from: number): number {
		if (this.missing.has(what)) return -1;
		const at = this.text.indexOf(what, from);
		if (at === -1) this.missing.add(what);
		return at;
	}

	/** Labels of links stay as they are. */
	private withLocks(): Token[] {
		let depth = 0;
		this.tokens.forEach((token, i) => {
			depth += this.locks.get(i) ?? 0;
			if (depth === 0 || token.kind !== 'text') return;
			token.kind = 'locked';
			token.reads = this.text.slice(token.from, token.to);
			token.what = 'the label of a link';
		});
		return this.tokens;
	}
}

/** Where the address and title after `](` end; undefined if there are none. */
function endOfLinkTail(text: string, from: number): number | undefined {
	const space = /\s*/y;
	let at = from + matchAt(space, text, from)![0].length;
	if (text[at] === '<') {
		const address = matchAt(/<(?:\\.|[^<>\\\n])*>/y, text, at);
		if (address === null) return undefined;
		at += address[0].length;
	} else {
		let open = 0;
		for (; at < text.length && !/[\s\p{Cc}]/u.test(text[at]!); at++) {
			if (/^\\[!-/:-@[-`{-~]/.test(text.slice(at, at + 2))) at++;
			else if (text[at] === '(' && ++open > 32) return undefined;
			else if (text[at] === ')' && --open < 0) break;
		}
		if (open > 0) return undefined;
	}
	if (at >= text.length) return undefined;
	const spaces = matchAt(space, text, at)![0].length;
	const title =
		spaces > 0
			? matchAt(
					/"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\((?:\\[^]|[^()\\])*\)/y,
					text,
					at + spaces,
				)
			: null;
	at += spaces;
	if (title !== null) {
		at += title[0].length;
		at += matchAt(space, text, at)![0].length;
	}
	return text[at] === ')' ? at + 1 : undefined;
}

/** A label of a link, in one form of writing (CommonMark 4.7). */
function normalized(label: string): string {
	return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}
