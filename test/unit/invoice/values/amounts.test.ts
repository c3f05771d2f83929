import fc from 'fast-check';

import {
	centsText,
	isTaxFree,
	isWholeMultiple,
	parseAmount,
	parseTaxRate,
	parseUnitPrice,
	taxFits,
} from '../../../../nodes/IflytekInvoiceOcr/values/values';
import { fullWidth, inDigits, inGroupedDigits } from '../../../fixtures/invoice/amounts';
import { runs } from '../../../support/fullSize';

const anyCents = fc.integer({ min: -(10 ** 13), max: 10 ** 13 });

describe('amounts', () => {
	it('reads every amount back in every form it is printed in', () => {
		const forms = fc.record({
			cents: anyCents,
			grouped: fc.boolean(),
			wide: fc.boolean(),
			currency: fc.constantFrom('', '¥', '￥', '¥ ', 'RMB', '￥　'),
			minus: fc.constantFrom('-', '－', '−', '–', '—'),
			signBehindCurrency: fc.boolean(),
			unit: fc.constantFrom('', '元'),
			around: fc.constantFrom('', ' ', '　', '\t'),
		});
		fc.assert(
			fc.property(forms, (form) => {
				const plain = (form.grouped ? inGroupedDigits : inDigits)(Math.abs(form.cents));
				const digits = form.wide ? fullWidth(plain) : plain;
				const sign = form.cents < 0 ? form.minus : '';
				const text = form.signBehindCurrency
					? `${form.currency}${sign}${digits}`
					: `${sign}${form.currency}${digits}`;
				expect(parseAmount(form.around + text + form.unit + form.around)).toBe(form.cents / 100);
			}),
			{ numRuns: runs(3000) },
		);
	});

	it('reads amounts in parentheses as negative', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.boolean(), (cents, wide) => {
				const digits = inGroupedDigits(cents);
				expect(parseAmount(wide ? `（${digits}）` : `(¥${digits})`)).toBe(-cents / 100);
			}),
		);
	});

	it('reads amounts with a space beside a sign or at the thousands, and no other', () => {
		fc.assert(
			fc.property(anyCents, fc.integer({ min: 0, max: 30 }), (cents, at) => {
				const text = `¥${inDigits(cents)}`;
				const place = Math.min(at, text.length);
				const isInside = /\d/.test(text[place - 1] ?? '') && /\d/.test(text[place] ?? '');
				const isThousands = /^\d{3}\./.test(text.slice(place)) && Math.abs(cents) < 10 ** 8;
				expect(parseAmount(`${text.slice(0, place)} ${text.slice(place)}`)).toBe(
					isInside && !isThousands ? null : cents / 100,
				);
			}),
		);
	});

	it('never reads another value than the digits say', () => {
		const characters = fc.constantFrom(...'0123456789,. -¥(（)１．，');
		fc.assert(
			fc.property(fc.array(characters, { maxLength: 12 }), (parts) => {
				const text = parts.join('');
				const digits = text.normalize('NFKC').replace(/[^\d.]/g, '');
				for (const value of [parseAmount(text), parseUnitPrice(text)]) {
					if (value !== null) expect(Math.abs(value)).toBe(Number(digits));
				}
			}),
			{ numRuns: runs(5000) },
		);
	});

	it.each([
		['（小写）¥116.60', 116.6],
		['( 小写)：5', 5],
		['(小 写 ) : 5', 5],
		['１，２３４．５６', 1234.56],
		['1,234', 1234],
		['1  234.56', 1234.56],
		['1 234 . 56', 1234.56],
		['12 345 678.90', 12345678.9],
		['1, 234 567.00', 1234567],
		['1 ,234 567.00', 1234567],
		['-0.00', 0],
		['¥−5', -5],
		['( 5 )', -5],
		['5元整', 5],
		['cny5', 5],
		['7.5', 7.5],
	])('reads %s', (text, value) => {
		expect(parseAmount(text)).toBe(value);
	});

	it('has two decimals at most, a unit price any number', () => {
		const texts = ['1.2', '1.23', '1.234', '1.230', '1.000', '1,234.567', '¥-0.125', '9.0001'];
		const values = [1.2, 1.23, 1.234, 1.23, 1, 1234.567, -0.125, 9.0001];
		expect(texts.map(parseUnitPrice)).toEqual(values);
		expect(texts.map(parseAmount)).toEqual([1.2, 1.23, ...Array(6).fill(null)]);
		expect(parseUnitPrice('12.3456789012')).toBe(12.3456789012);
		expect(['1.', '1.2.3', '1 234.567', '1O0.00'].map(parseUnitPrice)).toEqual(Array(4).fill(null));
	});

	it.each([
		['two numbers', '100.00 200.00'],
		['two numbers without decimals', '100 200'],
		['two numbers on two lines', '1\n234.56'],
		['a number and a digit behind it', '100.00  5'],
		['a quantity and a price', '3 5.00'],
		['a quantity and a longer price', '2 2350.00'],
		['a space at the thousands without decimals', '1 234'],
		['a space at the thousands with one decimal', '1 234.5'],
		['a space at the thousands with three decimals', '1 234.567'],
		['a space among the decimals', '12.3 4'],
		['a comma that may be a decimal point', '12,34'],
		['a decimal comma', '1.234,56'],
		['a comma behind the point', '5.,5'],
		['a comma at the end', '5.5,'],
		['groups of the wrong size', '1,23,456.00'],
		['a group of four', '1,2345'],
		['a last group of two', '12,345,67'],
		['a comma in front', ',123.00'],
		['a group behind a zero', '0,123.00'],
		['a lost digit in front', '.50'],
		['a lost digit behind', '100.'],
		['two points', '1.2.3'],
		['a letter among the digits', '1O0.00'],
		['a letter in front', 'x5'],
		['a letter behind', '5 x'],
		['a letter in front of parentheses', 'x(5)'],
		['a letter behind parentheses', '(5)x'],
		['a caption behind', '5(小写)'],
		['a letter in front of the caption', 'x(小写)5'],
		['a leading zero', '0116.60'],
		['two signs', '--5.00'],
		['a sign on either side of the currency', '-¥-5'],
		['two currencies', '¥¥5'],
		['a sign and parentheses', '(-5.00)'],
		['an open parenthesis', '(5.00'],
		['a sign behind', '5.00-'],
		['half of 元整', '5整'],
		['a unit alone', '元'],
		['a digit in a circle', '②00.00'],
		['a digit in parentheses as one character', '⑴'],
		['a raised digit', '100²'],
		['asterisks', '***'],
		['only the currency', '¥'],
		['nothing', ''],
		['more than a number holds to the cent', '70368744177664.01'],
	])('does not guess at %s', (_, text) => {
		expect(parseAmount(text)).toBeNull();
	});

	it('writes cents with two decimals', () => {
		expect([0, 5, -5, 110, -11660].map(centsText)).toEqual([
			'0.00',
			'0.05',
			'-0.05',
			'1.10',
			'-116.60',
		]);
	});
});

