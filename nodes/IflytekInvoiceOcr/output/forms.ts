import type { FieldName } from '../invoice/elements';
import { say, titleOf } from '../invoice/sentence';
import { mark, nameOf, type RunInvoice } from './repeats';

/** Two files count as one invoice only if both have these, and they agree. */
const NEEDED: readonly FieldName[] = ['issueDate', 'totalWithTax'];
/** These may be missing in one form, but not differ. */
const ALIKE: readonly FieldName[] = [
	'totalAmount',
	'totalTax',
	'buyerTaxId',
	'sellerTaxId',
	'buyerName',
	'sellerName',
];

/** The most exact form first. */
const EXACTNESS = ['xml', 'xbrl', 'ofd', 'pdf'];

const FAILURE = 'its forms differ';

/**
 * Finds invoices that were read in several forms: the most exact one is kept and names the others in
 * `alsoIn`. Forms that differ all stay, marked. Pictures are no forms: two of them may be two claims.
 * @param keepAll whether every form stays, each with the names of the others
 * @returns the invoices that stay, in their order
 */
export function mergeForms(invoices: RunInvoice[], keepAll: boolean): RunInvoice[] {
	const dropped = new Set<RunInvoice>();
	for (const forms of formsByKey(invoices).values()) {
		if (forms.length < 2) continue;
		for (const one of forms) one.forms = forms;
		const differing = forms.filter((one) => markDifferences(one, forms));
		if (differing.length > 0) {
			for (const one of differing) one.failures = [...one.failures, FAILURE];
			continue;
		}
		const [best, ...others] = [...forms].sort((one, other) => rank(one) - rank(other));
		for (const one of keepAll ? forms : [best!]) {
			const names = forms.filter((other) => other !== one).map((other) => nameOf(other, one));
			for (const row of one.rows) row.alsoIn = names.join('\n');
		}
		if (!keepAll) others.forEach((one) => dropped.add(one));
	}
	return invoices.filter((one) => !dropped.has(one));
}

/** The first invoice of each form; a second one of the same form is a repeat. */
function formsByKey(invoices: RunInvoice[]): Map<string, RunInvoice[]> {
	const groups = new Map<string, RunInvoice[]>();
	for (const invoice of invoices) {
		if (invoice.key === null || invoice.source === 'ocr') continue;
		const forms = groups.get(invoice.key) ?? [];
		if (!forms.some((one) => isSameForm(one, invoice))) {
			groups.set(invoice.key, [...forms, invoice]);
		}
	}
	return groups;
}

/** XBRL may be a file of its own, or be attached to a PDF or OFD. */
function isSameForm(one: RunInvoice, other: RunInvoice): boolean {
	return one.source === other.source && one.fileKind === other.fileKind;
}

function rank({ source, isStated }: RunInvoice): number {
	return EXACTNESS.indexOf(source) + (isStated ? 0 : EXACTNESS.length);
}

/** Marks the rows of a form with the differing values of the others. */
function markDifferences(one: RunInvoice, forms: RunInvoice[]): boolean {
	let differs = false;
	for (const other of forms.filter((form) => form !== one)) {
		for (const field of [...NEEDED, ...ALIKE]) {
			const [here, there] = [one.record[field], other.record[field]];
			const isOpen = here === null || there === null;
			if (isOpen ? !NEEDED.includes(field) : plain(here) === plain(there)) continue;
			differs = true;
			const name = nameOf(other, one);
			const { english, chinese } = titleOf(field);
			mark(
				one,
				say(
					`The ${english} is ${here ?? 'missing'} here, and ${there ?? 'missing'} in ${name}`,
					`${chinese}在此为 ${here ?? '空'}，在 ${name} 中为 ${there ?? '空'}`,
				),
			);
		}
	}
	return differs;
}

/** Forms differ in the width of brackets and letters, and in spaces. */
function plain(value: number | string | undefined): number | string | undefined {
	return typeof value === 'string' ? value.normalize('NFKC').replace(/\s/g, '') : value;
}
