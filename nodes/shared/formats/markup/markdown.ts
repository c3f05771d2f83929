import type { Format, Prose } from '../prose/prose';
import { codePointStart, isInsidePair } from '../prose/textBoundary';
import { readHtml } from './html';
import { markdownBlocks } from './markdownBlocks';
import { kindOf, readInline, withoutDefinitions } from './markdownInline';
import { HAN, keepsSigns } from './notProse';
import { WordWriter } from './wordWriter';

/** What a line of words does not begin with. */
const NO_WORD = /^[\s\d#>+=:|~.()"'-]/;
/** They begin no block of Markdown, so words may take their place. */
const BRACKET_OR_QUOTE = /^[("']/;
/** Markup at the beginning of a line, with the character after it. */
const LINE_BEGINNING = /^[\s\d#>+=:|~.()"'-]*[^]?/u;
/** What ends a line, or an address, for some programs. */
const LINE_END = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
/** Text that many programs turn into a link. */
const ADDRESS = /(?:https?|ftp)?:\/\/|www\.|\S?@[\w.-]/gi;
/** Text that would join the word before it. */
const ADDRESS_BEGINNING = /^(?:[\w.+-]{0,64}@|(?:https?|ftp):|www\.)/i;

/** The others are written by their number. An escape would be a mark beside a mark, or no bar before a bar. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What is written as a reference wherever it stands in words; > and # may be a part of the document's own. */
const MARKS = /[&<`|${\\[\]*_~!]/g;

/** What means something behind a bracket: a link or a definition, attributes. */
const ATTACHED: Readonly<Record<string, string>> = { ']': '([:', '{': '#.:' };

/** Links, code, and tags with their quotes: an address in them is no bare one, which words could be glued to. */
const CLOSED =
	/(?<!\\)(?:\[[^[\]]*\]\([^\s()]*\)|`[^`]+`|<(?:\w+:[^\s<>]*|\w+(?:\s+[\w-]+="[^"<>]*")*\s*\/?)>)/g;

/** Ends in a web address, to parsers that end one at the next space only. */
const ADDRESS_GOES_ON = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]*$/i;
/** The beginning of a line before its words: only spaces and block marks. */
const BLOCK_MARKS = /^(?:[\s\d>*+\-.)#|]|\[\^[^\]\s]+\]:)*$/;
/** A line with a title between double quotes, that of a note. */
const NOTE = /^[\s>*+.)\d-]*(?:!!!|\?\?\?|===)/;

const SPACE = /\s/;
const DELIMITER = /[*_~]/;
/** How far to look back for the beginning of a line. */
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
			(DELIMITER.test(previous) && kindOf(first) !== kindOf(newFirst)) ||
			(DELIMITER.test(next) && kindOf(last) !== kindOf(newLast)) ||
			(first !== newFirst && ATTACHED[previous]?.includes(newFirst)) ||
			(before.slice(-2) !== becomes.slice(-2) &&
				(kindOf(last) !== kindOf(newLast) || /[\w.+*~(-]/.test(last) || /[!-~]/.test(newLast)) &&
				ADDRESS_BEGINNING.test(document.slice(end, end + 70))) ||
			!keepsSigns(document, { start, end }, becomes, (text) => withReferences(text, MARKS)) ||
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
