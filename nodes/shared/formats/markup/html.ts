import type { LockedPart } from '../prose/obstacles';
import type { Format, Prose } from '../prose/prose';
import { isKeptIn } from '../prose/search';
import { readReference } from './characterReference';
import { HtmlScanner } from './htmlScanner';
import { HAN, keepsSigns } from './notProse';
import { WordWriter } from './wordWriter';

/** Elements that can be inside a sentence; every other tag ends the paragraph. */
const INLINE = new Set(
	'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
		' ',
	),
);

/** Elements whose content is not prose. */
export const SKIPPED: ReadonlySet<string> = new Set(
	'code pre listing kbd samp var tt del rt rp select svg math script style xmp iframe noembed noframes noscript textarea'.split(
		' ',
	),
);

/** The element around a formula that KaTeX has drawn. */
const KATEX = /^<span\s[^]*class\s*=\s*["'](?:[^"']*\s)?katex["'\s]/i;
/** Elements that only their own end tag closes. */
const BARRIERS = new Set('applet marquee object table template'.split(' '));
/** Signs of markup, templates and formulas, with the next character, on which their meaning depends. */
const SPECIAL =
	/\{|\$[^&<{$\\\s]?|\\+[([]?|&[A-Za-z0-9#]*(?:;|[^&<{$\\])?|<\/?[A-Za-z]*[^&<{$\\]?/gu;

/** Words are changed within their text node, which is never split. */
export const HTML: Format = {
	joint: 'markup',
	obstacle: ({ document }, { start, end }, becomes) => {
		const before = document.slice(start, end);
		if (!keepsSigns(document, { start, end }, becomes, String)) return 'templateOrFormula';
		if (!isKeptIn(notInHtml(becomes), notInHtml(before))) return 'notInHtml';
		if (becomes === '' || isBlank(before) !== isBlank(becomes)) return 'emptyBetweenTags';
		const isMoved =
			isBlank(before[0]!) !== isBlank(becomes[0]!) ||
			isBlank(before.at(-1)!) !== isBlank(becomes.at(-1)!);
		return isMoved ? 'tagSpace' : null;
	},
	encode: (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
};

/** The words of an HTML page or fragment, tokenized by the HTML standard (13.2.5); takes any text. */
export function readHtml(document: string, tool = ''): Prose {
	const words = new WordWriter(document, tool);
	const skipped = new OpenSkipped();
	const scanner = new HtmlScanner(document);
	/** up to here the document is written */
	let done = 0;
	/** where the skipped content begins */
	let open: number | undefined;

	/** @returns where to continue: the end of the text, or of a template that reaches beyond it */
	function writeText(start: number, end: number, locked: LockedPart | undefined): number {
		const text = document.slice(start, end);
		let written = 0;
		SPECIAL.lastIndex = 0;
		for (let found = SPECIAL.exec(text); found !== null; found = SPECIAL.exec(text)) {
			const { 0: source, index } = found;
			const other = scanner.notProse.endOf(start + index);
			words.text(start + written, start + index, locked);
			const isWhole =
				other !== undefined &&
				(other.what === 'template' ||
					/^[^<]*(?:<br\s*\/?>[^<]*)*$/i.test(document.slice(end, other.end)));
			if (isWhole) {
				written = other.end - start;
				if (written > text.length) return other.end;
				SPECIAL.lastIndex = written;
			} else {
				written = index + source.length;
				const what = source.startsWith('&') ? 'characterReference' : (`"${source[0]!}"` as const);
				words.locked(start + index, start + written, what, readReference(source));
			}
		}
		words.text(start + written, end, locked);
		return end;
	}

	for (const markup of scanner.read()) {
		const source = document.slice(markup.start, markup.end);
		if (markup.kind === 'tag') {
			if (!INLINE.has(markup.name) && !skipped.isOpen()) words.break();
			if (!markup.isClosed) skipped.tag(markup.name, markup.isEnd, source);
			open = skipped.isOpen() ? (open ?? markup.end) : undefined;
		} else if (markup.kind === 'comment') words.comment(source);
		else if (!skipped.isOpen()) {
			const start = Math.max(markup.start, done);
			const locked = scanner.isUnclear ? 'markup' : undefined;
			if (start < markup.end) done = writeText(start, markup.end, locked);
		}
	}
	if (open !== undefined && HAN.test(document.slice(open)))
		words.unread('openElement', open, document.length);
	return words.prose();
}

/** The open elements whose content is skipped, and the barriers in them, counted by name. */
class OpenSkipped {
	private readonly open = new Map<string, number>();

	isOpen(): boolean {
		return this.open.has('span') || this.hasOpen(SKIPPED);
	}

	tag(name: string, isEnd: boolean, source: string): void {
		const isHeld = isEnd && this.hasOpen(BARRIERS);
		if (name === 'ruby' && isEnd && !isHeld)
			for (const part of ['rt', 'rp']) this.open.delete(part);
		// once the element around a formula is open, each span is a part of it
		const isFormula = name === 'span' && (this.open.has(name) || KATEX.test(source));
		const isSkipped = SKIPPED.has(name) && !isHeld;
		if (!isFormula && !isSkipped && !(BARRIERS.has(name) && this.isOpen())) return;
		const count = (this.open.get(name) ?? 0) + (isEnd ? -1 : 1);
		if (count > 0) this.open.set(name, count);
		else this.open.delete(name);
	}

	private hasOpen(names: ReadonlySet<string>): boolean {
		for (const name of this.open.keys()) if (names.has(name)) return true;
		return false;
	}
}

function notInHtml(text: string): string {
	return (text.match(/[^\P{Cc}\t\n]|\p{Cs}/gu) ?? []).join('');
}

function isBlank(text: string): boolean {
	return /^[\t\n\f\r ]*$/.test(text);
}
