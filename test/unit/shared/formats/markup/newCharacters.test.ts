import { addsCharacter } from '../../../../../nodes/shared/formats/markup/newCharacters';

it.each([
	['甲\u000b乙', '丙\u000b丁', false],
	['甲\u000b乙', '甲乙', false],
	['甲\u000b乙', '甲\u000b\u000b乙', true],
	['甲\u000b乙\u2028', '甲\u000b乙\u2028丙', false],
	['甲\u000b乙', '甲\u2028乙', true],
	['甲乙', '甲\u2028乙', true],
])('%j to %j adds a control character: %p', (before, becomes, adds) => {
	expect(addsCharacter(/[\p{Cc}\u2028]/gu, before, becomes)).toBe(adds);
});
