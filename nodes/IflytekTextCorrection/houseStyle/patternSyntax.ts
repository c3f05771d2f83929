/** Why a pattern is refused, as a clause: "it …". */
export class PatternError extends Error {}

/** Whether a character, given by its code point, is one that fits. */
export type Test = (code: number) => boolean;

/** A pattern as it is written. */
export type Node =
	| { kind: 'character'; test: Test }
	| { kind: 'lineStart' | 'lineEnd' }
	| { kind: 'sequence' | 'alternatives'; parts: Node[] }
	| { kind: 'repeated'; part: Node; least: number; most: number };

/** Groups inside each other. */
const MAX_DEPTH = 50;

const LINE_BREAKS = new Set([0x0a, 0x0d, 0x2028, 0x2029]);
const CLASSES: Readonly<Record<string, RegExp>> = {
	d: /\d/u,
	D: /\D/u,
	s: /\s/u,
	S: /\S/u,
	w: /\w/u,
	W: /\W/u,
};
const CONTROLS: Readonly<Record<string, string>> = {
	n: '\n',
	r: '\r',
	t: '\t',
	f: '\f',
	v: '\v',
	0: '\0',
};

/** Reads a pattern; what cannot be searched for in linear time is refused by name. */
export class PatternParser {
	private readonly characters: string[];

	private at = 0;

	private depth = 0;

	constructor(source: string) {
		this.characters = [...source];
	}

	/** @throws PatternError */
	parse(): Node {
		const whole = this.alternatives();
		if (this.at < this.characters.length) throw new PatternError('closes a group that is not open');
		return whole;
	}

	private alternatives(): Node {
		if (++this.depth > MAX_DEPTH) throw new PatternError('nests its groups too deeply');
		const parts = [this.sequence()];
		while (this.takes('|')) parts.push(this.sequence());
		this.depth--;
		return parts.length === 1 ? parts[0]! : { kind: 'alternatives', parts };
	}

	private sequence(): Node {
		const parts: Node[] = [];
		while (this.at < this.characters.length && !'|)'.includes(this.next)) {
			parts.push(this.quantified(this.atom()));
		}
		return { kind: 'sequence', parts };
	}

	private atom(): Node {
		const character = this.take();
		switch (character) {
			case '(':
				return this.group();
			case '[':
				return { kind: 'character', test: this.characterClass() };
			case '.':
				return { kind: 'character', test: (code) => !LINE_BREAKS.has(code) };
			case '^':
				return { kind: 'lineStart' };
			case '$':
				return { kind: 'lineEnd' };
			case '\\':
				return { kind: 'character', test: this.escape() };
			case '*':
			case '+':
			case '?':
				throw new PatternError(`has a ${character} with nothing before it to repeat`);
			default:
				return { kind: 'character', test: isExactly(character) };
		}
	}

	private group(): Node {
		if (this.takes('?') && !this.takes(':'))
			throw new PatternError(`has a group (?${this.next}…), which is not supported`);
		const inside = this.alternatives();
		if (!this.takes(')')) throw new PatternError('has a group that is not closed');
		return inside;
	}

	private quantified(part: Node): Node {
		let result = part;
		const range = this.quantifier();
		if (range !== undefined) {
			if (this.next === '?' || this.next === '+')
				throw new PatternError(
					`has a quantifier followed by ${this.next}, which is not supported; to stop early, write [^》]* instead of .*?`,
				);
			result = { kind: 'repeated', part, ...range };
			if (this.quantifier() !== undefined)
				throw new PatternError('has two quantifiers next to each other');
		}
		return result;
	}

	private quantifier(): { least: number; most: number } | undefined {
		if (this.takes('*')) return { least: 0, most: Infinity };
		if (this.takes('+')) return { least: 1, most: Infinity };
		if (this.takes('?')) return { least: 0, most: 1 };
		const ahead = this.characters.slice(this.at, this.at + 12).join('');
		const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(ahead);
		if (found === null) return undefined;
		this.at += found[0].length;
		const least = Number(found[1]);
		const most = found[2] === undefined ? least : found[3] === '' ? Infinity : Number(found[3]);
		if (most < least)
			throw new PatternError(`has the quantifier ${found[0]}, whose bounds are reversed`);
		return { least, most };
	}

	/** What follows a backslash, also inside a class. */
	private escape(): Test {
		const character = this.take();
		const known = CLASSES[character];
		if (known !== undefined) return matches(known);
		const control = CONTROLS[character];
		if (control !== undefined) return isExactly(control);
		if (character === 'p' || character === 'P') {
			const property = /^\{[\w=]{1,40}\}/.exec(this.rest(42))?.[0];
			const test = property && unicodeProperty(`\\${character}${property}`);
			if (!property || !test)
				throw new PatternError(`has a \\${character} without a known property`);
			this.at += property.length;
			return test;
		}
		if (character === 'u' || character === 'x') {
			const found = /^(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{4}|[\da-fA-F]{2}))/.exec(this.rest(8));
			const code = parseInt(found?.[1] ?? found?.[2] ?? '', 16);
			if (found === null || !(code <= 0x10ffff))
				throw new PatternError(`has a \\${character} without a character number`);
			this.at += found[0].length;
			return (other) => other === code;
		}
		if (/[A-Za-z0-9]/.test(character))
			throw new PatternError(`has \\${character}, which is not supported`);
		return isExactly(character);
	}

	private characterClass(): Test {
		const isNegated = this.takes('^');
		const tests: Test[] = [];
		while (!this.takes(']')) {
			const [first, code] = this.classMember();
			if (code !== undefined && this.next === '-' && this.characters[this.at + 1] !== ']') {
				this.at++;
				const [, last] = this.classMember();
				if (last === undefined || last < code)
					throw new PatternError('has a reversed range in [ ]');
				tests.push((other) => other >= code && other <= last);
			} else tests.push(first);
		}
		return isNegated
			? (code) => !tests.some((test) => test(code))
			: (code) => tests.some((test) => test(code));
	}

	private classMember(): [test: Test, code?: number] {
		if (this.at >= this.characters.length) throw new PatternError('has a [ that is not closed');
		const character = this.take();
		if (character === '\\') {
			const escaped = this.next;
			const test = this.escape();
			return /[A-Za-z0-9]/.test(escaped) ? [test] : [test, escaped.codePointAt(0)];
		}
		return [isExactly(character), character.codePointAt(0)];
	}

	private get next(): string {
		return this.characters[this.at] ?? '';
	}

	private take(): string {
		if (this.at >= this.characters.length) throw new PatternError('ends with a lone \\');
		return this.characters[this.at++]!;
	}

	private takes(character: string): boolean {
		if (this.next !== character) return false;
		this.at++;
		return true;
	}

	private rest(length: number): string {
		return this.characters.slice(this.at, this.at + length).join('');
	}
}

function isExactly(character: string): Test {
	const expected = character.codePointAt(0);
	return (code) => code === expected;
}

/** A native expression is only ever asked about one character. */
function matches(expression: RegExp): Test {
	return (code) => expression.test(String.fromCodePoint(code));
}

function unicodeProperty(source: string): Test | undefined {
	try {
		return matches(new RegExp(source, 'u'));
	} catch {
		return undefined;
	}
}
