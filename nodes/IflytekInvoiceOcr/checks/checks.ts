import { UNKNOWN } from '../../shared/formats/pageText/pageText';
import { type Finding, finding, findingIn, onLine } from '../invoice/findings';
import {
	ELEMENTS,
	type FieldName,
	FIELDS,
	fieldText,
	fieldTitle,
	type Invoice,
	invoiceRecord,
	type InvoiceRecord,
	readingOf,
	REQUIRED_FIELDS,
} from '../invoice/invoice';
import { type LineItem, onlyReferToList, readLineItems, tableRowsOf } from '../lineItems/lineItems';
import { matchTableRows } from '../lineItems/tableRows';
import { isIdentityNumber, normalTaxpayerId, taxpayerCheckCharacter } from '../values/values';
import {
	type CheckInput,
	type CheckRow,
	notChecked,
	NUMBERS,
	SUMS,
	type Verdict,
	verdictOf,
} from './figures';

/** An invoice with the results of its analysis. */
export interface AnalyzedInvoice {
	invoice: Invoice;
	record: InvoiceRecord;
	lines: LineItem[];
	checks: Check[];
	uncertain: FieldName[];
	/** why an invoice that was read from pages is not proved, besides what its checks found */
	open: Finding[];
}

/**
 * Checks an invoice; one that was read from pages is in doubt wherever it does not prove itself, unlike one
 * that a file states or the service recognized.
 * @param today the day it is in China, as YYYY-MM-DD
 */
export function analyzeInvoice(
	invoice: Invoice,
	{ minimumConfidence, expectedBuyer }: Pick<CheckInput, 'expectedBuyer' | 'minimumConfidence'>,
	today: string,
): AnalyzedInvoice {
	const record = invoiceRecord(invoice);
	const total = record.totalAmount as number | null;
	const { picture } = invoice;
	const rows = picture === undefined ? tableRowsOf(invoice.lines) : matchTableRows(picture.fields);
	const lines = readLineItems(rows, total, picture?.fields);
	const uncertain = uncertainFields(invoice, minimumConfidence);
	const checks = checkInvoice({ invoice, record, lines, minimumConfidence, today, expectedBuyer });
	const open = invoice.pages.length > 0 ? [...invoice.doubts, ...missingProofs(checks)] : [];
	return { invoice, record, lines, uncertain, checks, open };
}

export interface Check extends Verdict {
	name: string;
	/** the fields that are in doubt when it failed */
	fields: readonly FieldName[];
}

export const CONFIDENCE_CHECK = 'Lowest recognition confidence';

const CONFIDENCE: CheckRow = {
	name: CONFIDENCE_CHECK,
	fields: [],
	verdict: confidence,
};

/**
 * Checks an invoice for consistency and plausibility, whatever its source. A check that lacks
 * its inputs is `not checked`, never passed.
 */
function checkInvoice(checked: CheckInput): Check[] {
	const rows = [
		...TEXTS,
		...SUMS,
		...NUMBERS,
		...PARTIES,
		...expectedBuyerRows(checked.expectedBuyer),
		CONFIDENCE,
	];
	return rows.map(({ name, fields, verdict }) => ({
		name,
		...verdict(checked),
		fields: typeof fields === 'function' ? fields(checked) : fields,
	}));
}

/** What is wrong with an invoice. */
export function faultsOf(checks: Check[]): Finding[] {
	return checks.flatMap(({ result, findings }) => (result === 'failed' ? findings : []));
}

/** Why an invoice read from text is not proved, including the missing inputs of checks. */
function missingProofs(checks: Check[]): Finding[] {
	return checks.flatMap(({ result, findings }) => (result === 'not checked' ? findings : []));
}

/** Fields that a person should look at: recognized with low confidence, or part of a failed check. */
export function doubtfulFields({ uncertain, checks }: AnalyzedInvoice): Set<FieldName> {
	const failed = checks.filter(({ result }) => result === 'failed');
	return new Set([...uncertain, ...failed.flatMap(({ fields }) => fields)]);
}

