import type { InvoiceRecord } from '../invoice/record';
import { say, titleOf } from '../invoice/elements';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

/** China has had value-added tax since that year. */
const FIRST_DAY = '1994-01-01';
/** In years: of 136 invoices seen, 46 bore a code of their year, 86 of the year before, 4 of up to five before. */
const OLDEST_CODE = 5;

/** Whether code, number, check code and date are valid and agree with each other. */
export const NUMBERS: CheckRow[] = [
	{
		name: 'Invoice code has a valid length',
		failure: 'invoice code has a wrong length',
		fields: ['invoiceCode'],
		verdict: ({ record: { invoiceCode: code } }) =>
			typeof code !== 'string'
				? notChecked()
				: verdictOf(
						/^(\d{10}|\d{12})$/.test(code),
						'10 or 12 digits',
						code,
						say(
							`The invoice code ${code} does not have 10 or 12 digits`,
							`发票代码 ${code} 不是 10 位或 12 位数字`,
						),
					),
	},
	{
		name: 'Invoice number has a valid length',
		failure: 'invoice number has a wrong length',
		fields: ['invoiceNumber'],
		verdict: ({ record: { invoiceNumber: number } }) =>
			typeof number !== 'string'
				? notChecked()
				: verdictOf(
						/^(\d{8}|\d{20})$/.test(number),
						'8 digits, or 20 on a fully digital invoice',
						number,
						say(
							`The invoice number ${number} does not have 8 or 20 digits`,
							`发票号码 ${number} 不是 8 位或 20 位数字`,
						),
					),
	},
	{
		name: 'Invoice code agrees with the right side',
		failure: 'invoice code differs from the right side',
		fields: ['invoiceCode', 'invoiceCodeRight'],
		verdict: ({ record }) => agreement(record, 'invoiceCode', 'invoiceCodeRight'),
	},
	{
		name: 'Invoice number agrees with the right side',
		failure: 'invoice number differs from the right side',
		fields: ['invoiceNumber', 'invoiceNumberRight'],
		verdict: ({ record }) => agreement(record, 'invoiceNumber', 'invoiceNumberRight'),
	},
	{
		name: '8-digit number has a code, 20-digit number has none',
		failure: 'code and number do not go together',
		fields: ['invoiceCode', 'invoiceNumber'],
		verdict: ({ record }) => together(record),
	},
	{
		name: '20-digit number matches the year of the date',
		failure: 'number is from another year',
		fields: ['invoiceNumber', 'issueDate'],
		verdict: ({ record }) => yearOfNumber(record),
	},
	{
		name: '12-digit code is from the year of the date or up to five years before',
		failure: 'code is from another year',
		fields: ['invoiceCode', 'issueDate'],
		verdict: ({ record }) => yearOfCode(record),
	},
	{
		name: 'Check code has 20 digits',
		failure: 'check code has a wrong length',
		fields: ['checkCode'],
		verdict: ({ record }) => checkCode(record),
	},
	{
		name: 'Issue date exists and is not in the future',
		failure: 'issue date is impossible',
		fields: ['issueDate'],
		verdict: issueDate,
	},
];

function agreement(
	record: InvoiceRecord,
	left: 'invoiceCode' | 'invoiceNumber',
	right: 'invoiceCodeRight' | 'invoiceNumberRight',
): Verdict {
	const [one, other] = [record[left], record[right]];
	if (typeof one !== 'string' || typeof other !== 'string') return notChecked();
	const { english, chinese } = titleOf(left);
	return verdictOf(
		one === other,
		one,
		other,
		say(
			`The ${english} ${one} differs from ${other} on the right side`,
			`${chinese} ${one} 与右侧的 ${other} 不符`,
		),
	);
}

function together({ invoiceNumber: number, ...record }: InvoiceRecord): Verdict {
	const code = record.invoiceCode ?? record.invoiceCodeRight;
	if (typeof number !== 'string') return notChecked();
	if (/^\d{8}$/.test(number)) {
		return verdictOf(
			code !== null,
			'a code',
			String(code ?? 'no code'),
			say(
				`The number ${number} has 8 digits, but no code was found`,
				`发票号码 ${number} 为 8 位，但未找到发票代码`,
			),
		);
	}
	if (!/^\d{20}$/.test(number)) return notChecked();
	return verdictOf(
		code === null,
		'no code',
		String(code ?? 'no code'),
		say(
			`The number ${number} has 20 digits, but the invoice also has the code ${code}`,
			`发票号码 ${number} 为 20 位，却另有发票代码 ${code}`,
		),
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
		say(
			`The number ${number} is from 20${year}, but the date is ${date}`,
			`发票号码 ${number} 属于 20${year} 年，开票日期为 ${date}`,
		),
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
		say(
			`The code ${code} is from 20${year}, but the date is ${date}`,
			`发票代码 ${code} 属于 20${year} 年，开票日期为 ${date}`,
		),
	);
}

function checkCode({ checkCode: text, invoiceCode: code }: InvoiceRecord): Verdict {
	if (typeof text !== 'string') {
		return /^\d{12}$/.test(String(code))
			? notChecked(say('No check code was found', '未找到校验码'))
			: notChecked();
	}
	return verdictOf(
		/^\d{20}$/.test(text),
		'20 digits',
		text,
		say(`The check code ${text} does not have 20 digits`, `校验码 ${text} 不是 20 位数字`),
	);
}

function issueDate({ invoice, record, today }: CheckInput): Verdict {
	const { text, conflicts } = invoice.fields.issueDate;
	const date = record.issueDate;
	// two dates that contradict each other are the cause of another check
	if (text === null || (date === null && conflicts.length > 0)) return notChecked();
	const expected = `a day from ${FIRST_DAY} to ${today}`;
	if (typeof date !== 'string') {
		return verdictOf(
			false,
			expected,
			text,
			say(`The issue date "${text}" does not exist`, `开票日期“${text}”不是有效日期`),
		);
	}
	return verdictOf(
		date >= FIRST_DAY && date <= today,
		expected,
		date,
		date > today
			? say(
					`The issue date ${date} is in the future (today is ${today})`,
					`开票日期 ${date} 晚于今天（${today}）`,
				)
			: say(`The issue date ${date} is before ${FIRST_DAY}`, `开票日期 ${date} 早于 ${FIRST_DAY}`),
	);
}
