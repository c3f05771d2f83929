import type { IDataObject } from 'n8n-workflow';

import type { NotAccepted } from '../../shared/aiCall/outcome';
import type { Item } from '../../shared/items/item';
import type { RowOutcome } from '../submission/outcome';

/** Where rows go: rows of the same key share batches, those of the same task are compared. */
export interface Target {
	key: string;
	/** the task that the numbers go to */
	task: string;
	ids: TargetIds;
}

/** What rows name on the platform. */
export interface TargetIds {
	/** without it, the script of the task */
	scriptId?: string;
	lines?: string[];
	taskId?: string;
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
	outcome: NotAccepted;
}

export type Row<T extends Target = Target> = SendableRow<T> | HeldRow<T>;

/** What became of the rows that were to be sent. */
export type RowResults<T extends Target> = Map<SendableRow<T>, RowResult>;

export interface RowResult {
	outcome: RowOutcome;
	/** the row with the same number that was sent instead */
	duplicateOf?: number;
}

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
	const { row: position, item, entry, target, phone } = row;
	return {
		state: 'held',
		row: position,
		item,
		...(entry && { entry }),
		...(target && { target }),
		phone,
		outcome,
	};
}

/** Rows with the same key call the same number; undefined where the row has none. */
export function numberKey({ target, phone }: Row): string | undefined {
	return target && phone !== null ? JSON.stringify([target.task, phone]) : undefined;
}
