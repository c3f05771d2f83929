import { type Box, type Form, type Label, type LabelName, WORDS } from './form';
import { areMixed, wrapped, type Word } from '../../shared/formats/pageText/words';
import { finding, type Finding, findingIn } from '../invoice/invoice';

/** The buyer or the seller on an invoice. */
type PartyField = 'AddressPhone' | 'BankAccount' | 'Name' | 'TaxId';
export type Parties = Partial<Record<`${'buyer' | 'seller'}${PartyField}`, string>>;

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
 * The two parties: side by side above the table, as on fully digital invoices, or the buyer above and the
 * seller below it.
 * @param top the middle of the table's head
 * @param bottom the middle of the row with the total in words
 */
export function readParties(
	form: Form,
	top: number,
	bottom: number,
): { texts: Parties & { cipherArea?: string }; doubts: Finding[] } {
	const names = ['name', 'buyerName', 'sellerName'] as const;
	const labels = names
		.flatMap((name) => form.all(name))
		.sort((a, b) => a.v - b.v || a.left - b.left);
	const above = labels.filter(({ v }) => v < top).sort((a, b) => a.left - b.left);
	const below = labels.filter(({ v }) => v > bottom);
	const doubts: Finding[] = [];
	if (above.length === 2 && Math.abs(above[0]!.v - above[1]!.v) < 2 * above[0]!.size) {
		const [buyer, seller] = above as [Label, Label];
		const edge = columnLeft(form, BESIDE_RIGHT_PARTY, buyer, seller.left) ?? seller.left;
		return {
			texts: {
				...blockTexts(form, 'buyer', buyer, edge, true, doubts),
				...blockTexts(form, 'seller', seller, Infinity, true, doubts),
			},
			doubts: [...doubts, ...sidesDoubt(form, buyer, seller)],
		};
	}
	if (above.length !== 1 || below.length === 0) {
		return {
			texts: {},
			doubts: [finding('unclearParties')],
		};
	}
	const [buyer, seller] = [above[0]!, below[0]!];
	const buyerEnd = columnLeft(form, BESIDE_BUYER, buyer) ?? cipherLeft(form, buyer);
	return {
		texts: {
			...cipherArea(form, buyer, buyerEnd, top),
			...blockTexts(form, 'buyer', buyer, buyerEnd, false, doubts),
			...blockTexts(form, 'seller', seller, columnLeft(form, BESIDE_SELLER, seller), false, doubts),
		},
		doubts,
	};
}

/** Where characters printed one below the other begin, to the right of a label. */
function columnLeft(
	form: Form,
	characters: string[],
	label: Label,
	before = Infinity,
): number | undefined {
	const box = {
		left: label.right + 2 * label.size,
		right: before,
		top: label.v - 4 * label.size,
		bottom: label.v + HIGHEST_BLOCK * label.size,
	};
	const single = form
		.lines(box)
		.flat()
		.filter(({ text }) => characters.includes(text));
	const columns = single.filter((one) =>
		single.some(
			({ text, left, size }) => text !== one.text && Math.abs(left - one.left) < size / 2,
		),
	);
	return columns.length === 0 ? undefined : Math.min(...columns.map(({ left }) => left)) - 1;
}

const isCipher = ({ text }: Pick<Word, 'text'>) =>
	/^[\d+\-*/<>]{12,}$/.test(text) && /[+*<>]/.test(text);

/** Where the cipher beside the buyer begins, on older invoices. */
function cipherLeft(form: Form, label: Label): number | undefined {
	const ciphers = form
		.lines({
			left: label.right,
			right: Infinity,
			top: label.v - 2 * label.size,
			bottom: label.v + HIGHEST_BLOCK * label.size,
		})
		.flat()
		.filter(isCipher);
	return ciphers.length === 0 ? undefined : Math.min(...ciphers.map(({ left }) => left)) - 1;
}

/** The cipher in one line, as data have it; none where it is not whole, since nothing else proves it. */
function cipherArea(
	form: Form,
	label: Label,
	left: number | undefined,
	top: number,
): { cipherArea?: string } {
	if (left === undefined) return {};
	const lines = form
		.lines({ left, right: Infinity, top: label.v - 2 * label.size, bottom: top - label.size })
		.map((words) => words.filter(({ text }) => !BESIDE_BUYER.includes(text)))
		.filter((words) => words.length > 0)
		.map((words) => ({ words, text: words.map(({ text }) => text).join(''), v: words[0]!.v }));
	const [first, second] = lines.filter(isCipher);
	if (first === undefined || second === undefined) return {};
	// the header may go down beside it, a line of it is no further from the others than they are
	const from = first.v - 1.2 * (second.v - first.v);
	const ciphers = lines.filter(({ v }) => v > from);
	const isWhole = ciphers.every(({ text }, index) =>
		index === ciphers.length - 1
			? /^[\d+\-*/<>]+$/.test(text) && text.length <= first.text.length
			: isCipher({ text }) && text.length === first.text.length,
	);
	const isMixed = areMixed(ciphers.flatMap(({ words }) => words));
	return isWhole && !isMixed ? { cipherArea: ciphers.map(({ text }) => text).join('') } : {};
}

