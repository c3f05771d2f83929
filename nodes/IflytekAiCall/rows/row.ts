import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { AiCallClient } from '../../shared/aiCall/client';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import type { Item } from '../../shared/items/item';
import type { CallingWindow } from '../hours/hours';
import type { RunSettings } from '../settings/runSettings';
import { heldBack, type RowOutcome } from '../submission/outcome';
import type { PaceState } from '../submission/pace';
import { grouped } from '../submission/submitRows';
import { text } from '../words/say';

/** Where rows go. Those with the same key share batches; repeated numbers are sought within a task. */
export interface Target {
	key: string;
	/** the task that the numbers go to: its ID, its key if it is still to be created, empty for direct calls */
	task: string;
	/** IDs on the platform; without that of a script, the task's script is meant */
	ids: { scriptId?: string; lines?: string[]; taskId?: string };
	/** what a direct call's request holds besides rows (services.md, AI Call: Calls and tasks) */
	body?: { robot_id: string; line_num: string; voice_code?: string };
}

interface GivenRow {
	/** position in the run, from 1 */
	row: number;
	item: Item;
	/** the object in 'Rows' that a row came from; empty if it was not an object */
	entry?: IDataObject;
}

export interface SendableRow extends GivenRow {
	state: 'sendable';
	target: Target;
	phone: string;
	columns: string[];
	/** the texts to send, the phone number first */
	values: string[];
	group: string;
	/** of a test call: the row's own number, which is not called */
	inPlaceOf?: string;
	/** the first row with its number: this one is sent only if that one is refused */
	repeats?: SendableRow;
}

export interface HeldRow extends GivenRow {
	state: 'held';
	/** missing where the item's parameters could not be read */
	target?: Target;
	phone: string | null;
	/** the texts to send; missing if they could not be read */
	values?: string[];
	outcome: NotAccepted;
}

export type Row = SendableRow | HeldRow;

/** The outcomes of sendable rows, and later ones that replace those of held rows. */
export type RowResults = Map<Row, RowOutcome>;

export function isSendable(row: Row): row is SendableRow {
	return row.state === 'sendable';
}

/** The rows that are sent first: those that repeat no other. */
export function firstRows(rows: readonly Row[]): SendableRow[] {
	return rows.filter(isSendable).filter(({ repeats }) => repeats === undefined);
}

/** Rows with the same key call the same number; undefined where the row has none. */
export function numberKey({ target, phone }: Row): string | undefined {
	return target && phone !== null ? JSON.stringify([target.task, phone]) : undefined;
}

/** Direct calls that a line is busy with, by an estimated time for each. */
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
	windows?: CallingWindow[];
}

/**
 * What the runs of an execution share: in a loop, as an agent's tool, or after a wait. It is plain data, because
 * n8n keeps it with the execution's data; a killed execution forgets what was not saved.
 */
export interface ExecutionState {
	id: string;
	pace: PaceState;
	loads: Record<string, LineLoad>;
	lines?: { askedAt: number; settings: Record<string, LineSettings> };
	/** rows that live runs have taken on */
	rows: number;
	/** numbers that were handed over, by the hash of node and number */
	numbers: Record<string, true>;
}

export interface RowPlan {
	context: IExecuteFunctions;
	rows: Row[];
	client: AiCallClient;
	settings: RunSettings;
	state: ExecutionState;
}

const TEST_ROWS = 3;

/** Holds back the rows that may not be sent, and finds those that repeat the number of an earlier one. */
export function holdBackRows(
	read: readonly Row[],
	{ doNotCall, duplicateRule, isTool, maxRows, mode, testNumber }: RunSettings,
	state: ExecutionState,
): Row[] {
	const before = isTool ? state.rows : 0;
	const count = before + read.length;
	const more = before === 0 ? '' : text('inEarlierCalls', before);
	let rows = holdBack(read, ({ phone }) => {
		if (doNotCall.has(phone)) return heldBack('inDoNotCall');
		const isAllowed = maxRows === 0 || count <= maxRows;
		return isAllowed ? undefined : heldBack('tooManyRows', count, more, maxRows);
	});
	const ofNumber = grouped(rows.filter(isSendable), numberKey);
	if (duplicateRule === 'refuse') {
		rows = holdBack(rows, (row) => {
			const other = ofNumber.get(numberKey(row))?.find((one) => one !== row);
			// held back on purpose: a run with nothing else wrong does not fail because of it
			return other && { ...heldBack('occursTwice', other.row), status: 'refused' };
		});
	} else if (duplicateRule === 'sendOnce') {
		rows = rows.map((row) => {
			if (!isSendable(row)) return row;
			const [first] = ofNumber.get(numberKey(row)) ?? [row];
			return first === row ? row : { ...row, repeats: first };
		});
	}
	if (testNumber !== undefined) {
		const tested = new Set<Row>(firstRows(rows).slice(0, TEST_ROWS));
		rows = holdBack(rows, (row) =>
			tested.has(row) ? undefined : heldBack('onlyTested', TEST_ROWS),
		).map((row) => {
			if (!isSendable(row)) return row;
			const values = [testNumber, ...row.values.slice(1)];
			return { ...row, inPlaceOf: row.phone, phone: testNumber, values };
		});
	}
	// counted before the first await: an agent may call the tool twice at once
	if (mode === 'live') state.rows += rows.filter(isSendable).length;
	return rows;
}

/** The rows; those for which `whyNot` gives a reason are held back. */
export function holdBack(
	rows: readonly Row[],
	whyNot: (row: SendableRow) => NotAccepted | undefined,
): Row[] {
	return rows.map((one) => {
		const outcome = isSendable(one) ? whyNot(one) : undefined;
		if (outcome === undefined) return one;
		const { row, item, entry, target, phone, values } = one;
		return { state: 'held', row, item, entry, target, phone, values, outcome };
	});
}
