import type { FieldName } from '../invoice/elements';
import { meaning } from '../invoice/meaning';
import type { OfdText } from '../../shared/formats/pageText/ofdText';
import type { Invoice } from '../invoice/record';
import { plain } from '../../shared/formats/pageText/words';

/** Tags and properties of an OFD that give a field of the invoice. */
const SOURCES: ReadonlyArray<readonly [FieldName, tag: string, property?: string]> = [
	['invoiceNumber', 'InvoiceNo', '发票号码'],
	['invoiceCode', 'InvoiceCode', '发票代码'],
	['issueDate', 'IssueDate', '开票日期'],
	['buyerName', 'Buyer/BuyerName'],
	['buyerTaxId', 'Buyer/BuyerTaxID', '购买方纳税人识别号'],
	['sellerName', 'Seller/SellerName'],
	['sellerTaxId', 'Seller/SellerTaxID', '销售方纳税人识别号'],
	['totalAmount', 'TaxExclusiveTotalAmount', '合计金额'],
	['totalTax', 'TaxTotalAmount', '合计税额'],
	['totalWithTax', 'TaxInclusiveTotalAmount', '价税合计'],
];

/**
 * Adds what the tags and properties of an OFD say to the invoice on its pages: a field that the page leaves
 * out is taken from there, one that differs is a contradiction.
 */
export function compareTags(invoice: Invoice, { tags, properties }: OfdText): void {
	for (const [field, tag, property] of SOURCES) {
		const tagged = tags.get(tag)?.join('').trim();
		const told = property === undefined ? undefined : properties.get(property);
		for (const text of [tagged, told]) {
			// some tags point at the sign of the currency alone
			if (text === undefined || plain(text).replace('¥', '') === '') continue;
			const known = invoice.texts[field];
			if (known === undefined) invoice.texts[field] = text;
			else if (meaning(field, known) !== meaning(field, text)) {
				invoice.contradictions[field] = [...(invoice.contradictions[field] ?? []), text];
			}
		}
	}
}
