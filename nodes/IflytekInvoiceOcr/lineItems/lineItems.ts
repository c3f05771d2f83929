import type { FindingCode } from '../invoice/findings';
import {
	cellText,
	finding,
	type Finding,
	findingIn,
	type InvoiceLine,
	LISTS,
	type TextLine,
} from '../invoice/invoice';
import {
	atOneHeight,
	centsText,
	isTaxFree,
	isWholeMultiple,
	mean,
	mayBeTwoNumbers,
	parseAmount,
	parseTaxRate,
	parseUnitPrice,
	taxFits,
	unspaced,
} from '../values/values';

export interface LineItem {
	goodsName: string | null;
	unitPrice: number | null;
	amount: number | null;
	/** such as 13%, 免税 or *** */
	taxRate: string | null;
	/** null also where the line has no tax */
	tax: number | null;
	kind: 'discount' | 'goods' | 'subtotal';
	/** the recognized texts the values come from */
	row: TableRow;
	/** percent of the tax rate; null without one */
	percent: number | null;
	/** what could not be matched or read with certainty; empty if everything could */
	doubts: Finding[];
	/** rate times amount, if it differs from the tax; null if it agrees or is unknown */
	expectedTax: string | null;
}

/** The columns besides the names, each with one text line per row at most. */
export const COLUMNS = ['unitPrices', 'amounts', 'taxRates', 'taxAmounts'] as const;
export type Column = (typeof COLUMNS)[number];

/** A row of the table of line items as far as it is beyond doubt. */
export interface TableRow {
	/** the lines of its name; null when they are in doubt */
	names: TextLine[] | null;
	cells: Partial<Record<Column, TextLine>>;
	/** why the row has to be looked at; empty when nothing is in doubt */
	doubts: Finding[];
}

/** The lines that a file or page states as rows of a table, which need no matching. */
export function tableRowsOf(lines: InvoiceLine[]): TableRow[] {
	return lines.map((line) => {
		const linesOf = (list: keyof typeof LISTS): TextLine[] => {
			const text = cellText(line, LISTS[list]);
			return text === undefined ? [] : [{ text, quad: null, confidence: null }];
		};
		const cells = COLUMNS.flatMap((column) => linesOf(column).map((one) => [column, one]));
		return { names: linesOf('goodsNames'), cells: Object.fromEntries(cells), doubts: [] };
	});
}

/**
 * The lines of a table with their values. What cannot be read beyond doubt is null, and the line says why.
 * @param totalAmount the invoice's total without tax in yuan; null when it was not read
 */
export function readLineItems(rows: TableRow[], totalAmount: number | null): LineItem[] {
	const lines = rows.map(readLineItem);
	const sum = lines
		.filter(({ kind }) => kind !== 'subtotal')
		.reduce((whole, { amount }) => whole + (amount ?? 0), 0);
	// a discount goes against the whole: on a credit note goods are negative and discounts positive
	const sign = (totalAmount ?? sum) < 0 ? -1 : 1;
	return lines.map((line) =>
		line.kind === 'goods' && (line.amount ?? 0) * sign < 0 ? { ...line, kind: 'discount' } : line,
	);
}

/** The meaning of a column's texts, by which they are compared. */
const MEANINGS: Record<Column, (text: string) => number | string | null> = {
	amounts: parseAmount,
	unitPrices: parseUnitPrice,
	taxRates: (text) => parseTaxRate(text)?.text ?? null,
	taxAmounts: (text) => (isTaxFree(text) ? '***' : parseAmount(text)),
};

/**
 * The lines of a column with the text to read: the recognized one. The service's post-processed one replaces it where
 * only that can be read, unless the two disagree elsewhere in the column; a line on which they disagree gets both,
 * which no parser takes. The same values in another order are no disagreement: positions belong to recognized lines.
 */
export function linesToRead(column: Column, lines: TextLine[]): TextLine[] {
	const meaning = MEANINGS[column];
	const pairs = lines.map((line) => {
		const { text, postProcessed = text } = line;
		return { line, text, postProcessed, one: meaning(text), other: meaning(postProcessed) };
	});
	const values = (key: 'one' | 'other') => JSON.stringify(pairs.map((pair) => pair[key]).sort());
	const disagree = ({ one, other }: (typeof pairs)[number]) =>
		one !== null && other !== null && one !== other;
	const isSameSet = values('one') === values('other');
	const isSure = !pairs.some(disagree);
	return pairs.map((pair) => {
		const { line, text, postProcessed, one, other } = pair;
		if (isSameSet) return line;
		if (disagree(pair)) return { ...line, text: `${text} / ${postProcessed}` };
		return isSure && one === null && other !== null ? { ...line, text: postProcessed } : line;
	});
}

