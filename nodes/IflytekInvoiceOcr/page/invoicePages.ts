import type { ExtraName, FieldName, Invoice } from '../invoice/invoice';
import { finding } from '../invoice/findings';
import type { Form } from './form';
import { readFoot } from './foot';
import type { LabelName } from './labels';
import { readParties } from './parties';
import { findTable, totalTexts, tableLines, type Table } from './table';
import { areMixed, joined, plain } from '../../shared/formats/pageText/words';

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

/** The invoice on one page; undefined where its labels are not those of an invoice. */
export function readInvoicePage(form: Form, source: Invoice['source']): Invoice | undefined {
	const table = findTable(form);
	if (table === undefined || form.all('invoiceNumber').length === 0) return undefined;
	const invoice: Invoice = {
		source,
		texts: {},
		contradictions: {},
		lines: [],
		pages: [form.page],
		doubts: [],
	};
	const words = form.all('totalWords').filter(({ v }) => v > table.top);
	if (words.length > 1) {
		invoice.doubts.push(finding('twoTotals'));
	}
	readHeader(form, table, invoice);
	readTotals(form, table, invoice);
	const bottom = words[0]?.v ?? table.bottom;
	const parties = readParties(form, table.top, bottom);
	Object.assign(invoice.texts, parties.texts);
	const { lines, doubts } = tableLines(form, table);
	invoice.lines = lines;
	invoice.doubts.push(...parties.doubts, ...doubts);
	const partiesAbove = !form.all('name').some(({ v }) => v > bottom);
	const foot = readFoot(form, bottom, partiesAbove);
	Object.assign(invoice.texts, foot.texts);
	invoice.doubts.push(...foot.doubts);
	const title = TITLE.exec(form.title);
	if (title !== null)
		invoice.texts.invoiceType = title[0]
			.replace('(', '（')
			.replace(')', '）')
			.replace(/^成品油/, '');
	return invoice;
}

function readHeader(form: Form, table: Table, invoice: Invoice): void {
	for (const [label, name, pattern] of HEADER) {
		const found: string[] = [];
		for (const one of form.all(label).filter(({ v }) => v < table.top)) {
			const words = form.wordsBeside(one);
			// some forms print the colon twice
			const text = words && joined(words).replace(/^[:：\s]+/, '');
			if (words === null || areMixed(words ?? [])) {
				invoice.doubts.push(finding('twoBeside', one.text));
			} else if (text && pattern.test(plain(text))) found.push(plain(text));
			else if (text) {
				invoice.doubts.push(finding('otherBeside', text, one.text));
			}
		}
		const [first, ...others] = [...new Set(found)];
		if (first !== undefined) invoice.texts[name] = first;
		if (others.length > 0) invoice.contradictions[name] = others;
	}
}

function readTotals(form: Form, table: Table, invoice: Invoice): void {
	const { texts } = invoice;
	const words = form.all('totalWords').find(({ v }) => v > table.bottom);
	// the last of several pages has a subtotal and a total
	const label =
		table.totalLabel.name === 'subtotal'
			? form.all('total').find(({ v }) => v > table.bottom && v < (words?.v ?? 0))
			: table.totalLabel;
	if (label !== undefined) {
		const total = totalTexts(form, label);
		if (total !== undefined) {
			texts.totalAmount = total.amount;
			texts.totalTax = total.tax;
		}
	}
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
