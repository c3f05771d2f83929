/** An element of an XML document; its name comes without the namespace prefix. */
export interface XmlElement {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: XmlElement[];
	/** the text directly inside the element, trimmed unless asked for as it is */
	text: string;
}

/** Why a text is not taken as XML, as a clause: "it …". */
export class XmlError extends Error {}

/** An invoice nests six elements deep. */
const MAX_DEPTH = 64;
/** An invoice line is ten elements, and an invoice has 2,000 lines at most. */
const MAX_ELEMENTS = 100_000;
const NAME = /[\p{L}_][\p{L}\p{N}._:-]*/uy;
const ENTITIES = new Map([
	['amp', '&'],
	['apos', "'"],
	['gt', '>'],
	['lt', '<'],
	['quot', '"'],
]);

/**
 * Parses an XML document without looking at anything outside it. A DOCTYPE is refused, and with it
 * every entity but the five of XML itself and character numbers. Takes time linear in the text.
 * @param spaces whether texts keep the spaces at their ends
 * @returns the root element
 * @throws XmlError when the text is not well formed, or nested or branched beyond any invoice
 */
export function parseXml(text: string, spaces: 'keep' | 'trim' = 'trim'): XmlElement {
	return new Parser(text, spaces).document();
}

/** The first element reached by names from an element; undefined when one of them is missing. */
export function findElement(from: XmlElement, ...path: string[]): XmlElement | undefined {
	let current: XmlElement | undefined = from;
	for (const name of path) current = current?.children.find((child) => child.name === name);
	return current;
}

class Parser {
	private at = 0;

	private elements = 0;

	constructor(
		private readonly text: string,
		private readonly spaces: 'keep' | 'trim',
	) {}

	document(): XmlElement {
		this.skipMisc();
		if (this.text[this.at] !== '<') throw new XmlError('does not begin with an element');
		const root = this.tree();
		this.skipMisc();
		if (this.at < this.text.length) throw new XmlError('goes on after its root element');
		return root;
	}

	/** White space, comments and processing instructions around the root. */
	private skipMisc(): void {
		for (;;) {
			while (/\s/.test(this.text[this.at] ?? '')) this.at++;
			if (this.starts('<?')) this.skipPast('?>');
			else if (this.starts('<!--')) this.skipPast('-->');
			else if (this.starts('<!')) throw new XmlError('has a DOCTYPE, which an e-invoice has not');
			else return;
		}
	}

	/** Without recursion, so that depth costs no stack. */
	private tree(): XmlElement {
		const open: XmlElement[] = [];
		for (;;) {
			const inside = open.at(-1);
			if (this.at >= this.text.length) throw new XmlError('breaks off');
			if (!this.starts('<')) {
				if (inside !== undefined) inside.text += this.characters();
			} else if (this.starts('</')) {
				const closed = this.close(open);
				if (open.length === 0) return closed;
			} else if (this.starts('<!--')) this.skipPast('-->');
			else if (this.starts('<![CDATA[')) {
				const start = this.at + '<![CDATA['.length;
				this.skipPast(']]>');
				inside!.text += this.text.slice(start, this.at - ']]>'.length);
			} else if (this.starts('<?')) this.skipPast('?>');
			else if (this.starts('<!')) throw new XmlError('has a declaration inside its root element');
			else {
				const { element, isEmpty } = this.openTag();
				inside?.children.push(element);
				if (isEmpty && inside === undefined) return element;
				if (!isEmpty) open.push(element);
				if (open.length > MAX_DEPTH)
					throw new XmlError(`is nested deeper than ${MAX_DEPTH} levels`);
			}
		}
	}

