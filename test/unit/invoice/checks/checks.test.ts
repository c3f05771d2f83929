import fc from 'fast-check';

import { faultsOf } from '../../../../nodes/IflytekInvoiceOcr/checks/checks';
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

/** Each check, whether the invoice above has its inputs, and what a failure is called. */
const TABLE: Array<[name: string, result: 'not checked' | 'passed', failure: string]> = [
	['Main fields are readable', 'passed', 'main fields are missing or unreadable'],
	['No character is unknown', 'passed', 'a character is unknown'],
	['No name begins with =, +, - or @', 'passed', 'a name begins like a formula'],
	['Line items are found', 'passed', 'no line item was found'],
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

function checksOf(more: Record<string, string | string[]> = {}) {
	const { checks } = readFields({ ...RIGHT, ...more });
	return Object.fromEntries(checks.map((check) => [check.name, check]));
}

const failedNames = (more: Record<string, string | string[]>) =>
	Object.values(checksOf(more))
		.filter(({ result }) => result === 'failed')
		.map(({ name }) => name);

describe('a right invoice', () => {
	it('passes every check that has its inputs', () => {
		expect(
			Object.values(checksOf()).map(({ name, result, failure }) => [name, result, failure]),
		).toEqual(TABLE);
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
				'vat-invoice-daima': '',
				'vat-invoice-daima-right-side': '',
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
			['Invoice code has a valid length'],
		],
		[
			'a code with a letter',
			{ 'vat-invoice-daima': '034002113O', 'vat-invoice-daima-right-side': '034002113O' },
			['Invoice code has a valid length'],
		],
		[
			'a number of 7 digits',
			{ 'vat-invoice-haoma': '0000017', 'vat-invoice-haoma-right-side': '0000017' },
			['Invoice number has a valid length'],
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
			'Invoice code has a valid length',
			{},
			['passed', '10 or 12 digits', '0340021130', 'invoiceCode'],
		],
		[
			'Invoice number has a valid length',
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
		const check = checksOf({ 'vat-invoice-daima': code })['Invoice code has a valid length'];
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
		const check = checksOf({ 'vat-invoice-haoma': number })['Invoice number has a valid length'];
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
		['Invoice code has a valid length', { 'vat-invoice-daima': '' }],
		['Invoice number has a valid length', { 'vat-invoice-haoma': '' }],
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
		expect(results['Line items are found']).toBe('failed');
		delete results['Main fields are readable'];
		delete results['Line items are found'];
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

/** What each check says when it fails, as English and as Chinese rows have it. */
describe('a fault', () => {
	const DISCOUNTED = {
		'vat-invoice-goods-list': ['*餐饮服务*餐饮费', '*运输服务*配送费'],
		'unit-price': ['120.00', ''],
		'vat-invoice-price-list': ['120.00', '-10.00'],
		'vat-invoice-tax-list': ['7.20', '-0.60'],
	};
	const DIGITAL = {
		'vat-invoice-haoma-right-side': '',
		'vat-invoice-daima': '',
		'vat-invoice-daima-right-side': '',
	};

	it.each<[Record<string, string | string[]>, string, string]>([
		[{ 'vat-invoice-haoma': '' }, 'No invoice number was found', '未找到发票号码'],
		[
			{ 'vat-invoice-total': '1O0' },
			'The total amount "1O0" cannot be read',
			'合计金额“1O0”无法识读',
		],
		[
			{ 'vat-invoice-seller-name': '乙\uFFFD公司' },
			'A character of the seller\'s name is unknown: "乙\uFFFD公司"',
			'销售方名称含有无法识别的字符：“乙\uFFFD公司”',
		],
		[
			{ 'vat-invoice-payer-addr-tell': '合肥\uFFFD路1号' },
			'A character of the buyer\'s address and phone is unknown: "合肥\uFFFD路1号"',
			'购买方地址、电话含有无法识别的字符：“合肥\uFFFD路1号”',
		],
		...['=1+1有限公司', '+甲', '-甲', '@甲', '＝甲'].map(
			(name): [Record<string, string>, string, string] => [
				{ 'vat-invoice-payer-name': name },
				`The name "${name}" begins like a formula of a spreadsheet`,
				`名称“${name}”的开头形同电子表格公式`,
			],
		),
		[
			{ 'vat-invoice-goods-list': ['=cmd()', '配送费'] },
			'The name "=cmd()" begins like a formula of a spreadsheet',
			'名称“=cmd()”的开头形同电子表格公式',
		],
		[
			Object.fromEntries(
				['goods-list', 'price-list', 'tax-rate-list', 'tax-list']
					.map((list): [string, string[]] => [`vat-invoice-${list}`, []])
					.concat([['unit-price', []]]),
			),
			'No line item was found',
			'未找到商品明细',
		],
		[
			{ 'vat-invoice-tax-rate-list': ['6', '6%'] },
			'Line 1: The text "6" in the column of tax rates is not readable',
			'第 1 行：税率一栏的“6”无法识读',
		],
		[
			DISCOUNTED,
			'Line 2: the discount is named *运输服务*配送费, the line above *餐饮服务*餐饮费',
			'第 2 行：折扣行名称为 *运输服务*配送费，上一行为 *餐饮服务*餐饮费',
		],
		[
			{ 'vat-invoice-total': '¥170.00' },
			'Line amounts add up to 110.00, the total amount is 170.00',
			'各行金额之和 110.00 与合计金额 170.00 不符',
		],
		[
			{ 'vat-invoice-tax-total': '7.00' },
			'Line taxes add up to 6.60, the total tax is 7.00',
			'各行税额之和 6.60 与合计税额 7.00 不符',
		],
		[
			{ 'vat-invoice-tax-list': ['6.00', '0.80'] },
			'Line 2: 6% of 10.00 is 0.60, not 0.80',
			'第 2 行：10.00 的 6% 为 0.60，而税额为 0.80',
		],
		[
			{ 'vat-invoice-total-cover-tax-digits': '¥117.00' },
			'Total amount 110.00 and tax 6.60 add up to 116.60, the total with tax is 117.00',
			'合计金额 110.00 加税额 6.60 为 116.60，与价税合计 117.00 不符',
		],
		[
			{ 'vat-invoice-total-cover-tax': '壹佰元整' },
			'Total in words (壹佰元整 = 100.00) differs from digits 116.60',
			'价税合计大写（壹佰元整 = 100.00）与小写 116.60 不符',
		],
		[
			{ 'vat-invoice-total-cover-tax': '壹佰' },
			'Total in words (壹佰) cannot be read',
			'价税合计大写（壹佰）无法识读',
		],
		[
			{ 'vat-invoice-daima': '123', 'vat-invoice-daima-right-side': '' },
			'The invoice code 123 does not have 10 or 12 digits',
			'发票代码 123 不是 10 位或 12 位数字',
		],
		[
			{ 'vat-invoice-haoma': '123', 'vat-invoice-haoma-right-side': '' },
			'The invoice number 123 does not have 8 or 20 digits',
			'发票号码 123 不是 8 位或 20 位数字',
		],
		[
			{ 'vat-invoice-daima-right-side': '0340021131' },
			'The invoice code 0340021130 differs from 0340021131 on the right side',
			'发票代码 0340021130 与右侧的 0340021131 不符',
		],
		[
			{ 'vat-invoice-daima': '', 'vat-invoice-daima-right-side': '' },
			'The number 00000017 has 8 digits, but no code was found',
			'发票号码 00000017 为 8 位，但未找到发票代码',
		],
		[
			{ 'vat-invoice-haoma': '24342000000012345678', 'vat-invoice-haoma-right-side': '' },
			'The number 24342000000012345678 has 20 digits, but the invoice also has the code 0340021130',
			'发票号码 24342000000012345678 为 20 位，却另有发票代码 0340021130',
		],
		[
			{ ...DIGITAL, 'vat-invoice-haoma': '25342000000012345678' },
			'The number 25342000000012345678 is from 2025, but the date is 2024-03-05',
			'发票号码 25342000000012345678 属于 2025 年，开票日期为 2024-03-05',
		],
		...['034002511301', '034001811301'].map((code): [Record<string, string>, string, string] => [
			{ 'vat-invoice-daima': code, 'vat-invoice-daima-right-side': '' },
			`The code ${code} is from 20${code.slice(5, 7)}, but the date is 2024-03-05`,
			`发票代码 ${code} 属于 20${code.slice(5, 7)} 年，开票日期为 2024-03-05`,
		]),
		[
			{ 'check-code': '12345 67890 12345 6789' },
			'The check code 1234567890123456789 does not have 20 digits',
			'校验码 1234567890123456789 不是 20 位数字',
		],
		[
			{ 'vat-invoice-issue-date': '2025年07月01日' },
			'The issue date 2025-07-01 is in the future (today is 2025-06-30)',
			'开票日期 2025-07-01 晚于今天（2025-06-30）',
		],
		[
			{ 'vat-invoice-issue-date': '2024年02月30日' },
			'The issue date "2024年02月30日" does not exist',
			'开票日期“2024年02月30日”不是有效日期',
		],
		[
			{ 'vat-invoice-rate-payer-id': '12345' },
			"The buyer's taxpayer ID 12345 has 5 characters instead of 15, 18 or 20",
			'购买方纳税人识别号 12345 有 5 位，应为 15、18 或 20 位',
		],
		[
			{ 'vat-invoice-seller-id': '9134000O711771143J' },
			"The seller's taxpayer ID 9134000O711771143J holds a character that no taxpayer ID has",
			'销售方纳税人识别号 9134000O711771143J 含有纳税人识别号不使用的字符',
		],
		[
			{ 'vat-invoice-payer-name': '乙 有限公司' },
			'Buyer and seller are both 乙 有限公司',
			'购买方与销售方相同：乙 有限公司',
		],
		[
			{ 'vat-invoice-rate-payer-id': SELLER_ID },
			`Buyer and seller are both ${SELLER_ID}`,
			`购买方与销售方相同：${SELLER_ID}`,
		],
	])('is said with its values: %j', (more, english, chinese) => {
		const faults = faultsOf(readFields({ ...RIGHT, ...more }).checks);
		expect(faults).toContainEqual({ english, chinese });
	});

	it('is none where a number of 20 digits or a code of 12 goes with its date', () => {
		expect(failedNames({ ...DIGITAL, 'vat-invoice-haoma': '24342000000012345678' })).toEqual([]);
		for (const code of ['034002411301', '034001911301']) {
			expect(
				failedNames({ 'vat-invoice-daima': code, 'vat-invoice-daima-right-side': code }),
			).toEqual([]);
		}
	});

	it('is none for a discount with the name of the line above, on a credit note too', () => {
		const names = { 'vat-invoice-goods-list': ['*餐饮服务*餐饮费', '*餐饮服务* 餐饮费'] };
		expect(
			checksOf({ ...DISCOUNTED, ...names })['Discount has the name of the line above'],
		).toMatchObject({ result: 'passed' });
	});

	it('is no correction with an unknown character, whose recognized text stays and is marked', () => {
		const seller = {
			key: 'vat-invoice-seller-name',
			value: '乙\uFFFD公司',
			text_sent_list: [{ text: '乙有限公司', score: 0.99 }],
		};
		const given = read({ object_list: [{ region_list: [{ text_block_list: [seller] }] }] });
		expect(given.record.sellerName).toBe('乙有限公司');
		expect(faultsOf(given.checks).map(({ english }) => english)).toContain(
			'A character of the seller\'s name is unknown: "乙\uFFFD公司"',
		);
	});
});

/** An ID with its ninth character read as another one. */
function misread(id: string): string {
	return id.slice(0, 8) + (id[8] === '8' ? 'B' : '8') + id.slice(9);
}
