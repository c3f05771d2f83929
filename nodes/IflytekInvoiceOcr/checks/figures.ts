import { type Finding, finding, type FindingCode, findingIn, onLine } from '../invoice/findings';
import { type FieldName, fieldText, type Invoice, type InvoiceRecord } from '../invoice/invoice';
import type { LineItem } from '../lineItems/lineItems';
import { cents, centsText, parseAmountInWords } from '../values/values';

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

export const RATES_CHECK = 'Tax is rate times amount';

/** Whether amounts, taxes and totals agree. */
export const SUMS: CheckRow[] = [
	{
		name: 'Line amounts add up to the total amount',
		fields: ['amounts', 'totalAmount'],
		verdict: lineAmounts,
	},
	{
		name: 'Line taxes add up to the total tax',
		fields: ['taxAmounts', 'totalTax'],
		verdict: lineTaxes,
	},
	{
		name: RATES_CHECK,
		fields: ['taxAmounts', 'taxRates', 'amounts'],
		verdict: ({ lines }) => lineRates(lines),
	},
	{
		name: 'Total amount and tax add up to the total with tax',
		fields: ['totalAmount', 'totalTax', 'totalWithTax'],
		verdict: totals,
	},
	{
		name: 'Total in words equals digits',
		fields: ['totalWithTaxWords', 'totalWithTax'],
		verdict: ({ record }) => words(record),
	},
];

const charged = (lines: LineItem[]) => lines.filter(({ kind }) => kind !== 'subtotal');

function lineAmounts({ record, lines }: CheckInput): Verdict {
	return sum(
		charged(lines).map(({ amount }) => amount),
		record.totalAmount,
		'noLineAmounts',
		'lineAmounts',
	);
}

function lineTaxes({ record, lines }: CheckInput): Verdict {
	const taxes = charged(lines).map(
		(line) =>
			line.tax ?? (line.taxRate !== null && !line.percent && line.doubts.length === 0 ? 0 : null),
	);
	return sum(taxes, record.totalTax, 'noLineTaxes', 'lineTaxes');
}

function sum(
	parts: Array<number | null>,
	total: InvoiceRecord[keyof InvoiceRecord],
	lacks: FindingCode,
	fault: FindingCode,
	...more: string[]
): Verdict {
	if (parts.length === 0 || parts.includes(null) || typeof total !== 'number')
		return notChecked(finding(lacks));
	const added = (parts as number[]).reduce((whole, part) => whole + cents(part), 0);
	const [found, expected] = [centsText(added), centsText(cents(total))];
	return verdictOf(
		added === cents(total),
		expected,
		found,
		finding(fault, found, expected, ...more),
	);
}

function lineRates(lines: LineItem[]): Verdict {
	const checkable = charged(lines).filter(
		({ percent, amount, tax }) => percent !== null && amount !== null && tax !== null,
	);
	const wrong = lines.flatMap((line, index) =>
		line.expectedTax === null ? [] : [{ ...line, index }],
	);
	if (checkable.length === 0 && wrong.length === 0) {
		const isTaxFree = lines.length > 0 && lines.every(({ percent }) => percent === null);
		return isTaxFree ? notChecked() : notChecked(finding('noRates'));
	}
	const count = `${checkable.length} of ${lines.length} lines`;
	if (wrong.length === 0) return verdictOf(true, count, count);
	return verdictOf(
		false,
		wrong.map(({ index, expectedTax }) => `line ${index + 1}: ${expectedTax}`).join('; '),
		wrong.map(({ index, tax }) => `line ${index + 1}: ${tax?.toFixed(2)}`).join('; '),
		...wrong.map((line) => onLine(line.index, wrongTax(line))),
	);
}

/** What is wrong with the tax of a line that is not its rate times its amount. */
export function wrongTax({ taxRate, amount, tax, expectedTax }: LineItem): Finding {
	return finding('rate', taxRate, amount?.toFixed(2), expectedTax, tax?.toFixed(2));
}

function totals({ record }: CheckInput): Verdict {
	const { totalAmount, totalTax, totalWithTax } = record as Record<string, number | null>;
	return sum(
		[totalAmount!, totalTax!],
		totalWithTax!,
		'noTotals',
		'totals',
		String(totalAmount?.toFixed(2)),
		String(totalTax?.toFixed(2)),
	);
}

function words({ totalWithTaxWords: text, totalWithTax: digits }: InvoiceRecord): Verdict {
	if (typeof text !== 'string' || typeof digits !== 'number') {
		return notChecked(finding('noTotalInWords'));
	}
	const value = parseAmountInWords(text);
	const expected = centsText(cents(digits));
	if (value === null) {
		return verdictOf(false, expected, `${text} (not readable)`, finding('unreadableWords', text));
	}
	const found = centsText(cents(value));
	return verdictOf(
		found === expected,
		expected,
		`${text} (${found})`,
		finding('totalInWords', text, found, expected),
	);
}

/** China has had value-added tax since that year. */
const FIRST_DAY = '1994-01-01';
/** In years: of 136 invoices seen, 46 bore a code of their year, 86 of the year before, 4 of up to five before. */
const OLDEST_CODE = 5;

