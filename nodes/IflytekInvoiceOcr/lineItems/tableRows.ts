import {
	type FieldName,
	FIELDS,
	finding,
	type Finding,
	findingIn,
	type RecognizedField,
	type TextLine,
} from '../invoice/invoice';
import { atOneHeight, centerOf, mean, type Point, type Quad } from '../values/values';
import {
	assignNames,
	type Column,
	COLUMNS,
	isTotalLabel,
	linesToRead,
	type TableRow,
} from './lineItems';
import {
	estimatePerspective,
	plausiblePerspectives,
	rowPosition,
	refineByRows,
	type PerspectiveEstimate,
	type Perspective,
} from './perspective';

type Fields = Record<FieldName, RecognizedField>;

interface PlacedCell {
	column: Column;
	line: TextLine;
	place: Point;
}

interface PlacedName {
	line: TextLine;
	place: Point;
	left: number;
	right: number;
}

interface Arrangement {
	/** cells of each row from top to bottom, as indexes */
	rows: number[][];
	/** name lines of each row, as indexes; null when in doubt; undefined when they do not fit at all */
	names: Array<number[] | null> | undefined;
}

const NAME_NOT_MATCHED = finding('nameNotMatched');

/**
 * Puts the rows of a table together by where their texts stand. Every perspective that the boxes leave possible is
 * tried; if these lead to different tables, none is chosen, and the rows carry a doubt instead of values. Without
 * positions the order of the texts counts, if the columns have equally many.
 */
export function matchTableRows(read: Fields): TableRow[] {
	const columns = COLUMNS.map((column) => {
		const lines = linesToRead(column, read[column].lines);
		return [column, { ...read[column], lines }] as const;
	});
	const fields: Fields = { ...read, ...Object.fromEntries(columns) };
	const names = fields.goodsNames.lines;
	const lines = COLUMNS.flatMap((column) => fields[column].lines.map((line) => ({ column, line })));
	if (lines.length === 0 && names.length === 0) return [];
	const texts = [...names, ...lines.map(({ line }) => line)];
	const boxes = (name: FieldName) => fields[name].lines.flatMap(({ quad }) => (quad ? [quad] : []));
	const estimate = texts.some(({ quad }) => quad === null)
		? null
		: estimatePerspective(FIELDS.flatMap(boxes), sameRowPairs(boxes), [
				boxes('goodsNames'),
				boxes('amounts'),
			]);
	const isOneOfEach = [names, ...COLUMNS.map((column) => fields[column].lines)].every(
		({ length }) => length <= 1,
	);
	if (isOneOfEach && (estimate === null || lines.length === 0)) {
		const cells = Object.fromEntries(lines.map(({ column, line }) => [column, line]));
		return [{ names, cells, doubts: [] }];
	}
	if (lines.length === 0) return unmatchedRows(fields);
	if (estimate === null) {
		const hasNoPlaces = texts.every(({ quad }) => quad === null);
		return (hasNoPlaces && rowsByOrder(fields)) || unmatchedRows(fields);
	}
	const placeOf = ({ quad }: TextLine) => estimate.place(centerOf(quad!));
	const cells = lines.map((one) => ({ ...one, place: placeOf(one.line) }));
	const placedNames = names.map((line) => {
		const xs = line.quad!.map((corner) => estimate.place(corner).x);
		return { line, place: placeOf(line), left: Math.min(...xs), right: Math.max(...xs) };
	});
	const arrangements = bestArrangements(cells, placedNames, estimate);
	return agreedRows(arrangements, cells, placedNames) ?? unmatchedRows(fields);
}

/** Rows by the order of their texts; undefined where amounts, rates and taxes are not equally many. */
function rowsByOrder(fields: Fields): TableRow[] | undefined {
	const count = fields.amounts.lines.length;
	const isEqual = (column: Column) => [0, count].includes(fields[column].lines.length);
	if (!isEqual('taxRates') || !isEqual('taxAmounts')) return undefined;
	// a discount has no unit price; of fewer prices than rows nobody knows whose they are
	const hasPrices = isEqual('unitPrices');
	const texts = fields.goodsNames.lines;
	const names = texts.length === count ? texts : texts.filter(({ text }) => !isTotalLabel(text));
	const doubts = [
		...(names.length === count || names.length === 0 ? [] : [NAME_NOT_MATCHED]),
		...(hasPrices ? [] : [finding('priceNotMatched')]),
	];
	const columns = COLUMNS.filter((column) => column !== 'unitPrices' || hasPrices);
	return fields.amounts.lines.map((_, index) => {
		const row = columns.map((column) => [column, fields[column].lines[index]] as const);
		const cells = Object.fromEntries(row.filter(([, line]) => line !== undefined));
		return { names: names.length === count ? [names[index]!] : null, cells, doubts };
	});
}

/** Rows that cannot be matched: each has an amount, and nothing else. */
function unmatchedRows({ amounts }: Fields): TableRow[] {
	const doubts = [finding('notMatched')];
	const rows = amounts.lines.map((line) => ({ names: null, cells: { amounts: line }, doubts }));
	return rows.length > 0 ? rows : [{ names: null, cells: {}, doubts }];
}

/** The boxes of fields that are side by side on every form. */
function sameRowPairs(boxes: (name: FieldName) => Quad[]): Array<[Quad, Quad]> {
	const pairs = [
		['totalAmount', 'totalTax'],
		['totalWithTaxWords', 'totalWithTax'],
	] as const;
	return pairs.flatMap(([one, other]) => {
		const [first, second] = [boxes(one), boxes(other)];
		return first.length === 1 && second.length === 1 ? [[first[0]!, second[0]!]] : [];
	});
}

