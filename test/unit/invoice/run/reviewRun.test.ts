import type { IDataObject } from 'n8n-workflow';

import {
	finding,
	type Finding,
	type InvoiceRecord,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import type { RunInvoice } from '../../../../nodes/IflytekInvoiceOcr/output/rows';
import {
	reviewInvoices,
	reviewRun,
	runSummary,
} from '../../../../nodes/IflytekInvoiceOcr/run/reviewRun';
import { leastProcessorTime, processorTime } from '../../../support/processorTime';
import { OPTIONS } from '../read';

const CHINESE = { ...OPTIONS, naming: 'chinese' as const };

const record = { issueDate: '2026-01-05', totalWithTax: 113 } as unknown as InvoiceRecord;

const row = (json: Record<string, unknown> = {}) => ({
	json: { needsReview: false, reviewReasons: null, alsoIn: null, ...json },
	reasons: [],
});

/** An invoice of a picture without a name, in one row. */
const invoice = (
	itemIndex: number,
	key: string | null,
	more: Partial<RunInvoice> = {},
): RunInvoice => ({
	key,
	row: itemIndex + 1,
	fileName: null,
	fileField: 'data',
	page: null,
	source: 'ocr',
	sid: null,
	isStated: false,
	record,
	isDoubtful: () => false,
	options: OPTIONS,
	rows: [row()],
	findings: [],
	...more,
});

/** The invoice `a` in one of its forms. */
const form = (
	itemIndex: number,
	fileName: string,
	source: RunInvoice['source'],
	more: Partial<RunInvoice> = {},
) => {
	const fileKind = source === 'ocr' ? undefined : source === 'xbrl' ? 'xml' : source;
	const isStated = source === 'xml' || source === 'xbrl';
	return invoice(itemIndex, 'a', { fileName, source, isStated, fileKind, ...more });
};

/** The file, reasons and further forms of each row that stays. */
const reviewed = (invoices: RunInvoice[]) =>
	reviewInvoices(invoices).map(({ fileName, rows: [{ json } = row()] }) => [
		fileName,
		json.reviewReasons,
		json.alsoIn,
	]);

const saying = (values: Partial<InvoiceRecord>) => ({ record: { ...record, ...values } });

describe('an invoice that is met twice', () => {
	it('as a picture and as a file: both stay, and the picture is the repeat, also where it comes first', () => {
		expect(reviewed([form(0, 'a.png', 'ocr'), form(1, 'a.xml', 'xml')])).toEqual([
			['a.png', 'Same invoice as a.xml', null],
			['a.xml', null, null],
		]);
	});

	it('in two forms: the one stays that states it as data', () => {
		const stated = form(1, 'a.pdf', 'pdf', { isStated: true });
		expect(reviewed([form(0, 'a.ofd', 'ofd'), stated])).toEqual([['a.pdf', null, 'a.ofd']]);
	});

	it('as XBRL in a PDF, in an OFD and in a file of its own is one invoice in three forms', () => {
		const forms = [
			form(0, 'a.pdf', 'xbrl', { fileKind: 'pdf' }),
			form(1, 'a.ofd', 'xbrl', { fileKind: 'ofd' }),
			form(2, 'a.xml', 'xbrl'),
		];
		expect(reviewed(forms)).toEqual([['a.pdf', null, 'a.ofd\na.xml']]);
	});

	it('in forms and again: the repeat is told the row that stays, which is not marked', () => {
		const all = [form(0, 'a.pdf', 'pdf'), form(1, 'again.pdf', 'pdf'), form(2, 'a.xml', 'xml')];
		expect(reviewed(all)).toEqual([
			['again.pdf', 'Same invoice as a.xml', null],
			['a.xml', null, 'a.pdf'],
		]);
	});

	it.each([
		[{ issueDate: null }, 'issue date is missing here, and 2026-01-05'],
		[{ totalWithTax: null }, 'total with tax is missing here, and 113.00'],
	])('in forms is two rows where one lacks %j', (values, reason) => {
		const lacking = form(0, 'a.pdf', 'pdf', saying(values));
		expect(reviewed([lacking, form(1, 'a.xml', 'xml')])).toEqual([
			['a.pdf', `The ${reason} in a.xml`, null],
			['a.xml', null, null],
		]);
	});
});

describe('two statements of one invoice', () => {
	it.each<[Partial<InvoiceRecord>, Partial<InvoiceRecord>, string]>([
		[{ sellerName: '甲公司' }, { sellerName: '乙公司' }, "seller's name"],
		[{ buyerName: '甲公司' }, { buyerName: '乙公司' }, "buyer's name"],
		[{ buyerTaxId: '91310000MA1TEAT01K' }, { buyerTaxId: '9131' }, "buyer's taxpayer ID"],
		[{ sellerTaxId: '91310000MA1TEAT01K' }, { sellerTaxId: '9131' }, "seller's taxpayer ID"],
		[{ issueDate: '2026-01-05' }, { issueDate: '2026-01-06' }, 'issue date'],
		[{ totalAmount: 100 }, { totalAmount: 99 }, 'total amount'],
		[{ totalTax: 13 }, { totalTax: 0 }, 'total tax'],
		[{ totalWithTax: 11241.7 }, { totalWithTax: 393.7 }, 'total with tax'],
	])('that differ in %j and %j are both marked with both values', (one, other, title) => {
		const [here, there] = [one, other].map((values) => {
			const [value] = Object.values(values);
			return typeof value === 'number' ? value.toFixed(2) : value;
		});
		const said = (a: unknown, b: unknown, name: string) =>
			`The ${title} is ${String(a)} here, and ${String(b)} in ${name}`;
		const forms = [form(0, 'a.pdf', 'pdf', saying(one)), form(1, 'a.xml', 'xml', saying(other))];
		expect(reviewed(forms)).toEqual([
			['a.pdf', said(here, there, 'a.xml'), null],
			['a.xml', said(there, here, 'a.pdf'), null],
		]);
	});

	it.each(['pdf', 'ocr'] as const)('are marked where both are of the kind %s', (source) => {
		const files = [11241.7, 393.7].map((totalWithTax, at) =>
			form(at, `${at}`, source, saying({ totalWithTax })),
		);
		expect(reviewed(files)).toEqual([
			['0', 'The total with tax is 11241.70 here, and 393.70 in 1', null],
			['1', 'The total with tax is 393.70 here, and 11241.70 in 0\nSame invoice as 0', null],
		]);
	});

	it('do not differ in the width of brackets, in spaces, or in what one of them lacks', () => {
		const forms = [
			form(0, 'a.pdf', 'pdf', saying({ sellerName: '甲（合肥）公司', totalTax: null })),
			form(1, 'a.xml', 'xml', saying({ sellerName: '甲(合肥) 公司', totalTax: 13 })),
		];
		expect(reviewed(forms)).toEqual([['a.xml', null, 'a.pdf']]);
	});

	it('of which one is in doubt by itself mark only its own row', () => {
		const doubtful = { ...saying({ totalWithTax: 118 }), isDoubtful: () => true };
		const rows = reviewed([form(0, 'a.png', 'ocr', doubtful), form(1, 'a.xml', 'xml')]);
		expect(rows).toEqual([
			[
				'a.png',
				'The total with tax is 118.00 here, and 113.00 in a.xml\nSame invoice as a.xml',
				null,
			],
			['a.xml', null, null],
		]);
	});

	it('are compared in little time where there are thousands', () => {
		const many = Array.from({ length: 5000 }, (_, at) =>
			form(at, `${at}`, 'ocr', saying({ totalWithTax: at % 2 })),
		);
		const spent = processorTime();
		expect(reviewed(many)).toHaveLength(5000);
		expect(spent()).toBeLessThan(2000);
	});
});

it.each<[Partial<RunInvoice>, Partial<RunInvoice>, string]>([
	[{}, { row: 2 }, 'Same invoice as image.jpg of input item 1'],
	[{ page: 1 }, { page: 2 }, 'Same invoice as page 1 of image.jpg'],
	[{ options: CHINESE }, { row: 2, options: CHINESE }, '与 第 1 项的 image.jpg 是同一张发票'],
	[{ page: 1 }, { page: 2, options: CHINESE }, '与 image.jpg 第 1 页 是同一张发票'],
	[
		{ fileName: null, page: 1 },
		{ fileName: null, page: 2 },
		'Same invoice as page 1 of input item 1',
	],
])('a repeat in a file of the same name is told by its place %#', (one, other, reason) => {
	const pictures = [one, other].map((more) => form(0, 'image.jpg', 'ocr', more));
	const [, repeat] = reviewInvoices(pictures);
	expect(repeat!.rows[0]!.json.reviewReasons).toBe(reason);
});

describe('an invoice that was read before in the run', () => {
	it('needs a review, the first one does not', () => {
		const checked = (key: string | null, at: number, reasons: Finding[] = []) =>
			invoice(at, key, { rows: [{ ...row({ checks: [] }), reasons }] });
		const doubt = finding('noFare');
		const rows = reviewInvoices([
			{ ...checked('a', 0), fileName: 'a.png' },
			checked(null, 1),
			checked('b', 2),
			{ ...checked('a', 3, [doubt]), findings: [doubt] },
			checked('b', 4),
		]);
		const jsons = rows.map((one) => one.rows[0]!.json);
		expect(jsons.map(({ needsReview }) => needsReview)).toEqual([false, false, false, true, true]);
		expect(jsons.map(({ reviewReasons }) => reviewReasons)).toEqual([
			...[null, null, null],
			'The page does not state the fare\nSame invoice as a.png',
			'Same invoice as input item 3',
		]);
		expect(jsons.map(({ checks }) => (checks as Array<{ result: string }>)[0]!.result)).toEqual([
			...['passed', 'not checked', 'passed', 'failed', 'failed'],
		]);
		expect(rows.map(({ findings }) => findings.length)).toEqual([0, 0, 0, 2, 1]);
	});

	it('is named by its place where it has no file name, in the language of the row', () => {
		const chinese = invoice(3, 'a', { options: CHINESE });
		const [, checked] = reviewInvoices([invoice(0, 'a'), chinese]);
		expect(checked!.rows[0]!.json.reviewReasons).toBe('与 第 1 项 是同一张发票');
	});

	it('is the one of the later item, whichever was read first', () => {
		const [original, repeat] = [invoice(0, 'a'), invoice(1, 'a')];
		const items = [repeat, original].map(({ rows, row }, at) => ({
			json: rows[0]!.json as IDataObject,
			pairedItem: { item: row - 1 },
			invoice: at,
		}));
		const context = { addExecutionHints: () => {} } as never;
		const left = reviewRun(context, [repeat, original], items, 'english').items;
		expect(left.map(({ json }) => json.needsReview)).toEqual([true, false]);
		expect(left.map((one) => Object.keys(one))).not.toContainEqual(
			expect.arrayContaining(['invoice']),
		);
	});

	it('is told in every line of it', () => {
		const [, lines] = reviewInvoices([invoice(0, 'a'), invoice(1, 'a', { rows: [row(), row()] })]);
		expect(lines!.rows.map(({ json }) => json.needsReview)).toEqual([true, true]);
	});
});

it('the file of a row that is merged goes to the first row that stays, never to an error', () => {
	const [pages, stated] = [form(0, 'z/a.pdf', 'pdf'), form(0, 'z/a.xml', 'xml')];
	const binary = { data: { data: '', mimeType: 'application/zip' } };
	const of = { pairedItem: { item: 0 } };
	const items = [
		{ ...of, json: pages.rows[0]!.json as IDataObject, invoice: 0, binary },
		{ ...of, json: { error: { message: 'no invoice' } } },
		{ ...of, json: stated.rows[0]!.json as IDataObject, invoice: 1 },
	];
	const context = { addExecutionHints: () => {} } as never;
	const left = reviewRun(context, [pages, stated], items, 'english').items;
	expect(left).toEqual([items[1], { ...of, json: stated.rows[0]!.json, binary }]);
});

it('the time for the invoices of one file that an earlier run read grows with their number', () => {
	const invoices = Array.from({ length: 40_000 }, () => invoice(0, null));
	const items = invoices.map((_, at) => ({ json: {}, pairedItem: { item: 0 }, invoice: at }));
	const context = { addExecutionHints: () => {} } as never;
	const earlier = { known: new Set<RunInvoice>(), leftOut: new Set(invoices) };
	const leaveOut = () => {
		expect(reviewRun(context, invoices, items, 'english', earlier).items).toEqual([]);
	};
	expect(leastProcessorTime(1000, leaveOut)).toBeLessThan(1000);
});

describe('the summary of a run', () => {
	const [a, b, c, d] = (['noLines', 'totals', 'futureDate', 'sameParties'] as const).map((code) =>
		finding(code),
	) as [Finding, Finding, Finding, Finding];
	const failed = (...findings: Finding[]) => invoice(0, null, { findings });

	it.each([
		[[failed()], '1 read, none needs a review.'],
		[[failed(), failed(a), failed()], '3 read, 1 needs a review: line items are missing.'],
		[
			[failed(a, b, b), failed(b)],
			'2 read, 2 need a review: totals do not add up (2), line items are missing.',
		],
		[
			[failed(a, b, c, d)],
			'1 read, 1 needs a review: line items are missing, totals do not add up, issue date is impossible and more.',
		],
		[
			[failed(finding('noFare'))],
			'1 read, 1 needs a review: its text does not confirm it: compare it with the document.',
		],
	])('says how many need a review and why %#', (invoices, text) => {
		expect(runSummary(invoices, 0)).toBe(text);
	});

	it('is Chinese where the rows are', () => {
		const hints: unknown[] = [];
		const context = { addExecutionHints: (hint: unknown) => hints.push(hint) } as never;
		reviewRun(
			context,
			[invoice(0, null, { options: CHINESE })],
			[{ json: {}, invoice: 0 }],
			'english',
		);
		expect(hints).toMatchObject([{ message: '已读取 1 张，均无需复核。' }]);
		expect(runSummary([failed(a, b, c, d), failed(b)], 2, 1, 'chinese')).toBe(
			'已读取 2 张，另有 1 张此节点以前读过，未输出，2 个无法读取，2 张需要复核：合计金额加税额与价税合计不符 (2)、缺少商品明细、开票日期有误等。',
		);
	});

	it('says how many could not be read', () => {
		expect(runSummary([failed()], 2)).toBe('1 read, 2 could not be read, none needs a review.');
	});
});
