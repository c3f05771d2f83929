import { invoiceKey } from '../../../../nodes/IflytekInvoiceOcr/protocol/invoiceKey';
import type { InvoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/protocol/record';

const [CODE, NUMBER, DIGITAL] = ['3400211130', '44885314', '25312000000123456789'];

it.each<[string, Partial<InvoiceRecord>, string | null]>([
	['code and number', { invoiceCode: CODE, invoiceNumber: NUMBER }, `${CODE}-${NUMBER}`],
	[
		'a code of 12 digits',
		{ invoiceCode: `0${CODE}1`, invoiceNumber: NUMBER },
		`0${CODE}1-${NUMBER}`,
	],
	[
		'those of the right side',
		{ invoiceCodeRight: CODE, invoiceNumberRight: NUMBER },
		`${CODE}-${NUMBER}`,
	],
	['the 20 digits of a fully digital one', { invoiceNumber: DIGITAL, invoiceCode: CODE }, DIGITAL],
	['nothing without a number', { invoiceCode: CODE }, null],
	['nothing without a code', { invoiceNumber: NUMBER }, null],
	['nothing of a number of seven digits', { invoiceCode: CODE, invoiceNumber: '4488531' }, null],
	['nothing of a code of eleven digits', { invoiceCode: `${CODE}1`, invoiceNumber: NUMBER }, null],
])('an invoice is known by %s', (_, fields, key) => {
	const none = { invoiceCode: null, invoiceNumber: null };
	expect(invoiceKey({ ...none, ...fields } as InvoiceRecord)).toBe(key);
});
