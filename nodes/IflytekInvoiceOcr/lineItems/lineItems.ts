import {
	centsText,
	isTaxFree,
	isWholeMultiple,
	mayBeTwoNumbers,
	parseAmount,
	parseTaxRate,
	parseUnitPrice,
	taxFits,
} from '../values/values';
import {
	cellText,
	type FieldName,
	type InvoiceLine,
	LISTS,
	type RecognizedField,
	type TextLine,
} from '../invoice/invoice';
import { finding, type Finding, type FindingCode, findingIn } from '../invoice/findings';
import { isOnlyCategory, isTotalLabel } from './itemNames';
import { COLUMNS, matchTableRows, type Column, type TableRow } from './tableRows';

/** A line item with its values. */
export interface LineItem {
	goodsName: string | null;
	unitPrice: number | null;
	amount: number | null;
	/** such as 13%, 免税 or *** */
	taxRate: string | null;
	/** null also where the line has no tax */
	tax: number | null;
	kind: 'discount' | 'goods' | 'subtotal';
	/** the recognized texts the values come from */
	sources: { goodsName: TextLine[] } & Record<
		'amount' | 'tax' | 'taxRate' | 'unitPrice',
		TextLine[]
	>;
	/** percent of the tax rate; null without one */
	percent: number | null;
	/** what could not be matched or read with certainty; empty if everything could */
	doubts: Finding[];
	/** rate times amount, if it differs from the tax; null if it agrees or is unknown */
	expectedTax: string | null;
}

/**
 * Reads the lines of the table of line items, matched by position. What cannot be matched or read beyond
 * doubt is null, and the line says why.
 * @param totalAmount the invoice's total without tax in yuan; null when it was not read
 */
export function readLineItems(
	fields: Record<FieldName, RecognizedField>,
	totalAmount: number | null,
): LineItem[] {
	const texts = new Map(
		COLUMNS.flatMap((column) => [...columnTexts(column, fields[column].lines)]),
	);
	return lineItemsOfRows(matchTableRows(fields), totalAmount, texts);
}

/** The lines that a file or page states as rows of a table, which need no matching. */
export function tableRowsOf(lines: InvoiceLine[]): TableRow[] {
	return lines.map((line) => {
		const name = cellText(line, 'goodsName');
		const cells: TableRow['cells'] = {};
		for (const column of COLUMNS) {
			const text = cellText(line, LISTS[column]);
			if (text !== undefined) cells[column] = textLine(text);
		}
		return { names: name === undefined ? [] : [textLine(name)], cells, doubts: [] };
	});
}

const textLine = (text: string): TextLine => ({ text, quad: null, confidence: null });

/**
 * The same for rows that are known already.
 * @param texts what to read in place of the text of a cell
 */
export function lineItemsOfRows(
	rows: TableRow[],
	totalAmount: number | null,
	texts: ReadonlyMap<TextLine, string> = new Map(),
): LineItem[] {
	const lines = rows.map((row) => readLineItem(row, texts));
	const sum = lines
		.filter(({ kind }) => kind !== 'subtotal')
		.reduce((whole, { amount }) => whole + (amount ?? 0), 0);
	// a discount goes against the whole: on a credit note goods are negative and discounts positive
	const sign = (totalAmount ?? sum) < 0 ? -1 : 1;
	return lines.map((line) =>
		line.kind === 'goods' && (line.amount ?? 0) * sign < 0 ? { ...line, kind: 'discount' } : line,
	);
}

/** How a column's texts are compared: by what they mean. */
const MEANINGS: Record<Column, (text: string) => number | string | null> = {
	amounts: parseAmount,
	unitPrices: parseUnitPrice,
	taxRates: (text) => parseTaxRate(text)?.text ?? null,
	taxAmounts: (text) => (isTaxFree(text) ? '***' : parseAmount(text)),
};

