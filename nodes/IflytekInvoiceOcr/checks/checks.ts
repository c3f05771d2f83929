import { findingIn, type Finding } from '../invoice/finding';
import { ELEMENTS, fieldTitle, type FieldName } from '../invoice/elements';
import { readingOf, type Invoice } from '../invoice/record';
import { NUMBERS } from './numbers';
import { expectedBuyerRows, PARTIES } from './parties';
import { SUMS } from './sums';
import { TEXTS } from './texts';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

export interface Check extends Verdict {
	name: string;
	/** the fields that are in doubt when it failed */
	fields: readonly FieldName[];
}

export const CONFIDENCE_CHECK = 'Lowest recognition confidence';

const CONFIDENCE: CheckRow = {
	name: CONFIDENCE_CHECK,
	fields: [],
	verdict: confidence,
};

/**
 * Checks an invoice for consistency and plausibility, whatever its source. A check that lacks
 * its inputs is `not checked`, never passed.
 */
export function checkInvoice(checked: CheckInput): Check[] {
	const rows = [
		...TEXTS,
		...SUMS,
		...NUMBERS,
		...PARTIES,
		...expectedBuyerRows(checked.expectedBuyer),
		CONFIDENCE,
	];
	return rows.map(({ name, fields, verdict }) => ({
		name,
		...verdict(checked),
		fields: typeof fields === 'function' ? fields(checked) : fields,
	}));
}

/** What is wrong with an invoice. */
export function faultsOf(checks: Check[]): Finding[] {
	return checks.flatMap(({ result, findings }) => (result === 'failed' ? findings : []));
}

/** Why an invoice read from text is not proved, including the missing inputs of checks. */
export function missingProofs(checks: Check[]): Finding[] {
	return checks.flatMap(({ result, findings }) => (result === 'not checked' ? findings : []));
}

/** The fields whose confidence is below the minimum. */
export function uncertainFields(invoice: Invoice, minimum: number): FieldName[] {
	return ELEMENTS.map(({ name }) => name).filter((name) => {
		const value = readingOf(invoice, name)?.confidence ?? null;
		return value !== null && value < minimum;
	});
}

function confidence({ invoice, minimumConfidence }: CheckInput): Verdict {
	const known = ELEMENTS.flatMap(({ name }) => {
		const value = readingOf(invoice, name)?.confidence ?? null;
		return value === null ? [] : [{ name, value }];
	});
	if (known.length === 0) return notChecked();
	const { name, value } = known.reduce((least, one) => (one.value < least.value ? one : least));
	const isComplete = ELEMENTS.every((element) =>
		readingOf(invoice, element.name)?.lines.every((line) => !line.hasInvalidConfidence),
	);
	if (!isComplete && value >= minimumConfidence) return notChecked();
	return verdictOf(
		value >= minimumConfidence,
		`at least ${minimumConfidence}`,
		`${value} (${fieldTitle(name)})`,
		findingIn(name, 'lowConfidence', value, minimumConfidence),
	);
}
