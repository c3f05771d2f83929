import type { Area } from '../../shared/formats/pageText/pageText';
import { isIn } from '../../shared/formats/pageText/shapes';
import { holdForeignText, byLeft, wrapped, type Word } from '../../shared/formats/pageText/words';
import { finding, findingIn, type Invoice } from '../invoice/invoice';
import { type Form, type Label, type LabelName, EVERYDAY_LABELS } from './form';

/** The labels below a party's name, in this order, each with the end of its field's name. */
const ROWS = [
	['taxId', 'TaxId'],
	['addressPhone', 'AddressPhone'],
	['bankAccount', 'BankAccount'],
] as const;

type Rows = Array<readonly [Label, 'Name' | (typeof ROWS)[number][1]]>;

const NAMES: readonly LabelName[] = ['name', 'buyerName', 'sellerName'];

/** Labels of one block begin near each other, in heights of the type. */
const SAME_EDGE = 4.5;
/** A word this close behind a label of another block is that label's value, in heights of the type. */
const NEAR = 3.5;
/** Text narrower than this part of a field's width need not wrap: programs leave the rest free. */
const ROOM = 0.7;
/** A block is no higher than this, in heights of the type. */
const HIGHEST_BLOCK = 16;
/** Characters that forms print one below the other beside the blocks. */
const BESIDE_BUYER = ['密', '码', '区'];
const BESIDE_SELLER = ['备', '注'];
const BESIDE_RIGHT_PARTY = ['销', '售', '方', '信', '息'];

/**
 * Adds the two parties: side by side above the table, as on fully digital invoices, or the buyer above and the seller
 * below it. `top` is the middle of the table's head, `bottom` that of the row with the total in words.
 */
export function addParties(invoice: Invoice, form: Form, top: number, bottom: number): void {
	const labels = form.labels.filter(({ name }) => NAMES.includes(name));
	const above = labels.filter(({ v }) => v < top).sort(byLeft);
	const below = labels.find(({ v }) => v > bottom);
	const [first, second] = above;
	if (first && second && above.length === 2 && Math.abs(first.v - second.v) < 2 * first.size) {
		const edge = columnLeft(form, BESIDE_RIGHT_PARTY, first, second.left) ?? second.left;
		addBlock(invoice, form, 'buyer', first, edge, true);
		addBlock(invoice, form, 'seller', second, Infinity, true);
		if (areSwapped(form, first, second)) invoice.doubts.push(finding('sellerOnLeft'));
	} else if (first === undefined || above.length > 1 || below === undefined) {
		invoice.doubts.push(finding('unclearParties'));
	} else {
		const ciphers = wordsOfBlock(form, first, first.right, Infinity).filter(isCipher);
		const edge = columnLeft(form, BESIDE_BUYER, first) ?? leftOf(ciphers);
		const cipher = edge === undefined ? undefined : cipherIn(form, first, edge, top);
		if (cipher !== undefined) invoice.texts.cipherArea = cipher;
		addBlock(invoice, form, 'buyer', first, edge, false);
		addBlock(invoice, form, 'seller', below, columnLeft(form, BESIDE_SELLER, below), false);
	}
}

/** Words at the height of a block. */
const wordsOfBlock = (form: Form, { v, size }: Label, left: number, right: number) =>
	form.lines({ left, right, top: v - 4 * size, bottom: v + HIGHEST_BLOCK * size }).flat();

/** A place a little in front of all words; undefined without words. */
const leftOf = (words: Word[]) =>
	words.length === 0 ? undefined : Math.min(...words.map(({ left }) => left)) - 1;

/** The left edge of such characters to the right of a label. */
function columnLeft(form: Form, characters: string[], label: Label, before = Infinity) {
	const words = wordsOfBlock(form, label, label.right + 2 * label.size, before);
	const single = words.filter(({ text }) => characters.includes(text));
	return leftOf(
		single.filter((one) =>
			single.some(
				({ text, left, size }) => text !== one.text && Math.abs(left - one.left) < size / 2,
			),
		),
	);
}

const isCipher = ({ text }: Pick<Word, 'text'>) =>
	/^[\d+\-*/<>]{12,}$/.test(text) && /[+*<>]/.test(text);

/** The cipher as one line, as in data; undefined where it is not whole, since nothing else proves it. */
function cipherIn(form: Form, label: Label, left: number, top: number): string | undefined {
	const lines = form
		.lines({ left, top: label.v - 2 * label.size, bottom: top - label.size })
		.map((words) => words.filter(({ text }) => !BESIDE_BUYER.includes(text)))
		.filter((words) => words.length > 0)
		.map((words) => ({ words, text: words.map(({ text }) => text).join(''), v: words[0]!.v }));
	const [first, second] = lines.filter(isCipher);
	if (first === undefined || second === undefined) return undefined;
	// the header may reach down beside it; the cipher's lines are evenly spaced
	const from = first.v - 1.2 * (second.v - first.v);
	const ciphers = lines.filter(({ v }) => v > from);
	const isWhole = ciphers.every(({ text }, index) =>
		index === ciphers.length - 1
			? /^[\d+\-*/<>]+$/.test(text) && text.length <= first.text.length
			: isCipher({ text }) && text.length === first.text.length,
	);
	const isMixed = holdForeignText(ciphers.flatMap(({ words }) => words));
	return isWhole && !isMixed ? ciphers.map(({ text }) => text).join('') : undefined;
}

