import { cents, centsText } from './amounts';
import { parseAmountInWords } from './amountInWords';
import type { RecognizedInvoice } from './document';
import { ELEMENTS, fieldTitle, REQUIRED_FIELDS, type FieldName } from './elements';
import type { LineItem } from './lineItems';
import type { InvoiceRecord } from './record';
import { isIdentityNumber, normalTaxpayerId, taxpayerCheckCharacter } from './taxpayerId';

export interface Check {
	name: string;
	result: 'failed' | 'not checked' | 'passed';
	expected: string | null;
	found: string | null;
	/** what is wrong when it failed, in a few words */
	failure: string;
	/** the fields that are in doubt when it failed */
	fields: readonly FieldName[];
}

/** What an invoice is checked with. */
export interface CheckInput {
	invoice: RecognizedInvoice;
	record: InvoiceRecord;
	lines: LineItem[];
	/** from 0 to 1 */
	minimumConfidence: number;
	/** the day it is in China, as YYYY-MM-DD */
	today: string;
	/** who the invoice should be made out to, as far as the user said */
	expectedBuyer?: { name?: string; taxId?: string };
}

type Verdict = Omit<Check, 'failure' | 'fields' | 'name'>;

const NOT_CHECKED: Verdict = { result: 'not checked', expected: null, found: null };
export const CONFIDENCE_CHECK = 'Lowest recognition confidence';
export const LINES_CHECK = 'Line items are matched';
export const RATES_CHECK = 'Tax is rate times amount';
/** Value-added tax exists since that year. */
const FIRST_DAY = '1994-01-01';

/**
 * Checks an invoice against itself and against what exists. A check that lacks its inputs is
 * `not checked`, never passed.
 */
export function checkInvoice(checked: CheckInput): Check[] {
	const { record, lines } = checked;
	const check = (name: string, failure: string, fields: FieldName[], verdict: Verdict): Check => ({
		name,
		...verdict,
		failure,
		fields,
	});
	return [
		check(
			'Main fields are readable',
			'main fields are missing or unreadable',
			unreadableFields(checked).fields,
			mainFields(checked),
		),
		check(LINES_CHECK, 'line items are doubtful', ['goodsNames'], lineItemDoubts(lines)),
		check(
			'Line amounts add up to the total amount',
			'line amounts do not add up',
			['amounts', 'totalAmount'],
			lineAmounts(checked),
		),
		check(
			'Line taxes add up to the total tax',
			'line taxes do not add up',
			['taxAmounts', 'totalTax'],
			lineTaxes(checked),
		),
		check(
			RATES_CHECK,
			'tax is not rate times amount',
			['taxAmounts', 'taxRates', 'amounts'],
			lineRates(lines),
		),
		check(
			'Total amount and tax add up to the total with tax',
			'totals do not add up',
			['totalAmount', 'totalTax', 'totalWithTax'],
			totals(checked),
		),
		check(
			'Total in words equals digits',
			'total in words differs',
			['totalWithTaxWords', 'totalWithTax'],
			words(record),
		),
		check(
			'Invoice code has an existing length',
			'invoice code has a wrong length',
			['invoiceCode'],
			codeLength(record),
		),
		check(
			'Invoice number has an existing length',
			'invoice number has a wrong length',
			['invoiceNumber'],
			numberLength(record),
		),
		check(
			'Invoice code agrees with the right side',
			'invoice code differs from the right side',
			['invoiceCode', 'invoiceCodeRight'],
			agreement(record.invoiceCode, record.invoiceCodeRight),
		),
		check(
			'Invoice number agrees with the right side',
			'invoice number differs from the right side',
			['invoiceNumber', 'invoiceNumberRight'],
			agreement(record.invoiceNumber, record.invoiceNumberRight),
		),
		check(
			"Buyer's taxpayer ID is valid",
			"buyer's taxpayer ID is invalid",
			['buyerTaxId'],
			taxpayerId(record.buyerTaxId),
		),
		...expectedBuyerChecks(checked).map(([name, field, verdict]) =>
			check(name, 'buyer is not the expected one', [field], verdict),
		),
		check(
			"Seller's taxpayer ID is valid",
			"seller's taxpayer ID is invalid",
			['sellerTaxId'],
			taxpayerId(record.sellerTaxId),
		),
		check(
			'Issue date exists and is not in the future',
			'issue date is impossible',
			['issueDate'],
			issueDate(checked),
		),
		check(CONFIDENCE_CHECK, 'confidence is low', [], confidence(checked)),
	];
}

