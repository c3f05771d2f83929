import { cents, centsText } from '../values/amounts';
import { parseAmountInWords } from '../values/amountInWords';
import type { InvoiceRecord } from '../invoice/record';
import type { LineItem } from '../lineItems/lineItems';
import { finding, onLine, type Finding } from '../invoice/finding';
import type { FindingCode } from '../invoice/words';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

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
