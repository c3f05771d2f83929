import {
	charactersOf,
	wordsOf,
	wrapped,
	type Character,
} from '../../../../../nodes/shared/formats/pageText/words';

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
	['forms for other encodings', '\uf900\uf9dc\ufa0c', '豈隆兀'],
])('characters are read as what they look like: %s', (_, text, expected) => {
	const glyphs = overlapping(text, () => 1).map((one) => ({ ...one, width: 5 }));
	const read = charactersOf({ glyphs, width: 100, height: 100 });
	expect(read.map((one) => one.text).join('')).toBe(expected);
});

/** Words of some lines below each other, as far apart as they are high. */
const wordsOfLines = (lines: string[]) =>
	lines.flatMap((line, row) => {
		const place = { y: 10 * row, v: 10 * row, width: 5 };
		const characters = overlapping(line, () => row).map((one) => ({ ...one, ...place }));
		return wordsOf({ v: place.v, size: 10, characters });
	});

it.each([
	['a Latin word that takes all of its line goes on', ['ABCDEFGH', 'IJ'], 'ABCDEFGHIJ'],
	['a number that takes all of its line goes on', ['20268888', '7'], '202688887'],
	['a Latin word with room behind it ends', ['ABCD', 'EFGHIJKL'], 'ABCD EFGHIJKL'],
	['a Chinese word goes on, with room behind it or not', ['一二', '三四五', '六'], '一二三四五六'],
	['a Chinese word goes on in Latin', ['一二', 'ABCD', '三'], '一二ABCD三'],
])('in a text of several lines %s', (_, lines, text) => {
	expect(wrapped(wordsOfLines(lines))).toBe(text);
});

it('a page of impossible size is read too', () => {
	const far = overlapping('12', () => 1).map((one) => ({ ...one, x: 1e17 + 100 * one.x, y: 1e17 }));
	expect(charactersOf({ glyphs: far, width: 1e18, height: 1e18 })).toHaveLength(2);
});

it('a word of a whole page takes no longer than its characters', () => {
	const characters = overlapping(`${'一'.repeat(10_000)}${'A'.repeat(10_000)}`, () => 1);
	const start = performance.now();
	expect(wordsOf({ v: 0, size: 10, characters })).toHaveLength(1);
	expect(performance.now() - start).toBeLessThan(1000);
});
