import type { RecognizedField, Invoice, TextLine, EInvoice, LineField } from '../invoice/record';
import { ELEMENTS, type FieldName } from '../invoice/elements';
import type { TableRow } from '../lineItems/tableRows';

/** The list fields of the row, and the value of a line that each is made of. */
const LISTS = {
	goodsNames: 'goodsName',
	unitPrices: 'unitPrice',
	amounts: 'amount',
	taxRates: 'taxRate',
	taxAmounts: 'tax',
} as const satisfies Partial<Record<FieldName, LineField>>;

/** The invoice of which a file or page says this, without positions and confidences. */
export function invoiceOf(read: EInvoice & Partial<Pick<Invoice, 'doubts' | 'pages'>>): Invoice {
	const { texts, contradictions, lines } = read;
	const fields = Object.fromEntries(
		ELEMENTS.map(({ name }): [FieldName, RecognizedField] => {
			const list = (LISTS as Partial<Record<FieldName, LineField>>)[name];
			const text =
				list === undefined
					? (texts[name] ?? null)
					: lines.some((line) => line[list] !== undefined)
						? lines.map((line) => cellText(line, list) ?? '').join('\n')
						: null;
			return [
				name,
				{
					text: text === null ? null : decimals(text),
					lines: [],
					quad: null,
					confidence: null,
					conflicts: contradictions[name] ?? [],
				},
			];
		}),
	) as Record<FieldName, RecognizedField>;
	const description = texts.invoiceType ?? null;
	return { pages: [], doubts: [], ...read, description, width: 0, height: 0, fields };
}

/** The lines of an e-invoice as rows of a table, which need no matching. */
export function tableRowsOf(lines: EInvoice['lines']): TableRow[] {
	return lines.map((line) => {
		const name = cellText(line, 'goodsName');
		const cells: TableRow['cells'] = {};
		for (const column of ['unitPrices', 'amounts', 'taxRates', 'taxAmounts'] as const) {
			const text = cellText(line, LISTS[column]);
			if (text !== undefined) cells[column] = textLine(text);
		}
		return { names: name === undefined ? [] : [textLine(name)], cells, doubts: [] };
	});
}

function textLine(text: string): TextLine {
	return { text, quad: null, confidence: null };
}

function cellText(line: EInvoice['lines'][number], field: LineField): string | undefined {
	const text = line[field];
	if (text === undefined || field === 'goodsName') return text;
	return field === 'taxRate' ? percent(text) : decimals(text);
}

/** Files write amounts with up to six decimals; an invoice has two. Nothing but zeros is dropped. */
function decimals(text: string): string {
	return text.replace(/^(-?\d+\.\d\d)0+$/, '$1');
}

/** 0.13 and 0.130000 are 13%; any other number stays as it is, also 1, which may be 1%. */
function percent(text: string): string {
	if (!/^0(\.\d+)?$/.test(text)) return text;
	return `${Number((Number(text) * 100).toFixed(6))}%`;
}
