import type { LockedPart } from '../prose/prose';
import { scanXml, XmlError, type XmlTag } from '../xml/xmlScan';

/** A text, tab or break inside a run. All numbers are indexes in the part's XML. */
export interface Piece {
	run: Run;
	start: number;
	end: number;
	text: string;
	/** why it stays as it is */
	locked?: LockedPart;
	/** the service does not see it: code, hidden text, a placeholder */
	unsent?: true;
}

/** Characters with the same formatting (w:r). */
export interface Run {
	start: number;
	end: number;
	/** its start tag; '' for a formula, which stands beside the runs */
	open: string;
	/** its formatting, an element or nothing */
	properties: string;
	/** what it holds after its formatting */
	bodyStart: number;
	bodyEnd: number;
	pieces: Piece[];
	/** the start and end tag of another author's insertion around it */
	insertion?: { open: string; close: string };
}

/** Paragraphs whose mark is deleted read as one with what follows. */
export interface Paragraph {
	pieces: Piece[];
	text: string;
	styleId: string;
	/** from 0; undefined for what is not a heading by itself */
	outlineLevel?: number | undefined;
	inTextBox: boolean;
	/** of its last element (w:p) */
	element: ParagraphElement;
	/** where a comment about the beginning stands; in the start tag of an empty element at its end */
	contentStart: number;
	/** the same paragraph in the copy of a text box for older programs */
	mirror?: Paragraph;
}

/** A paragraph as it stands in the XML. */
interface ParagraphElement {
	start: number;
	end: number;
	/** <w:p/> */
	isEmpty: boolean;
	/** its numbering: that of its style if undefined */
	isNumbered?: boolean;
	/** by another paragraph, which it joins when its mark goes */
	isFollowed: boolean;
}

/** What the reader cannot read: paragraphs by their index, from a place in the first one. */
export interface Unread {
	what: 'drawing' | 'field' | 'otherFormat' | 'subDocument' | 'textBox';
	from: number;
	offset: number;
	to: number;
}

/** Part of a Word file that holds paragraphs: body, header, footer, footnotes, endnotes. */
export interface Story {
	xml: string;
	/** the namespace prefix of Word's own elements, with its colon */
	prefix: string;
	paragraphs: Paragraph[];
	/** behind the start tag of the body */
	bodyStart: number;
	unread: Unread[];
}

/** What styles mean here, by their ID. */
export interface Styles {
	isCode: (styleId: string) => boolean;
	isHidden: (styleId: string) => boolean;
}

/** How a property that is there says that it is not so. */
export const OFF: ReadonlySet<string> = new Set(['0', 'false', 'off']);

const LIMITS = { depth: 256, elements: 2_000_000 };

const WORD_NAMESPACES = [
	'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
	'http://purl.oclc.org/ooxml/wordprocessingml/main',
];

/** Deleted earlier, or not part of the paragraph's text. */
const SKIPPED = new Set([
	'del',
	'delInstrText',
	'delText',
	'instrText',
	'moveFrom',
	'pPrChange',
	'rPrChange',
	'rt',
	'sectPr',
]);
const PICTURES = /\/(?:chart|diagram|picture)$/;
/** Their words are in parts of their own. */
const DRAWINGS = /\/(?:chart|chartex|diagram|lockedCanvas)$/;
const FORMULAS = new Set(['oMath', 'oMathPara']);
/** Content controls whose text follows from something else. */
const BOUND_CONTROLS = new Set(['comboBox', 'dataBinding', 'date', 'dropDownList']);

/** Elements of a run that read as a character. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
	['cr', '\n'],
	['noBreakHyphen', '\u2011'],
	['ptab', '\t'],
	['softHyphen', '\u00ad'],
	['tab', '\t'],
]);

const UNREAD: Readonly<Record<string, Unread['what']>> = {
	altChunk: 'otherFormat',
	subDoc: 'subDocument',
};

/** Placeholder for a formula, a picture or a symbol of a symbol font, which are not words. */
export const NO_WORD = '□';

/** @throws XmlError when the XML is not well formed, not Word's, or beyond any document's size */
export function readStory(xml: string, styles: Styles): Story {
	const reader = new StoryReader(xml, styles);
	return reader.read();
}

/** A field whose end has not come yet. */
interface Field {
	isCode: boolean;
	/** where it begins */
	from: number;
	offset: number;
}

/** Undoes the effects of opening an element. */
type Leave = (at: number, end: number) => void;

const NOTHING: Leave = () => {};

class StoryReader {
	private prefix: string | undefined;

	private readonly paragraphs: Paragraph[] = [];

