import type { InvoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/invoice/record';
import { mergeForms } from '../../../../nodes/IflytekInvoiceOcr/output/forms';
import { checkRepeats, type RunInvoice } from '../../../../nodes/IflytekInvoiceOcr/output/repeats';

const record = { issueDate: '2026-01-05', totalWithTax: 113 } as unknown as InvoiceRecord;

const form = (
	itemIndex: number,
	fileName: string,
	source: RunInvoice['source'],
	isStated = false,
): RunInvoice => ({
	key: 'a',
	itemIndex,
	fileName,
	source,
	isStated,
	record,
	naming: 'english',
	rows: [{ needsReview: false, reviewReasons: null, alsoIn: null }],
	failures: [],
});

const names = (invoices: RunInvoice[]) => invoices.map(({ fileName }) => fileName);

it('a picture is no form of an invoice that came as a file: both stay, and the later one is a repeat', () => {
	const stay = mergeForms([form(0, 'a.png', 'ocr'), form(1, 'a.xml', 'xml', true)], false);
	expect(names(stay)).toEqual(['a.png', 'a.xml']);
	const rows = checkRepeats(stay).flatMap((one) => one.rows);
	expect(rows).toMatchObject([
		{ alsoIn: null, needsReview: false },
		{ alsoIn: null, reviewReasons: 'Same invoice as a.png' },
	]);
});

it('of two forms the one stays that states the invoice as data', () => {
	const pages = form(0, 'a.ofd', 'ofd');
	const [kept, ...others] = mergeForms([pages, form(1, 'a.pdf', 'pdf', true)], false);
	expect(others).toEqual([]);
	expect(kept!.rows).toMatchObject([{ alsoIn: 'a.ofd' }]);
});
