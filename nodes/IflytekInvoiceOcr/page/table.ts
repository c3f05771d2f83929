import { assignNames } from '../lineItems/lineItems';
import { cellsOfRows } from './cells';
import type { InvoiceLine, LineField } from '../invoice/invoice';
import type { Box, Form, Label, LabelName } from './form';
import { parseTaxRate } from '../values/values';
import { UNKNOWN } from '../../shared/formats/pageText/pageText';
import {
	areMixed,
	differ,
	isBelow,
	plain,
	wrapped,
	type Word,
} from '../../shared/formats/pageText/words';
import { finding, type Finding, onLine } from '../invoice/findings';

/** Columns of the table of line items, and what each is called in a line. */
const COLUMNS: Partial<Record<LabelName, ColumnField>> = {
	goods: 'goodsName',
	specification: 'specification',
	unit: 'unit',
	quantity: 'quantity',
	unitPrice: 'unitPrice',
	amount: 'amount',
	taxRate: 'taxRate',
	tax: 'tax',
	ordinal: 'ordinal',
	licensePlate: 'licensePlate',
	vehicle: 'vehicleType',
	tollFrom: 'passageFrom',
	tollTo: 'passageTo',
};

/** What a column holds; `other` is not part of the output. */
type ColumnField = LineField | 'ordinal' | 'other';

interface Column {
	field: ColumnField;
	/** where the column's zone begins and ends */
	from: number;
	to: number;
}

/** The table of one page. */
export interface Table {
	columns: Column[];
	/** the middle of its head, and of the row with its total */
	top: number;
	bottom: number;
	size: number;
	totalLabel: Label;
	/** whether the heading of a column cannot be read: by its font, or for a stamp over it */
	hasUnknownHead: boolean;
}

/** Heads of a row lie this close, in heights of the type. */
const SAME_ROW = 0.8;
/** How far below its first line the second one of a heading is, in heights of the type. */
const HEAD = 1.4;

/** Finds the table by its head, of which amount and tax are always printed, and by the total below it. */
export function findTable(form: Form): Table | undefined {
	for (const amount of form.all('amount')) {
		const heads = form.labels.filter(
			({ name, v }) =>
				COLUMNS[name] !== undefined && Math.abs(v - amount.v) < SAME_ROW * amount.size,
		);
		const names = heads.map(({ name }) => name);
		if (!names.includes('tax') || !names.includes('goods')) continue;
		if (new Set(names).size < names.length) continue;
		const total = (['total', 'subtotal', 'listTotal'] as const)
			.flatMap((name) => form.all(name))
			.filter(({ v }) => v > amount.v + amount.size)
			.sort((a, b) => a.v - b.v)[0];
		if (total === undefined) continue;
		const around = form.lines(rowOfHeads(amount, heads));
		const unknown = unknownHeads(around, amount, heads);
		const columns = columnsOf([
			...heads.map(({ name, left, right }) => ({ field: COLUMNS[name]!, left, right })),
			...unknown,
		]);
		const hasUnknownHead =
			around.flat().some((word) => isUnclear(word, amount)) ||
			unknown.some(({ text, size }) => PART_OF_HEAD.test(text) || differ(size, amount.size));
		return {
			columns,
			top: amount.v,
			bottom: total.v,
			size: amount.size,
			totalLabel: total,
			hasUnknownHead,
		};
	}
	return undefined;
}

interface Head {
	field: ColumnField;
	left: number;
	right: number;
}

interface UnknownHead extends Head {
	text: string;
	size: number;
}

/** What is left of a known heading of two characters when the other one is not read. */
const PART_OF_HEAD = /^[单位数量价金额税率]$/;

/** Around the headings: those that only some forms have may have two lines. */
function rowOfHeads({ v, size }: Label, heads: Label[]): Box {
	return {
		left: Math.min(...heads.map(({ left }) => left)),
		right: Math.max(...heads.map(({ right }) => right)),
		top: v - 1.2 * size,
		bottom: v + 1.2 * size,
	};
}

