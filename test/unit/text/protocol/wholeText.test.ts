import fc from 'fast-check';

import { locateFindings } from '../../../../nodes/IflytekTextCorrection/protocol/locateFindings';
import { splitText } from '../../../../nodes/IflytekTextCorrection/protocol/splitText';
import { checkPieces, textWithErrors, type TextWithErrors } from './trueErrors';
import { runs } from '../../../support/fullSize';
import { appliedFindings } from '../../../support/appliedFindings';

function correct(given: TextWithErrors, unit: 'utf16' | 'codePoint') {
	const checked = checkPieces(given, splitText(given.text), unit);
	return appliedFindings(given.text, locateFindings(given.text, checked), {
		apply: 'all',
		categories: new Set(),
	});
}

function expectTruth(given: TextWithErrors, unit: 'utf16' | 'codePoint'): void {
	const { correctedText, corrections } = correct(given, unit);
	expect(correctedText).toBe(given.truth);
	const applied = corrections.filter((correction) => correction.applied);
	expect(applied.map(({ position, original }) => [position, original])).toEqual(
		given.errors.map(({ index, wrong }) => [index, wrong]),
	);
	for (const { position, original } of applied) {
		expect(given.text.startsWith(original!, position!)).toBe(true);
	}
}

describe('for any text and any set of true errors', () => {
	it.each(['utf16', 'codePoint'] as const)(
		'the corrected text is the truth and every position points at its error (%s)',
		(unit) => {
			fc.assert(
				fc.property(textWithErrors(false), (given) => {
					expectTruth(given, unit);
					expect(correct(given, unit).corrections).toHaveLength(given.errors.length);
				}),
				{ numRuns: runs(300) },
			);
		},
	);

	it('insertions included, where characters are counted in one way', () => {
		fc.assert(
			fc.property(textWithErrors(true), (given) => {
				const bmp = /[\ud800-\udfff]/.test(given.text) ? undefined : given;
				fc.pre(bmp !== undefined);
				expectTruth(given, 'utf16');
			}),
			{ numRuns: runs(300) },
		);
	});

	it('corrected texts of several pieces do occur among them', () => {
		const samples = fc.sample(textWithErrors(false), { numRuns: 500, seed: 1 });
		const counts = samples.map(({ text }) => splitText(text).length);
		expect(counts.filter((count) => count > 1).length).toBeGreaterThan(50);
		expect(samples.filter(({ errors }) => errors.length > 0).length).toBeGreaterThan(250);
		expect(samples.filter(({ text }) => /[\ud800-\udfff]/.test(text)).length).toBeGreaterThan(100);
	});
});

describe('an error at a cut', () => {
	it('is found once and at its place, wherever it lies', () => {
		for (let before = 1600; before <= 1760; before++) {
			const head = '甲'.repeat(before);
			const text = head + '画蛇天足' + '乙'.repeat(1000);
			const given = {
				text,
				truth: text.replace('天', '添'),
				errors: [{ category: 'idm', index: before, wrong: '画蛇天足', right: '画蛇添足' }],
			};
			expectTruth(given, 'utf16');
			expect(correct(given, 'utf16').corrections).toHaveLength(1);
		}
	});
});
