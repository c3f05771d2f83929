import fc from 'fast-check';
import type { Correction } from '../../../../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import {
	edited,
	editsOf,
	type Format,
	type Prose,
} from '../../../../../nodes/shared/formats/prose/prose';

/** Where to change a text (as shares of it and lengths), and to what. */
export type Wish = [at: number, length: number, suggestion: string];

const SUGGESTIONS =
	'字 词语 。 ， a 1 - # > < & &lt; <b> </p> * ** _ ` ~~ | [ ] ( ) ![ ](x) ! : = \\ " \' 1. $ {{ lt; amp; x>y \n'
		.split(' ')
		.concat('', ' ', '  ', 'a b');

export const wishes: fc.Arbitrary<Wish[]> = fc.array(
	fc.tuple(fc.nat(9999), fc.nat(3), fc.constantFrom(...SUGGESTIONS)),
	{ minLength: 1, maxLength: 6 },
);

/** A document after the changes that its format lets happen, and its words as they should be then. */
export function changedDocument(prose: Prose, format: Format, wanted: Wish[]) {
	const { text } = prose;
	const corrections: Correction[] = [];
	let done = 0;
	const places = wanted
		.map(([share, length, suggestion]): Wish => [
			(share * (text.length + 1)) / 10000,
			length,
			suggestion,
		])
		.sort(([a], [b]) => a - b);
	for (const [place, length, suggestion] of places) {
		const position = Math.floor(place);
		const original = text.slice(position, position + length);
		if (position < done || /[\ud800-\udfff]/.test(original + text[position - 1])) continue;
		done = position + Math.max(1, original.length);
		corrections.push({
			category: 'char',
			type: '',
			position,
			original,
			suggestion,
			applied: true,
			reason: null,
			kept: false,
			doubtful: false,
		});
	}
	const edits = editsOf(prose, corrections, format);
	let words = '';
	let at = 0;
	for (const { applied, position, original, suggestion } of corrections) {
		if (!applied) continue;
		words += text.slice(at, position!) + suggestion!;
		at = position! + original!.length;
	}
	words += text.slice(at);
	return { document: edited(prose.document, edits, format.encode), words, edits };
}
