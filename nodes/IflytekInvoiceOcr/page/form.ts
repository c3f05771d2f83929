import { type Area, type PageText, UNKNOWN } from '../../shared/formats/pageText/pageText';
import { EVERYWHERE } from '../../shared/formats/pageText/shapes';
import {
	byLeft,
	type Character,
	charactersOf,
	sizesDiffer,
	joined,
	type Line,
	linesOf,
	textsOf,
	usualSize,
	type Word,
	wordsOf,
} from '../../shared/formats/pageText/words';
import { type LineField, TOLL_FIELDS } from '../invoice/invoice';
import { unspaced } from '../values/values';

/** Labels printed beside or above values, as patterns of text without spaces and in half width. */
const LABELS = {
	railTicket: /电子发票\(铁路电子客票\)/,
	goodsName: /货物或应税劳务、?(?:服务)?名称|货物\(劳务\)、?(?:服务)?名称|(?<!建筑)项目名称/,
	buyerName: /购买?方名称:?/,
	sellerName: /销售?方名称:?/,
	name: /名称:/,
	taxId: /(?:统一社会信用代码[/、]?)?纳税人识别号:?|统一社会信用代码:?/,
	addressPhone: /地址[、,]?电话:?/,
	bankAccount: /开户银?行及[账帐]号:?/,
	listCode: /所属增值税(?:电子)?(?:普通|专用)?发票代码:?/,
	invoiceCode: /发票代码:?/,
	invoiceNumber: /发票号码:?/,
	issueDate: /开票日期:?/,
	listNumber: /(?<!发票|账|帐|证)号码:/,
	checkCode: /校验码:?/,
	machineNumber: /机器编号:?/,
	totalWords: /价税合计\(?大写\)?/,
	totalDigits: /\(小写\)/,
	subtotal: /(?:本页)?小计(?:人民币|\(元\))?:?/,
	total: /(?:本页|总)?合计(?:人民币|\(元\))?:?/,
	listTotal: /总计:?/,
	specification: /规格型号/,
	licensePlate: /车牌号码?/,
	vehicleType: /车辆类型|(?<!车辆|工具)类型/,
	passageFrom: /通行日期起/,
	passageTo: /通行日期止/,
	unit: /(?:面积)?单位/,
	quantity: /数量/,
	unitPrice: /单价(?:\(不?含税\))?/,
	amount: /金额(?:\(不?含税\))?/,
	taxRate: /税率(?:[/(]征收率\)?)?|征收率/,
	tax: /税额/,
	payee: /收款人:/,
	reviewer: /复核人?:/,
	drawer: /开票人:/,
	sellerStamp: /销售方:?\(章\)/,
	ordinal: /序号/,
	pages: /共\d*页|第\d*页/,
} as const;

export type LabelName = keyof typeof LABELS;

export interface Label extends Omit<Word, 'beside' | 'isMixed'> {
	name: LabelName;
}

/** Labels of the table that are everyday words too: 单位 in 事业单位, 合计 in 联合计量. */
export const EVERYDAY_LABELS: ReadonlySet<LabelName> = new Set<LabelName>([
	...(['subtotal', 'total', 'listTotal', 'specification', 'licensePlate', 'vehicleType'] as const),
	...(['unit', 'quantity', 'unitPrice', 'amount', 'taxRate', 'tax', 'ordinal'] as const),
]);
/** So many different ones in a line are the table's head, even with other text right beside one. */
const HEADS = 3;
const HAN = /\p{Script=Han}/u;

/** In heights of the type: the widest gap between a label's characters, and how far its digits may overlap. */
const LABEL_GAP = 9;
const OVERLAP = 0.15;

/** All labels of a line; no character belongs to two of them. */
export function labelsOf(line: Line): Label[] {
	const taken = new Set<Character>();
	const labels: Label[] = [];
	// a title or a stamp may stand between the characters of a label
	for (const type of [line.characters, ...typesOf(line)]) {
		const texts = type.map((one) => unspaced(one.text));
		const places = type.flatMap((one, at) => Array<Character>(texts[at]!.length).fill(one));
		const text = texts.join('');
		for (const [name, pattern] of Object.entries(LABELS) as Array<[LabelName, RegExp]>) {
			for (const match of text.matchAll(new RegExp(pattern, 'g'))) {
				const characters = places.slice(match.index, match.index + match[0].length);
				if (characters.some((one) => taken.has(one)) || !standTogether(characters)) continue;
				for (const one of characters) taken.add(one);
				const [first, last] = [characters[0]!, characters.at(-1)!];
				const right = last.x + last.width;
				const size = Math.max(...characters.map((one) => one.size));
				labels.push({ name, text: match[0], left: first.x, right, v: line.v, size, characters });
			}
		}
	}
	return withoutLabelsInTexts(labels, line).sort(byLeft);
}

