import type { IDataObject } from 'n8n-workflow';

import type { InvoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/invoice/record';
import {
	reviewRun,
	runSummary,
	checkRepeats,
	type RunInvoice,
} from '../../../../nodes/IflytekInvoiceOcr/output/reviewRun';

const invoice = (
	itemIndex: number,
	key: string | null,
	more: Partial<RunInvoice> = {},
): RunInvoice => ({
	key,
	itemIndex,
	fileName: null,
	page: null,
	source: 'ocr',
	fileKind: null,
	isStated: false,
	record: {} as InvoiceRecord,
	naming: 'english',
	rows: [{ needsReview: false, reviewReasons: null, checks: [] }],
	failures: [],
	...more,
});

describe('an invoice that was read before in the run', () => {
	it('needs a review, the first one does not', () => {
		const first = invoice(0, 'a', { fileName: 'a.png' });
		const doubtful = [{ needsReview: true, reviewReasons: 'a doubt', checks: [] }];
		const checked = checkRepeats([
			first,
			invoice(1, null),
			invoice(2, 'b'),
			invoice(3, 'a', { rows: doubtful, failures: ['a doubt'] }),
			invoice(4, 'b'),
		]);
		const rows = checked.map((one) => one.rows[0]!);
		expect(rows.map(({ needsReview }) => needsReview)).toEqual([false, false, false, true, true]);
		expect(rows.map(({ reviewReasons }) => reviewReasons)).toEqual([
			...[null, null, null],
			'a doubt\nSame invoice as a.png',
			'Same invoice as input item 3',
		]);
		expect(rows.map(({ checks }) => (checks as Array<{ result: string }>)[0]!.result)).toEqual([
			...['passed', 'not checked', 'passed', 'failed', 'failed'],
		]);
		expect(checked.map(({ failures }) => failures.length)).toEqual([0, 0, 0, 2, 1]);
	});

	it('is named by its place where it has no file name, in the language of the row', () => {
		const chinese = invoice(3, 'a', { naming: 'chinese' });
		const [, checked] = checkRepeats([invoice(0, 'a'), chinese]);
		expect(checked!.rows[0]!.reviewReasons).toBe('与 第 1 项 是同一张发票');
	});

	it('is the one of the later item, whichever was read first', () => {
		const [original, repeat] = [invoice(0, 'a'), invoice(1, 'a')];
		const items = [repeat, original].map(({ rows, itemIndex }) => ({
			json: rows[0] as IDataObject,
			pairedItem: { item: itemIndex },
		}));
		const context = { addExecutionHints: () => {} } as never;
		const reviewed = reviewRun(context, [repeat, original], items, false);
		expect(reviewed.map(({ json }) => json.needsReview)).toEqual([true, false]);
		// what was handed out is left as it is
		expect(items.map(({ json }) => json.needsReview)).toEqual([false, false]);
	});

	it('is told in every line of it, and nowhere where nothing is validated', () => {
		const lines = [{ needsReview: false }, { needsReview: false }];
		const bare = [{ invoiceNumber: '1' }];
		checkRepeats([
			invoice(0, 'a'),
			invoice(1, 'a', { rows: lines }),
			invoice(2, 'a', { rows: bare }),
		]);
		expect(lines.map(({ needsReview }) => needsReview)).toEqual([true, true]);
		expect(bare).toEqual([{ invoiceNumber: '1' }]);
	});
});

describe('the summary of a run', () => {
	const failed = (...failures: string[]) => invoice(0, null, { failures });

	it.each([
		[[failed()], '1 read, none needs a review'],
		[[failed(), failed('a'), failed()], '3 read, 1 needs a review: a'],
		[[failed('a', 'b', 'b'), failed('b')], '2 read, 2 need a review: b (2), a'],
		[[failed('a', 'b', 'c', 'd')], '1 read, 1 needs a review: a, b, c and more'],
	])('says how many need a review and why %#', (invoices, text) => {
		expect(runSummary(invoices, 0)).toBe(text);
	});

	it('says how many could not be read', () => {
		expect(runSummary([failed()], 2)).toBe('1 read, 2 could not be read, none needs a review');
	});
});
