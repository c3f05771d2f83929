import type { InvoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/invoice/record';
import {
	mergeForms,
	checkRepeats,
	type RunInvoice,
} from '../../../../nodes/IflytekInvoiceOcr/output/reviewRun';

const record = { issueDate: '2026-01-05', totalWithTax: 113 } as unknown as InvoiceRecord;

const form = (
	itemIndex: number,
	fileName: string,
	source: RunInvoice['source'],
	isStated = false,
	more: Partial<RunInvoice> = {},
): RunInvoice => ({
	key: 'a',
	itemIndex,
	fileName,
	page: null,
	source,
	fileKind: source === 'ocr' ? null : source === 'xbrl' ? 'xml' : source,
	isStated,
	record,
	naming: 'english',
	rows: [{ needsReview: false, reviewReasons: null, alsoIn: null }],
	failures: [],
	...more,
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

it('XBRL in a PDF, in an OFD and in a file of its own is one invoice in three forms', () => {
	const [kept, ...others] = mergeForms(
		[
			form(0, 'a.pdf', 'xbrl', true, { fileKind: 'pdf' }),
			form(1, 'a.ofd', 'xbrl', true, { fileKind: 'ofd' }),
			form(2, 'a.xml', 'xbrl', true),
		],
		false,
	);
	expect(others).toEqual([]);
	expect(kept!.rows).toMatchObject([{ alsoIn: expect.stringContaining('a.xml') }]);
});

it('a repeat of a form that was merged is marked with the row that stays, which is not marked', () => {
	const all = [form(0, 'a.pdf', 'pdf'), form(1, 'again.pdf', 'pdf'), form(2, 'a.xml', 'xml', true)];
	const stay = checkRepeats(mergeForms(all, false), all);
	expect(stay.map(({ fileName, rows }) => [fileName, rows[0]!.reviewReasons])).toEqual([
		['again.pdf', 'Same invoice as a.xml'],
		['a.xml', null],
	]);
});

it('forms whose parties have other names differ, but not in brackets or spaces', () => {
	const named = (sellerName: string) => ({ record: { ...record, sellerName } as InvoiceRecord });
	const merged = (one: string, other: string) =>
		mergeForms(
			[form(0, 'a.pdf', 'pdf', false, named(one)), form(1, 'a.xml', 'xml', true, named(other))],
			false,
		);
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
	const [, repeat] = checkRepeats(mergeForms(pictures, false));
	expect(repeat!.rows[0]!.reviewReasons).toBe(reason);
});
