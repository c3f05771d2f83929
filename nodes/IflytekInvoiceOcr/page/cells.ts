import type { Word } from '../../shared/formats/pageText/words';

/** A cell's first line, its middle, or its last line stands at the height of its row's numbers. */
const ALIGNMENTS = ['first', 'middle', 'last'] as const;
type Alignment = (typeof ALIGNMENTS)[number];

/** In heights of the type: how far a cell may stand off its row. */
const TOLERANCE = { first: 0.6, middle: 0.4, last: 0.6 } as const;
/** In heights of the type: words closer than this are one line, lines further apart two cells. */
const SAME_LINE = 0.4;
const LONGEST_STEP = 2.2;
/** With more ways than this to share the lines out, it is in doubt anyway. */
const MOST_WAYS = 8;
/** A damaged file may have thousands of rows that fit in no way. */
const MOST_STEPS = 20_000;

/** The words of each row's cell. */
type Cells = Word[][];

/**
 * Shares the words of a column out among the rows; a cell may be empty, or of several lines. Where that is
 * ambiguous, the alignment of other cells decides, then the distance between the lines.
 * @param rows their heights, from top to bottom
 * @param others cells of the same rows, which have the same alignment
 * @returns undefined if it is not clear
 */
export function cellsOfRows(rows: number[], words: Word[], others: Cells): Cells | undefined {
	const lines = linesOf(words);
	const known = ALIGNMENTS.filter((one) =>
		others.every((cell, row) => cell.length === 0 || stands(linesOf(cell), rows[row]!, one)),
	);
	const ways = new Map<string, Word[][][]>();
	for (const alignment of known.length > 0 ? known : ALIGNMENTS) {
		for (const way of waysToShare(rows, lines, alignment)) {
			ways.set(way.map(({ length }) => length).join(), way);
		}
	}
	const all = [...ways.values()];
	const found = all.length > 1 ? all.filter(isSpaced) : all;
	return found.length === 1 ? found[0]!.map((cell) => cell.flat()) : undefined;
}

/** From top to bottom, the words of each from left to right. */
function linesOf(words: Word[]): Word[][] {
	const lines: Word[][] = [];
	for (const word of [...words].sort((one, other) => one.v - other.v)) {
		const last = lines.at(-1);
		if (last !== undefined && word.v - last[0]!.v < SAME_LINE * word.size) last.push(word);
		else lines.push([word]);
	}
	for (const line of lines) line.sort((one, other) => one.left - other.left);
	return lines;
}

const heightOf = (line: Word[]) => line[0]!.v;

function stands(cell: Word[][], row: number, alignment: Alignment): boolean {
	const [first, last] = [heightOf(cell[0]!), heightOf(cell.at(-1)!)];
	const at = { first, middle: (first + last) / 2, last }[alignment];
	return Math.abs(at - row) <= TOLERANCE[alignment] * cell[0]![0]!.size;
}

/** All ways to share consecutive lines out, some rows having none. */
function waysToShare(rows: number[], lines: Word[][], alignment: Alignment): Word[][][][] {
	const ways: Word[][][][] = [];
	const deadEnds = new Set<string>();
	// beside a row's numbers, a line is that row's
	const owners = lines.map((line) => rows.findIndex((row) => stands([line], row, 'middle')));
	let stepsLeft = MOST_STEPS;
	extend([], 0);
	return ways;

	function extend(cells: Word[][][], start: number): void {
		const row = cells.length;
		if (row === rows.length) {
			if (start === lines.length) ways.push(cells);
			return;
		}
		const here = `${row} ${start}`;
		if (deadEnds.has(here) || ways.length >= MOST_WAYS || --stepsLeft < 0) return;
		const before = ways.length;
		for (let end = start + 1; end <= lines.length; end++) {
			const cell = lines.slice(start, end);
			const { size } = cell[0]![0]!;
			const step = end - start > 1 ? stepBefore(lines, end - 1) : 0;
			if (step > LONGEST_STEP * size || ![-1, row].includes(owners[end - 1]!)) break;
			if (stands(cell, rows[row]!, alignment)) extend([...cells, cell], end);
			else if (heightOf(cell[0]!) > rows[row]! + size || --stepsLeft < 0) break;
		}
		if (owners[start] !== row) extend([...cells, []], start);
		if (ways.length === before) deadEnds.add(here);
	}
}

const stepBefore = (lines: Word[][], index: number) =>
	heightOf(lines[index]!) - heightOf(lines[index - 1]!);

/** Whether the lines of each cell follow each other evenly, and closer than those of two cells. */
function isSpaced(cells: Word[][][]): boolean {
	const filled = cells.filter((cell) => cell.length > 0);
	return filled.every((cell, index) => {
		const steps = cell.slice(1).map((_, line) => stepBefore(cell, line + 1));
		if (steps.length === 0) return true;
		const slack = 0.15 * cell[0]![0]!.size;
		const [above, below] = [filled[index - 1], filled[index + 1]];
		const around = [
			above === undefined ? Infinity : heightOf(cell[0]!) - heightOf(above.at(-1)!),
			below === undefined ? Infinity : heightOf(below[0]!) - heightOf(cell.at(-1)!),
		];
		return (
			Math.max(...steps) - Math.min(...steps) < slack &&
			around.every((other) => Math.max(...steps) < other - slack / 3)
		);
	});
}
