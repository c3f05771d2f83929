import {
	charactersOf,
	wordsOf,
	type Character,
} from '../../../../../nodes/shared/formats/pageText/words';
import { processorTime } from '../../../../support/processorTime';

/** Characters side by side at half their width, as digits in a font that calls all of them wide. */
const overlapping = (text: string, pieceOf: (index: number) => number): Character[] =>
	[...text].map((one, index) => ({
		text: one,
		x: 5 * index,
		y: 0,
		v: 0,
		width: 10,
		size: 10,
		piece: pieceOf(index),
		turn: 0,
		font: 0,
		color: 0,
		drawn: { heights: new Map(), hasBlanks: false },
	}));

it.each<[string, (index: number) => number, boolean]>([
	['at once', () => 1, false],
	['one by one', (index) => index, false],
	['as two texts over each other', (index) => index % 2, true],
	['as a text and single characters over it', (index) => (index % 2 === 0 ? 0 : index), true],
])('characters that overlap, drawn %s', (_how, pieceOf, isMixed) => {
	const words = wordsOf({ v: 0, size: 10, characters: overlapping('4236883097', pieceOf) });
	expect(words).toMatchObject([{ text: '4236883097', isMixed }]);
});

it.each([
	['themselves', '一西，A￥', '一西，A￥'],
	['radicals of the first kind', '⻄⻅⻢', '西见马'],
	['radicals of the second kind', '⼀⾦⿓', '一金龍'],
	['a radical whose normal form is another character', '⼾', '户'],
	['forms for other encodings', '\uf900\uf9dc\ufa0c', '豈隆兀'],
])('characters are read as what they look like: %s', (_, text, expected) => {
	const glyphs = overlapping(text, () => 1).map((one) => ({ ...one, width: 5 }));
	const read = charactersOf({ glyphs, width: 100, height: 100 });
	expect(read.map((one) => one.text).join('')).toBe(expected);
});

it('a page of impossible size is read too', () => {
	const far = overlapping('12', () => 1).map((one) => ({ ...one, x: 1e17 + 100 * one.x, y: 1e17 }));
	expect(charactersOf({ glyphs: far, width: 1e18, height: 1e18 })).toHaveLength(2);
});

it('a word of a whole page takes no longer than its characters', () => {
	const characters = overlapping(`${'一'.repeat(10_000)}${'A'.repeat(10_000)}`, () => 1);
	const spent = processorTime();
	expect(wordsOf({ v: 0, size: 10, characters })).toHaveLength(1);
	expect(spent()).toBeLessThan(1000);
});