/**
 * The text to read for each line of a column. Where the recognized line is not readable and the
 * service's post-processed one is, that counts, unless the two disagree elsewhere in the column; lines
 * on which they disagree have both texts, which no parser takes. The same values in another order are no
 * disagreement: then positions belong to the recognized lines.
 */
function columnTexts(column: Column, lines: TextLine[]): Map<TextLine, string> {
	const meaning = MEANINGS[column];
	const pairs = lines.map((line) => {
		const { text, postProcessed = text } = line;
		return { line, text, postProcessed, one: meaning(text), other: meaning(postProcessed) };
	});
	const values = (key: 'one' | 'other') => JSON.stringify(pairs.map((pair) => pair[key]).sort());
	const disagree = ({ one, other }: (typeof pairs)[number]) =>
		one !== null && other !== null && one !== other;
	const isSameSet = values('one') === values('other');
	const isSure = isSameSet || !pairs.some(disagree);
	return new Map(
		pairs.map((pair) => {
			const { line, text, postProcessed, one, other } = pair;
			if (isSameSet) return [line, text];
			if (disagree(pair)) return [line, `${text} / ${postProcessed}`];
			return [line, isSure && one === null && other !== null ? postProcessed : text];
		}),
	);
}

function readLineItem(row: TableRow, texts: ReadonlyMap<TextLine, string>): LineItem {
	const doubts = [...row.doubts];
	const unmatched = doubts.length > 0;
	const textOf = (column: Column) => {
		const line = row.cells[column];
		return line === undefined ? undefined : (texts.get(line) ?? line.text);
	};
	const read = <T>(column: Column, parse: (text: string) => T | null): T | null => {
		const text = textOf(column);
		if (text === undefined) return null;
		const value = parse(text);
		if (value === null) doubts.push(findingIn(column, 'unreadableCell', text));
		return value;
	};
	const goodsName =
		row.names
			?.map(({ text }) => text)
			.join('')
			.trim() || null;
	const amount = read('amounts', parseAmount);
	// the quantity stands just in front of the unit price, and no sum would show that both were joined
	const unitPrice = read('unitPrices', (text) => {
		const price = parseUnitPrice(text);
		if (price === null || !mayBeTwoNumbers(text)) return price;
		return amount !== null && isWholeMultiple(amount, price) ? price : null;
	});
	const rate = read('taxRates', parseTaxRate);
	const taxText = textOf('taxAmounts');
	const taxFree = taxText !== undefined && isTaxFree(taxText);
	const tax = taxFree ? null : read('taxAmounts', parseAmount);
	const kind = goodsName !== null && isTotalLabel(goodsName) ? 'subtotal' : 'goods';
	const percent = rate?.percent ?? null;

	const missing = (code: FindingCode) => {
		if (!unmatched) doubts.push(finding(code));
	};
	if (goodsName === null) missing('noGoodsName');
	else if (isOnlyCategory(goodsName)) doubts.push(finding('onlyCategory', goodsName));
	if (row.cells.amounts === undefined) missing('noAmount');
	if (kind !== 'subtotal') {
		if (row.cells.taxRates === undefined) missing('noTaxRate');
		if (taxText === undefined && percent !== null) missing('noTax');
		if (taxFree && percent) doubts.push(finding('rateWithoutTax', rate?.text));
	}
	const bearsTax = rate !== null && rate.text !== '***';
	const wrongTax =
		bearsTax && amount !== null && tax !== null && !taxFits(amount, percent ?? 0, tax);
	const source = (column: Column) => (row.cells[column] ? [row.cells[column]] : []);
	return {
		goodsName,
		unitPrice,
		amount,
		taxRate: rate?.text ?? null,
		tax,
		kind,
		sources: {
			goodsName: row.names ?? [],
			unitPrice: source('unitPrices'),
			amount: source('amounts'),
			taxRate: source('taxRates'),
			tax: source('taxAmounts'),
		},
		percent,
		doubts,
		expectedTax: wrongTax ? centsText(Math.round(amount * (percent ?? 0))) : null,
	};
}