/** Adds the texts beside the labels of a block; `right` is its right edge, undefined if unknown. */
function addBlock(
	{ texts, doubts }: Invoice,
	form: Form,
	party: 'buyer' | 'seller',
	name: Label,
	right: number | undefined,
	isDigital: boolean,
): void {
	const rows: Rows = [[name, 'Name']];
	for (const [label, field] of ROWS) {
		const [found, ...others] = form
			.all(label)
			.filter(
				({ left, v }) =>
					v > name.v + name.size / 2 &&
					v < name.v + HIGHEST_BLOCK * name.size &&
					Math.abs(left - name.left) < SAME_EDGE * name.size,
			);
		doubts.push(...others.map(({ text }) => finding('twoBeside', text)));
		if (found !== undefined) rows.push([found, field]);
		// its text would be taken for a part of the field above
		else if (field === 'TaxId' || !isDigital) doubts.push(findingIn(`${party}${field}`, 'noLabel'));
	}
	rows.sort(([one], [other]) => one.v - other.v);
	const taken: Word[] = [];
	for (const [label, field] of rows) {
		const said = `${party}${field}` as const;
		const halves = rows.map(([other]) => Math.abs(other.v - label.v) / 2);
		const reach = Math.min(...halves.filter((half) => half > 0));
		const box = { ...form.rowOf(label, reach), right: right ?? Infinity };
		const lines = form
			.lines(box)
			.map((words) => words.filter((word) => !isBesideOther(form, word, rows)))
			.filter((words) => words.length > 0);
		const words = lines.flat();
		taken.push(...words);
		if (lines.length > 3) doubts.push(findingIn(said, 'manyLines', lines.length));
		if (words.length > 0 && (right === undefined || form.isCutting(box)))
			doubts.push(findingIn(said, 'fieldEnd'));
		// the tax ID has a check character, and the table's head may be near
		if (field !== 'TaxId') {
			const isInBox = ({ left, right, v }: Label) =>
				isIn(box, { x: left, y: v }) && right <= box.right;
			const parts = form.labels.filter((one) => isEverydayWord(one) && isInBox(one));
			doubts.push(...parts.map(({ text }) => findingIn(said, 'unclearWord', text)));
		}
		// nothing proves a name, so what lies over it, such as a watermark, must not become a part
		const isApart = (field === 'Name' || field === 'TaxId') && lines.some(hasWideGap);
		const isNote = field === 'Name' && lines.length > 1 && fitsOneLine(form, lines, box);
		if (isApart || isNote || holdForeignText(words)) doubts.push(findingIn(said, 'mixedField'));
		const text = wrapped(words)
			.replace(/^[:：\s]+/, '')
			.trim();
		if (text !== '') texts[said] = text;
	}
	for (const { text, v } of right === undefined ? [] : cutOff(form, rows, right, taken)) {
		const [, field] = rows.filter(([label]) => label.v < v + 1).at(-1)!;
		doubts.push(findingIn(`${party}${field}`, 'unclearWord', text));
	}
}

const isEverydayWord = ({ name }: Label) => EVERYDAY_LABELS.has(name) || name === 'pages';

/** Whether the lines of a text would have fitted into one, so that nothing had to wrap. */
function fitsOneLine({ labels }: Form, lines: Word[][], { left, right }: Area): boolean {
	// the last heading of the table stands near the right edge
	const end = Math.min(right, Math.max(...labels.map((label) => label.right)));
	const width = lines.reduce((sum, line) => sum + line.at(-1)!.right - line[0]!.left, 0);
	return width < ROOM * (end - left);
}

/** Words that wrap to below their label, where no value is read. */
function cutOff(form: Form, rows: Rows, right: number, taken: Word[]): Word[] {
	const [first, last] = [rows[0]![0], rows.at(-1)![0]];
	const isTaken = ({ v, left, right: end }: Word) =>
		taken.some((one) => Math.abs(one.v - v) < 1 && one.left <= left + 1 && one.right >= end - 1);
	// the last row of a digital invoice, the tax ID, has a check character
	const bottom = last.v + (last.name === 'taxId' ? 0 : 1.5 * last.size);
	return form
		.lines({ left: Math.min(...rows.map(([label]) => label.left)), right, top: first.v, bottom })
		.flat()
		.filter((word) => !isTaken(word) && !isBesideOther(form, word, rows));
}

/** Whether a word stands beside a label that is not of the block, such as the date's above it. */
function isBesideOther(form: Form, word: Word, rows: Rows): boolean {
	const before = form.labelBefore(word);
	if (before === undefined || rows.some(([label]) => label === before)) return false;
	const edge = Math.min(...rows.map(([label]) => label.left));
	return before.right > edge || word.left - before.right < NEAR * before.size;
}

const hasWideGap = (words: Word[]) =>
	words.slice(1).some(({ left, size }, index) => left - words[index]!.right > 4 * size);

/** Whether 销 stands beside the buyer's block, or 购 beside the seller's. */
function areSwapped(form: Form, buyer: Label, seller: Label): boolean {
	const isBeside = (label: Label, from: number, character: string) =>
		wordsOfBlock(form, label, from, label.left).some(({ text }) => text.endsWith(character));
	return isBeside(buyer, 0, '销') || isBeside(seller, seller.left - 4 * seller.size, '购');
}
