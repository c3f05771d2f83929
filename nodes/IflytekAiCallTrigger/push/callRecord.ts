import { isoTime } from '../../shared/aiCall/times';
import { callResult } from './callResults';
import { numberField, textField } from './fields';
import { direction } from './kind';

/** The fields of a call record (spec: AI call, receiveCallRecord), times as ISO text in UTC. */
export function callRecordFields(body: Record<string, unknown>) {
	return {
		direction: direction(body),
		// not `caller` and `callee`: n8n refuses these names in expressions
		callerNumber: textField(body.caller),
		calleeNumber: textField(body.callee),
		dialedAt: isoTime(body.time_dial),
		ringingAt: isoTime(body.time_ring),
		answeredAt: isoTime(body.time_answer),
		endedAt: isoTime(body.time_hangup),
		ringSeconds: numberField(body.duration_ring),
		callSeconds: numberField(body.duration_call),
		result: callResult(body.task_result, body.task_result_desc),
		resultCode: textField(body.task_result),
		resultDescription: textField(body.task_result_desc),
		retries: numberField(body.task_tries),
		rowIndex: numberField(body.task_row_index),
		row: rowObject(body.task_row_head, body.task_row_value),
	};
}

/** More columns than any script has: what was made to be larger stays in the body only. */
const MAX_COLUMNS = 1000;

/**
 * The submitted row as an object: head as keys. A value without a head is called `column N`, a head
 * that is there twice gets its number behind it; null when either is no list or beyond all measure.
 */
export function rowObject(head: unknown, values: unknown): Record<string, unknown> | null {
	if (!Array.isArray(head) || !Array.isArray(values)) return null;
	if (Math.max(head.length, values.length) > MAX_COLUMNS) return null;
	const row = new Map<string, unknown>();
	for (let place = 0; place < Math.max(head.length, values.length); place++) {
		const name = textField(head[place]) ?? `column ${place + 1}`;
		const key = row.has(name) ? `${name} (${place + 1})` : name;
		row.set(key, values[place] ?? null);
	}
	return Object.fromEntries(row);
}