describe('tax rates', () => {
	it.each([
		['13%', '13%', 13],
		['13 ％', '13%', 13],
		['１３％', '13%', 13],
		['1.5%', '1.5%', 1.5],
		['1.55%', '1.55%', 1.55],
		['0%', '0%', 0],
		['免 税', '免税', null],
		['不征税', '不征税', null],
		['零 税率', '零税率', 0],
		['普通零税率', '普通零税率', 0],
		['出口零税率', '出口零税率', 0],
		['*', '***', null],
		['＊＊', '***', null],
		['×××', '***', null],
	])('reads %s', (text, normal, percent) => {
		expect(parseTaxRate(text)).toEqual({ text: normal, percent });
	});

	it.each([
		...['13', '130%', '113%', '1O%', '-13%', '', '%', '1.%', '1.555%'],
		...['13%x', 'x13%', '**x', 'x**'],
	])('does not guess at "%s"', (text) => {
		expect(parseTaxRate(text)).toBeNull();
	});

	it('knows what stands in place of a tax', () => {
		const free = ['***', '＊＊＊', '*', '×××', '∗', '✱✱', '免税', ' 免 税 ', '不征税'];
		expect(free.filter(isTaxFree)).toEqual(free);
		const others = ['0.00', '', '-', '6%', 'x免税', '免税x', '*x', 'x*', '免'];
		expect(others.filter(isTaxFree)).toEqual([]);
	});
});

it('a whole number of times a price is told within rounding', () => {
	const isMultiple = ([amount, price]: readonly [number, number]) => isWholeMultiple(amount, price);
	const multiples = [
		[1000, 100],
		[100.01, 33.34],
		[-300, 100],
	] as const;
	expect(multiples.filter(isMultiple)).toEqual(multiples);
	const others = [
		[10, 100],
		[0.004, 100],
		[10, 3],
		[100.05, 33.34],
	] as const;
	expect(others.filter(isMultiple)).toEqual([]);
});

describe('rate times amount', () => {
	it('holds for taxes computed forwards and backwards from the amount with tax', () => {
		const rates = fc.constantFrom(1, 1.5, 3, 5, 6, 9, 10, 11, 13, 16, 17);
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10 ** 11 }), rates, (gross, percent) => {
				const amount = Math.round(gross / (1 + percent / 100));
				expect(taxFits(amount / 100, percent, (gross - amount) / 100)).toBe(true);
				const tax = Math.round((amount * percent) / 100);
				expect(taxFits(-amount / 100, percent, -tax / 100)).toBe(true);
			}),
		);
	});

	it('does not hold for a tax that is two cents off', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.constantFrom(-2, 2), (cents, off) => {
				const tax = Math.round(cents * 0.13) + off;
				expect(taxFits(cents / 100, 13, tax / 100)).toBe(false);
			}),
		);
	});
});
