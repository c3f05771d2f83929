import {
	holdForeignText,
	byLeft,
	sizesDiffer,
	isBelow,
	usualSize,
	type Word,
	wrapped,
} from '../../shared/formats/pageText/words';
import {
	finding,
	type Finding,
	type Invoice,
	type InvoiceLine,
	type LineField,
	onLine,
	TOLL_FIELDS,
} from '../invoice/invoice';
import {
	alignedHeight,
	type Alignment,
	ALIGNMENTS,
	assignNames,
	partitionsOf,
} from '../lineItems/lineItems';
import { atOneHeight, parseTaxRate, unspaced } from '../values/values';
import { type Column, type ColumnField, type Form, isHead, type Label, type Table } from './form';

/** How far a heading's second line is below its first at most, in heights of the type. */
const HEAD = 1.4;

/** The column that contains most of a word. */
function columnOf(columns: Column[], { left, right }: Word): Column {
	const share = ({ from, to }: Column) => Math.min(right, to) - Math.max(left, from);
	return columns.reduce((best, one) => (share(one) > share(best) ? one : best));
}

/** Amount and tax beside the label of a total; undefined unless two texts stand there. */
export function totalTexts(form: Form, label: Label): [amount: string, tax: string] | undefined {
	const [amount, tax, ...others] = withCurrency(byPlace(form.lines(form.rowOf(label)).flat()));
	return tax === undefined || others.length > 0 ? undefined : [amount!, tax];
}

const byPlace = (words: Word[]) => [...words].sort(byLeft);

/** Columns whose cells hold one number each. */
const ONE_NUMBER: readonly string[] = ['quantity', 'unitPrice', 'amount', 'taxRate', 'tax'];
/** Words whose middles differ by less than this, in heights of the type, are one row. */
const SAME_HEIGHT = 0.6;

const areLevel = ({ v, size }: Pick<Word, 'size' | 'v'>, other: Pick<Word, 'v'>) =>
	Math.abs(v - other.v) < SAME_HEIGHT * size;

interface Placed {
	word: Word;
	field: ColumnField;
}

interface Row {
	v: number;
	line: InvoiceLine;
}

type TableLines = Pick<Invoice, 'doubts' | 'lines'>;

/** The lines between head and total; doubtful numbers are left-aligned if that leaves nothing in doubt. */
export function tableLines(form: Form, table: Table): TableLines {
	const usual = linesBy(form, table, table.columns);
	if (!usual.doubts.some(({ code }) => code === 'ofNoLine' || code === 'oneColumn')) return usual;
	const other = linesBy(form, table, table.leftColumns);
	return other.doubts.length === 0 ? other : usual;
}

