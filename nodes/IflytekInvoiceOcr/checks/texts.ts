import {
	ELEMENTS,
	REQUIRED_FIELDS,
	type FieldName,
	ofLine,
	say,
	titleOf,
	type Sentence,
} from '../invoice/elements';
import { onlyReferToList } from '../lineItems/itemNames';
import type { LineItem } from '../lineItems/lineItems';
import { UNKNOWN } from '../../shared/formats/pageText/unknown';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

export const LINES_CHECK = 'Line items are matched';

/** Whether everything on an invoice was found and is readable. */
export const TEXTS: CheckRow[] = [
	{
		name: 'Main fields are readable',
		failure: 'main fields are missing or unreadable',
		fields: (checked) => unreadableFields(checked).map(({ field }) => field),
		verdict: mainFields,
	},
	{
		name: 'No character is unknown',
		failure: 'a character is unknown',
		fields: (checked) => withUnknown(checked).map(({ field }) => field),
		verdict: noUnknown,
	},
	{
		name: 'No name begins with =, +, - or @',
		failure: 'a name begins like a formula',
		fields: (checked) => namesLikeFormulas(checked).map(({ field }) => field),
		verdict: noFormulas,
	},
	{
		name: 'Line items are found',
		failure: 'line items are missing',
		fields: ['goodsNames'],
		verdict: linesFound,
	},
	{
		name: LINES_CHECK,
		failure: 'line items are doubtful',
		fields: ['goodsNames'],
		verdict: ({ lines }) => lineItemDoubts(lines),
	},
	{
		name: 'Discount has the name of the line above',
		failure: 'a discount does not have the name of the line above',
		fields: ['goodsNames'],
		verdict: ({ lines }) => discountNames(lines),
	},
];

interface Finding {
	field: FieldName;
	/** as shown in the list of checks */
	found: string;
	fault: Sentence;
}

/** A rail ticket names no seller, neither on its page nor in its data. */
const WITHOUT_SELLER = /铁路电子客票/;

/** Main fields that are missing, amounts that could not be read, and fields in contradiction. */
function unreadableFields({ invoice, record }: CheckInput): Finding[] {
	return ELEMENTS.flatMap(({ name, kind }): Finding[] => {
		const { text, conflicts } = invoice.fields[name];
		const { english, chinese } = titleOf(name);
		if (text !== null && conflicts.length > 0) {
			const texts = [text, ...conflicts].map((one) => `"${one.replace(/\s+/g, ' ')}"`).join(', ');
			const fault = say(
				`Different texts for the ${english}: ${texts}`,
				`${chinese}前后不一致：${texts}`,
			);
			return [{ field: name, found: `different texts for the ${english}: ${texts}`, fault }];
		}
		if (record[name] !== null) return [];
		if (text === null) {
			const fault = say(`No ${english} was found`, `未找到${chinese}`);
			const isNeeded =
				REQUIRED_FIELDS.includes(name) &&
				!(name === 'sellerName' && WITHOUT_SELLER.test(invoice.description ?? ''));
			return isNeeded ? [{ field: name, found: `no ${english}`, fault }] : [];
		}
		const fault = say(`The ${english} "${text}" cannot be read`, `${chinese}“${text}”无法识读`);
		return kind === 'amount' ? [{ field: name, found: `${english} "${text}"`, fault }] : [];
	});
}

function mainFields(checked: CheckInput): Verdict {
	const findings = unreadableFields(checked);
	return verdictOf(
		findings.length === 0,
		"invoice number, issue date, seller's name and readable totals",
		findings.length === 0 ? 'all of them' : findings.map(({ found }) => found).join('; '),
		...findings.map(({ fault }) => fault),
	);
}

/** Texts with U+FFFD, which stands for a character that a file or the service could not tell. */
function withUnknown({ invoice }: CheckInput): Array<{ field: FieldName; text: string }> {
	return ELEMENTS.flatMap(({ name }) => {
		const { text, lines } = invoice.fields[name];
		const texts = [text, ...lines.flatMap((line) => [line.text, line.postProcessed])];
		// of a column, the line alone
		const found = texts
			.flatMap((one) => one?.split('\n') ?? [])
			.find((one) => one.includes(UNKNOWN));
		return found ? [{ field: name, text: found.replace(/\s+/g, ' ') }] : [];
	});
}

function noUnknown(checked: CheckInput): Verdict {
	const faults = [
		...withUnknown(checked).map(({ field, text }) => unknownIn(titleOf(field), text)),
		...(checked.furtherTexts ?? [])
			.filter((text) => text.includes(UNKNOWN))
			.map((text) => unknownIn(say('invoice', '发票'), text)),
	];
	const found = faults.map(({ english }) => english).join('; ');
	if (ELEMENTS.every(({ name }) => checked.invoice.fields[name].text === null)) return notChecked();
	return verdictOf(faults.length === 0, 'no unknown character', found || 'none', ...faults);
}

function unknownIn({ english, chinese }: Sentence, text: string): Sentence {
	return say(
		`A character of the ${english} is unknown: "${text}"`,
		`${chinese}含有无法识别的字符：“${text}”`,
	);
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
		...found.map((text) =>
			say(
				`The name "${text}" begins like a formula of a spreadsheet`,
				`名称“${text}”的开头形同电子表格公式`,
			),
		),
	);
}

/** Tickets, and invoices of one vehicle, have no table of lines. */
const WITHOUT_LINES = /铁路|航空|机动车|二手车/;

function linesFound({ invoice, lines }: CheckInput): Verdict {
	if (lines.length === 0 && WITHOUT_LINES.test(invoice.description ?? '')) return notChecked();
	const charged = lines.filter(({ kind }) => kind !== 'subtotal');
	const wanted = 'at least one line';
	if (onlyReferToList(charged)) {
		const fault = say('The list of goods is not in the file', '文件中没有其销货清单');
		return verdictOf(false, wanted, 'a reference to a list', fault);
	}
	return verdictOf(
		charged.length > 0,
		wanted,
		`${charged.length} lines`,
		say('No line item was found', '未找到商品明细'),
	);
}

function lineItemDoubts(lines: LineItem[]): Verdict {
	if (lines.length === 0) return notChecked();
	const faults = lines.flatMap(({ doubts }, index) => doubts.map((doubt) => ofLine(index, doubt)));
	const found = new Set(faults.map(({ english }) => english.replace(/^L/, 'l')));
	return verdictOf(
		faults.length === 0,
		'every line beyond doubt',
		faults.length === 0 ? `${lines.length} lines` : [...found].join('; '),
		...faults,
	);
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
		other.length === 0
			? `${discounts.length} discounts`
			: other.map((index) => `line ${index + 1}: ${lines[index]!.goodsName}`).join('; '),
		...other.map((index) => {
			const [name, above] = [lines[index]!.goodsName, lines[index - 1]?.goodsName];
			return ofLine(
				index,
				say(
					`the discount is named ${name ?? 'nothing'}, the line above ${above ?? 'nothing'}`,
					`折扣行名称为 ${name ?? '空'}，上一行为 ${above ?? '空'}`,
				),
			);
		}),
	);
}
