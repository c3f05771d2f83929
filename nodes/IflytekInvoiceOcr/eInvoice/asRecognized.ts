import type { RecognizedField, RecognizedInvoice, TextLine } from '../invoice/record';
import { ELEMENTS, type FieldName } from '../invoice/elements';
import type { TableRow } from '../lineItems/tableRows';
import type { EInvoice, LineField } from './fields';

/** The list fields of the row, and the value of a line that each is made of. */
const LISTS = {
	goodsNames: 'goodsName',
	unitPrices: 'unitPrice',
	amounts: 'amount',
	taxRates: 'taxRate',
	taxAmounts: 'tax',
} as const satisfies Partial<Record<FieldName, LineField>>;

/**
 * An e-invoice in the form of a recognized one, so that the same rows and checks are made of it. What the
 * file says has no position and no confidence.
 */
export function asRecognized({ texts, contradictions, lines }: EInvoice): RecognizedInvoice {
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
	return { description: texts.invoiceType ?? null, width: 0, height: 0, fields };
}

/** What an e-invoice says besides the fields of a recognized one: remark, drawer, specifications and so on. */
export function furtherTexts({ texts, lines }: EInvoice): string[] {
	const known: readonly string[] = ELEMENTS.map(({ name }) => name);
	const ofLines = lines.flatMap(({ specification, unit, quantity }) => [
		specification,
		unit,
		quantity,
	]);
	const others = Object.entries(texts).flatMap(([name, text]) =>
		known.includes(name) ? [] : [text],
	);
	return [...others, ...ofLines].filter((text) => text !== undefined);
}

/** The lines of an e-invoice as rows of a table, which need no matching. */
export function tableRowsOf({ lines }: EInvoice): TableRow[] {
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
