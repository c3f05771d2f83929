import fc from 'fast-check';

import { seededRandom } from '../../../emulator/core/random';
import { inDigits, inWords } from '../../../fixtures/invoice/amounts';
import { drawInvoice } from '../../../fixtures/invoice';
import { NO_NOISE } from '../../../fixtures/invoice/document';
import { taxpayerId } from '../../../fixtures/invoice/truth';
import { invoiceDocument } from '../../../emulator/signature/invoiceDocument';
import { read, readFields, TODAY } from '../read';
import { runs } from '../../../support/fullSize';

const BUYER_ID = taxpayerId(seededRandom(1));
const SELLER_ID = taxpayerId(seededRandom(2));

/** An invoice on which every check has its inputs and passes. */
const RIGHT: Record<string, string | string[]> = {
	'vat-invoice-daima': '0340021130',
	'vat-invoice-daima-right-side': '0340021130',
	'vat-invoice-haoma': '00000017',
	'vat-invoice-haoma-right-side': '00000017',
	'vat-invoice-issue-date': '2024年03月05日',
	'vat-invoice-payer-name': '甲有限公司',
	'vat-invoice-rate-payer-id': BUYER_ID,
	'vat-invoice-seller-name': '乙有限公司',
	'vat-invoice-seller-id': SELLER_ID,
	'vat-invoice-goods-list': ['*餐饮服务*餐饮费', '*运输服务*配送费'],
	'unit-price': ['100.00', '10.00'],
	'vat-invoice-price-list': ['100.00', '10.00'],
	'vat-invoice-tax-rate-list': ['6%', '6%'],
	'vat-invoice-tax-list': ['6.00', '0.60'],
	'vat-invoice-total': '¥110.00',
	'vat-invoice-tax-total': '¥6.60',
	'vat-invoice-total-cover-tax': '⊗壹佰壹拾陆圆陆角整',
	'vat-invoice-total-cover-tax-digits': '¥116.60',
};

const NAMES = [
	'Main fields are readable',
	'Line items are matched',
	'Line amounts add up to the total amount',
	'Line taxes add up to the total tax',
	'Tax is rate times amount',
	'Total amount and tax add up to the total with tax',
	'Total in words equals digits',
	'Invoice code has an existing length',
	'Invoice number has an existing length',
	'Invoice code agrees with the right side',
	'Invoice number agrees with the right side',
	"Buyer's taxpayer ID is valid",
	"Seller's taxpayer ID is valid",
	'Issue date exists and is not in the future',
	'Lowest recognition confidence',
];

function checksOf(more: Record<string, string | string[]> = {}) {
	const { checks } = readFields({ ...RIGHT, ...more });
	return Object.fromEntries(checks.map((check) => [check.name, check]));
}

const failedNames = (more: Record<string, string | string[]>) =>
	Object.values(checksOf(more))
		.filter(({ result }) => result === 'failed')
		.map(({ name }) => name);

describe('a right invoice', () => {
	it('passes every check', () => {
		const checks = Object.values(checksOf());
		expect(checks.map(({ name }) => name)).toEqual(NAMES);
		expect(checks.map(({ name, result }) => [name, result])).toEqual(
			NAMES.map((name) => [name, 'passed']),
		);
	});

	it('has words for what failed in each', () => {
		expect(Object.values(checksOf()).map(({ failure }) => failure)).toEqual([
			'main fields are missing or unreadable',
			'line items are doubtful',
			'line amounts do not add up',
			'line taxes do not add up',
			'tax is not rate times amount',
			'totals do not add up',
			'total in words differs',
			'invoice code has a wrong length',
			'invoice number has a wrong length',
			'invoice code differs from the right side',
			'invoice number differs from the right side',
			"buyer's taxpayer ID is invalid",
			"seller's taxpayer ID is invalid",
			'issue date is impossible',
			'confidence is low',
		]);
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
				'vat-invoice-tax-list': ['***', '***'],
				'vat-invoice-tax-total': '***',
				'vat-invoice-tax-rate-list': ['免税', '免税'],
				'vat-invoice-total-cover-tax-digits': '110.00',
				'vat-invoice-total-cover-tax': '壹佰壹拾圆整',
			},
		],
		[
			'with a code of 12 digits',
			{ 'vat-invoice-daima': '034002113011', 'vat-invoice-daima-right-side': '034002113011' },
		],
		[
			'with a number of 20 digits',
			{
				'vat-invoice-haoma': '24342000000012345678',
				'vat-invoice-haoma-right-side': '24342000000012345678',
			},
		],
		[
			'with spaces in codes and IDs',
			{
				'vat-invoice-daima': '0340 021130',
				'vat-invoice-seller-id': SELLER_ID.replace(/(.{4})/g, '$1 '),
			},
		],
		['with an old taxpayer ID', { 'vat-invoice-rate-payer-id': '340104713921234' }],
		['of today', { 'vat-invoice-issue-date': TODAY }],
		['with words in everyday characters', { 'vat-invoice-total-cover-tax': '一百一十六元六角' }],
	])('%s fails none', (_, more) => {
		expect(failedNames(more)).toEqual([]);
	});
});

