import type { RunInvoice } from './repeats';

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
