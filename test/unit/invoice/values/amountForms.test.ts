import {
	isTaxFree,
	isWholeMultiple,
	parseAmount,
	parseTaxRate,
} from '../../../../nodes/IflytekInvoiceOcr/values/amounts';

describe('the form of an amount', () => {
	it.each([
		['1  234.56', 1234.56],
		['1 ,234 567.00', 1234567],
		['1, 234 567.00', 1234567],
		['1 234. 56', 1234.56],
		['1 234 .56', 1234.56],
		[' （小写）5', 5],
		['( 小写)5', 5],
		['(小 写)5', 5],
		['(小写 )5', 5],
		['(小写) : 5', 5],
		['−5', -5],
		['¥−5', -5],
		['( 5 )', -5],
		['5元', 5],
		['5元整', 5],
		['RMB 5', 5],
		['cny5', 5],
		['7.5', 7.5],
		['7', 7],
	])('%j is read as %d', (text, value) => {
		expect(parseAmount(text)).toBe(value);
	});

	it.each([
		'100.00  5',
		'1 234.567',
		'1 234.5',
		'1 234',
		'1,234,5',
		'1,2345',
		'12,345,67',
		'1\n234.56',
		'5(小写)',
		'x(小写)5',
		'x(5)',
		'(5)x',
		'x5',
		'5x',
		'5 x',
		'1.2.3',
		'5.,5',
		'5.5,',
		'5.5,5',
		'5整',
		'元',
		'-5-',
		'-¥-5',
		'¥¥5',
	])('%j is not guessed at', (text) => {
		expect(parseAmount(text)).toBeNull();
	});
});

it('a whole number of times a price is told within rounding', () => {
	expect(isWholeMultiple(1000, 100)).toBe(true);
	expect(isWholeMultiple(100.01, 33.34)).toBe(true);
	expect(isWholeMultiple(-300, 100)).toBe(true);
	expect(isWholeMultiple(10, 100)).toBe(false);
	expect(isWholeMultiple(0.004, 100)).toBe(false);
	expect(isWholeMultiple(10, 3)).toBe(false);
	expect(isWholeMultiple(100.05, 33.34)).toBe(false);
});

it('no tax is told by its words or asterisks alone', () => {
	expect(['免税', ' 免 税 ', '不征税', '***', '×××', '∗', '✱✱'].map(isTaxFree)).toEqual(
		Array(7).fill(true),
	);
	expect(['x免税', '免税x', '*x', 'x*', '免', ''].map(isTaxFree)).toEqual(Array(6).fill(false));
});

it.each([
	['×××', '***', null],
	['*', '***', null],
	['1.55%', '1.55%', 1.55],
	['1.5 %', '1.5%', 1.5],
	['普通零税率', '普通零税率', 0],
	['出口零税率', '出口零税率', 0],
	['零 税率', '零税率', 0],
])('the tax rate %j is %j', (text, normal, percent) => {
	expect(parseTaxRate(text)).toEqual({ text: normal, percent });
});

it.each(['13%x', 'x13%', '1.555%', '**x', 'x**', '1.%', '113%'])('%j is no tax rate', (text) => {
	expect(parseTaxRate(text)).toBeNull();
});
