import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../settings/guards';
import type { RunSettings } from '../settings/runSettings';
import { heldBack } from '../submission/outcome';
import type { ExecutionState } from './executionState';
import {
	held,
	isSendable,
	numberKey,
	type Row,
	type RowList,
	type SendableRow,
	type Target,
} from './row';

const TEST_ROWS = 3;

/** Holds back the rows that may not be sent, and finds those that repeat the number of an earlier one. */
export function holdBackRows<T extends Target>(
	context: IExecuteFunctions,
	read: ReadonlyArray<Row<T>>,
	settings: RunSettings,
	state: ExecutionState,
): RowList<T> {
	// each call of an agent's tool is a run of its own
	const before = isTool(context) ? state.rows : 0;
	let rows = holdBack(read, settings, before);
	const { duplicateRule, mode, testNumber } = settings;
	let repeats = duplicateRule === 'sendAll' ? new Map() : repeatedRows(rows);
	if (duplicateRule === 'refuse') {
		rows = refuseRepeats(rows, repeats);
		repeats = new Map();
	}
	if (testNumber !== undefined) {
		rows = aimAtTestNumber(rows, repeats, testNumber);
		repeats = new Map();
	}
	// taken on before the first await: an agent may call the tool twice at once
	if (mode === 'live') state.rows += rows.filter(isSendable).length;
	return { rows, repeats };
}

function holdBack<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	{ doNotCall, maxRows }: RunSettings,
	before: number,
): Array<Row<T>> {
	const count = before + rows.length;
	return rows.map((row) => {
		if (!isSendable(row)) return row;
		if (doNotCall.has(row.phone)) {
			return held(row, heldBack({ message: "The number is in 'Do Not Call'", remedy: '' }));
		}
		if (maxRows === 0 || count <= maxRows) return row;
		const more = before === 0 ? '' : `, ${before} of them in earlier calls of the tool`;
		return held(
			row,
			heldBack({
				message: `There are ${count} rows${more}, and one run may send ${maxRows}`,
				remedy: 'Give fewer rows, or raise the option Max Rows per Run.',
			}),
		);
	});
}

function refuseRepeats<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	repeats: ReadonlyMap<SendableRow<T>, SendableRow<T>>,
): Array<Row<T>> {
	// the first row with a number names the second
	const others = new Map([...repeats].map(([row, first]) => [first, row] as const).reverse());
	return rows.map((row) => {
		const other = isSendable(row) ? (repeats.get(row) ?? others.get(row)) : undefined;
		if (other === undefined) return row;
		const message = `The number occurs in row ${other.row} too`;
		const remedy = 'Keep one row of the number, or set the option Duplicate Numbers to Send Once.';
		// on purpose, so that a run with nothing else wrong does not fail for it
		return held(row, { ...heldBack({ message, remedy }), status: 'refused' });
	});
}

/** Sends only the first rows, to the test number instead of their own numbers. */
function aimAtTestNumber<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	repeats: ReadonlyMap<SendableRow<T>, SendableRow<T>>,
	testNumber: string,
): Array<Row<T>> {
	let tests = 0;
	return rows.map((row) => {
		if (!isSendable(row)) return row;
		if (!repeats.has(row) && tests++ < TEST_ROWS) {
			const values = [testNumber, ...row.values.slice(1)];
			return { ...row, inPlaceOf: row.phone, phone: testNumber, values };
		}
		const message = `A test call: only the first ${TEST_ROWS} rows are tried, on the test number`;
		return held(row, heldBack({ message, remedy: "To call the rows, set 'Mode' to Live." }));
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
