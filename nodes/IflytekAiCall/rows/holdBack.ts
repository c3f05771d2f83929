import type { IExecuteFunctions } from 'n8n-workflow';

import type { NotAccepted } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/problem/problem';
import { rowsToHoldBack } from '../hours/contactPolicy';
import { refused, sendable, type Row, type RowList, type Target } from './row';
import type { RunSettings } from '../settings/runSettings';

const TEST_ROWS = 3;

/**
 * Holds back the rows that may not be sent, and leaves out those that repeat a number.
 * @returns the rows that are sent only if the first row with their number is refused
 */
export function holdBackRows<T extends Target>(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row<T>>,
	settings: RunSettings,
): RowList<T>['repeats'] {
	holdBack(rows, settings);
	const repeats = leaveOutRepeats(rows, settings);
	if (settings.duplicateRule !== 'sendAll') tieRefusedRows(rows);
	holdBackByPolicy(context, rows, repeats, settings);
	if (settings.testNumber === undefined) return repeats;
	aimAtTestNumber(rows, repeats, settings.testNumber);
	return new Map();
}

function heldBack(message: string, remedy: string): NotAccepted {
	return { status: 'notSent', heldBack: true, problem: { message, remedy, retryClass: 'never' } };
}

function holdBack(rows: ReadonlyArray<Row>, { doNotCall, maxRows }: RunSettings): void {
	const isTooMany = maxRows > 0 && rows.length > maxRows;
	for (const row of sendable(rows)) {
		if (doNotCall.has(row.phone)) {
			row.outcome = heldBack(
				"The number is in 'Do Not Call'",
				'Nothing. If the person may be called after all, remove the number from the list.',
			);
		} else if (isTooMany) {
			row.outcome = heldBack(
				`There are ${rows.length} rows, and one run may send ${maxRows}`,
				'Give fewer rows, or raise the option Max Rows per Run.',
			);
		}
	}
}

/** Rows of a Test Number too: those that are tried are the ones that would go out. */
function holdBackByPolicy<T extends Target>(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row<T>>,
	repeats: RowList<T>['repeats'],
	{ contactPolicy }: RunSettings,
): void {
	if (contactPolicy === undefined) return;
	const zone = context.getTimezone();
	const held = rowsToHoldBack(sendable(rows), rows, repeats, contactPolicy, Date.now(), zone);
	for (const [row, { problem, earlier }] of held) {
		row.outcome = { status: 'notSent', heldBack: true, problem };
		row.sameNumberSent = earlier;
	}
}

/** @returns the rows that are sent only if the first row with their number is refused */
function leaveOutRepeats<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	{ duplicateRule }: RunSettings,
): RowList<T>['repeats'] {
	if (duplicateRule === 'sendAll') return new Map();
	const repeats = repeatedRows(sendable(rows));
	if (duplicateRule === 'sendOnce') return repeats;
	// the first row with a number names the second
	const firsts = [...repeats].map(([row, first]) => [first, row] as const).reverse();
	for (const [row, other] of [...repeats, ...firsts]) {
		const problem: Problem = {
			message: `The number occurs in row ${other.row} too`,
			remedy: 'Keep one row of the number, or set the option Duplicate Numbers to Send Once.',
			retryClass: 'never',
		};
		// on purpose, so that a run with nothing else wrong does not fail for it
		row.outcome = { ...refused(problem), heldBack: true };
	}
	return new Map();
}

/** A corrected row would call its number again, where another row with it goes out in this run. */
function tieRefusedRows<T extends Target>(rows: ReadonlyArray<Row<T>>): void {
	const goingOut = new Map<string, Array<Row<T>>>();
	for (const row of sendable(rows)) {
		const same = goingOut.get(numberKey(row));
		if (same === undefined) goingOut.set(numberKey(row), [row]);
		else same.push(row);
	}
	for (const row of rows) {
		const same = goingOut.get(numberKey(row));
		if (row.outcome?.status === 'refused' && same !== undefined) row.sameNumberSent = same;
	}
}

/** Sends only the first rows, to the test number instead of their own numbers. */
function aimAtTestNumber<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	repeats: RowList<T>['repeats'],
	testNumber: string,
): void {
	let tests = 0;
	for (const row of sendable(rows)) {
		if (!repeats.has(row) && tests++ < TEST_ROWS) {
			row.inPlaceOf = row.phone;
			row.phone = testNumber;
			row.values = [testNumber, ...row.values.slice(1)];
			continue;
		}
		row.outcome = heldBack(
			`'Test Number' is set: only the first ${TEST_ROWS} rows are tried, on that number`,
			"Empty 'Test Number' to send all rows to their own numbers.",
		);
	}
}

interface NumberedRow {
	phone: string | null;
	/** where the number goes: rows of different tasks do not repeat each other */
	destination: string;
}

function numberKey({ destination, phone }: NumberedRow): string {
	return JSON.stringify([destination, phone]);
}

/** The rows whose number an earlier row has, each with the first row that has it. */
export function repeatedRows<R extends NumberedRow>(rows: readonly R[]): Map<R, R> {
	const firsts = new Map<string, R>();
	const repeats = new Map<R, R>();
	for (const row of rows) {
		const key = numberKey(row);
		const first = firsts.get(key);
		if (first === undefined) firsts.set(key, row);
		else repeats.set(row, first);
	}
	return repeats;
}
