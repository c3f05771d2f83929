import type { TextRange } from '../prose/prose';
import { endOfMatch } from '../prose/search';
import { BLANK_LINE, formulaInLines, NotProse, templatesIn } from './notProse';

/** A paragraph, a line (heading, cell or title), or an HTML block, whose comments may switch reading off. */
export interface Block {
	kind: 'html' | 'line' | 'paragraph';
	/** parts of lines, in the document */
	lines: TextRange[];
	/** where words begin that are read but stay as they are, since they may be markup */
	lockedFrom?: number | undefined;
}

/** A quote or a list item; a blank line ends an empty item. With `hasEnded`, some parsers have already ended it. */
type Container =
	{ kind: 'quote' } | { kind: 'item'; indent: number; isEmpty: boolean; hasEnded?: boolean };

type Leaf =
	| {
			kind: 'paragraph';
			lines: TextRange[];
			table?: number;
			isHeaderUnclear?: boolean;
			/** for some parsers, an indented line ends it */
			mayEnd: boolean;
			/** where it has a line that is a tag, which for some parsers ends the list or quote around it */
			tag?: 'before' | 'last';
			lockedFrom?: number;
	  }
	| { kind: 'fence'; mark: string }
	| { kind: 'html'; lines: TextRange[]; end: RegExp | undefined; isInTable: boolean };

