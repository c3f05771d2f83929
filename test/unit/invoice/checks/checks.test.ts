import { inFewWords, sayFinding } from '../../../../nodes/IflytekInvoiceOcr/invoice/findings';
import { foundBy } from '../../../../nodes/IflytekInvoiceOcr/output/rows';
import fc from 'fast-check';

import { seededRandom } from '../../../emulator/core/random';
import { inDigits, inWords } from '../../../fixtures/invoice/amounts';
import { drawInvoice } from '../../../fixtures/invoice';
import { NO_NOISE } from '../../../fixtures/invoice/document';
import { taxpayerId } from '../../../fixtures/invoice/truth';
import { documentOf, read, readFields, TODAY, type Texts, inEnglish } from '../read';
import { runs } from '../../../support/fullSize';

const BUYER_ID = taxpayerId(seededRandom(1));
const SELLER_ID = taxpayerId(seededRandom(2));

/** An invoice on which every check has its inputs and passes. */
const RIGHT: Texts = {
	invoiceCode: '0340021130',
	invoiceCodeRight: '0340021130',
	invoiceNumber: '00000017',
	invoiceNumberRight: '00000017',
	issueDate: '2024年03月05日',
	buyerName: '甲有限公司',
	buyerTaxId: BUYER_ID,
	sellerName: '乙有限公司',
	sellerTaxId: SELLER_ID,
	goodsNames: ['*餐饮服务*餐饮费', '*运输服务*配送费'],
	unitPrices: ['100.00', '10.00'],
	amounts: ['100.00', '10.00'],
	taxRates: ['6%', '6%'],
	taxAmounts: ['6.00', '0.60'],
	totalAmount: '¥110.00',
	totalTax: '¥6.60',
	totalWithTaxWords: '⊗壹佰壹拾陆圆陆角整',
	totalWithTax: '¥116.60',
};

/** Each check, whether the invoice above has its inputs, and what a failure is called. */
const TABLE: Array<[name: string, result: 'not checked' | 'passed', failure: string]> = [
	['Main fields are readable', 'passed', 'main fields are missing or unreadable'],
	['No character is unknown', 'passed', 'a character is unknown'],
	['No name begins with =, +, - or @', 'passed', 'a name begins like a formula'],
	['Line items are found', 'passed', 'line items are missing'],
	['Line items are matched', 'passed', 'line items are doubtful'],
	[
		'Discount has the name of the line above',
		'not checked',
		'a discount does not have the name of the line above',
	],
	['Line amounts add up to the total amount', 'passed', 'line amounts do not add up'],
	['Line taxes add up to the total tax', 'passed', 'line taxes do not add up'],
	['Tax is rate times amount', 'passed', 'tax is not rate times amount'],
	['Total amount and tax add up to the total with tax', 'passed', 'totals do not add up'],
	['Total in words equals digits', 'passed', 'total in words differs'],
	['Invoice code has a valid length', 'passed', 'invoice code has a wrong length'],
	['Invoice number has a valid length', 'passed', 'invoice number has a wrong length'],
	['Invoice code agrees with the right side', 'passed', 'invoice code differs from the right side'],
	[
		'Invoice number agrees with the right side',
		'passed',
		'invoice number differs from the right side',
	],
	[
		'8-digit number has a code, 20-digit number has none',
		'passed',
		'code and number do not go together',
	],
	['20-digit number matches the year of the date', 'not checked', 'number is from another year'],
	[
		'12-digit code is from the year of the date or up to five years before',
		'not checked',
		'code is from another year',
	],
	['Check code has 20 digits', 'not checked', 'check code has a wrong length'],
	['Issue date exists and is not in the future', 'passed', 'issue date is impossible'],
	["Buyer's taxpayer ID is valid", 'passed', "buyer's taxpayer ID is invalid"],
	["Seller's taxpayer ID is valid", 'passed', "seller's taxpayer ID is invalid"],
	['Buyer is not the seller', 'passed', 'buyer and seller are the same'],
	['Lowest recognition confidence', 'passed', 'confidence is low'],
];

function checksOf(more: Texts = {}) {
	const { checks } = readFields({ ...RIGHT, ...more });
	return Object.fromEntries(checks.map((check) => [check.name, check]));
}

const failuresOf = (more: Texts) =>
	Object.values(checksOf(more))
		.filter(({ result }) => result === 'failed')
		.map(({ findings }) => inFewWords(findings[0]!, 'english'));

