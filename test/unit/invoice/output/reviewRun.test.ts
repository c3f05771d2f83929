import type { IDataObject } from 'n8n-workflow';

import type { InvoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/invoice/record';
import {
	checkRepeats,
	mergeForms,
	reviewRun,
	runSummary,
	type RunInvoice,
} from '../../../../nodes/IflytekInvoiceOcr/output/reviewRun';

const record = { issueDate: '2026-01-05', totalWithTax: 113 } as unknown as InvoiceRecord;

/** An invoice of a picture without a name, in one row. */
const invoice = (
	itemIndex: number,
	key: string | null,
	more: Partial<RunInvoice> = {},
): RunInvoice => ({
	key,
	itemIndex,
	fileName: null,
	fileField: 'data',
	page: null,
	source: 'ocr',
	fileKind: null,
	isStated: false,
	record,
	naming: 'english',
	rows: [{ needsReview: false, reviewReasons: null, alsoIn: null }],
	failures: [],
	...more,
});

/** The invoice `a` in one of its forms. */
const form = (
	itemIndex: number,
	fileName: string,
	source: RunInvoice['source'],
	isStated = false,
	more: Partial<RunInvoice> = {},
) => {
	const fileKind = source === 'ocr' ? null : source === 'xbrl' ? 'xml' : source;
	return invoice(itemIndex, 'a', { fileName, source, isStated, fileKind, ...more });
};

const names = (invoices: RunInvoice[]) => invoices.map(({ fileName }) => fileName);

it('a picture is no form of an invoice that came as a file: both stay, and the later one is a repeat', () => {
	const stay = mergeForms([form(0, 'a.png', 'ocr'), form(1, 'a.xml', 'xml', true)]);
	expect(names(stay)).toEqual(['a.png', 'a.xml']);
	const rows = checkRepeats(stay).flatMap((one) => one.rows);
	expect(rows).toMatchObject([
		{ alsoIn: null, needsReview: false },
		{ alsoIn: null, reviewReasons: 'Same invoice as a.png' },
	]);
});

it('of two forms the one stays that states the invoice as data', () => {
	const pages = form(0, 'a.ofd', 'ofd');
	const [kept, ...others] = mergeForms([pages, form(1, 'a.pdf', 'pdf', true)]);
	expect(others).toEqual([]);
	expect(kept!.rows).toMatchObject([{ alsoIn: 'a.ofd' }]);
});

it('XBRL in a PDF, in an OFD and in a file of its own is one invoice in three forms', () => {
	const [kept, ...others] = mergeForms([
		form(0, 'a.pdf', 'xbrl', true, { fileKind: 'pdf' }),
		form(1, 'a.ofd', 'xbrl', true, { fileKind: 'ofd' }),
		form(2, 'a.xml', 'xbrl', true),
	]);
	expect(others).toEqual([]);
	expect(kept!.rows).toMatchObject([{ alsoIn: expect.stringContaining('a.xml') }]);
});

it('a repeat of a form that was merged is marked with the row that stays, which is not marked', () => {
	const all = [form(0, 'a.pdf', 'pdf'), form(1, 'again.pdf', 'pdf'), form(2, 'a.xml', 'xml', true)];
	const stay = checkRepeats(mergeForms(all), all);
	expect(stay.map(({ fileName, rows }) => [fileName, rows[0]!.reviewReasons])).toEqual([
		['again.pdf', 'Same invoice as a.xml'],
		['a.xml', null],
	]);
});

it('forms whose parties have other names differ, but not in brackets or spaces', () => {
	const named = (sellerName: string) => ({ record: { ...record, sellerName } as InvoiceRecord });
	const merged = (one: string, other: string) =>
		mergeForms([
			form(0, 'a.pdf', 'pdf', false, named(one)),
			form(1, 'a.xml', 'xml', true, named(other)),
		]);
	expect(names(merged('甲（合肥）公司', '甲(合肥) 公司'))).toEqual(['a.xml']);
	expect(merged('甲公司', '乙公司').map(({ rows }) => rows[0]!.reviewReasons)).toEqual([
		"The seller's name is 甲公司 here, and 乙公司 in a.xml",
		"The seller's name is 乙公司 here, and 甲公司 in a.pdf",
	]);
});

it.each<[Partial<RunInvoice>, Partial<RunInvoice>, string]>([
	[{}, { itemIndex: 1 }, 'Same invoice as image.jpg of input item 1'],
	[{ page: 1 }, { page: 2 }, 'Same invoice as page 1 of image.jpg'],
	[
		{ naming: 'chinese' },
		{ itemIndex: 1, naming: 'chinese' },
		'与 第 1 项的 image.jpg 是同一张发票',
	],
	[{ page: 1 }, { page: 2, naming: 'chinese' }, '与 image.jpg 第 1 页 是同一张发票'],
	[
		{ fileName: null, page: 1 },
		{ fileName: null, page: 2 },
		'Same invoice as page 1 of input item 1',
	],
])('a repeat in a file of the same name is told by its place %#', (one, other, reason) => {
	const pictures = [one, other].map((more) => form(0, 'image.jpg', 'ocr', false, more));
	const [, repeat] = checkRepeats(mergeForms(pictures));
	expect(repeat!.rows[0]!.reviewReasons).toBe(reason);
});

describe('an invoice that was read before in the run', () => {
	it('needs a review, the first one does not', () => {
		const row = (needsReview = false, reviewReasons: string | null = null) => ({
			rows: [{ needsReview, reviewReasons, checks: [] }],
		});
		const checked = checkRepeats([
			invoice(0, 'a', { ...row(), fileName: 'a.png' }),
			invoice(1, null, row()),
			invoice(2, 'b', row()),
			invoice(3, 'a', { ...row(true, 'a doubt'), failures: ['a doubt'] }),
			invoice(4, 'b', row()),
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
		const reviewed = reviewRun(context, [repeat, original], items);
		expect(reviewed.items.map(({ json }) => json.needsReview)).toEqual([true, false]);
		// what was handed out is left as it is
		expect(items.map(({ json }) => json.needsReview)).toEqual([false, false]);
	});

	it('is told in every line of it', () => {
		const lines = [{ needsReview: false }, { needsReview: false }];
		checkRepeats([invoice(0, 'a'), invoice(1, 'a', { rows: lines })]);
		expect(lines.map(({ needsReview }) => needsReview)).toEqual([true, true]);
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