	private openTag(): { element: XmlElement; isEmpty: boolean } {
		if (++this.elements > MAX_ELEMENTS)
			throw new XmlError(`has more than ${MAX_ELEMENTS} elements`);
		this.at++;
		const name = this.name();
		const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
		for (;;) {
			const hadSpace = this.skipSpace();
			if (this.starts('>') || this.starts('/>')) break;
			if (!hadSpace) throw new XmlError(`has a tag <${name}> that is not closed`);
			const attribute = this.name();
			this.skipSpace();
			if (this.text[this.at++] !== '=')
				throw new XmlError(`has an attribute without a value in <${name}>`);
			this.skipSpace();
			const quote = this.text[this.at++];
			if (quote !== '"' && quote !== "'")
				throw new XmlError(`has an attribute without quotes in <${name}>`);
			const end = this.text.indexOf(quote, this.at);
			if (end === -1) throw new XmlError('breaks off');
			const value = this.text.slice(this.at, end);
			if (value.includes('<')) throw new XmlError(`has a < in an attribute of <${name}>`);
			if (localName(attribute) in attributes)
				throw new XmlError(`repeats an attribute in <${name}>`);
			attributes[localName(attribute)] = decoded(value);
			this.at = end + 1;
		}
		const isEmpty = this.starts('/>');
		this.at += isEmpty ? 2 : 1;
		return { element: { name: localName(name), attributes, children: [], text: '' }, isEmpty };
	}

	private close(open: XmlElement[]): XmlElement {
		this.at += 2;
		const name = this.name();
		this.skipSpace();
		if (this.at >= this.text.length) throw new XmlError('breaks off');
		const element = open.pop();
		if (element?.name !== localName(name) || this.text[this.at++] !== '>') {
			throw new XmlError(`closes <${name}> where another element is open`);
		}
		if (this.spaces === 'trim') element.text = element.text.trim();
		return element;
	}

	private characters(): string {
		const end = this.text.indexOf('<', this.at);
		const text = this.text.slice(this.at, end === -1 ? undefined : end);
		this.at += text.length;
		return decoded(text);
	}

	private name(): string {
		NAME.lastIndex = this.at;
		const name = NAME.exec(this.text)?.[0];
		if (name === undefined) throw new XmlError('has a < that begins no tag');
		this.at += name.length;
		return name;
	}

	private skipSpace(): boolean {
		const start = this.at;
		while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++;
		return this.at > start;
	}

	private skipPast(end: string): void {
		const found = this.text.indexOf(end, this.at);
		if (found === -1) throw new XmlError('breaks off');
		this.at = found + end.length;
	}

	private starts(token: string): boolean {
		return this.text.startsWith(token, this.at);
	}
}

function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}

function decoded(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(
		/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));|&/g,
		(whole, decimal, hex, name) => {
			const code = decimal ? Number(decimal) : hex ? parseInt(String(hex), 16) : undefined;
			if (code !== undefined && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
			const known = ENTITIES.get(String(name));
			if (known === undefined)
				throw new XmlError(
					`has the entity ${String(whole).slice(0, 12)}, which is not one of XML's own`,
				);
			return known;
		},
	);
}

const BYTE_ORDER_MARK = '\uFEFF';

/** The bytes of the mark, one character each, and the encoding that they show. */
const BYTE_ORDER_MARKS = [
	['\xEF\xBB\xBF', 'utf-8'],
	['\xFF\xFE', 'utf-16le'],
	['\xFE\xFF', 'utf-16be'],
] as const;

/**
 * The text of an XML file: by its byte order mark, else what its declaration names (GBK, GB18030, UTF-16),
 * else UTF-8.
 * @throws XmlError for bytes that are no text in that encoding
 */
export function xmlText(bytes: Uint8Array): string {
	const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
	const marked = BYTE_ORDER_MARKS.find(([mark]) => head.startsWith(mark))?.[1];
	const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w-]{1,20})["']/
		.exec(head)?.[1]
		?.toLowerCase();
	const encoding =
		marked ?? (declared === undefined || declared.startsWith('utf-16') ? 'utf-8' : declared);
	const text = decode(bytes, encoding);
	if (text === undefined) throw new XmlError(`is not text in ${encoding}`);
	return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
