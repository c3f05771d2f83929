import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mergeForms } from '../output/forms';
import { checkRepeats, type RunInvoice } from '../output/repeats';

/**
 * Marks invoices that came in several forms or were read twice in a run, and summarizes the run above the
 * output.
 * @param items all output items, also those that failed
 * @param keepAllForms whether each form of an invoice keeps its row
 * @returns the items that stay
 */
export function reviewRun(
	context: IExecuteFunctions,
	invoices: RunInvoice[],
	items: INodeExecutionData[],
	keepAllForms: boolean,
): INodeExecutionData[] {
	if (invoices.length === 0) return items;
	const failed = items.filter(({ json }) => json.error !== undefined).length;
	// copies: the items' own rows stay unchanged
	const reviewed = new Map<object, RunInvoice['rows'][number]>();
	const copied = invoices.map((invoice) => {
		const rows = invoice.rows.map(copyOf);
		invoice.rows.forEach((row, index) => reviewed.set(row, rows[index]!));
		return { ...invoice, rows };
	});
	const inOrder = copied.sort((one, other) => one.itemIndex - other.itemIndex);
	const merged = mergeForms(inOrder, keepAllForms);
	const checked = checkRepeats(merged, inOrder);
	const needReview = checked.some(({ failures }) => failures.length > 0);
	context.addExecutionHints({
		type: needReview || failed > 0 ? 'warning' : 'info',
		message: runSummary(checked, failed),
		location: 'outputPane',
	});
	const dropped = new Set(
		copied.filter((one) => !merged.includes(one)).flatMap(({ rows }) => rows),
	);
	const files = new Map<number, INodeExecutionData['binary']>();
	return items.flatMap((item) => {
		const row = reviewed.get(item.json);
		const source = (item.pairedItem as { item: number }).item;
		if (row !== undefined && dropped.has(row)) {
			if (item.binary !== undefined) files.set(source, item.binary);
			return [];
		}
		const json = (row ?? item.json) as IDataObject;
		if (json.error !== undefined || !files.has(source)) return [{ ...item, json }];
		// the input file comes with the first row that stays
		const binary = { ...files.get(source), ...item.binary };
		files.delete(source);
		return [{ ...item, json, binary }];
	});
}

function copyOf(row: RunInvoice['rows'][number]): RunInvoice['rows'][number] {
	return Array.isArray(row.checks)
		? { ...row, checks: [...(row.checks as unknown[])] }
		: { ...row };
}

const MOST_FAILURES = 3;

/**
 * The result of the run in one sentence, such as "3 read, 1 needs a review: total in words differs".
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
