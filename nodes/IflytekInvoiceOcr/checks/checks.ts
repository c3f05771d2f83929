import { UNKNOWN } from '../../shared/formats/pageText/pageText';
import type { FindingCode } from '../invoice/findings';
import {
	ELEMENTS,
	type ExtraName,
	type FieldName,
	FIELDS,
	fieldText,
	fieldTitle,
	finding,
	type Finding,
	findingIn,
	type Invoice,
	invoiceRecord,
	type InvoiceRecord,
	MAIN_FIELDS,
	onLine,
} from '../invoice/invoice';
import { type LineItem, onlyReferToList, readLineItems, tableRowsOf } from '../lineItems/lineItems';
import { matchTableRows } from '../lineItems/tableRows';
import {
	cents,
	centsText,
	isIdentityNumber,
	parseAmountInWords,
	taxpayerCheckCharacter,
	unspaced,
} from '../values/values';

export interface AnalyzedInvoice {
	invoice: Invoice;
	record: InvoiceRecord;
	lines: LineItem[];
	checks: Check[];
	/** fields that the service recognized with low confidence */
	uncertain: FieldName[];
	/** fields that a person should look at: the uncertain ones, and those of failed checks */
	doubtful: ReadonlySet<FieldName>;
	faults: Finding[];
	/** what it leaves open, and why one that was read from pages is not proved */
	open: Finding[];
}

export interface CheckInput extends Pick<AnalyzedInvoice, 'invoice' | 'lines' | 'record'> {
	/** from 0 to 1 */
	minimumConfidence: number;
	/** the day it is in China, as YYYY-MM-DD */
	today: string;
	/** who the invoice should be made out to, as far as the user said */
	expectedBuyer?: { name?: string; taxId?: string };
}

interface Verdict {
	result: 'failed' | 'not checked' | 'passed';
	expected: string | null;
	/** null where it was not checked, or where the findings say it */
	found: string | null;
	/** what is wrong where it failed, and what is missing where it was not checked */
	findings: Finding[];
}

type Fields = readonly FieldName[];

const TOTALS: Fields = ['totalAmount', 'totalTax', 'totalWithTax'];
const CODE_AND_NUMBER: Fields = ['invoiceCode', 'invoiceNumber'];

/** `fields` are in doubt when the check fails (none: those of its findings); no verdict: it does not apply. */
type CheckRow = readonly [
	name: string,
	fields: Fields,
	verdict: (checked: CheckInput, fields: Fields) => Verdict | undefined,
];

export interface Check extends Verdict {
	name: string;
	fields: Fields;
}

/** Checks whose faults the row of a line item may say itself. */
export const CONFIDENCE_CHECK = 'Lowest recognition confidence';
export const LINES_CHECK = 'Line items are matched';
export const RATES_CHECK = 'Tax is rate times amount';

const CHECKS: readonly CheckRow[] = [
	['Main fields are readable', [], mainFields],
	['No character is unknown', [], noUnknown],
	['No name begins with =, +, - or @', [], noFormulas],
	['Line items are found', ['goodsNames'], linesFound],
	[LINES_CHECK, ['goodsNames'], lineItemDoubts],
	['Discount has the name of the line above', ['goodsNames'], discountNames],
	['Line amounts add up to the total amount', ['amounts', 'totalAmount'], lineAmounts],
	['Line taxes add up to the total tax', ['taxAmounts', 'totalTax'], lineTaxes],
	[RATES_CHECK, ['taxAmounts', 'taxRates', 'amounts'], lineRates],
	['Total amount and tax add up to the total with tax', TOTALS, totalsAddUp],
	['Total in words equals digits', ['totalWithTaxWords', 'totalWithTax'], totalInWords],
	['Invoice code has a valid length', ['invoiceCode'], validLength],
	['Invoice number has a valid length', ['invoiceNumber'], validLength],
	['Invoice code agrees with the right side', ['invoiceCode', 'invoiceCodeRight'], sameSides],
	['Invoice number agrees with the right side', ['invoiceNumber', 'invoiceNumberRight'], sameSides],
	['8-digit number has a code, 20-digit number has none', CODE_AND_NUMBER, codeGoesWithNumber],
	['20-digit number matches the year of the date', ['invoiceNumber', 'issueDate'], yearOfNumber],
	[
		'12-digit code is from the year of the date or up to five years before',
		['invoiceCode', 'issueDate'],
		yearOfCode,
	],
	['Check code has 20 digits', ['checkCode'], validLength],
	['Issue date exists and is not in the future', ['issueDate'], issueDate],
	["Buyer's taxpayer ID is valid", ['buyerTaxId'], taxId],
	["Seller's taxpayer ID is valid", ['sellerTaxId'], taxId],
	['Buyer is not the seller', ['buyerName', 'buyerTaxId', 'sellerName', 'sellerTaxId'], notTheSame],
	['Buyer has the expected name', ['buyerName'], hasExpectedBuyer],
	['Buyer has the expected tax ID', ['buyerTaxId'], hasExpectedBuyer],
	[CONFIDENCE_CHECK, [], confidence],
];