/** A line's characters by height of type; empty where all have the same. */
function typesOf({ characters }: Line): Character[][] {
	const types: Character[][] = [];
	for (const one of characters) {
		const type = types.find(([first]) => !sizesDiffer(first!.size, one.size));
		if (type === undefined) types.push([one]);
		else type.push(one);
	}
	return types.length > 1 ? types : [];
}

/**
 * Leaves out labels that are part of a longer text, such as a name, which they would shorten. A label whose
 * characters stand apart stays, whatever is stamped beside one of them.
 */
function withoutLabelsInTexts(labels: Label[], line: Line): Label[] {
	if (labels.length === 0) return labels;
	const everyday = labels.filter(({ name }) => EVERYDAY_LABELS.has(name));
	const areHeads = new Set(everyday.map(({ name }) => name)).size >= HEADS;
	const labelled = new Set(labels.flatMap((label) => label.characters));
	const isOther = (one: Character | undefined, pattern: RegExp) =>
		one !== undefined && !labelled.has(one) && pattern.test(one.text);
	const texts = textsOf(line).filter((text) => text.some((one) => isOther(one, /[\p{L}\p{N}]/u)));
	const textWith = new Map(texts.flatMap((text) => text.map((one) => [one, text] as const)));
	return labels.filter(({ name, characters }) => {
		// a page number drawn together with Chinese text is part of it, however far from it
		const isOfText = (one: Character) => one.piece === characters[0]!.piece && isOther(one, HAN);
		if (name === 'pages' && line.characters.some(isOfText)) return false;
		const text = textWith.get(characters[0]!);
		if (text === undefined || !characters.every((one) => textWith.has(one))) return true;
		if (name === 'pages') return false;
		if (EVERYDAY_LABELS.has(name)) return areHeads || !text.some((one) => isOther(one, HAN));
		// 工程名称: and 本店开票人: only end like a label
		const at = text.indexOf(characters[0]!);
		return ![at - 1, at - 2].every((index) => isOther(text[index], HAN));
	});
}

function standTogether(characters: Character[]): boolean {
	return characters.every((one, index) => {
		const before = characters[index - 1];
		if (before === undefined) return true;
		const gap = (one.x - before.x - before.width) / one.size;
		// a page number printed over a value must not take its digits
		return gap <= LABEL_GAP && (gap >= -OVERLAP || !/\d/.test(before.text + one.text));
	});
}

/** In heights of the type: the widest gap between a label and its value, and between the value's words. */
const FARTHEST = 14;
const WIDEST_GAP = 3.5;
/** An edge cuts a word that reaches this far to both sides of it, in heights of the word's type. */
const CUT = 0.4;
/** How far a value's middle may lie from its label's, in heights of the label's type. */
const BESIDE = 0.62;

/** The labels of a printed form, and the texts between them. */
export class Form {
	readonly page: number;
	readonly labels: Label[];
	/** all text without spaces, from top to bottom */
	readonly text: string;
	/** the largest print, without spaces, in half-width signs */
	readonly title: string;
	/** a label may be part of a text, a page number is not */
	private readonly characters: Record<'all' | 'noLabels' | 'noPageNumbers', Character[]>;

	constructor(source: PageText) {
		this.page = source.page;
		const all = charactersOf(source);
		const lines = linesOf(all);
		this.labels = lines.flatMap(labelsOf);
		const without = (labels: Label[]) => {
			const labelled = new Set(labels.flatMap(({ characters }) => characters));
			return all.filter((one) => !labelled.has(one));
		};
		const noPageNumbers = without(this.all('pages'));
		this.characters = { all, noLabels: without(this.labels), noPageNumbers };
		this.title = printedTitle(all);
		this.text = lines.map(textOf).join('\n');
	}

	all(name: LabelName): Label[] {
		return this.labels.filter((label) => label.name === name);
	}

