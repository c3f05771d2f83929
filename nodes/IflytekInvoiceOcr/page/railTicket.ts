import type { EInvoice } from '../eInvoice/fields';
import type { Form } from './form';
import type { PageInvoice } from './invoicePages';
import { plain } from '../../shared/formats/pageText/words';
import { say, type Sentence } from '../invoice/elements';

const TITLE = '电子发票(铁路电子客票)';
const FARE = /票价:?[¥￥]?(\d+\.\d\d)/;
const REFUND = /退票费:?[¥￥]?(\d+\.\d\d)/;

/**
 * A rail ticket as an invoice, as far as its page goes: the tax is not on it. What cannot be checked
 * without it marks the row.
 */
export function readRailTicket(form: Form, source: EInvoice['source']): PageInvoice | undefined {
	const text = plain(form.text.replace(/\n/g, '|'));
	if (!text.includes(TITLE)) return undefined;
	const texts: PageInvoice['texts'] = { invoiceType: '电子发票（铁路电子客票）' };
	const doubts: Sentence[] = [];
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
	const fare = FARE.exec(text) ?? REFUND.exec(text);
	if (fare !== null) texts.totalWithTax = fare[1]!;
	else doubts.push(say('The page does not state the fare', '页面未注明票价'));
	doubts.push(
		say(
			'A rail ticket does not show its tax on the page: download the OFD or XML from 12306, which has it',
			'铁路客票版面不印税额：请从 12306 下载含有税额的 OFD 或 XML',
		),
	);
	return { source, texts, contradictions: {}, lines: [], pages: [form.page], doubts };
}
