import type { ExtraName } from '../invoice/invoice';
import { finding, type Finding } from '../invoice/findings';
import type { Form } from './form';
import { areMixed, joined, type Word } from '../../shared/formats/pageText/words';

type FootTexts = Partial<Record<ExtraName, string>>;

const PEOPLE = ['payee', 'reviewer', 'drawer'] as const;

/**
 * The people who issued the invoice, and its remark.
 * @param bottom the middle of the row with the total in words
 * @param partiesAbove whether both parties stand above the table: then the remark has the whole width
 */
export function readFoot(
	form: Form,
	bottom: number,
	partiesAbove: boolean,
): { texts: FootTexts; doubts: Finding[] } {
	const texts: FootTexts = {};
	const doubts: Finding[] = [];
	for (const name of PEOPLE) {
		// a remark above the foot may name people too
		const label = form
			.all(name)
			.filter(({ v }) => v > bottom)
			.sort((one, other) => other.v - one.v)[0];
		const words = (label && form.wordsBeside(label)) ?? [];
		const text = joined(words)
			.replace(/[;；,，。]\s*$/, '')
			.trim();
		if (text !== '') texts[name] = text;
		if (areMixed(words)) {
			doubts.push(finding('mixedBeside', text, label!.text));
		}
	}
	const remark = remarkOf(form, bottom, partiesAbove);
	if (remark.length > 0) texts.remark = remark.map(joined).join('\n');
	// nothing proves a remark: what is stamped over it must not become a part
	if (areMixed(remark.flat()) || remark.some((line, index) => isApart(line, remark, index))) {
		doubts.push(finding('mixedRemark'));
	}
	if (remark.length > 0 && form.all('drawer').every(({ v }) => v < bottom)) {
		doubts.push(finding('remarkEnd'));
	}
	return { texts, doubts };
}

/** In heights of the type: how far a line of a remark may begin from the first one, and from the one above it. */
const INDENT = 1.5;
const LONGEST_STEP = 2.5;

/** Whether a line of a remark stands where none of it would: what is set beside or below it is another text. */
function isApart([first]: Word[], remark: Word[][], index: number): boolean {
	const above = remark[index - 1]?.[0];
	if (first === undefined || above === undefined) return false;
	const indent = Math.abs(first.left - remark[0]![0]!.left);
	const isIndented = indent > INDENT * first.size && !first.first.afterSpace;
	return isIndented || first.v - above.v > LONGEST_STEP * first.size;
}

/** The text to the right of 备 and 注, which are printed one below the other, down to the people's names. */
function remarkOf(form: Form, bottom: number, partiesAbove: boolean): Word[][] {
	const below = form
		.lines({ left: -Infinity, right: Infinity, top: bottom, bottom: Infinity })
		.flat();
	const first = below.find(({ text }) => text === '备');
	const last = below.find(
		({ text, left, size, v }) =>
			text === '注' && first !== undefined && Math.abs(left - first.left) < size && v > first.v,
	);
	if (first === undefined || last === undefined) return [];
	const drawers = form.all('drawer').filter(({ v }) => v > last.v);
	const end = Math.min(...drawers.map(({ v, size }) => v - size), last.v + 8 * last.size);
	return form.words({
		left: Math.max(first.right, last.right),
		right: Infinity,
		top: partiesAbove ? bottom + first.size : first.v - 2 * first.size,
		bottom: end,
	});
}
