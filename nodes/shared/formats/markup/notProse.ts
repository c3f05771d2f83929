import type { TextRange } from '../prose/prose';

/** Expressions that another program fills in, by how they begin and end. */
const TEMPLATES: ReadonlyArray<[string, string]> = [
	['{{', '}}'],
	['{%', '%}'],
	['{#', '#}'],
	['{/*', '*/}'],
	['<%', '%>'],
	['<?', '?>'],
];
/** Their beginnings and ends; a quoted one, such as "}}", is text within the expression. */
const TEMPLATE_SIGN =
	/(["'])(?:\{\{|\}\}|[{<]%|%[>}])\1|\{\{+|\{[%#]|\{\/\*|<%|<\?(?:php\b|=)|\}\}+|(?:[%#]|\*\/)\}|[%?]>/g;
/** Templates that begin or end code: {% highlight %} of Jekyll, {{< highlight >}} of Hugo. */
const AROUND_CODE =
	/^(\{\{?[<%])-?\s*(end|\/\s*)?(highlight|codeblock|code|comment|mermaid)(?=[\s>%-])/;
/** Longer names and white space do not occur. */
const LONGEST_HEAD = 40;
/** Deeper nesting is not read. */
const DEEPEST = 20;
const TEMPLATE_LITERAL = /\$\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}/y;

const FORMULAS: ReadonlyArray<[string, string]> = [
	['$$', '$$'],
	['$', '$'],
	['\\(', '\\)'],
	['\\[', '\\]'],
	['\\\\(', '\\\\)'],
	['\\\\[', '\\\\]'],
	['\\begin{', '\\end{'],
];
/** Those that may take whole lines. */
const FORMULAS_IN_LINES: ReadonlyArray<[string, RegExp]> = [
	['$$', /\$\$/],
	['\\[', /\\\]/],
	['\\begin{', /\\end\{\w+\*?\}/],
];
const LONGEST_FORMULA = 2000;
const LONGEST_NAME = 40;

/** Also one in a quote. */
export const BLANK_LINE = /(?:\n|\r(?!\n))[\t >]*[\n\r]/;
export const HAN = /\p{Script=Han}/u;
const TEX = /\\[A-Za-z]|[_^{]/;

/** Signs that decide where templates and formulas begin and end. */
const SIGN =
	/\s?\$(?:[\s\d]|\{[{%#/]?)?|["']?(?:\{+[%#/]?|[%#/]?\}+|<%|[%?]>)["']?|\\[()[\]A-Za-z]?|[_^]/g;

/** Finds the templates and formulas of a text; callers ask for places from its beginning on. */
export class NotProse {
	/** the last place found of each sign, so that each part of the text is searched only once */
	private readonly places = new Map<string, number>();
	private templates: ReadonlyMap<number, number> | undefined;

	constructor(private readonly text: string) {}

	/** The end of the template or formula that begins at a place; undefined if none does. */
	endOf(at: number): { end: number; what: 'formula' | 'template' } | undefined {
		const template = this.endOfTemplate(at);
		if (template !== undefined) return { end: template, what: 'template' };
		const formula = this.endOfFormula(at);
		return formula === undefined ? undefined : { end: formula, what: 'formula' };
	}

	endOfTemplate(at: number): number | undefined {
		const { text } = this;
		if (text.startsWith('${', at)) {
			TEMPLATE_LITERAL.lastIndex = at;
			const end = TEMPLATE_LITERAL.test(text) ? TEMPLATE_LITERAL.lastIndex : 0;
			// as GitHub writes them: ${{ a }}
			return Math.max(end, this.endOfTemplate(at + 1) ?? 0) || undefined;
		}
		if (!'{<'.includes(text[at] ?? ' ')) return undefined;
		this.templates ??= templatesIn(text);
		return this.templates.get(at);
	}

	/** Dollar signs around a price, or escaped brackets, are no formula. */
	private endOfFormula(at: number): number | undefined {
		const { text } = this;
		const found = FORMULAS.find(([begin]) => text.startsWith(begin, at));
		if (found === undefined) return undefined;
		const [begin, close] = found;
		const from = at + begin.length;
		const end = this.find(close, from);
		if (end === from || end - from > LONGEST_FORMULA) return undefined;
		for (let i = from; i < end; i++) if ((this.endOfTemplate(i) ?? 0) > end) return undefined;
		const inside = text.slice(from, end);
		const isFormula =
			begin === '$$' ||
			(isTex(inside) &&
				(begin !== '$' || (inside === inside.trim() && !/[\d{]/.test(text[end + 1] ?? ''))));
		if (!isFormula) return undefined;
		if (begin !== '\\begin{') return end + close.length;
		const name = /^[^}\s]*\}/.exec(text.slice(end, end + LONGEST_NAME));
		return name === null ? undefined : end + name[0].length;
	}

	/** The next place of a sign, Infinity if there is none; a search must not begin before the last one. */
	find(sign: string, from: number): number {
		const known = this.places.get(sign) ?? -1;
		if (known >= from) return known;
		const found = this.text.indexOf(sign, from);
		const place = found === -1 ? Infinity : found;
		this.places.set(sign, place);
		return place;
	}
}

/** The end of each template by its beginning, nested ones too; one that does not end is none. */
export function templatesIn(text: string): ReadonlyMap<number, number> {
	const ends = new Map<number, number>();
	const open: Array<{ at: number; close: string }> = [];
	TEMPLATE_SIGN.lastIndex = 0;
	for (let found = TEMPLATE_SIGN.exec(text); found; found = TEMPLATE_SIGN.exec(text)) {
		const { 0: sign, index } = found;
		// its last brace may belong to the next sign too
		if (/^(?:\{\{|[%#*]\/?\})/.test(sign)) TEMPLATE_SIGN.lastIndex--;
		const close = TEMPLATES.find(([begin]) => sign.startsWith(begin))?.[1];
		if (close !== undefined) {
			open.push({ at: index, close });
			if (open.length > DEEPEST) open.shift();
			continue;
		}
		let last = open.length - 1;
		while (last >= 0 && !sign.startsWith(open[last]!.close)) last--;
		if (last === -1) continue;
		ends.set(open[last]!.at, index + sign.length);
		open.length = last;
	}
	joinCode(text, ends);
	return ends;
}

/** Makes a template that begins code reach to the end of the one that ends it. */
function joinCode(text: string, ends: Map<number, number>): void {
	// the end of the next closing template, by kind of code
	const closing = new Map<string, number>();
	for (const [at, end] of [...ends].sort(([a], [b]) => b - a)) {
		const found = AROUND_CODE.exec(text.slice(at, at + LONGEST_HEAD));
		if (found === null) continue;
		const [, sign, ending, name] = found;
		const close = closing.get(`${sign}${name}`);
		if (ending !== undefined) closing.set(`${sign}${name}`, end);
		else if (close !== undefined) ends.set(at, close);
	}
}

/** The formula of several whole lines that begins at a place: its content, and how its last line ends it. */
export function formulaInLines(
	document: string,
	at: number,
): { inside: string; close: RegExp } | undefined {
	if (!'$\\'.includes(document[at] ?? ' ')) return undefined;
	const found = FORMULAS_IN_LINES.find(([begin]) => document.startsWith(begin, at));
	if (found === undefined) return undefined;
	const [begin, close] = found;
	const from = at + begin.length;
	const ahead = document.slice(from, from + LONGEST_FORMULA);
	const end = close.exec(ahead);
	if (end === null) return undefined;
	const inside = ahead.slice(0, end.index);
	const takesLines =
		/[\n\r]/.test(inside) &&
		/^[\t .,;。，；]*(?:[\n\r]|$)/.test(ahead.slice(end.index + end[0].length)) &&
		((begin === '$$' && !BLANK_LINE.test(inside)) || isTex(inside));
	return takesLines ? { inside, close } : undefined;
}

/** Whether the text between a formula's signs is one: Chinese words alone are not. */
function isTex(text: string): boolean {
	return !HAN.test(text) || TEX.test(text);
}

/** Whether templates and formulas begin and end where they did if a part of the document becomes another text. */
export function keepsSigns(
	document: string,
	{ start, end }: TextRange,
	becomes: string,
	encode: (text: string) => string,
): boolean {
	const around = [document.slice(Math.max(0, start - 2), start), document.slice(end, end + 2)];
	const signs = (text: string) =>
		around.join(encode(text)).match(SIGN)?.join().replace(/\d/g, '0').replace(/\s/g, ' ');
	const before = document.slice(start, end);
	const isPlain = !/[{}$%\\_^]/.test(around.join(before + becomes));
	if (!isPlain && signs(before) !== signs(becomes)) return false;
	// without Chinese, words between signs could become a formula; with it, a formula could become words
	return HAN.test(becomes) === HAN.test(before) || !/\$|\\[([]/.test(document);
}
