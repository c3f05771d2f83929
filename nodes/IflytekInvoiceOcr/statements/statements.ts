import type { FindingCode } from '../invoice/findings';
import {
	COMPARED,
	type FieldName,
	type Finding,
	type Invoice,
	type InvoiceLine,
	type InvoiceRecord,
	LISTS,
	meaningIn,
} from '../invoice/invoice';
import { onlyReferToList } from '../lineItems/lineItems';
import { parseAmount, unspaced } from '../values/values';

/** What a doubt without a field or line concerns; `page` is what else stands on the page. */
const CONCERNS: ReadonlyArray<readonly [what: string, ...codes: FindingCode[]]> = [
	['page', 'addedOver', 'alsoInvoice', 'alsoPicture', 'alsoText', 'covered', 'stamped'],
	['lines', 'ofNoLine', 'oneColumn', 'printedOver', 'unclearNames', 'unclearPart'],
	['lines', 'unclearSpecifications', 'unknownHead'],
	['remark', 'mixedRemark', 'remarkEnd'],
	['totalTax', 'noTicketTax'],
	['totalWithTax', 'fareAndRefund', 'noFare'],
	['totalWithTaxWords', 'twoTotals'],
];

/** What a doubt concerns; undefined for all that was read. */
function concernOf({ code, field, line }: Finding): string | undefined {
	if (field !== undefined || line !== undefined) return field ?? 'lines';
	return CONCERNS.find(([, ...codes]) => codes.includes(code))?.[0];
}

/** Whether a field is in doubt, so that it cannot contradict another statement. */
export function isInDoubt(doubts: Finding[], field: FieldName): boolean {
	return doubts.some((one) => (concernOf(one) ?? field) === field);
}

/** The fields in which two records of one invoice contradict each other; a missing value contradicts nothing. */
export function differences(one: InvoiceRecord, other: InvoiceRecord): FieldName[] {
	return COMPARED.filter((field) => {
		const [here, there] = [meaningIn(one, field), meaningIn(other, field)];
		return here !== null && there !== null && here !== there;
	});
}

/**
 * An invoice, completed by what only another statement of it says; nothing is replaced. Doubts about what is taken
 * come along, and doubts about what else stands on the other one's page.
 */
export function completed(invoice: Invoice, other: Invoice): Invoice {
	const stated = onlyReferToList(invoice.lines) ? [] : invoice.lines;
	const lines = completedLines(stated, other.lines);
	const cells = new Set(
		lines.flatMap((line, at) => Object.keys(line).filter((cell) => !(cell in (stated[at] ?? {})))),
	);
	const names = [
		...Object.keys(other.texts).filter((name) => !(name in invoice.texts)),
		...Object.entries(LISTS).flatMap(([list, cell]) => (cells.has(cell) ? list : [])),
		...(cells.size > 0 ? ['lines'] : []),
	];
	const taken = Object.fromEntries(names.map((name) => [name, other.source]));
	const doubts = other.doubts.filter((one) => {
		const concern = concernOf(one) ?? names[0];
		return concern !== undefined && (concern === 'page' || concern in taken);
	});
	const contradictions = Object.entries(other.contradictions).filter(([name]) => name in taken);
	return {
		...invoice,
		texts: { ...other.texts, ...invoice.texts },
		contradictions: { ...Object.fromEntries(contradictions), ...invoice.contradictions },
		lines: cells.size > 0 ? lines : invoice.lines,
		doubts: [...invoice.doubts, ...doubts],
		taken: { ...taken, ...invoice.taken },
	};
}

/** Lines, completed by the same lines of another statement; all of the other's lines if there are none. */
function completedLines(lines: InvoiceLine[], others: InvoiceLine[]): InvoiceLine[] {
	if (lines.length === 0) return others;
	if (lines.length !== others.length) return lines;
	return lines.map((line, at) =>
		identityOf(line) === identityOf(others[at]!) ? { ...others[at], ...line } : line,
	);
}

/** Name and amount: where they differ, a page may have split name and specification at another place. */
const identityOf = ({ goodsName = '', amount = '' }: InvoiceLine) =>
	`${unspaced(goodsName)} ${parseAmount(amount)}`;
