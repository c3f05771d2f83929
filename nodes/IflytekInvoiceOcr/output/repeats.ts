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
	/** from 1; null where the file has no pages, or states the invoice as data */
	page: number | null;
	source: Origin['source'];
	/** the kind of its file; null for a picture */
	fileKind: 'ofd' | 'pdf' | 'xml' | null;
	/** whether its file states it as data; else it was read from a page or a picture */
	isStated: boolean;
	record: InvoiceRecord;
	naming: FieldNaming;
	rows: Json[];
	/** what is wrong with it, in a few words each */
	failures: string[];
	/** the forms that it was found in, or that differ, itself included */
	forms?: RunInvoice[];
}

const CHECK = 'Not read before in this run';
const FAILURE = 'read twice in this run';

/**
 * Checks each invoice against the first one of the run that is the same: the rows of one that was read
 * before need a review. Forms of one invoice (PDF, OFD, XML) are no repeats of one another.
 * @param stay the invoices that have rows
 * @param all those of the run, merged ones too, in the order of their items
 */
export function checkRepeats(stay: RunInvoice[], all = stay): RunInvoice[] {
	const firsts = new Map<string, RunInvoice>();
	for (const one of all) if (one.key !== null && !firsts.has(one.key)) firsts.set(one.key, one);
	return stay.map((invoice) => {
		const first = invoice.key === null ? undefined : firsts.get(invoice.key);
		const isFirst = first === invoice || (first?.forms?.includes(invoice) ?? false);
		// the first one may have been merged into another form
		const earlier = isFirst ? undefined : [first, ...(first?.forms ?? [])].find(hasRows);
		if (earlier !== undefined) {
			const name = nameOf(earlier, invoice);
			mark(invoice, say(`Same invoice as ${name}`, `与 ${name} 是同一张发票`));
		}
		for (const row of invoice.rows) {
			if (Array.isArray(row.checks)) row.checks.push(checkRow(invoice, earlier));
		}
		return earlier === undefined
			? invoice
			: { ...invoice, failures: [...invoice.failures, FAILURE] };
	});

	function hasRows(one: RunInvoice | undefined): boolean {
		return one !== undefined && stay.includes(one);
	}
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

/** How the rows of `reader` refer to another invoice: by its file and, in files of one name, by its place. */
export function nameOf(one: RunInvoice, reader: RunInvoice): string {
	const inLanguage = inLanguageOf(reader.naming);
	const { fileName, itemIndex, page } = one;
	const item = inLanguage(say(`input item ${itemIndex + 1}`, `第 ${itemIndex + 1} 项`));
	const name = fileName ?? item;
	if (fileName !== reader.fileName) return name;
	if (itemIndex !== reader.itemIndex) {
		return fileName === null ? item : inLanguage(say(`${name} of ${item}`, `${item}的 ${name}`));
	}
	return page === null ? name : inLanguage(say(`page ${page} of ${name}`, `${name} 第 ${page} 页`));
}

function checkRow(invoice: RunInvoice, earlier: RunInvoice | undefined): Json {
	const { key } = invoice;
	if (key === null) return { name: CHECK, result: 'not checked', expected: null, found: null };
	const expected = 'no duplicate';
	return earlier === undefined
		? { name: CHECK, result: 'passed', expected, found: key }
		: { name: CHECK, result: 'failed', expected, found: nameOf(earlier, invoice) };
}
