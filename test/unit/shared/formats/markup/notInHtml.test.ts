import { HTML } from '../../../../../nodes/shared/formats/markup/html';
import { plainProse } from '../../../../../nodes/shared/formats/prose/prose';

it.each([
	['甲\u000b乙', '丙\u000b丁', false],
	['甲\u000b乙', '甲乙', false],
	['甲\u000b乙', '甲\u000b\u000b乙', true],
	['甲\u000b乙\u0001', '甲\u000b乙\u0001丙', false],
	['甲\u000b乙', '甲\u0001乙', true],
	['甲乙', '甲\ud800乙', true],
	['甲乙', '甲\t𠮷乙', false],
])('%j to %j adds a character that HTML cannot hold: %p', (before, becomes, adds) => {
	const prose = plainProse(before);
	const obstacle = HTML.obstacle(prose, prose.segments[0]!, becomes);
	expect(obstacle).toBe(adds ? 'notInHtml' : null);
});
