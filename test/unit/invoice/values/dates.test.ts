import fc from 'fast-check';

import { dayInChina, parseDate } from '../../../../nodes/IflytekInvoiceOcr/values/values';
import { fullWidth } from '../../../fixtures/invoice/amounts';
import { runs } from '../../../support/fullSize';

const anyDay = fc
	.integer({ min: Date.UTC(1994, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
	.map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe('dates', () => {
	it('reads every day back in every form it is printed in', () => {
		const forms = fc.record({
			iso: anyDay,
			form: fc.constantFrom('年', '-', '/', '.', ' ', ''),
			padded: fc.boolean(),
			wide: fc.boolean(),
			label: fc.constantFrom('', '开票日期:', '开票日期：', '开票日期 '),
			time: fc.constantFrom('', ' 08:30', ' 12:00:59'),
		});
		fc.assert(
			fc.property(forms, ({ iso, form, padded, wide, label, time }) => {
				const [year, month, day] = iso
					.split('-')
					.map((part) => (padded || form === '' ? part : String(Number(part))));
				const text = form === '年' ? `${year}年${month}月${day}日` : [year, month, day].join(form);
				expect(parseDate(label + (wide ? fullWidth(text) : text) + time)).toBe(iso);
			}),
			{ numRuns: runs(3000) },
		);
	});

	it('reads dates with spaces that OCR put between the characters', () => {
		fc.assert(
			fc.property(anyDay, fc.integer({ min: 0, max: 11 }), (iso, at) => {
				const [year, month, day] = iso.split('-');
				const text = `${year}年${month}月${day}日`;
				expect(parseDate(`${text.slice(0, at)} ${text.slice(at)}`)).toBe(iso);
			}),
		);
	});

	it.each([
		['2024 年 3 月 5 日', '2024-03-05'],
		['2024年03月05', '2024-03-05'],
		['2 0 2 4 0 3 0 5', '2024-03-05'],
		['2024-02-29', '2024-02-29'],
		['2024-02-29T10:11:12.345', '2024-02-29'],
		['2024-02-29T00:11:12+08:00', '2024-02-29'],
		['2024-02-29T00:11:12Z', null],
		['2024—03—05', '2024-03-05'],
		['2024—3—5', '2024-03-05'],
		['2024 3 5', '2024-03-05'],
		['2024 11 5', '2024-11-05'],
		[' 2024  1  15 ', '2024-01-15'],
		['1000-01-31', '1000-01-31'],
		['开票日期:2024年03月05日', '2024-03-05'],
		['开票日期  ：  2024 03 05', '2024-03-05'],
		['开票日期2024/3/5', '2024-03-05'],
		['2024-03-05 8:30', '2024-03-05'],
		['2024-03-05T08:30:59', '2024-03-05'],
		['2024-03-05T 12:00', '2024-03-05'],
		['20240305 08:30', '2024-03-05'],
	])('reads %s', (text, iso) => {
		expect(parseDate(text)).toBe(iso);
	});

	it.each([
		['a day that does not exist', '2023年02月29日'],
		['a month that does not exist', '2024年13月01日'],
		['a zero', '2024年00月10日'],
		['two separators', '2024-03/05'],
		['seven digits', '2024115'],
		['a year of two digits', '24年3月5日'],
		['the day in front', '05/03/2024'],
		['two days', '2024年03月05日2024年03月06日'],
		['a letter', '2O24年03月05日'],
		['a label in the middle', '2024-03开票日期-05'],
		['a time in the middle', '2024-03 08:30-05'],
		['a digit in front', '12024-03-05'],
		['a digit behind', '2024-03-051'],
		['nine digits', '202403051'],
		['a word in front of blanks', 'am 2024 03 05'],
		['a word behind blanks', '2024 03 05 am'],
		['a year before the first thousand', '0999-03-05'],
		['a 13th month in January', '2024-13-05'],
		['nothing', ''],
	])('does not guess at %s', (_, text) => {
		expect(parseDate(text)).toBeNull();
	});
});

it.each([
	['2025-06-29T15:59:59.999Z', '2025-06-29'],
	['2025-06-29T16:00:00.000Z', '2025-06-30'],
	['2025-06-30T00:00:00.000Z', '2025-06-30'],
	['2025-12-31T16:00:00.000Z', '2026-01-01'],
])('at %s China has the day %s', (now, day) => {
	expect(dayInChina(Date.parse(now))).toBe(day);
});
