import type { Wording } from '../../shared/problem/language';
import type { ExtraName, FieldName, LineField } from '../invoice/invoice';

/**
 * A value of an e-invoice, and the elements that may hold it, as paths from the root; a plus joins the texts of two
 * paths by a space. The first path with text counts; its further texts contradict it if they differ, those of the
 * other paths only for the invoice number.
 */
export type Row<Name extends string> = readonly [name: Name, ...paths: string[]];

/** The elements of one kind of e-invoice. */
interface EInvoiceFormat {
	/** what messages call it */
	title: Wording;
	/** the root element, in lower case */
	roots: readonly string[];
	/** an element without which it is another kind of document */
	marker: string;
	fields: ReadonlyArray<Row<ExtraName | FieldName>>;
	/** the elements that each hold one line; `*` stands for any name */
	line: string;
	lineFields: ReadonlyArray<Row<LineField>>;
}

const SELLER = 'EInvoiceData/SellerInformation/';
const BUYER = 'EInvoiceData/BuyerInformation/';
const BASIC = 'EInvoiceData/BasicInformation/';

/**
 * The XML of the tax authorities' platform for fully digital invoices, in files of its own and attached
 * to OFD. No public specification is known: names as several independent public programs read them
 * (docs/internals/e-invoice-names.md: which name is known to how many).
 */
const TAX_PLATFORM: EInvoiceFormat = {
	title: { english: "the XML of the tax authorities' platform", chinese: '税务平台的 XML' },
	roots: ['einvoice'],
	marker: 'EInvoiceData',
	fields: [
		['invoiceNumber', 'TaxSupervisionInfo/InvoiceNumber', 'Header/EIid'],
		['issueDate', 'TaxSupervisionInfo/IssueTime', `${BASIC}RequestTime`],
		['sellerName', `${SELLER}SellerName`],
		['sellerTaxId', `${SELLER}SellerIdNum`],
		['sellerAddressPhone', `${SELLER}SellerAddr + ${SELLER}SellerTelNum`],
		['sellerBankAccount', `${SELLER}SellerBankName + ${SELLER}SellerBankAccNum`],
		['buyerName', `${BUYER}BuyerName`],
		['buyerTaxId', `${BUYER}BuyerIdNum`],
		['buyerAddressPhone', `${BUYER}BuyerAddr + ${BUYER}BuyerTelNum`],
		['buyerBankAccount', `${BUYER}BuyerBankName + ${BUYER}BuyerBankAccNum`],
		['totalAmount', `${BASIC}TotalAmWithoutTax`],
		['totalTax', `${BASIC}TotalTaxAm`],
		['totalWithTax', `${BASIC}TotalTax-includedAmount`],
		['totalWithTaxWords', `${BASIC}TotalTax-includedAmountInChinese`],
		['drawer', `${BASIC}Drawer`],
		['remark', 'EInvoiceData/AdditionalInformation/Remark'],
		[
			'invoiceType',
			'Header/InherentLabel/GeneralOrSpecialVAT/LabelName',
			'TaxSupervisionInfo/GeneralOrSpecialVAT/LabelName',
			'Header/InherentLabel/EInvoiceType/LabelName',
		],
		['originalInvoiceNumber', 'EInvoiceData/SpecificInformation/RedEInvoice/OriginalInvoiceCode'],
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
	title: { english: 'the older original_invoice.xml', chinese: '旧版 original_invoice.xml' },
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

export const AIR_TICKET = 'ElectronicInvoiceAirTransportReceiptNumber';

/**
 * Elements of the Ministry of Finance's data standard for electronic vouchers, at any place, by their names without
 * the prefixes `inv` (electronic invoices), `einv` (fully digital ones, with the tax platform's names), `rai` (rail
 * tickets) and `atr` (air tickets).
 */
export const XBRL_FIELDS: ReadonlyArray<Row<ExtraName | FieldName>> = [
	[
		'invoiceNumber',
		'NumberOfInvoice',
		'ElectronicInvoiceRailwayETicketNumber',
		AIR_TICKET,
		'InvoiceNumber',
		'EInvoiceNumber',
		'EIid',
	],
	['invoiceCode', 'CodeOfInvoice', 'InvoiceCode'],
	['issueDate', 'DateOfIssue', 'IssueTime', 'IssueDate', 'RequestTime'],
	['checkCode', 'IdentifyingCode'],
	['cipherArea', 'SecurityCode'],
	['machineNumber', 'NumberOfInvoiceMachine'],
	['buyerName', 'NameOfPurchaser', 'NameOfBuyer', 'BuyerName'],
	[
		'buyerTaxId',
		'TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfPurchaser',
		'UnifiedSocialCreditCodeOfPurchaser',
		'UnifiedSocialCreditCodeOfBuyer',
		'BuyerIdNum',
	],
	['buyerAddressPhone', 'AddressPhoneNumberOfPurchaser'],
	['buyerBankAccount', 'DepositBankAndAccountNumberOfPurchaser'],
	['sellerName', 'NameOfSeller', 'SellerName', 'IssueParty'],
	[
		'sellerTaxId',
		'TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfSeller',
		'UnifiedSocialCreditCodeOfSeller',
		'SellerIdNum',
	],
	['sellerAddressPhone', 'AddressPhoneNumberOfSeller'],
	['sellerBankAccount', 'DepositBankAndAccountNumberOfSeller'],
	['totalAmount', 'TotalAmountExcludingTax', 'TotalAmWithoutTax'],
	['totalTax', 'TotalTaxAmount', 'TotalTaxAm', 'TaxAmount', 'VatTaxAmount'],
	[
		'totalWithTax',
		'TaxIncludedAmountInFigures',
		'TotalTax-includedAmount',
		'TotalTaxIncludedAmount',
		'Fare',
	],
	['totalWithTaxWords', 'TaxIncludedAmountInWords', 'TotalTax-includedAmountInChinese'],
	['drawer', 'Issuer', 'Drawer'],
	['payee', 'Payee'],
	['reviewer', 'Reviewer'],
	['remark', 'Remarks', 'Remark'],
	['invoiceType', 'TypeOfInvoice', 'TypeOfVoucher', 'InvoiceType', 'EInvoiceType'],
	['originalInvoiceNumber', 'NumberOfOriginalInvoice', 'OriginalInvoiceNumber'],
];

/** A line of goods is an element with a name and an amount of its own. */
export const XBRL_LINE_FIELDS: ReadonlyArray<Row<LineField>> = [
	['goodsName', 'NameOfTaxableGoodsOrServices', 'ItemName'],
	['specification', 'Specification', 'SpecMod'],
	['unit', 'UnitOfGoodsOrServices', 'MeaUnits'],
	['quantity', 'QuantityOfGoodsOrServices', 'Quantity'],
	['unitPrice', 'UnitPriceOfGoodsOrServices', 'UnPrice'],
	['amount', 'AmountExcludingTax', 'Amount'],
	['taxRate', 'TaxRate'],
	['tax', 'TaxAmount', 'ComTaxAm'],
	['taxCategoryCode', 'TaxClassificationCode'],
];