function readLineItem(row: TableRow): LineItem {
	const doubts = [...row.doubts];
	const isMatched = doubts.length === 0;
	const textOf = (column: Column) => row.cells[column]?.text;
	const read = <T>(column: Column, parse: (text: string) => T | null): T | null => {
		const text = textOf(column);
		if (text === undefined) return null;
		const value = parse(text);
		if (value === null) doubts.push(findingIn(column, 'unreadableCell', text));
		return value;
	};
	const names = (row.names ?? []).map(({ text }) => text);
	const goodsName = names.join('').trim() || null;
	const amount = read('amounts', parseAmount);
	// the quantity stands just in front of the unit price, and no sum would show that both were joined
	const unitPrice = read('unitPrices', (text) => {
		const price = parseUnitPrice(text);
		if (price === null || !mayBeTwoNumbers(text)) return price;
		return amount !== null && isWholeMultiple(amount, price) ? price : null;
	});
	const rate = read('taxRates', parseTaxRate);
	const taxText = textOf('taxAmounts');
	const taxFree = taxText !== undefined && isTaxFree(taxText);
	const tax = taxFree ? null : read('taxAmounts', parseAmount);
	const kind = goodsName !== null && isTotalLabel(goodsName) ? 'subtotal' : 'goods';
	const percent = rate?.percent ?? null;

	const lacks = (code: FindingCode, isMissing: boolean) => {
		if (isMatched && isMissing) doubts.push(finding(code));
	};
	lacks('noGoodsName', goodsName === null);
	if (goodsName !== null && isOnlyCategory(goodsName))
		doubts.push(finding('onlyCategory', goodsName));
	lacks('noAmount', row.cells.amounts === undefined);
	if (kind !== 'subtotal') {
		lacks('noTaxRate', row.cells.taxRates === undefined);
		lacks('noTax', taxText === undefined && percent !== null);
		if (taxFree && percent) doubts.push(finding('rateWithoutTax', rate?.text));
	}
	const bearsTax = rate !== null && rate.text !== '***';
	const isWrong =
		bearsTax && amount !== null && tax !== null && !taxFits(amount, percent ?? 0, tax);
	return {
		goodsName,
		unitPrice,
		amount,
		taxRate: rate?.text ?? null,
		tax,
		kind,
		row,
		percent,
		doubts,
		expectedTax: isWrong ? centsText(Math.round(amount * (percent ?? 0))) : null,
	};
}

/** A text of the goods column; its ends along the rows and its middle across them in text heights. */
interface NameText {
	text: string;
	left: number;
	right: number;
	v: number;
}

/** A printed line: one text, or several side by side that OCR took apart. */
interface NameLine {
	text: string;
	v: number;
	indexes: number[];
}