/** Whether a word may be a heading that its font does not tell, or a stamp that hides one. */
function isUnclear({ text, size, isMixed }: Word, amount: Label): boolean {
	return text.includes(UNKNOWN) || isMixed || (size > amount.size && differ(size, amount.size));
}

/** Headings of columns that only some forms have, such as the address of a building. */
function unknownHeads(around: Word[][], amount: Label, heads: Label[]): UnknownHead[] {
	const slack = 0.3 * amount.size;
	const isBesideHeads = ({ left, right }: Word) =>
		heads.every((head) => right <= head.left + slack || left >= head.right - slack);
	const isBelowHead = (word: Word) => word.v > amount.v + slack && !isBesideHeads(word);
	const words = around
		// the first line of goods may stand close below
		.filter((line) => !line.some((word) => /\d\.\d\d/.test(word.text) || isBelowHead(word)))
		.flat()
		.filter((word) => /[\u4e00-\u9fff\uFFFD]/.test(word.text) && isBesideHeads(word));
	const found: UnknownHead[] = [];
	for (const { text, left, right, size } of words.sort((a, b) => a.left - b.left)) {
		const last = found.at(-1);
		if (last !== undefined && left < last.right) {
			last.right = Math.max(last.right, right);
			last.text += text;
		} else found.push({ field: 'other', left, right, text, size });
	}
	return found;
}

function columnsOf(heads: Head[]): Column[] {
	heads.sort((a, b) => a.left - b.left);
	return heads.map((head, index): Column => {
		const before = heads[index - 1];
		const after = heads[index + 1];
		return {
			field: head.field,
			from: before === undefined ? -Infinity : between(before, head),
			to: after === undefined ? Infinity : between(head, after),
		};
	});
}

/** Numbers are right-aligned, often ending just before the next heading; other texts may be anywhere in the column. */
const NUMBERS: readonly ColumnField[] = ['quantity', 'unitPrice', 'amount'];

function between(one: Head, next: Head): number {
	return NUMBERS.includes(one.field) ? next.left : (one.right + next.left) / 2;
}

/** The column that contains most of a word. */
function columnOf(columns: Column[], { left, right }: Word): Column {
	const share = ({ from, to }: Column) => Math.min(right, to) - Math.max(left, from);
	return columns.reduce((best, one) => (share(one) > share(best) ? one : best));
}

/** Amount and tax of the total: two numbers in this order, or nothing. */
export function totalTexts(form: Form, label: Label): { amount: string; tax: string } | undefined {
	const texts = withCurrency(byPlace(form.lines(form.rowOf(label)).flat()));
	return texts.length === 2 ? { amount: texts[0]!, tax: texts[1]! } : undefined;
}

const byPlace = (words: Word[]) => [...words].sort((a, b) => a.left - b.left);

/** Columns whose cells hold one number each. */
const ONE_NUMBER: readonly string[] = ['quantity', 'unitPrice', 'amount', 'taxRate', 'tax'];
/** Words whose middles differ by less than this, in heights of the type, are one row. */
const SAME_HEIGHT = 0.6;

interface Placed {
	word: Word;
	field: ColumnField;
}

