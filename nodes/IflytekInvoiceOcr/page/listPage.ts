import type { Form } from './form';
import type { LabelName } from './labels';
import type { InvoiceLine } from '../invoice/invoice';
import { findTable, tableLines } from './table';
import { plain } from '../../shared/formats/pageText/words';
import type { Finding } from '../invoice/findings';

/** A page of goods that belongs to an invoice (销货清单). */
export interface ListPage {
	page: number;
	invoiceCode: string | undefined;
	invoiceNumber: string | undefined;
	lines: InvoiceLine[];
	doubts: Finding[];
}

/** Whether a page's title says that it is a list of goods. */
function isListPage(form: Form): boolean {
	return /(?:应税劳务|劳务、服务)(?:、服务)?清单|销货清单/.test(plain(form.title));
}

/** Reads a list of goods; undefined where its table is not found. */
export function readListPage(form: Form): ListPage | undefined {
	const table = isListPage(form) ? findTable(form) : undefined;
	if (table === undefined) return undefined;
	const { lines, doubts } = tableLines(form, table);
	const besideFirst = (name: LabelName) => {
		const label = form.all(name).find(({ v }) => v < table.top);
		const text = label === undefined ? undefined : form.beside(label);
		return text === undefined || text === null ? undefined : plain(text);
	};
	return {
		page: form.page,
		invoiceCode: besideFirst('listCode'),
		invoiceNumber: besideFirst('listNumber'),
		lines,
		doubts,
	};
}