/** The block's labels, and the text beside each. */
function blockTexts(
	form: Form,
	party: 'buyer' | 'seller',
	name: Label,
	right: number | undefined,
	isDigital: boolean,
	doubts: Finding[],
): Parties {
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
	const texts: Parties = {};
	const taken: Word[] = [];
	for (const [index, [label, field]] of rows.entries()) {
		const said = `${party}${field}` as const;
		const reach =
			halfPitch(
				rows.map(([one]) => one.v),
				index,
			) ?? BESIDE * label.size;
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
		if (lines.length > 3) {
			doubts.push(findingIn(said, 'manyLines', lines.length));
		}
		if (lines.length > 0 && (right === undefined || form.isCutting(box))) {
			doubts.push(findingIn(said, 'fieldEnd'));
		}
		const words = form.labels.filter(
			(one) => (WORDS.has(one.name) || one.name === 'pages') && isWithin(one, box),
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
	if (right !== undefined) doubts.push(...cutOffValues(form, party, rows, right, taken));
	return texts;
}

/** Whether the lines of a text would have had room side by side, so that there was no need to wrap it. */
function fitsOneLine({ labels }: Form, lines: Word[][], { left, right }: Box): boolean {
	// the last heading of the table stands near the right edge
	const end = Math.min(right, Math.max(...labels.map((label) => label.right)));
	const width = lines.reduce((sum, line) => sum + line.at(-1)!.right - line[0]!.left, 0);
	return width < ROOM * (end - left);
}

/** Doubts about values that are wrapped under their label, to where no value is read. */
function cutOffValues(
	form: Form,
	party: 'buyer' | 'seller',
	rows: ReadonlyArray<readonly [Label, PartyField]>,
	right: number,
	taken: Word[],
): Finding[] {
	const [first, last] = [rows[0]![0], rows.at(-1)![0]];
	const isTaken = ({ v, left, right: end }: Word) =>
		taken.some((one) => Math.abs(one.v - v) < 1 && one.left <= left + 1 && one.right >= end - 1);
	const words = form
		.lines({
			left: Math.min(...rows.map(([label]) => label.left)),
			right,
			top: first.v,
			// the last one of a digital invoice proves itself
			bottom: last.v + (last.name === 'taxId' ? 0 : 1.5 * last.size),
		})
		.flat()
		.filter((word) => !isTaken(word) && !isBesideOther(form, word, rows));
	return words.map(({ text, v }) => {
		const [, field] = rows.filter(([label]) => label.v < v + 1).at(-1)!;
		return findingIn(`${party}${field}`, 'unclearWord', text);
	});
}

function isWithin({ v, left, right }: Label, box: Box): boolean {
	return v >= box.top && v <= box.bottom && left >= box.left && right <= box.right;
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

/** Half the distance to the nearer of the labels above and below. */
function halfPitch(places: number[], index: number): number | undefined {
	const steps = [index - 1, index + 1]
		.map((other) => places[other])
		.filter((other) => other !== undefined)
		.map((other) => Math.abs(other - places[index]!));
	return steps.length === 0 ? undefined : Math.min(...steps) / 2;
}

function hasWideGap(words: Word[]): boolean {
	return words.some(
		({ left, size }, index) => index > 0 && left - words[index - 1]!.right > 4 * size,
	);
}

/** The characters 购 and 销 beside the blocks have to agree with the order of the blocks. */
function sidesDoubt(form: Form, buyer: Label, seller: Label): Finding[] {
	const side = (label: Label, from: number) =>
		form
			.lines({
				left: from,
				right: label.left,
				top: label.v - 4 * label.size,
				bottom: label.v + HIGHEST_BLOCK * label.size,
			})
			.flat()
			.map(({ text }) => text.slice(-1));
	const left = side(buyer, 0);
	const right = side(seller, seller.left - 4 * seller.size);
	return left.includes('销') || right.includes('购') ? [finding('sellerOnLeft')] : [];
}
