import type { EInvoice } from '../eInvoice/eInvoice';
import type { ExtraName } from '../eInvoice/fields';
import type { FieldName } from '../elements';
import { UNKNOWN } from '../pageText/pageText';
import type { Form } from './form';
import { readFoot } from './foot';
import type { LabelName } from './labels';
import { readParties } from './parties';
import { findTable, totalTexts, tableLines, type InvoiceLine, type Table } from './table';
import { plain } from './words';

/** An invoice that was read from the text of pages. */
export interface PageInvoice extends EInvoice {
	/** the pages it stands on, from 1 */
	pages: number[];
	/** what the pages leave open, a sentence each */
	doubts: string[];
}

/** Fields printed above the table, each beside its label, and what such a text looks like. */
const HEADER: ReadonlyArray<readonly [LabelName, ExtraName | FieldName, RegExp]> = [
	['invoiceNumber', 'invoiceNumber', /^\d+$/],
	['invoiceCode', 'invoiceCode', /^\d+$/],
	['issueDate', 'issueDate', /^\d{4}年?\d\d?月?\d\d?日?$|^\d{4}[-/.]\d\d?[-/.]\d\d?$/],
	['checkCode', 'checkCode', /^[\d*]+$/],
	['machineNumber', 'machineNumber', /^\d+$/],
];

/** What a fully digital invoice and an older electronic one are called. */
const TITLE =
	/电子发票\((?:普通发票|增值税专用发票)\)|[\u4e00-\u9fff]{0,8}增值税(?:电子)?(?:普通|专用)发票|[\u4e00-\u9fff]{2,8}通行费电子(?:普通)?发票/;

/** The invoice on one page; undefined where its labels are not those of an invoice. */
export function readInvoicePage(form: Form, source: EInvoice['source']): PageInvoice | undefined {
	const table = findTable(form);
	if (table === undefined || form.all('invoiceNumber').length === 0) return undefined;
	const invoice: PageInvoice = {
		source,
		texts: {},
		contradictions: {},
		lines: [],
		pages: [form.page],
		doubts: [],
	};
	const words = form.all('totalWords').filter(({ v }) => v > table.top);
	if (words.length > 1) invoice.doubts.push('The page holds more than one total in words');
	readHeader(form, table, invoice);
	readTotals(form, table, invoice);
	const bottom = words[0]?.v ?? table.bottom;
	const parties = readParties(form, table.top, bottom);
	Object.assign(invoice.texts, parties.texts);
	const { lines, doubts } = tableLines(form, table);
	invoice.lines = lines;
	invoice.doubts.push(...parties.doubts, ...doubts, ...productDoubts(lines));
	const partiesAbove = !form.all('name').some(({ v }) => v > bottom);
	Object.assign(invoice.texts, readFoot(form, bottom, partiesAbove));
	const title = TITLE.exec(form.title);
	if (title !== null)
		invoice.texts.invoiceType = title[0]
			.replace('(', '（')
			.replace(')', '）')
			.replace(/^成品油/, '');
	for (const [name, text] of Object.entries(invoice.texts)) {
		if (text.includes(UNKNOWN))
			invoice.doubts.push(`A character of the ${name} is not told by its font`);
	}
	return invoice;
}

function readHeader(form: Form, table: Table, invoice: PageInvoice): void {
	for (const [label, name, pattern] of HEADER) {
		const found: string[] = [];
		for (const one of form.all(label).filter(({ v }) => v < table.top)) {
			const text = form.beside(one);
			if (text === null) invoice.doubts.push(`Two texts stand beside ${one.text}`);
			else if (text !== undefined && pattern.test(plain(text))) found.push(plain(text));
			else if (text !== undefined) invoice.doubts.push(`"${text}" stands beside ${one.text}`);
		}
		const [first, ...others] = [...new Set(found)];
		if (first !== undefined) invoice.texts[name] = first;
		if (others.length > 0) invoice.contradictions[name] = others;
	}
}

function readTotals(form: Form, table: Table, invoice: PageInvoice): void {
	const { texts } = invoice;
	if (table.totalLabel.name !== 'subtotal') {
		const total = totalTexts(form, table.totalLabel);
		if (total !== undefined) {
			texts.totalAmount = total.amount;
			texts.totalTax = total.tax;
		}
	}
	const words = form.all('totalWords').find(({ v }) => v > table.bottom);
	const digits = form.all('totalDigits').find(({ v }) => v > table.bottom);
	if (words !== undefined) {
		const text = form.beside(words, Infinity);
		const han = text && plain(text).replace(/^(?:[^\u4e00-\u9fff(]|\((?![负負]))+/, '');
		if (han) texts.totalWithTaxWords = han;
	}
	if (digits !== undefined) {
		const text = form.beside(digits, Infinity);
		if (text) texts.totalWithTax = text;
	}
}

const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

/** Quantity times unit price has to be the amount: so a value in the wrong column shows. */
function productDoubts(lines: InvoiceLine[]): string[] {
	return lines.flatMap((line, index) => {
		const [quantity, price, amount] = [line.quantity, line.unitPrice, line.amount].map((text) =>
			text === undefined ? undefined : plain(text).replace(/[,¥]/g, ''),
		);
		if (quantity === undefined && price === undefined) return [];
		if (quantity === undefined || price === undefined || amount === undefined) {
			return [`Line ${index + 1}: a quantity or a unit price alone cannot be checked`];
		}
		const parts = [quantity, price].map((text) => DECIMAL.exec(text));
		if (parts.includes(null)) return [`Line ${index + 1}: quantity or unit price is no number`];
		const [ofQuantity, ofPrice] = parts.map((part) => 0.5 * 10 ** -(part![1]?.length ?? 0)) as [
			number,
			number,
		];
		const slack =
			0.0151 + Math.abs(Number(quantity)) * ofPrice + Math.abs(Number(price)) * ofQuantity;
		return Math.abs(Number(quantity) * Number(price) - Number(amount)) <= slack
			? []
			: [`Line ${index + 1}: ${quantity} times ${price} is not ${amount}`];
	});
}