/** The lines between the head and the total. */
export function tableLines(form: Form, table: Table): { lines: InvoiceLine[]; doubts: Finding[] } {
	const { columns, size, top, bottom } = table;
	const all = form.textLines({
		left: -Infinity,
		right: Infinity,
		top: top + size * 0.7,
		bottom: bottom - size * 0.7,
	});
	const below = all.findIndex((line) => isOfTransport(line));
	const heads = form.labels.filter(
		({ name, v }) => COLUMNS[name] !== undefined && v > top && v < top + HEAD * size,
	);
	const words = (below === -1 ? all : all.slice(0, below)).flatMap((line) =>
		withoutHeads(line, heads),
	);
	const placed = words.map((word): Placed => ({ word, field: columnOf(columns, word).field }));
	nameBesideOrdinals(placed);
	const of = (test: (field: Column['field']) => boolean) =>
		placed.filter(({ field }) => test(field));
	const doubts: Finding[] = table.hasUnknownHead ? [finding('unknownHead')] : [];
	// a page number may be the end of a name
	const numbers = form.all('pages').filter(({ v }) => v > top && v < bottom);
	doubts.push(...numbers.map(outsideLines));
	const rows: Row[] = [];
	for (const band of bandsOf(of((field) => ONE_NUMBER.includes(field)))) {
		const { cells, doubt } = numbersOf(band, columns);
		if (cells.amount === undefined) {
			doubts.push(...band.map(({ word }) => outsideLines(word)));
			continue;
		}
		rows.push({ v: band[0]!.word.v, line: cells });
		for (const { word } of band) if (word.isMixed) doubts.push(printedOver(word.text));
		if (doubt !== undefined) doubts.push(onLine(rows.length - 1, doubt));
	}
	for (const { word, field } of of((one) => one === 'unit')) {
		const row = rows.find(({ v }) => Math.abs(v - word.v) < SAME_HEIGHT * word.size);
		if (row === undefined) doubts.push(outsideLines(word));
		else if (word.isMixed || row.line.unit !== undefined) doubts.push(printedOver(word.text));
		else row.line[field as 'unit'] = (row.line.unit ?? '') + word.text;
	}
	const wordsOf = (name: LineField) => of((field) => field === name).map(({ word }) => word);
	for (const field of TOLL_FIELDS) addTexts(rows, field, wordsOf(field), doubts);
	const goods = columns.find(({ field }) => field === 'goodsName');
	const names = namesOf(rows, wordsOf('goodsName'), goods?.to ?? Infinity, doubts);
	const kinds = specificationsOf(rows, wordsOf('specification'), names, doubts);
	const besideNames = of((field) => !['goodsName', 'ordinal'].includes(field));
	doubts.push(
		...runTogether(
			wordsOf('goodsName'),
			besideNames.map(({ word }) => word),
		),
		...runTogether(wordsOf('specification'), wordsOf('unit')),
		...stampedDoubts(placed),
	);
	const lines = rows.map(({ line }, index): InvoiceLine => {
		if (names[index]!.length > 0) line.goodsName = wrapped(names[index]!);
		if (kinds[index]) line.specification = kinds[index];
		return line;
	});
	return { lines, doubts };
}

/** What an invoice for a toll states of each passage. */
export const TOLL_FIELDS = ['licensePlate', 'vehicleType', 'passageFrom', 'passageTo'] as const;

/** A text of each row at most, perhaps of several lines. */
function addTexts(rows: Row[], field: LineField, words: Word[], doubts: Finding[]): void {
	const places = rows.map(({ v }) => v);
	const cells = words.length === 0 ? [] : cellsOfRows(places, words, []);
	if (cells === undefined) doubts.push(...words.map(outsideLines));
	for (const [row, cell] of (cells ?? []).entries()) {
		if (areMixed(cell)) doubts.push(printedOver(wrapped(cell)));
		if (cell.length > 0) rows[row]!.line[field] = wrapped(cell);
	}
}

/** A heading's second line is no cell; that of a row of goods stands beside an amount. */
function withoutHeads(line: Word[], heads: Label[]): Word[] {
	if (line.some(({ text }) => /\d\.\d\d/.test(text))) return line;
	const isWithin = (word: Word, { v, left, right, size }: Label) =>
		Math.abs(v - word.v) < SAME_HEIGHT * size && word.left >= left && word.right <= right;
	return line.filter((word) => !heads.some((head) => isWithin(word, head)));
}

/** Invoices for transport have a second table below the goods: of the vehicle and its way, or of the traveller. */
const OF_TRANSPORT =
	/运输工具种类|运输工具牌号|起运地|到达地|运输货物名称|出行人|有效身份证件号|出行日期|出发地|交通工具类型/g;

