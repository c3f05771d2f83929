import fc from 'fast-check';

import {
	isIdentityNumber,
	unspaced,
	taxpayerCheckCharacter,
} from '../../../../nodes/IflytekInvoiceOcr/values/values';
import { seededRandom } from '../../../emulator/core/random';
import { taxpayerId } from '../../../fixtures/invoice/truth';

const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const anyId = fc.integer().map((seed) => taxpayerId(seededRandom(seed)));

describe('check characters of taxpayer IDs', () => {
	// codes of listed companies, as their annual reports print them
	it.each(['91340000711771143J', '9144030071526726XG', '914403001922038216'])(
		'agrees with the real code %s',
		(id) => {
			expect(taxpayerCheckCharacter(id)).toBe(id[17]);
		},
	);

	it('agrees with every code made by the table of the standard', () => {
		fc.assert(fc.property(anyId, (id) => expect(taxpayerCheckCharacter(id)).toBe(id[17])));
	});

	it('tells every single character that was read as another', () => {
		fc.assert(
			fc.property(
				anyId,
				fc.integer({ min: 0, max: 16 }),
				fc.constantFrom(...CHARACTERS),
				(id, at, other) => {
					fc.pre(id[at] !== other);
					const misread = id.slice(0, at) + other + id.slice(at + 1);
					expect(taxpayerCheckCharacter(misread)).not.toBe(id[17]);
				},
			),
		);
	});

	it('knows no check character for letters that are not in use', () => {
		expect(taxpayerCheckCharacter('9134000O711771143J')).toBeNull();
	});

	it('brings codes into half width, without spaces', () => {
		expect(unspaced(' ９１３４００００711771143j ')).toBe('91340000711771143j');
	});
});

describe('identity numbers', () => {
	it.each(['11010519491231002X', '340104200002293210', '810000199001010019'])('%s is one', (id) => {
		expect(isIdentityNumber(id)).toBe(true);
		const others = [...'0123456789X'].filter((last) => last !== id[17]);
		expect(others.filter((last) => isIdentityNumber(id.slice(0, 17) + last))).toEqual([]);
	});

	it.each([
		['340104199002293215', 'a day that does not exist'],
		['340104199013013215', 'a month that does not exist'],
		['340104189901013214', 'a birth in another century'],
		['91340100199001011X', 'a region that does not exist'],
		['914403001922038216', 'the form of a company code'],
		['110105194912310021', 'a wrong check character'],
		['91340000711771143J', 'a letter'],
		['111010519491231002X', 'a digit too many in front'],
		['11010519491231002XX', 'a character too many behind'],
	])('%s has %s', (id) => {
		expect(isIdentityNumber(id)).toBe(false);
	});
});