/**
 * Checks an invoice for consistency and plausibility. A check without its inputs is `not checked`, never passed. Then
 * an invoice that was read from pages is in doubt, unlike one that a file states or the service recognized.
 * @param today the day it is in China, as YYYY-MM-DD
 */
export function analyzeInvoice(
	invoice: Invoice,
	{ minimumConfidence, expectedBuyer }: Pick<CheckInput, 'expectedBuyer' | 'minimumConfidence'>,
	today: string,
): AnalyzedInvoice {
	const record = invoiceRecord(invoice);
	const fields = invoice.picture?.fields;
	const rows = fields === undefined ? tableRowsOf(invoice.lines) : matchTableRows(fields);
	const lines = readLineItems(rows, record.totalAmount);
	const uncertain = confidences(invoice)
		.filter(({ value }) => value < minimumConfidence)
		.map(({ name }) => name);
	const checked = { invoice, record, lines, minimumConfidence, today, expectedBuyer };
	const checks = CHECKS.flatMap(([name, fields, check]): Check[] => {
		const verdict = check(checked, fields);
		if (verdict === undefined) return [];
		const named = verdict.findings.flatMap(({ field }) => field ?? []);
		return [{ name, ...verdict, fields: fields.length > 0 ? fields : named }];
	});
	const ofResult = (wanted: Verdict['result']) => checks.filter(({ result }) => result === wanted);
	const failed = ofResult('failed');
	const doubtful = new Set([...uncertain, ...failed.flatMap(({ fields }) => fields)]);
	const faults = failed.flatMap(({ findings }) => findings);
	// what was read from pages lacks a proof where a check lacks its inputs
	const { pages, taken = {} } = invoice;
	const lacking = ofResult('not checked').filter(
		({ fields }) => pages.length > 0 || fields.some((name) => name in taken),
	);
	const open = [...invoice.doubts, ...lacking.flatMap(({ findings }) => findings)];
	return { invoice, record, lines, checks, uncertain, doubtful, faults, open };
}

function verdictOf(
	passed: boolean,
	expected: string,
	found: string | null,
	...findings: Finding[]
): Verdict {
	const result = passed ? 'passed' : 'failed';
	return { result, expected, found, findings: passed ? [] : findings };
}

/** The verdict of a check that passes if it finds nothing. */
function verdictBy(findings: Finding[], expected: string, found: string): Verdict {
	const passed = findings.length === 0;
	return verdictOf(passed, expected, passed ? found : null, ...findings);
}

/** @param missing what an invoice read from text would need to be checked; none if nothing */
function notChecked(...missing: Finding[]): Verdict {
	return { result: 'not checked', expected: null, found: null, findings: missing };
}

/** The fields of which the service gave a confidence. */
function confidences(invoice: Invoice): Array<{ name: FieldName; value: number }> {
	return FIELDS.flatMap((name) => {
		const value = invoice.picture?.fields[name].confidence ?? null;
		return value === null ? [] : [{ name, value }];
	});
}

