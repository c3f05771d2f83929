import {
	isInsidePair,
	splitsCharacter,
} from '../../../../../nodes/shared/formats/prose/textBoundary';

describe('what a reader sees as one character', () => {
	it.each([
		['surrogate pair', '😀'],
		['rare Chinese character', '𠮷'],
		['letter with combining marks', 'é\u0302'],
		['emoji with skin tone', '👍🏽'],
		['family', '👨‍👩‍👧'],
		['flag', '🇨🇳'],
		['keycap', '1️⃣'],
		['character with variation selector', '葛\u{e0100}'],
		['line break', '\r\n'],
	])('is not torn: %s', (_name, character) => {
		const text = `前${character}${character}后`;
		const torn = Array.from({ length: text.length + 1 }, (_, index) =>
			splitsCharacter(text, index),
		);
		const free = [0, 1, 1 + character.length, 1 + 2 * character.length, text.length];
		expect(torn.flatMap((isTorn, index) => (isTorn ? [] : [index]))).toEqual(free);
	});

	// '|' is the place
	it.each([
		['the beginning and a combining mark', '|\u0301a'],
		['a carriage return and something else', 'a\r|b'],
		['something else and a line feed', 'a|\nb'],
		['a letter and a flag', 'a|🇨🇳'],
		['two flags', '🇦🇿|🇿🇦'],
		['a half flag and a tile of the same block', '🇨|🀄'],
		['a half flag and the squares behind its block', '🇨|🈀'],
		['a half flag and an emoji', '🇨|🗦'],
		['a hundred halves of flags and one more', '🇨'.repeat(100) + '|🇳'],
		['a flag and the end', '🇨🇳|'],
	])('ends between %s', (_name, text) => {
		expect(splitsCharacter(text.replace('|', ''), text.indexOf('|'))).toBe(false);
	});

	it.each(['🇦|🇿', '🇿|🇦', '🇨🇳🇨|🇳', '🇨'.repeat(99) + '|🇳'])('does not end within %s', (text) => {
		expect(splitsCharacter(text.replace('|', ''), text.indexOf('|'))).toBe(true);
	});

	it('a lone half of a pair is no pair', () => {
		expect(isInsidePair('a\ud83db', 2)).toBe(false);
		expect(isInsidePair('\ude00\ud83d', 1)).toBe(false);
		expect(isInsidePair('😀', 1)).toBe(true);
	});
});
