import { addressToShow, parseWebAddress } from '../../shared/http/pasted';
import type { LabelNames } from '../protocol/labelTable';
import type { Recognition, ScoredLabel } from '../protocol/recognitionAnswer';

/** One picture's result as a spreadsheet or a switch takes it. */
export interface SimplifiedResult {
	/** number of the input item, from 1 */
	row: number;
	/** name or address of the picture */
	fileName: string;
	/** null where no name is known */
	nameEnglish: string | null;
	nameChinese: string | null;
	label: number;
	score: number | null;
	/** the service doubts the result, its score is below the user's minimum, or a candidate's is higher */
	uncertain: boolean;
	explanation: string;
	/** the next likely ones, one line of text each, which fits a table cell better than a list */
	candidate2: string | null;
	candidate3: string | null;
	candidate4: string | null;
	candidate5: string | null;
	/** the field that held the picture; null where it came by URL or as text */
	fileField: string | null;
}

/** The fields of the simplified output, in its order. */
export const RECOGNITION_FIELDS: ReadonlyArray<keyof SimplifiedResult> = [
	'row',
	'fileName',
	'nameEnglish',
	'nameChinese',
	'label',
	'score',
	'uncertain',
	'explanation',
	'candidate2',
	'candidate3',
	'candidate4',
	'candidate5',
	'fileField',
];

/** Shapes a recognition for the simplified output. */
export function simplifyRecognition(
	recognition: Recognition,
	options: {
		row: number;
		fileField: string | null;
		imageName: string;
		names: LabelNames;
		minimumScore: number;
	},
): SimplifiedResult {
	const { names, minimumScore } = options;
	const doubts = [];
	if (recognition.review === true) {
		doubts.push(
			'The service marks this result for review: it may be wrong, compare the candidates',
		);
	}
	if (isBelowMinimum(recognition, minimumScore))
		doubts.push(describeLowScore(recognition, minimumScore));
	const better = higherCandidate(recognition);
	if (better !== undefined) {
		doubts.push(
			`A candidate has a higher score than ${recognition.score}: ${describeCandidate(better, names)}`,
		);
	}
	const certain =
		recognition.review === false
			? 'The service is confident of this result'
			: 'The service does not say how confident it is, see the score';
	const { label, name, score, candidates } = recognition;
	// the service repeats the address that it fetched
	const isAddress = parseWebAddress(name) !== undefined;
	const others = candidates.filter((candidate) => candidate.label !== label);
	const candidateAt = (place: number) => {
		const candidate = others[place - 2];
		return candidate === undefined ? null : describeCandidate(candidate, names);
	};
	return {
		row: options.row,
		fileName: isAddress ? addressToShow(name) : name || options.imageName,
		nameEnglish: names(label)?.english ?? null,
		nameChinese: names(label)?.chinese ?? null,
		label,
		score,
		uncertain: doubts.length > 0,
		explanation: doubts.join('. ') || certain,
		candidate2: candidateAt(2),
		candidate3: candidateAt(3),
		candidate4: candidateAt(4),
		candidate5: candidateAt(5),
		fileField: options.fileField,
	};
}

/** The candidate that scores highest, where its score is higher than the result's. */
function higherCandidate({ score, candidates }: Recognition): ScoredLabel | undefined {
	const [highest] = [...candidates].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
	return score !== null && (highest?.score ?? 0) > score ? highest : undefined;
}

/** Whether a score is below the minimum; a missing score is, as soon as there is a minimum. */
export function isBelowMinimum({ score }: ScoredLabel, minimumScore: number): boolean {
	return minimumScore > 0 && (score === null || score < minimumScore);
}

/** Says that a score is below the minimum, without a final period. */
export function describeLowScore({ score }: ScoredLabel, minimumScore: number): string {
	return score === null
		? `There is no score to compare with the minimum ${minimumScore}`
		: `The score ${score} is below the minimum ${minimumScore}`;
}

/** A result in words, such as "beach (海滩 沙滩), 0.12", or "label 14, 0.12" where no name is known. */
export function describeCandidate({ label, score }: ScoredLabel, names: LabelNames): string {
	const { english, chinese } = names(label) ?? {};
	const name =
		english !== undefined && chinese !== undefined
			? `${english} (${chinese})`
			: (english ?? chinese ?? `label ${label}`);
	return score === null ? name : `${name}, ${score}`;
}