function confidence({ invoice, minimumConfidence }: CheckInput): Verdict {
	const known = confidences(invoice);
	if (known.length === 0) return notChecked();
	const { name, value } = known.reduce((least, one) => (one.value < least.value ? one : least));
	const isEnough = value >= minimumConfidence;
	const all = FIELDS.flatMap((field) => invoice.picture?.fields[field].lines ?? []);
	if (isEnough && all.some((line) => line.hasInvalidConfidence)) return notChecked();
	const [wanted, found] = [`at least ${minimumConfidence}`, `${value} (${fieldTitle(name)})`];
	const low = findingIn(name, 'lowConfidence', value, minimumConfidence);
	return verdictOf(isEnough, wanted, found, low);
}

/** A rail ticket names no seller, neither on its page nor in its data. */
const WITHOUT_SELLER = /铁路电子客票/;
/** A ticket names a buyer only where the traveler asked for that. */
const TICKET = /铁路|航空/;
/** Tickets, and invoices of one vehicle, have no table of lines. */
const WITHOUT_LINES = /铁路|航空|机动车|二手车/;

/** Main fields that are missing, amounts that could not be read, and texts in contradiction. */
function mainFields({ invoice, record }: CheckInput): Verdict {
	const { texts, contradictions } = invoice;
	const ofFields = ELEMENTS.flatMap(({ name, kind }): Finding[] => {
		const text = fieldText(invoice, name);
		const conflicts = contradictions[name] ?? [];
		if (text !== null && conflicts.length > 0)
			return [findingIn(name, 'different', quoted([text, ...conflicts]))];
		if (record[name] !== null) return [];
		if (text === null) return isNeeded(name, invoice) ? [findingIn(name, 'missing')] : [];
		return kind === 'amount' ? [findingIn(name, 'unreadable', text)] : [];
	});
	const further = Object.entries(contradictions)
		.filter(([name]) => !isField(name))
		.map(([name, others]) => finding('different', quoted([texts[name as ExtraName]!, ...others])));
	const expected = "invoice number, issue date, seller's name and readable totals";
	return verdictBy([...ofFields, ...further], expected, 'all of them');
}

function isNeeded(name: FieldName, { texts, picture }: Invoice): boolean {
	const type = texts.invoiceType ?? '';
	if (name === 'sellerName') return !WITHOUT_SELLER.test(type);
	// the service does not always find a buyer
	if (name === 'buyerName') return picture === undefined && !TICKET.test(type);
	return MAIN_FIELDS.includes(name);
}

const quoted = (texts: string[]) => texts.map((one) => `"${one.replace(/\s+/g, ' ')}"`).join(', ');

const isField = (name: string) => (FIELDS as readonly string[]).includes(name);

/** Looks for U+FFFD, which stands for a character that a file or the service could not identify. */
function noUnknown({ invoice }: CheckInput): Verdict {
	const { texts, lines } = invoice;
	if (FIELDS.every((name) => fieldText(invoice, name) === null)) return notChecked();
	const ofFields = FIELDS.flatMap((name) => {
		const recognized = invoice.picture?.fields[name].lines ?? [];
		const read = recognized.flatMap((line) => [line.text, line.postProcessed]);
		// of a column, only the line
		const found = [fieldText(invoice, name), ...read]
			.flatMap((text) => text?.split('\n') ?? [])
			.find((text) => text.includes(UNKNOWN));
		return found ? [findingIn(name, 'unknownCharacter', found.replace(/\s+/g, ' '))] : [];
	});
	// what a file or page says beyond the fields: remark, drawer, specifications and so on
	const others = Object.entries(texts).flatMap(([name, text]) => (isField(name) ? [] : [text]));
	const ofLines = lines.flatMap((line) => [line.specification, line.unit, line.quantity]);
	const further = [...others, ...ofLines]
		.filter((text) => text?.includes(UNKNOWN))
		.map((text) => finding('unknownCharacter', text));
	return verdictBy([...ofFields, ...further], 'no unknown character', 'none');
}

