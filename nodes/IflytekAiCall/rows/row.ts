import type { IDataObject } from 'n8n-workflow';

import type { AiCallClient } from '../../shared/aiCall/client';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import type { Item } from '../../shared/items/item';
import type { CallingWindow } from '../hours/callingHours';
import type { RunSettings } from '../settings/runSettings';
import { heldBack, type RowOutcome } from '../submission/outcome';
import type { PaceState } from '../submission/pace';
import { text } from '../words/say';

/** Where rows go: rows of the same key share batches, those of the same task are compared. */
export interface Target {
	key: string;
	/** the task that the numbers go to */
	task: string;
	/** what they name on the platform; without a script, that of the task */
	ids: { scriptId?: string; lines?: string[]; taskId?: string };
}

/** A row of a run, as its item gives it. */
interface GivenRow {
	/** position in the run, from 1 */
	row: number;
	item: Item;
	/** the object in 'Rows' that gave it, for a row that came as JSON; empty where it was none */
	entry?: IDataObject;
}

/** A row that is to be sent. */
export interface SendableRow<T extends Target = Target> extends GivenRow {
	state: 'sendable';
	target: T;
	phone: string;
	columns: string[];
	/** the texts to send, the first of them the phone number */
	values: string[];
	/** rows of the same group share batches */
	group: string;
	/** of a test call: the row's own number, which is not called */
	inPlaceOf?: string;
}

/** A row that is not sent: it cannot be, or may not be. */
export interface HeldRow<T extends Target = Target> extends GivenRow {
	state: 'held';
	/** missing where the item's parameters could not be read */
	target?: T;
	phone: string | null;
	/** the texts that it would have sent; missing where it could not be read */
	values?: string[];
	outcome: NotAccepted;
}

export type Row<T extends Target = Target> = SendableRow<T> | HeldRow<T>;

/** What became of rows: of those that were to be sent, and of held ones where more is known of them. */
export type RowResults<T extends Target> = Map<Row<T>, RowOutcome>;

/** All rows of a run; a repeat is sent only if the first row with its number is refused. */
export interface RowList<T extends Target> {
	rows: Array<Row<T>>;
	repeats: Map<SendableRow<T>, SendableRow<T>>;
}

export function isSendable<T extends Target>(row: Row<T>): row is SendableRow<T> {
	return row.state === 'sendable';
}

/** The rows that go out first. */
export function firstRows<T extends Target>({ rows, repeats }: RowList<T>): Array<SendableRow<T>> {
	return rows.filter(isSendable).filter((row) => !repeats.has(row));
}

/** The same row, not to be sent. */
export function held<T extends Target>(row: Row<T>, outcome: NotAccepted): HeldRow<T> {
	const { row: position, item, entry, target, phone, values } = row;
	return { state: 'held', row: position, item, entry, target, phone, values, outcome };
}

/** Rows with the same key call the same number; undefined where the row has none. */
export function numberKey({ target, phone }: Row): string | undefined {
	return target && phone !== null ? JSON.stringify([target.task, phone]) : undefined;
}

/** Direct calls that a line is busy with, at an estimated time for each call. */
export interface LineLoad {
	/** since when it has been busy without a break, in milliseconds since 1970 */
	since: number;
	/** rows that it was given since then */
	rows: number;
}

/** What the platform says of a line; a field is missing where it does not. */
export interface LineSettings {
	/** how many calls it carries at the same time */
	atOnce?: number;
	/** its own working hours */
	windows?: CallingWindow[];
}

/**
 * What all runs of an execution remember, as one run would: in a loop, as an agent's tool, or after a wait.
 * n8n keeps it with the execution's data, so it is plain data; a killed execution forgets what was not saved.
 */
export interface ExecutionState {
	/** of the execution */
	id: string;
	pace: PaceState;
	/** by line */
	loads: Record<string, LineLoad>;
	lines?: { askedAt: number; settings: Record<string, LineSettings> };
	/** rows that live runs have taken on */
	rows: number;
	/** those that were handed over, by the hash of node and number */
	numbers: Record<string, true>;
}

/** What a run is to send, read and checked. */
export interface RowPlan<T extends Target> extends RowList<T> {
	client: AiCallClient;
	settings: RunSettings;
	/** what the runs of the execution remember together */
	state: ExecutionState;
}

const TEST_ROWS = 3;

/** Holds back the rows that may not be sent, and finds those that repeat the number of an earlier one. */
export function holdBackRows<T extends Target>(
	read: ReadonlyArray<Row<T>>,
	{ doNotCall, duplicateRule, isTool, maxRows, mode, testNumber }: RunSettings,
	state: ExecutionState,
): RowList<T> {
	const before = isTool ? state.rows : 0;
	const count = before + read.length;
	const more = before === 0 ? '' : text('inEarlierCalls', before);
	let rows = holdBack(read, ({ phone }) => {
		if (doNotCall.has(phone)) return heldBack('inDoNotCall');
		const isAllowed = maxRows === 0 || count <= maxRows;
		return isAllowed ? undefined : heldBack('tooManyRows', count, more, maxRows);
	});
	let repeats = duplicateRule === 'sendAll' ? new Map() : repeatedRows(rows);
	if (duplicateRule === 'refuse') {
		// the first row with a number names the second
		const others = new Map([...repeats].map(([row, first]) => [first, row] as const).reverse());
		rows = holdBack(rows, (row) => {
			const other = repeats.get(row) ?? others.get(row);
			// on purpose, so that a run with nothing else wrong does not fail for it
			return other && { ...heldBack('occursTwice', other.row), status: 'refused' };
		});
		repeats = new Map();
	}
	if (testNumber !== undefined) {
		const tested = new Set<Row<T>>(firstRows({ rows, repeats }).slice(0, TEST_ROWS));
		rows = rows.map((row) => {
			if (!isSendable(row)) return row;
			if (!tested.has(row)) return held(row, heldBack('onlyTested', TEST_ROWS));
			const values = [testNumber, ...row.values.slice(1)];
			return { ...row, inPlaceOf: row.phone, phone: testNumber, values };
		});
		repeats = new Map();
	}
	// taken on before the first await: an agent may call the tool twice at once
	if (mode === 'live') state.rows += rows.filter(isSendable).length;
	return { rows, repeats };
}

/** The rows, those that are not to be sent for a reason held back. */
export function holdBack<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	whyNot: (row: SendableRow<T>) => NotAccepted | undefined,
): Array<Row<T>> {
	return rows.map((row) => {
		const outcome = isSendable(row) ? whyNot(row) : undefined;
		return outcome === undefined ? row : held(row, outcome);
	});
}

/** The rows whose number an earlier row has, each with the first row that has it. */
export function repeatedRows<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
): Map<SendableRow<T>, SendableRow<T>> {
	const firsts = new Map<string | undefined, SendableRow<T>>();
	const repeats = new Map<SendableRow<T>, SendableRow<T>>();
	for (const row of rows.filter(isSendable)) {
		const key = numberKey(row);
		const first = firsts.get(key);
		if (first === undefined) firsts.set(key, row);
		else repeats.set(row, first);
	}
	return repeats;
}
