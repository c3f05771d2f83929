import { assignNames } from '../itemNames';
import type { LineField } from '../eInvoice/fields';
import type { Form } from './form';
import type { Label, LabelName } from './labels';
import { plain, type Word } from './words';

/** Columns of the table of line items, and what each is called in a line. */
const COLUMNS: Partial<Record<LabelName, LineField | 'other'>> = {
	goods: 'goodsName',
	specification: 'specification',
	unit: 'unit',
	quantity: 'quantity',
	unitPrice: 'unitPrice',
	amount: 'amount',
	taxRate: 'taxRate',
	tax: 'tax',
	ordinal: 'other',
	licencePlate: 'other',
	vehicle: 'other',
	tollFrom: 'other',
	tollTo: 'other',
};

export interface Column {
	field: LineField | 'other';
	label: Label;
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
}

export type InvoiceLine = Partial<Record<LineField, string>>;

/** Heads of a row lie this close, in heights of the type. */
const SAME_ROW = 0.8;

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
		heads.sort((a, b) => a.left - b.left);
		const columns = heads.map((label, index): Column => {
			const before = heads[index - 1];
			const after = heads[index + 1];
			return {
				field: COLUMNS[label.name]!,
				label,
				from: before === undefined ? -Infinity : between(before, label),
				to: after === undefined ? Infinity : between(label, after),
			};
		});
		return { columns, top: amount.v, bottom: total.v, size: amount.size, totalLabel: total };
	}
	return undefined;
}

/** Numbers end at the right of their column, often just before the next head; other texts stand freely. */
const NUMBERS: readonly LabelName[] = ['quantity', 'unitPrice', 'amount'];

function between(one: Label, next: Label): number {
	return NUMBERS.includes(one.name) ? next.left : (one.right + next.left) / 2;
}

/** The column in whose zone most of a word lies. */
function columnOf(columns: Column[], { left, right }: Word): Column {
	const share = ({ from, to }: Column) => Math.min(right, to) - Math.max(left, from);
	return columns.reduce((best, one) => (share(one) > share(best) ? one : best));
}

/** The total's amount and tax: two numbers in this order, else nothing. */
export function totalTexts(form: Form, label: Label): { amount: string; tax: string } | undefined {
	const texts = withCurrency(byPlace(form.lines(form.rowOf(label)).flat()));
	return texts.length === 2 ? { amount: texts[0]!, tax: texts[1]! } : undefined;
}

const byPlace = (words: Word[]) => [...words].sort((a, b) => a.left - b.left);

/** Columns whose cells hold one number each. */
const ONE_NUMBER: readonly string[] = ['quantity', 'unitPrice', 'amount', 'taxRate', 'tax'];
/** What stands at one height, in heights of the type, is one row. */
const SAME_HEIGHT = 0.6;

interface Placed {
	word: Word;
	field: Column['field'];
}

/** The lines between the head and the total. */
export function tableLines(form: Form, table: Table): { lines: InvoiceLine[]; doubts: string[] } {
	const { columns, size, top, bottom } = table;
	const words = form
		.lines({ left: -Infinity, right: Infinity, top: top + size * 0.7, bottom: bottom - size * 0.7 })
		.flat();
	const placed = words.map((word): Placed => ({ word, field: columnOf(columns, word).field }));
	const of = (test: (field: Column['field']) => boolean) =>
		placed.filter(({ field }) => test(field));
	const doubts: string[] = [];
	const rows: Row[] = [];
	for (const band of bandsOf(of((field) => ONE_NUMBER.includes(field)))) {
		const { cells, doubt } = numbersOf(band, columns);
		if (cells.amount === undefined) {
			doubts.push(...band.map(({ word }) => `"${word.text}" in the table belongs to no line`));
			continue;
		}
		rows.push({ v: band[0]!.word.v, line: cells });
		if (doubt !== undefined) doubts.push(`Line ${rows.length}: ${doubt}`);
	}
	for (const { word, field } of of((one) => one === 'unit')) {
		const row = rows.find(({ v }) => Math.abs(v - word.v) < SAME_HEIGHT * word.size);
		if (row === undefined) doubts.push(`"${word.text}" in the table belongs to no line`);
		else row.line[field as 'unit'] = (row.line.unit ?? '') + word.text;
	}
	const wordsOf = (name: LineField) => of((field) => field === name).map(({ word }) => word);
	const goods = namesOf(rows, wordsOf('goodsName'), doubts);
	const kinds = specificationsOf(rows, wordsOf('specification'), doubts);
	doubts.push(...runTogether(wordsOf('goodsName'), wordsOf('specification')));
	const lines = rows.map(({ line }, index): InvoiceLine => {
		if (goods[index]) line.goodsName = goods[index];
		if (kinds[index]) line.specification = kinds[index];
		return line;
	});
	return { lines, doubts };
}