/** A cell's first line, its middle, or its last line stands at the height of its row's numbers. */
export const ALIGNMENTS = ['first', 'middle', 'last'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** How far a name may stand off its row, in pitches of the name lines, or in text heights if these are smaller. */
const TOLERANCE = 0.38;
/** Texts closer than this, in text heights, stand on the same printed line. */
const SAME_LINE = 0.4;
/** How far the boxes of texts side by side may reach into each other, in text heights. */
const LONGEST_OVERLAP = 1;
/** Lines of one name follow each other no further apart than this, in pitches. */
const LONGEST_STEP = 1.6;
/** With more ways to share the lines out than this, the result is in doubt anyway. */
const MOST_WAYS = 8;
/** A damaged file may have thousands of rows that fit in no way. */
const MOST_STEPS = 50_000;

const TOTAL_LABEL = /^[(（]?(合计|小计|总计|以下空白)[:：]?[)）]?$/;
/** What stands in place of goods that are on a list of their own. */
const LIST_REFERENCE = /详见(?:销货|销售|商品|货物)清单|^\(?详见清单\)?$/;
/** The category that opens a name, such as *餐饮服务*. */
const CATEGORY = /^\*[^*]+\*/;

const isOnlyCategory = (name: string) =>
	/^\*[^*]*\*$/.test(withPlainAsterisks(name).replace(/\s/g, ''));

type Partition = number[][];

/**
 * Shares name lines out among rows: a name may wrap, and its row stands at its first line, its middle or its last
 * line (the same one for all rows). If that is ambiguous, the category that opens a name (*餐饮服务*餐饮费) and the
 * width at which lines wrap decide.
 * @param rows row coordinates from top to bottom
 * @param lost how many names were not recognized at all: their rows are null
 * @returns each row's texts in reading order, as indexes; null for a row in doubt; undefined if the lines fit no rows
 */
export function assignNames(
	rows: number[],
	names: NameText[],
	lost: 0 | 1 = 0,
): Array<number[] | null> | undefined {
	const isNear = (v: number) => rows.some((row) => Math.abs(row - v) <= TOLERANCE);
	const lines = printedLines(names)?.filter(({ text, v }) => !isTotalLabel(text) || isNear(v));
	if (lines === undefined || (lost > 0 && lines.length === 0)) return undefined;
	// with a name lost, lines below each other may be two names, one without its row, unless a category opens them
	const isSafe = (group: number[]) =>
		lost === 0 || group.length <= 1 || opensName(lines[group[0]!]!.text);
	const heights = lines.map(({ v }) => v);
	const steps = heights.slice(1).map((v, index) => v - heights[index]!);
	const tolerance = TOLERANCE * Math.min(1, ...steps);
	const all = partitionsOf(rows, heights, {
		lost,
		tolerance: { first: tolerance, middle: tolerance, last: tolerance },
		longestStep: LONGEST_STEP * Math.max(1, Math.min(...steps, LONGEST_STEP)),
	});
	const ways = decide(all, lines).filter((way) => way.every(isSafe));
	const [first, ...others] = ways;
	if (first === undefined) return undefined;
	const texts = first.map((group) => group.map((line) => lines[line]!.text).join(''));
	const hasCategories = texts.some((text) => CATEGORY.test(withPlainAsterisks(text)));
	// beside names with a category, one without may be the end of the name above
	const mayBeEnd = (text: string) =>
		hasCategories && !isTotalLabel(text) && !withPlainAsterisks(text).includes('*');
	const isWhole = texts.map((text, row) => first[row]!.length === 0 || !mayBeEnd(text));
	return first.map((group, row) => {
		if (group.length === 0) return null;
		const agreed = others.every((other) => JSON.stringify(other[row]) === JSON.stringify(group));
		const isSure = agreed && isWhole[row] && isWhole[row + 1] !== false;
		return isSure ? group.flatMap((line) => lines[line]!.indexes) : null;
	});
}

/** Texts joined to printed lines; undefined when texts on the same line overlap. */
function printedLines(names: NameText[]): NameLine[] | undefined {
	const lines = atOneHeight(
		names.map((name, index) => ({ ...name, index })),
		({ v }) => v,
		({ v }, group) => v - group.at(-1)!.v <= SAME_LINE,
	);
	for (const line of lines) {
		line.sort((a, b) => a.left - b.left);
		const overlaps = line.slice(1).map(({ left }, index) => line[index]!.right - left);
		if (Math.max(...overlaps) > LONGEST_OVERLAP) return undefined;
	}
	return lines.map((line) => ({
		text: line.map(({ text }) => text).join(''),
		v: mean(line.map(({ v }) => v)),
		indexes: line.map(({ index }) => index),
	}));
}

/** Whether an invoice's lines only refer to a list of the goods; a discount has such a line of its own. */
export const onlyReferToList = (lines: Array<{ goodsName?: string | null }>) =>
	lines.length > 0 &&
	lines.every(({ goodsName }) => LIST_REFERENCE.test(unspaced(goodsName ?? '')));

/** Whether a text of the goods column is a label such as 合计 (total) or 以下空白 (blank below). */
export const isTotalLabel = (text: string) => TOTAL_LABEL.test(text.replace(/\s/g, ''));

/** How lines are shared out: places and lengths are in heights of the type. */
interface Sharing {
	alignments?: readonly Alignment[];
	/** how many rows have no line; undefined where any number may */
	lost?: number;
	/** how far lines may stand off their row */
	tolerance: Readonly<Record<Alignment, number>>;
	/** lines further apart are not of one row */
	longestStep: number;
	/** the row that a line surely belongs to, if any */
	owners?: Array<number | undefined>;
}

/** All ways to share consecutive lines out among rows, each at the first, the middle or the last of its lines. */
export function partitionsOf(
	rows: number[],
	lines: number[],
	{ alignments = ALIGNMENTS, lost, tolerance, longestStep, owners = [] }: Sharing,
): Partition[] {
	const found = new Map<string, Partition>();
	for (const alignment of alignments) {
		const ways: Partition[] = [];
		const deadEnds = new Set<string>();
		let stepsLeft = MOST_STEPS;
		const extend = (groups: Partition, start: number, left = 0): void => {
			const row = groups.length;
			if (row === rows.length) {
				if (start === lines.length && left === 0) ways.push(groups);
				return;
			}
			const here = `${row} ${start} ${left}`;
			if (deadEnds.has(here) || ways.length >= MOST_WAYS) return;
			const known = ways.length;
			const isOfOther = (line: number) => ![undefined, row].includes(owners[line]);
			for (let end = start + 1; end <= lines.length && --stepsLeft > 0; end++) {
				const isFar = end - start > 1 && lines[end - 1]! - lines[end - 2]! > longestStep;
				const off = alignedHeight(lines.slice(start, end), alignment) - rows[row]!;
				if (isFar || isOfOther(end - 1) || off > tolerance[alignment]) break;
				if (off >= -tolerance[alignment]) extend([...groups, range(start, end)], end, left);
				else if (alignment === 'first') break;
			}
			if (lost === undefined ? owners[start] !== row : left > 0)
				extend([...groups, []], start, lost && left - 1);
			if (ways.length === known) deadEnds.add(here);
		};
		extend([], 0, lost);
		// not all was tried, so a way found may not be the only one
		if (stepsLeft <= 0) return [];
		for (const way of ways) found.set(JSON.stringify(way), way);
	}
	return [...found.values()];
}

/** The place of the cell that lines make up. */
export function alignedHeight(lines: number[], alignment: Alignment): number {
	const [first, last] = [lines[0]!, lines.at(-1)!];
	return { first, middle: (first + last) / 2, last }[alignment];
}

const range = (start: number, end: number) =>
	Array.from({ length: end - start }, (_, index) => start + index);

/** The ways that fit the texts themselves; more than one means doubt. */
function decide(ways: Partition[], lines: NameLine[]): Partition[] {
	const texts = (group: number[]) => group.map((line) => lines[line]!.text);
	const isOneName = ([first = '', ...others]: string[]) =>
		isTotalLabel(first) ? others.length === 0 : !others.some(opensName);
	const possible = ways.filter((way) => way.every((group) => isOneName(texts(group))));
	const opened = possible.filter((way) =>
		way.every((group) => group.length === 0 || opensName(texts(group).join(''))),
	);
	if (opened.length === 1) return opened;
	const candidates = opened.length > 0 ? opened : possible;
	const wrapped = candidates.filter((way) => isWrappedByWidth(way, lines));
	if (wrapped.length > 0) return wrapped;
	return candidates.length > 1 ? candidates : [];
}

/** Whether a text begins with a category between asterisks, as every name on an invoice does, or is a label. */
const opensName = (text: string) => isTotalLabel(text) || CATEGORY.test(withPlainAsterisks(text));

const withPlainAsterisks = (text: string) => text.normalize('NFKC').replace(/[×∗✱]/g, '*');

/** Whether every line that goes on was full: the next character would not have fitted. */
function isWrappedByWidth(way: Partition, lines: NameLine[]): boolean {
	const widest = Math.max(...lines.map(({ text }) => widthOf(text)));
	return way.every((group) =>
		group.slice(1).every((line) => {
			const room = widest - widthOf(lines[line - 1]!.text);
			return room <= widthOf([...lines[line]!.text][0] ?? '') + 1;
		}),
	);
}

/** Printed width of a text in half characters. */
const widthOf = (text: string) =>
	[...text].reduce((sum, one) => sum + (/[\u2e80-\uffef]/.test(one) ? 2 : 1), 0);