/** The fields whose confidence is below the minimum. */
export function uncertainFields(invoice: RecognizedInvoice, minimum: number): FieldName[] {
	return ELEMENTS.map(({ name }) => name).filter((name) => {
		const { confidence: value } = invoice.fields[name];
		return value !== null && value < minimum;
	});
}

function verdictOf(passed: boolean, expected: string, found: string): Verdict {
	return { result: passed ? 'passed' : 'failed', expected, found };
}

/** Main fields that are missing, amounts that could not be read, and fields in contradiction. */
function unreadableFields({ invoice, record }: CheckInput): {
	fields: FieldName[];
	found: string[];
} {
	const findings = ELEMENTS.flatMap(({ name, kind }): Array<[FieldName, string]> => {
		const { text, conflicts } = invoice.fields[name];
		if (text !== null && conflicts.length > 0) {
			const texts = [text, ...conflicts].map((one) => `"${one.replace(/\s+/g, ' ')}"`);
			return [[name, `different texts for the ${fieldTitle(name)}: ${texts.join(', ')}`]];
		}
		if (record[name] !== null) return [];
		if (text === null)
			return REQUIRED_FIELDS.includes(name) ? [[name, `no ${fieldTitle(name)}`]] : [];
		return kind === 'amount' ? [[name, `${fieldTitle(name)} "${text}"`]] : [];
	});
	return { fields: findings.map(([name]) => name), found: findings.map(([, found]) => found) };
}

function mainFields(checked: CheckInput): Verdict {
	const { found } = unreadableFields(checked);
	return verdictOf(
		found.length === 0,
		"invoice number, issue date, seller's name and readable totals",
		found.length === 0 ? 'all of them' : found.join('; '),
	);
}

function lineItemDoubts(lines: LineItem[]): Verdict {
	if (lines.length === 0) return NOT_CHECKED;
	const doubts = lines.flatMap((line, index) =>
		line.doubts.map((doubt) => `line ${index + 1}: ${doubt}`),
	);
	return verdictOf(
		doubts.length === 0,
		'every line beyond doubt',
		doubts.length === 0 ? `${lines.length} lines` : [...new Set(doubts)].join('; '),
	);
}

function lineAmounts({ record, lines }: CheckInput): Verdict {
	const amounts = lines.filter(({ kind }) => kind !== 'subtotal').map(({ amount }) => amount);
	return sum(amounts, record.totalAmount);
}

function lineTaxes({ record, lines }: CheckInput): Verdict {
	const taxes = lines
		.filter(({ kind }) => kind !== 'subtotal')
		.map(
			(line) =>
				line.tax ?? (line.taxRate !== null && !line.percent && line.doubts.length === 0 ? 0 : null),
		);
	return sum(taxes, record.totalTax);
}

function sum(parts: Array<number | null>, total: InvoiceRecord[FieldName]): Verdict {
	if (parts.length === 0 || parts.includes(null) || typeof total !== 'number') return NOT_CHECKED;
	const added = (parts as number[]).reduce((whole, part) => whole + cents(part), 0);
	return verdictOf(added === cents(total), centsText(cents(total)), centsText(added));
}

function lineRates(lines: LineItem[]): Verdict {
	const checkable = lines.filter(
		({ kind, percent, amount, tax }) =>
			kind !== 'subtotal' && percent !== null && amount !== null && tax !== null,
	);
	const wrong = lines.flatMap((line, index) =>
		line.expectedTax === null ? [] : [{ ...line, index }],
	);
	if (checkable.length === 0 && wrong.length === 0) return NOT_CHECKED;
	if (wrong.length === 0) {
		const count = `${checkable.length} of ${lines.length} lines`;
		return verdictOf(true, count, count);
	}
	return verdictOf(
		false,
		wrong.map(({ index, expectedTax }) => `line ${index + 1}: ${expectedTax}`).join('; '),
		wrong.map(({ index, tax }) => `line ${index + 1}: ${tax?.toFixed(2)}`).join('; '),
	);
}

function totals({ record }: CheckInput): Verdict {
	const { totalAmount, totalTax, totalWithTax } = record;
	return sum([totalAmount, totalTax] as Array<number | null>, totalWithTax);
}

