import fc from 'fast-check';

import { decodeInvoices } from '../../../../nodes/IflytekInvoiceOcr/service/service';
import { invoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { decode } from '../read';

const POSITION = {
	tl_point: { x: 10, y: 20 },
	tr_point: { x: 110, y: 22 },
	bl_point: { x: 9, y: 40 },
	br_point: { x: 109, y: 42 },
};

const sentence = (text: string, score: unknown = 0.99) => ({ text, score, position: POSITION });

function block(value: unknown, more: Record<string, unknown> = {}) {
	return { key: '', value, ocr_flag: 1, position: POSITION, text_sent_list: [], ...more };
}

/** The invoice that is read of these blocks, by the types of their regions. */
function invoiceOf(...regions: Array<[type: string, ...blocks: unknown[]]>) {
	const region_list = regions.map(([type, ...blocks]) => ({ type, text_block_list: blocks }));
	return decode({ error_code: 0, object_list: [{ error_code: 0, region_list }] })[0]!;
}

const fieldsOf = (...regions: Parameters<typeof invoiceOf>) =>
	invoiceOf(...regions).picture!.fields;

/** The record of these texts, by the types of their regions; several where they were read more than once. */
const recordOf = (texts: Record<string, string | string[]>) =>
	invoiceRecord(
		invoiceOf(
			...Object.entries(texts).map(([type, given]): [string, ...unknown[]] => [
				type,
				...[given].flat().map((text) => block(text)),
			]),
		),
	);

const fail = (doc: Record<string, unknown>) => {
	const outcome = decodeInvoices({ sid: 'sid-1', envelope: {}, document: doc });
	if (outcome.ok) throw new Error('expected a failure');
	return outcome.problem;
};

describe('the levels of success', () => {
	const sound = { error_code: 0, region_list: [] };

	it.each([
		['the document', { error_code: 10222, error_msg: 'no', object_list: [] }],
		['an object', { error_code: 0, object_list: [sound, { error_code: 10222, error_msg: 'no' }] }],
		['a document with a text as code', { error_code: '10222', error_msg: 'no', object_list: [] }],
	])('fails with the code of %s', (_, doc) => {
		expect(fail(doc)).toMatchObject({
			code: '10222',
			sid: 'sid-1',
			message: 'The service could not process the image',
			retryClass: 'never',
		});
	});

	it('says what the service said to an unknown code', () => {
		const failure = fail({ error_code: 4711, error_msg: 'strange', object_list: [] });
		expect(failure.message).toContain('4711');
		expect(failure.remedy).toContain('strange');
	});

	it('tries again where the code says that it is worth it', () => {
		expect(fail({ error_code: 10019, object_list: [] }).retryClass).toBe('later');
	});

	it.each([
		['an empty list', { error_code: 0, object_list: [] }],
		['no list', { error_code: 0 }],
		['a list of nothing', { error_code: 0, object_list: [null] }],
	])('says that there is no invoice for %s', (_, doc) => {
		expect(fail(doc)).toMatchObject({
			code: '37042',
			message: 'No invoice was found in the image',
		});
	});

	it('gives one invoice for each object', () => {
		expect(decode({ error_code: 0, object_list: [sound, sound] })).toHaveLength(2);
		expect(decode({ error_code: '0', object_list: [{ region_list: [] }] })).toHaveLength(1);
	});
});

describe('fields', () => {
	it("are named by a block's key, else by its region's type", () => {
		const fields = fieldsOf(
			['check-code', block('1', { key: 'vat-invoice-haoma' })],
			['vat-invoice-daima', block('2')],
			['vat-invoice-payer-name', block('3', { key: 'something-new' })],
			['other', block('4', { key: 'other' })],
		);
		expect(fields.invoiceNumber.text).toBe('1');
		expect(fields.invoiceCode.text).toBe('2');
		expect(fields.buyerName.text).toBe('3');
		expect(fields.checkCode.text).toBeNull();
	});

	it.each([
		['ocr_flag 0', block('', { ocr_flag: 0, text_sent_list: [] })],
		['ocr_flag 0 beside a value', block('123', { ocr_flag: 0 })],
		["ocr_flag '0'", block('123', { ocr_flag: '0' })],
		['an empty value', block('')],
		['a blank value', block(' ')],
		['no value', block(undefined)],
	])('are null for %s', (_, given) => {
		const { sellerName } = fieldsOf(['vat-invoice-seller-name', given]);
		expect(sellerName).toMatchObject({ text: null, lines: [], confidence: null });
	});

	it('take a number as it is written', () => {
		const { totalAmount } = fieldsOf(['vat-invoice-total', { value: 1234.5 }]);
		expect(totalAmount.text).toBe('1234.5');
	});

	it('keep text, corners and confidence of every line', () => {
		const { goodsNames } = fieldsOf([
			'vat-invoice-goods-list',
			block('a\nb', { text_sent_list: [sentence('a', 0.9), sentence('b', 0.7)] }),
		]);
		expect(goodsNames.confidence).toBe(0.7);
		expect(goodsNames.lines.map(({ text }) => text)).toEqual(['a', 'b']);
		expect(goodsNames.lines[0].quad).toEqual([
			{ x: 10, y: 20 },
			{ x: 110, y: 22 },
			{ x: 109, y: 42 },
			{ x: 9, y: 40 },
		]);
	});

	it('join the blocks of a list and take the first of anything else', () => {
		const { texts, contradictions, picture } = invoiceOf(
			['unit-price', block('1.00'), block('', { ocr_flag: 0 }), block('2.00')],
			['vat-invoice-seller-name', ...['甲', '乙', '', '甲', '丙'].map((text) => block(text))],
			['vat-invoice-payer-name', block('甲'), block('甲')],
		);
		expect(texts).toEqual({ unitPrices: '1.00\n2.00', sellerName: '甲', buyerName: '甲' });
		expect(contradictions).toEqual({ sellerName: ['乙', '丙'] });
		expect(picture!.fields.unitPrices.lines).toHaveLength(2);
	});

	it('put a single line where its block stands, and several nowhere', () => {
		const fields = fieldsOf(
			['vat-invoice-price-list', block('1.00')],
			['vat-invoice-tax-list', block('0.13\n0.26')],
		);
		expect(fields.amounts.lines[0].quad).not.toBeNull();
		expect(fields.taxAmounts.lines.map(({ quad }) => quad)).toEqual([null, null]);
	});

	it('have the lines of their sentences, of their text when those are blank', () => {
		const { sellerName, goodsNames } = fieldsOf(
			[
				'vat-invoice-seller-name',
				block('甲', {
					text_sent_list: [sentence(' '), sentence('甲方'), { score: 1 }, { text: true }],
				}),
			],
			['vat-invoice-goods-list', block(' a \n\n b ', { text_sent_list: [sentence('  ')] })],
		);
		expect(sellerName.lines.map(({ text }) => text)).toEqual(['甲方']);
		expect(goodsNames.lines.map(({ text }) => text)).toEqual(['a', 'b']);
	});

	it('keep what was recognized in all lines where the service corrects any to an unknown character', () => {
		const corrected = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(corrected, (areUnknown) => {
				const recognized = areUnknown.map((_, at) => `第${at}项配送费`);
				const value = recognized.map((text, at) =>
					text.replace('送', areUnknown[at] ? '\uFFFD' : '邮'),
				);
				const { goodsNames } = fieldsOf([
					'vat-invoice-goods-list',
					block(value.join('\n'), { text_sent_list: recognized.map((text) => sentence(text)) }),
				]);
				expect(goodsNames.text).toBe((areUnknown.includes(true) ? recognized : value).join('\n'));
			}),
		);
	});

	it.each([
		['0.2', 0.2, undefined],
		['1', 1, undefined],
		[0, 0, undefined],
		[1.01, null, true],
		[-0.1, null, true],
		['97%', null, true],
		[{}, null, true],
		[null, null, undefined],
		['', null, undefined],
	])('read the confidence %p as %p', (score, confidence, hasInvalidConfidence) => {
		const { sellerName } = fieldsOf([
			'vat-invoice-seller-name',
			block('甲', { text_sent_list: [sentence('甲', score)] }),
		]);
		expect(sellerName.lines).toMatchObject([{ confidence }]);
		expect(sellerName.lines[0]!.hasInvalidConfidence).toBe(hasInvalidConfidence);
	});

	it('have a confidence only where the service gives a number', () => {
		const { sellerName } = fieldsOf([
			'vat-invoice-seller-name',
			block('甲', { text_sent_list: [sentence('甲', 'high'), sentence('甲', null)] }),
		]);
		expect(sellerName.lines.map(({ confidence }) => confidence)).toEqual([null, null]);
		expect(sellerName.confidence).toBeNull();
	});

	it('are found by the class of a block, when neither key nor region is known', () => {
		const { texts } = invoiceOf(
			['new', block('1', { class: 'check-code' })],
			['new', block('2', { class: 'newer' })],
		);
		expect(texts).toEqual({ checkCode: '1' });
	});

	it('come with the size and the description of their picture', () => {
		const object = { region_list: [], width: '600', height: 400, description: ' 增值税专用发票 ' };
		expect(decode({ object_list: [object, { region_list: [], description: ' ' }] })).toMatchObject([
			{ picture: { width: 600, height: 400 }, texts: { invoiceType: '增值税专用发票' } },
			{ picture: { width: 0, height: 0 }, texts: {} },
		]);
	});

	it.each([-5, 0, '-600', 'wide', undefined, null])('have no size of %p', (size) => {
		const [{ picture }] = decode({
			object_list: [{ region_list: [], width: size, height: size }],
		});
		expect(picture).toMatchObject({ width: 0, height: 0 });
	});

	it('survive a document in which anything may be missing', () => {
		const fields = fieldsOf(
			['vat-invoice-haoma', block('1', { position: { tl_point: { x: 1 } } })],
			['vat-invoice-daima', null, 'text', { value: true }],
			['check-code', block('2', { text_sent_list: [sentence('', 1), 3] })],
		);
		expect(fields.invoiceNumber).toMatchObject({ text: '1', quad: null });
		expect(fields.invoiceCode.text).toBeNull();
		expect(fields.checkCode.text).toBe('2');
		expect(decode({ object_list: [{ region_list: 'none' }] })).toHaveLength(1);
	});

	it('take no place that cannot be in a picture', () => {
		for (const x of [1e308, -1e9, Infinity, NaN, '5e8', 'x', null]) {
			const corner = { x, y: 1 };
			const position = {
				tl_point: corner,
				tr_point: corner,
				bl_point: { x: 1, y: 2 },
				br_point: corner,
			};
			const fields = fieldsOf(['check-code', block('1', { position })]);
			expect(fields.checkCode.quad).toBeNull();
		}
	});
});

