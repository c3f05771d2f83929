/** Expressions that another program fills in, by how they begin and end. */
const TEMPLATES: ReadonlyArray<[string, string]> = [
	['{{', '}}'],
	['{%', '%}'],
	['{#', '#}'],
	['{/*', '*/}'],
	['<%', '%>'],
];
const TEMPLATE_LITERAL = /\$\{(?:[^{}]|\{[^{}]*\})*\}/y;

const FORMULAS: ReadonlyArray<[string, string]> = [
	['$$', '$$'],
	['$', '$'],
	['\\(', '\\)'],
	['\\[', '\\]'],
	['\\\\(', '\\\\)'],
	['\\\\[', '\\\\]'],
];

const LONGEST_FORMULA = 2000;

const HAN = /\p{Script=Han}/u;
const TEX = /\\[A-Za-z]|[_^{]/;

/** What decides where templates and formulas begin and end. */
const SIGN = /\s?\$[\s\d{]?|\{[%#/]?|[%#/]?\}|<%|%>|\\[()[\]A-Za-z]?|[_^]/g;

/** Finds the templates and formulas of a text, from its beginning on. */
export class NotProse {
	/** the last place found of each sign, so that each part of the text is searched only once */
	private readonly places = new Map<string, number>();

	constructor(private readonly text: string) {}

	/** @returns where what begins at a place ends; undefined if neither a template nor a formula does */
	endOf(at: number): { end: number; what: 'a formula' | 'a template' } | undefined {
		const template = this.endOfTemplate(at);
		if (template !== undefined) return { end: template, what: 'a template' };
		const formula = this.endOfFormula(at);
		return formula === undefined ? undefined : { end: formula, what: 'a formula' };
	}

	/** @returns where the template that begins at a place ends; undefined if none does */
	endOfTemplate(at: number): number | undefined {
		const { text } = this;
		if (text.startsWith('${', at)) {
			TEMPLATE_LITERAL.lastIndex = at;
			return TEMPLATE_LITERAL.test(text) ? TEMPLATE_LITERAL.lastIndex : undefined;
		}
		const found = TEMPLATES.find(([begin]) => text.startsWith(begin, at));
		if (found === undefined) return undefined;
		const [begin, close] = found;
		let end = this.find(close, at + begin.length);
		// where another one begins before it ends, this is none
		if (end === Infinity || this.find(begin, at + begin.length) < end) return undefined;
		end += close.length;
		while (close === '}}' && text[end] === '}') end++;
		return end;
	}

	/** Signs around a price, or brackets that are escaped, are no formula. */
	private endOfFormula(at: number): number | undefined {
		const { text } = this;
		const found = FORMULAS.find(([begin]) => text.startsWith(begin, at));
		if (found === undefined) return undefined;
		const [begin, close] = found;
		const from = at + begin.length;
		const end = this.find(close, from);
		if (end === from || end - from > LONGEST_FORMULA) return undefined;
		const inside = text.slice(from, end);
		const isFormula =
			begin === '$$' ||
			(isTex(inside) &&
				(begin !== '$' || (inside === inside.trim() && !/[\d{]/.test(text[end + 1] ?? ''))));
		return isFormula ? end + close.length : undefined;
	}

	/** The next place of a sign; each search begins behind the one before. */
	find(sign: string, from: number): number {
		let place = this.places.get(sign) ?? -1;
		if (place < from) {
			place = this.text.indexOf(sign, from);
			if (place === -1) place = Infinity;
			this.places.set(sign, place);
		}
		return place;
	}
}

/**
 * Whether a formula that takes some whole lines, none of them blank, begins in a document at a place.
 * @returns what its last line has
 */
export function formulaInLines(document: string, at: number): RegExp | undefined {
	const begin = document.slice(at, at + 2);
	if (begin !== '\\[' && begin !== '$$') return undefined;
	const close = begin === '$$' ? begin : '\\]';
	const ahead = document.slice(at + 2, at + 2 + LONGEST_FORMULA);
	const inside = ahead.slice(0, Math.max(0, ahead.indexOf(close)));
	const takesLines =
		/[\n\r]/.test(inside) &&
		!/(?:\n|\r(?!\n))[\t >]*[\n\r]/.test(inside) &&
		/^[\t .,;。，；]*(?:[\n\r]|$)/.test(ahead.slice(inside.length + 2)) &&
		(begin === '$$' || isTex(inside));
	return takesLines ? (begin === '$$' ? /\$\$/ : /\\\]/) : undefined;
}

/** Whether what stands between a formula's signs is one: Chinese words alone are not. */
function isTex(text: string): boolean {
	return !HAN.test(text) || TEX.test(text);
}

/**
 * Whether a part of a document can become another text while templates and formulas begin and end where they did.
 * @param encode how a text is written in the document
 */
export function keepsSigns(
	document: string,
	{ start, end }: { start: number; end: number },
	becomes: string,
	encode: (text: string) => string,
): boolean {
	const around = [document.slice(Math.max(0, start - 2), start), document.slice(end, end + 2)];
	const signs = (text: string) =>
		around.join(encode(text)).match(SIGN)?.join().replace(/\d/g, '0').replace(/\s/g, ' ');
	const before = document.slice(start, end);
	const isPlain = !/[{}$%\\_^]/.test(around.join(before + becomes));
	if (!isPlain && signs(before) !== signs(becomes)) return false;
	// words that were no formula could be one without Chinese
	return HAN.test(becomes) || !HAN.test(before) || !/\$|\\[([]/.test(document);
}
