type Json = Record<string, unknown>;

/** An invoice of the run, with the rows that came of it. */
export interface RunInvoice {
	key: string | null;
	/** input item, counted from 0 */
	itemIndex: number;
	fileName: string | null;
	rows: Json[];
	/** what is wrong with it, in a few words each */
	failures: string[];
}

const CHECK = 'Not read before in this run';
const FAILURE = 'read twice in this run';

/**
 * Checks each invoice against those of earlier items: the rows of one that was read before need a review.
 * @param invoices in the order of their items
 */
export function checkRepeats(invoices: RunInvoice[]): RunInvoice[] {
	const first = new Map<string, RunInvoice>();
	return invoices.map((invoice) => {
		const earlier = invoice.key === null ? undefined : first.get(invoice.key);
		if (invoice.key !== null && earlier === undefined) first.set(invoice.key, invoice);
		const found = earlier && `item ${earlier.itemIndex}${inFile(earlier)}`;
		for (const row of invoice.rows) {
			if (found !== undefined && 'needsReview' in row) {
				const reason = `${CHECK}: expected another invoice than before, found it in ${found}`;
				row.reviewReasons = [row.reviewReasons, reason].filter(Boolean).join('\n');
				row.needsReview = true;
			}
			if (Array.isArray(row.checks)) row.checks.push(checkRow(invoice.key, found));
		}
		return earlier === undefined
			? invoice
			: { ...invoice, failures: [...invoice.failures, FAILURE] };
	});
}

function checkRow(key: string | null, found: string | undefined): Json {
	if (key === null) return { name: CHECK, result: 'not checked', expected: null, found: null };
	return found === undefined
		? { name: CHECK, result: 'passed', expected: 'another invoice than before', found: key }
		: { name: CHECK, result: 'failed', expected: 'another invoice than before', found };
}

function inFile({ fileName }: RunInvoice): string {
	return fileName === null ? '' : ` (${fileName})`;
}
