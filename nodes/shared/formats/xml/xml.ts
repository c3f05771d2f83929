import { FileError } from '../fileError';

/** An element of an XML document; all names come without their prefixes. */
export interface XmlElement {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: XmlElement[];
	/** the text directly inside the element, trimmed unless spaces are kept */
	text: string;
}

/** An invoice nests six elements deep, and its line is ten elements; it has 2,000 lines at most. */
const LIMITS = { depth: 64, elements: 100_000 };

/** Parses XML, and returns its root. @throws XmlError when it is not well formed, or beyond any invoice's size */
export function parseXml(text: string, spaces: 'keep' | 'trim' = 'trim'): XmlElement {
	const open: XmlElement[] = [];
	let root: XmlElement | undefined;
	scanXml(text, LIMITS, {
		open: (tag) => {
			const element = { name: tag.name, attributes: localNames(tag), children: [], text: '' };
			root ??= element;
			open.at(-1)?.children.push(element);
			open.push(element);
		},
		close: () => {
			const element = open.pop()!;
			if (spaces === 'trim') element.text = element.text.trim();
		},
		text: (piece) => (open.at(-1)!.text += piece),
	});
	return root!;
}

function localNames({ name: tag, attributes }: XmlTag): Record<string, string> {
	const found = Object.create(null) as Record<string, string>;
	for (const [name, value] of attributes) {
		const local = name.slice(name.indexOf(':') + 1);
		if (local in found) throw new XmlError('attributeTwice', tag);
		found[local] = value;
	}
	return found;
}

/** The element on a path of names, by the first child of each name; undefined when one is missing. */
export function findElement(from: XmlElement | undefined, ...path: string[]) {
	return path.reduce((current, name) => childrenOf(current, name)[0], from);
}

/** The children of an element that have the given name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
	return (element?.children ?? []).filter((child) => child.name === name);
}

/** The first two bytes of UTF-16: its byte order mark, or its first tag. */
const UTF_16: Readonly<Record<string, string>> = {
	'3c00': 'utf-16le',
	fffe: 'utf-16le',
	'003c': 'utf-16be',
	feff: 'utf-16be',
};

/** The kind of UTF-16, by the first bytes; undefined for another encoding. */
export function utf16Of(bytes: Uint8Array): string | undefined {
	return UTF_16[Buffer.from(bytes.subarray(0, 2)).toString('hex')];
}

/**
 * The text of an XML file: UTF-16 by its first bytes, else UTF-8, else as declared. UTF-8 is tried first because a
 * file that was saved again may still declare GBK. @throws XmlError when it is text in none of them
 */
