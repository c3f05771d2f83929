import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sceneName } from '../../../../nodes/IflytekImageRecognition/protocol/sceneLabels';

/** The table that users see, which was compared with the vendor's. */
const page = readFileSync(join(__dirname, '../../../../docs/internals/scenes.md'), 'utf8');
const scenes = [...page.matchAll(/^\| +(\d+) \| (.+?) +\| (.+?) +\|$/gm)].map(
	([, label, english, chinese]) => ({ label: Number(label), english, chinese }),
);

test('the page lists the 43 scenes in their order', () => {
	expect(scenes.map(({ label }) => label)).toEqual([...Array(43).keys()]);
	expect(scenes[22]).toEqual({ label: 22, english: 'people only', chinese: '纯人物图' });
});

test.each(scenes)('scene $label has its name in English and Chinese', (scene) => {
	const { label, english, chinese } = scene;
	expect(sceneName(label)).toEqual({ english, chinese });
});

test.each([-1, 43, 1.5, Number.NaN])('there is no scene %p', (label) => {
	expect(sceneName(label)).toBeUndefined();
});
