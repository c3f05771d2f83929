import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import { asOptioned } from '../../shared/items/engine';
import { isSimplified } from '../../shared/description/toolOutput';
import type { LabelNames } from '../protocol/labelTable';
import type { RecognitionAnswer } from '../protocol/recognitionAnswer';
import {
	describeCandidate,
	describeLowScore,
	isBelowMinimum,
	simplifyRecognition,
} from './simplifiedResult';

export interface OutputSettings {
	simplify: boolean;
	minimumScore: number;
	belowMinimumScore: string;
}

/**
 * Reads an item's output settings.
 * @throws NodeOperationError when the minimum is not a score, or an expression gives none of the choices
 */
export function readOutputSettings(item: Item): OutputSettings {
	const minimumScore = Number(item.options.minimumScore ?? 0);
	if (!(minimumScore >= 0 && minimumScore <= 1)) {
		throw item.inputError(
			"'Minimum Score' is not between 0 and 1",
			'Scores go from 0 to 1: enter 0.5 for 50 percent.',
		);
	}
	return {
		simplify: isSimplified(item),
		minimumScore,
		belowMinimumScore: String(item.options.belowMinimumScore ?? 'mark'),
	};
}

/**
 * The output items of one input item: one for each recognition, usually one; in the full response one
 * with the whole answer.
 * @throws NodeOperationError when a score is below the minimum and that is to stop the item
 */
export function shapeItems(
	item: Item,
	answer: RecognitionAnswer,
	settings: OutputSettings & { names: LabelNames; imageName: string },
): INodeExecutionData[] {
	const { minimumScore, belowMinimumScore } = settings;
	const low = answer.recognitions.find((recognition) => isBelowMinimum(recognition, minimumScore));
	if (low !== undefined && belowMinimumScore === 'error') {
		throw item.inputError(
			`${describeLowScore(low, minimumScore)} set in 'Minimum Score'`,
			`The most likely result is ${describeCandidate(low, settings.names)}. Lower 'Minimum Score', or choose another 'Below Minimum Score'.`,
		);
	}
	const kept =
		belowMinimumScore === 'drop'
			? answer.recognitions.filter((recognition) => !isBelowMinimum(recognition, minimumScore))
			: answer.recognitions;
	if (!settings.simplify) {
		return kept.length === 0 ? [] : [{ json: answer.envelope as IDataObject }];
	}
	const source = { row: item.index + 1, fileField: item.field?.name ?? null };
	return kept.map((recognition) => ({
		json: asOptioned(item, { ...simplifyRecognition(recognition, { ...settings, ...source }) }),
	}));
}