/** A spreadsheet reads these, also in full width, as the beginning of a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

function noFormulas({ record, lines }: CheckInput): Verdict {
	const names = [
		...(['buyerName', 'sellerName'] as const).map((field) => ({ field, text: record[field] })),
		...lines.map(({ goodsName: text }) => ({ field: 'goodsNames' as const, text })),
	].filter(({ text }) => text !== null);
	if (names.length === 0) return notChecked();
	const wrong = names.filter(({ text }) => FORMULA.test(String(text)));
	const found = wrong.map(({ text }) => text).join('; ') || `${names.length} names`;
	const findings = wrong.map(({ field, text }) => findingIn(field, 'formula', text));
	return verdictOf(wrong.length === 0, 'a letter or digit in front', found, ...findings);
}

function linesFound({ invoice, lines }: CheckInput): Verdict {
	if (lines.length === 0 && WITHOUT_LINES.test(invoice.texts.invoiceType ?? ''))
		return notChecked();
	const goods = charged(lines);
	const wanted = 'at least one line';
	if (onlyReferToList(goods))
		return verdictOf(false, wanted, 'a reference to a list', finding('noList'));
	return verdictOf(goods.length > 0, wanted, `${goods.length} lines`, finding('noLines'));
}

function lineItemDoubts({ lines }: CheckInput): Verdict {
	if (lines.length === 0) return notChecked();
	const findings = lines.flatMap(({ doubts }, at) => doubts.map((doubt) => onLine(at, doubt)));
	return verdictBy(findings, 'every line beyond doubt', `${lines.length} lines`);
}

function discountNames({ lines }: CheckInput): Verdict {
	const discounts = [...lines.entries()].filter(([, { kind }]) => kind === 'discount');
	if (discounts.length === 0) return notChecked();
	const findings = discounts.flatMap(([index, { goodsName: name }]) => {
		const above = lines[index - 1]?.goodsName;
		const isSame = unspaced(name ?? '') === unspaced(above ?? '');
		return isSame ? [] : [onLine(index, finding('discountName', name, above))];
	});
	return verdictBy(findings, 'the name of the line above', `${discounts.length} discounts`);
}

const charged = (lines: LineItem[]) => lines.filter(({ kind }) => kind !== 'subtotal');

function lineAmounts({ record, lines }: CheckInput): Verdict {
	const amounts = charged(lines).map(({ amount }) => amount);
	return sum(amounts, record.totalAmount, 'noLineAmounts', 'lineAmounts');
}

function lineTaxes({ record, lines }: CheckInput): Verdict {
	const isTaxFree = ({ taxRate, percent, doubts }: LineItem) =>
		taxRate !== null && !percent && doubts.length === 0;
	const taxes = charged(lines).map((line) => line.tax ?? (isTaxFree(line) ? 0 : null));
	return sum(taxes, record.totalTax, 'noLineTaxes', 'lineTaxes');
}

function sum(
	parts: Array<number | null>,
	total: number | null,
	lacks: FindingCode,
	fault: FindingCode,
	...more: Array<string | undefined>
): Verdict {
	if (parts.length === 0 || parts.includes(null) || total === null)
		return notChecked(finding(lacks));
	const added = (parts as number[]).reduce((whole, part) => whole + cents(part), 0);
	const [found, expected] = [centsText(added), centsText(cents(total))];
	const wrong = finding(fault, found, expected, ...more);
	return verdictOf(found === expected, expected, found, wrong);
}

function lineRates({ lines }: CheckInput): Verdict {
	const checkable = charged(lines).filter(
		({ percent, amount, tax }) => percent !== null && amount !== null && tax !== null,
	);
	const wrong = [...lines.entries()].filter(([, { expectedTax }]) => expectedTax !== null);
	if (checkable.length === 0 && wrong.length === 0) {
		const isTaxFree = lines.length > 0 && lines.every(({ percent }) => percent === null);
		return isTaxFree ? notChecked() : notChecked(finding('noRates'));
	}
	const count = `${checkable.length} of ${lines.length} lines`;
	const onWrong = (tax: (line: LineItem) => string | null | undefined) =>
		wrong.map(([index, line]) => `line ${index + 1}: ${tax(line)}`).join('; ') || count;
	return verdictOf(
		wrong.length === 0,
		onWrong(({ expectedTax }) => expectedTax),
		onWrong(({ tax }) => tax?.toFixed(2)),
		...wrong.map(([index, line]) => onLine(index, wrongTax(line))),
	);
}

/** The finding about a line whose tax is not its rate times its amount. */
export function wrongTax({ taxRate, amount, tax, expectedTax }: LineItem): Finding {
	return finding('rate', taxRate, amount?.toFixed(2), expectedTax, tax?.toFixed(2));
}