describe('a right invoice', () => {
	it('passes every check that has its inputs', () => {
		expect(Object.values(checksOf()).map(({ name, result }) => [name, result])).toEqual(
			TABLE.map(([name, result]) => [name, result]),
		);
	});

	it('fails none, whatever it holds', () => {
		for (let seed = 1; seed <= 300; seed++) {
			const fixture = drawInvoice(seed, {
				shot: { tilt: 0, perspectiveX: 0, perspectiveY: 0 },
				style: { shape: 'quad', noise: 0.01 },
				noise: NO_NOISE,
				truth: { starred: true },
			});
			const failed = read(fixture.document).checks.filter(({ result }) => result === 'failed');
			expect(failed).toEqual([]);
		}
	});

	it.each([
		[
			'without tax',
			{
				taxAmounts: ['***', '***'],
				totalTax: '***',
				taxRates: ['免税', '免税'],
				totalWithTax: '110.00',
				totalWithTaxWords: '壹佰壹拾圆整',
			},
		],
		[
			'with spaces in codes and IDs',
			{ invoiceCode: '0340 021130', sellerTaxId: SELLER_ID.replace(/(.{4})/g, '$1 ') },
		],
		['with an old taxpayer ID', { buyerTaxId: '340104713921234' }],
		['of today', { issueDate: TODAY }],
		['with words in everyday characters', { totalWithTaxWords: '一百一十六元六角' }],
	])('%s fails none', (_, more) => {
		expect(failuresOf(more)).toEqual([]);
	});
});

it('the tax of a tax-free line that is doubtful does not count as 0', () => {
	const checks = checksOf({
		// only a category, so that the line may belong to another one
		goodsNames: ['*餐饮服务*', '*运输服务*配送费'],
		taxRates: ['免税', '6%'],
		taxAmounts: ['***', '0.60'],
		totalTax: '¥0.60',
	});
	expect(checks['Line taxes add up to the total tax'].result).toBe('not checked');
});

describe('a wrong invoice', () => {
	const UNREADABLE = 'main fields are missing or unreadable';

	it.each([
		[
			'a line amount',
			{ amounts: ['100.00', '70.00'] },
			['line amounts do not add up', 'tax is not rate times amount'],
		],
		['the total tax', { totalTax: '¥6.80' }, ['line taxes do not add up', 'totals do not add up']],
		['a tax rate', { taxRates: ['9%', '6%'] }, ['tax is not rate times amount']],
		[
			'the number on the right side',
			{ invoiceNumberRight: '00000071' },
			['invoice number differs from the right side'],
		],
		['no date', { issueDate: '' }, [UNREADABLE]],
		['no seller', { sellerName: '' }, [UNREADABLE]],
		['no total amount', { totalAmount: '' }, [UNREADABLE]],
		['no total tax', { totalTax: '' }, [UNREADABLE]],
		['no total with tax', { totalWithTax: '' }, [UNREADABLE]],
		['asterisks as the total amount', { totalAmount: '***' }, [UNREADABLE]],
		[
			'asterisks as the total tax of lines that bear one',
			{ totalTax: '***' },
			['line taxes do not add up', 'totals do not add up'],
		],
		['a total of three decimals', { totalAmount: '1.100' }, [UNREADABLE]],
		[
			"a credit note's words with positive digits",
			{ totalWithTaxWords: '（负数）壹佰壹拾陆圆陆角整' },
			['total in words differs'],
		],
	])('is caught by its check: %s', (_, more, failures) => {
		expect(failuresOf(more).sort()).toEqual(failures.sort());
	});

	it.each([
		['sellerName', '丙有限公司', 'seller\'s name: "乙有限公司", "丙有限公司"'],
		['totalWithTax', '176.60', 'total with tax: "¥116.60", "176.60"'],
		['issueDate', '2024 03\n06', 'issue date: "2024年03月05日", "2024 03 06"'],
	] as const)('is caught once when %s was read twice and differently', (name, other, texts) => {
		const [object] = documentOf(RIGHT).object_list as any[];
		const again = structuredClone(
			object.region_list.find((region: any) => region.text_block_list[0].value === RIGHT[name]),
		);
		object.region_list.push(again);
		const failed = () =>
			read({ object_list: [object] }).checks.filter(({ result }) => result === 'failed');
		expect(failed()).toEqual([]);
		again.text_block_list[0].value = other;
		const [caught, ...others] = failed();
		expect(others).toEqual([]);
		expect(caught).toMatchObject({ name: 'Main fields are readable', fields: [name] });
		expect(inEnglish(caught!.findings)).toEqual([`Different texts for the ${texts}`]);
	});

	it('is caught for any amount in words that is not the digits', () => {
		const cents = fc.integer({ min: 1, max: 10 ** 10 });
		fc.assert(
			fc.property(cents, cents, (digits, words) => {
				const check = checksOf({
					totalWithTax: inDigits(digits),
					totalWithTaxWords: inWords(words),
				})['Total in words equals digits'];
				expect(check.result).toBe(digits === words ? 'passed' : 'failed');
			}),
			{ numRuns: runs(200) },
		);
	});

	it('is caught for a taxpayer ID in which any character was misread', () => {
		const at = fc.integer({ min: 0, max: 17 });
		const others = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY');
		fc.assert(
			fc.property(fc.integer(), at, others, (seed, place, other) => {
				const id = taxpayerId(seededRandom(seed));
				fc.pre(id[place] !== other);
				const wrong = id.slice(0, place) + other + id.slice(place + 1);
				const check = checksOf({ sellerTaxId: wrong })["Seller's taxpayer ID is valid"];
				expect(check.result).toBe('failed');
			}),
			{ numRuns: runs(200) },
		);
	});
});