function linesBy(form: Form, table: Table, columns: Column[]): TableLines {
	const { size, top, bottom } = table;
	const all = form.lines({ top: top + size * 0.7, bottom: bottom - size * 0.7 }, 'noPageNumbers');
	const below = all.findIndex(isOfTransport);
	const heads = form.labels.filter(
		(one) => isHead(one) && one.v > top && one.v < top + HEAD * size,
	);
	const headed = new Set(heads.flatMap(({ characters }) => characters));
	const words = (below === -1 ? all : all.slice(0, below)).flatMap((line) =>
		// a heading's second line is no cell, unlike a line with an amount
		line.some(({ text }) => /\d\.\d\d/.test(text))
			? line
			: line.filter(({ characters }) => !headed.has(characters[0]!)),
	);
	const inColumns = words.map((word): Placed => ({ word, field: columnOf(columns, word).field }));
	const placed = withWholeNumbers(inColumns);
	nameBesideOrdinals(placed);
	const wordsIn = (field: ColumnField) =>
		placed.filter((one) => one.field === field).map(({ word }) => word);
	const doubts: Finding[] = table.hasUnknownHead ? [finding('unknownHead')] : [];
	// a page number may be the end of a name
	const numbers = form.all('pages').filter(({ v }) => v > top && v < bottom);
	doubts.push(...numbers.map(outsideLines));
	const rows: Row[] = [];
	const bands = atOneHeight(
		placed.filter(({ field }) => ONE_NUMBER.includes(field)),
		({ word }) => word.v,
		({ word }, [first]) => areLevel(word, first!.word),
	);
	for (const band of bands) {
		const { cells, doubt } = numbersOf(band, columns);
		if (cells.amount === undefined) {
			doubts.push(...band.map(({ word }) => outsideLines(word)));
			continue;
		}
		rows.push({ v: band[0]!.word.v, line: cells });
		for (const { word } of band) if (word.isMixed) doubts.push(printedOver(word.text));
		if (doubt !== undefined) doubts.push(onLine(rows.length - 1, doubt));
	}
	for (const field of ['unit', ...TOLL_FIELDS] as const)
		addTexts(rows, field, wordsIn(field), [], doubts);
	const goods = columns.find(({ field }) => field === 'goodsName')!;
	const names = namesOf(rows, wordsIn('goodsName'), goods.to, doubts);
	for (const [row, name] of names.entries())
		if (name.length > 0) rows[row]!.line.goodsName = wrapped(name);
	addTexts(rows, 'specification', wordsIn('specification'), names, doubts);
	const besideNames = placed.flatMap(({ word, field }) =>
		['goodsName', 'ordinal'].includes(field) ? [] : [word],
	);
	doubts.push(...runTogether(wordsIn('goodsName'), besideNames));
	doubts.push(...runTogether(wordsIn('specification'), wordsIn('unit')), ...stampedDoubts(placed));
	return { lines: rows.map(({ line }) => line), doubts };
}

/** Adds a column's texts, perhaps of several lines, to their rows; `others` are cells of the rows, aligned alike. */
function addTexts(
	rows: Row[],
	field: LineField,
	words: Word[],
	others: Word[][],
	doubts: Finding[],
) {
	if (words.length === 0) return;
	const cells = cellsOfRows(rows, words, others);
	if (cells === undefined && field === 'specification')
		doubts.push(finding('unclearSpecifications', wrapped(words)));
	else if (cells === undefined) doubts.push(...words.map(outsideLines));
	for (const [row, cell] of (cells ?? []).entries()) {
		const text = wrapped(cell);
		// in other columns a cell is one word
		if (holdForeignText(cell) || (field !== 'specification' && text.includes(' ')))
			doubts.push(printedOver(text));
		if (text !== '') rows[row]!.line[field] = text;
	}
}

/** Invoices for transport have a second table below the goods: of vehicle and route, or of the traveler. */
const OF_TRANSPORT =
	/运输工具种类|运输工具牌号|起运地|到达地|运输货物名称|出行人|有效身份证件号|出行日期|出发地|交通工具类型/g;

const isOfTransport = (line: Word[]) =>
	new Set(unspaced(line.map(({ text }) => text).join('|')).match(OF_TRANSPORT)).size >= 3;

/** The doubt about a word in the table that belongs to no line. */
const outsideLines = ({ text }: Pick<Word, 'text'>) => finding('ofNoLine', text);

/** A number of fewer characters never wraps. */
const LONG_NUMBER = 10;
/** In heights of the type: how far a wrapped number's second line is below its first, and off its edge. */
const NEXT_LINE = 1.6;
const SAME_EDGE = 0.5;

/** Joins long quantities and prices that wrap, at the height of the one amount beside them. */
function withWholeNumbers(placed: Placed[]): Placed[] {
	const amounts = placed.filter(({ field }) => field === 'amount').map(({ word }) => word);
	const taken = new Set<Placed>();
	const whole = placed.flatMap((one): Placed[] => {
		const { word, field } = one;
		if (!/\.\d*$/.test(word.text) || word.text.length < LONG_NUMBER) return [];
		const rest = placed.find((other) => other.field === field && isRestOf(word, other.word));
		const [amount, ...more] = amounts.filter(
			(other) =>
				rest !== undefined &&
				other.v > word.v - SAME_HEIGHT * word.size &&
				other.v < rest.word.v + SAME_HEIGHT * word.size,
		);
		if (rest === undefined || amount === undefined || more.length > 0) return [];
		taken.add(one).add(rest);
		return [{ field, word: { ...word, text: word.text + rest.word.text, v: amount.v } }];
	});
	return whole.length === 0 ? placed : [...placed.filter((one) => !taken.has(one)), ...whole];
}

