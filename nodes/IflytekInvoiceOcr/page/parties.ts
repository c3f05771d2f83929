import type { Area } from '../../shared/formats/pageText/pageText';
import { isIn } from '../../shared/formats/pageText/shapes';
import { areMixed, byLeft, wrapped, type Word } from '../../shared/formats/pageText/words';
import { finding, findingIn, type Invoice } from '../invoice/invoice';
import { type Form, type Label, type LabelName, WORDS } from './form';

/** What an invoice says of the buyer, and of the seller. */
type PartyField = 'AddressPhone' | 'BankAccount' | 'Name' | 'TaxId';

/** The lines of a party's block are labelled in this order. */
const ROWS: ReadonlyArray<readonly [LabelName, PartyField]> = [
	['taxId', 'TaxId'],
	['addressPhone', 'AddressPhone'],
	['bankAccount', 'BankAccount'],
];

/** Labels of one block begin near each other, in heights of the type. */
const SAME_EDGE = 4.5;
/** In heights of the type: how far a word may stand off its label's line, and beside its end. */
const BESIDE = 0.62;
const NEAR = 3.5;
/** Programs leave a part of a field's width free. */
const ROOM = 0.7;
/** A block is no higher than this, in heights of the type. */
const HIGHEST_BLOCK = 16;
/** What forms print vertically beside the blocks. */
const BESIDE_BUYER = ['密', '码', '区'];
const BESIDE_SELLER = ['备', '注'];
const BESIDE_RIGHT_PARTY = ['销', '售', '方', '信', '息'];

/**
 * Adds the two parties: side by side above the table, as on fully digital invoices, or the buyer above and the
 * seller below it.
 * @param top the middle of the table's head
 * @param bottom the middle of the row with the total in words
 */
export function addParties(invoice: Invoice, form: Form, top: number, bottom: number): void {
	const labels = (['name', 'buyerName', 'sellerName'] as const)
		.flatMap((name) => form.all(name))
		.sort((a, b) => a.v - b.v || a.left - b.left);
	const above = labels.filter(({ v }) => v < top).sort(byLeft);
	const [below] = labels.filter(({ v }) => v > bottom);
	const [first, second] = above;
	if (first && second && above.length === 2 && Math.abs(first.v - second.v) < 2 * first.size) {
		const edge = columnLeft(form, BESIDE_RIGHT_PARTY, first, second.left) ?? second.left;
		addBlock(invoice, form, 'buyer', first, edge, true);
		addBlock(invoice, form, 'seller', second, Infinity, true);
		if (areSwapped(form, first, second)) invoice.doubts.push(finding('sellerOnLeft'));
	} else if (first === undefined || above.length > 1 || below === undefined) {
		invoice.doubts.push(finding('unclearParties'));
	} else {
		const edge = columnLeft(form, BESIDE_BUYER, first) ?? cipherLeft(form, first);
		const cipher = edge === undefined ? undefined : cipherIn(form, first, edge, top);
		if (cipher !== undefined) invoice.texts.cipherArea = cipher;
		addBlock(invoice, form, 'buyer', first, edge, false);
		addBlock(invoice, form, 'seller', below, columnLeft(form, BESIDE_SELLER, below), false);
	}
}

/** Words at the height of a block. */
function wordsOfBlock(form: Form, { v, size }: Label, left: number, right: number): Word[] {
	return form.lines({ left, right, top: v - 4 * size, bottom: v + HIGHEST_BLOCK * size }).flat();
}

/** A little in front of all words; undefined where there are none. */
const leftOf = (words: Word[]) =>
	words.length === 0 ? undefined : Math.min(...words.map(({ left }) => left)) - 1;

