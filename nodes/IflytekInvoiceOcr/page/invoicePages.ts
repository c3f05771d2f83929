import { holdForeignText, joined, type Word, wordsOf } from '../../shared/formats/pageText/words';
import {
	emptyInvoice,
	type ExtraName,
	type FieldName,
	finding,
	type Finding,
	type Invoice,
	type InvoiceLine,
	onLine,
} from '../invoice/invoice';
import type { OtherKind, RefusalCode } from '../invoice/refusals';
import { plainDashes, unspaced } from '../values/values';
import { findTable, type Form, type LabelName, type Table } from './form';
import { addParties } from './parties';
import { tableLines, totalTexts } from './table';

/** Fields printed above the table beside their labels, and the pattern of each. */
const HEADER: ReadonlyArray<readonly [LabelName, ExtraName | FieldName, RegExp]> = [
	['invoiceNumber', 'invoiceNumber', /^\d+$/],
	['invoiceCode', 'invoiceCode', /^\d+$/],
	['issueDate', 'issueDate', /^\d{4}年?\d\d?月?\d\d?日?$|^\d{4}[-/.]\d\d?[-/.]\d\d?$/],
	['checkCode', 'checkCode', /^[\d*]+$/],
	['machineNumber', 'machineNumber', /^\d{12}$/],
];

/** Titles of fully digital invoices and of older electronic ones. */
const TITLE =
	/电子发票\((?:普通发票|增值税专用发票)\)|[\u4e00-\u9fff]{0,8}增值税(?:电子)?(?:普通|专用)发票|[\u4e00-\u9fff]{2,8}通行费电子(?:普通)?发票/;

/** The invoice or rail ticket on one page; undefined where its labels are not those of one. */
export function readInvoicePage(form: Form, source: Invoice['source']): Invoice | undefined {
	if (form.all('railTicket').length > 0) return readRailTicket(form, source);
	const table = findTable(form);
	if (table === undefined || form.all('invoiceNumber').length === 0) return undefined;
	const invoice: Invoice = { ...emptyInvoice(source), pages: [form.page] };
	const words = form.all('totalWords').filter(({ v }) => v > table.top);
	if (words.length > 1) invoice.doubts.push(finding('twoTotals'));
	readHeader(form, table, invoice);
	readTotals(form, table, invoice);
	const bottom = words[0]?.v ?? table.bottom;
	addParties(invoice, form, table.top, bottom);
	const { lines, doubts } = tableLines(form, table);
	invoice.lines = lines;
	invoice.doubts.push(...doubts);
	addFoot(invoice, form, bottom);
	const type = TITLE.exec(form.title)?.[0].replace('(', '（').replace(')', '）');
	if (type !== undefined) invoice.texts.invoiceType = type.replace(/^成品油/, '');
	return invoice;
}

function readHeader(form: Form, table: Table, invoice: Invoice): void {
	for (const [label, name, pattern] of HEADER) {
		const found: string[] = [];
		for (const one of form.all(label).filter(({ v }) => v < table.top)) {
			const words = form.wordsBeside(one);
			const date = name === 'issueDate' && words ? dateInParts(words) : undefined;
			// some forms print the colon twice
			const text = date ?? (words && joined(words).replace(/^[:：\s]+/, ''));
			if (words === null || (date === undefined && holdForeignText(words ?? [])))
				invoice.doubts.push(finding('twoBeside', one.text));
			else if (text && pattern.test(unspaced(text))) found.push(unspaced(text));
			else if (text) invoice.doubts.push(finding('otherBeside', text, one.text));
		}
		const [first, ...others] = [...new Set(found)];
		if (first !== undefined) invoice.texts[name] = first;
		if (others.length > 0) invoice.contradictions[name] = others;
	}
}

/** A date of three separate numbers in one type, between which the form may print 年, 月 and 日. */
function dateInParts(words: Word[]): string | undefined {
	const characters = words.flatMap((one) => one.characters);
	const text = characters.map((one) => one.text).join('');
	const digits = characters.filter((one) => /\d/.test(one.text));
	const numbers = wordsOf({ ...words[0]!, characters: digits });
	const [year, month, day] = numbers.map((one) => one.text);
	const isDate = text === `${year}年${month}月${day}日` || text === `${year}${month}${day}`;
	const isOneType = !holdForeignText(numbers.map((one) => ({ ...one, beside: undefined })));
	return isDate && isOneType && numbers.length === 3 ? `${year}年${month}月${day}日` : undefined;
}