function isOfTransport(line: Word[]): boolean {
	const heads = plain(line.map(({ text }) => text).join('|')).match(OF_TRANSPORT);
	return new Set(heads).size >= 3;
}

/** The doubt about a word in the table that belongs to no line. */
function outsideLines({ text }: Pick<Word, 'text'>): Finding {
	return finding('ofNoLine', text);
}

/** Names begin left of their head, the short last line of one perhaps in the column of ordinal numbers. */
function nameBesideOrdinals(placed: Placed[]): void {
	for (const one of placed.filter(({ field }) => field === 'ordinal')) {
		const hasAmount = placed.some(
			({ word, field }) =>
				field === 'amount' && Math.abs(word.v - one.word.v) < SAME_HEIGHT * word.size,
		);
		if (!hasAmount || !/^\d+$/.test(one.word.text)) one.field = 'goodsName';
	}
}

interface Row {
	v: number;
	line: InvoiceLine;
}

/** Numbers at the same height. */
function bandsOf(placed: Placed[]): Placed[][] {
	const bands: Placed[][] = [];
	for (const one of [...placed].sort((a, b) => a.word.v - b.word.v)) {
		const band = bands.at(-1);
		const { v, size } = one.word;
		if (band !== undefined && v - band[0]!.word.v < SAME_HEIGHT * size) band.push(one);
		else bands.push([one]);
	}
	return bands;
}

/**
 * The numbers of a row by their columns. Where there are as many as columns, they stand in the order of the
 * columns, even if one begins left of its own.
 */
function numbersOf(
	band: Placed[],
	columns: Column[],
): { cells: InvoiceLine; doubt: Finding | undefined } {
	const fields = columns.map(({ field }) => field).filter((field) => ONE_NUMBER.includes(field));
	const inOrder = withCurrency(byPlace(band.map(({ word }) => word)));
	const cells: InvoiceLine = {};
	if (inOrder.length === fields.length) {
		for (const [index, field] of fields.entries()) cells[field as LineField] = inOrder[index]!;
		return { cells, doubt: undefined };
	}
	let doubt: Finding | undefined;
	const ofRates = byKind(band);
	for (const field of fields as LineField[]) {
		const words = ofRates.filter((one) => one.field === field).map(({ word }) => word);
		const texts = withCurrency(byPlace(words));
		if (texts.length > 1) {
			doubt = finding('oneColumn', texts.join(' '));
		}
		if (texts.length > 0) cells[field] = texts[0]!;
	}
	return { cells, doubt };
}

/** A rate and a tax in one column tell themselves which is which: a rate ends in %, or is a word. */
function byKind(band: Placed[]): Placed[] {
	const [rates, taxes] = (['taxRate', 'tax'] as const).map((field) =>
		band.filter((one) => one.field === field),
	) as [Placed[], Placed[]];
	const [first, second] = byPlace([...rates, ...taxes].map(({ word }) => word));
	if (rates.length + taxes.length !== 2 || rates.length === 1) return band;
	const isRate = ({ text }: Word) => parseTaxRate(text) !== null && !/^[*＊]+$/.test(text);
	if (!isRate(first!) || isRate(second!)) return band;
	return band.map((one): Placed => {
		if (one.word === first) return { word: first, field: 'taxRate' };
		return one.word === second ? { word: second, field: 'tax' } : one;
	});
}

/** The texts of words; a separate sign belongs to the number after it. */
function withCurrency(words: Word[]): string[] {
	const texts: string[] = [];
	for (const { text } of words) {
		const before = texts.at(-1);
		if (before !== undefined && /^[¥￥-]+$/.test(before)) texts[texts.length - 1] = before + text;
		else texts.push(text);
	}
	return texts;
}