	private bodyStart = 0;

	private readonly leaving: Leave[] = [];

	private readonly names: string[] = [];

	/** how many elements are open in one that is skipped; 0 outside */
	private skipping = 0;

	private paragraph: Paragraph | undefined;

	private run: Run | undefined;

	/** what the open w:t holds */
	private characters: string[] | undefined;

	private locks: LockedPart[] = [];

	private fields: Field[] = [];

	private readonly unread: Unread[] = [];

	private insertion: { tag: XmlTag; depth: number } | undefined;

	private controls: Array<{ isBound: boolean; isPlaceholder: boolean }> = [];

	private isPlaceholder = false;

	private style: { id: string; isHidden?: boolean } = { id: '' };

	/** as xml:space says */
	private keepsSpace = false;

	/** the paragraph that ended just before, and how deep it stood */
	private before: { paragraph: Paragraph; depth: number } | undefined;

	/** of the paragraph that is open, or else of the one before */
	private isMarkDeleted = false;

	/** of the open paragraph, among those read */
	private index = 0;

	/** of the open paragraph's text so far */
	private length = 0;

	private inTextBox = false;

	private drawing = { isInline: false, isPicture: false };

	/** where the outermost formula that is open begins */
	private formulaStart: number | undefined;

	/** where the paragraphs of a copy of a text box go */
	private copies: Paragraph[] | undefined;

	private alternatives: { copies: Paragraph[]; isSymbol: boolean } | undefined;

	constructor(
		private readonly xml: string,
		private readonly styles: Styles,
	) {}

	read(): Story {
		scanXml(this.xml, LIMITS, {
			open: (tag) => this.open(tag),
			close: (_, at, end) => {
				this.names.pop();
				if (this.before !== undefined && this.names.length < this.before.depth)
					this.before = undefined;
				if (this.skipping === 0) this.leaving.pop()!(at, end);
				else if (--this.skipping === 0) this.leaveFormula(end);
			},
			text: (text) => {
				if (this.skipping === 0) this.characters?.push(text);
			},
		});
		this.endScope([]);
		if (this.prefix === undefined) throw new XmlError('has no element of Word at its root');
		return {
			xml: this.xml,
			prefix: this.prefix,
			paragraphs: this.paragraphs,
			bodyStart: this.bodyStart,
			unread: this.unread,
		};
	}

	private open(tag: XmlTag): void {
		const parent = this.names.at(-1);
		const { prefix, space } = declarationsOf(tag);
		if (this.names.length === 0) this.prefix = prefix;
		else if (prefix !== undefined && prefix !== this.prefix)
			throw new XmlError('names the elements of Word in two ways');
		const isWord = `${tag.prefix}:` === this.prefix || tag.prefix + this.prefix === '';
		const name = isWord ? tag.name : `other ${tag.name}`;
		const isOfMark = parent === 'rPr' && this.names.at(-2) === 'pPr';
		if (isOfMark && (name === 'del' || name === 'moveFrom')) this.isMarkDeleted = true;
		this.names.push(name);
		const isSkipped = isWord ? SKIPPED.has(name) : FORMULAS.has(tag.name);
		if (this.skipping === 0 && isSkipped && !isWord) this.formulaStart = tag.start;
		// a field goes on to its end, also where somebody has deleted that
		if (this.skipping > 0 && name === 'fldChar') this.field(attribute(tag, 'fldCharType'));
		if (this.skipping > 0 || isSkipped) this.skipping++;
		else if (space === undefined || name === 't')
			this.leaving.push(this.enter(name, parent, tag) ?? NOTHING);
		else this.leaving.push(this.spaced(space, () => this.enter(name, parent, tag)));
	}

	/** Enters an element with the white space that it says. */
	private spaced(space: string, enter: () => Leave | undefined): Leave {
		const outer = this.keepsSpace;
		this.keepsSpace = space === 'preserve';
		const leave = enter();
		return (at, end) => {
			this.keepsSpace = outer;
			leave?.(at, end);
		};
	}

	private leaveFormula(end: number): void {
		const start = this.formulaStart;
		if (start === undefined) return;
		this.formulaStart = undefined;
		const place = { start, end, bodyStart: start, bodyEnd: end };
		this.add(NO_WORD, start, end, 'a formula', { ...place, open: '', properties: '', pieces: [] });
	}

