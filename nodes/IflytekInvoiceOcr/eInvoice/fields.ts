import type { ExtraName, FieldName, LineField } from '../invoice/invoice';

/**
 * A value of an e-invoice, and the elements that may hold it, as paths from the root. The first one that
 * has text counts; of several in one path, the texts are joined by a space.
 */
type Row<Name extends string> = readonly [name: Name, ...paths: string[]];

/** The element names of one kind of e-invoice. */
export interface EInvoiceFormat {
	/** what messages call it */
	title: string;
	/** the root element, in lower case */
	roots: readonly string[];
	/** an element without which it is another kind of document */
	marker: string;
	fields: ReadonlyArray<Row<ExtraName | FieldName>>;
	/** the elements that each hold one line; `*` stands for any name */
	line: string;
	lineFields: ReadonlyArray<Row<LineField>>;
}

const PARTY = 'EInvoiceData/';

/**
 * The XML of the tax authorities' platform for fully digital invoices, in files of its own and attached
 * to OFD. No public specification is known: names as several independent public programs read them
 * (docs/internals/e-invoice-names.md: which name is known to how many).
 */
const TAX_PLATFORM: EInvoiceFormat = {
	title: "the XML of the tax authorities' platform",
	roots: ['einvoice'],
	marker: 'EInvoiceData',
	fields: [
		['invoiceNumber', 'TaxSupervisionInfo/InvoiceNumber', 'Header/EIid'],
		['issueDate', 'TaxSupervisionInfo/IssueTime', 'EInvoiceData/BasicInformation/RequestTime'],
		['sellerName', `${PARTY}SellerInformation/SellerName`],
		['sellerTaxId', `${PARTY}SellerInformation/SellerIdNum`],
		[
			'sellerAddressPhone',
			`${PARTY}SellerInformation/SellerAddr + ${PARTY}SellerInformation/SellerTelNum`,
		],
		[
			'sellerBankAccount',
			`${PARTY}SellerInformation/SellerBankName + ${PARTY}SellerInformation/SellerBankAccNum`,
		],
		['buyerName', `${PARTY}BuyerInformation/BuyerName`],
		['buyerTaxId', `${PARTY}BuyerInformation/BuyerIdNum`],
		[
			'buyerAddressPhone',
			`${PARTY}BuyerInformation/BuyerAddr + ${PARTY}BuyerInformation/BuyerTelNum`,
		],
		[
			'buyerBankAccount',
			`${PARTY}BuyerInformation/BuyerBankName + ${PARTY}BuyerInformation/BuyerBankAccNum`,
		],
		['totalAmount', `${PARTY}BasicInformation/TotalAmWithoutTax`],
		['totalTax', `${PARTY}BasicInformation/TotalTaxAm`],
		['totalWithTax', `${PARTY}BasicInformation/TotalTax-includedAmount`],
		['totalWithTaxWords', `${PARTY}BasicInformation/TotalTax-includedAmountInChinese`],
		['drawer', `${PARTY}BasicInformation/Drawer`],
		['remark', `${PARTY}AdditionalInformation/Remark`],
		[
			'invoiceType',
			'Header/InherentLabel/GeneralOrSpecialVAT/LabelName',
			'TaxSupervisionInfo/GeneralOrSpecialVAT/LabelName',
			'Header/InherentLabel/EInvoiceType/LabelName',
		],
		['originalInvoiceNumber', `${PARTY}SpecificInformation/RedEInvoice/OriginalInvoiceCode`],
	],
	line: 'EInvoiceData/IssuItemInformation',
	lineFields: [
		['goodsName', 'ItemName'],
		['specification', 'SpecMod'],
		['unit', 'MeaUnits'],
		['quantity', 'Quantity'],
		['unitPrice', 'UnPrice'],
		['amount', 'Amount'],
		['taxRate', 'TaxRate'],
		['tax', 'ComTaxAm'],
		['taxCategoryCode', 'TaxClassificationCode'],
	],
};

/** The data of older electronic invoices, attached to their OFD as original_invoice.xml. */
const ORIGINAL_INVOICE: EInvoiceFormat = {
	title: 'the older original_invoice.xml',
	roots: ['einvoice', 'invoice'],
	marker: 'InvoiceNo',
	fields: [
		['invoiceCode', 'InvoiceCode'],
		['invoiceNumber', 'InvoiceNo'],
		['issueDate', 'IssueDate'],
		['checkCode', 'InvoiceCheckCode'],
		['cipherArea', 'TaxControlCode'],
		['sellerName', 'Seller/SellerName'],
		['sellerTaxId', 'Seller/SellerTaxID'],
		['sellerAddressPhone', 'Seller/SellerAddrTel'],
		['sellerBankAccount', 'Seller/SellerFinancialAccount'],
		['buyerName', 'Buyer/BuyerName'],
		['buyerTaxId', 'Buyer/BuyerTaxID'],
		['buyerAddressPhone', 'Buyer/BuyerAddrTel'],
		['buyerBankAccount', 'Buyer/BuyerFinancialAccount'],
		['totalAmount', 'TaxExclusiveTotalAmount'],
		['totalTax', 'TaxTotalAmount'],
		['totalWithTax', 'TaxInclusiveTotalAmount'],
		['drawer', 'InvoiceClerk'],
		['payee', 'Payee'],
		['reviewer', 'Checker'],
		['machineNumber', 'MachineNo'],
		['remark', 'Note'],
		['invoiceType', 'InvoiceTitle'],
	],
	line: 'GoodsInfos/*',
	lineFields: [
		['goodsName', 'Item'],
		['specification', 'Specification'],
		['unit', 'MeasurementDimension'],
		['quantity', 'Quantity'],
		['unitPrice', 'Price'],
		['amount', 'Amount'],
		['taxRate', 'TaxScheme'],
		['tax', 'TaxAmount'],
	],
};

export const E_INVOICE_FORMATS: readonly EInvoiceFormat[] = [TAX_PLATFORM, ORIGINAL_INVOICE];
