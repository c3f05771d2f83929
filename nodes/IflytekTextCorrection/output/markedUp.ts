import { HTML } from '../../shared/formats/markup/html';
import { isApplied, type TextRange } from '../../shared/formats/prose/prose';
import type { Language, Wording } from '../../shared/problem/language';
import { escapeHtml } from '../../shared/problem/problem';
import { isToLookAt, type Correction } from '../protocol/applyCorrections';
import { describeFinding } from '../protocol/categories';

/** A part of a marked-up text, and what happened to it. */
export interface Segment {
	kind: 'plain' | 'deleted' | 'inserted' | 'doubtful' | 'unchecked';
	text: string;
	/** what is wrong with it, or why it was not checked */
	note?: string;
	/** only for a doubtful place, if there is one */
	suggestion?: string | null;
}

const NOT_CHECKED: Wording = { english: 'Not checked: ', chinese: '未检查：' };

/** Marks a place to look at that has no text: a caret, as proofreaders write it. */
const PLACE_MARK = '‸';

/** Divides a text into segments. Corrections and unchecked ranges are in order; the ranges do not overlap. */
export function markedText(
	text: string,
	corrections: Correction[],
	uncheckedRanges: Array<TextRange & { reason: string }>,
	language: Language,
): Segment[] {
	const segments: Segment[] = [];
	let done = 0;
	const unmarkedUntil = (end: number): void => {
		for (const { start, end: rangeEnd, reason } of uncheckedRanges) {
			const from = Math.max(start, done);
			const to = Math.min(rangeEnd, end);
			if (from >= to) continue;
			if (from > done) segments.push({ kind: 'plain', text: text.slice(done, from) });
			const note = NOT_CHECKED[language] + reason;
			segments.push({ kind: 'unchecked', text: text.slice(from, to), note });
			done = to;
		}
		if (end > done) segments.push({ kind: 'plain', text: text.slice(done, end) });
		done = end;
	};

	const applied = corrections.filter(isApplied);
	for (const correction of corrections) {
		const { position, original, suggestion, category, type } = correction;
		if (position === null || original === null) continue;
		const end = position + original.length;
		const note = describeFinding(category, type, language);
		if (isApplied(correction)) {
			unmarkedUntil(position);
			if (original) segments.push({ kind: 'deleted', text: original, note });
			if (suggestion) segments.push({ kind: 'inserted', text: suggestion, note });
		} else if (
			isToLookAt(correction) &&
			position >= done &&
			!applied.some((one) => one.position < end && one.position + one.original.length > position)
		) {
			unmarkedUntil(position);
			segments.push({ kind: 'doubtful', text: original || PLACE_MARK, suggestion, note });
		} else continue;
		done = end;
	}
	unmarkedUntil(text.length);
	return segments;
}

/** Text and background colors are both set, for dark pages too. */
const ELEMENTS = {
	deleted: ['del', 'background:#fbdad7;color:#7a1510'],
	inserted: ['ins', 'background:#d3f0d8;color:#0f5323'],
	doubtful: ['mark', 'background:#fdf0b2;color:#5c4a00'],
	unchecked: ['span', 'background:#e0e0e0;color:#444444'],
};

/** A marked-up text as an HTML fragment, escaped; notes become tooltips, and styles are inline for emails. */
export function toHtml(segments: Segment[]): string {
	const parts = segments.map(({ kind, text, note = '', suggestion }) => {
		if (kind === 'plain') return escapeHtml(text);
		const [name, style] = ELEMENTS[kind];
		const content = escapeHtml(text + (suggestion ? `(${suggestion}?)` : ''));
		return `<${name} title="${escapeHtml(note)}" style="${style}">${content}</${name}>`;
	});
	return `<div style="white-space:pre-wrap">${parts.join('')}</div>`;
}

const UNCHECKED_BEGINS: Wording = { english: 'not checked:', chinese: '未检查：' };
const UNCHECKED_ENDS: Wording = { english: 'end of unchecked part', chinese: '未检查部分结束' };

/**
 * A marked-up text as Markdown, escaped: ~~deleted~~, **inserted**, ***to look at***(suggestion?), and unchecked parts
 * in brackets. A space is added next to a mark that would not be recognized otherwise (CommonMark, delimiter runs).
 */
export function toMarkdown(segments: Segment[], language: Language): string {
	let written = '';
	// the last characters: searching the whole text for each mark would take seconds
	let end = '';
	let isClosedAfterMark = false;
	const raw = (markdown: string): void => {
		const space = isClosedAfterMark && !BEGINS_OPEN_TO_MARKS.test(markdown) ? ' ' : '';
		isClosedAfterMark = false;
		written += space + markdown;
		end = (space + markdown).slice(-2) || end;
	};
	const plain = (text: string) => raw(escapePlain(text, end === '' || end.endsWith('\n')));
	const marked = (delimiter: string, escaped: string): void => {
		const isHidden = BEGINS_WITH_MARK.test(escaped) && !ENDS_OPEN_TO_MARKS.test(end);
		const runsOn = end.endsWith(delimiter.charAt(0));
		raw((isHidden || runsOn ? ' ' : '') + delimiter + escaped + delimiter);
		isClosedAfterMark = ENDS_WITH_MARK.test(escaped);
	};
	for (const { kind, text, suggestion } of segments) {
		if (kind === 'plain') plain(text);
		else if (kind === 'unchecked') {
			marked('**', `\\[${UNCHECKED_BEGINS[language]}`);
			plain(text);
			marked('**', `${UNCHECKED_ENDS[language]}\\]`);
		} else {
			marked(DELIMITERS[kind], escapeMarked(text));
			if (kind === 'doubtful') raw(`(${escapeMarked(suggestion ?? '')}?)`);
		}
	}
	return written;
}

const DELIMITERS = { deleted: '~~', inserted: '**', doubtful: '***' };
const ENDS_OPEN_TO_MARKS = /[\s\p{P}$+<=>^`|~]$|^$/u;
const BEGINS_OPEN_TO_MARKS = /^[\s\p{P}$+<=>^`|~]/u;
const BEGINS_WITH_MARK = /^[\p{P}\p{S}]/u;
const ENDS_WITH_MARK = /[\p{P}\p{S}]$/u;

/** Escapes what has a meaning anywhere in Markdown; < > and & become entities, which all renderers know. */
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

/** Text inside a mark: on one line, and spaces at its ends visible, since a mark cannot enclose those. */
function escapeMarked(text: string): string {
	const line = text.replace(/\r\n|\r|\n/g, '↵');
	return escapeInline(line.replace(/^\s+|(?<!\s)\s+$/g, (spaces) => '␣'.repeat(spaces.length)));
}