	/** Lines of words whose middles lie in a part of the page, from top to bottom; usually without labels. */
	lines(box: Partial<Area>, which: keyof Form['characters'] = 'noLabels'): Word[][] {
		const { left, right, top, bottom } = { ...EVERYWHERE, ...box };
		// the height first: most boxes are one line high, which excludes most characters
		const inside = this.characters[which].filter((one) => {
			if (one.v < top || one.v > bottom) return false;
			const middle = one.x + one.width / 2;
			return middle >= left && middle <= right;
		});
		return linesOf(inside).map(wordsOf);
	}

	/** Whether the left or right edge of a part of the page cuts a word. */
	isCutting(box: Area): boolean {
		const row = this.lines({ top: box.top, bottom: box.bottom }).flat();
		return [box.left, box.right].some((edge) =>
			row.some(({ left, right, size }) => left < edge - CUT * size && right > edge + CUT * size),
		);
	}

	/**
	 * The text to the right of a label: near it, without wide gaps, up to the next label.
	 * @param farthest how far from the label it may begin, in heights of the type
	 * @returns undefined if there is none; null if there are two lines and it is unclear which one counts
	 */
	beside(label: Label, farthest = FARTHEST): string | null | undefined {
		const words = this.wordsBeside(label, farthest);
		return words && joined(words);
	}

	/** The same text as words. */
	wordsBeside(label: Label, farthest = FARTHEST): Word[] | null | undefined {
		const isNext = ({ left, v }: Label) =>
			left >= label.right && Math.abs(v - label.v) <= BESIDE * label.size;
		const next = this.labels.filter(isNext).map(({ left }) => left);
		const lines = this.lines({ ...this.rowOf(label), right: Math.min(Infinity, ...next) })
			.map((words) => untilGap(words, label, farthest))
			.filter((words) => words.length > 0);
		if (lines.length === 0) return undefined;
		return lines.length > 1 && overlap(lines) ? null : lines.flat().sort(byLeft);
	}

	/** The row to the right of a label, as high as its type, or reaching as far up and down as `reach`. */
	rowOf({ characters, v, size }: Label, reach = Infinity): Area {
		const extent = reach === Infinity ? BESIDE * size : reach;
		return { left: characters.at(-1)!.x, right: Infinity, top: v - extent, bottom: v + extent };
	}

	/** The nearest label to the left of a word; page numbers do not count, as no value stands beside them. */
	labelBefore({ left, v }: Word): Label | undefined {
		return this.labels
			.filter((one) => one.right <= left + 1 && Math.abs(one.v - v) <= BESIDE * one.size)
			.filter(({ name }) => name !== 'pages')
			.sort((one, other) => other.right - one.right)[0];
	}
}

function untilGap(words: Word[], label: Label, farthest: number): Word[] {
	const kept: Word[] = [];
	let [end, widest] = [label.right, farthest * label.size];
	for (const word of words) {
		if (word.left - end > widest) break;
		kept.push(word);
		[end, widest] = [word.right, WIDEST_GAP * label.size];
	}
	return kept;
}

/** Whether words of two lines stand one above the other. */
function overlap(lines: Word[][]): boolean {
	const words = lines.flat();
	const isOver = (one: Word, { left, right, v }: Word) =>
		v !== one.v && Math.min(right, one.right) - Math.max(left, one.left) > 1;
	return words.some((one) => words.some((other) => isOver(one, other)));
}

/** A title is at least so many times as high as most of the type. */
const LARGER = 1.3;

function printedTitle(characters: Character[]): string {
	const usual = usualSize(characters);
	const large = characters.filter(({ size }) => size >= LARGER * usual);
	return unspaced(linesOf(large).map(textOf).join('|'));
}

const textOf = ({ characters }: Line) => characters.map(({ text }) => text).join('');

const COLUMNS = [
	...(['goodsName', 'specification', 'unit', 'quantity', 'unitPrice', 'amount'] as const),
	...(['taxRate', 'tax', 'ordinal', ...TOLL_FIELDS] as const),
] as const;

/** Whether a label is the heading of a column. */
export const isHead = (label: Label): label is Label & { name: (typeof COLUMNS)[number] } =>
	(COLUMNS as readonly LabelName[]).includes(label.name);

/** What a column holds; `other` is not part of the output. */
export type ColumnField = LineField | 'ordinal' | 'other';

export interface Column {
	field: ColumnField;
	from: number;
	to: number;
}

export interface Table {
	columns: Column[];
	/** the columns if numbers are left-aligned */
	leftColumns: Column[];
	/** the middle of its head, and of the row with its total */
	top: number;
	bottom: number;
	size: number;
	totalLabel: Label;
	/** whether a heading cannot be read, because of its font or a stamp over it */
	hasUnknownHead: boolean;
}

