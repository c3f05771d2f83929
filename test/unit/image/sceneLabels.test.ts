import { sceneName } from '../../../nodes/IflytekImageRecognition/sceneLabels';

describe('scene labels', () => {
	it('names all 43 scenes in English and Chinese, each name once', () => {
		const names = Array.from({ length: 43 }, (_, label) => sceneName(label));
		expect(names.every((name) => /^[a-z ,()]+$/.test(name?.english ?? ''))).toBe(true);
		expect(names.every((name) => /\p{Script=Han}/u.test(name?.chinese ?? ''))).toBe(true);
		expect(new Set(names.map((name) => name?.english)).size).toBe(43);
		expect(new Set(names.map((name) => name?.chinese)).size).toBe(43);
	});

	it.each([
		[0, 'bedroom, living room', '卧室 客厅'],
		[2, 'restaurant (public)', '餐厅(公共)'],
		[17, 'no scene', '没有场景'],
		[26, 'internet cafe, game hall, mahjong room', '网吧 游戏厅 棋牌室'],
		[39, 'restaurant (home)', '餐厅(家里)'],
		[42, 'parking lot', '停车场'],
	])('names scene %i', (label, english, chinese) => {
		expect(sceneName(label)).toEqual({ english, chinese });
	});

	it.each([-1, 43, 1.5, Number.NaN])('knows no scene %p', (label) => {
		expect(sceneName(label)).toBeUndefined();
	});
});
