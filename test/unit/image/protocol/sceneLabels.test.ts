import { sceneName } from '../../../../nodes/IflytekImageRecognition/protocol/sceneLabels';

test.each([
	[0, 'bedroom, living room', '卧室 客厅'],
	[14, 'beach', '海滩 沙滩'],
	[22, 'people only', '纯人物图'],
	[31, 'airport', '机场'],
	[42, 'parking lot', '停车场'],
])('scene %i has its name in English and Chinese', (label, english, chinese) => {
	expect(sceneName(label)).toEqual({ english, chinese });
});

test.each([-1, 43, 1.5, Number.NaN])('there is no scene %p', (label) => {
	expect(sceneName(label)).toBeUndefined();
});
