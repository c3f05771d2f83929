import type { EInvoice } from '../eInvoice/fields';
import type { OtherPage } from '../page/documents';
import type { PageInvoice } from '../page/invoicePages';
import { refused, REMEDIES, type Part, type ReadPart, type RefusedPart } from './parts';

/**
 * Invoices that a file states as data, and those read from its pages. A page shows what the data say: it
 * is another invoice only where it has another number.
 */
export function readParts(
	fileKind: ReadPart['fileKind'],
	stated: EInvoice[],
	onPages: PageInvoice[],
): Part[] {
	const numbers = new Set(stated.map(({ texts }) => texts.invoiceNumber));
	const others = onPages.filter(({ texts }) => !numbers.has(texts.invoiceNumber));
	return [
		...stated.map((invoice): Part => ({ kind: 'read', fileKind, invoice, pages: [] })),
		...others.map((invoice): Part => ({ kind: 'read', fileKind, invoice, pages: invoice.pages })),
	];
}

/** A page with text that is no invoice. */
export function pageRefusal({ page, kind, wayOut }: OtherPage): RefusedPart {
	const clause =
		kind === undefined ? 'holds text, but no invoice that this node knows' : `is ${kind}`;
	return refused(clause, wayOut ?? REMEDIES.anotherForm, [page]);
}

/**
 * In the order of the pages; pages that are refused for the same reason become one refusal, of the whole
 * file where they are all of its pages.
 * @param pageCount of the file
 */
export function withoutRepetition(parts: Part[], pageCount: number): Part[] {
	const kept: Part[] = [];
	const byClause = new Map<string, RefusedPart>();
	for (const part of [...parts].sort((one, other) => one.pages[0]! - other.pages[0]!)) {
		const same = part.kind === 'refused' ? byClause.get(part.clause) : undefined;
		if (same !== undefined) same.pages.push(...part.pages);
		else {
			if (part.kind === 'refused') byClause.set(part.clause, part);
			kept.push(part);
		}
	}
	return kept.map((part) =>
		part.kind === 'refused' && part.pages.length === pageCount ? { ...part, pages: [] } : part,
	);
}
