import type { ExtraName } from '../eInvoice/fields';
import type { Form } from './form';
import { joined } from '../fileFormats/pageText/words';

type Foot = Partial<Record<ExtraName, string>>;

const PEOPLE = ['payee', 'reviewer', 'drawer'] as const;

/**
 * The people who issued the invoice, and its remark.
 * @param bottom the middle of the row with the total in words
 * @param partiesAbove whether both parties stand above the table: then the remark has the whole width
 */
export function readFoot(form: Form, bottom: number, partiesAbove: boolean): Foot {
	const texts: Foot = {};
	for (const name of PEOPLE) {
		const labels = form.all(name).filter(({ v }) => v > bottom);
		const found = [
			...new Set(
				labels.map((label) =>
					form
						.beside(label)
						?.replace(/[;；,，。]\s*$/, '')
						.trim(),
				),
			),
		].filter((text) => text !== undefined && text !== '');
		if (found.length === 1) texts[name] = found[0]!;
	}
	const remark = remarkOf(form, bottom, partiesAbove);
	if (remark !== undefined) texts.remark = remark;
	return texts;
}

/** The text to the right of 备 and 注, which are printed one below the other, down to the people's names. */
function remarkOf(form: Form, bottom: number, partiesAbove: boolean): string | undefined {
	const below = form
		.lines({ left: -Infinity, right: Infinity, top: bottom, bottom: Infinity })
		.flat();
	const first = below.find(({ text }) => text === '备');
	const last = below.find(
		({ text, left, size, v }) =>
			text === '注' && first !== undefined && Math.abs(left - first.left) < size && v > first.v,
	);
	if (first === undefined || last === undefined) return undefined;
	const drawers = form.all('drawer').filter(({ v }) => v > last.v);
	const end = Math.min(...drawers.map(({ v, size }) => v - size), last.v + 8 * last.size);
	const words = form.words({
		left: Math.max(first.right, last.right),
		right: Infinity,
		top: partiesAbove ? bottom + first.size : first.v - 2 * first.size,
		bottom: end,
	});
	const text = words.map(joined).join('\n').trim();
	return text === '' ? undefined : text;
}
