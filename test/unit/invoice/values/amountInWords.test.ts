import fc from 'fast-check';

import { parseAmountInWords } from '../../../../nodes/IflytekInvoiceOcr/values/values';
import { inWords } from '../../../fixtures/invoice/amounts';
import { runs } from '../../../support/fullSize';

describe('amounts in Chinese words', () => {
	it('reads every amount back that can be written in words', () => {
		fc.assert(
			fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), (cents) => {
				expect(parseAmountInWords(inWords(cents))).toBe(cents / 100);
			}),
			{ numRuns: runs(3000) },
		);
	});

	it('reads every amount below 100 yuan and around every power of ten', () => {
		const amounts = [
			...Array.from({ length: 10_000 }, (_, cents) => cents),
			...Array.from({ length: 15 }, (_, power) => 10 ** power).flatMap((power) =>
				[-101, -100, -1, 0, 1, 5, 10, 100, 105, 1000].map((more) => Math.abs(power + more)),
			),
		];
		const wrong = amounts.filter((cents) => parseAmountInWords(inWords(cents)) !== cents / 100);
		expect(wrong).toEqual([]);
	});

	it.each([
		['⊗壹佰壹拾陆圆陆角整', 116.6],
		['ⓧ 壹佰 壹拾陆 元 陆角', 116.6],
		['价税合计（大写）⊗壹佰圆整', 100],
		['人民币壹佰圆整', 100],
		['壹佰圓正', 100],
		['壹佰园整', 100],
		['貳萬參仟肆佰伍拾陸圓柒角捌分', 23456.78],
		['一百一十六元六角', 116.6],
		['两千零五元', 2005],
		['二〇二四', null],
		['〇元五分', 0.05],
		['壹佰元〇伍分', 100.05],
		['壹佰○伍元伍角〇分', 105.5],
		['廿伍圆整', 25],
		['壹佰卅圆整', 130],
		['拾伍圆整', 15],
		['拾万零伍圆整', 100005],
		['壹万亿圆整', 1e12],
		['壹仟零伍拾圆整', 1050],
		['壹仟伍拾圆整', 1050],
		['壹拾贰万零仟零佰零拾伍元零角零分', 120005],
		['壹圆伍分', 1.05],
		['負壹佰圆整', -100],
		['⊗（负数）壹佰圆整', -100],
		['(負數)壹佰圆整', -100],
		['价税合计（大写）负数：壹佰圆整', -100],
		['價稅合計（大寫）壹佰圓整', 100],
		['价税合计大写壹佰圆整', 100],
		['（大写）：壹佰圆整', 100],
		['⊗人民幣：壹佰圆整', 100],
		['*1 壹佰圆整', 100],
		['壹圆零伍分', 1.05],
		['壹圆零伍角', 1.5],
		['壹圆伍角零贰分', 1.52],
		['壹圆零', 1],
		['壹亿零', null],
		['壹亿零圆', 1e8],
		['壹万零圆', 10_000],
		['壹拾亿贰仟万叁佰零肆圆', 1_020_000_304],
		['壹佰拾圆', null],
		['零伍圆', 5],
		['零壹佰圆', 100],
		['负零圆', 0],
	])('reads %s as %p', (words, value) => {
		expect(parseAmountInWords(words)).toBe(value);
	});

	it('reads every form of a digit, a place and a unit', () => {
		const digits = [
			'零〇○',
			'壹壱弌一',
			'贰貳貮弍二两兩',
			'叁參叄参弎三',
			'肆四',
			'伍五',
			'陆陸六',
			'柒漆七',
			'捌八',
			'玖九',
		];
		digits.forEach((forms, value) => {
			for (const form of forms) expect(parseAmountInWords(`贰拾${form}圆整`)).toBe(20 + value);
		});
		const places = { 10: '拾十', 100: '佰百陌', 1000: '仟千阡', 10_000: '万萬', 1e8: '亿億' };
		for (const [value, forms] of Object.entries(places)) {
			for (const form of forms) expect(parseAmountInWords(`贰${form}圆整`)).toBe(2 * Number(value));
		}
		for (const form of '圆圓元圜园') expect(parseAmountInWords(`贰${form}`)).toBe(2);
		for (const form of '角毛') expect(parseAmountInWords(`贰${form}`)).toBe(0.2);
		for (const form of '整正') expect(parseAmountInWords(`贰圆${form}`)).toBe(2);
		for (const form of '负負') expect(parseAmountInWords(`${form}贰圆`)).toBe(-2);
		for (const [form, value] of [
			['廿', 20],
			['卅', 30],
			['卌', 40],
		] as const) {
			expect(parseAmountInWords(`${form}圆`)).toBe(value);
			expect(parseAmountInWords(`${form}贰圆`)).toBe(value + 2);
			expect(parseAmountInWords(`壹佰${form}贰圆`)).toBe(100 + value + 2);
		}
	});

	it.each([
		['two kinds of tens', '廿卅圆'],
		['tens behind a digit', '壹廿圆'],
		['tens behind tens', '壹拾廿圆'],
		['a place without a digit', '佰圆'],
		['a zero as the digit of a place far below', '壹仟零拾伍圆'],
		['tens and ones in front of 万 that are one digit', '壹亿伍圆'],
		['万 above 万', '壹万贰万圆'],
		['亿 below 万', '壹万贰亿圆拾'],
		['a digit behind the end', '壹圆整伍'],
		['a minus inside', '壹负圆'],
		['two digits as jiao', '壹圆壹贰角'],
		['a unit as jiao', '壹圆万角'],
		['a unit as fen', '壹圆万分'],
		['more than a number holds', '玖万亿亿圆'],
		['1005 or 1500', '壹仟伍圆整'],
		['105 or 150', '壹佰伍圆整'],
		['10005 or 15000', '壹万伍圆整'],
		['an end that is missing', '壹佰壹拾陆'],
		['a jiao without its unit', '壹佰圆伍'],
		['a place that comes twice', '壹佰贰佰圆整'],
		['places that rise', '壹拾贰佰圆整'],
		['two digits in a row', '壹贰圆整'],
		['nothing in front of 万', '万叁仟圆整'],
		['nothing in front of 亿', '亿拾壹亿圆整'],
		['two amounts', '壹佰圆整贰佰圆整'],
		['a character that is no number', '壹佰抬陆圆整'],
		['digits', '116.60元'],
		['only the sign', '负'],
		['a minus, which may be the mark in front', '-壹佰圆整'],
		['the same in another form', '⊗−壹佰圆整'],
		['a text without end', `${'亿'.repeat(100_000)}圆`],
		['nothing', ''],
	])('does not guess at %s', (_, words) => {
		expect(parseAmountInWords(words)).toBeNull();
	});
});
