import { plain } from './words';

/** What a page is that is no invoice, by words that only such a page has: "is …". */
const KINDS: ReadonlyArray<readonly [kind: string, words: RegExp]> = [
	['a summary of toll invoices', /通行费电子票据汇总单|通行明细清单/],
	['a trip list', /行程(?:报销)?单(?!号)|TRIPTABLE/],
	[
		'a bank receipt',
		/(?:电子|业务|付款|收款|交易|网银|转账|客户|银行)(?:\([^)]*\))?回单|回单(?:编号|验证码)|银行对账单/,
	],
	['a quotation', /报价单|报价表|QUOTATION/i],
	['a public finance receipt', /财政(?:部)?(?:电子)?票据|票据代码|非税收入.*缴款书/],
	['a payment slip for tax', /税收(?:完税证明|缴款书)/],
	['a contract', /合同编号|买卖合同|购销合同/],
	['an order or delivery note', /(?:送货|发货|出库|订货|采购)单/],
];

/** An air ticket's itinerary is an invoice since 2024, and until then was none. */
const AIR_TICKET = /航空运输电子客票行程单/;

/** What a page without an invoice is; undefined when nothing says so. */
export function kindOf(text: string): string | undefined {
	const words = plain(text);
	if (AIR_TICKET.test(words)) return 'an air ticket itinerary';
	return KINDS.find(([, pattern]) => pattern.test(words))?.[0];
}