/** Whether code, number, check code and date are valid and agree with each other. */
export const NUMBERS: CheckRow[] = [
	{
		name: 'Invoice code has a valid length',
		fields: ['invoiceCode'],
		verdict: ({ record: { invoiceCode } }) =>
			length(invoiceCode, /^(\d{10}|\d{12})$/, '10 or 12 digits', 'codeLength'),
	},
	{
		name: 'Invoice number has a valid length',
		fields: ['invoiceNumber'],
		verdict: ({ record: { invoiceNumber } }) =>
			length(
				invoiceNumber,
				/^(\d{8}|\d{20})$/,
				'8 digits, or 20 on a fully digital invoice',
				'numberLength',
			),
	},
	{
		name: 'Invoice code agrees with the right side',
		fields: ['invoiceCode', 'invoiceCodeRight'],
		verdict: ({ record }) => agreement(record, 'invoiceCode', 'invoiceCodeRight'),
	},
	{
		name: 'Invoice number agrees with the right side',
		fields: ['invoiceNumber', 'invoiceNumberRight'],
		verdict: ({ record }) => agreement(record, 'invoiceNumber', 'invoiceNumberRight'),
	},
	{
		name: '8-digit number has a code, 20-digit number has none',
		fields: ['invoiceCode', 'invoiceNumber'],
		verdict: ({ record }) => together(record),
	},
	{
		name: '20-digit number matches the year of the date',
		fields: ['invoiceNumber', 'issueDate'],
		verdict: ({ record }) => yearOfNumber(record),
	},
	{
		name: '12-digit code is from the year of the date or up to five years before',
		fields: ['invoiceCode', 'issueDate'],
		verdict: ({ record }) => yearOfCode(record),
	},
	{
		name: 'Check code has 20 digits',
		fields: ['checkCode'],
		verdict: ({ record }) => checkCode(record),
	},
	{
		name: 'Issue date exists and is not in the future',
		fields: ['issueDate'],
		verdict: issueDate,
	},
];

function length(
	text: InvoiceRecord[keyof InvoiceRecord],
	valid: RegExp,
	expected: string,
	fault: FindingCode,
): Verdict {
	if (typeof text !== 'string') return notChecked();
	return verdictOf(valid.test(text), expected, text, finding(fault, text));
}

function agreement(
	record: InvoiceRecord,
	left: 'invoiceCode' | 'invoiceNumber',
	right: 'invoiceCodeRight' | 'invoiceNumberRight',
): Verdict {
	const [one, other] = [record[left], record[right]];
	if (typeof one !== 'string' || typeof other !== 'string') return notChecked();
	return verdictOf(one === other, one, other, findingIn(left, 'rightSide', one, other));
}

function together({ invoiceNumber: number, ...record }: InvoiceRecord): Verdict {
	const code = record.invoiceCode ?? record.invoiceCodeRight;
	if (typeof number !== 'string') return notChecked();
	if (/^\d{8}$/.test(number)) {
		return verdictOf(
			code !== null,
			'a code',
			String(code ?? 'no code'),
			finding('numberWithoutCode', number),
		);
	}
	if (!/^\d{20}$/.test(number)) return notChecked();
	return verdictOf(
		code === null,
		'no code',
		String(code ?? 'no code'),
		finding('numberWithCode', number, code),
	);
}

const yearOf = (date: unknown) => Number(String(date).slice(2, 4));

function yearOfNumber({ invoiceNumber: number, issueDate: date }: InvoiceRecord): Verdict {
	if (typeof date !== 'string' || !/^\d{20}$/.test(String(number))) return notChecked();
	const year = String(number).slice(0, 2);
	return verdictOf(
		Number(year) === yearOf(date),
		date.slice(2, 4),
		year,
		finding('yearOfNumber', number, year, date),
	);
}

/** Codes are issued for one year, and may be used in later ones. */
function yearOfCode({ invoiceCode: code, issueDate: date }: InvoiceRecord): Verdict {
	if (typeof date !== 'string' || !/^\d{12}$/.test(String(code))) return notChecked();
	const year = String(code).slice(5, 7);
	const age = yearOf(date) - Number(year);
	return verdictOf(
		age >= 0 && age <= OLDEST_CODE,
		`at most ${OLDEST_CODE} years before ${date}`,
		`20${year}`,
		finding('yearOfCode', code, year, date),
	);
}

function checkCode({ checkCode: text, invoiceCode: code }: InvoiceRecord): Verdict {
	return text === null && /^\d{12}$/.test(String(code))
		? notChecked(findingIn('checkCode', 'lacking'))
		: length(text, /^\d{20}$/, '20 digits', 'checkCodeLength');
}

function issueDate({ invoice, record, today }: CheckInput): Verdict {
	const text = fieldText(invoice, 'issueDate');
	const conflicts = invoice.contradictions.issueDate ?? [];
	const date = record.issueDate;
	// two dates that contradict each other are the cause of another check
	if (text === null || (date === null && conflicts.length > 0)) return notChecked();
	const expected = `a day from ${FIRST_DAY} to ${today}`;
	if (typeof date !== 'string') {
		return verdictOf(false, expected, text, finding('noSuchDate', text));
	}
	return verdictOf(
		date >= FIRST_DAY && date <= today,
		expected,
		date,
		date > today ? finding('futureDate', date, today) : finding('earlyDate', date, FIRST_DAY),
	);
}
