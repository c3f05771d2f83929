import { scanXml, XmlError } from './xmlScan';

export { XmlError } from './xmlScan';

/** An element of an XML document; its name comes without the namespace prefix. */
export interface XmlElement {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: XmlElement[];
	/** the text directly inside the element, trimmed unless spaces are kept */
	text: string;
}

/** An invoice nests six elements deep, and its line is ten elements; it has 2,000 lines at most. */
const LIMITS = { depth: 64, elements: 100_000 };

/**
 * Parses an XML document by the rules of `scanXml`.
 * @param spaces whether texts keep the spaces at their ends
 * @returns the root element
 * @throws XmlError when the text is not well formed, or nested or branched beyond any invoice
 */
export function parseXml(text: string, spaces: 'keep' | 'trim' = 'trim'): XmlElement {
	const open: XmlElement[] = [];
	let root: XmlElement | undefined;
	scanXml(text, LIMITS, {
		open: ({ name, attributes }) => {
			const element = { name, attributes: localNames(name, attributes), children: [], text: '' };
			root ??= element;
			open.at(-1)?.children.push(element);
			open.push(element);
		},
		close: () => {
			const element = open.pop()!;
			if (spaces === 'trim') element.text = element.text.trim();
		},
		text: (piece) => {
			open.at(-1)!.text += piece;
		},
	});
	return root!;
}

function localNames(
	tag: string,
	attributes: ReadonlyArray<readonly [string, string]>,
): Record<string, string> {
	const found = Object.create(null) as Record<string, string>;
	for (const [name, value] of attributes) {
		const local = name.slice(name.indexOf(':') + 1);
		if (local in found) throw new XmlError(`repeats an attribute in <${tag}>`);
		found[local] = value;
	}
	return found;
}

/** The first element reached by names from an element; undefined when one of them is missing. */
export function findElement(from: XmlElement, ...path: string[]): XmlElement | undefined {
	let current: XmlElement | undefined = from;
	for (const name of path) current = current?.children.find((child) => child.name === name);
	return current;
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
 * @throws XmlError for bytes that are not text in that encoding
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
