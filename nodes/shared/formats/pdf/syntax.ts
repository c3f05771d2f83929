import { FileError } from '../fileError';

/** A value of a PDF file (ISO 32000-1, 7.3). A string is the bytes it stands for, one character each. */
export type PdfValue =
	PdfDictionary | PdfName | PdfReference | PdfValue[] | boolean | number | string | null;

export type PdfDictionary = Map<string, PdfValue>;

export class PdfName {
	constructor(readonly name: string) {}
}

export class PdfReference {
	constructor(readonly number: number) {}
}

/** A word of a content stream that is not a value: an operator. */
export class PdfOperator {
	constructor(readonly name: string) {}
}

export class PdfError extends FileError {}

/** Something is missing or cannot be unpacked, rather than beyond the limits. */
export class PdfDamage extends PdfError {}

/** Arrays and dictionaries inside one another. */
const MAX_DEPTH = 100;
/** A font of all Chinese characters has 65,536 widths. */
const MAX_ENTRIES = 100_000;
const SPACE = /[\0\t\n\f\r ]/;
const COMMENT = /%[^\r\n]*/y;
const REGULAR = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;

/** Reads values one after another from a text in which each character is one byte. */
export class PdfReader {
	/** whether the text ended inside a value */
	isCut = false;

	constructor(
		readonly text: string,
		public at = 0,
		/** no value is read past this index */
		private readonly end = Infinity,
	) {}

	/** The next value or operator; undefined at the end. */
	next(depth = 0): PdfOperator | PdfValue | undefined {
		if (depth > MAX_DEPTH) throw new PdfError('nestedValues');
		this.skipSpace();
		if (this.at > this.end) throw new PdfError('structure');
		switch (this.text[this.at]) {
			case undefined:
				return undefined;
			case '/':
				this.at++;
				return new PdfName(unescapedName(this.regular()));
			case '(':
				return this.literalString();
			case '[':
				this.at++;
				return this.until(']', depth).filter((one) => !(one instanceof PdfOperator));
			case '<':
				return this.text[this.at + 1] === '<' ? this.dictionary(depth) : this.hexString();
			case '>':
				this.at += this.text[this.at + 1] === '>' ? 2 : 1;
				return new PdfOperator('>>');
			default:
				return this.wordOrNumber();
		}
	}

	/** The next value; an operator in its place is null. */
	value(): PdfValue {
		const next = this.next();
		return next === undefined || next instanceof PdfOperator ? null : next;
	}

	skipSpace(): void {
		for (;;) {
			const character = this.text[this.at];
			if (character === '%') this.match(COMMENT);
			else if (character !== undefined && SPACE.test(character)) this.at++;
			else return;
		}
	}

	private wordOrNumber(): PdfOperator | PdfValue {
		const reference = this.match(REFERENCE);
		if (reference !== undefined) return new PdfReference(Number(reference[1]));
		const word = this.regular();
		// one of ] } { )
		if (word === '') return new PdfOperator(this.text[this.at++]!);
		if (NUMBER.test(word)) return Number(word);
		if (word === 'true' || word === 'false') return word === 'true';
		return word === 'null' ? null : new PdfOperator(word);
	}

	private regular(): string {
		return this.match(REGULAR)?.[0] ?? '';
	}

	/** Reads what a sticky pattern matches here. */
	private match(pattern: RegExp): RegExpExecArray | undefined {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text) ?? undefined;
		this.at += found?.[0].length ?? 0;
		return found;
	}

	/** Reads up to the end of an array or a dictionary. */
	private until(end: string, depth: number): Array<PdfOperator | PdfValue> {
		const found: Array<PdfOperator | PdfValue> = [];
		for (;;) {
			const next = this.next(depth + 1);
			if (next === undefined) this.isCut = true;
			if (next === undefined || (next instanceof PdfOperator && next.name === end)) return found;
			found.push(next);
			if (found.length > MAX_ENTRIES) throw new PdfError('longList');
		}
	}

	private dictionary(depth: number): PdfDictionary {
		this.at += 2;
		const dictionary: PdfDictionary = new Map();
		const entries = this.until('>>', depth);
		for (let at = 0; at < entries.length; at++) {
			const key = entries[at];
			if (!(key instanceof PdfName)) continue;
			const value = entries[++at];
			if (value !== undefined && !(value instanceof PdfOperator)) dictionary.set(key.name, value);
		}
		return dictionary;
	}

	private literalString(): string {
		const start = ++this.at;
		let open = 1;
		for (; this.at < this.text.length; this.at++) {
			const character = this.text[this.at];
			if (character === '\\') this.at++;
			else if (character === '(') open++;
			else if (character === ')' && --open === 0) break;
		}
		this.isCut ||= open > 0;
		return unescapedString(this.text.slice(start, this.at++));
	}

	private hexString(): string {
		const start = ++this.at;
		const found = this.text.indexOf('>', start);
		const end = found === -1 ? this.text.length : found;
		this.at = end + 1;
		return bytesOfHex(this.text.slice(start, end)).toString('latin1');
	}
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** ISO 32000-1, 7.3.4.2. */
function unescapedString(text: string): string {
	if (!/[\\\r]/.test(text)) return text;
	return text.replace(/\\([0-7]{1,3}|\r\n|[^])?|\r\n?/g, (found, escaped?: string) => {
		if (!found.startsWith('\\')) return '\n';
		if (escaped === undefined || /^[\r\n]/.test(escaped)) return '';
		if (/^[0-7]/.test(escaped)) return String.fromCharCode(parseInt(escaped, 8) & 0xff);
		return ESCAPES[escaped] ?? escaped;
	});
}

/** The bytes that hexadecimal digits stand for; a last digit alone is followed by 0. */
export function bytesOfHex(text: string): Buffer {
	const digits = text.replace(/[^\dA-Fa-f]/g, '');
	return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function unescapedName(name: string): string {
	return name.replace(/#([\dA-Fa-f]{2})/g, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
}

/** A change of coordinates (ISO 32000-1, 8.3.3): [a b c d e f]. */
export type Matrix = readonly [number, number, number, number, number, number];
