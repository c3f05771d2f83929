import type { Invoice, InvoiceRecord } from '../invoice/record';
import type { Finding } from '../invoice/finding';
import type { FieldName } from '../invoice/elements';
import type { LineItem } from '../lineItems/lineItems';

/** What an invoice is checked with. */
export interface CheckInput {
	invoice: Invoice;
	record: InvoiceRecord;
	lines: LineItem[];
	/** from 0 to 1 */
	minimumConfidence: number;
	/** the day it is in China, as YYYY-MM-DD */
	today: string;
	/** who the invoice should be made out to, as far as the user said */
	expectedBuyer?: { name?: string; taxId?: string };
}

/** What one check found. */
export interface Verdict {
	result: 'failed' | 'not checked' | 'passed';
	expected: string | null;
	/** null where it was not checked, or where the findings say it */
	found: string | null;
	/**
	 * what is wrong where it failed; what is missing where it was not checked, which puts an invoice read from
	 * text in doubt, too
	 */
	findings: Finding[];
}

/** A row of the table of checks. */
export interface CheckRow {
	name: string;
	/** the fields that are in doubt when it failed */
	fields: readonly FieldName[] | ((checked: CheckInput) => FieldName[]);
	verdict(checked: CheckInput): Verdict;
}

/** The verdict of two values that have to agree. */
export function verdictOf(
	passed: boolean,
	expected: string,
	found: string | null,
	...findings: Finding[]
): Verdict {
	return {
		result: passed ? 'passed' : 'failed',
		expected,
		found,
		findings: passed ? [] : findings,
	};
}

/** @param missing what an invoice read from text would need to be checked; none if nothing */
export function notChecked(...missing: Finding[]): Verdict {
	return { result: 'not checked', expected: null, found: null, findings: missing };
}
