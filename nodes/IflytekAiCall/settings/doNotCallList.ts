import type { IExecuteFunctions } from 'n8n-workflow';

import { inputItems, rawParameter } from '../../shared/items/item';
import { hasNoFields, isPlainRecord, readDoNotCall } from '../cells/doNotCall';
import type { Problem } from '../../shared/problem/problem';
import { joined, reason, text } from '../words/say';
import { runStopped } from './readSettings';

const DO_NOT_CALL = 'options.doNotCall';

/**
 * The mobile numbers that may not be called in a run: those of all items' lists, since each item may
 * give the whole list, a part of it or its own number.
 * @throws NodeOperationError naming the entries that cannot be read
 */
export function readDoNotCallList(context: IExecuteFunctions): Set<string> {
	const raw = rawParameter(context, DO_NOT_CALL, 0, '');
	if (raw === '') return new Set();
	const items = inputItems(context);
	const numbers = new Set<string>();
	let last: unknown = '';
	for (const item of isFreeOfItems(raw) ? items.slice(0, 1) : items) {
		const stopped = (problem: Problem) => runStopped(context, problem, item.index);
		const read = item.read(DO_NOT_CALL, '');
		if (!read.ok) throw stopped(read.problem);
		// the editor leaves an empty text when not set; null is a list that could not be filled in
		const given = raw === null ? null : read.value;
		// most items give the list of the item before
		if (isSame(last, given)) continue;
		last = given;
		// n8n gives such an object for $('Node') without .all(), and for other names of its own
		if (hasNoFields(given)) throw stopped(reason('noFieldsNotToCall'));
		const { numbers: found, unreadable } = readDoNotCall(given);
		if (unreadable.length > 0) {
			const more = unreadable.length > 3 ? [text('andMore', unreadable.length - 3)] : [];
			throw stopped(reason('unreadableNotToCall', joined([...unreadable.slice(0, 3), ...more])));
		}
		for (const number of found) numbers.add(number);
	}
	return numbers;
}

/** All items of a node or its first one, in an expression. */
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
		const isSamePart = (part: unknown, index: number) => isSame(part, other[index], depth + 1);
		return one.length === other.length && depth < 6 && one.every(isSamePart);
	}
	if (!isPlainRecord(one) || !isPlainRecord(other)) return false;
	return isSame(Object.entries(one).flat(), Object.entries(other).flat(), depth);
}
