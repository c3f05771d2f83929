import { endOfMatch, placeOf } from '../prose/search';
import { NotProse } from './notProse';

type Markup = { start: number; end: number } & (
	{ kind: 'text' | 'comment' } | { kind: 'tag'; name: string; isEnd: boolean; isClosed: boolean }
);

/** Elements that contain only text, up to their end tag; only a title's text is read. */
const RAW = new Set(
	'script style xmp iframe noembed noframes noscript textarea title plaintext'.split(' '),
);

/** Elements inside which browsers parse by other rules. */
const FOREIGN = new Set(['svg', 'math', 'select']);

const MARKUP = /<(?=[A-Za-z/!?])/g;
const NAME_END = /[\t\n\f\r />]|$/g;
const SPACE = /[\t\n\f\r ]*/y;
/** Ends of the parts of a tag, and signs at which a template may begin. */
const NAME_STOP = /[\t\n\f\r />={<$]/g;
const UNQUOTED_STOP = /[\t\n\f\r >{<$]/g;
const QUOTES: Readonly<Record<string, RegExp>> = { '"': /["{<$]/g, "'": /['{<$]/g };
const SCRIPT_PART = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;

/**
 * Cuts an HTML document into tags, comments and text in one pass, as a browser does. Where the meaning of the
 * rest depends on the tree (such as a style within a select), it goes on and sets `isUnclear`.
 */
export class HtmlScanner {
	/** whether browsers may read the rest differently */
	isUnclear = false;
	private at = 0;
	/** the open foreign element, and how many of its name are open */
	private foreign = { name: '', open: 0 };
	readonly notProse: NotProse;

	constructor(private readonly document: string) {
		this.notProse = new NotProse(document);
	}

	/** The tags, comments and texts in order; scripts, declarations and the like are skipped. */
	*read(): Generator<Markup> {
		const { document } = this;
		while (this.at < document.length) {
			const start = this.at;
			const at = placeOf(MARKUP, document, start);
			const isText = at > start || (document.length === at + 2 && document[at + 1] === '/');
			if (isText) {
				this.at = at > start ? at : document.length;
				yield { kind: 'text', start, end: this.at };
			} else if (document.startsWith('<!--', at)) {
				const end = /^-?>/.exec(document.slice(at + 4, at + 6));
				if (end !== null) this.at = at + 4 + end[0].length;
				else this.goTo(/--!?>/g, at + 4);
				yield { kind: 'comment', start, end: this.at };
			} else if (/^<(?:!|\?|\/[^A-Za-z])/.test(document.slice(at, at + 3))) this.declaration(at);
			else for (const part of this.tag(at)) yield part;
		}
	}

	private declaration(start: number): void {
		const { document } = this;
		const template = this.notProse.endOfTemplate(start);
		if (template === undefined) this.goTo(/>/g, start + 2);
		else this.at = template;
		if (this.foreign.open > 0 && document.startsWith('<![CDATA[', start)) {
			const first = this.at;
			this.goTo(/\]\]>/g, start + 9);
			this.isUnclear ||= document.slice(first, this.at).includes('<');
		}
	}

	/** The tag at a place; for a title, with its text. */
	private tag(start: number): Markup[] {
		const { document, foreign } = this;
		const isEnd = document[start + 1] === '/';
		const nameStart = start + 1 + Number(isEnd);
		const nameEnd = placeOf(NAME_END, document, nameStart);
		const name = document.slice(nameStart, nameEnd).toLowerCase();
		this.at = this.endOfTag(nameEnd);
		// a tag that does not end is dropped with the rest
		if (document[this.at - 1] !== '>') return [];
		const isClosed = FOREIGN.has(name) && document[this.at - 2] === '/' && name !== 'select';
		const tag = { kind: 'tag' as const, name, isEnd, isClosed, start, end: this.at };
		if (name === 'frameset' || (name === 'plaintext' && !isEnd)) this.at = document.length;
		else if (FOREIGN.has(name) && !isClosed && (foreign.open === 0 || name === foreign.name))
			this.foreign = { name, open: Math.max(0, foreign.open + (isEnd ? -1 : 1)) };
		else if (RAW.has(name) && !isEnd) {
			const content = this.at;
			this.at = endOfRaw(document, name, content);
			if (foreign.open > 0) {
				// both readings, as text and as elements, have to give the same result
				const inside = document.slice(content, this.at);
				this.isUnclear ||= inside.replace(/^\s*<!\[CDATA\[[^<]*\]\]>\s*$/, '').includes('<');
			} else if (name === 'title') return [tag, { kind: 'text', start: content, end: this.at }];
		}
		return [tag];
	}

	/** The index after the bracket that ends a tag; brackets in templates and quoted attributes do not count. */
	private endOfTag(from: number): number {
		const { document } = this;
		let at = from;
		let hasTemplate = false;
		while (at < document.length) {
			if (document[at] === '>') return at + 1;
			const next = this.skip(at);
			// for programs that know no templates, a bracket in one has already ended the tag
			hasTemplate ||= next > at + 1;
			this.isUnclear ||= hasTemplate && /^<[A-Za-z/]/.test(document.slice(at, at + 2));
			const isBetween = next > at + 1 || /[\t\n\f\r /]/.test(document[at]!);
			at = isBetween ? next : this.endOfAttribute(next);
		}
		return document.length + 1;
	}

	/** @param from behind the first character of the name, which may be an equals sign */
	private endOfAttribute(from: number): number {
		const { document } = this;
		const sign = endOfMatch(SPACE, document, this.skipTo(NAME_STOP, from));
		if (document[sign] !== '=') return sign;
		const value = endOfMatch(SPACE, document, sign + 1);
		const stop = QUOTES[document[value] ?? ''];
		return stop ? this.skipTo(stop, value + 1) + 1 : this.skipTo(UNQUOTED_STOP, value);
	}

	/** The next match of a pattern outside of templates; the end if there is none. */
	private skipTo(stop: RegExp, from: number): number {
		const { document } = this;
		let at = from;
		while (at < document.length) {
			const found = placeOf(stop, document, at);
			if (!'{<$'.includes(document[found] ?? ' ')) return found;
			at = this.skip(found);
		}
		return at;
	}

	/** The index after a character, or after the template that begins there; one with tags in it is none. */
	private skip(at: number): number {
		const { document } = this;
		if (!'{<$'.includes(document[at]!)) return at + 1;
		const end = this.notProse.endOfTemplate(at) ?? at + 1;
		return /<\/?[A-Za-z]/.test(document.slice(at, end)) ? at + 1 : end;
	}

	/** Moves behind the next match of a pattern; to the end of the document if there is none. */
	private goTo(pattern: RegExp, from: number): void {
		pattern.lastIndex = from;
		this.at = pattern.test(this.document) ? pattern.lastIndex : this.document.length;
	}
}

function endOfRaw(document: string, name: string, from: number): number {
	if (name === 'script') return endOfScript(document, from);
	return placeOf(new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'), document, from);
}

/** A script may contain a comment with another script in it (13.2.5.20 to 31). */
function endOfScript(document: string, from: number): number {
	let state: 'script' | 'comment' | 'scriptInComment' = 'script';
	SCRIPT_PART.lastIndex = from;
	for (let part = SCRIPT_PART.exec(document); part; part = SCRIPT_PART.exec(document)) {
		const [source, slash] = part;
		if (source === '<!--') {
			if (state === 'script') state = 'comment';
			// its hyphens may belong to the end of the comment too
			SCRIPT_PART.lastIndex = part.index + 2;
		} else if (source === '-->') state = 'script';
		else if (slash === '/') {
			if (state !== 'scriptInComment') return part.index;
			state = 'comment';
		} else if (state === 'comment') state = 'scriptInComment';
	}
	return document.length;
}
