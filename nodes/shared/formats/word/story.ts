import { scanXml, type XmlTag } from '../xml/xmlScan';

/** A text, tab or break inside a run. All numbers are indexes in the part's XML. */
export interface Piece {
	run: Run;
	start: number;
	end: number;
	text: string;
	/** why it stays as it is */
	locked?: string;
	/** the service does not see it: code, hidden text */
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

export interface Paragraph {
	pieces: Piece[];
	text: string;
	styleId: string;
	/** from 0; undefined for what is not a heading by itself */
	outlineLevel?: number;
	inTextBox: boolean;
	/** the same paragraph in the copy of a text box for older programs */
	mirror?: Paragraph;
}

/** Part of a Word file that holds paragraphs: body, header, footer, footnotes, endnotes. */
export interface Story {
	xml: string;
	/** the namespace prefix of Word's own elements, with its colon */
	prefix: string;
	paragraphs: Paragraph[];
}

/** What styles mean here, by their ID. */
export interface Styles {
	isCode: (styleId: string) => boolean;
}

const LIMITS = { depth: 256, elements: 2_000_000 };

export const WORD_NAMESPACES = [
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
const FORMULAS = new Set(['oMath', 'oMathPara']);
/** Content controls whose text follows from something else. */
const BOUND_CONTROLS = new Set(['comboBox', 'dataBinding', 'date', 'dropDownList']);

/** Elements of a run that read as a character. */
const CHARACTERS: Readonly<Record<string, string>> = {
	cr: '\n',
	noBreakHyphen: '\u2011',
	ptab: '\t',
	softHyphen: '\u00ad',
	tab: '\t',
};

/** Placeholder for a formula, a picture or a symbol of a symbol font, which are not words. */
export const NO_WORD = '□';

/** @throws XmlError when the XML is not well formed or beyond any document's size */
export function readStory(xml: string, styles: Styles): Story {
	const reader = new StoryReader(xml, styles);
	return reader.read();
}

/** Undoes the effects of opening an element. */
type Leave = (at: number, end: number) => void;

class StoryReader {
	private prefix: string | undefined;

	private readonly paragraphs: Paragraph[] = [];

	private readonly leaving: Leave[] = [];

	private readonly names: string[] = [];

	/** how many elements are open in one that is skipped; 0 outside */
	private skipping = 0;

	private paragraph: Paragraph | undefined;

	private run: Run | undefined;

	/** what the open w:t holds */
	private characters: string[] | undefined;

	private locks: string[] = [];

	private readonly fields: Array<'code' | 'result'> = [];

	private insertion: { tag: XmlTag; depth: number } | undefined;

	private controls: Array<{ isBound: boolean }> = [];

	private style = { id: '', isHidden: false };

	private inTextBox = false;

	private drawing = { isInline: false, isPicture: false };

	/** where the outermost formula that is open begins */
	private formulaStart: number | undefined;

	/** where the paragraphs of a copy of a text box go */
	private copies: Paragraph[] | undefined;

	private alternatives: { copies: Paragraph[] } | undefined;

	constructor(
		private readonly xml: string,
		private readonly styles: Styles,
	) {}

	read(): Story {
		scanXml(this.xml, LIMITS, {
			open: (tag) => this.open(tag),
			close: (_, at, end) => {
				this.names.pop();
				if (this.skipping === 0) this.leaving.pop()!(at, end);
				else if (--this.skipping === 0) this.leaveFormula(end);
			},
			text: (text) => {
				if (this.skipping === 0) this.characters?.push(text);
			},
		});
		return { xml: this.xml, prefix: this.prefix!, paragraphs: this.paragraphs };
	}

	private open(tag: XmlTag): void {
		const parent = this.names.at(-1);
		this.prefix ??= wordPrefix(tag);
		const isWord = `${tag.prefix}:` === this.prefix || tag.prefix + this.prefix === '';
		const name = isWord ? tag.name : `other ${tag.name}`;
		this.names.push(name);
		const isSkipped = isWord ? SKIPPED.has(name) : FORMULAS.has(tag.name);
		if (this.skipping === 0 && isSkipped && !isWord) this.formulaStart = tag.start;
		// a field goes on to its end, also where somebody has deleted that
		if (this.skipping > 0 && name === 'fldChar') this.field(attribute(tag, 'fldCharType'));
		if (this.skipping > 0 || isSkipped) this.skipping++;
		else this.leaving.push(this.enter(name, parent, tag) ?? (() => {}));
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
			case 'p':
				return this.enterParagraph();
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
			case 'sdt':
				return this.enterControl();
			case 'lock':
				if (parent === 'sdtPr' && attribute(tag, 'val').endsWith('ontentLocked')) this.bind();
				return undefined;
			case 'sdtContent':
				return this.controls.at(-1)?.isBound ? this.lock('a content control') : undefined;
			case 'txbxContent':
				return this.enterTextBox();
			case 'other Choice':
				return this.lock('an alternative for other programs');
			case 'other AlternateContent':
				return this.enterAlternatives();
			case 'other Fallback':
				return this.enterCopy();
			case 'other checkbox':
				this.bind();
				return undefined;
			default: {
				if (parent === 'sdtPr' && BOUND_CONTROLS.has(name)) this.bind();
				const character = parent === 'r' ? CHARACTERS[name] : undefined;
				if (character !== undefined) this.add(character, tag.start, tag.end, 'a tab or break');
				return undefined;
			}
		}
	}

	private enterParagraph(): Leave {
		const outer = { paragraph: this.paragraph, run: this.run };
		const paragraph: Paragraph = {
			pieces: [],
			text: '',
			styleId: '',
			inTextBox: this.inTextBox,
		};
		this.paragraph = paragraph;
		this.run = undefined;
		(this.copies ?? this.paragraphs).push(paragraph);
		return () => {
			paragraph.text = paragraph.pieces.map(({ text }) => text).join('');
			Object.assign(this, outer);
		};
	}

	private enterRun(tag: XmlTag): Leave {
		const outer = { run: this.run, style: this.style };
		const { insertion } = this;
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
		this.style = { id: '', isHidden: false };
		return (at, end) => {
			run.bodyEnd = at;
			run.end = end;
			unlock?.(at, end);
			Object.assign(this, outer);
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
		const keepsSpace = tag.attributes.some(
			([name, value]) => name === 'xml:space' && value === 'preserve',
		);
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
		this.controls.push({ isBound: false });
		return () => {
			this.controls.pop();
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
		};
		Object.assign(this, { inTextBox: true, locks: [], insertion: undefined, controls: [] });
		return () => {
			Object.assign(this, outer);
		};
	}

	/** Pairs the paragraphs of text boxes with those of their copy for older programs. */
	private enterAlternatives(): Leave {
		const list = this.copies ?? this.paragraphs;
		const first = list.length;
		const outer = this.alternatives;
		const alternatives = { copies: [] as Paragraph[] };
		this.alternatives = alternatives;
		return () => {
			this.alternatives = outer;
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

	private lock(what: string): Leave {
		this.locks.push(what);
		return () => {
			this.locks.pop();
		};
	}

	private field(type: string): void {
		if (type === 'begin') this.fields.push('code');
		else if (type === 'separate') this.fields.splice(-1, 1, 'result');
		else if (type === 'end') this.fields.pop();
	}

	private add(text: string, start: number, end: number, character?: string, run = this.run): void {
		const { paragraph } = this;
		if (run === undefined || paragraph === undefined || this.fields.includes('code')) return;
		const locked = this.fields.length > 0 ? 'a field' : (this.locks.at(-1) ?? character);
		const { isCode } = this.styles;
		const isUnsent = this.style.isHidden || isCode(this.style.id) || isCode(paragraph.styleId);
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
	}
}

/** The prefix of Word's namespace as the root element declares it, with its colon. */
function wordPrefix({ attributes }: XmlTag): string {
	const declared = attributes.find(([, value]) => WORD_NAMESPACES.includes(value))?.[0];
	if (declared === undefined) return 'w:';
	return declared === 'xmlns' ? '' : `${declared.slice('xmlns:'.length)}:`;
}

function attribute({ attributes }: XmlTag, name: string): string {
	return attributes.find(([full]) => full.slice(full.indexOf(':') + 1) === name)?.[1] ?? '';
}

function isOn(tag: XmlTag): boolean {
	return !['0', 'false', 'off'].includes(attribute(tag, 'val'));
}