it('the tax of a tax-free line that is doubtful does not count as 0', () => {
	const { checks } = readFields({
		...RIGHT,
		// only a category, so that the line may belong to another one
		'vat-invoice-goods-list': ['*餐饮服务*', '*运输服务*配送费'],
		'vat-invoice-tax-rate-list': ['免税', '6%'],
		'vat-invoice-tax-list': ['***', '0.60'],
		'vat-invoice-tax-total': '¥0.60',
	});
	expect(checks.find(({ name }) => name === 'Line taxes add up to the total tax')).toMatchObject({
		result: 'not checked',
	});
});

describe('a wrong invoice', () => {
	it.each([
		[
			'a line amount',
			{ 'vat-invoice-price-list': ['100.00', '70.00'] },
			['Line amounts add up to the total amount', 'Tax is rate times amount'],
		],
		[
			'a line tax',
			{ 'vat-invoice-tax-list': ['6.00', '0.80'] },
			['Line taxes add up to the total tax', 'Tax is rate times amount'],
		],
		[
			'the total amount',
			{ 'vat-invoice-total': '¥170.00' },
			[
				'Line amounts add up to the total amount',
				'Total amount and tax add up to the total with tax',
			],
		],
		[
			'the total tax',
			{ 'vat-invoice-tax-total': '¥6.80' },
			['Line taxes add up to the total tax', 'Total amount and tax add up to the total with tax'],
		],
		[
			'the total with tax',
			{ 'vat-invoice-total-cover-tax-digits': '¥116.80' },
			['Total amount and tax add up to the total with tax', 'Total in words equals digits'],
		],
		[
			'the words',
			{ 'vat-invoice-total-cover-tax': '壹佰壹拾陆圆捌角整' },
			['Total in words equals digits'],
		],
		[
			'words that are no amount',
			{ 'vat-invoice-total-cover-tax': '壹佰壹抬陆圆陆角整' },
			['Total in words equals digits'],
		],
		['a tax rate', { 'vat-invoice-tax-rate-list': ['9%', '6%'] }, ['Tax is rate times amount']],
		[
			'a code of 11 digits',
			{ 'vat-invoice-daima': '03400211301', 'vat-invoice-daima-right-side': '03400211301' },
			['Invoice code has an existing length'],
		],
		[
			'a code with a letter',
			{ 'vat-invoice-daima': '034002113O', 'vat-invoice-daima-right-side': '034002113O' },
			['Invoice code has an existing length'],
		],
		[
			'a number of 7 digits',
			{ 'vat-invoice-haoma': '0000017', 'vat-invoice-haoma-right-side': '0000017' },
			['Invoice number has an existing length'],
		],
		[
			'the code on the right side',
			{ 'vat-invoice-daima-right-side': '0340021131' },
			['Invoice code agrees with the right side'],
		],
		[
			'the number on the right side',
			{ 'vat-invoice-haoma-right-side': '00000071' },
			['Invoice number agrees with the right side'],
		],
		[
			"the buyer's ID",
			{ 'vat-invoice-rate-payer-id': misread(BUYER_ID) },
			["Buyer's taxpayer ID is valid"],
		],
		[
			"the seller's ID",
			{ 'vat-invoice-seller-id': misread(SELLER_ID) },
			["Seller's taxpayer ID is valid"],
		],
		[
			'an ID of 17 characters',
			{ 'vat-invoice-seller-id': SELLER_ID.slice(1) },
			["Seller's taxpayer ID is valid"],
		],
		[
			'an ID with a letter not in use',
			{ 'vat-invoice-seller-id': `${SELLER_ID.slice(0, 8)}O${SELLER_ID.slice(9)}` },
			["Seller's taxpayer ID is valid"],
		],
		[
			'a day that does not exist',
			{ 'vat-invoice-issue-date': '2024年02月30日' },
			['Issue date exists and is not in the future'],
		],
		[
			'tomorrow',
			{ 'vat-invoice-issue-date': '2025年07月01日' },
			['Issue date exists and is not in the future'],
		],
		[
			'a date before the tax existed',
			{ 'vat-invoice-issue-date': '1024年03月05日' },
			['Issue date exists and is not in the future'],
		],
		['no number', { 'vat-invoice-haoma': '' }, ['Main fields are readable']],
		['no date', { 'vat-invoice-issue-date': '' }, ['Main fields are readable']],
		['no seller', { 'vat-invoice-seller-name': '' }, ['Main fields are readable']],
		['no total amount', { 'vat-invoice-total': '' }, ['Main fields are readable']],
		['no total tax', { 'vat-invoice-tax-total': '' }, ['Main fields are readable']],
		[
			'no total with tax',
			{ 'vat-invoice-total-cover-tax-digits': '' },
			['Main fields are readable'],
		],
		['asterisks as the total amount', { 'vat-invoice-total': '***' }, ['Main fields are readable']],
		[
			'asterisks as the total tax of lines that bear one',
			{ 'vat-invoice-tax-total': '***' },
			['Line taxes add up to the total tax', 'Total amount and tax add up to the total with tax'],
		],
		['a total of three decimals', { 'vat-invoice-total': '1.100' }, ['Main fields are readable']],
		[
			"a credit note's words with positive digits",
			{ 'vat-invoice-total-cover-tax': '（负数）壹佰壹拾陆圆陆角整' },
			['Total in words equals digits'],
		],
		[
			'an amount that is not readable',
			{ 'vat-invoice-tax-total': '6.6O' },
			['Main fields are readable'],
		],
	])('is caught by its check: %s', (_, more, names) => {
		expect(failedNames(more as Record<string, string | string[]>).sort()).toEqual(names.sort());
	});

	it('is caught when one field was read twice and differently', () => {
		const document = invoiceDocument({ fields: RIGHT }, null) as any;
		const regions = document.object_list[0].region_list;
		const again = structuredClone(
			regions.find(({ type }: { type: string }) => type === 'vat-invoice-seller-name'),
		);
		regions.push(again);
		const failed = () => read(document).checks.filter(({ result }) => result === 'failed');
		expect(failed()).toEqual([]);
		again.text_block_list[0].value = '丙有限公司';
		expect(failed()).toMatchObject([
			{
				name: 'Main fields are readable',
				found: 'different texts for the seller\'s name: "乙有限公司", "丙有限公司"',
				fields: ['sellerName'],
			},
		]);
	});

	it.each([
		['vat-invoice-total-cover-tax-digits', '176.60', 'total with tax: "¥116.60", "176.60"'],
		['vat-invoice-issue-date', '2024 03\n06', 'issue date: "2024年03月05日", "2024 03 06"'],
	])('is caught once when %s was read twice and differently', (key, other, texts) => {
		const document = invoiceDocument({ fields: RIGHT }, null) as any;
		const regions = document.object_list[0].region_list;
		const again = structuredClone(regions.find(({ type }: { type: string }) => type === key));
		again.text_block_list[0].value = other;
		regions.push(again);
		const failed = read(document).checks.filter(({ result }) => result === 'failed');
		expect(failed.map(({ name, found }) => [name, found])).toEqual([
			['Main fields are readable', `different texts for the ${texts}`],
		]);
	});

	it('is caught for any amount in words that is not the digits', () => {
		const cents = fc.integer({ min: 1, max: 10 ** 10 });
		fc.assert(
			fc.property(cents, cents, (digits, words) => {
				const check = checksOf({
					'vat-invoice-total-cover-tax-digits': inDigits(digits),
					'vat-invoice-total-cover-tax': inWords(words),
				})['Total in words equals digits'];
				expect(check.result).toBe(digits === words ? 'passed' : 'failed');
			}),
			{ numRuns: runs(200) },
		);
	});

	it('is caught for a taxpayer ID in which any character was misread', () => {
		const at = fc.integer({ min: 0, max: 17 });
		fc.assert(
			fc.property(
				fc.integer(),
				at,
				fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY'),
				(seed, place, other) => {
					const id = taxpayerId(seededRandom(seed));
					fc.pre(id[place] !== other);
					const wrong = id.slice(0, place) + other + id.slice(place + 1);
					const check = checksOf({ 'vat-invoice-seller-id': wrong })[
						"Seller's taxpayer ID is valid"
					];
					expect(check.result).toBe('failed');
				},
			),
			{ numRuns: runs(200) },
		);
	});

	it('says what was expected and what was found', () => {
		const checks = checksOf({
			'vat-invoice-total': '¥170.00',
			'vat-invoice-total-cover-tax': '壹佰圆整',
			'vat-invoice-seller-id': misread(SELLER_ID),
			'vat-invoice-tax-list': ['6.00', '0.80'],
		});
		expect(checks['Line amounts add up to the total amount']).toMatchObject({
			expected: '170.00',
			found: '110.00',
		});
		expect(checks['Total in words equals digits']).toMatchObject({
			expected: '116.60',
			found: '壹佰圆整 (100.00)',
		});
		expect(checks["Seller's taxpayer ID is valid"]).toMatchObject({ found: misread(SELLER_ID) });
		expect(checks['Tax is rate times amount']).toMatchObject({
			expected: 'line 2: 0.60',
			found: 'line 2: 0.80',
		});
	});
});

