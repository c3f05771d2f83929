import fc from 'fast-check';

import { parseLosslessJson } from '../../../../nodes/shared/http/json';

describe('parseLosslessJson', () => {
	it('keeps integers beyond 2^53 with all their digits as text', () => {
		const text = '{"ids":[346252615123869699,-32264888839704577,9007199254740991]}';
		expect(parseLosslessJson(text)).toEqual({
			ids: ['346252615123869699', '-32264888839704577', 9007199254740991],
		});
	});

	it('leaves digits inside texts, fractions and exponents alone', () => {
		const text =
			'{"a":"123456789012345678901","b":1.2345678901234567,"c":1e20,"d":"\\"12345678901234567890"}';
		expect(parseLosslessJson(text)).toEqual(JSON.parse(text));
	});

	it('takes an integer at the top', () => {
		expect(parseLosslessJson(' 12345678901234567890 ')).toBe('12345678901234567890');
	});

	it.each(['1e400', '-1E400', '1e+400', '1.5e400'])(
		'keeps %s, which is more than a number holds',
		(text) => {
			expect(parseLosslessJson(`[${text},1e20,1e-400,2E3]`)).toEqual([text, 1e20, 0, 2000]);
		},
	);

	it('keeps decimals that a number would lose, on request only', () => {
		const text = '{"a":12.50,"b":12.5,"c":-0.10,"d":1.50e3,"e":"1.50","f":3,"g":[7.0]}';
		expect(parseLosslessJson(text, { keepDecimals: true })).toEqual({
			a: '12.50',
			b: 12.5,
			c: '-0.10',
			d: 1500,
			e: '1.50',
			f: 3,
			g: ['7.0'],
		});
		const long = `[12.50,${'9'.repeat(20)}]`;
		expect(parseLosslessJson(long)).toEqual([12.5, '9'.repeat(20)]);
	});

	it('tells the end of a text with quotation marks and backslashes in it', () => {
		for (const text of ['', '"', '\\', '\\"', '"\\', 'a\\\\"b', '\\\\']) {
			const value = [text, '12345678901234567890', text];
			expect(parseLosslessJson(`[${JSON.stringify(value)},12345678901234567890]`)).toEqual([
				value,
				'12345678901234567890',
			]);
		}
	});

	it('refuses what is not JSON, also where quoting a number would make it so', () => {
		expect(() => parseLosslessJson('{12345678901234567890: 1}')).toThrow(SyntaxError);
		expect(() => parseLosslessJson('<html>')).toThrow(SyntaxError);
	});

	it('gives back every JSON value that has no such integer', () => {
		fc.assert(
			fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
				const text = JSON.stringify(value);
				fc.pre(!/\d{16}/.test(text));
				expect(parseLosslessJson(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	it('gives back every integer of any length, as it stands', () => {
		fc.assert(
			fc.property(fc.bigInt(), (id) => {
				expect(String((parseLosslessJson(`{"id":${id}}`) as { id: unknown }).id)).toBe(String(id));
			}),
		);
	});
});
