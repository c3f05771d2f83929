import { createHash } from 'node:crypto';
import { isObject } from '../core/rules';
import { seededRandom } from '../core/random';

/** What an image shows, by itself or told by a test: the label alone, or with its candidates. */
export interface LabelTruth {
	label: number;
	/** Score of the label, between 0 and 1. */
	rate?: number;
	/** The five candidates, the label first. */
	labels?: number[];
	rates?: number[];
}

export interface Classification {
	label: number;
	labels: number[];
	rates: number[];
	review: boolean;
}

const CANDIDATES = 5;
/** Below this score of the first candidate the result is marked for review. */
const REVIEW_BELOW = 0.5;

export const FAULTY: Classification = { label: -1, labels: [], rates: [], review: true };

export function isLabelTruth(value: unknown): value is LabelTruth {
	return isObject(value) && Number.isInteger(value.label);
}

/**
 * Classifies by the hash of an image or URL: always the same five of `count` labels with falling
 * scores for the same input, others for another. A truth fixes the label, score or candidates.
 */
export function classify(
	input: Buffer | string,
	count: number,
	truth?: LabelTruth,
): Classification {
	if (truth?.label === -1) return FAULTY;
	const digest = createHash('sha256').update(input).digest();
	const random = seededRandom(digest.readUInt32BE(0));

	let labels = truth?.labels;
	if (!labels) {
		labels = truth ? [truth.label] : [];
		while (labels.length < CANDIDATES) {
			const label = Math.floor(random() * count);
			if (!labels.includes(label)) labels.push(label);
		}
	}
	let rates = truth?.rates;
	if (!rates) {
		const first = truth?.rate ?? (truth ? 0.95 : 0.3 + random() * 0.69);
		rates = [first];
		let left = Math.min(first, 1 - first);
		while (rates.length < labels.length) {
			const next = left * (0.4 + random() * 0.4);
			rates.push(next);
			left = Math.min(left - next, next);
		}
	}
	const review = (rates[0] ?? 0) < REVIEW_BELOW;
	return { label: truth?.label ?? (labels[0] as number), labels, rates, review };
}