	/** @returns what to do when the element is closed */
	private enter(name: string, parent: string | undefined, tag: XmlTag): Leave | undefined {
		switch (name) {
			case 'body':
				this.bodyStart = tag.end;
				return undefined;
			case 'p':
				return this.enterParagraph(tag);
			case 'pPr':
				return parent === 'p' ? this.enterParagraphProperties() : undefined;
			case 'numId':
				if (this.paragraph && parent === 'numPr')
					this.paragraph.element.isNumbered = attribute(tag, 'val') !== '0';
				return undefined;
			case 'r':
				return this.enterRun(tag);
			case 'rPr':
				return parent === 'r' ? this.enterRunProperties(tag) : undefined;
			// outside of a run it is the paragraph mark that has it, or a content control
			case 'rStyle':
				if (this.run) this.style.id = attribute(tag, 'val');
				return undefined;
			case 'vanish':
				if (this.run) this.style.isHidden = isOn(tag);
				return undefined;
			case 'pStyle':
				if (this.paragraph) this.paragraph.styleId = attribute(tag, 'val');
				return undefined;
			case 'outlineLvl':
				if (this.paragraph) this.paragraph.outlineLevel = Number(attribute(tag, 'val'));
				return undefined;
			case 't':
				return parent === 'r' ? this.enterText(tag) : undefined;
			case 'br':
				// a page or column break is not a character
				if (parent === 'r' && ['', 'textWrapping'].includes(attribute(tag, 'type')))
					this.add('\n', tag.start, tag.end, 'a line break');
				return undefined;
			case 'sym':
				if (parent === 'r') this.add(NO_WORD, tag.start, tag.end, 'a symbol');
				return undefined;
			case 'object':
				return parent === 'r' ? this.enterObject(tag) : undefined;
			case 'drawing':
				return parent === 'r' ? this.enterDrawing(tag) : undefined;
			case 'other inline':
				this.drawing.isInline = true;
				return undefined;
			case 'other graphicData':
				this.drawing.isPicture = PICTURES.test(attribute(tag, 'uri'));
				if (DRAWINGS.test(attribute(tag, 'uri'))) this.leaveUnread('drawing');
				return undefined;
			case 'fldChar':
				this.field(attribute(tag, 'fldCharType'));
				return undefined;
			case 'fldSimple':
				return this.lock('a field');
			case 'ruby':
				return this.lock('a phonetic guide');
			case 'ins':
			case 'moveTo':
				return this.enterInsertion(tag);
			case 'altChunk':
			case 'subDoc':
				this.leaveUnread(UNREAD[name]!);
				return undefined;
			case 'footnote':
			case 'endnote':
				return this.enterScope();
			case 'sdt':
				return this.enterControl();
			case 'showingPlcHdr':
				if (parent === 'sdtPr' && this.controls.length > 0)
					this.controls.at(-1)!.isPlaceholder = isOn(tag);
				return undefined;
			case 'lock':
				if (parent === 'sdtPr' && attribute(tag, 'val').endsWith('ontentLocked')) this.bind();
				return undefined;
			case 'sdtContent':
				return this.enterControlContent();
			case 'txbxContent':
				return this.enterTextBox();
			case 'other Choice':
				return this.lock('an alternative for other programs');
			case 'other AlternateContent':
				return this.enterAlternatives(tag);
			case 'other symEx':
				if (this.alternatives) this.alternatives.isSymbol = true;
				return undefined;
			case 'other Fallback':
				return this.enterCopy();
			case 'other checkbox':
			case 'other dataBinding':
				this.bind();
				return undefined;
			default: {
				if (parent === 'sdtPr' && BOUND_CONTROLS.has(name)) this.bind();
				const character = parent === 'r' ? CHARACTERS.get(name) : undefined;
				if (character !== undefined) this.add(character, tag.start, tag.end, 'a tab or break');
				return undefined;
			}
		}
	}

	private enterParagraph({ start, end, isEmpty }: XmlTag): Leave {
		// one by one: this happens for every paragraph of a long document
		const {
			before,
			paragraph: outer,
			run: outerRun,
			index: outerIndex,
			length: outerLength,
		} = this;
		const isNext = before?.depth === this.names.length;
		const isJoined = isNext && this.isMarkDeleted;
		const element: ParagraphElement = { start, end, isEmpty, isFollowed: false };
		if (isNext) before.paragraph.element.isFollowed = true;
		let paragraph: Paragraph;
		if (isJoined) {
			({ paragraph } = before);
			Object.assign(paragraph, { element, styleId: '', outlineLevel: undefined });
		} else {
			const { inTextBox } = this;
			paragraph = { pieces: [], text: '', styleId: '', inTextBox, element, contentStart: end };
			this.index = (this.copies ?? this.paragraphs).push(paragraph) - 1;
		}
		this.paragraph = paragraph;
		this.length = paragraph.text.length;
		const first = paragraph.pieces.length;
		this.run = undefined;
		this.isMarkDeleted = false;
		this.before = undefined;
		return (_, close) => {
			element.end = close;
			for (let i = first; i < paragraph.pieces.length; i++)
				paragraph.text += paragraph.pieces[i]!.text;
			this.paragraph = outer;
			this.length = outerLength;
			this.run = outerRun;
			this.index = outerIndex;
			this.before = { paragraph, depth: this.names.length + 1 };
		};
	}

