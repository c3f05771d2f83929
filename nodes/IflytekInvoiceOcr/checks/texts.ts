import { finding, findingIn, onLine, type Finding } from '../invoice/finding';
import { ELEMENTS, REQUIRED_FIELDS, type FieldName } from '../invoice/elements';
import { fieldText, readingOf, type ExtraName, type Invoice } from '../invoice/record';
import { onlyReferToList } from '../lineItems/itemNames';
import type { LineItem } from '../lineItems/lineItems';
import { UNKNOWN } from '../../shared/formats/pageText/pageText';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

type FieldFinding = Finding & { field: FieldName };

export const LINES_CHECK = 'Line items are matched';

/** Whether everything on an invoice was found and is readable. */
export const TEXTS: CheckRow[] = [
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
		if (text !== null && conflicts.length > 0)
			return [findingIn(name, 'different', quoted([text, ...conflicts]))];
		if (record[name] !== null) return [];
		if (text === null) {
			const type = invoice.texts.invoiceType ?? '';
			// the service does not always find a buyer
			const isNeeded =
				(name === 'buyerName' && invoice.picture === undefined && !TICKET.test(type)) ||
				(REQUIRED_FIELDS.includes(name) && !(name === 'sellerName' && WITHOUT_SELLER.test(type)));
			return isNeeded ? [findingIn(name, 'missing')] : [];
		}
		return kind === 'amount' ? [findingIn(name, 'unreadable', text)] : [];
	});
}

const quoted = (texts: string[]) => texts.map((one) => `"${one.replace(/\s+/g, ' ')}"`).join(', ');

const isField = (name: string) => ELEMENTS.some((element) => element.name === name);

/** Contradictions in what is said beyond the fields. */
function furtherConflicts({ invoice: { texts, contradictions } }: CheckInput): Finding[] {
	return Object.entries(contradictions)
		.filter(([name]) => !isField(name))
		.map(([name, others]) => finding('different', quoted([texts[name as ExtraName]!, ...others])));
}

function mainFields(checked: CheckInput): Verdict {
	const findings = [...unreadableFields(checked), ...furtherConflicts(checked)];
	return verdictOf(
		findings.length === 0,
		"invoice number, issue date, seller's name and readable totals",
		findings.length === 0 ? 'all of them' : null,
		...findings,
	);
}

/** Texts with U+FFFD, which stands for a character that a file or the service could not tell. */
function withUnknown({ invoice }: CheckInput): FieldFinding[] {
	return ELEMENTS.flatMap(({ name }) => {
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
	const others = Object.entries(texts).filter(([name]) => !isField(name));
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
	if (ELEMENTS.every(({ name }) => fieldText(checked.invoice, name) === null)) return notChecked();
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

/** A ticket names a buyer only where the traveller asked for that. */
const TICKET = /铁路|航空/;

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
