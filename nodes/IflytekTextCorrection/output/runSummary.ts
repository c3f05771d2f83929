import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Counts of the texts or documents of a run, for the line above its output. */
export class RunSummary {
	private corrected = 0;

	private unchanged = 0;

	private changes = 0;

	private unfinished = 0;

	/** @param unit what one item holds: text or document */
	constructor(private readonly unit: string) {}

	/** @param changes how many were made; undefined where the answers are returned as they are */
	add({ complete, changes }: { complete: boolean; changes?: number }): void {
		if (!complete) this.unfinished++;
		if (changes === undefined) return;
		this.changes += changes;
		if (changes > 0) this.corrected++;
		else this.unchanged++;
	}

	/** Shows the line, such as "7 texts corrected, 23 changes, 3 failed". */
	addRunHint(context: IExecuteFunctions, items: INodeExecutionData[]): void {
		const failed = items.filter(({ json }) => json.error !== undefined).length;
		const { corrected, unchanged, changes, unfinished, unit } = this;
		if (corrected + unchanged > 0) {
			const parts = [
				corrected > 0 && `${counted(corrected, unit)} corrected`,
				corrected > 0 && counted(changes, 'change'),
				unchanged > 0 && `${counted(unchanged, unit)} without changes`,
				failed > 0 && `${failed} failed`,
			];
			context.addExecutionHints({
				type: 'info',
				message: `${parts.filter(Boolean).join(', ')}.`,
				location: 'outputPane',
			});
		}
		if (unfinished > 0) {
			context.addExecutionHints({
				type: 'warning',
				message: `${unfinished} of ${counted(context.getInputData().length, unit)} checked only in part: see 'failedPieces'.`,
				location: 'outputPane',
			});
		}
	}
}

function counted(count: number, unit: string): string {
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
