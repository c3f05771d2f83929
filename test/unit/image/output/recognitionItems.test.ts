import type { Recognition } from '../../../../nodes/IflytekImageRecognition/protocol/recognitionAnswer';
import { sceneName } from '../../../../nodes/IflytekImageRecognition/protocol/sceneLabels';
import { simplifyRecognition } from '../../../../nodes/IflytekImageRecognition/output/recognitionItems';

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
	const options = { row: 3, fileField: 'photo', imageName: 'sent.jpg', names, minimumScore };
	return simplifyRecognition({ ...GYM, ...changes }, options);
}

describe('simplifyRecognition', () => {
	it('gives both names, score and label, and the further candidates as text', () => {
		expect(simplify()).toEqual({
			row: 3,
			fileName: 'gym.jpg',
			fileField: 'photo',
			nameEnglish: 'gym',
			nameChinese: '健身房',
			score: 0.62,
			uncertain: false,
			explanation: 'The service is confident of this result',
			candidate2: 'indoor sports ground (室内运动场), 0.2',
			candidate3: null,
			candidate4: null,
			candidate5: null,
			label: 30,
		});
	});

	it('has room for the five candidates, the label itself left out wherever it stands', () => {
		const candidates = [8, 30, 9, 10, 11].map((label) => ({ label, score: null }));
		const result = simplify({ candidates });
		const { candidate2, candidate3, candidate4, candidate5 } = result;
		expect([candidate2, candidate3, candidate4, candidate5]).toEqual([
			'shopping mall (商场)',
			'mountain peak (山峰)',
			'lake, pond, ocean (湖 池塘 海洋)',
			'forest (森林)',
		]);
	});

	it('names the picture as it was sent when the service does not', () => {
		expect(simplify({ name: '' }).fileName).toBe('sent.jpg');
	});

	it('gives null where there is no name in a language', () => {
		const names = (label: number) => (label === 30 ? { chinese: '健身房' } : undefined);
		const english = (label: number) => (label === 7 ? { english: 'sports' } : undefined);
		expect(simplify({}, 0, names)).toMatchObject({
			nameEnglish: null,
			nameChinese: '健身房',
			candidate2: 'label 7, 0.2',
		});
		expect(simplify({}, 0, english).candidate2).toBe('sports, 0.2');
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
		[[{ label: 7, score: 0.7 }], true],
		[[{ label: 7, score: 0.62 }], false],
		[[{ label: 7, score: null }], false],
	])('is uncertain where a candidate scores higher: %j %p', (candidates, uncertain) => {
		const result = simplify({ candidates });
		expect(result.uncertain).toBe(uncertain);
		expect(/higher/.test(String(result.explanation))).toBe(uncertain);
	});

	it('names the highest of the candidates that score higher', () => {
		const candidates = [
			{ label: 7, score: 0.7 },
			{ label: 8, score: 0.9 },
			{ label: 30, score: 0.62 },
		];
		expect(simplify({ candidates }).explanation).toBe(
			'A candidate has a higher score than 0.62: shopping mall (商场), 0.9',
		);
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