function words(record: InvoiceRecord): Verdict {
	const { totalWithTaxWords: text, totalWithTax: digits } = record;
	if (typeof text !== 'string' || typeof digits !== 'number') return NOT_CHECKED;
	const value = parseAmountInWords(text);
	const expected = centsText(cents(digits));
	if (value === null) return verdictOf(false, expected, `${text} (not readable)`);
	return verdictOf(
		cents(value) === cents(digits),
		expected,
		`${text} (${centsText(cents(value))})`,
	);
}

function codeLength({ invoiceCode: code }: InvoiceRecord): Verdict {
	if (typeof code !== 'string') return NOT_CHECKED;
	return verdictOf(/^(\d{10}|\d{12})$/.test(code), '10 or 12 digits', code);
}

function numberLength({ invoiceNumber: number }: InvoiceRecord): Verdict {
	if (typeof number !== 'string') return NOT_CHECKED;
	return verdictOf(
		/^(\d{8}|\d{20})$/.test(number),
		'8 digits, or 20 on a fully digital invoice',
		number,
	);
}

function agreement(left: InvoiceRecord[FieldName], right: InvoiceRecord[FieldName]): Verdict {
	if (typeof left !== 'string' || typeof right !== 'string') return NOT_CHECKED;
	return verdictOf(left === right, left, right);
}

function taxpayerId(value: InvoiceRecord[FieldName]): Verdict {
	if (typeof value !== 'string') return NOT_CHECKED;
	const id = normalTaxpayerId(value);
	if (id.length === 15 || id.length === 20) return { ...NOT_CHECKED, found: id };
	if (id.length !== 18) return verdictOf(false, '15, 18 or 20 characters', id);
	const character = taxpayerCheckCharacter(id);
	if (character === null)
		return verdictOf(false, 'digits and letters other than I, O, S, V and Z', id);
	if (!id.endsWith(character) && isIdentityNumber(id)) return { ...NOT_CHECKED, found: id };
	return verdictOf(id.endsWith(character), `${id.slice(0, 17)}${character}`, id);
}

/** An invoice whose buyer cannot be read does not pass as one to the expected buyer. */
function expectedBuyerChecks({
	record,
	expectedBuyer: { name, taxId } = {},
}: CheckInput): Array<[string, FieldName, Verdict]> {
	const compare = (expected: string, found: InvoiceRecord[FieldName]) =>
		verdictOf(
			typeof found === 'string' && comparable(found) === comparable(expected),
			expected,
			String(found ?? 'nothing'),
		);
	return [
		...(name
			? [['Buyer has the expected name', 'buyerName', compare(name, record.buyerName)]]
			: []),
		...(taxId
			? [['Buyer has the expected tax ID', 'buyerTaxId', compare(taxId, record.buyerTaxId)]]
			: []),
	] as Array<[string, FieldName, Verdict]>;
}

/** Full-width forms, spaces and case make no difference. */
function comparable(text: string): string {
	return text.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

function issueDate({ invoice, record, today }: CheckInput): Verdict {
	const { text, conflicts } = invoice.fields.issueDate;
	const date = record.issueDate;
	// two dates that contradict each other are the cause of another check
	if (text === null || (date === null && conflicts.length > 0)) return NOT_CHECKED;
	const expected = `a day from ${FIRST_DAY} to ${today}`;
	if (typeof date !== 'string') return verdictOf(false, expected, text);
	return verdictOf(date >= FIRST_DAY && date <= today, expected, date);
}

function confidence({ invoice, minimumConfidence }: CheckInput): Verdict {
	const known = ELEMENTS.flatMap(({ name }) => {
		const { confidence: value } = invoice.fields[name];
		return value === null ? [] : [{ name, value }];
	});
	if (known.length === 0) return NOT_CHECKED;
	const lowest = known.reduce((least, one) => (one.value < least.value ? one : least));
	const isComplete = ELEMENTS.every(({ name }) =>
		invoice.fields[name].lines.every(({ hasInvalidConfidence }) => !hasInvalidConfidence),
	);
	if (!isComplete && lowest.value >= minimumConfidence) return NOT_CHECKED;
	return verdictOf(
		lowest.value >= minimumConfidence,
		`at least ${minimumConfidence}`,
		`${lowest.value} (${fieldTitle(lowest.name)})`,
	);
}