describe('what a check says', () => {
	const MAIN_FIELDS = "invoice number, issue date, seller's name and readable totals";
	const DATES = 'a day from 1994-01-01 to 2025-06-30';
	/** By what a failure is called: the result, what was expected and found, and in which fields. */
	const saidOf = (more: Texts = {}) =>
		Object.fromEntries(
			Object.values(checksOf(more)).map((check) => [
				TABLE.find(([name]) => name === check.name)?.[2] ?? check.name,
				`${check.result}: ${check.expected} | ${foundBy(check, 'english')} | ${check.fields}`,
			]),
		);

	it('is what it expected and found of a right invoice, and in which fields', () => {
		const words = '⊗壹佰壹拾陆圆陆角整 (116.60)';
		const numberForm = '8 digits, or 20 on a fully digital invoice';
		expect(saidOf()).toMatchObject({
			'main fields are missing or unreadable': `passed: ${MAIN_FIELDS} | all of them | `,
			'line items are doubtful': 'passed: every line beyond doubt | 2 lines | goodsNames',
			'line amounts do not add up': 'passed: 110.00 | 110.00 | amounts,totalAmount',
			'tax is not rate times amount':
				'passed: 2 of 2 lines | 2 of 2 lines | taxAmounts,taxRates,amounts',
			'totals do not add up': 'passed: 116.60 | 116.60 | totalAmount,totalTax,totalWithTax',
			'total in words differs': `passed: 116.60 | ${words} | totalWithTaxWords,totalWithTax`,
			'invoice code has a wrong length': 'passed: 10 or 12 digits | 0340021130 | invoiceCode',
			'invoice number has a wrong length': `passed: ${numberForm} | 00000017 | invoiceNumber`,
			'invoice number differs from the right side':
				'passed: 00000017 | 00000017 | invoiceNumber,invoiceNumberRight',
			"buyer's taxpayer ID is invalid": `passed: ${BUYER_ID} | ${BUYER_ID} | buyerTaxId`,
			'issue date is impossible': `passed: ${DATES} | 2024-03-05 | issueDate`,
		});
	});

	it('is what it expected and found of a wrong invoice, and in which fields', () => {
		const wrong = {
			taxAmounts: ['7.00', '0.80'],
			totalTax: '7.00',
			totalWithTaxWords: '壹佰',
			invoiceCodeRight: '0340021131',
			buyerTaxId: '12345',
			sellerTaxId: misread(SELLER_ID),
		};
		const taxFields = 'taxAmounts,taxRates,amounts';
		const said = saidOf(wrong);
		expect(said).toMatchObject({
			'line taxes do not add up': 'failed: 7.00 | 7.80 | taxAmounts,totalTax',
			'tax is not rate times amount': `failed: line 1: 6.00; line 2: 0.60 | line 1: 7.00; line 2: 0.80 | ${taxFields}`,
			'total in words differs':
				'failed: 116.60 | 壹佰 (not readable) | totalWithTaxWords,totalWithTax',
			'invoice code differs from the right side':
				'failed: 0340021130 | 0340021131 | invoiceCode,invoiceCodeRight',
			"buyer's taxpayer ID is invalid": 'failed: 15, 18 or 20 characters | 12345 | buyerTaxId',
		});
		const id = misread(SELLER_ID);
		expect(said["seller's taxpayer ID is invalid"]).toMatch(
			new RegExp(`^failed: ${id.slice(0, 17)}[0-9A-Y] \\| ${id} \\| sellerTaxId$`),
		);
	});

	it('names all main fields that are missing or unreadable', () => {
		const missing = saidOf({ invoiceNumber: '', totalAmount: '1O0', issueDate: '' });
		expect(missing['main fields are missing or unreadable']).toBe(
			`failed: ${MAIN_FIELDS} | No invoice number was found; No issue date was found; The total amount "1O0" cannot be read | ` +
				'invoiceNumber,issueDate,totalAmount',
		);
	});

	it.each([
		[['《详见销货清单》', '（详见清单）'], ['The list of goods is not in the file']],
		[['(详见销货清单)', '*餐饮服务*餐饮费'], []],
		[['打印（详见清单）', '打印（详见清单）'], []],
	])('says of goods named %j whether their list is missing', (goodsNames, expected) => {
		const { checks } = readFields({ ...RIGHT, goodsNames });
		const { result, findings } = checks.find(({ name }) => name === 'Line items are found')!;
		expect(inEnglish(findings)).toEqual(expected);
		expect(result).toBe(expected.length > 0 ? 'failed' : 'passed');
	});

	it.each([
		['340104713921234', 'not checked: null'],
		['3401047139212345678X', 'not checked: null'],
		['11010519491231002X', 'not checked: null'],
		['9134000O711771143J', 'failed: digits and letters other than I, O, S, V and Z'],
	])("of the seller's taxpayer ID %s is %s", (sellerTaxId, said) => {
		expect(saidOf({ sellerTaxId })["seller's taxpayer ID is invalid"]).toBe(
			`${said} | ${sellerTaxId} | sellerTaxId`,
		);
	});

	it.each([
		['2024年13月01日', 'failed'],
		['1994-01-01', 'passed'],
		['1993-12-31', 'failed'],
	])('of the date %s is that it has %s', (issueDate, result) => {
		expect(saidOf({ issueDate })['issue date is impossible']).toBe(
			`${result}: ${DATES} | ${issueDate} | issueDate`,
		);
	});

	it.each([
		[
			'code',
			'1234567890 123456789012',
			'12345678901 1234567890123 x1234567890 1234567890x 034002113O',
		],
		[
			'number',
			'12345678 12345678901234567890',
			'0000017 123456789 123456789012345678901 x12345678 12345678x',
		],
	])('is passed by an invoice %s of a valid length alone', (what, right, wrong) => {
		const field = what === 'code' ? 'invoiceCode' : 'invoiceNumber';
		const resultsOf = (texts: string) =>
			texts
				.split(' ')
				.map((text) => checksOf({ [field]: text })[`Invoice ${what} has a valid length`].result);
		expect(new Set(resultsOf(right))).toEqual(new Set(['passed']));
		expect(new Set(resultsOf(wrong))).toEqual(new Set(['failed']));
	});
});