function isRestOf(word: Word, { text, left, right, v, characters }: Word): boolean {
	const [fromLeft, fromRight] = [word.left - left, word.right - right];
	const starts = [fromLeft, fromRight, (fromLeft + fromRight) / 2];
	return (
		/^\d+$/.test(text) &&
		v > word.v &&
		v - word.v < NEXT_LINE * word.size &&
		starts.some((distance) => Math.abs(distance) < SAME_EDGE * word.size) &&
		!holdForeignText([{ ...word, characters: [...word.characters, ...characters] }])
	);
}

/** Names begin left of their head; the short last line of one may lie in the column of ordinal numbers. */
function nameBesideOrdinals(placed: Placed[]): void {
	const amounts = placed.filter(({ field }) => field === 'amount');
	for (const one of placed.filter(({ field }) => field === 'ordinal')) {
		const hasAmount = amounts.some(({ word }) => areLevel(word, one.word));
		if (!hasAmount || !/^\d+$/.test(one.word.text)) one.field = 'goodsName';
	}
}

/** The numbers of a row by column; if there are as many as columns, in order, even if one begins left of its own. */
function numbersOf(band: Placed[], columns: Column[]) {
	const fields = columns.map(({ field }) => field).filter((field) => ONE_NUMBER.includes(field));
	const inOrder = withCurrency(byPlace(band.map(({ word }) => word)));
	const ofRates = byKind(band);
	const cells: InvoiceLine = {};
	let doubt: Finding | undefined;
	for (const [index, field] of (fields as LineField[]).entries()) {
		const words = ofRates.filter((one) => one.field === field).map(({ word }) => word);
		const isInOrder = inOrder.length === fields.length;
		const texts = isInOrder ? [inOrder[index]!] : withCurrency(byPlace(words));
		if (texts.length > 1) doubt = finding('oneColumn', texts.join(' '));
		if (texts.length > 0) cells[field] = texts[0]!;
	}
	return { cells, doubt };
}

/** Finds the one rate in a column of amounts or taxes by its text (13% or a word); it stands between them. */
function byKind(band: Placed[]): Placed[] {
	const isRate = ({ text }: Word) => parseTaxRate(text) !== null && !/^[*＊]+$/.test(text);
	const around = band.filter(({ field }) => ['amount', 'taxRate', 'tax'].includes(field));
	const [rate, ...others] = around.filter(({ word }) => isRate(word));
	if (rate === undefined || others.length > 0 || around.length > 3) return band;
	return band.map((one): Placed => {
		if (one === rate) return { ...one, field: 'taxRate' };
		const isLeft = one.word.left < rate.word.left;
		return one.field === 'taxRate' ? { ...one, field: isLeft ? 'amount' : 'tax' } : one;
	});
}

/** The texts of words; a separate ¥ or minus belongs to the number after it. */
function withCurrency(words: Word[]): string[] {
	const texts: string[] = [];
	for (const { text } of words) {
		const before = texts.at(-1);
		if (before !== undefined && /^[¥￥-]+$/.test(before)) texts[texts.length - 1] = before + text;
		else texts.push(text);
	}
	return texts;
}

/** The words of each row's name, which may wrap, shared out as in recognized tables. */
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
	if (found === undefined) doubts.push(finding('unclearNames'));
	return rows.map((_, row) => {
		const cell = found?.[row]?.map((index) => words[index]!);
		if (cell && holdForeignText(cell)) doubts.push(printedOver(wrapped(cell)));
		const isClear = cell && isOneColumn(cell) && !goesOnEarly(cell, right);
		if (found && !isClear) doubts.push(onLine(row, finding('unclearName')));
		return cell ?? [];
	});
}

/** Whether every word is near another one; a word apart from all others does not belong to their cell. */
function isOneColumn(words: Word[]): boolean {
	const isNear = (one: Word, other: Word) => {
		const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right);
		return other !== one && gap < (areLevel(one, other) ? 2 * one.size : 0);
	};
	return words.length === 1 || words.every((one) => words.some((other) => isNear(one, other)));
}

