import type { IDataObject } from 'n8n-workflow';

import type { NotAccepted } from '../../shared/aiCall/outcome';
import type { Item } from '../../shared/items/item';
import type { Problem } from '../../shared/problem/problem';
import { NEVER_CALLED, type ContactHistory } from '../hours/contactPolicy';
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

/** One row of a run. */
export interface Row<T extends Target = Target> {
	/** position in the run, from 1 */
	row: number;
	/** where it came from */
	item: Item;
	/** the object in 'Rows' that gave it, for a row that came as JSON; empty where it was none */
	entry?: IDataObject;
	/** missing when the item's parameters could not be read */
	target?: T;
	phone: string | null;
	columns: string[];
	/** the texts to send; empty for a row that is not sent */
	values: string[];
	/** rows of the same group share batches */
	group: string;
	/** where the number goes: rows with the same one are compared */
	destination: string;
	/** with a Test Number: the row's own number */
	inPlaceOf?: string;
	/** what the user's table knows about calls of the number */
	history: ContactHistory;
	/** the row with the same number that is sent instead of this one */
	duplicateOf?: number;
	/** the rows with the same number that are sent: once they are called, this one is not to be sent */
	sameNumberSent?: ReadonlyArray<Pick<Row, 'outcome'>>;
	/** what became of the row; none while it is still to be sent */
	outcome?: RowOutcome;
}

/** A row that is to be sent. */
export type SendableRow<T extends Target = Target> = Row<T> & { target: T; phone: string };

/** All rows of a run; a repeat is sent only if the first row with its number is refused. */
export interface RowList<T extends Target> {
	rows: Array<Row<T>>;
	repeats: Map<SendableRow<T>, SendableRow<T>>;
}

/** A row that could not be read at all. */
export const EMPTY_ROW = {
	phone: null,
	columns: [],
	values: [],
	group: '',
	destination: '',
	history: NEVER_CALLED,
};

/** The rows that are still to be sent. */
export function sendable<T extends Target>(rows: ReadonlyArray<Row<T>>): Array<SendableRow<T>> {
	return rows.filter((row) => row.outcome === undefined) as Array<SendableRow<T>>;
}

/** The outcome of a row that is not sent because of its cells or its parameters. */
export function refused(problem: Problem): NotAccepted {
	return { status: 'refused', problem };
}