/** Heads of a table lie this close, in heights of the type. */
export const SAME_ROW = 0.8;

/** Finds the table by its head, which always names goods, amount and tax, and by the total below it. */
export function findTable(form: Form): Table | undefined {
	for (const amount of form.all('amount')) {
		const { v: top, size } = amount;
		const heads = form.labels.filter(isHead).filter(({ v }) => Math.abs(v - top) < SAME_ROW * size);
		const names = new Set(heads.map(({ name }) => name));
		const isTable = names.has('tax') && names.has('goodsName') && names.size === heads.length;
		const totalLabel = form.labels.find(({ name, v }) => TOTALS.includes(name) && v > top + size);
		if (!isTable || totalLabel === undefined) continue;
		// headings that only some forms have may have two lines
		const around = form.lines({
			left: Math.min(...heads.map(({ left }) => left)),
			right: Math.max(...heads.map(({ right }) => right)),
			top: top - 1.2 * size,
			bottom: top + 1.2 * size,
		});
		const unknown = unknownHeads(around, amount, heads);
		const all = [...heads.map((head) => ({ ...head, field: head.name })), ...unknown];
		const hasUnknownHead =
			around.flat().some((word) => isUnclear(word, amount)) ||
			unknown.some((head) => PART_OF_HEAD.test(head.text) || sizesDiffer(head.size, size));
		const columns = columnsOf(all, atRight);
		const leftColumns = columnsOf(all, atLeft);
		return { columns, leftColumns, top, bottom: totalLabel.v, size, totalLabel, hasUnknownHead };
	}
	return undefined;
}

type Head = Pick<Label, 'left' | 'right' | 'size' | 'text'> & { field: ColumnField };

const TOTALS: readonly LabelName[] = ['total', 'subtotal', 'listTotal'];
/** The rest of a heading of two characters whose other one was not read. */
const PART_OF_HEAD = /^[单位数量价金额税率]$/;

/** Whether a word may be a heading in an unreadable font, or a stamp that hides one. */
const isUnclear = ({ text, size, isMixed }: Word, amount: Label) =>
	text.includes(UNKNOWN) || isMixed || (size > amount.size && sizesDiffer(size, amount.size));

/** Headings of columns that only some forms have, such as the address of a building. */
function unknownHeads(around: Word[][], amount: Label, heads: Label[]): Head[] {
	const slack = 0.3 * amount.size;
	const isBesideHeads = ({ left, right }: Word) =>
		heads.every((head) => right <= head.left + slack || left >= head.right - slack);
	const isBelowHead = (word: Word) => word.v > amount.v + slack && !isBesideHeads(word);
	const words = around
		// the first line of goods may stand close below
		.filter((line) => !line.some((word) => /\d\.\d\d/.test(word.text) || isBelowHead(word)))
		.flat()
		.filter((word) => /[\u4e00-\u9fff\uFFFD]/.test(word.text) && isBesideHeads(word));
	const found: Head[] = [];
	for (const { text, left, right, size } of words.sort(byLeft)) {
		const last = found.at(-1);
		if (last !== undefined && left < last.right) {
			last.right = Math.max(last.right, right);
			last.text += text;
		} else found.push({ field: 'other', left, right, text, size });
	}
	return found;
}

/** @param between the border between the columns of two neighboring headings */
function columnsOf(heads: Head[], between: (one: Head, next: Head) => number): Column[] {
	heads.sort(byLeft);
	const edges = heads.slice(1).map((next, index) => between(heads[index]!, next));
	return heads.map(({ field }, index) => ({
		field,
		from: edges[index - 1] ?? -Infinity,
		to: edges[index] ?? Infinity,
	}));
}

const NUMBERS: readonly ColumnField[] = ['quantity', 'unitPrice', 'amount'];
const inTheMiddle = (one: Head, next: Head) => (one.right + next.left) / 2;
/** Numbers are right-aligned, often ending just before the next heading; other texts may be anywhere in the column. */
const atRight = (one: Head, next: Head) =>
	NUMBERS.includes(one.field) ? next.left : inTheMiddle(one, next);
/** Left-aligned numbers often begin just behind the heading before. */
const atLeft = (one: Head, next: Head) =>
	[...NUMBERS, 'tax'].includes(next.field) ? one.right : inTheMiddle(one, next);
