import type { Format, Prose } from '../prose/prose';
import { codePointStart, isInsidePair } from '../prose/textBoundary';
import { readHtml } from './html';
import { markdownBlocks } from './markdownBlocks';
import { classOf, readInline, withoutDefinitions } from './markdownInline';
import { HAN, keepsSigns } from './notProse';
import { WordWriter } from './wordWriter';

/** A line that begins like this may be markup of a block. */
const NO_WORD = /^[\s\d#>+=:|~.()"'-]/;
/** These begin no block, so words may take their place. */
const BRACKET_OR_QUOTE = /^[("']/;
/** Markup at the beginning of a line, with the character after it. */
const LINE_BEGINNING = /^[\s\d#>+=:|~.()"'-]*[^]?/u;
/** Characters that end a line or an address for some programs. */
const LINE_END = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
/** Text that many programs turn into a link. */
const ADDRESS = /(?:https?|ftp)?:\/\/|www\.|\S?@[\w.-]/gi;
/** The beginning of an address, which would join the word before it. */
const ADDRESS_BEGINNING = /^(?:[\w.+-]{0,64}@|(?:https?|ftp):|www\.)/i;

/** Other marks go by number: the backslash of an escape is itself a mark, and parsers disagree on one before a bar. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Marks that words have only as references; > and # can also stand unescaped in the document's words. */
const ENCODED = /[&<`|${\\[\]*_~!]/g;
/** Characters with a meaning behind a bracket: of a link or a definition, of attributes. */
const ATTACHED: Readonly<Record<string, string>> = { ']': '([:', '{': '#.:' };
/** Links, code, and tags with attributes: an address in them ends with them, so words cannot join it. */
const CLOSED =
	/(?<!\\)(?:\[[^[\]]*\]\([^\s()]*\)|`[^`]+`|<(?:\w+:[^\s<>]*|\w+(?:\s+[\w-]+="[^"<>]*")*\s*\/?)>)/g;
/** A line that ends in a web address for parsers that end an address only at a space. */
const ADDRESS_GOES_ON = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]*$/i;
/** The beginning of a line before its words: only spaces and block marks. */
const BLOCK_MARKS = /^(?:[\s\d>*+\-.)#|]|\[\^[^\]\s]+\]:)*$/;
/** The first line of a note, whose title is in double quotes. */
const NOTE = /^[\s>*+.)\d-]*(?:!!!|\?\?\?|===)/;
const SPACE = /\s/;
const DELIMITER = /[*_~]/;
/** How far to look back for the beginning of a line, in UTF-16. */
const LOOK_BACK = 200;

/** Words are changed only where the change cannot alter the meaning of any markup. */
export const MARKDOWN: Format = {
	joint: 'markup',
	obstacle: ({ document }, { start, end }, becomes) => {
		const before = document.slice(start, end);
		if (before.match(LINE_END)?.join() !== becomes.match(LINE_END)?.join()) return 'lineEnd';
		const around = [document.slice(Math.max(0, start - 8), start), document.slice(end, end + 8)];
		const addresses = (text: string) => around.join(text).match(ADDRESS)?.join();
		if (addresses(before) !== addresses(becomes)) return 'addressChange';
		if (becomes === '' || (becomes.trim() === '') !== (before.trim() === ''))
			return 'emptyBetweenMarks';
		const [first, last] = [firstOf(before), lastOf(before)];
		const [newFirst, newLast] = [firstOf(becomes), lastOf(becomes)];
		const preceding = document.slice(Math.max(0, start - LOOK_BACK), start);
		const line = preceding.split(/[\n\r]/).at(-1)!;
		const previous = document[start - 1] ?? '';
		const next = document[end] ?? '';
		const changesMeaning =
			(SPACE.test(before) !== SPACE.test(becomes) &&
				ADDRESS_GOES_ON.test(line.replace(CLOSED, ''))) ||
			(SPACE.test(first + newFirst) && first !== newFirst) ||
			(SPACE.test(last + newLast) && last !== newLast) ||
			(DELIMITER.test(previous) && classOf(first) !== classOf(newFirst)) ||
			(DELIMITER.test(next) && classOf(last) !== classOf(newLast)) ||
			(first !== newFirst && ATTACHED[previous]?.includes(newFirst)) ||
			(before.slice(-2) !== becomes.slice(-2) &&
				(classOf(last) !== classOf(newLast) || /[\w.+*~(-]/.test(last) || /[!-~]/.test(newLast)) &&
				ADDRESS_BEGINNING.test(document.slice(end, end + 70))) ||
			!keepsSigns(document, { start, end }, becomes, (text) => withReferences(text, ENCODED)) ||
			(becomes.includes('"') && !before.includes('"') && NOTE.test(line)) ||
			(next === '[' && last !== newLast && newLast === '!') ||
			(last !== newLast && newLast === '#') ||
			(BLOCK_MARKS.test(line) &&
				LINE_BEGINNING.exec(before)![0] !== LINE_BEGINNING.exec(becomes)![0] &&
				((NO_WORD.test(first) && !BRACKET_OR_QUOTE.test(first)) || NO_WORD.test(newFirst)));
		return changesMeaning ? 'markdownMeaning' : null;
	},
	encode: (text) => withReferences(text, /[&<>`|${#\\[\]*_~!]/g),
};

/** The words of a Markdown document (CommonMark with tables, footnotes and front matter). */
export function readMarkdown(document: string, tool = ''): Prose {
	const words = new WordWriter(document, tool);
	const labels = new Set<string>();
	const blocks = markdownBlocks(document).map((one) => withoutDefinitions(document, one, labels));
	for (const { kind, lines, lockedFrom } of blocks) {
		if (kind === 'html') {
			const [{ start }, { end }] = [lines[0]!, lines.at(-1)!];
			const source = document.slice(start, end);
			for (const [comment] of source.matchAll(/<!--[^<>]{0,40}-->/g)) words.comment(comment);
			const hasWords = source.trimStart().startsWith('<') && HAN.test(source);
			if (hasWords && HAN.test(readHtml(source).text)) words.unread('htmlBlock', start, end);
		} else if (lines.length > 0) readInline(words, document, lines, labels, lockedFrom);
		words.break();
	}
	return words.prose();
}

function withReferences(text: string, marks: RegExp): string {
	return text.replace(marks, (mark) => ENTITIES[mark] ?? `&#${mark.charCodeAt(0)};`);
}

function firstOf(text: string): string {
	return text.slice(0, isInsidePair(text, 1) ? 2 : 1);
}

function lastOf(text: string): string {
	return text.slice(codePointStart(text, text.length - 1));
}