/** The fields whose confidence is below the minimum. */
function uncertainFields(invoice: Invoice, minimum: number): FieldName[] {
	return FIELDS.filter((name) => {
		const value = readingOf(invoice, name)?.confidence ?? null;
		return value !== null && value < minimum;
	});
}

function confidence({ invoice, minimumConfidence }: CheckInput): Verdict {
	const known = FIELDS.flatMap((name) => {
		const value = readingOf(invoice, name)?.confidence ?? null;
		return value === null ? [] : [{ name, value }];
	});
	if (known.length === 0) return notChecked();
	const { name, value } = known.reduce((least, one) => (one.value < least.value ? one : least));
	const isComplete = FIELDS.every((field) =>
		readingOf(invoice, field)?.lines.every((line) => !line.hasInvalidConfidence),
	);
	if (!isComplete && value >= minimumConfidence) return notChecked();
	return verdictOf(
		value >= minimumConfidence,
		`at least ${minimumConfidence}`,
		`${value} (${fieldTitle(name)})`,
		findingIn(name, 'lowConfidence', value, minimumConfidence),
	);
}

type FieldFinding = Finding & { field: FieldName };

export const LINES_CHECK = 'Line items are matched';

/** Whether everything on an invoice was found and is readable. */
const TEXTS: CheckRow[] = [
	{
		name: 'Main fields are readable',
		fields: (checked) => unreadableFields(checked).map(({ field }) => field),
		verdict: mainFields,
	},
	{
		name: 'No character is unknown',
		fields: (checked) => withUnknown(checked).map(({ field }) => field),
		verdict: noUnknown,
	},
	{
		name: 'No name begins with =, +, - or @',
		fields: (checked) => namesLikeFormulas(checked).map(({ field }) => field),
		verdict: noFormulas,
	},
	{
		name: 'Line items are found',
		fields: ['goodsNames'],
		verdict: linesFound,
	},
	{
		name: LINES_CHECK,
		fields: ['goodsNames'],
		verdict: ({ lines }) => lineItemDoubts(lines),
	},
	{
		name: 'Discount has the name of the line above',
		fields: ['goodsNames'],
		verdict: ({ lines }) => discountNames(lines),
	},
];

/** A rail ticket names no seller, neither on its page nor in its data. */
const WITHOUT_SELLER = /铁路电子客票/;

/** Main fields that are missing, amounts that could not be read, and fields in contradiction. */
function unreadableFields({ invoice, record }: CheckInput): FieldFinding[] {
	return ELEMENTS.flatMap(({ name, kind }): FieldFinding[] => {
		const text = fieldText(invoice, name);
		const conflicts = invoice.contradictions[name] ?? [];
		if (text !== null && conflicts.length > 0) {
			const texts = [text, ...conflicts].map((one) => `"${one.replace(/\s+/g, ' ')}"`).join(', ');
			return [findingIn(name, 'different', texts)];
		}
		if (record[name] !== null) return [];
		if (text === null) {
			const isNeeded =
				REQUIRED_FIELDS.includes(name) &&
				!(name === 'sellerName' && WITHOUT_SELLER.test(invoice.texts.invoiceType ?? ''));
			return isNeeded ? [findingIn(name, 'missing')] : [];
		}
		return kind === 'amount' ? [findingIn(name, 'unreadable', text)] : [];
	});
}

function mainFields(checked: CheckInput): Verdict {
	const findings = unreadableFields(checked);
	return verdictOf(
		findings.length === 0,
		"invoice number, issue date, seller's name and readable totals",
		findings.length === 0 ? 'all of them' : null,
		...findings,
	);
}