function totalsAddUp({ record }: CheckInput): Verdict {
	const parts = [record.totalAmount, record.totalTax];
	const texts = parts.map((part) => part?.toFixed(2));
	return sum(parts, record.totalWithTax, 'noTotals', 'totals', ...texts);
}

function totalInWords({ record }: CheckInput): Verdict {
	const { totalWithTaxWords: text, totalWithTax: digits } = record;
	if (text === null || digits === null) return notChecked(finding('noTotalInWords'));
	const value = parseAmountInWords(text);
	const expected = centsText(cents(digits));
	if (value === null)
		return verdictOf(false, expected, `${text} (not readable)`, finding('unreadableWords', text));
	const found = centsText(cents(value));
	const wrong = finding('totalInWords', text, found, expected);
	return verdictOf(found === expected, expected, `${text} (${found})`, wrong);
}

/** China has had value-added tax since that year. */
const FIRST_DAY = '1994-01-01';
/** In years: of 136 invoices seen, 46 bore a code of their year, 86 of the year before, 4 of up to five before. */
const OLDEST_CODE = 5;

/** Valid texts, and the finding about others. */
const VALID: Partial<Record<FieldName, readonly [RegExp, expected: string, FindingCode]>> = {
	invoiceCode: [/^(\d{10}|\d{12})$/, '10 or 12 digits', 'codeLength'],
	invoiceNumber: [/^(\d{8}|\d{20})$/, '8 digits, or 20 on a fully digital invoice', 'numberLength'],
	checkCode: [/^\d{20}$/, '20 digits', 'checkCodeLength'],
};

function validLength({ record }: CheckInput, [field]: Fields): Verdict {
	const text = record[field!];
	if (typeof text !== 'string') {
		const isUsual = field === 'checkCode' && /^\d{12}$/.test(record.invoiceCode ?? '');
		return isUsual ? notChecked(findingIn(field, 'lacking')) : notChecked();
	}
	const [valid, expected, fault] = VALID[field!]!;
	return verdictOf(valid.test(text), expected, text, finding(fault, text));
}

function sameSides({ record }: CheckInput, [left, right]: Fields): Verdict {
	const [one, other] = [record[left!], record[right!]];
	if (typeof one !== 'string' || typeof other !== 'string') return notChecked();
	return verdictOf(one === other, one, other, findingIn(left!, 'rightSide', one, other));
}

function codeGoesWithNumber({ record }: CheckInput): Verdict {
	const number = record.invoiceNumber ?? '';
	const code = record.invoiceCode ?? record.invoiceCodeRight;
	const found = code ?? 'no code';
	if (/^\d{8}$/.test(number))
		return verdictOf(code !== null, 'a code', found, finding('numberWithoutCode', number));
	if (!/^\d{20}$/.test(number)) return notChecked();
	return verdictOf(code === null, 'no code', found, finding('numberWithCode', number, code));
}

const yearOf = (date: string) => Number(date.slice(2, 4));