	private enterParagraphProperties(): Leave {
		return (_, end) => {
			if (this.paragraph?.pieces.length === 0) this.paragraph.contentStart = end;
		};
	}

	private enterRun(tag: XmlTag): Leave {
		const { insertion, run: outer, style: outerStyle } = this;
		const isInside = insertion !== undefined && insertion.depth === this.names.length - 1;
		const run: Run = {
			start: tag.start,
			end: tag.end,
			open: this.xml.slice(tag.start, tag.end),
			properties: '',
			bodyStart: tag.end,
			bodyEnd: tag.end,
			pieces: [],
			...(isInside && {
				insertion: {
					open: this.xml.slice(insertion.tag.start, insertion.tag.end),
					close: `</${this.prefix}${insertion.tag.name}>`,
				},
			}),
		};
		const unlock =
			insertion !== undefined && !isInside ? this.lock('an earlier insertion') : undefined;
		this.run = run;
		this.style = { id: '' };
		return (at, end) => {
			run.bodyEnd = at;
			run.end = end;
			unlock?.(at, end);
			this.run = outer;
			this.style = outerStyle;
		};
	}

	private enterRunProperties({ start }: XmlTag): Leave {
		return (_, end) => {
			if (this.run === undefined) return;
			this.run.properties = this.xml.slice(start, end);
			this.run.bodyStart = end;
		};
	}

	private enterText(tag: XmlTag): Leave {
		const { space } = declarationsOf(tag);
		const keepsSpace = space === undefined ? this.keepsSpace : space === 'preserve';
		this.characters = [];
		return (_, end) => {
			const text = this.characters!.join('').replace(/[\t\n\r]/g, ' ');
			this.characters = undefined;
			this.add(keepsSpace ? text : text.replace(/^ +|(?<! ) +$/g, ''), tag.start, end);
		};
	}

	private enterObject({ start }: XmlTag): Leave {
		return (_, end) => this.add(NO_WORD, start, end, 'an embedded object');
	}

	/** A picture that floats beside the text is not part of a sentence. */
	private enterDrawing({ start }: XmlTag): Leave {
		const outer = this.drawing;
		const drawing = { isInline: false, isPicture: false };
		this.drawing = drawing;
		return (_, end) => {
			this.drawing = outer;
			if (drawing.isInline && drawing.isPicture) this.add(NO_WORD, start, end, 'a picture');
		};
	}

	private enterInsertion(tag: XmlTag): Leave {
		const outer = this.insertion;
		this.insertion = { tag, depth: this.names.length };
		return () => {
			this.insertion = outer;
		};
	}

	private enterControl(): Leave {
		this.controls.push({ isBound: false, isPlaceholder: false });
		return () => {
			this.controls.pop();
		};
	}

	private enterControlContent(): Leave | undefined {
		const control = this.controls.at(-1);
		const unlock = control?.isBound ? this.lock('a content control') : undefined;
		const outer = this.isPlaceholder;
		if (control?.isPlaceholder) this.isPlaceholder = true;
		return (at, end) => {
			this.isPlaceholder = outer;
			unlock?.(at, end);
		};
	}

	private bind(): void {
		const control = this.controls.at(-1);
		if (control !== undefined) control.isBound = true;
	}

	private enterTextBox(): Leave {
		const outer = {
			inTextBox: this.inTextBox,
			locks: this.locks,
			insertion: this.insertion,
			controls: this.controls,
			before: this.before,
			isMarkDeleted: this.isMarkDeleted,
		};
		const leave = this.enterScope();
		Object.assign(this, { inTextBox: true, locks: [], insertion: undefined, controls: [] });
		return (at, end) => {
			leave(at, end);
			Object.assign(this, outer);
		};
	}

	/** Fields end where the text that they stand in ends. */
	private enterScope(): Leave {
		const outer = this.fields;
		this.fields = [...outer];
		return () => {
			this.endScope(outer);
			this.fields = outer;
		};
	}