/** Texts with U+FFFD, which stands for a character that a file or the service could not tell. */
function withUnknown({ invoice }: CheckInput): FieldFinding[] {
	return FIELDS.flatMap((name) => {
		const text = fieldText(invoice, name);
		const lines = readingOf(invoice, name)?.lines ?? [];
		const texts = [text, ...lines.flatMap((line) => [line.text, line.postProcessed])];
		// of a column, the line alone
		const found = texts
			.flatMap((one) => one?.split('\n') ?? [])
			.find((one) => one.includes(UNKNOWN));
		return found ? [findingIn(name, 'unknownCharacter', found.replace(/\s+/g, ' '))] : [];
	});
}

/** What a file or page says beyond the fields: remark, drawer, specifications and so on. */
function furtherTexts({ texts, lines }: Invoice): string[] {
	const known: readonly string[] = FIELDS;
	const others = Object.entries(texts).filter(([name]) => !known.includes(name));
	const ofLines = lines.flatMap(({ specification, unit, quantity }) => [
		specification,
		unit,
		quantity,
	]);
	return [...others.map(([, text]) => text), ...ofLines].filter((text) => text !== undefined);
}

function noUnknown(checked: CheckInput): Verdict {
	const findings = [
		...withUnknown(checked),
		...furtherTexts(checked.invoice)
			.filter((text) => text.includes(UNKNOWN))
			.map((text) => finding('unknownCharacter', text)),
	];
	if (FIELDS.every((name) => fieldText(checked.invoice, name) === null)) return notChecked();
	const found = findings.length === 0 ? 'none' : null;
	return verdictOf(findings.length === 0, 'no unknown character', found, ...findings);
}

/** A spreadsheet reads these, also in full width, as the beginning of a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

interface Named {
	field: FieldName;
	text: string;
}

function namesOf({ record, lines }: CheckInput): Named[] {
	const names: Array<[FieldName, string | number | null]> = [
		['buyerName', record.buyerName],
		['sellerName', record.sellerName],
		...lines.map(({ goodsName }): [FieldName, string | null] => ['goodsNames', goodsName]),
	];
	return names.flatMap(([field, text]) => (typeof text === 'string' ? [{ field, text }] : []));
}

const namesLikeFormulas = (checked: CheckInput) =>
	namesOf(checked).filter(({ text }) => FORMULA.test(text));

function noFormulas(checked: CheckInput): Verdict {
	const { length } = namesOf(checked);
	if (length === 0) return notChecked();
	const found = namesLikeFormulas(checked).map(({ text }) => text);
	return verdictOf(
		found.length === 0,
		'a letter or digit in front',
		found.length === 0 ? `${length} names` : found.join('; '),
		...found.map((text) => finding('formula', text)),
	);
}

/** Tickets, and invoices of one vehicle, have no table of lines. */
const WITHOUT_LINES = /铁路|航空|机动车|二手车/;

function linesFound({ invoice, lines }: CheckInput): Verdict {
	if (lines.length === 0 && WITHOUT_LINES.test(invoice.texts.invoiceType ?? ''))
		return notChecked();
	const charged = lines.filter(({ kind }) => kind !== 'subtotal');
	const wanted = 'at least one line';
	if (onlyReferToList(charged)) {
		return verdictOf(false, wanted, 'a reference to a list', finding('noList'));
	}
	return verdictOf(charged.length > 0, wanted, `${charged.length} lines`, finding('noLines'));
}

function lineItemDoubts(lines: LineItem[]): Verdict {
	if (lines.length === 0) return notChecked();
	const findings = lines.flatMap(({ doubts }, index) =>
		doubts.map((doubt) => onLine(index, doubt)),
	);
	const found = findings.length === 0 ? `${lines.length} lines` : null;
	return verdictOf(findings.length === 0, 'every line beyond doubt', found, ...findings);
}

function discountNames(lines: LineItem[]): Verdict {
	const discounts = lines.flatMap((line, index) => (line.kind === 'discount' ? [index] : []));
	if (discounts.length === 0) return notChecked();
	const bare = (name: string | null | undefined) => name?.normalize('NFKC').replace(/\s/g, '');
	const other = discounts.filter(
		(index) => bare(lines[index]!.goodsName) !== bare(lines[index - 1]?.goodsName),
	);
	return verdictOf(
		other.length === 0,
		'the name of the line above',
		other.length === 0 ? `${discounts.length} discounts` : null,
		...other.map((index) => {
			const [name, above] = [lines[index]!.goodsName, lines[index - 1]?.goodsName];
			return onLine(index, finding('discountName', name, above));
		}),
	);
}

