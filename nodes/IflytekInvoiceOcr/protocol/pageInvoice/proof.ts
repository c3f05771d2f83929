import { checkInvoice, CONFIDENCE_CHECK, RATES_CHECK, type Check } from '../checks';
import { asRecognized, tableRowsOf } from '../eInvoice/asRecognized';
import { lineItemsOfRows, type LineItem } from '../lineItems';
import { invoiceRecord, type InvoiceRecord } from '../record';
import type { PageInvoice } from './invoicePages';

/** An invoice read from text, with what its own figures say of it. */
export interface ProvedInvoice {
	record: InvoiceRecord;
	lines: LineItem[];
	checks: Check[];
	/** why it is not proved, a sentence each; empty when all of it is */
	doubts: string[];
}

/** Checks that lack their inputs also where nothing is wrong: no code, no tax ID, no second place, no picture. */
const MAY_LACK: ReadonlyArray<readonly [name: RegExp, field?: 'buyerTaxId' | 'invoiceCode']> = [
	[/right side$/],
	[new RegExp(`^${CONFIDENCE_CHECK}$`)],
	[/^Invoice code has/, 'invoiceCode'],
	[/^Buyer's taxpayer ID/, 'buyerTaxId'],
];

/**
 * Checks an invoice read from text against itself. What cannot be checked counts as not proved, unlike in
 * a file that states its values.
 * @param today the day it is in China, as YYYY-MM-DD
 */
export function proveInvoice(invoice: PageInvoice, today: string): ProvedInvoice {
	const recognized = asRecognized(invoice);
	const record = invoiceRecord(recognized.fields);
	const lines = lineItemsOfRows(tableRowsOf(invoice), record.totalAmount as number | null);
	const checks = checkInvoice({ invoice: recognized, record, lines, minimumConfidence: 0, today });
	const isTaxFree = lines.length > 0 && lines.every(({ percent }) => percent === null);
	const open = checks.filter(
		({ name, result }) =>
			result === 'not checked' &&
			!(name === RATES_CHECK && isTaxFree) &&
			!MAY_LACK.some(
				([pattern, field]) => pattern.test(name) && (field === undefined || record[field] === null),
			),
	);
	const doubts = [
		...invoice.doubts,
		...checks
			.filter(({ result }) => result === 'failed')
			.map(({ name, expected, found }) => `${name}: expected ${expected}, found ${found}`),
		...open.map(({ name }) => `${name}: cannot be checked`),
		...needs(record),
	];
	return { record, lines, checks, doubts };
}

/** What every invoice has, and what goes together. */
function needs({
	invoiceNumber,
	invoiceCode,
	sellerTaxId,
	buyerName,
	sellerName,
	issueDate,
	checkCode,
}: InvoiceRecord): string[] {
	const doubts: string[] = [];
	const number = String(invoiceNumber ?? '');
	const code = String(invoiceCode ?? '');
	if (sellerTaxId === null) doubts.push('No tax ID of the seller was found');
	if (buyerName === null) doubts.push('No name of the buyer was found');
	else if (buyerName === sellerName) doubts.push('Buyer and seller have the same name');
	if (number.length === 8 && code === '') doubts.push('A number of 8 digits needs a code');
	if (number.length === 20 && code !== '') doubts.push('A number of 20 digits has no code');
	const year = Number(String(issueDate ?? '').slice(2, 4));
	if (number.length === 20 && Number(number.slice(0, 2)) !== year) {
		doubts.push(`The number ${number} is not of the year ${issueDate}`);
	}
	if (code.length === 12) {
		// codes are handed out for a year and used up in later ones
		const age = year - Number(code.slice(5, 7));
		if (age < 0 || age > OLDEST_CODE)
			doubts.push(`The code ${code} is not of the year ${issueDate}`);
		if (!/^\d{20}$/.test(String(checkCode ?? ''))) {
			doubts.push('No check code of 20 digits was found');
		}
	}
	return doubts;
}

/** In years: of 136 invoices seen, 46 bore a code of their year, 86 of the year before, 4 of up to five before. */
const OLDEST_CODE = 5;
