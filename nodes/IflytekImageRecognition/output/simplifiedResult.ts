import type { LabelNames } from '../protocol/labelTable';
import type { Recognition, ScoredLabel } from '../protocol/recognitionAnswer';

export interface NamedLabel {
	label: number;
	/** the number as text where no name is known */
	nameEnglish: string;
	nameChinese: string;
	score: number | null;
}

/** One picture's result as a spreadsheet or a switch takes it. */
export interface SimplifiedResult extends NamedLabel {
	/** name or address of the picture */
	image: string;
	/** the service doubts the result, or its score is below the user's minimum */
	uncertain: boolean;
	explanation: string;
	candidates: NamedLabel[];
}

/** Shapes a recognition for the simplified output. */
export function simplifyRecognition(
	recognition: Recognition,
	options: { imageName: string; names: LabelNames; minimumScore: number },
): SimplifiedResult {
	const { names, minimumScore } = options;
	const doubts = [];
	if (recognition.review === true) {
		doubts.push(
			'The service marks this result for review: it may be wrong, compare the candidates',
		);
	}
	if (isBelow(recognition, minimumScore)) doubts.push(tooLow(recognition, minimumScore));
	const certain =
		recognition.review === false
			? 'The service is confident of this result'
			: 'The service does not say how confident it is, see the score';
	return {
		image: recognition.name || options.imageName,
		...nameLabel(recognition, names),
		uncertain: doubts.length > 0,
		explanation: doubts.join('. ') || certain,
		candidates: recognition.candidates.map((candidate) => nameLabel(candidate, names)),
	};
}

/** Whether a score is below the minimum; a missing score is, as soon as there is a minimum. */
export function isBelow({ score }: ScoredLabel, minimumScore: number): boolean {
	return minimumScore > 0 && (score === null || score < minimumScore);
}

/** Says that a score is below the minimum, without a final period. */
export function tooLow({ score }: ScoredLabel, minimumScore: number): string {
	return score === null
		? `There is no score to compare with the minimum ${minimumScore}`
		: `The score ${score} is below the minimum ${minimumScore}`;
}

function nameLabel({ label, score }: ScoredLabel, names: LabelNames): NamedLabel {
	const name = names(label);
	return {
		label,
		nameEnglish: name?.english ?? String(label),
		nameChinese: name?.chinese ?? String(label),
		score,
	};
}
