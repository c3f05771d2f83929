import * as fc from 'fast-check';

import { PLAIN, plainProse, divideChange } from '../../../../../nodes/shared/formats/prose/prose';
import { runs } from '../../../../support/fullSize';

/** Pairs of code units that share their first or their second half, and single ones. */
const text = fc
	.array(fc.constantFrom('😀', '😁', '🈀', '🈁', '中', 'a'), { maxLength: 4 })
	.map((characters) => characters.join(''));
/** Without the halves of characters; `isWellFormed` is newer than the oldest Node.js. */
const isWhole = (some: string) => !/\p{Cs}/u.test(some);

it('a change of a text never begins or ends inside a character, nor inserts a half of one', () => {
	fc.assert(
		fc.property(text, text, text, text, (before, original, suggestion, after) => {
			const whole = before + original + after;
			const change = { position: before.length, original, suggestion };
			const found = divideChange(plainProse(whole), change, PLAIN);
			for (const { start, end, inserted } of Array.isArray(found) ? found : []) {
				const parts = [whole.slice(0, start), whole.slice(start, end), inserted, whole.slice(end)];
				expect(parts.filter((part) => !isWhole(part))).toEqual([]);
			}
		}),
		{ numRuns: runs(1000) },
	);
});