describe('what a check says', () => {
	const MAIN_FIELDS = "invoice number, issue date, seller's name and readable totals";
	const said = (name: string, more: Record<string, string | string[]> = {}) => {
		const { result, expected, found, fields } = checksOf(more)[name];
		return [result, expected, found, fields.join()];
	};

	it.each([
		['Main fields are readable', {}, ['passed', MAIN_FIELDS, 'all of them', '']],
		[
			'Main fields are readable',
			{ 'vat-invoice-haoma': '', 'vat-invoice-total': '1O0', 'vat-invoice-issue-date': '' },
			[
				'failed',
				MAIN_FIELDS,
				'no invoice number; no issue date; total amount "1O0"',
				'invoiceNumber,issueDate,totalAmount',
			],
		],
		['Line items are matched', {}, ['passed', 'every line beyond doubt', '2 lines', 'goodsNames']],
		[
			'Line amounts add up to the total amount',
			{},
			['passed', '110.00', '110.00', 'amounts,totalAmount'],
		],
		[
			'Line taxes add up to the total tax',
			{ 'vat-invoice-tax-total': '7.00' },
			['failed', '7.00', '6.60', 'taxAmounts,totalTax'],
		],
		[
			'Tax is rate times amount',
			{},
			['passed', '2 of 2 lines', '2 of 2 lines', 'taxAmounts,taxRates,amounts'],
		],
		[
			'Tax is rate times amount',
			{ 'vat-invoice-tax-list': ['7.00', '0.80'] },
			[
				'failed',
				'line 1: 6.00; line 2: 0.60',
				'line 1: 7.00; line 2: 0.80',
				'taxAmounts,taxRates,amounts',
			],
		],
		[
			'Total amount and tax add up to the total with tax',
			{},
			['passed', '116.60', '116.60', 'totalAmount,totalTax,totalWithTax'],
		],
		[
			'Total in words equals digits',
			{},
			['passed', '116.60', '⊗壹佰壹拾陆圆陆角整 (116.60)', 'totalWithTaxWords,totalWithTax'],
		],
		[
			'Total in words equals digits',
			{ 'vat-invoice-total-cover-tax': '壹佰' },
			['failed', '116.60', '壹佰 (not readable)', 'totalWithTaxWords,totalWithTax'],
		],
		[
			'Invoice code has an existing length',
			{},
			['passed', '10 or 12 digits', '0340021130', 'invoiceCode'],
		],
		[
			'Invoice number has an existing length',
			{},
			['passed', '8 digits, or 20 on a fully digital invoice', '00000017', 'invoiceNumber'],
		],
		[
			'Invoice code agrees with the right side',
			{ 'vat-invoice-daima-right-side': '0340021131' },
			['failed', '0340021130', '0340021131', 'invoiceCode,invoiceCodeRight'],
		],
		[
			'Invoice number agrees with the right side',
			{},
			['passed', '00000017', '00000017', 'invoiceNumber,invoiceNumberRight'],
		],
		["Buyer's taxpayer ID is valid", {}, ['passed', BUYER_ID, BUYER_ID, 'buyerTaxId']],
		[
			"Buyer's taxpayer ID is valid",
			{ 'vat-invoice-rate-payer-id': '340104713921234' },
			['not checked', null, '340104713921234', 'buyerTaxId'],
		],
		[
			"Buyer's taxpayer ID is valid",
			{ 'vat-invoice-rate-payer-id': '3401047139212345678X' },
			['not checked', null, '3401047139212345678X', 'buyerTaxId'],
		],
		[
			"Buyer's taxpayer ID is valid",
			{ 'vat-invoice-rate-payer-id': '12345' },
			['failed', '15, 18 or 20 characters', '12345', 'buyerTaxId'],
		],
		[
			"Seller's taxpayer ID is valid",
			{ 'vat-invoice-seller-id': misread(SELLER_ID) },
			[
				'failed',
				expect.stringMatching(new RegExp(`^${misread(SELLER_ID).slice(0, 17)}[0-9A-Y]$`)),
				misread(SELLER_ID),
				'sellerTaxId',
			],
		],
		[
			"Seller's taxpayer ID is valid",
			{ 'vat-invoice-seller-id': '9134000O711771143J' },
			[
				'failed',
				'digits and letters other than I, O, S, V and Z',
				'9134000O711771143J',
				'sellerTaxId',
			],
		],
		[
			"Seller's taxpayer ID is valid",
			{ 'vat-invoice-seller-id': '11010519491231002X' },
			['not checked', null, '11010519491231002X', 'sellerTaxId'],
		],
		[
			'Issue date exists and is not in the future',
			{},
			['passed', 'a day from 1994-01-01 to 2025-06-30', '2024-03-05', 'issueDate'],
		],
		[
			'Issue date exists and is not in the future',
			{ 'vat-invoice-issue-date': '2024年13月01日' },
			['failed', 'a day from 1994-01-01 to 2025-06-30', '2024年13月01日', 'issueDate'],
		],
		[
			'Issue date exists and is not in the future',
			{ 'vat-invoice-issue-date': '1994-01-01' },
			['passed', 'a day from 1994-01-01 to 2025-06-30', '1994-01-01', 'issueDate'],
		],
		[
			'Issue date exists and is not in the future',
			{ 'vat-invoice-issue-date': '1993-12-31' },
			['failed', 'a day from 1994-01-01 to 2025-06-30', '1993-12-31', 'issueDate'],
		],
	])('%s, given %p', (name, more, words) => {
		expect(said(name, more as Record<string, string | string[]>)).toEqual(words);
	});

	it('tells two different texts for a field', () => {
		const given = read(
			{
				object_list: [
					{
						region_list: ['甲', '乙'].map((value) => ({
							text_block_list: [{ key: 'vat-invoice-haoma', value }],
						})),
					},
				],
			},
			{},
		);
		expect(given.checks[0]).toMatchObject({
			result: 'failed',
			found:
				'different texts for the invoice number: "甲", "乙"; no issue date; ' +
				"no seller's name; no total tax; no total amount; no total with tax",
		});
	});

	it.each([
		['1234567890', 'passed'],
		['123456789012', 'passed'],
		['12345678901', 'failed'],
		['1234567890123', 'failed'],
		['x1234567890', 'failed'],
		['1234567890x', 'failed'],
	])('of an invoice code %s is %s', (code, result) => {
		const check = checksOf({ 'vat-invoice-daima': code })['Invoice code has an existing length'];
		expect(check.result).toBe(result);
	});

	it.each([
		['12345678', 'passed'],
		['12345678901234567890', 'passed'],
		['123456789', 'failed'],
		['123456789012345678901', 'failed'],
		['x12345678', 'failed'],
		['12345678x', 'failed'],
	])('of an invoice number %s is %s', (number, result) => {
		const check = checksOf({ 'vat-invoice-haoma': number })[
			'Invoice number has an existing length'
		];
		expect(check.result).toBe(result);
	});
});

