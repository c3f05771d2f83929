import type { Recognition } from '../../../../nodes/IflytekImageRecognition/protocol/recognitionAnswer';
import { sceneName } from '../../../../nodes/IflytekImageRecognition/protocol/sceneLabels';
import { simplifyRecognition } from '../../../../nodes/IflytekImageRecognition/output/simplifiedResult';

const GYM: Recognition = {
	label: 30,
	score: 0.62,
	name: 'gym.jpg',
	review: false,
	candidates: [
		{ label: 30, score: 0.62 },
		{ label: 7, score: 0.2 },
	],
};

function simplify(changes: Partial<Recognition> = {}, minimumScore = 0, names = sceneName) {
	const options = { imageName: 'sent.jpg', names, minimumScore };
	return simplifyRecognition({ ...GYM, ...changes }, options);
}

describe('simplifyRecognition', () => {
	it('gives label, both names, score and candidates', () => {
		expect(simplify()).toEqual({
			image: 'gym.jpg',
			label: 30,
			nameEnglish: 'gym',
			nameChinese: '健身房',
			score: 0.62,
			uncertain: false,
			explanation: 'The service is confident of this result',
			candidates: [
				{ label: 30, nameEnglish: 'gym', nameChinese: '健身房', score: 0.62 },
				{
					label: 7,
					nameEnglish: 'indoor sports ground',
					nameChinese: '室内运动场',
					score: 0.2,
				},
			],
		});
	});

	it('names the picture as it was sent when the service does not', () => {
		expect(simplify({ name: '' }).image).toBe('sent.jpg');
	});

	it('gives the number where there is no name in a language', () => {
		const names = (label: number) => (label === 30 ? { chinese: '健身房' } : undefined);
		expect(simplify({}, 0, names)).toMatchObject({
			nameEnglish: '30',
			nameChinese: '健身房',
			candidates: [{}, { nameEnglish: '7', nameChinese: '7' }],
		});
	});

	it('explains what review means', () => {
		expect(simplify({ review: true })).toMatchObject({
			uncertain: true,
			explanation:
				'The service marks this result for review: it may be wrong, compare the candidates',
		});
		const silent = simplify({ review: undefined });
		expect(silent.uncertain).toBe(false);
		expect(silent.explanation).toContain('does not say');
	});

	it.each([
		[0.62, false],
		[0.621, true],
		[0, false],
	])('compares with the minimum score %p: uncertain %p', (minimum, uncertain) => {
		expect(simplify({}, minimum).uncertain).toBe(uncertain);
	});

	it('says both reasons when there are two', () => {
		const { explanation } = simplify({ review: true }, 0.9);
		expect(explanation).toMatch(/review: .*\. The score 0\.62 is below the minimum 0\.9$/);
	});

	it('counts a missing score as too low only when there is a minimum', () => {
		expect(simplify({ score: null }).uncertain).toBe(false);
		expect(simplify({ score: null }, 0.1)).toMatchObject({
			uncertain: true,
			explanation: 'There is no score to compare with the minimum 0.1',
		});
	});
});