interface Row {
	v: number;
	line: InvoiceLine;
}

/** Numbers that stand at one height. */
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
): { cells: InvoiceLine; doubt: string | undefined } {
	const fields = columns.map(({ field }) => field).filter((field) => ONE_NUMBER.includes(field));
	const inOrder = withCurrency(byPlace(band.map(({ word }) => word)));
	const cells: InvoiceLine = {};
	if (inOrder.length === fields.length) {
		for (const [index, field] of fields.entries()) cells[field as LineField] = inOrder[index]!;
		return { cells, doubt: undefined };
	}
	let doubt: string | undefined;
	for (const field of fields as LineField[]) {
		const words = band.filter((one) => one.field === field).map(({ word }) => word);
		const texts = withCurrency(byPlace(words));
		if (texts.length > 1) doubt = `"${texts.join(' ')}" stand in one column`;
		if (texts.length > 0) cells[field] = texts[0]!;
	}
	return { cells, doubt };
}

/** The texts of words; a sign that stands apart belongs to the number behind it. */
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
function namesOf(rows: Row[], words: Word[], doubts: string[]): Array<string | null> {
	if (rows.length === 0 || words.length === 0) return rows.map(() => null);
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
	if (found === undefined) doubts.push('Which goods name belongs to which line is not clear');
	return rows.map((_, row) => {
		const indexes = found?.[row] ?? null;
		if (indexes !== null) return wrapped(indexes.map((index) => words[index]!));
		if (found !== undefined) doubts.push(`The goods name of line ${row + 1} is not clear`);
		return null;
	});
}

/** Words of one cell: those side by side with a space, those below each other without. */
function wrapped(words: Word[]): string {
	return words.reduce((text, word, index) => {
		const before = words[index - 1];
		const isBeside = before !== undefined && Math.abs(before.v - word.v) < 0.4 * word.size;
		return text + (isBeside ? ' ' : '') + word.text;
	}, '');
}

/** A specification stands beside its line, or goes on below it. */
function specificationsOf(rows: Row[], words: Word[], doubts: string[]): string[] {
	const found: Word[][] = rows.map(() => []);
	for (const word of words) {
		const index = rows.filter(({ v }) => v < word.v + SAME_HEIGHT * word.size).length - 1;
		if (index < 0) doubts.push(`"${word.text}" in the table belongs to no line`);
		else found[index]!.push(word);
	}
	return found.map(wrapped);
}

/** Latin words just beside each other may be one text that reaches over the edge of its column. */
function runTogether(names: Word[], kinds: Word[]): string[] {
	return kinds.flatMap((kind) =>
		names.some(
			(name) =>
				Math.abs(name.v - kind.v) < SAME_HEIGHT * kind.size &&
				kind.left - name.right < 0.65 * kind.size &&
				/[!-~]$/.test(name.text) &&
				/^[!-~]/.test(kind.text),
		)
			? [`Whether "${kind.text}" belongs to the goods name is not clear`]
			: [],
	);
}

/** Whether an invoice only says that its goods stand in a list. */
export function isSeeList(lines: InvoiceLine[]): boolean {
	return lines.length === 1 && /详见销货清单/.test(plain(lines[0]!.goodsName ?? ''));
}
