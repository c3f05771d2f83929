import { inEnglish, proveInvoice } from '../read';
import { readPages } from '../../../../nodes/IflytekInvoiceOcr/sheets/documents';
import type { Invoice } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { readPdfText } from '../../../../nodes/shared/formats/pageText/pdfText';
import { PdfFile } from '../../../../nodes/shared/formats/pdf/file';
import { inDigits, inWords } from '../../../fixtures/invoice/amounts';
import type { DrawnInvoice } from '../../../fixtures/pageInvoice';
import { textPdf, type FontKind, type PlacedText } from '../../../fixtures/pdf/text';

export const TODAY = '2026-11-23';

/** Reads drawn pages as a PDF. */
export async function read({ pages }: Pick<DrawnInvoice, 'pages'>, font: FontKind = 'ucs2') {
	const file = await PdfFile.open(textPdf(pages, font));
	return readPages(await readPdfText(file), 'pdf');
}

/** What an invoice says, as its row would have it. */
function expectation({ truth, lines }: DrawnInvoice) {
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

/** What is printed beside the buyer of an older invoice. */
export const CIPHER = '03<8-5*/+>6240-1<99>7*+/3'.repeat(4);

export function expectRight(invoice: Invoice, drawn: DrawnInvoice): void {
	const { record, doubts } = proveInvoice(invoice, TODAY);
	// a space at the end of a printed line is lost
	const lines = invoice.lines.map((line) => ({
		...line,
		goodsName: line.goodsName?.replace(/ /g, ''),
	}));
	expect({ record, lines, doubts }).toMatchObject(expectation(drawn));
	// left out where another text lies in it, since nothing else proves it
	expect([drawn.truth.code === null ? null : CIPHER, null]).toContain(record.cipherArea);
}

/** Reads the one invoice of drawn pages, with its record and what is doubtful about it. */
export async function readOne(drawn: Pick<DrawnInvoice, 'pages'>, font?: FontKind) {
	const { invoices, others } = await read(drawn, font);
	expect(others).toEqual([]);
	expect(invoices).toHaveLength(1);
	const [invoice] = invoices as [Invoice];
	const { record, doubts } = proveInvoice(invoice, TODAY);
	return { invoice, record, doubts: inEnglish(doubts) };
}

/** Reads an invoice of which every value has to be the one that was drawn. */
export async function expectRead(drawn: DrawnInvoice, font?: FontKind): Promise<Invoice> {
	const { invoice, record } = await readOne(drawn, font);
	expectRight(invoice, drawn);
	if (drawn.truth.code !== null) expect(record.cipherArea).toBe(CIPHER);
	return invoice;
}

/** Whether a drawing proves itself, in which case every value has to be the one that was drawn. */
export async function isProvedRight(drawn: DrawnInvoice, font: FontKind): Promise<boolean> {
	const [invoice, ...more] = (await read(drawn, font)).invoices;
	const isProved =
		invoice !== undefined && more.length === 0 && proveInvoice(invoice, TODAY).doubts.length === 0;
	if (isProved) expectRight(invoice, drawn);
	return isProved;
}

export const placed = (text: string, x: number, y: number, size = 9): PlacedText => ({
	text,
	x,
	y,
	size,
});

/** The pages with each text changed, left out or doubled, and with more texts on each. */
export const edited = (
	{ pages }: Pick<DrawnInvoice, 'pages'>,
	edit: (text: PlacedText) => PlacedText[],
	...more: PlacedText[]
) => ({ pages: pages.map((page) => ({ ...page, texts: [...page.texts.flatMap(edit), ...more] })) });