/** A wrapped line fills at least so much of its column. */
const FILLED = 0.8;

/** Whether a line ends although the next word had room: then the next line is a note. */
function goesOnEarly(cell: Word[], right: number): boolean {
	return cell.some((word, index) => {
		const before = cell[index - 1];
		if (before === undefined || !isBelow(before, word)) return false;
		return before.right + startWidth(word) < word.left + FILLED * (right - word.left);
	});
}

/** The width of a text's first part that cannot be broken: a Latin word, or one character. */
function startWidth({ text, left, right, size }: Word): number {
	const latin = /^[!-~]+/.exec(text)?.[0].length ?? 0;
	return latin === 0 ? size : ((right - left) * latin) / text.length;
}

/** Words right beside each other may be one text that extends past its column. */
function runTogether(texts: Word[], next: Word[]): Finding[] {
	return next.flatMap((word) => {
		const before = texts.find((text) => {
			// between Latin and Chinese words there may be a blank too
			const mayBeBlank = /[!-~]$/.test(text.text) || /^[!-~]/.test(word.text);
			const isAtOnce = text.characters.at(-1)!.piece === word.characters[0]!.piece;
			const widest = isAtOnce ? 0.8 : mayBeBlank ? 0.65 : 0.35;
			const isClose = word.left - text.right < widest * word.size;
			return areLevel(word, text) && word.left > text.left && isClose;
		});
		return before === undefined ? [] : [finding('unclearPart', word.text, before.text)];
	});
}

/** Nothing proves a name or a specification, so text stamped over it must not become part of it. */
function stampedDoubts(placed: Placed[]): Finding[] {
	const usual = usualSize(placed.map(({ word }) => word));
	// long names are printed smaller, never larger
	const isStamp = ({ size }: Word) => size > usual && sizesDiffer(size, usual);
	return placed
		.filter(({ word, field }) => field !== 'other' && isStamp(word))
		.map(({ word }) => printedOver(word.text));
}

const printedOver = (text: string) => finding('printedOver', text);

/** In heights of the type: how far a cell may stand off its row. */
const TOLERANCE: Readonly<Record<Alignment, number>> = { first: 0.6, middle: 0.4, last: 0.6 };
/** In heights of the type: lines further apart are two cells. */
const LONGEST_STEP = 2.2;

/** A column's words by row, aligned as the rows' other cells if these show how; undefined unless one way fits. */
function cellsOfRows(rows: Row[], words: Word[], others: Word[][]): Word[][] | undefined {
	const lines = linesOf(words);
	const { size } = words[0]!;
	const isAt = (cell: Word[][], { v }: Row, alignment: Alignment) =>
		Math.abs(alignedHeight(cell.map(heightOf), alignment) - v) <= TOLERANCE[alignment] * size;
	const known = ALIGNMENTS.filter((one) =>
		others.every((cell, at) => cell.length === 0 || isAt(linesOf(cell), rows[at]!, one)),
	);
	// a line level with a row's numbers is that row's
	const ownerOf = (line: Word[]) => rows.findIndex((row) => isAt([line], row, 'middle'));
	const [found, ...more] = partitionsOf(
		rows.map(({ v }) => v / size),
		lines.map((line) => heightOf(line) / size),
		{
			alignments: known.length > 0 ? known : ALIGNMENTS,
			tolerance: TOLERANCE,
			longestStep: LONGEST_STEP,
			owners: lines.map(ownerOf).map((owner) => (owner === -1 ? undefined : owner)),
		},
	);
	if (more.length > 0) return undefined;
	return found?.map((cell) => cell.flatMap((line) => lines[line]!));
}

/** Lines from top to bottom, their words from left to right. */
function linesOf(words: Word[]): Word[][] {
	const isNear = (word: Word, [first]: Word[]) => !isBelow(first!, word);
	return atOneHeight(words, ({ v }) => v, isNear).map(byPlace);
}

const heightOf = (line: Word[]) => line[0]!.v;