describe('a check that lacks its inputs', () => {
	it.each([
		['Line amounts add up to the total amount', { totalAmount: '' }],
		['Line amounts add up to the total amount', { amounts: ['1O0.00', '10.00'] }],
		['Line taxes add up to the total tax', { totalTax: '' }],
		['Line taxes add up to the total tax', { taxAmounts: ['6.00', ''] }],
		['Total amount and tax add up to the total with tax', { totalTax: '' }],
		['Total in words equals digits', { totalWithTaxWords: '' }],
		['Total in words equals digits', { totalWithTax: '' }],
		['Invoice code has a valid length', { invoiceCode: '' }],
		['Invoice number has a valid length', { invoiceNumber: '' }],
		['Invoice code agrees with the right side', { invoiceCodeRight: '' }],
		['Invoice number agrees with the right side', { invoiceNumber: '' }],
		["Buyer's taxpayer ID is valid", { buyerTaxId: '' }],
		["Buyer's taxpayer ID is valid", { buyerTaxId: '340104713921234' }],
		["Seller's taxpayer ID is valid", { sellerTaxId: '11010519491231002X' }],
		["Seller's taxpayer ID is valid", { sellerTaxId: '' }],
		['Issue date exists and is not in the future', { issueDate: '' }],
		['Tax is rate times amount', { taxAmounts: ['', ''] }],
	])('is not checked: %s', (name, more) => {
		expect(checksOf(more)[name].result).toBe('not checked');
	});

	it('is not checked for an invoice of which nothing was read, which needs a review', () => {
		const { checks } = readFields({});
		const named = (wanted: string) =>
			checks.flatMap(({ name, result }) => (result === wanted ? [name] : []));
		expect(named('failed')).toEqual(['Main fields are readable', 'Line items are found']);
		expect(named('passed')).toEqual([]);
	});
});

