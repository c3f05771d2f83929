import type { IExecuteFunctions } from 'n8n-workflow';

import { inputItems, type Item } from '../../shared/items/item';
import { hasNoFields, isPlainRecord, readDoNotCall } from '../cells/doNotCall';
import { readWhole } from './readSettings';

const NAME = 'options.doNotCall';

/**
 * The mobile numbers that may not be called in a run: those of all items' lists, since each item may
 * give the whole list, a part of it or its own number.
 * @throws NodeOperationError naming the entries that cannot be read
 */
export function readDoNotCallList(context: IExecuteFunctions): Set<string> {
	const raw = context.getNodeParameter(NAME, 0, '', { rawExpressions: true }) as unknown;
	const [first, ...others] = inputItems(context);
	const numbers = new Set<string>();
	const seen: unknown[] = [];
	for (const item of isFreeOfItems(raw) ? [first!] : [first!, ...others]) {
		const given = readWhole(item, NAME, '');
		if (given === '') continue;
		if (seen.some((list) => isSame(list, given))) continue;
		// the latest first: most lists are that of the item before, or no longer than its own number
		seen.unshift(given);
		seen.splice(MOST_SEEN);
		for (const number of numbersOf(item, given)) numbers.add(number);
	}
	return numbers;
}

/** How many lists are kept to be compared with. */
const MOST_SEEN = 4;
const MOST_NAMED = 3;

function numbersOf(item: Item, given: unknown): Set<string> {
	if (given === undefined || given === null) {
		// taken for an empty list, a misspelled field would let everybody be called
		throw item.inputError(
			"The expression in 'Do Not Call' gives no value",
			'Nothing was sent. Correct it: where there are no numbers, it has to return an empty text or an empty list.',
		);
	}
	if (hasNoFields(given)) {
		// n8n gives one for a node without .all(), and for other names of its own
		throw item.inputError(
			"'Do Not Call' is an object without fields",
			"Nothing was sent. The items of a node are $('Node').all(). Where there are no numbers, give an empty text or an empty list.",
		);
	}
	const { numbers, unreadable } = readDoNotCall(given);
	if (unreadable.length === 0) return numbers;
	const named = unreadable.slice(0, MOST_NAMED).join(', ');
	const more = unreadable.length > MOST_NAMED ? `, and ${unreadable.length - MOST_NAMED} more` : '';
	const entries =
		unreadable.length === 1
			? 'an entry that cannot be read as a phone number'
			: `${unreadable.length} entries that cannot be read as phone numbers`;
	throw item.inputError(
		`'Do Not Call' has ${entries}: ${named}${more}`,
		'Nothing was sent. Correct the entries, keep numbers as text in spreadsheets, and give only the field with the phone number, such as $json.phone.',
	);
}

/** All items of a node, or its first one. */
const WHOLE_NODE = /\$\((?:'[^'\\]*'|"[^"\\]*")\)\s*\.\s*(?:all|first)\s*\(/g;

/** Whether a parameter certainly has the same value for every item; false when in doubt. */
export function isFreeOfItems(raw: unknown): boolean {
	if (typeof raw !== 'string') return !JSON.stringify(raw ?? '').includes('"=');
	if (!raw.startsWith('=')) return true;
	return !/[$\\]|\bthis\b/.test(raw.replace(WHOLE_NODE, ''));
}

/** Whether two values are certainly the same: plain lists and objects by content, others by identity. */
function isSame(one: unknown, other: unknown, depth = 0): boolean {
	if (Object.is(one, other)) return true;
	if (Array.isArray(one) && Array.isArray(other)) {
		return (
			one.length === other.length &&
			depth < MOST_DEPTH &&
			one.every((part, index) => isSame(part, other[index], depth + 1))
		);
	}
	if (!isPlainRecord(one) || !isPlainRecord(other) || depth === MOST_DEPTH) return false;
	const [fields, others] = [Object.entries(one), Object.entries(other)];
	return (
		fields.length === others.length &&
		fields.every(
			([key, value], index) =>
				key === others[index]![0] && isSame(value, others[index]![1], depth + 1),
		)
	);
}

const MOST_DEPTH = 6;
