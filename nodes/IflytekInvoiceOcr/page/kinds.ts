import type { OtherKind } from '../invoice/invoice';
import { plain } from '../../shared/formats/pageText/words';

/** Kinds of pages that are not invoices, by words that only they have; the last ones, invoices may mention. */
const KINDS: ReadonlyArray<readonly [words: RegExp, kind: string, wayOut: string]> = [
	[
		/通行费电子票据汇总单|通行明细清单/,
		'a summary of toll invoices',
		'Use the toll invoices that it summarizes: each is a separate file.',
	],
	[
		/行程(?:报销)?单(?!号)|TRIPTABLE/,
		'a trip list',
		'Leave it out: the invoice for the trips came with it as a separate file.',
	],
	[
		/(?:电子|业务|付款|收款|交易|网银|转账|客户|银行)(?:\([^)]*\))?回单|回单(?:编号|验证码)|银行对账单/,
		'a bank receipt',
		'Leave it out, or ask the payee for an invoice.',
	],
	[/报价单|报价表|QUOTATION/i, 'a quotation', 'Ask the seller for the invoice.'],
	[
		/财政(?:部)?(?:电子)?票据|票据代码|非税收入|(?:医疗|门诊|住院).{0,6}票据/,
		'a public finance receipt',
		'It is not a tax invoice and shows no tax: enter it by hand.',
	],
	[
		/税收(?:完税证明|缴款书)/,
		'a payment slip for tax',
		'It is not a tax invoice and shows no tax: enter it by hand.',
	],
	[/合同编号|买卖合同|购销合同/, 'a contract', 'Ask the seller for the invoice.'],
	[
		/(?:送货|发货|出库|订货|采购)单/,
		'an order or delivery note',
		'Ask the seller for the invoice.',
	],
];

/** What the remark of an invoice may name, and what only an invoice has. */
const MENTIONED = /quotation|contract|delivery note|trip list|bank receipt/;
const NUMBERED = /价税合计|发票(?:号码|代码):?\d/;

/** Invoices whose forms have no table of goods. */
const OTHER_FORMS: ReadonlyArray<readonly [words: RegExp, kind: string]> = [
	[
		/(?:机动车|二手车)销售统一发票/,
		'a vehicle sales invoice, which this node does not read from the page',
	],
	[
		/不动产(?:销售)?统一发票/,
		'a real estate sales invoice, which this node does not read from the page',
	],
];

/** An air ticket's itinerary has been an invoice only since 2024. */
const AIR_TICKET = /航空运输电子客票行程单/;

/** What an invoice or another receipt prints: its number, or an amount of money. */
const OF_INVOICES =
	/(?:发票|票据)(?:号码|代码)|价税合计|(?:电子)?客票|\d{20}|invoice(?:no|number|#)|[¥$]\d|\d元|合计.{0,8}\d/i;

/** Identifies a page without an invoice; undefined if its kind is unknown. */
export function kindOf(text: string): OtherKind | undefined {
	const words = plain(text);
	if (AIR_TICKET.test(words)) {
		return {
			kind: 'an air ticket itinerary, not an invoice',
			wayOut: "Download the ticket's XML or OFD from the airline: their data are read.",
			mayBeInvoice: true,
		};
	}
	const form = OTHER_FORMS.find(([pattern]) => pattern.test(words));
	if (form !== undefined) {
		return {
			kind: form[1],
			wayOut:
				'Use its XML file. Without one enter it by hand: the service recognizes VAT invoices only.',
			mayBeInvoice: true,
		};
	}
	const found = KINDS.find(([pattern]) => pattern.test(words));
	if (found !== undefined && MENTIONED.test(found[1]) && NUMBERED.test(words)) {
		return {
			kind: 'an invoice in a form that this node does not read',
			wayOut: 'Use its OFD or XML file, or export the page as PNG or JPG to have it recognized.',
			mayBeInvoice: true,
		};
	}
	return found && { kind: `${found[1]}, not an invoice`, wayOut: found[2] };
}

/** Whether a page of an unknown kind may be an invoice; conditions and the like name no amount. */
export function mayBeInvoice(text: string): boolean {
	return !/[\p{L}\p{N}]/u.test(text) || OF_INVOICES.test(plain(text));
}