describe('an expected buyer', () => {
	const BUYER = { name: '甲（合肥）有限公司', taxId: '91110108551385082q' };
	const named = (name: string, taxId: string) => {
		const buyer = { buyerName: name, buyerTaxId: taxId };
		const { checks } = readFields({ ...RIGHT, ...buyer }, { expectedBuyer: BUYER });
		return checks.filter(({ name: check }) => check.includes('expected'));
	};

	it('is told by name and tax ID, however they are written', () => {
		expect(named('甲(合肥) 有限公司', '91110108551385082Q')).toMatchObject([
			{ name: 'Buyer has the expected name', result: 'passed', fields: ['buyerName'] },
			{ name: 'Buyer has the expected tax ID', result: 'passed', fields: ['buyerTaxId'] },
		]);
	});

	it.each([
		['longer', '甲（合肥）有限公司北京分公司', '91110108551385082Q00'],
		['shorter', '甲（合肥）', '91110108551385082'],
	])('is not one of a %s name or tax ID that has the same in it', (_what, name, taxId) => {
		expect(named(name, taxId).map(({ result }) => result)).toEqual(['failed', 'failed']);
	});

	it('is not another company, nor one that cannot be read', () => {
		expect(named('乙有限公司', '')).toMatchObject([
			{ result: 'failed', expected: BUYER.name, found: '乙有限公司' },
			{ result: 'failed', expected: BUYER.taxId, found: 'nothing' },
		]);
	});
});

describe('confidence', () => {
	const scored = (score: unknown): Texts => ({
		...RIGHT,
		sellerName: [{ text: '乙有限公司', score: score as number }],
	});

	it('below the minimum fails its check and lists the field', () => {
		const { checks, uncertain } = readFields(scored(0.62));
		expect(checks.at(-1)).toMatchObject({
			result: 'failed',
			expected: 'at least 0.8',
			found: "0.62 (seller's name)",
		});
		expect(uncertain).toEqual(['sellerName']);
	});

	it('below the minimum fails its check also beside one that cannot be read', () => {
		const { checks } = readFields({
			...scored(0.62),
			buyerName: [{ text: '甲有限公司', score: '97%' as never }],
		});
		expect(checks.at(-1)).toMatchObject({ result: 'failed', found: "0.62 (seller's name)" });
	});

	it.each([
		['97%', 'not checked'],
		[1.2, 'not checked'],
		['0.9', 'passed'],
		['0.2', 'failed'],
	])('that the service gives as %p is %s', (score, result) => {
		expect(readFields(scored(score)).checks.at(-1)).toMatchObject({ result });
	});

	it('is compared with the minimum that was chosen', () => {
		const { checks, uncertain } = readFields(scored(0.62), { minimumConfidence: 0.6 });
		expect(checks.at(-1)).toMatchObject({ result: 'passed', expected: 'at least 0.6' });
		expect(uncertain).toEqual([]);
	});
});

