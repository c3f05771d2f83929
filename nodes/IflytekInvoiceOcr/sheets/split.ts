import type { PageText } from '../../shared/formats/pageText/pageText';
import {
	charactersOf,
	linesOf,
	turnsOf,
	type Character,
} from '../../shared/formats/pageText/words';
import { Form } from '../page/form';
import { labelsOf, type Label, type LabelName } from '../page/labels';

/** A sheet with more invoices is none that anybody prints. */
const MOST = 16;
/** So many of the widest gaps are tried. */
const MOST_GAPS = 60;
/** Characters in another direction that may be an invoice. */
const BLOCK = 60;
/** Heads of a table lie this close, in heights of the type. */
const SAME_ROW = 0.8;

/** Labels that every document of its kind has once, or equally often. */
const OF_ALL: readonly LabelName[] = ['invoiceNumber', 'issueDate'];
const OF_TICKETS: readonly LabelName[] = ['buyerName'];
const OF_TABLES: readonly LabelName[] = ['name', 'totalWords', 'totalDigits', 'drawer'];

/**
 * The documents on one sheet, each as a form of its own: invoices and rail tickets printed side by side, one
 * above the other, or in another direction. A page of one document is one.
 */
export function documentsOn(page: PageText): Form[] {
	const counts = turnsOf(page);
	const most = Math.max(...counts);
	const turned = ([0, 1, 2, 3] as const)
		.filter((turn) => counts[turn]! >= BLOCK || counts[turn] === most)
		.sort((one, other) => counts[other]! - counts[one]!);
	const whole = new Form(page);
	if (turned.length === 1 && startsIn(whole.labels).starts.length < 2) return [whole];
	const documents = turned.flatMap((turn) => split(charactersOf(page, turn)).sort(byPlace));
	if (documents.length === 1) return [whole];
	return documents.map(
		(characters) =>
			new Form({ ...page, glyphs: characters.map((one) => ({ ...one, turn: 0 as const })) }),
	);
}

/** Row by row, as a sheet is read. */
function byPlace(one: Character[], other: Character[]): number {
	const [a, b] = [one, other].map((characters) => {
		const heights = characters.map(({ v }) => v);
		const top = heights.reduce((least, v) => Math.min(least, v), Infinity);
		const bottom = heights.reduce((most, v) => Math.max(most, v), -Infinity);
		return { top, bottom, left: characters.reduce((least, { x }) => Math.min(least, x), Infinity) };
	}) as [Box, Box];
	const isBeside = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > (a.bottom - a.top) / 2;
	return isBeside ? a.left - b.left : a.top - b.top;
}

type Box = Record<'bottom' | 'left' | 'top', number>;

/** One of the two directions in which a sheet is cut. */
type Axis = 'down' | 'right';

interface Gap {
	axis: Axis;
	at: number;
	size: number;
}

function split(characters: Character[]): Character[][] {
	const labels = linesOf(characters).flatMap(labelsOf);
	const { starts, tables } = startsIn(labels);
	if (starts.length < 2 || starts.length > MOST) return [characters];
	const gaps = [...gapsOf(characters, 'down'), ...gapsOf(characters, 'right')]
		.sort((one, other) => other.size - one.size)
		.slice(0, MOST_GAPS);
	const gap = gaps.find((one) => isBetween(one, labels, starts, tables));
	if (gap === undefined) return [characters];
	const isBefore = (one: Character) => placeOf(one, gap.axis) < gap.at;
	return [
		...split(characters.filter(isBefore)),
		...split(characters.filter((one) => !isBefore(one))),
	];
}

/** Where documents begin: tables, and the titles of tickets. */
function startsIn(labels: Label[]): { starts: Label[]; tables: Label[] } {
	const tables = tablesIn(labels);
	return { tables, starts: [...tables, ...labels.filter(({ name }) => name === 'railTicket')] };
}

/** The heads of amounts that stand in a row with those of goods and of taxes. */
function tablesIn(labels: Label[]): Label[] {
	return labels.filter(
		(amount) =>
			amount.name === 'amount' &&
			(['goods', 'tax'] as const).every((name) =>
				labels.some(
					(one) => one.name === name && Math.abs(one.v - amount.v) < SAME_ROW * amount.size,
				),
			),
	);
}

const placeOf = ({ x, v, width }: { x: number; v: number; width: number }, axis: Axis) =>
	axis === 'down' ? v : x + width / 2;

/** Where nothing stands, over the whole width or height. */
function gapsOf(characters: Character[], axis: Axis): Gap[] {
	const spans = characters.map(({ x, v, width, size }) =>
		axis === 'down' ? ([v - size / 2, v + size / 2] as const) : ([x, x + width] as const),
	);
	spans.sort(([one], [other]) => one - other);
	const gaps: Gap[] = [];
	let end = spans[0]?.[1] ?? 0;
	for (const [from, to] of spans) {
		if (from > end) gaps.push({ axis, at: (from + end) / 2, size: from - end });
		end = Math.max(end, to);
	}
	return gaps;
}

/** Whether a gap has whole documents on both of its sides. */
function isBetween({ axis, at }: Gap, labels: Label[], starts: Label[], tables: Label[]): boolean {
	const before = (some: Label[]) =>
		some.filter((one) => placeOf({ ...one, x: one.left, width: one.right - one.left }, axis) < at)
			.length;
	const isShared = (names: readonly LabelName[], documents: Label[]) =>
		names.every((name) => {
			const of = labels.filter((one) => one.name === name);
			const each = of.length / documents.length;
			return !Number.isInteger(each) || before(of) === each * before(documents);
		});
	return (
		before(starts) > 0 &&
		before(starts) < starts.length &&
		isShared(OF_ALL, starts) &&
		isShared(OF_TABLES, tables) &&
		isShared(
			OF_TICKETS,
			starts.filter(({ name }) => name === 'railTicket'),
		)
	);
}
