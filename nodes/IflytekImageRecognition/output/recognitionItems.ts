import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import { invalid } from '../../shared/problem/problem';
import { withChosenInputFields } from '../../shared/items/engine';
import { addressToShow, parseWebAddress } from '../../shared/http/pasted';
import { isSimplified } from '../../shared/description/toolOutput';
import type { LabelNames } from '../protocol/labelTable';
import type { Recognition, RecognitionAnswer, ScoredLabel } from '../protocol/recognitionAnswer';

/** Reads an item's output settings. @throws NodeOperationError for one that cannot be read */
export function readOutputSettings(item: Item) {
	const { minimumScore = 0, belowMinimumScore = 'mark' } = item.options;
	return { simplify: isSimplified(item), minimumScore: minimumScore as number, belowMinimumScore };
}

/**
 * The output items of one input item: one for each recognition, usually one; in the full response one
 * with the whole answer.
 * @throws NodeOperationError when a score is below the minimum and *Below Minimum Score* is Stop
 */
export function shapeItems(
	item: Item,
	{ recognitions, envelope }: RecognitionAnswer,
	settings: ReturnType<typeof readOutputSettings> & { names: LabelNames; imageName: string },
): INodeExecutionData[] {
	const { minimumScore, belowMinimumScore, names } = settings;
	const low = recognitions.filter((one) => lowScore(one, minimumScore) !== undefined);
	if (low[0] !== undefined && belowMinimumScore === 'error') {
		const refusal = invalid(
			`${lowScore(low[0], minimumScore)} set in 'Minimum Score'`,
			`The most likely result is ${describeCandidate(low[0], names)}. Lower 'Minimum Score', or choose another 'Below Minimum Score'.`,
		);
		item.unwrap(refusal);
	}
	const kept = recognitions.filter((one) => belowMinimumScore !== 'drop' || !low.includes(one));
	if (!settings.simplify) return kept.length === 0 ? [] : [{ json: envelope as IDataObject }];
	const source = { row: item.index + 1, fileField: item.field?.name ?? null };
	return kept.map((recognition) => ({
		json: withChosenInputFields(item, simplifyRecognition(recognition, { ...settings, ...source })),
	}));
}

/** The places of the candidates after the result. */
const PLACES = [2, 3, 4, 5];

/** The fields of the simplified output, in its order. */
export const RECOGNITION_FIELDS = [
	'row',
	'fileName',
	'nameEnglish',
	'nameChinese',
	'label',
	'score',
	'uncertain',
	'explanation',
	...PLACES.map((place) => `candidate${place}`),
	'fileField',
];

/** A recognition as the simplified output shows it, flat for a spreadsheet or a switch. */
export function simplifyRecognition(
	recognition: Recognition,
	settings: {
		/** number of the input item, from 1 */
		row: number;
		/** the field that held the picture; null where it came by URL or as text */
		fileField: string | null;
		imageName: string;
		names: LabelNames;
		minimumScore: number;
	},
): IDataObject {
	const { row, fileField, imageName, names, minimumScore } = settings;
	const { label, name, score, candidates, review } = recognition;
	const [highest] = [...candidates].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
	const better = score !== null && (highest?.score ?? 0) > score ? highest : undefined;
	const doubts = [
		review === true &&
			'The service marks this result for review: it may be wrong, compare the candidates',
		lowScore(recognition, minimumScore),
		better && `A candidate has a higher score than ${score}: ${describeCandidate(better, names)}`,
	].filter(Boolean);
	const certain =
		review === false
			? 'The service is confident of this result'
			: 'The service does not say how confident it is, see the score';
	// the service repeats the address that it fetched
	const isAddress = parseWebAddress(name) !== undefined;
	const others = candidates
		.filter((candidate) => candidate.label !== label)
		.map((candidate) => describeCandidate(candidate, names));
	return {
		row,
		fileName: isAddress ? addressToShow(name) : name || imageName,
		nameEnglish: names(label)?.english ?? null,
		nameChinese: names(label)?.chinese ?? null,
		label,
		score,
		uncertain: doubts.length > 0,
		explanation: doubts.join('. ') || certain,
		// a line of text each, which fits a table cell better than a list
		...Object.fromEntries(PLACES.map((place, at) => [`candidate${place}`, others[at] ?? null])),
		fileField,
	};
}

/** Says that a score is below the minimum, or missing; undefined if it suffices or there is no minimum. */
function lowScore({ score }: ScoredLabel, minimumScore: number): string | undefined {
	if (minimumScore === 0 || (score !== null && score >= minimumScore)) return undefined;
	if (score === null) return `There is no score to compare with the minimum ${minimumScore}`;
	return `The score ${score} is below the minimum ${minimumScore}`;
}

/** A result in words, such as "beach (海滩 沙滩), 0.12", or "label 14, 0.12" where no name is known. */
function describeCandidate({ label, score }: ScoredLabel, names: LabelNames): string {
	const { english, chinese } = names(label) ?? {};
	const inBoth = english && chinese && `${english} (${chinese})`;
	const name = inBoth ?? english ?? chinese ?? `label ${label}`;
	return score === null ? name : `${name}, ${score}`;
}