	private endScope(outer: Field[]): void {
		const open = this.fields[outer.length];
		if (open !== undefined) this.leaveUnread('field', open);
	}

	/** @param from where it begins, to go on until here; without it, nothing of it is among the words */
	private leaveUnread(what: Unread['what'], from?: { from: number; offset: number }): void {
		if (this.copies !== undefined) return;
		const begin = from ?? this.here();
		const to = from === undefined ? begin.from : this.paragraphs.length;
		this.unread.push({ what, from: begin.from, offset: begin.offset, to });
	}

	/** The place that is being read, in the paragraphs read so far. */
	private here(): { from: number; offset: number } {
		const { paragraph } = this;
		if (paragraph === undefined) return { from: this.paragraphs.length, offset: 0 };
		return { from: this.index, offset: this.length };
	}

	/** Pairs the paragraphs of text boxes with those of their copy for older programs; an emoji is one symbol. */
	private enterAlternatives({ start }: XmlTag): Leave {
		const list = this.copies ?? this.paragraphs;
		const first = list.length;
		const outer = this.alternatives;
		const alternatives = { copies: [] as Paragraph[], isSymbol: false };
		this.alternatives = alternatives;
		return (_, end) => {
			this.alternatives = outer;
			if (alternatives.isSymbol) this.add(NO_WORD, start, end, 'a symbol');
			const chosen = list.slice(first).filter(({ text }) => text !== '');
			const copies = alternatives.copies.filter(({ text }) => text !== '');
			const isSame =
				chosen.length === copies.length && chosen.every(({ text }, i) => text === copies[i]!.text);
			chosen.forEach((paragraph, i) => {
				if (isSame) paragraph.mirror = copies[i]!;
				else if (copies.length > 0) {
					for (const piece of paragraph.pieces) piece.locked ??= 'a text box with another copy';
				}
			});
			if (!isSame && chosen.length * copies.length > 0)
				this.leaveUnread('textBox', { from: first, offset: 0 });
		};
	}

	private enterCopy(): Leave {
		const outer = { copies: this.copies, paragraph: this.paragraph, run: this.run };
		this.copies = this.alternatives?.copies ?? [];
		this.paragraph = undefined;
		this.run = undefined;
		return () => {
			Object.assign(this, outer);
		};
	}

	private lock(what: LockedPart): Leave {
		this.locks.push(what);
		return () => {
			this.locks.pop();
		};
	}

	private field(type: string): void {
		if (type === 'begin') this.fields.push({ isCode: true, ...this.here() });
		else if (type === 'end') this.fields.pop();
		else if (type === 'separate' && this.fields.length > 0)
			this.fields.push({ ...this.fields.pop()!, isCode: false });
	}

	private add(
		text: string,
		start: number,
		end: number,
		character?: LockedPart,
		run = this.run,
	): void {
		const { paragraph } = this;
		if (run === undefined || paragraph === undefined) return;
		if (this.fields.length > 0 && this.fields.some(({ isCode }) => isCode)) return;
		const locked = this.fields.length > 0 ? 'a field' : (this.locks.at(-1) ?? character);
		const { isCode, isHidden } = this.styles;
		const { id } = this.style;
		const { styleId } = paragraph;
		// of two styles that hide, one undoes the other
		const isUnseen = this.style.isHidden ?? isHidden(id) !== isHidden(styleId);
		const isUnsent = isUnseen || this.isPlaceholder || isCode(id) || isCode(styleId);
		const piece: Piece = {
			run,
			start,
			end,
			text,
			...(locked !== undefined && { locked }),
			...(isUnsent && { unsent: true }),
		};
		run.pieces.push(piece);
		paragraph.pieces.push(piece);
		this.length += text.length;
	}
}

const NO_DECLARATIONS = {};

/** The prefix that an element gives to Word's namespace, with its colon, and what it says of white space. */
function declarationsOf({ attributes }: XmlTag): { prefix?: string; space?: string } {
	let found: { prefix?: string; space?: string } = NO_DECLARATIONS;
	for (const [name, value] of attributes) {
		if (name === 'xml:space') found = { ...found, space: value };
		else if (name.startsWith('xmlns') && WORD_NAMESPACES.includes(value))
			found = { prefix: name === 'xmlns' ? '' : `${name.slice('xmlns:'.length)}:`, ...found };
	}
	return found;
}

function attribute({ attributes }: XmlTag, name: string): string {
	return attributes.find(([full]) => full.slice(full.indexOf(':') + 1) === name)?.[1] ?? '';
}

function isOn(tag: XmlTag): boolean {
	return !OFF.has(attribute(tag, 'val'));
}