function yearOfNumber({ record }: CheckInput): Verdict {
	const { invoiceNumber: number, issueDate: date } = record;
	if (number === null || date === null || !/^\d{20}$/.test(number)) return notChecked();
	const year = number.slice(0, 2);
	const wrong = finding('yearOfNumber', number, year, date);
	return verdictOf(Number(year) === yearOf(date), date.slice(2, 4), year, wrong);
}

/** Codes are issued for one year, and may be used in later ones. */
function yearOfCode({ record }: CheckInput): Verdict {
	const { invoiceCode: code, issueDate: date } = record;
	if (code === null || date === null || !/^\d{12}$/.test(code)) return notChecked();
	const year = code.slice(5, 7);
	const age = yearOf(date) - Number(year);
	const expected = `at most ${OLDEST_CODE} years before ${date}`;
	const wrong = finding('yearOfCode', code, year, date);
	return verdictOf(age >= 0 && age <= OLDEST_CODE, expected, `20${year}`, wrong);
}

function issueDate({ invoice, record, today }: CheckInput): Verdict {
	const text = fieldText(invoice, 'issueDate');
	const date = record.issueDate;
	// another check reports two dates that contradict each other
	if (text === null || (date === null && invoice.contradictions.issueDate)) return notChecked();
	const expected = `a day from ${FIRST_DAY} to ${today}`;
	if (date === null) return verdictOf(false, expected, text, finding('noSuchDate', text));
	const wrong =
		date > today ? finding('futureDate', date, today) : finding('earlyDate', date, FIRST_DAY);
	return verdictOf(date >= FIRST_DAY && date <= today, expected, date, wrong);
}

/** A buyer that cannot be read fails, too; undefined if the user expects none. */
function hasExpectedBuyer(
	{ record, expectedBuyer }: CheckInput,
	[field]: Fields,
): Verdict | undefined {
	const expected = field === 'buyerName' ? expectedBuyer?.name : expectedBuyer?.taxId;
	if (!expected) return undefined;
	const found = record[field!];
	const isSame = typeof found === 'string' && comparable(found) === comparable(expected);
	const fault = found === null ? 'noExpectedBuyer' : 'otherBuyer';
	const wrong = findingIn(field!, fault, expected, found);
	return verdictOf(isSame, expected, String(found ?? 'nothing'), wrong);
}

/** Full-width forms, spaces and case make no difference. */
const comparable = (text: string) => unspaced(text).toUpperCase();

function taxId({ record }: CheckInput, [field]: Fields): Verdict {
	const value = record[field!];
	// private buyers have none
	if (typeof value !== 'string')
		return field === 'buyerTaxId' ? notChecked() : notChecked(findingIn(field!, 'lacking'));
	const id = comparable(value);
	const unproved = { ...notChecked(findingIn(field!, 'taxIdUnproved', id)), found: id };
	if (id.length === 15 || id.length === 20) return unproved;
	const wrong = (expected: string, code: FindingCode, ...values: Array<number | string>) =>
		verdictOf(false, expected, id, findingIn(field!, code, id, ...values));
	if (id.length !== 18) return wrong('15, 18 or 20 characters', 'taxIdLength', id.length);
	const character = taxpayerCheckCharacter(id);
	if (character === null)
		return wrong('digits and letters other than I, O, S, V and Z', 'taxIdCharacter');
	const right = `${id.slice(0, 17)}${character}`;
	if (id === right) return verdictOf(true, right, id);
	return isIdentityNumber(id) ? unproved : wrong(right, 'taxIdCheck', character);
}

function notTheSame({ record }: CheckInput): Verdict {
	const { buyerName, sellerName, buyerTaxId, sellerTaxId } = record;
	if (buyerName === null || sellerName === null) return notChecked();
	const pairs = [
		[buyerName, sellerName],
		[buyerTaxId, sellerTaxId],
	];
	const same = pairs.find(([one, other]) => one && other && comparable(one) === comparable(other));
	const found = same?.[0] ?? `${buyerName}, ${sellerName}`;
	return verdictOf(same === undefined, 'two parties', found, finding('sameParties', same?.[0]));
}
