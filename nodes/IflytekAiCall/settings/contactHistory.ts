import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import type { Item } from '../../shared/items/item';
import { invalid, success, type Result } from '../../shared/problem/problem';
import { readDate, wholeNumber, shownValue } from '../parameters/values';
import type { ContactHistory, ContactPolicy } from '../hours/contactPolicy';
import { readWhole, type RunParameter, sameForAllItems } from './sameForAllItems';

const LIMITS = {
	notAgainWithin: { name: 'options.notAgainWithin', displayName: 'Not Again Within (Hours)' },
	maxCalls: { name: 'options.maxCalls', displayName: 'Most Calls per Number' },
};
const VALUES = {
	lastCalledAt: { name: 'options.lastCalledAt', displayName: 'Last Called At' },
	callsSoFar: { name: 'options.callsSoFar', displayName: 'Calls So Far' },
};

/**
 * Reads how often a number may be called; undefined where no limit is set.
 * @throws NodeOperationError when a limit is not a number, or is set without the values it is compared with
 * or the other way round: it would hold back nobody
 */
export function readContactPolicy(context: IExecuteFunctions): ContactPolicy | undefined {
	const isLimitedInTime = isPairSet(context, LIMITS.notAgainWithin, VALUES.lastCalledAt);
	const isCounted = isPairSet(context, LIMITS.maxCalls, VALUES.callsSoFar);
	if (!isLimitedInTime && !isCounted) return undefined;
	return {
		...(isLimitedInTime
			? { notAgainWithin: sameForAllItems(context, LIMITS.notAgainWithin, hours) }
			: {}),
		...(isCounted ? { maxCalls: sameForAllItems(context, LIMITS.maxCalls, mostCalls) } : {}),
	};
}

function isPairSet(context: IExecuteFunctions, limit: RunParameter, values: RunParameter): boolean {
	const [hasLimit, hasValues] = [limit, values].map(({ name }) => {
		const raw = context.getNodeParameter(name, 0, null, { rawExpressions: true }) as unknown;
		return raw !== null && String(raw).trim() !== '';
	});
	if (hasLimit === hasValues) return hasLimit!;
	const [set, missing] = hasLimit ? [limit, values] : [values, limit];
	throw inputError(
		context,
		`The option '${set.displayName}' is set without '${missing.displayName}', so it would hold back nobody`,
		`Nothing was sent. Set both, or remove '${set.displayName}'.`,
	);
}

function hours(given: unknown): Result<number> {
	const isScalar = typeof given === 'number' || typeof given === 'string';
	const number = isScalar ? Number(given) : NaN;
	return Number.isFinite(number) && number > 0
		? success(number)
		: invalid(
				`'Not Again Within (Hours)' is not a number above 0: ${shownValue(given)}`,
				'Correct it.',
			);
}

function mostCalls(given: unknown): Result<number> {
	return wholeNumber(given, { name: LIMITS.maxCalls.displayName, least: 1, byDefault: NaN });
}

/**
 * What an item says about the calls of its rows' numbers; null and empty text mean never called.
 * @param isJson whether its rows come as JSON: then each value is a list, one entry for each row
 * @throws NodeOperationError when an entry is missing or cannot be read: someone could be called again
 */
export function readContactHistories(
	item: Item,
	policy: ContactPolicy,
	rowCount: number,
	isJson: boolean,
): ContactHistory[] {
	const entriesOf = <V>(isLimited: boolean, parameter: RunParameter, never: V, parse: Parse<V>) => {
		if (!isLimited) return Array<V>(rowCount).fill(never);
		const given = readWhole(item, parameter.name);
		const entries = isJson ? listOf(item, parameter, given, rowCount) : [given];
		return entries.map((entry, index) => {
			if (entry === null || entry === '') return never;
			const value = entry === undefined ? missing<V>(parameter) : parse(entry);
			if (value.ok) return value.value;
			const { message, remedy } = value.problem;
			const place = isJson ? ` (entry ${index + 1} of the list)` : '';
			throw item.inputError(`${message}${place}`, `Nothing was sent. ${remedy}`);
		});
	};
	const timeZone = item.context.getTimezone();
	const now = Date.now();
	const times = entriesOf<number | undefined>(
		policy.notAgainWithin !== undefined,
		VALUES.lastCalledAt,
		undefined,
		(given) => {
			const date = readDate(given, timeZone, VALUES.lastCalledAt.displayName);
			return date.ok ? success(latestMoment(given, date.value!, now)) : date;
		},
	);
	const counts = entriesOf(policy.maxCalls !== undefined, VALUES.callsSoFar, 0, count);
	return times.map((lastCalledAt, index) => ({ lastCalledAt, callsSoFar: counts[index]! }));
}

/** A date without a time of day may mean any moment of it: the latest is taken. */
function latestMoment(given: unknown, ms: number, now: number): number {
	const isWholeDay = ms <= now && DAY_ONLY.test(String(given).trim());
	return isWholeDay ? Math.min(ms + DAY_MS - 1, now) : ms;
}

const DAY_ONLY = /^\d{4}(?:[-/]\d{1,2}[-/]\d{1,2}|\d{4})$/;
const DAY_MS = 86_400_000;

type Parse<V> = (given: unknown) => Result<V>;

function missing<V>({ displayName }: RunParameter): Result<V> {
	return invalid(
		`'${displayName}' gives no value`,
		'Correct its expression. Where a field is missing because nobody was called yet, let it give null: {{ $json.field ?? null }}.',
	);
}

function count(given: unknown): Result<number> {
	return wholeNumber(given, { name: VALUES.callsSoFar.displayName, least: 0, byDefault: NaN });
}

/** A list with an entry for each row, which may come as JSON text. */
function listOf(item: Item, { displayName }: RunParameter, given: unknown, rowCount: number) {
	const list = typeof given === 'string' ? parsed(given) : given;
	const remedy =
		"Nothing was sent. With JSON as 'Row Source', give a list with one entry for each row, in the order of 'Rows': {{ $json.rows.map((row) => row.field ?? null) }}.";
	if (!Array.isArray(list)) throw item.inputError(`'${displayName}' is not a list`, remedy);
	if (list.length !== rowCount) {
		throw item.inputError(
			`'${displayName}' has ${list.length} entries, and 'Rows' ${rowCount}`,
			remedy,
		);
	}
	// a gap in a list is not an entry, and map would skip it
	return Array.from(list as unknown[]);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