/** The tables that fit the estimate best: one when there is no doubt. */
function bestArrangements(
	cells: PlacedCell[],
	names: PlacedName[],
	estimate: PerspectiveEstimate,
): Arrangement[] {
	const places = [...cells, ...names].map(({ place }) => place);
	const begun = new Set<string>();
	const found = new Map<string, { rows: number[][]; estimate: PerspectiveEstimate }>();
	for (const perspective of plausiblePerspectives(estimate, places)) {
		const first = groupByRow(cells, perspective);
		const key = JSON.stringify(first);
		if (begun.has(key)) continue;
		begun.add(key);
		const settled = straighten(first, cells, estimate);
		found.set(JSON.stringify(settled.rows), settled);
	}
	const fewestDoubled = withLowest([...found.values()], ({ rows }) => sharedCells(rows, cells));
	const fewest = withLowest(fewestDoubled, ({ rows }) => rows.length);
	const arrange = (lost: 0 | 1) =>
		fewest.flatMap(({ rows, estimate: refined }) =>
			plausiblePerspectives(refined, places).map((perspective) => {
				const heightOf = ({ place }: PlacedCell | PlacedName) => rowPosition(place, perspective);
				const heights = rows.map((row) => mean(row.map((index) => heightOf(cells[index]!))));
				const texts = names.map((one) => ({ ...one, text: one.line.text, v: heightOf(one) }));
				return { rows, names: assignNames(heights, texts, lost) };
			}),
		);
	const complete = arrange(0);
	return complete.some((one) => one.names) ? complete : arrange(1);
}

function withLowest<T>(among: T[], of: (one: T) => number): T[] {
	const lowest = Math.min(...among.map(of));
	return among.filter((one) => of(one) === lowest);
}

/** Refines rows and perspective in turns: each straightens the other. */
function straighten(
	first: number[][],
	cells: PlacedCell[],
	estimate: PerspectiveEstimate,
): { rows: number[][]; estimate: PerspectiveEstimate } {
	let rows = first;
	for (let round = 0; ; round++) {
		const places = rows.map((row) => row.map((index) => cells[index]!.place));
		const refined = refineByRows(estimate, places);
		const next = groupByRow(cells, refined.best);
		if (round === 3 || JSON.stringify(next) === JSON.stringify(rows))
			return { rows, estimate: refined };
		rows = next;
	}
}

/** How many cells share their row and column with another. */
function sharedCells(rows: number[][], cells: PlacedCell[]): number {
	const columnsOf = (row: number[]) => new Set(row.map((index) => cells[index]!.column)).size;
	return rows.reduce((sum, row) => sum + row.length - columnsOf(row), 0);
}

/** Cells from top to bottom, split wherever the next one is half a row lower. */
function groupByRow(cells: PlacedCell[], perspective: Perspective): number[][] {
	const places = cells.map(({ place }, index) => ({ index, v: rowPosition(place, perspective) }));
	const gap = smallestPitch(cells, perspective) / 2;
	const isNear = ({ v }: { v: number }, row: typeof places) => v - row.at(-1)!.v <= gap;
	const rows = atOneHeight(places, ({ v }) => v, isNear);
	return rows.map((row) => row.map(({ index }) => index).sort((a, b) => a - b));
}

/** Smallest distance of two rows as any column shows it, at most one text height. */
function smallestPitch(cells: PlacedCell[], perspective: Perspective): number {
	const distances = COLUMNS.flatMap((column) => {
		const values = cells
			.filter((cell) => cell.column === column)
			.map(({ place }) => rowPosition(place, perspective))
			.sort((a, b) => a - b);
		return values.slice(1).map((value, index) => value - values[index]!);
	});
	return Math.min(1, ...distances.filter((distance) => distance > 0.5));
}

/** The rows on which all possible tables agree, if there are any; what they differ in is left out. */
function agreedRows(
	arrangements: Arrangement[],
	cells: PlacedCell[],
	names: PlacedName[],
): TableRow[] | undefined {
	const [first, ...others] = arrangements;
	const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
	if (first === undefined || others.some(({ rows }) => !same(rows, first.rows))) return undefined;
	// a perspective in which the names fit no row is wrong, not an alternative
	const [groups, ...otherGroups] = arrangements.flatMap(({ names: fit }) => (fit ? [fit] : []));
	return first.rows.map((row, position) => {
		const doubts: Finding[] = [];
		const found: TableRow['cells'] = {};
		for (const column of COLUMNS) {
			const ofColumn = row.map((index) => cells[index]!).filter((cell) => cell.column === column);
			if (ofColumn.length === 1) found[column] = ofColumn[0]!.line;
			if (ofColumn.length > 1) doubts.push(findingIn(column, 'twoValues'));
		}
		const group = groups?.[position] ?? null;
		const agreed =
			group !== null &&
			otherGroups.every((other) => same(other[position], group)) &&
			!repeats(group.map((index) => names[index]!.line.text));
		if (!agreed) doubts.push(NAME_NOT_MATCHED);
		const lines = agreed ? group.map((index) => names[index]!.line) : null;
		return { names: lines, cells: found, doubts };
	});
}

/** The same text twice is more likely the name of two line items, one of which lost its other columns. */
const repeats = (texts: string[]) =>
	new Set(texts.map((text) => text.replace(/\s/g, ''))).size < texts.length;
