import type { IExecuteFunctions } from 'n8n-workflow';

import { runSummary } from '../output/hint';
import { checkRepeats, type RunInvoice } from '../output/repeats';

/** Marks what was read twice in a run, and tells above the output what the run came to. */
export function reviewRun(context: IExecuteFunctions, invoices: RunInvoice[]): void {
	if (invoices.length === 0) return;
	const inOrder = [...invoices].sort((one, other) => one.itemIndex - other.itemIndex);
	const checked = checkRepeats(inOrder);
	const needReview = checked.some(({ failures }) => failures.length > 0);
	context.addExecutionHints({
		type: needReview ? 'warning' : 'info',
		message: runSummary(checked),
		location: 'outputPane',
	});
}