/** What each check says when it fails, as English and as Chinese rows have it. */
describe('a fault', () => {
	const DISCOUNTED = {
		goodsNames: ['*餐饮服务*餐饮费', '*运输服务*配送费'],
		unitPrices: ['120.00', ''],
		amounts: ['120.00', '-10.00'],
		taxAmounts: ['7.20', '-0.60'],
	};
	const DIGITAL = { invoiceNumberRight: '', invoiceCode: '', invoiceCodeRight: '' };

	const FAULTS: Array<[Texts, english: string, chinese: string]> = [
		[{ invoiceNumber: '' }, 'No invoice number was found', '未找到发票号码'],
		[{ totalAmount: '1O0' }, 'The total amount "1O0" cannot be read', '合计金额“1O0”无法识读'],
		[
			{ sellerName: '乙\uFFFD公司' },
			'A character of the seller\'s name is unknown: "乙\uFFFD公司"',
			'销售方名称含有无法识别的字符：“乙\uFFFD公司”',
		],
		[
			{ buyerAddressPhone: '合肥\uFFFD路1号' },
			'A character of the buyer\'s address and phone is unknown: "合肥\uFFFD路1号"',
			'购买方地址、电话含有无法识别的字符：“合肥\uFFFD路1号”',
		],
		[
			{ goodsNames: ['*餐饮服务*餐饮费', '*运输服务*配\uFFFD费'] },
			'A character of the goods names is unknown: "*运输服务*配\uFFFD费"',
			'货物或应税劳务、服务名称含有无法识别的字符：“*运输服务*配\uFFFD费”',
		],
		...['=1+1有限公司', '+甲', '-甲', '@甲', '＝甲'].map((name): [Texts, string, string] => [
			{ buyerName: name },
			`The name "${name}" begins like a formula of a spreadsheet`,
			`名称“${name}”的开头形同电子表格公式`,
		]),
		[
			{ goodsNames: ['=cmd()', '配送费'] },
			'The name "=cmd()" begins like a formula of a spreadsheet',
			'名称“=cmd()”的开头形同电子表格公式',
		],
		[
			{ goodsNames: [], unitPrices: [], amounts: [], taxRates: [], taxAmounts: [] },
			'No line item was found',
			'未找到商品明细',
		],
		[
			{ taxRates: ['6', '6%'] },
			'Line 1: The text "6" in the column of tax rates is not readable',
			'第 1 行：税率一栏的“6”无法识读',
		],
		[
			DISCOUNTED,
			'Line 2: the discount is named *运输服务*配送费, the line above *餐饮服务*餐饮费',
			'第 2 行：折扣行名称为 *运输服务*配送费，上一行为 *餐饮服务*餐饮费',
		],
		[
			{ totalAmount: '¥170.00' },
			'Line amounts add up to 110.00, the total amount is 170.00',
			'各行金额之和 110.00 与合计金额 170.00 不符',
		],
		[
			{ totalTax: '7.00' },
			'Line taxes add up to 6.60, the total tax is 7.00',
			'各行税额之和 6.60 与合计税额 7.00 不符',
		],
		[
			{ taxAmounts: ['6.00', '0.80'] },
			'Line 2: 6% of 10.00 is 0.60, not 0.80',
			'第 2 行：10.00 的 6% 为 0.60，而税额为 0.80',
		],
		[
			{ totalWithTax: '¥117.00' },
			'Total amount 110.00 and tax 6.60 add up to 116.60, the total with tax is 117.00',
			'合计金额 110.00 加税额 6.60 为 116.60，与价税合计 117.00 不符',
		],
		[
			{ totalWithTaxWords: '壹佰元整' },
			'Total in words (壹佰元整 = 100.00) differs from digits 116.60',
			'价税合计大写（壹佰元整 = 100.00）与小写 116.60 不符',
		],
		[
			{ totalWithTaxWords: '壹佰' },
			'Total in words (壹佰) cannot be read',
			'价税合计大写（壹佰）无法识读',
		],
		[
			{ invoiceCode: '123', invoiceCodeRight: '' },
			'The invoice code 123 does not have 10 or 12 digits',
			'发票代码 123 不是 10 位或 12 位数字',
		],
		[
			{ invoiceNumber: '123', invoiceNumberRight: '' },
			'The invoice number 123 does not have 8 or 20 digits',
			'发票号码 123 不是 8 位或 20 位数字',
		],
		[
			{ invoiceCodeRight: '0340021131' },
			'The invoice code 0340021130 differs from 0340021131 on the right side',
			'发票代码 0340021130 与右侧的 0340021131 不符',
		],
		[
			{ invoiceNumberRight: '00000071' },
			'The invoice number 00000017 differs from 00000071 on the right side',
			'发票号码 00000017 与右侧的 00000071 不符',
		],
		[
			{ sellerName: [{ text: '乙有限公司', score: 0.62 }] },
			"The confidence of the seller's name is 0.62, below 0.8",
			'销售方名称的识别置信度为 0.62，低于 0.8',
		],
		[
			{ invoiceCode: '', invoiceCodeRight: '' },
			'The number 00000017 has 8 digits, but no code was found',
			'发票号码 00000017 为 8 位，但未找到发票代码',
		],
		[
			{ invoiceNumber: '24342000000012345678', invoiceNumberRight: '' },
			'The number 24342000000012345678 has 20 digits, but the invoice also has the code 0340021130',
			'发票号码 24342000000012345678 为 20 位，却另有发票代码 0340021130',
		],
		[
			{ ...DIGITAL, invoiceNumber: '25342000000012345678' },
			'The number 25342000000012345678 is from 2025, but the date is 2024-03-05',
			'发票号码 25342000000012345678 属于 2025 年，开票日期为 2024-03-05',
		],
		...['034002511301', '034001811301'].map((code): [Texts, string, string] => [
			{ invoiceCode: code, invoiceCodeRight: '' },
			`The code ${code} is from 20${code.slice(5, 7)}, but the date is 2024-03-05`,
			`发票代码 ${code} 属于 20${code.slice(5, 7)} 年，开票日期为 2024-03-05`,
		]),
		[
			{ checkCode: '12345 67890 12345 6789' },
			'The check code 1234567890123456789 does not have 20 digits',
			'校验码 1234567890123456789 不是 20 位数字',
		],
		[
			{ issueDate: '2025年07月01日' },
			'The issue date 2025-07-01 is in the future (today is 2025-06-30)',
			'开票日期 2025-07-01 晚于今天（2025-06-30）',
		],
		[
			{ issueDate: '2024年02月30日' },
			'The issue date "2024年02月30日" does not exist',
			'开票日期“2024年02月30日”不是有效日期',
		],
		[
			{ buyerTaxId: '12345' },
			"The buyer's taxpayer ID 12345 has 5 characters instead of 15, 18 or 20",
			'购买方纳税人识别号 12345 有 5 位，应为 15、18 或 20 位',
		],
		[
			{ sellerTaxId: '9134000O711771143J' },
			"The seller's taxpayer ID 9134000O711771143J holds a character that no taxpayer ID has",
			'销售方纳税人识别号 9134000O711771143J 含有纳税人识别号不使用的字符',
		],
		[
			{ buyerName: '乙 有限公司' },
			'Buyer and seller are both 乙 有限公司',
			'购买方与销售方相同：乙 有限公司',
		],
		[
			{ buyerTaxId: SELLER_ID },
			`Buyer and seller are both ${SELLER_ID}`,
			`购买方与销售方相同：${SELLER_ID}`,
		],
	];

	it.each(FAULTS)('is said with its values: %j', (more, english, chinese) => {
		const { faults } = readFields({ ...RIGHT, ...more });
		expect(inEnglish(faults)).toContain(english);
		expect(faults.map((fault) => sayFinding(fault, 'chinese'))).toContain(chinese);
	});

	it('is among these for every check, and called in the summary as the table says', () => {
		const called = new Set(FAULTS.flatMap(([more]) => failuresOf(more)));
		expect(TABLE.map(([, , failure]) => failure).filter((failure) => !called.has(failure))).toEqual(
			[],
		);
	});

	it('is none where a number of 20 digits or a code of 12 goes with its date', () => {
		expect(failuresOf({ ...DIGITAL, invoiceNumber: '24342000000012345678' })).toEqual([]);
		for (const code of ['034002411301', '034001911301']) {
			expect(failuresOf({ invoiceCode: code, invoiceCodeRight: code })).toEqual([]);
		}
	});

	it('is none for a discount with the name of the line above, on a credit note too', () => {
		const names = { goodsNames: ['*餐饮服务*餐饮费', '*餐饮服务* 餐饮费'] };
		const check = checksOf({ ...DISCOUNTED, ...names })['Discount has the name of the line above'];
		expect(check.result).toBe('passed');
	});

	it('is no correction with an unknown character, whose recognized text stays and is marked', () => {
		const seller = {
			key: 'vat-invoice-seller-name',
			value: '乙\uFFFD公司',
			text_sent_list: [{ text: '乙有限公司', score: 0.99 }],
		};
		const given = read({ object_list: [{ region_list: [{ text_block_list: [seller] }] }] });
		expect(given.record.sellerName).toBe('乙有限公司');
		expect(inEnglish(given.faults)).toContain(
			'A character of the seller\'s name is unknown: "乙\uFFFD公司"',
		);
	});
});

/** An ID with its ninth character read as another one. */
function misread(id: string): string {
	return id.slice(0, 8) + (id[8] === '8' ? 'B' : '8') + id.slice(9);
}