/** Where characters printed one below the other begin, to the right of a label. */
function columnLeft(
	form: Form,
	characters: string[],
	label: Label,
	before = Infinity,
): number | undefined {
	const single = wordsOfBlock(form, label, label.right + 2 * label.size, before).filter(
		({ text }) => characters.includes(text),
	);
	const isBelowOther = (one: Word) =>
		single.some(
			({ text, left, size }) => text !== one.text && Math.abs(left - one.left) < size / 2,
		);
	return leftOf(single.filter(isBelowOther));
}

const isCipher = ({ text }: Pick<Word, 'text'>) =>
	/^[\d+\-*/<>]{12,}$/.test(text) && /[+*<>]/.test(text);

/** Where the cipher beside the buyer begins, on older invoices. */
function cipherLeft(form: Form, label: Label): number | undefined {
	return leftOf(wordsOfBlock(form, label, label.right, Infinity).filter(isCipher));
}

/** The cipher in one line, as data have it; none where it is not whole, since nothing else proves it. */
function cipherIn(form: Form, label: Label, left: number, top: number): string | undefined {
	const lines = form
		.lines({ left, top: label.v - 2 * label.size, bottom: top - label.size })
		.map((words) => words.filter(({ text }) => !BESIDE_BUYER.includes(text)))
		.filter((words) => words.length > 0)
		.map((words) => ({ words, text: words.map(({ text }) => text).join(''), v: words[0]!.v }));
	const [first, second] = lines.filter(isCipher);
	if (first === undefined || second === undefined) return undefined;
	// the header may go down beside it, a line of it is no further from the others than they are
	const from = first.v - 1.2 * (second.v - first.v);
	const ciphers = lines.filter(({ v }) => v > from);
	const isWhole = ciphers.every(({ text }, index) =>
		index === ciphers.length - 1
			? /^[\d+\-*/<>]+$/.test(text) && text.length <= first.text.length
			: isCipher({ text }) && text.length === first.text.length,
	);
	const isMixed = areMixed(ciphers.flatMap(({ words }) => words));
	return isWhole && !isMixed ? ciphers.map(({ text }) => text).join('') : undefined;
}

/** Adds the texts beside the labels of a block. */
function addBlock(
	{ texts, doubts }: Invoice,
	form: Form,
	party: 'buyer' | 'seller',
	name: Label,
	right: number | undefined,
	isDigital: boolean,
): void {
	const rows: Array<readonly [Label, PartyField]> = [[name, 'Name']];
	for (const [label, field] of ROWS) {
		const found = form
			.all(label)
			.filter(
				({ left, v }) =>
					v > name.v + name.size / 2 &&
					v < name.v + HIGHEST_BLOCK * name.size &&
					Math.abs(left - name.left) < SAME_EDGE * name.size,
			);
		doubts.push(...found.slice(1).map(({ text }) => finding('twoBeside', text)));
		if (found.length > 0) rows.push([found[0]!, field]);
		else if (field === 'TaxId' || !isDigital) {
			// what stands there would be taken for a part of what stands above it
			doubts.push(findingIn(`${party}${field}`, 'noLabel'));
		}
	}
	rows.sort(([one], [other]) => one.v - other.v);
	const taken: Word[] = [];
	for (const [index, [label, field]] of rows.entries()) {
		const said = `${party}${field}` as const;
		const steps = [rows[index - 1], rows[index + 1]].flatMap((other) =>
			other === undefined ? [] : [Math.abs(other[0].v - label.v)],
		);
		const reach = steps.length === 0 ? BESIDE * label.size : Math.min(...steps) / 2;
		const box = {
			left: label.characters.at(-1)!.x,
			right: right ?? Infinity,
			top: label.v - reach,
			bottom: label.v + reach,
		};
		const lines = form
			.lines(box)
			.map((words) => words.filter((word) => !isBesideOther(form, word, rows)))
			.filter((words) => words.length > 0);
		taken.push(...lines.flat());
		if (lines.length > 3) doubts.push(findingIn(said, 'manyLines', lines.length));
		if (lines.length > 0 && (right === undefined || form.isCutting(box)))
			doubts.push(findingIn(said, 'fieldEnd'));
		const words = form.labels.filter(
			({ name: of, v, left, right: end }) =>
				(WORDS.has(of) || of === 'pages') &&
				isIn(box, { x: left, y: v }) &&
				isIn(box, { x: end, y: v }),
		);
		// the tax ID proves itself, and the table's head may be near
		if (field !== 'TaxId') {
			doubts.push(...words.map(({ text }) => findingIn(said, 'unclearWord', text)));
		}
		// a name proves itself by nothing: what lies over it, such as a watermark, must not become a part
		const isName = field === 'Name' || field === 'TaxId';
		const isMixed = lines.length > 0 && areMixed(lines.flat());
		const isNote = field === 'Name' && lines.length > 1 && fitsOneLine(form, lines, box);
		if ((isName && lines.some(hasWideGap)) || isMixed || isNote) {
			doubts.push(findingIn(said, 'mixedField'));
		}
		const text = wrapped(lines.flat())
			.replace(/^[:：\s]+/, '')
			.trim();
		if (text !== '') texts[said] = text;
	}
	for (const { text, v } of right === undefined ? [] : cutOff(form, rows, right, taken)) {
		const [, field] = rows.filter(([label]) => label.v < v + 1).at(-1)!;
		doubts.push(findingIn(`${party}${field}`, 'unclearWord', text));
	}
}

