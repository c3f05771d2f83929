import type { XmlElement } from '../../shared/formats/xml/xml';
import {
	type ExtraName,
	type FieldName,
	type Invoice,
	type InvoiceLine,
	type LineField,
	meaning,
} from '../invoice/invoice';

type Names<Field extends string> = ReadonlyArray<readonly [field: Field, ...names: string[]]>;

const AIR_TICKET = 'ElectronicInvoiceAirTransportReceiptNumber';

/**
 * The elements of the Ministry of Finance's data standard for electronic vouchers, by their names without
 * prefix: `inv` (electronic invoices), `einv` (fully digital ones, with the tax platform's names), `rai`
 * (rail tickets) and `atr` (air tickets). The first that has text counts; another one that differs
 * contradicts it.
 */
const FIELDS: Names<ExtraName | FieldName> = [
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

const LINE_FIELDS: Names<LineField> = [
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

/** The buyer's bookkeeping entries, which are not part of the invoice. */
const BOOKING = /AccountingDocument|DebitAndCredit/;

/** An invoice in XBRL; undefined for any other document, such as a bank's receipt. */
export function readXbrl(root: XmlElement): Invoice | undefined {
	if (root.name.toLowerCase() !== 'xbrl') return undefined;
	const found = new Map<string, string[]>();
	const lines: Invoice['lines'] = [];
	const visit = (element: XmlElement) => {
		if (BOOKING.test(element.name)) return;
		const line = lineOf(element);
		if (line !== undefined) {
			lines.push(line);
			return;
		}
		if (element.text !== '') {
			const texts = found.get(element.name);
			if (texts === undefined) found.set(element.name, [element.text]);
			else texts.push(element.text);
		}
		element.children.forEach(visit);
	};
	root.children.forEach(visit);
	if (found.has(AIR_TICKET)) {
		// its fare is only a part of the price
		found.set('Fare', found.get('TotalAmount') ?? []);
		found.set('InvoiceType', ['电子发票（航空运输电子客票行程单）']);
	}
	const texts: Invoice['texts'] = {};
	const contradictions: Invoice['contradictions'] = {};
	for (const [field, ...names] of FIELDS) {
		const values = names.flatMap((name) => found.get(name) ?? []);
		const [first] = values;
		if (first === undefined) continue;
		texts[field] = first;
		// elements of different names may differ, as the fare and the whole price do
		const stated = field === 'invoiceNumber' ? values : statedFirst(names, found);
		const others = stated.filter((text) => meaning(field, text) !== meaning(field, first));
		if (others.length > 0) contradictions[field] = [...new Set(others)];
	}
	const isInvoice = texts.invoiceNumber !== undefined && texts.totalWithTax !== undefined;
	return isInvoice
		? { source: 'xbrl', texts, contradictions, lines, pages: [], doubts: [] }
		: undefined;
}

/** The texts of the elements whose name counts. */
function statedFirst(names: readonly string[], found: ReadonlyMap<string, string[]>): string[] {
	return names.map((name) => found.get(name)).find((texts) => texts !== undefined) ?? [];
}

/** A line of goods: an element with a name and an amount of its own. */
function lineOf({ children }: XmlElement): InvoiceLine | undefined {
	const texts = new Map(children.map(({ name, text }) => [name, text]));
	const line: InvoiceLine = {};
	for (const [field, ...names] of LINE_FIELDS) {
		const text = names
			.map((name) => texts.get(name))
			.find((one) => one !== undefined && one !== '');
		if (text !== undefined) line[field] = field === 'taxRate' ? shortRate(text) : text;
	}
	return line.goodsName !== undefined && line.amount !== undefined ? line : undefined;
}

/** 13.00% is printed 13%. */
function shortRate(text: string): string {
	return text.replace(/^(\d+)\.0+%$/, '$1%');
}