describe('the flat record of a fully digital invoice', () => {
	const DIGITAL = '25312000000123456789';
	it.each([
		['alone', { 'vat-invoice-daima': DIGITAL }],
		['beside the number', { 'vat-invoice-daima': DIGITAL, 'vat-invoice-haoma': DIGITAL }],
	])('has its 20 digits as the number, when they come as the code %s', (_, texts) => {
		expect(recordOf(texts)).toMatchObject({ invoiceNumber: DIGITAL, invoiceCode: null });
	});

	it.each([
		['a code of 21 digits', { 'vat-invoice-daima': `${DIGITAL}0` }],
		['a code with a letter in front', { 'vat-invoice-daima': `A${DIGITAL}` }],
		['a code of 10 digits', { 'vat-invoice-daima': '0340021130' }],
		['another number', { 'vat-invoice-daima': DIGITAL, 'vat-invoice-haoma': '00000017' }],
	])('is as the service gave it for %s', (_, texts: Record<string, string>) => {
		expect(recordOf(texts)).toMatchObject({
			invoiceNumber: texts['vat-invoice-haoma'] ?? null,
			invoiceCode: texts['vat-invoice-daima'],
		});
	});
});

describe('the flat record', () => {
	it('has amounts as numbers, the date as ISO and everything else as text', () => {
		const record = recordOf({
			'vat-invoice-daima': '0340021130',
			'vat-invoice-haoma': '00000017',
			'vat-invoice-issue-date': '2024年03月05日',
			'vat-invoice-price-list': '100.00\n-10.00',
			'vat-invoice-total': '￥90.00',
			'vat-invoice-tax-total': '¥11.70',
			'vat-invoice-total-cover-tax': '⊗壹佰零壹圆柒角整',
			'vat-invoice-total-cover-tax-digits': '￥101.70',
			'vat-invoice-seller-bank-account': '示例银行 0001',
		});
		expect(record).toMatchObject({
			invoiceCode: '0340021130',
			invoiceNumber: '00000017',
			issueDate: '2024-03-05',
			amounts: '100.00\n-10.00',
			totalAmount: 90,
			totalTax: 11.7,
			totalWithTaxWords: '⊗壹佰零壹圆柒角整',
			totalWithTax: 101.7,
			sellerBankAccount: '示例银行 0001',
			buyerName: null,
		});
		expect(Object.keys(record)).toHaveLength(24);
	});

	it('has null for what cannot be read beyond doubt', () => {
		const record = recordOf({
			'vat-invoice-issue-date': '2024年3月',
			'vat-invoice-total': '1O0.00',
			'vat-invoice-tax-total': '1.230',
		});
		expect(record).toMatchObject({ issueDate: null, totalAmount: null, totalTax: null });
	});

	it.each(['***', '＊＊＊', '免税', '免 税', '不征税'])('has 0 as the total tax for %s', (text) => {
		expect(recordOf({ 'vat-invoice-tax-total': text })).toMatchObject({ totalTax: 0 });
		expect(recordOf({ 'vat-invoice-total': text })).toMatchObject({ totalAmount: null });
	});

	it('has null for amounts and a date that blocks contradict, and the first of other texts', () => {
		const fields = {
			'vat-invoice-haoma': ['00000017', '00000071'],
			'vat-invoice-issue-date': ['2024年03月05日', '2024年03月06日'],
			'vat-invoice-total': ['100.00', '10O.00'],
			'vat-invoice-tax-total': ['***', '6.00'],
			'vat-invoice-total-cover-tax-digits': ['116.60', '116.60', '176.60'],
		};
		expect(recordOf(fields)).toMatchObject({
			invoiceNumber: '00000017',
			issueDate: null,
			totalAmount: null,
			totalTax: null,
			totalWithTax: null,
		});
		const alike = {
			'vat-invoice-issue-date': ['2024年03月05日', '2024-03-05'],
			'vat-invoice-tax-total': ['***', '免税'],
			'vat-invoice-total-cover-tax-digits': ['¥1,116.60', '1116.60'],
		};
		expect(recordOf(alike)).toMatchObject({
			issueDate: '2024-03-05',
			totalTax: 0,
			totalWithTax: 1116.6,
		});
	});

	it('takes the spaces out of codes, numbers and IDs, and leaves them in names', () => {
		const record = recordOf({
			'check-code': '12345 67890 12345 67890',
			'vat-invoice-daima': '0 3',
			'vat-invoice-daima-right-side': '0 4',
			'vat-invoice-haoma': '００１２ ３４５６',
			'vat-invoice-haoma-right-side': '0 6',
			'vat-invoice-seller-id': '91340000 711771143J',
			'vat-invoice-payer-name': '甲 方',
		});
		expect(record).toMatchObject({
			checkCode: '12345678901234567890',
			invoiceCode: '03',
			invoiceCodeRight: '04',
			invoiceNumber: '00123456',
			invoiceNumberRight: '06',
			sellerTaxId: '91340000711771143J',
			buyerName: '甲 方',
		});
	});
});