const HEADING = /^#{1,6}(?:[ \t]+|$)/;
const FENCE = /^(?:`{3,}(?!.*`)|~{3,})/;
const SETEXT = /^(?:=+|-+)[ \t]*$/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const ITEM = /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/;
const DELIMITER_ROW = /^(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;
/** The mark of a task in a list or of a note in a quote: [x], [!NOTE]. */
const TASK_OR_NOTE_LABEL = /^\[(?:[ xX]\]|![\w|-]+\][+-]?)(?=[ \t]|$)[ \t]*/;
/** Such as ::: tip Title; its body is not indented. */
const DIRECTIVE = /^:{3,}[ \t]*[\w-]*[ \t]*([^{]*)/;
/** Such as !!! note "Title"; its body is indented like that of a list item. */
const NOTE = /^(?:!!!|\?\?\?\+?|===[+!]?(?=[ \t]+"))[ \t][\w \t-]*(?:"([^"]*)"|$)/;
/** The label before a footnote's text, which is indented like that of a list item. */
const FOOTNOTE = /^\[\^[^\]\s]+\]:/;

/** How HTML blocks begin and end (CommonMark 4.6); without an end, at a blank line. */
const HTML_BLOCKS: ReadonlyArray<[beginning: RegExp, end?: RegExp]> = [
	[/^<(?:script|pre|style|textarea)(?=[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
	[/^<!--/, /-->/],
	[/^<\?/, /\?>/],
	[/^<![A-Za-z]/, />/],
	[/^<!\[CDATA\[/, /\]\]>/],
	// an included file
	[/^-+8<-+(?=[ \t]|$)/, /$/],
	// code of MDX
	[/^(?:import[ \t](?:[^'"]*['"]|[\w,* \t]*\{$)|export[ \t]+(?:const|default|function|let|[*{]))/],
	[
		/^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t]|\/?>|$)/i,
	],
];
const ONE_TAG =
	/^(?:<[A-Za-z][A-Za-z0-9-]*(?:[ \t]+[A-Za-z_:][\w:.-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t]*\/?>|<\/[A-Za-z][A-Za-z0-9-]*[ \t]*>)[ \t]*$/;

/** What may define a link, or an abbreviation: *[HTML]: */
export const NEARLY_DEFINITION = /^[ \t]*\*?\[(?:\\[^]|[^[\]\\])+\]:/;

/** Parsers disagree on whether it divides two cells of a table. */
const UNCLEAR_BAR = '\\\\|';

const LINE_END = '(?:\\r\\n|\\n|\\r)';
const BLANK = '[^\\S\\n\\r]*';
const DATA = `${BLANK}${LINE_END}(?:[^]*?${LINE_END})??`;
/** YAML between lines of ---, or TOML between lines of +++. */
const FRONT_MATTER = new RegExp(
	`^\\ufeff?(?:---${DATA}(?:---|\\.\\.\\.)|\\+\\+\\+${DATA}\\+\\+\\+)${BLANK}(?:${LINE_END}|$)`,
);

/** Once lists and quotes are nested this deep, the rest of the document is one paragraph that stays as it is. */
const DEEPEST = 50;
const BLANKS = /[ \t]*/y;

/** A line of the document, read from left to right; a tab reaches to the next column of four. */
class Line {
	/** may be inside of a tab */
	private column = 0;

	constructor(
		private readonly document: string,
		public at: number,
		readonly end: number,
		/** whether its rest is indented code for programs that know no templates */
		readonly endsInCode: boolean,
	) {}

	/** How many columns of white space come next. */
	indent(): number {
		let { column } = this;
		for (let i = this.at; i < this.end; i++) {
			if (this.document[i] === ' ') column++;
			else if (this.document[i] === '\t') column += 4 - (column % 4);
			else break;
		}
		return column - this.column;
	}

	/** Skips up to so many columns of white space. */
	skipColumns(count: number): void {
		for (let left = count; left > 0 && this.at < this.end; left--) {
			const character = this.document[this.at];
			if (character !== ' ' && character !== '\t') return;
			this.column++;
			if (character === ' ' || this.column % 4 === 0) this.at++;
		}
	}

	/** Skips characters that are not tabs. */
	skip(count: number): void {
		this.at += count;
		this.column += count;
	}

	/** What follows the white space. */
	text(): string {
		return this.document.slice(this.start(), this.end);
	}

	start(): number {
		return Math.min(this.end, endOfMatch(BLANKS, this.document, this.at));
	}
}

/** The blocks of a Markdown document that have words, without code (CommonMark 0.31, tables, front matter). */
export function markdownBlocks(document: string): Block[] {
	const reader = new BlockReader(document, templatesWithBlankLines(document));
	reader.read();
	return reader.blocks;
}

class BlockReader {
	readonly blocks: Block[] = [];
	private containers: Container[] = [];
	private leaf: Leaf | undefined;
	/** whether the rest is code for some parsers */
	private isLost = false;

	/**
	 * @param templates those that count as one line, the last one first
	 * @param hasTagsInTables whether a tag alone on a line behind a table is a row of it, as for some parsers
	 */
	constructor(
		private readonly document: string,
		private readonly templates: TextRange[],
		private readonly hasTagsInTables = false,
	) {}

	/** @returns the block that is open at the end */
	read(): Leaf | undefined {
		const { document, templates } = this;
		let at = FRONT_MATTER.exec(document)?.[0].length ?? Number(document.startsWith('\ufeff'));
		const lineEnd = /\r\n|\n|\r|$/g;
		while (at < document.length) {
			const lineStart = at;
			lineEnd.lastIndex = at;
			let end = lineEnd.exec(document)!;
			let wordsEnd: number | undefined;
			while (templates.length > 0 && templates.at(-1)!.start < end.index) {
				const { start, end: last } = templates.pop()!;
				if (start < at || this.leaf?.kind === 'fence') continue;
				// its rest counts as it does for programs that know no templates: as words, or as indented code
				const leaf = new BlockReader(document.slice(at, last), []).read();
				if (leaf !== undefined && leaf.kind !== 'paragraph') continue;
				if (leaf === undefined) wordsEnd ??= last;
				lineEnd.lastIndex = last;
				end = lineEnd.exec(document)!;
			}
			this.line(new Line(document, at, wordsEnd ?? end.index, wordsEnd !== undefined));
			at = end.index + end[0].length;
			if (this.containers.length < DEEPEST && !this.isLost) continue;
			this.push('paragraph', [{ start: lineStart, end: document.length }], 0);
			break;
		}
		const { leaf } = this;
		this.close();
		return leaf;
	}

	private line(line: Line): void {
		const isIndented = line.indent() > 3;
		const matched = this.match(line);
		const isInside = matched === this.containers.length;
		if (isInside && this.goesOn(line)) return;
		if (this.leaf?.kind !== 'paragraph') this.close();
		const isOpened = this.open(line, matched);
		if (isOpened === 'done') return;
		const text = line.text();
		const isLazy = text !== '' && !isInside && !isOpened && this.isInParagraph();
		if (!isInside && !isLazy && !isOpened) this.leave(matched);
		if (text === '') return this.close();
		const slice = { start: line.start(), end: line.end };
		if (this.leaf?.kind === 'paragraph') {
			// for some parsers, a tag on a paragraph line outside of its list or quote ends that list or quote
			const { mayEnd, tag } = this.leaf;
			const isCode = isIndented || line.indent() > 3;
			if (mayEnd ? isCode : tag === 'last' && (isCode || !/^\p{L}/u.test(text)))
				this.leaf.lockedFrom ??= slice.start;
			if (tag !== undefined) this.leaf.tag = 'before';
			if (isLazy && ONE_TAG.test(text)) this.leaf.tag = 'last';
			this.leaf.mayEnd ||= line.endsInCode;
			this.leaf.lines.push(slice);
		} else {
			const mark = this.containers.length > 0 ? TASK_OR_NOTE_LABEL.exec(text) : null;
			slice.start += mark?.[0].length ?? 0;
			// for some parsers, a delimiter row makes a table with the HTML before it
			const mayEnd = line.endsInCode || DELIMITER_ROW.test(text.trimEnd());
			this.leaf = { kind: 'paragraph', lines: [slice], mayEnd };
		}
	}

	private isInParagraph(): boolean {
		return this.leaf?.kind === 'paragraph' && this.leaf.table === undefined;
	}

	/** How many of the open containers the line belongs to; moves the line to their content. */
	private match(line: Line): number {
		let matched = 0;
		for (const container of this.containers) {
			if (container.kind === 'quote') {
				if (line.indent() > 3 || !line.text().startsWith('>')) break;
				this.quote(line);
			} else if (line.text() === '') {
				if (container.isEmpty) break;
			} else {
				if (line.indent() < container.indent) break;
				line.skipColumns(container.indent);
				container.isEmpty = false;
			}
			matched++;
		}
		return matched;
	}

	private quote(line: Line): void {
		line.skipColumns(line.indent());
		line.skip(1);
		line.skipColumns(1);
	}

	/** Whether the line continues a fence or HTML, or is the underline or delimiter row of the open paragraph. */
	private goesOn(line: Line): boolean {
		const { leaf } = this;
		if (leaf === undefined) return false;
		const text = line.text();
		if (leaf.kind === 'fence') {
			const [mark] = /^(?:`+|~+)(?=[ \t]*$)/.exec(text) ?? [''];
			if (line.indent() < 4 && mark.startsWith(leaf.mark)) this.leaf = undefined;
			return true;
		}
		if (leaf.kind === 'html') {
			if (leaf.end === undefined && text === '') return false;
			leaf.lines.push({ start: line.at, end: line.end });
			if (leaf.end?.test(text)) this.close();
			return true;
		}
		const isIndented = line.indent() > 3;
		if (leaf.table !== undefined && isIndented) this.close();
		if (leaf.table !== undefined || isIndented) return false;
		if (SETEXT.test(text)) {
			this.close();
			return true;
		}
		if (!this.isDelimiterRow(leaf.lines, text)) return false;
		leaf.table = leaf.lines.length - 1;
		// for some parsers, an indented line inside a paragraph is no header, nor is a definition or a part of one
		const { start, end } = leaf.lines[leaf.table]!;
		const before = this.document.slice(Math.max(0, start - 4), start);
		leaf.isHeaderUnclear =
			(leaf.table > 0 && /\t| {4}/.test(before)) ||
			NEARLY_DEFINITION.test(this.document.slice(leaf.lines[0]!.start, end));
		return true;
	}

	private isDelimiterRow(lines: TextRange[], text: string): boolean {
		const { start, end } = lines.at(-1)!;
		const header = this.document.slice(start, end);
		const isAsLong = (row: string) => cellsOf(row).length === cellsOf(text).length;
		return (
			DELIMITER_ROW.test(text.trimEnd()) &&
			!/^-[ \t]/.test(text) &&
			// a bar in a template divides cells too where the template is not filled in
			(isAsLong(header) || isAsLong(header.replace(/\{/g, ' ')))
		);
	}

	/** Opens the blocks that begin in a line. @returns whether any began; 'done' when the line is used up */
	private open(line: Line, matched: number): boolean | 'done' {
		let isOpened = false;
		const begin = () => {
			if (!isOpened) this.leave(matched);
			isOpened = true;
		};
		while (this.containers.length < DEEPEST) {
			const text = line.text();
			const isParagraph = !isOpened && this.isInParagraph();
			const interrupts = isParagraph && matched === this.containers.length;
			if (line.indent() > 3) {
				// white space before the next line of a paragraph
				if (isParagraph || text === '') return isOpened;
				begin();
				return 'done';
			}
			if (text.startsWith('>')) {
				begin();
				this.quote(line);
				this.containers.push({ kind: 'quote' });
				continue;
			}
			const note = NOTE.exec(text);
			if (note !== null) {
				begin();
				this.title(line, note);
				this.containers.push({ kind: 'item', indent: line.indent() + 4, isEmpty: false });
				return 'done';
			}
			const footnote = FOOTNOTE.exec(text);
			const item = footnote ?? (RULE.test(text) ? null : ITEM.exec(text));
			if (item === null) return this.openLeaf(text, line, isParagraph, begin) ? 'done' : isOpened;
			const [mark, number] = item;
			const isEmpty = footnote === null && /^[ \t]*$/.test(text.slice(mark.length));
			const isFirst = number === undefined || Number(number) === 1;
			if (interrupts && (isEmpty || !isFirst)) return isOpened;
			begin();
			const before = line.indent();
			line.skipColumns(before);
			line.skip(mark.length);
			const padding = isEmpty || line.indent() > 4 ? 1 : line.indent();
			if (footnote === null) line.skipColumns(padding);
			const indent = before + (footnote === null ? mark.length + padding : 4);
			this.containers.push({ kind: 'item', indent, isEmpty });
		}
		return 'done';
	}

	/** Opens a block that contains no others, if one begins. */
	private openLeaf(text: string, line: Line, isParagraph: boolean, begin: () => void): boolean {
		const heading = HEADING.exec(text);
		const fence = FENCE.exec(text);
		const html = HTML_BLOCKS.find(([beginning]) => beginning.test(text));
		const end = html === undefined ? this.endOfFormula(line.start()) : html[1];
		const isInTable = !isParagraph && this.leaf?.kind === 'paragraph';
		const isTag = !isParagraph && !(isInTable && this.hasTagsInTables) && ONE_TAG.test(text);
		const isHtml = html ?? end ?? isTag;
		const directive = DIRECTIVE.exec(text);
		if (!heading && !fence && !isHtml && !directive && !RULE.test(text)) return false;
		begin();
		if (heading) this.heading(line.start() + heading[0].length, line.end);
		else if (fence) this.leaf = { kind: 'fence', mark: fence[0] };
		else if (isHtml) {
			this.leaf = { kind: 'html', lines: [{ start: line.at, end: line.end }], end, isInTable };
			if (html?.[1]?.test(text)) this.close();
		} else if (directive) this.title(line, directive);
		return true;
	}

	/**
	 * The words of a heading, without the # that close it. Other # at its end stay, with the character before them, which
	 * decides whether they close it; behind a mark, which may end a tag, a link or code, the whole heading stays.
	 */
	private heading(start: number, lineEnd: number): void {
		const line = this.document.slice(start, lineEnd);
		const source = line.replace(/(?:^|[ \t])#+[ \t]*$/, '').trimEnd();
		const words = [{ start, end: start + source.length }];
		const before = /([^#])#+$/u.exec(source);
		if (before === null) return this.push('line', words);
		const isMark = /[!-/:-@[-`{-~]/.test(before[1]!);
		this.push('line', words, isMark ? start : start + before.index);
	}

	/** How the formula that begins here ends; undefined also if programs that know none see an open block in it. */
	private endOfFormula(start: number): RegExp | undefined {
		const formula = formulaInLines(this.document, start);
		const leaf = formula && new BlockReader(formula.inside, []).read();
		return leaf === undefined || leaf.kind === 'paragraph' ? formula?.close : undefined;
	}

	private title(line: Line, [source, title = '']: RegExpExecArray): void {
		const start = line.start() + source.lastIndexOf(title);
		this.push('line', [{ start, end: start + title.trimEnd().length }]);
	}

	/** Ends all that is open except this many outermost containers. */
	private leave(matched: number): void {
		this.close();
		this.containers.length = matched;
	}

	private close(): void {
		const { leaf } = this;
		this.leaf = undefined;
		if (leaf?.kind === 'html') {
			this.push('html', leaf.lines);
			this.isLost ||= leaf.isInTable && this.hidesCode(leaf.lines);
		}
		if (leaf?.kind !== 'paragraph') return;
		const { lines, table = lines.length } = leaf;
		if (table > 0) this.push('paragraph', lines.slice(0, table), leaf.lockedFrom);
		lines.slice(table).forEach((line, i) => {
			const isUnclear = (i === 0 && leaf.isHeaderUnclear) || this.areUnclear([line]);
			for (const cell of cellsOf(this.document.slice(line.start, line.end))) {
				const at = { start: line.start + cell.start, end: line.start + cell.end };
				this.push('line', [at], isUnclear ? 0 : undefined);
			}
		});
		if (leaf.tag === undefined) return;
		for (const one of this.containers) if (one.kind === 'item') one.hasEnded = true;
	}

	/** Whether programs that take the first line for a row of the table before see open code behind the block. */
	private hidesCode([, ...rest]: TextRange[]): boolean {
		const inside = this.document.slice(rest[0]?.start ?? 0, rest.at(-1)?.end ?? 0);
		const leaf = new BlockReader(inside, [], true).read();
		return leaf?.kind === 'fence' || (leaf?.kind === 'html' && leaf.end !== undefined);
	}

	private push(kind: Block['kind'], lines: TextRange[], lockedFrom?: number): void {
		const hasEnded = this.containers.some((one) => one.kind === 'item' && one.hasEnded);
		const isUnclear = hasEnded || this.areUnclear(lines);
		this.blocks.push({ kind, lines, lockedFrom: isUnclear ? 0 : lockedFrom });
	}

	private areUnclear(lines: TextRange[]): boolean {
		return lines.some(({ start, end }) => this.document.slice(start, end).includes(UNCLEAR_BAR));
	}
}

/** The cells of a table's row; a bar within a template belongs to a filter. */
function cellsOf(row: string): TextRange[] {
	const end = row.trimEnd().length;
	const templates = /[{<]/.test(row) ? new NotProse(row) : undefined;
	const cells: TextRange[] = [];
	let start = row.startsWith('|') ? 1 : 0;
	for (let at = start; at < end; at++) {
		const template = templates?.endOfTemplate(at);
		if (template !== undefined) at = template - 1;
		else if (row[at] === '\\') at++;
		else if (row[at] === '|') {
			cells.push({ start, end: at });
			start = at + 1;
		}
	}
	if (start < end) cells.push({ start, end });
	return cells.map((cell) => trimmed(row, cell));
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
	let [from, to] = [start, end];
	while (from < to && /[ \t]/.test(text[from]!)) from++;
	while (to > from && /[ \t]/.test(text[to - 1]!)) to--;
	return { start: from, end: to };
}

/** Templates with a blank line, which count as one line, the last one first; one with a backtick may be code. */
function templatesWithBlankLines(document: string): TextRange[] {
	if (!/[{<][{%#/]/.test(document)) return [];
	const found = [...templatesIn(document)].filter((place) => {
		const template = document.slice(...place);
		return BLANK_LINE.test(template) && !template.includes('`');
	});
	return found.map(([start, end]) => ({ start, end })).sort((a, b) => b.start - a.start);
}