/** Whether buyer and seller are valid. */
const PARTIES: CheckRow[] = [
	{
		name: "Buyer's taxpayer ID is valid",
		fields: ['buyerTaxId'],
		verdict: ({ record }) => taxpayerId(record, 'buyerTaxId'),
	},
	{
		name: "Seller's taxpayer ID is valid",
		fields: ['sellerTaxId'],
		verdict: ({ record }) => taxpayerId(record, 'sellerTaxId'),
	},
	{
		name: 'Buyer is not the seller',
		fields: ['buyerName', 'buyerTaxId', 'sellerName', 'sellerTaxId'],
		verdict: ({ record }) => notTheSame(record),
	},
];

/** Rows for the buyer that the user expects. One that cannot be read does not pass as the expected one. */
function expectedBuyerRows({ name, taxId }: NonNullable<CheckInput['expectedBuyer']> = {}) {
	const row = (rule: string, field: FieldName, expected: string): CheckRow => ({
		name: rule,
		fields: [field],
		verdict: ({ record }) => {
			const found = record[field];
			return verdictOf(
				typeof found === 'string' && comparable(found) === comparable(expected),
				expected,
				String(found ?? 'nothing'),
				findingIn(field, found === null ? 'noExpectedBuyer' : 'otherBuyer', expected, found),
			);
		},
	});
	return [
		...(name ? [row('Buyer has the expected name', 'buyerName', name)] : []),
		...(taxId ? [row('Buyer has the expected tax ID', 'buyerTaxId', taxId)] : []),
	];
}

/** Full-width forms, spaces and case make no difference. */
function comparable(text: string): string {
	return text.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

function taxpayerId(record: InvoiceRecord, field: 'buyerTaxId' | 'sellerTaxId'): Verdict {
	const value = record[field];
	if (typeof value !== 'string') {
		// private buyers have none
		return field === 'buyerTaxId' ? notChecked() : notChecked(findingIn(field, 'lacking'));
	}
	const id = normalTaxpayerId(value);
	const unproved = { ...notChecked(findingIn(field, 'taxIdUnproved', id)), found: id };
	if (id.length === 15 || id.length === 20) return unproved;
	if (id.length !== 18) {
		return verdictOf(
			false,
			'15, 18 or 20 characters',
			id,
			findingIn(field, 'taxIdLength', id, id.length),
		);
	}
	const character = taxpayerCheckCharacter(id);
	if (character === null) {
		return verdictOf(
			false,
			'digits and letters other than I, O, S, V and Z',
			id,
			findingIn(field, 'taxIdCharacter', id),
		);
	}
	if (!id.endsWith(character) && isIdentityNumber(id)) return unproved;
	return verdictOf(
		id.endsWith(character),
		`${id.slice(0, 17)}${character}`,
		id,
		findingIn(field, 'taxIdCheck', id, character),
	);
}

function notTheSame({ buyerName, sellerName, buyerTaxId, sellerTaxId }: InvoiceRecord): Verdict {
	if (typeof buyerName !== 'string' || typeof sellerName !== 'string') {
		return buyerName === null ? notChecked(findingIn('buyerName', 'lacking')) : notChecked();
	}
	const pairs = [
		[buyerName, sellerName],
		[buyerTaxId, sellerTaxId],
	];
	const same = pairs.find(
		([one, other]) =>
			typeof one === 'string' && typeof other === 'string' && comparable(one) === comparable(other),
	);
	return verdictOf(
		same === undefined,
		'two parties',
		String(same?.[0] ?? `${buyerName}, ${sellerName}`),
		finding('sameParties', same?.[0]),
	);
}
