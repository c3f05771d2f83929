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
