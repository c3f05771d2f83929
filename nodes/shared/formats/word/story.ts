import type { LockedPart } from '../prose/obstacles';
import type { Segment, TextRange, UnreadPlace } from '../prose/prose';
import { scanXml, XmlError, type XmlTag } from '../xml/xml';

/**
 * A text, tab or break inside a run, by its place in the part's XML and in its paragraph's text; code, hidden text and
 * placeholders are not sent.
 */
export interface Piece extends Segment {
	run: Run;
	/** not empty */
	text: string;
}

/** Characters with the same formatting (w:r); its numbers are indexes in the part's XML. */
export interface Run extends TextRange {
	/** its start tag; '' for a formula, which stands outside of runs */
	open: string;
	/** its formatting: the element w:rPr, or '' */
	properties: string;
	/** its content after the formatting */
	bodyStart: number;
	bodyEnd: number;
	pieces: Piece[];
	/** the start and end tag of another author's insertion around it */
	insertion?: { open: string; close: string } | undefined;
}

/** A paragraph, together with the next one where its mark is deleted. */
export interface Paragraph {
	pieces: Piece[];
	text: string;
	styleId: string;
	/** from 0; undefined where only its style says whether it is a heading */
	outlineLevel?: number | undefined;
	inTextBox: boolean;
	/** among the paragraphs of its story, or of a text box's copy */
	index: number;
	/** its last element (w:p) in the XML */
	element: TextRange & {
		/** <w:p/> */
		isEmpty: boolean;
		/** undefined: as its style says */
		isNumbered?: boolean;
		/** by another paragraph, which it joins if its mark is deleted */
		isFollowed?: boolean;
		isMarkDeleted?: boolean;
	};
	/** where a comment at the beginning goes; for <w:p/> the end of the tag */
	contentStart: number;
	/** the same paragraph in the copy of a text box for older programs */
	mirror?: Paragraph;
}

/** The index of a paragraph, and a place in its text. */
interface Place {
	from: number;
	offset: number;
}

/** Content that is not read; it ends where the paragraph `to` begins. */
interface Unread extends Place {
	what: UnreadPlace['what'];
	to: number;
}

/** Part of a Word file that holds paragraphs: body, header, footer, footnotes, endnotes. */
export interface Story {
	xml: string;
	/** the namespace prefix of Word's own elements, with its colon */
	prefix: string;
	paragraphs: Paragraph[];
	/** after the start tag of the body */
	bodyStart: number;
	unread: Unread[];
}

/** What a style says, by its ID. */
export type Styles = Record<
	'isCode' | 'isHeading' | 'isHidden' | 'isNumbered',
	(styleId: string) => boolean
>;

/** Values of a property that switch it off. */
export const OFF: ReadonlySet<string> = new Set(['0', 'false', 'off']);

const LIMITS = { depth: 256, elements: 2_000_000 };

/** The namespaces of Word's elements: the usual one, and that of the strict form. */
export const WORD_NAMESPACES: readonly [string, string] = [
	'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
	'http://purl.oclc.org/ooxml/wordprocessingml/main',
];

/** Elements that were deleted earlier, or are not part of the paragraph's text. */
const SKIPPED = new Set(
	'del delInstrText delText instrText moveFrom pPrChange rPrChange rt sectPr'.split(' '),
);
const PICTURES = /\/(?:chart|diagram|picture)$/;
/** Drawings whose words are not read: those of most are in other parts of the file. */
const DRAWINGS = /\/(?:chart|chartex|diagram|lockedCanvas)$/;
const WORD = /\p{L}/u;
const FORMULAS = new Set(['oMath', 'oMathPara']);
/** Content controls whose text is chosen or comes from data. */
const BOUND_CONTROLS = new Set(['checkbox', 'comboBox', 'dataBinding', 'date', 'dropDownList']);

/** Stands in the text for a formula, a picture, an object or a character of a symbol font. */
export const NO_WORD = '□';

/** Elements of a run that are read as a character. */
const CHARACTERS: ReadonlyMap<string, [reads: string, what: LockedPart]> = new Map([
	['br', ['\n', 'lineBreak']],
	['cr', ['\n', 'tabOrBreak']],
	['noBreakHyphen', ['\u2011', 'tabOrBreak']],
	['object', [NO_WORD, 'object']],
	['ptab', ['\t', 'tabOrBreak']],
	['softHyphen', ['\u00ad', 'tabOrBreak']],
	['sym', [NO_WORD, 'symbol']],
	['tab', ['\t', 'tabOrBreak']],
]);

/** Elements whose text must not change. */
const LOCKED: ReadonlyMap<string, LockedPart> = new Map([
	['fldSimple', 'field'],
	['other Choice', 'alternative'],
	['ruby', 'phoneticGuide'],
]);

