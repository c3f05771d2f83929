import fc from 'fast-check';
import { DateTime } from 'luxon';

import { cellText, mobileNumber } from '../../../../nodes/IflytekAiCall/cells/rowCells';
import { runs } from '../../../support/fullSize';

describe('cellText', () => {
	it.each([
		['0551', '0551'],
		['', ''],
		[13800138000, '13800138000'],
		[1e-7, '0.0000001'],
		[-1.25e-9, '-0.00000000125'],
		[true, 'true'],
		[12345678901234567890n, '12345678901234567890'],
		[new Date('2026-11-20T01:00:00Z'), '2026-11-20T01:00:00.000Z'],
		[
			DateTime.fromISO('2026-11-20T09:00:00.000+08:00', { setZone: true }),
			'2026-11-20T09:00:00.000+08:00',
		],
	])('turns %p into %p', (cell, text) => {
		expect(cellText(cell)).toEqual({ text });
	});

	it.each<[unknown, string]>([
		[undefined, 'missing'],
		[null, 'missing'],
		[NaN, 'notFinite'],
		[Infinity, 'notFinite'],
		[2 ** 53, 'lostDigits'],
		[1e21, 'lostDigits'],
		[[1], 'list'],
		[{}, 'object'],
		[new Date(NaN), 'object'],
		[{ toISO: () => null }, 'object'],
		[{ toISOString: (): string => '2026-11-20T01:00:00.000Z' }, 'object'],
		[DateTime.fromISO('no date'), 'object'],
	])('says why it refuses %p, which cannot be written without loss', (cell, reason) => {
		expect(cellText(cell)).toEqual({ fault: reason });
	});

	it('never writes an exponent, and the text means the same number', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				const read = cellText(number);
				if ('fault' in read) return expect(Number.isSafeInteger(number)).toBe(false);
				expect(read.text).not.toMatch(/e/i);
				expect(Number(read.text)).toBe(number === 0 ? 0 : number);
			}),
			{ numRuns: runs(500) },
		);
	});
});

describe('mobileNumber', () => {
	it.each([
		...['13800138000', 13800138000, '138 0013 8000', '138-0013-8000', '138–0013—8000'],
		...[
			'+86 138 0013 8000',
			'(+86)13800138000',
			'＋８６１３８００１３８０００',
			'１３８－００１３－８０００',
		],
		...['\u202d13800138000\u202c', '\u200b13800138000\ufeff', '　13800138000\n'],
	])('understands %p', (cell) => {
		expect(mobileNumber(cell)).toEqual({ text: '13800138000' });
	});

	it.each([
		...['1380013800', '138001380000', '12800138000', '23800138000', '1.3800138e10'],
		...['1380013800.0', 1380013800.5, '0551-69101407', '+1 13800138000', '13800138000 ext 1'],
		...['13800138000,13800138001', "'13800138000", '13800138000+86', '', null, undefined, true],
		{},
	])('refuses %p', (cell) => {
		expect(mobileNumber(cell)).toEqual({ fault: expect.any(String) });
	});

	it('says what a mobile number is', () => {
		expect(mobileNumber('12345')).toEqual({ fault: 'notMobile' });
		expect(mobileNumber(['13800138000'])).toHaveProperty('fault');
	});

	it('gives every number back through any separators', () => {
		const separators = fc.constantFrom('', ' ', '-', ' - ', '—', '(', ')', '\u3000', '\u202d');
		fc.assert(
			fc.property(
				fc.integer({ min: 13_000_000_000, max: 19_999_999_999 }),
				fc.array(separators, { minLength: 12, maxLength: 12 }),
				fc.constantFrom('', '+86', '86', '0086'),
				(number, between, prefix) => {
					const written =
						prefix + [...String(number)].map((digit, i) => between[i] + digit).join('');
					expect(mobileNumber(written)).toEqual({ text: String(number) });
				},
			),
		);
	});

	it('takes no text whose digits are not exactly such a number', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-. e') }), (text) => {
				const number = mobileNumber(text);
				if ('fault' in number) return;
				const digits = text.replace(/\.0+$/, '').replace(/[\s-]/g, '');
				expect(digits.replace(/^(\+86|0086|86)/, '')).toBe(number.text);
			}),
		);
	});
});
