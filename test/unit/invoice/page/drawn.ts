import { readPages } from '../../../../nodes/IflytekInvoiceOcr/page/documents';
import { proveInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/proof';
import { readPdfText } from '../../../../nodes/IflytekInvoiceOcr/fileFormats/pageText/pdfText';
import { PdfFile } from '../../../../nodes/IflytekInvoiceOcr/fileFormats/pdf/file';
import { inDigits, inWords } from '../../../fixtures/invoice/amounts';
import type { DrawnInvoice } from '../../../fixtures/pageInvoice';
import { textPdf, type FontKind } from '../../../fixtures/pdf/text';

export const TODAY = '2026-11-23';

/** Reads drawn pages as a PDF. */
export async function read({ pages }: Pick<DrawnInvoice, 'pages'>, font: FontKind = 'ucs2') {
	const file = await PdfFile.open(textPdf(pages, font));
	return readPages(await readPdfText(file), 'pdf');
}

/** What an invoice says, as its row would have it. */
export function expectation({ truth, lines }: DrawnInvoice) {
	const older = truth.code !== null;
	return {
		record: {
			invoiceCode: truth.code,
			invoiceNumber: truth.number,
			issueDate: truth.date,
			checkCode: older ? truth.checkCode : null,
			buyerName: truth.buyer.name,
			buyerTaxId: truth.buyer.taxId,
			buyerAddressPhone: older ? truth.buyer.addressPhone : null,
			buyerBankAccount: older ? truth.buyer.bankAccount : null,
			sellerName: truth.seller.name,
			sellerTaxId: truth.seller.taxId,
			sellerAddressPhone: older ? truth.seller.addressPhone : null,
			totalAmount: truth.total / 100,
			totalTax: (truth.totalTax ?? 0) / 100,
			totalWithTax: truth.totalWithTax / 100,
			totalWithTaxWords: inWords(truth.totalWithTax),
		},
		lines: lines.map((line) => ({
			goodsName: line.name.replace(/ /g, ''),
			amount: inDigits(line.amount),
			tax: line.tax === null ? '***' : inDigits(line.tax),
			taxRate: line.rate,
			...(line.quantity === null ? {} : { quantity: line.quantity, unitPrice: line.unitPrice! }),
			...(line.unit === null ? {} : { unit: line.unit }),
			...(line.specification === null ? {} : { specification: line.specification }),
		})),
		doubts: [],
	};
}

/** A space at the end of a printed line is lost. */
export const unspaced = (lines: Array<{ goodsName?: string }>) =>
	lines.map((line) => ({ ...line, goodsName: line.goodsName?.replace(/ /g, '') }));

/** Whether a drawing proves itself, in which case every value has to be the one that was drawn. */
export async function isProvedRight(drawn: DrawnInvoice, font: FontKind): Promise<boolean> {
	const { invoices } = await read(drawn, font);
	const all = invoices.map((invoice) => ({ invoice, ...proveInvoice(invoice, TODAY) }));
	if (all.length !== 1 || all[0]!.doubts.length > 0) return false;
	const { record, invoice } = all[0]!;
	expect({ record, lines: unspaced(invoice.lines), doubts: [] }).toMatchObject(expectation(drawn));
	expect(invoice.lines).toHaveLength(drawn.lines.length);
	return true;
}