describe('a check that lacks its inputs', () => {
	it.each([
		['Line amounts add up to the total amount', { 'vat-invoice-total': '' }],
		['Line amounts add up to the total amount', { 'vat-invoice-price-list': ['1O0.00', '10.00'] }],
		['Line taxes add up to the total tax', { 'vat-invoice-tax-total': '' }],
		['Line taxes add up to the total tax', { 'vat-invoice-tax-list': ['6.00', ''] }],
		['Total amount and tax add up to the total with tax', { 'vat-invoice-tax-total': '' }],
		['Total in words equals digits', { 'vat-invoice-total-cover-tax': '' }],
		['Total in words equals digits', { 'vat-invoice-total-cover-tax-digits': '' }],
		['Invoice code has an existing length', { 'vat-invoice-daima': '' }],
		['Invoice number has an existing length', { 'vat-invoice-haoma': '' }],
		['Invoice code agrees with the right side', { 'vat-invoice-daima-right-side': '' }],
		['Invoice number agrees with the right side', { 'vat-invoice-haoma': '' }],
		["Buyer's taxpayer ID is valid", { 'vat-invoice-rate-payer-id': '' }],
		["Buyer's taxpayer ID is valid", { 'vat-invoice-rate-payer-id': '340104713921234' }],
		["Seller's taxpayer ID is valid", { 'vat-invoice-seller-id': '11010519491231002X' }],
		["Seller's taxpayer ID is valid", { 'vat-invoice-seller-id': '' }],
		['Issue date exists and is not in the future', { 'vat-invoice-issue-date': '' }],
		['Tax is rate times amount', { 'vat-invoice-tax-list': ['', ''] }],
	])('is not checked: %s', (name, more) => {
		expect(checksOf(more)[name].result).toBe('not checked');
	});

	it('is not checked for an invoice of which nothing was read, which needs a review', () => {
		const { checks } = readFields({});
		const results = Object.fromEntries(checks.map(({ name, result }) => [name, result]));
		expect(results['Main fields are readable']).toBe('failed');
		delete results['Main fields are readable'];
		expect(new Set(Object.values(results))).toEqual(new Set(['not checked']));
	});
});