function readTotals(form: Form, table: Table, invoice: Invoice): void {
	const { texts } = invoice;
	const below = (name: LabelName) => form.all(name).find(({ v }) => v > table.bottom);
	const [words, digits] = [below('totalWords'), below('totalDigits')];
	// the last of several pages has a subtotal and a total
	const hasSubtotal = table.totalLabel.name === 'subtotal';
	const label = hasSubtotal ? below('total') : table.totalLabel;
	const isTotal = label && (!hasSubtotal || label.v < (words?.v ?? 0));
	const total = isTotal && totalTexts(form, label);
	if (total) [texts.totalAmount, texts.totalTax] = total;
	const inWords = words && form.beside(words, Infinity);
	const han = inWords && unspaced(inWords).replace(/^(?:[^\u4e00-\u9fff(]|\((?![负負]))+/, '');
	if (han) texts.totalWithTaxWords = han;
	const inDigits = digits && form.beside(digits, Infinity);
	if (inDigits) texts.totalWithTax = inDigits;
}

/** Adds the issuing people and the remark; `bottom` is the middle of the row with the total in words. */
function addFoot({ texts, doubts }: Invoice, form: Form, bottom: number): void {
	for (const name of ['payee', 'reviewer', 'drawer'] as const) {
		// a remark above the foot may name people too
		const labels = form.all(name).filter(({ v }) => v > bottom);
		const words = (labels.length > 0 && form.wordsBeside(labels.at(-1)!)) || [];
		const text = joined(words).replace(/ ?[;；,，。]$/, '');
		if (text !== '') texts[name] = text;
		if (holdForeignText(words)) doubts.push(finding('mixedBeside', text, labels.at(-1)!.text));
	}
	const remark = remarkOf(form, bottom);
	if (remark.length > 0) texts.remark = remark.map(joined).join('\n');
	// nothing proves a remark, so text stamped over it must not become a part
	if (holdForeignText(remark.flat()) || remark.some((line, index) => isApart(line, remark, index)))
		doubts.push(finding('mixedRemark'));
	if (remark.length > 0 && form.all('drawer').every(({ v }) => v < bottom))
		doubts.push(finding('remarkEnd'));
}

/** In heights of the type: how far a line of a remark may begin from the first one, and from the one above it. */
const INDENT = 1.5;
const LONGEST_STEP = 2.5;

/** Whether a line is another text than the remark: it begins too far to the side, or too far below. */
function isApart([first]: Word[], remark: Word[][], index: number): boolean {
	const above = remark[index - 1]?.[0];
	if (first === undefined || above === undefined) return false;
	const indent = Math.abs(first.left - remark[0]![0]!.left);
	const isIndented = indent > INDENT * first.size && !first.characters[0]!.afterSpace;
	return isIndented || first.v - above.v > LONGEST_STEP * first.size;
}

/** The text to the right of 备 and 注, which are printed one below the other, down to the people's names. */
function remarkOf(form: Form, bottom: number): Word[][] {
	const below = form.lines({ top: bottom }).flat();
	const first = below.find(({ text }) => text === '备');
	const last = below.find(
		({ text, left, size, v }) =>
			text === '注' && first !== undefined && Math.abs(left - first.left) < size && v > first.v,
	);
	if (first === undefined || last === undefined) return [];
	const drawers = form.all('drawer').filter(({ v }) => v > last.v);
	const end = Math.min(...drawers.map(({ v, size }) => v - size), last.v + 8 * last.size);
	// a remark beside the seller's block does not have the whole width
	const isBesideSeller = form.all('name').some(({ v }) => v > bottom);
	const top = isBesideSeller ? first.v - 2 * first.size : bottom + first.size;
	return form.lines({ left: Math.max(first.right, last.right), top, bottom: end }, 'all');
}

type FieldsBeside = ReadonlyArray<readonly [LabelName, FieldName]>;

/** The texts beside the first label of each kind. */
function textsBeside(form: Form, labels: FieldsBeside, bottom = Infinity): Invoice['texts'] {
	const texts: Invoice['texts'] = {};
	for (const [name, field] of labels) {
		const label = form.all(name).find(({ v }) => v < bottom);
		const text = label && form.beside(label);
		if (text) texts[field] = field === 'buyerName' ? text : unspaced(text);
	}
	return texts;
}

const LIST_TITLE = /(?:应税劳务|劳务、服务)(?:、服务)?清单|销货清单/;
const OF_LISTS: FieldsBeside = [
	['listCode', 'invoiceCode'],
	['listNumber', 'invoiceNumber'],
];

/** Reads a list of goods (销货清单) and its invoice's number; undefined for another page, or without a table. */
export function readListPage(form: Form, source: Invoice['source']): Invoice | undefined {
	const isList = LIST_TITLE.test(unspaced(form.title)) || form.all('listCode').length > 0;
	// the title may stand nearer to the invoice above it
	const table = isList && form.all('totalWords').length === 0 ? findTable(form) : undefined;
	if (table === undefined) return undefined;
	const texts = textsBeside(form, OF_LISTS, table.top);
	return { ...emptyInvoice(source), ...tableLines(form, table), texts, pages: [form.page] };
}

const FARE = /票价:?[¥￥]?(\d+\.\d\d)/;
const REFUND = /退票费:?[¥￥]?(\d+\.\d\d)/;
const OF_TICKETS: FieldsBeside = [
	['invoiceNumber', 'invoiceNumber'],
	['issueDate', 'issueDate'],
	['buyerName', 'buyerName'],
	['taxId', 'buyerTaxId'],
];

/** A rail ticket as an invoice, with a doubt about its tax, which the page lacks. */
function readRailTicket(form: Form, source: Invoice['source']): Invoice {
	const text = unspaced(form.text.replace(/\n/g, '|'));
	const [fare, refund] = [FARE, REFUND].map((one) => one.exec(text)?.[1]);
	const total = fare ?? refund;
	const texts: Invoice['texts'] = {
		invoiceType: '电子发票（铁路电子客票）',
		...textsBeside(form, OF_TICKETS),
		...(total === undefined ? {} : { totalWithTax: total }),
	};
	const doubts = [finding('noTicketTax')];
	if (total === undefined) doubts.unshift(finding('noFare'));
	else if (fare && refund) doubts.unshift(finding('fareAndRefund', fare, refund));
	return { ...emptyInvoice(source), texts, pages: [form.page], doubts };
}

const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

/** By how much a printed number may be off the exact one. */
const roundingOf = (text: string) => 0.5 * 10 ** -(DECIMAL.exec(text)?.[1]?.length ?? 0);

/** Quantity times unit price has to equal the amount, which reveals a value in the wrong column. */
export function productDoubts(lines: InvoiceLine[]): Finding[] {
	return lines.flatMap((line, index) => {
		const [quantity, price, amount] = [line.quantity, line.unitPrice, line.amount].map((text) =>
			text === undefined ? undefined : plainDashes(unspaced(text)).replace(/[,¥]/g, ''),
		);
		if (quantity === undefined && price === undefined) return [];
		if (quantity === undefined || price === undefined || amount === undefined)
			return [onLine(index, finding('noProduct'))];
		if (![quantity, price].every((text) => DECIMAL.test(text)))
			return [onLine(index, finding('noNumbers'))];
		const [count, each] = [Number(quantity), Number(price)];
		const slack =
			0.0151 + Math.abs(count) * roundingOf(price) + Math.abs(each) * roundingOf(quantity);
		if (Math.abs(count * each - Number(amount)) <= slack) return [];
		return [onLine(index, finding('product', quantity, price, amount))];
	});
}

/** Kinds of pages by words that only they have; invoices mention some of them (MENTIONED). */
const KINDS: ReadonlyArray<readonly [words: RegExp, kind: RefusalCode, mayBeInvoice?: true]> = [
	// an invoice only since 2024
	[/航空运输电子客票行程单/, 'airTicket', true],
	[/(?:机动车|二手车)销售统一发票/, 'vehicle', true],
	[/不动产(?:销售)?统一发票/, 'realEstate', true],
	[/通行费电子票据汇总单|通行明细清单/, 'tolls'],
	[/行程(?:报销)?单(?!号)|TRIPTABLE/, 'trips'],
	[
		/(?:电子|业务|付款|收款|交易|网银|转账|客户|银行)(?:\([^)]*\))?回单|回单(?:编号|验证码)|银行对账单/,
		'bankReceipt',
	],
	[/报价单|报价表|QUOTATION/i, 'quotation'],
	[/财政(?:部)?(?:电子)?票据|票据代码|非税收入|(?:医疗|门诊|住院).{0,6}票据/, 'publicReceipt'],
	[/税收(?:完税证明|缴款书)/, 'taxSlip'],
	[/合同编号|买卖合同|购销合同/, 'contract'],
	[/(?:送货|发货|出库|订货|采购)单/, 'note'],
];

/** Kinds that the remark of an invoice may mention, and what only an invoice prints. */
const MENTIONED: readonly string[] = ['bankReceipt', 'contract', 'note', 'quotation', 'trips'];
const NUMBERED = /价税合计|发票(?:号码|代码):?\d/;

/** What an invoice or another receipt prints: its number, or an amount of money. */
const OF_INVOICES =
	/(?:发票|票据)(?:号码|代码)|价税合计|(?:电子)?客票|\d{20}|invoice(?:no|number|#)|[¥$]\d|\d元|合计.{0,8}\d/i;

/** Identifies a page without an invoice. */
export function kindOf(text: string): OtherKind {
	const words = unspaced(text);
	const found = KINDS.find(([pattern]) => pattern.test(words));
	// terms and conditions, for one, name no amount
	if (found === undefined)
		return { mayBeInvoice: !/[\p{L}\p{N}]/u.test(text) || OF_INVOICES.test(words) };
	const [, kind, mayBeInvoice] = found;
	return MENTIONED.includes(kind) && NUMBERED.test(words)
		? { kind: 'otherForm', mayBeInvoice: true }
		: { kind, mayBeInvoice };
}
