import type { Problem } from '../../shared/problem/problem';
import { readableTime } from '../tasks/records';
import { rowNumbers } from '../submission/outcome';

const HOUR_MS = 3_600_000;
/** The last moment that a date can hold: who wants nobody called again enters any number of hours. */
const LATEST_TIME = 8.64e15;

/** How often a number may be called, over all runs. */
export interface ContactPolicy {
	/** hours that have to pass after the last call */
	notAgainWithin?: number;
	maxCalls?: number;
}

/** What the user's table knows about the calls of one number. */
export interface ContactHistory {
	/** in milliseconds since 1970; undefined where it was never called */
	lastCalledAt?: number;
	callsSoFar: number;
}

export const NEVER_CALLED: ContactHistory = { callsSoFar: 0 };

/** What a row knows about its number, whether it is sent or not. */
export interface KnownContact {
	phone: string | null;
	history: ContactHistory;
}

/** A row that is to be sent. */
export interface ContactRow extends KnownContact {
	row: number;
	phone: string;
}

/** Why a row may not be sent. */
interface Held<R> {
	problem: Problem;
	/** the rows of its number that this run sends */
	earlier: readonly R[];
}

/**
 * The rows that may not be sent, and why. For each number, the latest call and the highest count that any
 * row gives apply; rows that go out in this run count as calls.
 * @param known all rows of the run, those that are not sent included
 * @param alternatives rows that go out only in place of an earlier row of their number
 * @param now in milliseconds since 1970
 * @param timeZone in which dates are shown
 */
export function rowsToHoldBack<R extends ContactRow>(
	rows: readonly R[],
	known: readonly KnownContact[],
	alternatives: ReadonlyMap<R, R>,
	policy: ContactPolicy,
	now: number,
	timeZone: string,
): Map<R, Held<R>> {
	const held = new Map<R, Held<R>>();
	const histories = historiesByNumber(known);
	/** the rows of each number that this run sends */
	const goingOut = new Map<string, R[]>();
	for (const row of rows) {
		const history = histories.get(row.phone)!;
		const first = alternatives.get(row);
		const earlier = first === undefined ? (goingOut.get(row.phone) ?? []) : [];
		const numbers = earlier.map((other) => other.row);
		const heldWithFirst = first && held.get(first);
		const problem =
			tooOften(history, numbers, policy) ?? tooSoon(history, numbers, policy, now, timeZone);
		if (heldWithFirst !== undefined) held.set(row, heldWithFirst);
		else if (problem !== undefined) held.set(row, { problem, earlier });
		else if (first === undefined) {
			earlier.push(row);
			goingOut.set(row.phone, earlier);
		}
	}
	return held;
}

function historiesByNumber(rows: readonly KnownContact[]) {
	const histories = new Map<string | null, ContactHistory>();
	for (const { phone, history } of rows) {
		const known = histories.get(phone);
		const times = [known?.lastCalledAt, history.lastCalledAt].filter((time) => time !== undefined);
		histories.set(phone, {
			lastCalledAt: times.length === 0 ? undefined : Math.max(...times),
			callsSoFar: Math.max(known?.callsSoFar ?? 0, history.callsSoFar),
		});
	}
	return histories;
}

function tooOften(
	{ callsSoFar }: ContactHistory,
	earlier: readonly number[],
	{ maxCalls }: ContactPolicy,
): Problem | undefined {
	if (maxCalls === undefined || callsSoFar + earlier.length < maxCalls) return undefined;
	const before = `The number has been called ${times(callsSoFar)}`;
	const here =
		earlier.length === 0 ? '' : ` and is already called in this run for ${rowNumbers(earlier)}`;
	return {
		message: `${before}${here}; 'Most Calls per Number' is ${maxCalls}`,
		remedy: 'Nothing. To call the number more often, raise the option Most Calls per Number.',
		retryClass: 'never',
	};
}

function tooSoon(
	{ lastCalledAt }: ContactHistory,
	earlier: readonly number[],
	{ notAgainWithin }: ContactPolicy,
	now: number,
	timeZone: string,
): Problem | undefined {
	if (notAgainWithin === undefined) return undefined;
	const limit = `'Not Again Within (Hours)' is ${notAgainWithin}`;
	if (earlier.length > 0) {
		return {
			message: `The number is already called in this run for ${rowNumbers(earlier)}; ${limit}`,
			remedy: 'Send the row in a later run, or lower the option Not Again Within (Hours).',
			retryClass: 'never',
		};
	}
	if (lastCalledAt === undefined) return undefined;
	const again = Math.min(lastCalledAt + notAgainWithin * HOUR_MS, LATEST_TIME);
	if (again <= now) return undefined;
	const called = readableTime(lastCalledAt, timeZone);
	return {
		message:
			lastCalledAt > now
				? `'Last Called At' is ${called}, which is in the future; ${limit}`
				: `The number was last called at ${called}; ${limit}`,
		remedy:
			lastCalledAt > now
				? "Correct the date, or its time zone: without one it is read in the workflow's."
				: `Send the row after ${readableTime(again, timeZone)}, or lower the option Not Again Within (Hours).`,
		retryClass: 'never',
	};
}

function times(count: number): string {
	return count === 1 ? 'once' : `${count} times`;
}
