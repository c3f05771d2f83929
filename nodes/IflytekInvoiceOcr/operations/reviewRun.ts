import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { checkRepeats, type RunInvoice } from '../output/repeats';

/**
 * Marks invoices that were read twice in a run, and summarizes the run above the output.
 * @param items all output items, also those that failed
 */
export function reviewRun(
	context: IExecuteFunctions,
	invoices: RunInvoice[],
	items: INodeExecutionData[],
): void {
	if (invoices.length === 0) return;
	const failed = items.filter(({ json }) => json.error !== undefined).length;
	const inOrder = [...invoices].sort((one, other) => one.itemIndex - other.itemIndex);
	const checked = checkRepeats(inOrder);
	const needReview = checked.some(({ failures }) => failures.length > 0);
	context.addExecutionHints({
		type: needReview || failed > 0 ? 'warning' : 'info',
		message: runSummary(checked, failed),
		location: 'outputPane',
	});
}

const MOST_FAILURES = 3;

/**
 * What the run came to, in one sentence, such as "3 read, 1 needs a review: total in words differs".
 * @param failed how many files could not be read
 */
export function runSummary(invoices: RunInvoice[], failed: number): string {
	const doubtful = invoices.filter(({ failures }) => failures.length > 0);
	const read = `${invoices.length} read${failed > 0 ? `, ${failed} could not be read` : ''}`;
	if (doubtful.length === 0) return `${read}, none needs a review`;
	const counts = new Map<string, number>();
	for (const failure of doubtful.flatMap(({ failures }) => [...new Set(failures)])) {
		counts.set(failure, (counts.get(failure) ?? 0) + 1);
	}
	const mostFirst = [...counts].sort(([, one], [, other]) => other - one);
	const named = mostFirst
		.slice(0, MOST_FAILURES)
		.map(([failure, count]) => (count > 1 ? `${failure} (${count})` : failure));
	const more = mostFirst.length > MOST_FAILURES ? ' and more' : '';
	const need = doubtful.length === 1 ? 'needs' : 'need';
	return `${read}, ${doubtful.length} ${need} a review: ${named.join(', ')}${more}`;
}
