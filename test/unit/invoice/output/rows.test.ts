import {
	ELEMENTS,
	finding,
	type Invoice,
	onLine,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { ORIGIN, readFields, OPTIONS, TODAY, invoiceRow, lineRows } from '../read';
import { analyzeInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/checks';
import type { RowOptions } from '../../../../nodes/IflytekInvoiceOcr/output/rows';

const FIELDS = {
	invoiceNumber: '00000017',
	invoiceCode: '0340021130',
	issueDate: '2024年03月05日',
	goodsNames: ['*餐饮服务*餐饮费'],
	amounts: ['￥100.00'],
	taxRates: ['6%'],
	taxAmounts: ['6.00'],
	totalAmount: '￥100.00',
	totalTax: '￥6.00',
	totalWithTax: '￥106.00',
	sellerName: [{ text: '乙有限公司', score: 0.5 }],
};

function itemOf(more: Partial<RowOptions> = {}): any {
	const options = { ...OPTIONS, ...more };
	return invoiceRow(readFields(FIELDS, options), options, ORIGIN);
}

function lineOf(more: Partial<RowOptions> = {}): any {
	const options = { ...OPTIONS, ...more };
	return lineRows(readFields(FIELDS, options), options, ORIGIN)[0];
}

describe('one item per invoice', () => {
	const FIRST = [
		'invoiceNumber',
		'issueDate',
		'sellerName',
		'buyerName',
		'totalAmount',
		'totalTax',
		'totalWithTax',
	];
	const REST = ELEMENTS.map(({ name }) => name).filter((name) => !FIRST.includes(name));

	it('starts with what a bookkeeper looks for, and has all 24 fields', () => {
		const item = itemOf();
		const row = invoiceRow(readFields(FIELDS), OPTIONS, ORIGIN);
		expect(Object.keys(row)).toEqual([
			...['row', 'fileName', 'needsReview', 'reviewReasons', ...FIRST, ...REST],
			...[
				'invoiceType',
				'invoiceKey',
				'source',
				'alsoIn',
				'fileField',
				'page',
				'sid',
				'uncertainFields',
			],
			...['categories', 'remark', 'drawer', 'payee', 'reviewer', 'machineNumber'],
			...['originalInvoiceNumber', 'checks', 'licensePlate', 'vehicleType', 'passageDates'],
		]);
		expect(row).toMatchObject({ ...ORIGIN, categories: '餐饮服务', invoiceType: '增值税发票' });
		expect(item).toMatchObject({
			invoiceNumber: '00000017',
			issueDate: '2024-03-05',
			totalAmount: 100,
			totalTax: 6,
			totalWithTax: 106,
			amounts: '￥100.00',
			checkCode: null,
		});
	});

	it.each([
		['chinese', ['发票号码', '合计金额', '销售方名称']],
		['apiKeys', ['vat-invoice-haoma', 'vat-invoice-total', 'vat-invoice-seller-name']],
	] as const)('is named in %s', (naming, [number, total, seller]) => {
		const item = itemOf({ naming });
		expect(item).toMatchObject({ [number]: '00000017', [total]: 100, uncertainFields: seller });
		expect(item).not.toHaveProperty('invoiceNumber');
	});

	it('says in words why it needs a review', () => {
		expect(itemOf()).toMatchObject({
			needsReview: true,
			reviewReasons: "The confidence of the seller's name is 0.5, below 0.8",
			uncertainFields: 'sellerName',
		});
		expect(itemOf({ naming: 'chinese' }).reviewReasons).toBe(
			'销售方名称的识别置信度为 0.5，低于 0.8',
		);
		expect(itemOf({ minimumConfidence: 0.4 })).toMatchObject({
			needsReview: false,
			reviewReasons: null,
			uncertainFields: null,
		});
	});

	it('is flat with a summary of the checks', () => {
		const flat = (item: object) =>
			Object.values(item).every((value) => typeof value !== 'object' || value === null);
		expect(flat(itemOf({ validation: 'reviewFlag' }))).toBe(true);
		expect(itemOf({ validation: 'reviewFlag' })).toHaveProperty('needsReview', true);
	});

	it('tells in the language of the row what a check found', () => {
		const options = { ...OPTIONS, naming: 'chinese' as const };
		const read = readFields({ ...FIELDS, invoiceNumber: '', issueDate: '' }, options);
		const { checks } = invoiceRow(read, options, ORIGIN) as any;
		expect(checks[0]).toMatchObject({ name: 'Main fields are readable', result: 'failed' });
		expect(checks[0].found).toBe('未找到发票号码；未找到开票日期');
	});

	it('lists each check with name, result, expected and found, and nothing else', () => {
		const { checks } = itemOf();
		for (const check of checks) {
			expect(Object.keys(check)).toEqual(['name', 'result', 'expected', 'found']);
		}
		const [sum, words, confidence] = [
			'Total amount and tax add up to the total with tax',
			'Total in words equals digits',
			'Lowest recognition confidence',
		];
		const shown = checks.filter(({ name }: { name: string }) =>
			[sum, words, confidence].includes(name),
		);
		expect(shown).toEqual([
			{ name: sum, result: 'passed', expected: '106.00', found: '106.00' },
			{ name: words, result: 'not checked', expected: null, found: null },
			{
				name: confidence,
				result: 'failed',
				expected: 'at least 0.8',
				found: "0.5 (seller's name)",
			},
		]);
	});
});

describe('one item per line', () => {
	it('is named like the columns of the invoice', () => {
		expect(lineOf({ naming: 'chinese' })).toMatchObject({
			'货物或应税劳务、服务名称': '*餐饮服务*餐饮费',
			金额: 100,
			税率: '6%',
			税额: 6,
			发票号码: '00000017',
		});
		expect(lineOf({ naming: 'apiKeys' })).toMatchObject({
			'vat-invoice-price-list': 100,
			'vat-invoice-haoma': '00000017',
		});
	});

	it('lists what is uncertain of itself and of the fields it carries', () => {
		expect(lineOf()).toMatchObject({
			needsReview: true,
			uncertainFields: 'sellerName',
			reviewReasons: 'The confidence is below 0.8 in sellerName',
		});
	});

	it('lists a value of its own whose recognition is below the minimum, not one at it', () => {
		const linesOf = (score: number) =>
			lineRows(
				readFields({
					...FIELDS,
					sellerName: '乙',
					goodsNames: [{ text: '*餐饮服务*餐饮费', score }],
				}),
				OPTIONS,
				ORIGIN,
			);
		expect(linesOf(0.79)).toMatchObject([
			{
				needsReview: true,
				uncertainFields: 'goodsName',
				reviewReasons: 'The confidence is below 0.8 in goodsName',
			},
		]);
		expect(linesOf(0.8)).toMatchObject([{ needsReview: false, uncertainFields: null }]);
	});

	it('does not need a review for a field that it does not carry', () => {
		const fields = {
			...FIELDS,
			sellerName: '乙',
			cipherArea: [{ text: '<+*', score: 0.1 }],
		};
		const [line] = lineRows(readFields(fields), OPTIONS, ORIGIN);
		expect(line).toMatchObject({ needsReview: false });
	});

	it('counts its place in the invoice, and has its own details, also behind a subtotal', () => {
		const line = (goodsName: string, unit: string) => ({
			goodsName,
			...{ amount: '100.00', taxRate: '6%', tax: '6.00', unit },
		});
		const lines = [
			line('*餐饮服务*餐饮费', '次'),
			line('小计', ''),
			line('*住宿服务*住宿费', '晚'),
		];
		const bare = { texts: {}, contradictions: {}, pages: [], doubts: [] };
		const read = analyzeInvoice({ source: 'xml', ...bare, lines }, OPTIONS, TODAY);
		expect(lineRows(read, OPTIONS, ORIGIN)).toMatchObject([
			{ line: 1, goodsName: '*餐饮服务*餐饮费', unit: '次' },
			{ line: 3, goodsName: '*住宿服务*住宿费', unit: '晚' },
		]);
	});

	it('repeats the first faults of its invoice, and how many more there are', () => {
		const lines = Array.from({ length: 60 }, (_, index) => ({
			goodsName: `*餐饮服务*餐饮费${index}`,
			amount: '100.00',
			taxRate: '6%',
			tax: index % 2 === 0 ? '6.00' : '7.00',
		}));
		const bare = { texts: {}, contradictions: {}, pages: [], doubts: [] };
		const invoice: Invoice = { source: 'xml', ...bare, lines };
		const reasons = (options: RowOptions) => {
			const read = analyzeInvoice(invoice, options, TODAY);
			return [...lineRows(read, options, ORIGIN), invoiceRow(read, options, ORIGIN)].map((row) =>
				String(row.reviewReasons).split('\n'),
			);
		};
		const inEnglish = reasons(OPTIONS);
		const count = (texts: string[]) => texts.filter((one) => one.includes('6% of')).length;
		expect(inEnglish.slice(0, 2).map(count)).toEqual([20, 1]);
		expect(inEnglish[0]).toContain('and 10 more like this');
		expect(inEnglish[1]).not.toContain('and 10 more like this');
		expect(count(inEnglish.at(-1)!)).toBe(30);
		expect(reasons({ ...OPTIONS, naming: 'chinese' })[0]).toContain('另有 10 处类似问题');
	});

	it('says its own doubts in front of those of other lines', () => {
		const lines = Array.from({ length: 30 }, (_, index) => ({
			goodsName: `*餐饮服务*餐饮费${index}`,
			amount: '100.00',
			taxRate: '6%',
			tax: '6.00',
		}));
		const doubts = lines.map((_, index) => onLine(index, finding('unclearName')));
		const invoice: Invoice = {
			...{ source: 'pdf', texts: {}, contradictions: {}, lines },
			...{ pages: [1], doubts: [finding('sellerOnLeft'), ...doubts] },
		};
		const reasonsOf = (options: RowOptions, number: number) => {
			const rows = lineRows(analyzeInvoice(invoice, options, TODAY), options, ORIGIN);
			return String(rows[number - 1]!.reviewReasons).split('\n');
		};
		const last = reasonsOf(OPTIONS, 30);
		expect(last[0]).toBe('Line 30: the goods name is not clear');
		expect(last).toContain('The page names the seller on the left, where the buyer usually stands');
		expect(last.filter((one) => one.startsWith('Line '))).toHaveLength(19);
		expect(last).toContainEqual(expect.stringMatching(/^and \d+ more$/));
		expect(reasonsOf({ ...OPTIONS, naming: 'chinese' }, 30)).toContainEqual(
			expect.stringMatching(/^另有 \d+ 处$/),
		);
	});
});