export function xmlText(bytes: Uint8Array): string {
	const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
	const [, declared = 'utf-8'] =
		/^<\?xml[^>]*\bencoding\s*=\s*["']([\w-]{1,20})["']/.exec(head) ?? [];
	for (const encoding of [utf16Of(bytes) ?? 'utf-8', declared]) {
		try {
			return new TextDecoder(encoding, { fatal: true }).decode(bytes);
		} catch {
			// not text in this encoding, or no known encoding
		}
	}
	throw new XmlError('encoding', declared.toLowerCase());
}

export class XmlError extends FileError {}

/** A tag; start and end are indexes in the text. */
export interface XmlTag {
	name: string;
	/** '' without one */
	prefix: string;
	/** names with their prefixes, in order; the values are decoded */
	attributes: ReadonlyArray<readonly [name: string, value: string]>;
	start: number;
	end: number;
	/** <a/>: no end tag follows */
	isEmpty: boolean;
}

/** Is called with what `scanXml` finds. */
export interface XmlVisitor {
	open: (tag: XmlTag) => void;
	/** @param at where the end tag begins; for an empty element, the end of its tag, as `end` */
	close: (name: string, at: number, end: number) => void;
	/** @param text decoded; one element's text may come in several pieces */
	text: (text: string) => void;
}

/** Matches nearly all names; NAME takes twice as long. */
const ASCII_NAME = /[a-z_][\w.:-]*(?![\w.:\-\x80-\uffff])/iy;
const NAME = /[\p{L}_][\p{L}\p{N}._:-]*/uy;
const CHARACTERS = /[^<]+/y;
const SPACE = /[ \t\r\n]+/y;
/** Allowed around the root. */
const ANY_SPACE = /\s+/y;
const ENTITIES = new Map(Object.entries({ amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }));

/**
 * Reads XML in linear time, and calls a visitor with what it finds. Loads nothing from outside; refuses a DOCTYPE, and
 * every entity except XML's own five and character numbers.
 * @throws XmlError when the text is not well formed or goes beyond the limits
 */
export function scanXml(text: string, limits: typeof LIMITS, visitor: XmlVisitor): void {
	let at = 0;
	let elements = 0;
	const openNames: string[] = [];

	const starts = (token: string) => text.startsWith(token, at);

	/** Reads what a sticky pattern matches here. */
	function taken(pattern: RegExp): string {
		const start = at;
		pattern.lastIndex = start;
		if (pattern.test(text)) at = pattern.lastIndex;
		return text.slice(start, at);
	}

	/** Reads up to a token, and passes it. */
	function upTo(token: string): string {
		const start = at;
		const end = text.indexOf(token, start);
		if (end === -1) throw new XmlError('breaksOff');
		at = end + token.length;
		return text.slice(start, end);
	}

	/** White space, comments and processing instructions around the root. */
	function skipMisc(): void {
		for (;;) {
			taken(ANY_SPACE);
			if (starts('<?')) upTo('?>');
			else if (starts('<!--')) upTo('-->');
			else if (starts('<!')) throw new XmlError('doctype');
			else return;
		}
	}

	function readName(): string {
		const name = taken(ASCII_NAME) || taken(NAME);
		if (name === '') throw new XmlError('noTag');
		return name;
	}

	function readAttribute(tag: string): [string, string] {
		const name = readName();
		taken(SPACE);
		if (text[at++] !== '=') throw new XmlError('noValue', tag);
		taken(SPACE);
		const quote = text[at++];
		if (quote !== '"' && quote !== "'") throw new XmlError('noQuotes', tag);
		const value = upTo(quote);
		if (value.includes('<')) throw new XmlError('tagInValue', tag);
		return [name, decoded(value)];
	}

	function open(): void {
		if (++elements > limits.elements) throw new XmlError('elements', limits.elements);
		const start = at++;
		const name = readName();
		const attributes: Array<[string, string]> = [];
		for (;;) {
			const space = taken(SPACE);
			if (starts('>') || starts('/>')) break;
			if (space === '') throw new XmlError('openTag', name);
			attributes.push(readAttribute(name));
		}
		const isEmpty = starts('/>');
		at += isEmpty ? 2 : 1;
		const [prefix, local] = split(name);
		visitor.open({ name: local, prefix, attributes, start, end: at, isEmpty });
		if (isEmpty) visitor.close(local, at, at);
		else openNames.push(name);
		if (openNames.length > limits.depth) throw new XmlError('levels', limits.depth);
	}

	function close(): void {
		const start = at;
		at += 2;
		const name = readName();
		taken(SPACE);
		if (at >= text.length) throw new XmlError('breaksOff');
		if (openNames.pop() !== name || text[at++] !== '>') throw new XmlError('otherOpen', name);
		visitor.close(split(name)[1], start, at);
	}

	skipMisc();
	if (!starts('<')) throw new XmlError('noElement');
	// without recursion, so that depth costs no stack
	do {
		if (at >= text.length) throw new XmlError('breaksOff');
		const characters = taken(CHARACTERS);
		if (characters !== '') visitor.text(decoded(characters));
		else if (starts('</')) close();
		else if (starts('<!--')) upTo('-->');
		else if (starts('<![CDATA[')) visitor.text(upTo(']]>').slice('<![CDATA['.length));
		else if (starts('<?')) upTo('?>');
		else if (starts('<!')) throw new XmlError('declaration');
		else open();
	} while (openNames.length > 0);
	skipMisc();
	if (at < text.length) throw new XmlError('afterRoot');
}

function split(name: string): [prefix: string, local: string] {
	const colon = name.indexOf(':');
	return [name.slice(0, Math.max(0, colon)), name.slice(colon + 1)];
}

function decoded(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(
		/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));|&/g,
		(whole, decimal, hex, name) => {
			const code = decimal ? Number(decimal) : hex ? parseInt(String(hex), 16) : undefined;
			if (code !== undefined && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
			const known = ENTITIES.get(String(name));
			if (known === undefined) throw new XmlError('entity', String(whole).slice(0, 12));
			return known;
		},
	);
}
