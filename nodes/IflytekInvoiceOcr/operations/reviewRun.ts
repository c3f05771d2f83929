import type { IExecuteFunctions } from 'n8n-workflow';

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

const MOST_FAILURES = 3;

/** What the run came to, in one sentence, such as "3 read, 1 needs a review: total in words differs". */
export function runSummary(invoices: RunInvoice[]): string {
	const doubtful = invoices.filter(({ failures }) => failures.length > 0);
	const read = `${invoices.length} read`;
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
