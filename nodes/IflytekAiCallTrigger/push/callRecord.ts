import type { Language } from '../../shared/problem/language';
import { isoTime } from '../../shared/aiCall/times';
import { callResult } from './callResult';
import { numberIn } from '../../shared/http/json';
import { listField, textField, type Fields } from '../protocol/body';

/** The fields of a call record: one of an inbound call, up to two of an outbound call. */
export function readCallRecord(body: Fields, language: Language) {
	const { outcome, callAgain, result } = callResult(body);
	const code = textField(body.direction);
	const direction = code === '1' ? 'inbound' : code === '2' ? 'outbound' : null;
	const dialedAt = isoTime(body.time_dial);
	const answeredAt = isoTime(body.time_answer);
	const endedAt = isoTime(body.time_hangup);
	// an inbound call has only a basic record
	const recordKind = textField(body.task_row_index) === null ? 'basic' : 'outbound';
	// not `caller` and `callee`: n8n refuses these names in expressions
	const [callerNumber, calleeNumber] = [textField(body.caller), textField(body.callee)];
	return [
		{
			number: direction === 'inbound' ? callerNumber : calleeNumber,
			outcome,
			callAgain,
			callSeconds: numberIn(body.duration_call),
			calledAt: dialedAt ?? answeredAt ?? endedAt,
		},
		{
			recordKind,
			preliminary: direction === 'outbound' && recordKind === 'basic',
			direction,
			result: result?.[language] ?? null,
			row: rowObject(body.task_row_head, body.task_row_value),
			callerNumber,
			calleeNumber,
			dialedAt,
			ringingAt: isoTime(body.time_ring),
			answeredAt,
			endedAt,
			ringSeconds: numberIn(body.duration_ring),
			resultCode: textField(body.task_result),
			resultDescription: textField(body.task_result_desc),
			retries: numberIn(body.task_tries),
			rowIndex: numberIn(body.task_row_index),
		},
		recordKind,
		// each try of a task has records of its own
		textField(body.task_tries),
	] as const;
}

/** More columns than any script has: a longer row stays in the body only. */
const MAX_COLUMNS = 1000;

/**
 * The submitted row as an object with the head as keys; both may come as JSON text. A value without a head is called
 * `column N`, a repeated head gets its column number appended. Null if either is not a list or is too long.
 */
function rowObject(sentHead: unknown, sentValues: unknown): Fields | null {
	const [head, values] = [listField(sentHead), listField(sentValues)];
	if (head === null || values === null) return null;
	const columns = Math.max(head.length, values.length);
	if (columns > MAX_COLUMNS) return null;
	const row = new Map<string, unknown>();
	for (let column = 0; column < columns; column++) {
		const name = textField(head[column]) ?? `column ${column + 1}`;
		let key = name;
		for (let number = column + 1; row.has(key); number++) key = `${name} (${number})`;
		row.set(key, values[column] ?? null);
	}
	return Object.fromEntries(row);
}