/** Whether the lines of a text would have had room side by side, so that there was no need to wrap it. */
function fitsOneLine({ labels }: Form, lines: Word[][], { left, right }: Area): boolean {
	// the last heading of the table stands near the right edge
	const end = Math.min(right, Math.max(...labels.map((label) => label.right)));
	const width = lines.reduce((sum, line) => sum + line.at(-1)!.right - line[0]!.left, 0);
	return width < ROOM * (end - left);
}

/** Words that are wrapped under their label, to where no value is read. */
function cutOff(
	form: Form,
	rows: ReadonlyArray<readonly [Label, PartyField]>,
	right: number,
	taken: Word[],
): Word[] {
	const [first, last] = [rows[0]![0], rows.at(-1)![0]];
	const isTaken = ({ v, left, right: end }: Word) =>
		taken.some((one) => Math.abs(one.v - v) < 1 && one.left <= left + 1 && one.right >= end - 1);
	// the last one of a digital invoice proves itself
	const bottom = last.v + (last.name === 'taxId' ? 0 : 1.5 * last.size);
	return form
		.lines({ left: Math.min(...rows.map(([label]) => label.left)), right, top: first.v, bottom })
		.flat()
		.filter((word) => !isTaken(word) && !isBesideOther(form, word, rows));
}

/** Whether a word stands beside a label that is not of the block, such as the date's above it. */
function isBesideOther(
	form: Form,
	{ left, v }: Word,
	rows: ReadonlyArray<readonly [Label, PartyField]>,
): boolean {
	const before = form.labels
		.filter((one) => one.right <= left + 1 && Math.abs(one.v - v) <= BESIDE * one.size)
		// a page number has no value beside it
		.filter(({ name }) => name !== 'pages')
		.sort((one, other) => other.right - one.right)[0];
	if (before === undefined || rows.some(([label]) => label === before)) return false;
	const edge = Math.min(...rows.map(([label]) => label.left));
	return before.right > edge || left - before.right < NEAR * before.size;
}

function hasWideGap(words: Word[]): boolean {
	return words.some(
		({ left, size }, index) => index > 0 && left - words[index - 1]!.right > 4 * size,
	);
}

/** Whether the characters 购 and 销 beside the blocks do not agree with the order of the blocks. */
function areSwapped(form: Form, buyer: Label, seller: Label): boolean {
	const isBeside = (label: Label, from: number, character: string) =>
		wordsOfBlock(form, label, from, label.left).some(({ text }) => text.endsWith(character));
	return isBeside(buyer, 0, '销') || isBeside(seller, seller.left - 4 * seller.size, '购');
}
