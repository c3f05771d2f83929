/** A table as it is printed; cells are text already. */
export interface Table {
	title: string;
	columns: string[];
	rows: string[][];
}

type BarKind = 'limit' | 'ours' | 'peer';

export interface Bar {
	label: string;
	value: number;
	kind: BarKind;
}

/** Bars over one axis. */
export interface BarGroup {
	title: string;
	unit: string;
	better: 'higher' | 'lower';
	bars: Bar[];
}

/** What was promised, and whether the measurement bears it out. */
export interface Claim {
	text: string;
	holds: boolean;
	measured: string;
}

export interface SectionResult {
	tables: Table[];
	charts: BarGroup[];
	claims: Claim[];
}

/** A number with about three digits that matter. */
export function figure(value: number): string {
	if (!Number.isFinite(value)) return '-';
	const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, decimals === 0 ? ',' : '');
}

/** `1.32 ×` */
export const times = (value: number): string => `${value.toFixed(2)} ×`;

/** A claim that a number is at most a bound. */
export function atMost(text: string, value: number, bound: number, unit = ''): Claim {
	const suffix = unit && ` ${unit}`;
	return {
		text,
		holds: value <= bound,
		measured: `${figure(value)}${suffix}, at most ${figure(bound)}${suffix}`,
	};
}

/** A table in Markdown, readable on a terminal too. */
export function printedTable({ title, columns, rows }: Table): string {
	const widths = columns.map((column, index) =>
		Math.max(column.length, ...rows.map((row) => row[index].length)),
	);
	const line = (cells: string[]): string =>
		`| ${cells
			.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index])))
			.join(' | ')} |`;
	const rule = widths.map((width, index) =>
		index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [`### ${title}`, '', line(columns), line(rule), ...rows.map(line)].join('\n');
}
