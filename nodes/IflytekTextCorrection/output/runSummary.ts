import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isApplied } from '../../shared/formats/prose/prose';
import { isSetAside, isToLookAt, type Correction } from '../protocol/applyCorrections';
import { isComplete, type CorrectedText, type NoCorrection } from './correctionItems';

/** Counts of the texts or documents of a run, for the line above its output. */
export class RunSummary {
	private readonly counts = {
		corrected: 0,
		unchanged: 0,
		changes: 0,
		toLookAt: 0,
		setAside: 0,
		/** something found, but nothing changed */
		onlyChecked: 0,
		unfinished: 0,
	};

	/** @param unit what one item holds: text or document */
	constructor(private readonly unit: string) {}

	/** @param corrections none where the answers are returned as they are */
	add(
		checked: Pick<CorrectedText, 'failedPieces' | 'unread'> & { corrections?: Correction[] },
	): void {
		const { counts } = this;
		if (!isComplete(checked)) counts.unfinished++;
		const { corrections } = checked;
		if (corrections === undefined) return;
		const changes = corrections.filter(isApplied).length;
		counts.changes += changes;
		counts.toLookAt += corrections.filter(isToLookAt).length;
		counts.setAside += corrections.filter(isSetAside).length;
		if (changes > 0) counts.corrected++;
		else if (corrections.length > 0) counts.onlyChecked++;
		else counts.unchanged++;
	}

	/** Shows the line, such as "7 texts corrected, 23 changes, 2 to look at, 3 failed". */
	addRunHint(context: IExecuteFunctions, items: INodeExecutionData[]): void {
		const failed = items.filter(({ json }) => json.error !== undefined).length;
		const { unit, counts } = this;
		const { corrected, onlyChecked, unchanged, changes, toLookAt, setAside, unfinished } = counts;
		if (corrected + onlyChecked + unchanged > 0) {
			const parts = [
				corrected > 0 && `${counted(corrected, unit)} corrected`,
				corrected > 0 && counted(changes, 'change'),
				corrected === 0 && onlyChecked > 0 && `${counted(onlyChecked, unit)} checked`,
				toLookAt > 0 && `${toLookAt} to look at`,
				setAside > 0 && `${setAside} kept or left out`,
				unchanged > 0 && `${counted(unchanged, unit)} without changes`,
				failed > 0 && `${failed} failed`,
			];
			context.addExecutionHints({
				type: failed > 0 ? 'warning' : 'info',
				message: `${parts.filter(Boolean).join(', ')}.`,
				location: 'outputPane',
			});
		}
		if (unfinished > 0) {
			const inRows = items.some(
				({ json }) => json.category === ('notChecked' satisfies NoCorrection),
			);
			const where = inRows ? "the rows with the category 'notChecked'" : "'failedPieces'";
			context.addExecutionHints({
				type: 'warning',
				message: `${unfinished} of ${counted(context.getInputData().length, unit)} checked only in part: see ${where}.`,
				location: 'outputPane',
			});
		}
	}
}

function counted(count: number, unit: string): string {
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
