import { HTML } from '../../shared/formats/markup/html';
import type { Language, Wording } from '../../shared/problem/language';
import { PLACE_MARK, type Segment } from './markedText';

/**
 * Writes a marked-up text as Markdown: ~~deleted~~, **inserted**, ***to look at***(suggestion?) and brackets
 * around what was not checked. All text is escaped, so that nothing in it acts as Markdown or HTML. A space is
 * added next to a mark where Markdown would not recognize it otherwise (CommonMark, delimiter runs).
 */
export function toMarkdown(segments: Segment[], language: Language = 'english'): string {
	const writer = new MarkdownWriter();
	for (const segment of segments) {
		switch (segment.kind) {
			case 'plain':
				writer.plain(segment.text);
				break;
			case 'changed':
				if (segment.deleted) writer.marked('~~', escapeMarked(segment.deleted));
				if (segment.inserted) writer.marked('**', escapeMarked(segment.inserted));
				break;
			case 'doubtful':
				writer.marked('***', escapeMarked(segment.text || PLACE_MARK));
				writer.raw(`(${escapeMarked(segment.suggestion ?? '')}?)`);
				break;
			case 'unchecked':
				writer.marked('**', `\\[${NOT_CHECKED[language]}`);
				writer.plain(segment.text);
				writer.marked('**', `${END[language]}\\]`);
				break;
		}
	}
	return writer.text;
}

const NOT_CHECKED: Wording = { english: 'not checked:', chinese: '未检查：' };
const END: Wording = { english: 'end of unchecked part', chinese: '未检查部分结束' };

const ENDS_OPEN_TO_MARKS = /[\s\p{P}$+<=>^`|~]$|^$/u;
const BEGINS_OPEN_TO_MARKS = /^[\s\p{P}$+<=>^`|~]/u;
const BEGINS_WITH_MARK = /^[\p{P}\p{S}]/u;
const ENDS_WITH_MARK = /[\p{P}\p{S}]$/u;

class MarkdownWriter {
	text = '';

	/** the last character of the text: searching the whole text for each mark would take seconds */
	private end = '';

	private closedAfterMark = false;

	raw(markdown: string): void {
		const space = this.closedAfterMark && !BEGINS_OPEN_TO_MARKS.test(markdown) ? ' ' : '';
		const added = space + markdown;
		this.closedAfterMark = false;
		this.text += added;
		if (added !== '') this.end = added.slice(-2);
	}

	plain(text: string): void {
		const atLineStart = this.end === '' || this.end.endsWith('\n');
		this.raw(escapePlain(text, atLineStart));
	}

	marked(delimiter: string, escaped: string): void {
		const isHidden = BEGINS_WITH_MARK.test(escaped) && !ENDS_OPEN_TO_MARKS.test(this.end);
		const runsOn = this.end.endsWith(delimiter.charAt(0));
		this.raw((isHidden || runsOn ? ' ' : '') + delimiter + escaped + delimiter);
		this.closedAfterMark = ENDS_WITH_MARK.test(escaped);
	}
}

/** Characters with a meaning anywhere in Markdown; < > and & become entities, which all readers know. */
function escapeInline(text: string): string {
	return HTML.encode(text.replace(/[\\`*_~[\]|$]/g, '\\$&'));
}

/** Text outside of marks: line breaks stay, and nothing at the start of a line acts as Markdown. */
function escapePlain(text: string, atLineStart: boolean): string {
	return text
		.split(/\r\n|\r|\n/)
		.map((line, i) => (i > 0 || atLineStart ? escapeLineStart(line) : escapeInline(line)))
		.join('  \n');
}

function escapeLineStart(line: string): string {
	const content = line.replace(/^[ \t]+/, '');
	const indent = line.slice(0, line.length - content.length);
	return (
		indent.replace(/\t/g, '    ').replace(/ /g, '\u00a0') +
		escapeInline(content).replace(/^(\d*)([#+=\-.)])/, '$1\\$2')
	);
}

/** Text inside a mark: on one line, and spaces at its ends visible, for a mark cannot enclose those. */
function escapeMarked(text: string): string {
	const line = text.replace(/\r\n|\r|\n/g, '↵');
	return escapeInline(line.replace(/^\s+|(?<!\s)\s+$/g, (spaces) => '␣'.repeat(spaces.length)));
}
