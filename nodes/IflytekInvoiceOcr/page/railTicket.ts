import type { Invoice } from '../invoice/invoice';
import type { Form } from './form';
import { plain } from '../../shared/formats/pageText/words';
import { finding, type Finding } from '../invoice/findings';

const FARE = /票价:?[¥￥]?(\d+\.\d\d)/;
const REFUND = /退票费:?[¥￥]?(\d+\.\d\d)/;

/**
 * A rail ticket as an invoice, as far as its page goes: the tax is not on it. What cannot be checked
 * without it marks the row.
 */
export function readRailTicket(form: Form, source: Invoice['source']): Invoice | undefined {
	const text = plain(form.text.replace(/\n/g, '|'));
	if (form.all('railTicket').length === 0) return undefined;
	const texts: Invoice['texts'] = { invoiceType: '电子发票（铁路电子客票）' };
	const doubts: Finding[] = [];
	for (const name of ['invoiceNumber', 'issueDate'] as const) {
		const [label] = form.all(name);
		const found = label === undefined ? undefined : form.beside(label);
		if (found) texts[name] = plain(found);
	}
	const [buyer] = form.all('buyerName');
	const [taxId] = form.all('taxId');
	const buyerName = buyer && form.beside(buyer);
	const buyerTaxId = taxId && form.beside(taxId);
	if (buyerName) texts.buyerName = buyerName;
	if (buyerTaxId) texts.buyerTaxId = plain(buyerTaxId);
	const [fare, refund] = [FARE, REFUND].map((one) => one.exec(text)?.[1]);
	if (fare !== undefined && refund !== undefined)
		doubts.push(finding('fareAndRefund', fare, refund));
	const total = fare ?? refund;
	if (total !== undefined) texts.totalWithTax = total;
	else doubts.push(finding('noFare'));
	doubts.push(finding('noTicketTax'));
	return { source, texts, contradictions: {}, lines: [], pages: [form.page], doubts };
}
