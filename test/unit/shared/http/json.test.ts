import fc from 'fast-check';

import { isCutOffJson, parseLosslessJson } from '../../../../nodes/shared/http/json';

describe('parseLosslessJson', () => {
	it('keeps integers beyond 2^53 with all their digits as text', () => {
		const text = '{"ids":[346252615123869699,-32264888839704577,9007199254740991]}';
		expect(parseLosslessJson(text)).toEqual({
			ids: ['346252615123869699', '-32264888839704577', 9007199254740991],
		});
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

	it('refuses what is not JSON, also where quoting a number would make it so', () => {
		expect(() => parseLosslessJson('{12345678901234567890: 1}')).toThrow(SyntaxError);
		expect(() => parseLosslessJson('<html>')).toThrow(SyntaxError);
	});

	it('reads any JSON as JSON.parse does, but for the numbers that it would change', () => {
		const space = fc.constantFrom('', ' ', '\n', '\t ', '');
		interface Piece {
			text: string;
			value: unknown;
		}
		const plain = fc
			.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\\', '\\"', '-1', '1e999', '['))
			.map((value): Piece => ({ text: JSON.stringify(value), value }));
		const number = fc
			.oneof(
				fc.bigInt().map(String),
				fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
				fc.constantFrom('-0', '1E5', '0.10', '1e-400', '-1e400', '2.5E+309', '9007199254740993'),
			)
			.map((text): Piece => {
				const value = Number(text);
				const kept = /^-?\d+$/.test(text) ? Number.isSafeInteger(value) : Number.isFinite(value);
				return { text, value: kept ? value : text };
			});
		const { any } = fc.letrec<{ any: Piece }>((tie) => ({
			any: fc.oneof(
				{ maxDepth: 4 },
				plain,
				number,
				fc
					.constantFrom('true', 'null')
					.map((text) => ({ text, value: JSON.parse(text) as unknown })),
				fc.tuple(space, fc.array(tie('any'), { maxLength: 5 })).map(([gap, items]) => ({
					text: `[${gap}${items.map(({ text }) => text).join(`${gap},${gap}`)}${gap}]`,
					value: items.map(({ value }) => value),
				})),
				fc.tuple(space, plain, tie('any')).map(([gap, key, item]) => ({
					text: `{${gap}${key.text}${gap}:${gap}${item.text}${gap}}`,
					value: Object.fromEntries([[String(key.value), item.value]]),
				})),
			),
		}));
		fc.assert(
			fc.property(space, any, (gap, { text, value }) => {
				expect(parseLosslessJson(gap + text + gap)).toEqual(value);
			}),
			{ numRuns: 2000 },
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

describe('an answer that was cut off', () => {
	const whole = '{"a":["}}}","\\"[",{}],"b":"{["}';

	it('is one that ends anywhere before its end', () => {
		for (let end = 1; end < whole.length; end++) {
			expect(isCutOffJson(whole.slice(0, end))).toBe(true);
		}
	});

	it.each([whole, ` [${whole}] `, '', 'null', '"a', '<html>{</html>'])('is not %j', (text) => {
		expect(isCutOffJson(text)).toBe(false);
	});
});