/** Names wrap over several lines; which belong to which row is decided as for recognized tables. */
function namesOf(rows: Row[], words: Word[], right: number, doubts: Finding[]): Word[][] {
	if (rows.length === 0 || words.length === 0) return rows.map(() => []);
	const unit = Math.max(...words.map(({ size }) => size));
	const found = assignNames(
		rows.map(({ v }) => v / unit),
		words.map(({ text, left, right, v }) => ({
			text,
			left: left / unit,
			right: right / unit,
			v: v / unit,
		})),
	);
	if (found === undefined) {
		doubts.push(finding('unclearNames'));
	}
	return rows.map((_, row) => {
		const indexes = found?.[row] ?? null;
		if (indexes !== null) {
			const cell = indexes.map((index) => words[index]!);
			if (areMixed(cell)) doubts.push(printedOver(wrapped(cell)));
			if (!isOneColumn(cell) || goesOnEarly(cell, right)) {
				doubts.push(onLine(row, finding('unclearName')));
			}
			return cell;
		}
		if (found !== undefined) {
			doubts.push(onLine(row, finding('unclearName')));
		}
		return [];
	});
}

/** Whether words are beside or below each other; a word apart from all others does not belong to their cell. */
function isOneColumn(words: Word[]): boolean {
	const isNear = (one: Word, other: Word) => {
		const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right);
		const isBeside = Math.abs(one.v - other.v) < SAME_HEIGHT * one.size;
		return gap < (isBeside ? 2 * one.size : 0);
	};
	return (
		words.length === 1 ||
		words.every((one) => words.some((other) => other !== one && isNear(one, other)))
	);
}

/** A wrapped line fills at least so much of its column. */
const FILLED = 0.8;

/** Whether a line of a cell ends although there is room for what the next line begins with: then it is a note. */
function goesOnEarly(cell: Word[], right: number): boolean {
	return cell.some((word, index) => {
		const before = cell[index - 1];
		if (before === undefined || !isBelow(before, word)) return false;
		return before.right + startWidth(word) < word.left + FILLED * (right - word.left);
	});
}

/** How wide the part of a text is that is not broken: a Latin word, or one character. */
function startWidth({ text, left, right, size }: Word): number {
	const latin = /^[!-~]+/.exec(text)?.[0].length ?? 0;
	return latin === 0 ? size : ((right - left) * latin) / text.length;
}

/** A specification may be wrapped too; few lines have one. */
function specificationsOf(
	rows: Row[],
	words: Word[],
	names: Word[][],
	doubts: Finding[],
): string[] {
	if (words.length === 0) return [];
	const cells = cellsOfRows(
		rows.map(({ v }) => v),
		words,
		names,
	);
	if (cells === undefined) {
		doubts.push(finding('unclearSpecifications', wrapped(words)));
		return [];
	}
	for (const cell of cells) if (areMixed(cell)) doubts.push(printedOver(wrapped(cell)));
	return cells.map(wrapped);
}

/**
 * Words right beside each other may be one text that extends past its column: Latin ones, and any that are no
 * further apart than two words of one text.
 */
function runTogether(texts: Word[], next: Word[]): Finding[] {
	return next.flatMap((word) => {
		const before = texts.find((text) => {
			// between Latin and Chinese words there may be a blank too
			const mayBeBlank = /[!-~]$/.test(text.text) || /^[!-~]/.test(word.text);
			return (
				Math.abs(text.v - word.v) < SAME_HEIGHT * word.size &&
				word.left > text.left &&
				word.left - text.right < (mayBeBlank ? 0.65 : 0.35) * word.size
			);
		});
		return before === undefined ? [] : [finding('unclearPart', word.text, before.text)];
	});
}

/** Nothing proves a name or a specification, so text stamped over it must not become part of it. */
function stampedDoubts(placed: Placed[]): Finding[] {
	const sizes = placed.map(({ word }) => word.size).sort((one, other) => one - other);
	const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
	// long names are printed smaller, never larger
	return placed
		.filter(({ word, field }) => field !== 'other' && word.size > usual && differ(word.size, usual))
		.map(({ word }) => printedOver(word.text));
}

function printedOver(text: string): Finding {
	return finding('printedOver', text);
}