/** Elements that refer to words outside of the part. */
const ELSEWHERE: ReadonlyMap<string, Unread['what']> = new Map([
	['altChunk', 'otherFormat'],
	['subDoc', 'subDocument'],
]);

/** A field that has not ended yet, and where it begins. */
type Field = Place & { isCode: boolean };

/** State that is set by an element and ends with it. */
interface Scope {
	paragraph?: Paragraph | undefined;
	run?: Run | undefined;
	style: { id: string; isHidden?: boolean };
	lock?: LockedPart | undefined;
	fields: Field[];
	insertion?: Run['insertion'];
	control?: { isBound: boolean; isPlaceholder: boolean } | undefined;
	isPlaceholder: boolean;
	keepsSpace?: boolean;
	inTextBox: boolean;
	drawing: { isInline: boolean; isPicture: boolean };
	/** collects the paragraphs of a text box's copy */
	copies?: Paragraph[];
	alternatives?: { copies: Paragraph[]; isSymbol: boolean; hasFallback: boolean };
}

/** Called when an element is closed. */
type Leave = (at: number, end: number) => void;

/** Reads a story. @throws XmlError when it is not well formed, not Word's, or beyond any document's size */
export function readStory(xml: string, styles: Styles): Story {
	const story: Story = { xml, prefix: '', paragraphs: [], bodyStart: 0, unread: [] };
	/** the open ones, and the scope around each */
	const elements: Array<{ name: string; around: Scope; leave?: Leave | undefined }> = [];
	let scope: Scope = {
		style: { id: '' },
		fields: [],
		isPlaceholder: false,
		inTextBox: false,
		drawing: { isInline: false, isPicture: false },
	};
	/** how many open elements are skipped */
	let skipping = 0;
	/** what the open w:t holds */
	let characters: string[] | undefined;
	/** the paragraph that just ended, and its depth */
	let previous: { paragraph: Paragraph; depth: number } | undefined;

	function openElement(tag: XmlTag): void {
		const parent = elements.at(-1)?.name;
		const prefix = declaredPrefix(tag);
		if (prefix === ':') throw new XmlError('noPrefix');
		if (parent === undefined) story.prefix = prefix ?? '';
		else if ((prefix ?? story.prefix) !== story.prefix) throw new XmlError('twoPrefixes');
		const isWord = `${tag.prefix}:` === story.prefix;
		const name = isWord ? tag.name : `other ${tag.name}`;
		const isOfMark = parent === 'rPr' && elements.at(-2)?.name === 'pPr';
		if (isOfMark && scope.paragraph && (name === 'del' || name === 'moveFrom'))
			scope.paragraph.element.isMarkDeleted = true;
		const element: (typeof elements)[number] = { name, around: scope };
		elements.push(element);
		const isSkipped = isWord ? SKIPPED.has(name) : FORMULAS.has(tag.name);
		// the end of a field counts even where somebody has deleted it
		if (skipping > 0 && name === 'fldChar') field(attribute(tag, 'fldCharType'));
		if (skipping > 0 || isSkipped) {
			if (skipping === 0 && !isWord) element.leave = enterFormula(tag.start);
			skipping++;
		} else {
			const space = tag.attributes.find(([key]) => key === 'xml:space')?.[1];
			if (space !== undefined) set({ keepsSpace: space === 'preserve' });
			element.leave = enter(name, parent, tag);
		}
	}

	function closeElement(at: number, end: number): void {
		const { leave, around } = elements.pop()!;
		if (previous && elements.length < previous.depth) previous = undefined;
		if (skipping > 0) skipping--;
		leave?.(at, end);
		scope = around;
	}

	/** Changes the scope of the element that is being opened. */
	function set(change: Partial<Scope>): void {
		scope = { ...scope, ...change };
	}

	function enterFormula(start: number): Leave {
		return (_, end) => {
			const place = { start, end, bodyStart: start, bodyEnd: end };
			set({ run: { ...place, open: '', properties: '', pieces: [] } });
			addPiece(NO_WORD, start, end, 'formula');
		};
	}

	function enter(name: string, parent: string | undefined, tag: XmlTag): Leave | undefined {
		const { paragraph, run, copies } = scope;
		const { start } = tag;
		switch (name) {
			case 'p':
				return enterParagraph(tag);
			case 'pPr':
				return (_, close) => {
					if (paragraph?.pieces.length === 0) paragraph.contentStart = close;
				};
			case 'r':
				return enterRun(tag, parent);
			case 'rPr':
				return (_, close) => {
					if (parent !== 'r' || run === undefined) return;
					run.properties = xml.slice(start, close);
					run.bodyStart = close;
				};
			case 't':
				return parent === 'r' || copies ? enterText(start) : undefined;
			case 'drawing':
				return parent === 'r' ? enterDrawing(start) : undefined;
			case 'footnote':
			case 'endnote':
				return enterFields();
			case 'txbxContent':
				set({ inTextBox: true, lock: undefined, insertion: undefined, control: undefined });
				return enterFields();
			case 'other AlternateContent':
				return enterAlternatives(start);
			default: {
				readProperty(name, tag);
				const character = parent === 'r' ? CHARACTERS.get(name) : undefined;
				// a page or column break is not a character
				if (!character || !['', 'textWrapping'].includes(attribute(tag, 'type'))) return undefined;
				return (_, close) => addPiece(character[0], start, close, character[1]);
			}
		}
	}

	/** Notes what an element says about its parents or its content. */
	function readProperty(name: string, tag: XmlTag): void {
		const { paragraph, run, style, control, alternatives, copies, drawing } = scope;
		const value = (key = 'val') => attribute(tag, key);
		if (name === 'body') story.bodyStart = tag.end;
		else if (name === 'pStyle' && paragraph) paragraph.styleId = value();
		else if (name === 'outlineLvl' && paragraph) paragraph.outlineLevel = Number(value());
		else if (name === 'numId' && paragraph) paragraph.element.isNumbered = value() !== '0';
		// outside of a run, it is a property of the paragraph mark or of a content control
		else if (name === 'rStyle' && run) style.id = value();
		else if (name === 'vanish' && run) style.isHidden = !OFF.has(value());
		else if (name === 'fldChar') field(value('fldCharType'));
		else if (name === 'ins' || name === 'moveTo') {
			const open = xml.slice(tag.start, tag.end);
			set({ insertion: { open, close: `</${story.prefix}${name}>` } });
		} else if (name === 'sdt') set({ control: { isBound: false, isPlaceholder: false } });
		else if (name === 'showingPlcHdr' && control) control.isPlaceholder = !OFF.has(value());
		else if (name === 'lock' && control) control.isBound ||= value().endsWith('ontentLocked');
		else if (BOUND_CONTROLS.has(tag.name) && control) control.isBound = true;
		else if (name === 'sdtContent') {
			if (control?.isBound) set({ lock: 'contentControl' });
			if (control?.isPlaceholder) set({ isPlaceholder: true });
		} else if (name === 'other inline') drawing.isInline = true;
		else if (name === 'other graphicData') {
			drawing.isPicture = PICTURES.test(value('uri'));
			if (DRAWINGS.test(value('uri'))) leaveUnread('drawing');
		} else if (name === 'other textpath' && WORD.test(value('string'))) {
			if (copies && alternatives) alternatives.hasFallback = true;
			leaveUnread('drawing');
		} else if (name === 'other Fallback')
			set({ copies: alternatives?.copies ?? [], paragraph: undefined, run: undefined });
		else if (name === 'other symEx' && alternatives) alternatives.isSymbol = true;
		else if (LOCKED.has(name)) set({ lock: LOCKED.get(name) });
		else if (ELSEWHERE.has(name)) leaveUnread(ELSEWHERE.get(name)!);
	}

	function enterParagraph({ start, end, isEmpty }: XmlTag): Leave {
		const { copies, inTextBox } = scope;
		const element: Paragraph['element'] = { start, end, isEmpty };
		const before = previous?.depth === elements.length ? previous.paragraph : undefined;
		if (before) before.element.isFollowed = true;
		let paragraph: Paragraph;
		if (before?.element.isMarkDeleted)
			paragraph = Object.assign(before, { element, styleId: '', outlineLevel: undefined });
		else {
			const list = copies ?? story.paragraphs;
			const text = { pieces: [], text: '', styleId: '' };
			paragraph = { ...text, inTextBox, index: list.length, element, contentStart: end };
			list.push(paragraph);
		}
		set({ paragraph, run: undefined });
		previous = undefined;
		return (_, close) => {
			element.end = close;
			previous = { paragraph, depth: elements.length + 1 };
		};
	}

	function enterRun({ start, end }: XmlTag, parent: string | undefined): Leave {
		const { insertion } = scope;
		const place = { start, end, bodyStart: end, bodyEnd: end };
		const run: Run = { ...place, open: xml.slice(start, end), properties: '', pieces: [] };
		if (parent === 'ins' || parent === 'moveTo') run.insertion = insertion;
		else if (insertion !== undefined) set({ lock: 'earlierInsertion' });
		set({ run, style: { id: '' } });
		return (at, close) => {
			run.bodyEnd = at;
			run.end = close;
		};
	}

	function enterText(start: number): Leave {
		characters = [];
		return (_, end) => {
			const text = characters!.join('').replace(/[\t\n\r]/g, ' ');
			characters = undefined;
			const { keepsSpace } = scope;
			addPiece(keepsSpace ? text : text.replace(/^ +|(?<! ) +$/g, ''), start, end);
		};
	}

	/** A picture that floats beside the text is not part of a sentence. */
	function enterDrawing(start: number): Leave {
		const drawing = { isInline: false, isPicture: false };
		set({ drawing });
		return (_, end) => {
			if (drawing.isInline && drawing.isPicture) addPiece(NO_WORD, start, end, 'picture');
		};
	}

	/** Fields end with the story, note or text box in which they begin, at the latest. */
	function enterFields(): () => void {
		const { fields: outer } = scope;
		const fields = [...outer];
		set({ fields });
		return () => {
			const open = fields[outer.length];
			if (open !== undefined) leaveUnread('field', open);
		};
	}

	/** @param begin of an unread part that ends here; without it, none of it is in the paragraphs' text */
	function leaveUnread(what: Unread['what'], begin?: Place): void {
		if (scope.copies !== undefined) return;
		const { from, offset } = begin ?? here();
		story.unread.push({ what, from, offset, to: begin ? story.paragraphs.length : from });
	}

	function here(): Place {
		const { paragraph } = scope;
		if (paragraph === undefined) return { from: story.paragraphs.length, offset: 0 };
		return { from: paragraph.index, offset: paragraph.text.length };
	}

	/** Pairs the paragraphs of text boxes with those of their copy for older programs; an emoji counts as one symbol. */
	function enterAlternatives(start: number): Leave {
		const list = scope.copies ?? story.paragraphs;
		const first = list.length;
		const begin = here();
		const alternatives = { copies: [] as Paragraph[], isSymbol: false, hasFallback: false };
		set({ alternatives });
		return (_, end) => {
			if (alternatives.isSymbol) addPiece(NO_WORD, start, end, 'symbol');
			const isEmpty = list.length === first && here().offset === begin.offset;
			if (isEmpty && !alternatives.isSymbol && alternatives.hasFallback) leaveUnread('fallback');
			const chosen = list.slice(first).filter(({ text }) => text !== '');
			const copies = alternatives.copies.filter(({ text }) => text !== '');
			const isSame =
				chosen.length === copies.length && chosen.every(({ text }, i) => text === copies[i]!.text);
			if (isSame) chosen.forEach((paragraph, i) => (paragraph.mirror = copies[i]!));
			else if (chosen.length * copies.length > 0) {
				for (const piece of chosen.flatMap(({ pieces }) => pieces))
					piece.locked ??= 'unequalTextBox';
				leaveUnread('textBox', { from: first, offset: 0 });
			}
		};
	}

	function field(type: string): void {
		const { fields } = scope;
		if (type === 'begin') fields.push({ isCode: true, ...here() });
		else if (type === 'end') fields.pop();
		else if (type === 'separate' && fields.length > 0)
			fields.push({ ...fields.pop()!, isCode: false });
	}

	function addPiece(text: string, start: number, end: number, character?: LockedPart): void {
		const { paragraph, run, fields, style, lock, isPlaceholder, alternatives, copies } = scope;
		if (alternatives && copies && WORD.test(text)) alternatives.hasFallback = true;
		if (text === '' || run === undefined || paragraph === undefined) return;
		if (fields.some(({ isCode }) => isCode)) return;
		const locked = fields.length > 0 ? 'field' : (lock ?? character);
		const { isCode, isHidden } = styles;
		const { styleId } = paragraph;
		// a toggle: where both styles hide the text, it is shown (ECMA-376 part 1, 17.7.3)
		const isUnseen = style.isHidden ?? isHidden(style.id) !== isHidden(styleId);
		const unsent = isUnseen || isPlaceholder || isCode(style.id) || isCode(styleId);
		const place = { at: paragraph.text.length, length: text.length };
		const piece = { run, start, end, text, ...place, locked, unsent };
		run.pieces.push(piece);
		paragraph.pieces.push(piece);
		paragraph.text += text;
	}

	const endFields = enterFields();
	scanXml(xml, LIMITS, {
		open: openElement,
		close: (_, at, end) => closeElement(at, end),
		text: (text) => {
			if (skipping === 0) characters?.push(text);
		},
	});
	endFields();
	if (story.prefix === '') throw new XmlError('notWord');
	return story;
}

/** The prefix that an element declares for Word's namespace, with its colon. */
function declaredPrefix({ attributes }: XmlTag): string | undefined {
	const isDeclaration = ([name, value]: readonly [string, string]) =>
		name.startsWith('xmlns') && WORD_NAMESPACES.includes(value);
	const [name] = attributes.find(isDeclaration) ?? [];
	return name && `${name.slice('xmlns:'.length)}:`;
}

function attribute({ attributes }: XmlTag, name: string): string {
	return attributes.find(([full]) => full.slice(full.indexOf(':') + 1) === name)?.[1] ?? '';
}
