import type { FieldNaming } from '../invoice/elements';
import type { InvoiceRecord } from '../invoice/record';
import { inLanguageOf, say, type Sentence } from '../invoice/sentence';
import type { Origin } from './rows';

type Json = Record<string, unknown>;

/** An invoice of the run, with its rows. */
export interface RunInvoice {
	key: string | null;
	/** input item, counted from 0 */
	itemIndex: number;
	fileName: string | null;
	source: Origin['source'];
	/** whether its file states it as data; else it was read from a page or a picture */
	isStated: boolean;
	record: InvoiceRecord;
	naming: FieldNaming;
	rows: Json[];
	/** what is wrong with it, in a few words each */
	failures: string[];
	/** the other forms that it was found in too, or differs from */
	forms?: RunInvoice[];
}

const CHECK = 'Not read before in this run';
const FAILURE = 'read twice in this run';

/**
 * Checks each invoice against those of earlier items: the rows of one that was read before need a review.
 * Forms of one invoice (PDF, OFD, XML) are no repeats of one another.
 * @param invoices in the order of their items
 */
export function checkRepeats(invoices: RunInvoice[]): RunInvoice[] {
	const seen = new Map<string, RunInvoice[]>();
	return invoices.map((invoice) => {
		const before = invoice.key === null ? [] : (seen.get(invoice.key) ?? []);
		const earlier = before.find((one) => !invoice.forms?.includes(one));
		if (invoice.key !== null) seen.set(invoice.key, [...before, invoice]);
		if (earlier !== undefined) {
			const name = nameOf(earlier, invoice.naming);
			mark(invoice, say(`Same invoice as ${name}`, `与 ${name} 是同一张发票`));
		}
		for (const row of invoice.rows) {
			if (Array.isArray(row.checks)) row.checks.push(checkRow(invoice, earlier));
		}
		return earlier === undefined
			? invoice
			: { ...invoice, failures: [...invoice.failures, FAILURE] };
	});
}

/** Adds a reason to the rows of an invoice, unless checks are off. */
export function mark({ rows, naming }: RunInvoice, sentence: Sentence): void {
	const reason = inLanguageOf(naming)(sentence);
	for (const row of rows) {
		if (!('needsReview' in row)) continue;
		row.reviewReasons = [row.reviewReasons, reason].filter(Boolean).join('\n');
		row.needsReview = true;
	}
}

/** How the rows of other invoices refer to this one. */
export function nameOf({ fileName, itemIndex }: RunInvoice, naming: FieldNaming): string {
	if (fileName !== null) return fileName;
	return inLanguageOf(naming)(say(`input item ${itemIndex + 1}`, `第 ${itemIndex + 1} 项`));
}

function checkRow({ key, naming }: RunInvoice, earlier: RunInvoice | undefined): Json {
	if (key === null) return { name: CHECK, result: 'not checked', expected: null, found: null };
	const expected = 'no duplicate';
	return earlier === undefined
		? { name: CHECK, result: 'passed', expected, found: key }
		: { name: CHECK, result: 'failed', expected, found: nameOf(earlier, naming) };
}