describe('an expected buyer', () => {
	const BUYER = { name: '甲（合肥）有限公司', taxId: '91110108551385082q' };
	const named = (name: string, taxId: string) => {
		const buyer = { 'vat-invoice-payer-name': name, 'vat-invoice-rate-payer-id': taxId };
		const { checks } = readFields({ ...RIGHT, ...buyer }, { expectedBuyer: BUYER });
		return checks.filter(({ name: check }) => check.includes('expected'));
	};

	it('is told by name and tax ID, however they are written', () => {
		expect(named('甲(合肥) 有限公司', '91110108551385082Q')).toMatchObject([
			{ name: 'Buyer has the expected name', result: 'passed', fields: ['buyerName'] },
			{ name: 'Buyer has the expected tax ID', result: 'passed', fields: ['buyerTaxId'] },
		]);
	});

	it('is not another company, nor one that cannot be read', () => {
		expect(named('乙有限公司', '')).toMatchObject([
			{ result: 'failed', expected: BUYER.name, found: '乙有限公司' },
			{ result: 'failed', expected: BUYER.taxId, found: 'nothing' },
		]);
	});
});

describe('confidence', () => {
	const fields = {
		...RIGHT,
		'vat-invoice-seller-name': [{ text: '乙有限公司', score: 0.62 }],
	};

	it('below the minimum fails its check and lists the field', () => {
		const { checks, uncertain } = readFields(fields);
		expect(checks.at(-1)).toMatchObject({
			result: 'failed',
			expected: 'at least 0.8',
			found: "0.62 (seller's name)",
		});
		expect(uncertain).toEqual(['sellerName']);
	});

	it.each([
		['97%', 'not checked'],
		[1.2, 'not checked'],
		['0.9', 'passed'],
		['0.2', 'failed'],
	])('that the service gives as %p is %s', (score, result) => {
		const seller = [{ text: '乙有限公司', score: score as number }];
		const { checks } = readFields({ ...RIGHT, 'vat-invoice-seller-name': seller });
		expect(checks.at(-1)).toMatchObject({ result });
	});

	it('is compared with the minimum that was chosen', () => {
		const { checks, uncertain } = readFields(fields, { minimumConfidence: 0.6 });
		expect(checks.at(-1)).toMatchObject({ result: 'passed', expected: 'at least 0.6' });
		expect(uncertain).toEqual([]);
	});
});

/** An ID with its ninth character read as another one. */
function misread(id: string): string {
	return id.slice(0, 8) + (id[8] === '8' ? 'B' : '8') + id.slice(9);
}
