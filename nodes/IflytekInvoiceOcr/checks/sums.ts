import { cents, centsText } from '../values/amounts';
import { parseAmountInWords } from '../values/amountInWords';
import type { InvoiceRecord } from '../invoice/record';
import type { LineItem } from '../lineItems/lineItems';
import { ofLine, say, type Sentence } from '../invoice/elements';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

export const RATES_CHECK = 'Tax is rate times amount';

/** Whether amounts, taxes and totals agree. */
export const SUMS: CheckRow[] = [
	{
		name: 'Line amounts add up to the total amount',
		failure: 'line amounts do not add up',
		fields: ['amounts', 'totalAmount'],
		verdict: lineAmounts,
	},
	{
		name: 'Line taxes add up to the total tax',
		failure: 'line taxes do not add up',
		fields: ['taxAmounts', 'totalTax'],
		verdict: lineTaxes,
	},
	{
		name: RATES_CHECK,
		failure: 'tax is not rate times amount',
		fields: ['taxAmounts', 'taxRates', 'amounts'],
		verdict: ({ lines }) => lineRates(lines),
	},
	{
		name: 'Total amount and tax add up to the total with tax',
		failure: 'totals do not add up',
		fields: ['totalAmount', 'totalTax', 'totalWithTax'],
		verdict: totals,
	},
	{
		name: 'Total in words equals digits',
		failure: 'total in words differs',
		fields: ['totalWithTaxWords', 'totalWithTax'],
		verdict: ({ record }) => words(record),
	},
];

const charged = (lines: LineItem[]) => lines.filter(({ kind }) => kind !== 'subtotal');

function lineAmounts({ record, lines }: CheckInput): Verdict {
	return sum(
		charged(lines).map(({ amount }) => amount),
		record.totalAmount,
		say('The line amounts cannot be compared with the total amount', '各行金额无法与合计金额核对'),
		(added, total) =>
			say(
				`Line amounts add up to ${added}, the total amount is ${total}`,
				`各行金额之和 ${added} 与合计金额 ${total} 不符`,
			),
	);
}

function lineTaxes({ record, lines }: CheckInput): Verdict {
	const taxes = charged(lines).map(
		(line) =>
			line.tax ?? (line.taxRate !== null && !line.percent && line.doubts.length === 0 ? 0 : null),
	);
	return sum(
		taxes,
		record.totalTax,
		say('The line taxes cannot be compared with the total tax', '各行税额无法与合计税额核对'),
		(added, total) =>
			say(
				`Line taxes add up to ${added}, the total tax is ${total}`,
				`各行税额之和 ${added} 与合计税额 ${total} 不符`,
			),
	);
}

function sum(
	parts: Array<number | null>,
	total: InvoiceRecord[keyof InvoiceRecord],
	lacks: Sentence,
	fault: (added: string, total: string) => Sentence,
): Verdict {
	if (parts.length === 0 || parts.includes(null) || typeof total !== 'number')
		return notChecked(lacks);
	const added = (parts as number[]).reduce((whole, part) => whole + cents(part), 0);
	const [found, expected] = [centsText(added), centsText(cents(total))];
	return verdictOf(added === cents(total), expected, found, fault(found, expected));
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
		return isTaxFree
			? notChecked()
			: notChecked(say('The tax cannot be compared with its rate', '税额无法与税率核对'));
	}
	const count = `${checkable.length} of ${lines.length} lines`;
	if (wrong.length === 0) return verdictOf(true, count, count);
	return verdictOf(
		false,
		wrong.map(({ index, expectedTax }) => `line ${index + 1}: ${expectedTax}`).join('; '),
		wrong.map(({ index, tax }) => `line ${index + 1}: ${tax?.toFixed(2)}`).join('; '),
		...wrong.map((line) => ofLine(line.index, wrongTax(line))),
	);
}

/** What is wrong with the tax of a line that is not its rate times its amount. */
export function wrongTax({ taxRate, amount, tax, expectedTax }: LineItem): Sentence {
	const [of, is] = [amount?.toFixed(2), tax?.toFixed(2)];
	return say(
		`${taxRate} of ${of} is ${expectedTax}, not ${is}`,
		`${of} 的 ${taxRate} 为 ${expectedTax}，而税额为 ${is}`,
	);
}

function totals({ record }: CheckInput): Verdict {
	const { totalAmount, totalTax, totalWithTax } = record as Record<string, number | null>;
	return sum(
		[totalAmount!, totalTax!],
		totalWithTax!,
		say(
			'Total amount, tax and total with tax cannot be compared',
			'合计金额、合计税额与价税合计无法核对',
		),
		(added, total) =>
			say(
				`Total amount ${totalAmount?.toFixed(2)} and tax ${totalTax?.toFixed(2)} add up to ${added}, the total with tax is ${total}`,
				`合计金额 ${totalAmount?.toFixed(2)} 加税额 ${totalTax?.toFixed(2)} 为 ${added}，与价税合计 ${total} 不符`,
			),
	);
}

function words({ totalWithTaxWords: text, totalWithTax: digits }: InvoiceRecord): Verdict {
	if (typeof text !== 'string' || typeof digits !== 'number') {
		return notChecked(
			say('Total in words and digits cannot be compared', '价税合计大写与小写无法核对'),
		);
	}
	const value = parseAmountInWords(text);
	const expected = centsText(cents(digits));
	if (value === null) {
		return verdictOf(
			false,
			expected,
			`${text} (not readable)`,
			say(`Total in words (${text}) cannot be read`, `价税合计大写（${text}）无法识读`),
		);
	}
	const found = centsText(cents(value));
	return verdictOf(
		found === expected,
		expected,
		`${text} (${found})`,
		say(
			`Total in words (${text} = ${found}) differs from digits ${expected}`,
			`价税合计大写（${text} = ${found}）与小写 ${expected} 不符`,
		),
	);
}
