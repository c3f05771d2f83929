import { ELEMENTS, type FieldName, say, titleOf, type Sentence } from '../invoice/elements';
import type { RecognizedInvoice } from '../invoice/record';
import { NUMBERS } from './numbers';
import { expectedBuyerRows, PARTIES } from './parties';
import { SUMS } from './sums';
import { TEXTS } from './texts';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

export interface Check extends Verdict {
	name: string;
	/** what is wrong when it failed, in a few words */
	failure: string;
	/** the fields that are in doubt when it failed */
	fields: readonly FieldName[];
}

export const CONFIDENCE_CHECK = 'Lowest recognition confidence';

const CONFIDENCE: CheckRow = {
	name: CONFIDENCE_CHECK,
	failure: 'confidence is low',
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
	return rows.map(({ name, failure, fields, verdict }) => ({
		name,
		...verdict(checked),
		failure,
		fields: typeof fields === 'function' ? fields(checked) : fields,
	}));
}

/** What is wrong with an invoice, a sentence each. */
export function faultsOf(checks: Check[]): Sentence[] {
	return checks.flatMap(({ result, faults }) => (result === 'failed' ? faults : []));
}

/** What keeps an invoice read from text from being proved, including the missing inputs of checks. */
export function lacksOf(checks: Check[]): Sentence[] {
	return checks.flatMap(({ result, faults }) => (result === 'not checked' ? faults : []));
}

/** The fields whose confidence is below the minimum. */
export function uncertainFields(invoice: RecognizedInvoice, minimum: number): FieldName[] {
	return ELEMENTS.map(({ name }) => name).filter((name) => {
		const { confidence: value } = invoice.fields[name];
		return value !== null && value < minimum;
	});
}

function confidence({ invoice, minimumConfidence }: CheckInput): Verdict {
	const known = ELEMENTS.flatMap(({ name }) => {
		const { confidence: value } = invoice.fields[name];
		return value === null ? [] : [{ name, value }];
	});
	if (known.length === 0) return notChecked();
	const { name, value } = known.reduce((least, one) => (one.value < least.value ? one : least));
	const isComplete = ELEMENTS.every((element) =>
		invoice.fields[element.name].lines.every(({ hasInvalidConfidence }) => !hasInvalidConfidence),
	);
	if (!isComplete && value >= minimumConfidence) return notChecked();
	const { english, chinese } = titleOf(name);
	return verdictOf(
		value >= minimumConfidence,
		`at least ${minimumConfidence}`,
		`${value} (${english})`,
		say(
			`The confidence of the ${english} is ${value}, below ${minimumConfidence}`,
			`${chinese}的识别置信度为 ${value}，低于 ${minimumConfidence}`,
		),
	);
}
