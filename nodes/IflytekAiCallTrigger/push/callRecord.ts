import type { Language } from '../../shared/problem/language';
import { isoTime } from '../../shared/aiCall/times';
import { callResult } from './callResult';
import { numberIn } from '../../shared/http/json';
import { listField, textField } from '../protocol/body';
import type { PushKind } from './pushKind';

/** How a call went: one record of an inbound call, up to two of an outbound call. */
export const callRecord: PushKind = {
	event: 'callRecord',
	label: 'Call Record',
	description: 'Who was called, when, for how long, and how the call ended',
	action: 'On call record',
	urlModule: 'receiveCallRecord',
	decisiveFields: [
		'time_answer',
		'time_hangup',
		'duration_ring',
		'duration_call',
		'task_row_index',
		'task_result',
	],
	// a recording may carry it as well
	typicalFields: ['direction'],
	summary,
	details,
	// a call that the task tried again has a record for each try
	variant: (body) => [recordKind(body), textField(body.task_tries)],
	isPreliminary,
};

function summary(body: Record<string, unknown>): Record<string, unknown> {
	const { outcome, callAgain } = callResult(body);
	return {
		number: textField(direction(body) === 'inbound' ? body.caller : body.callee),
		outcome,
		callAgain,
		callSeconds: numberIn(body.duration_call),
		calledAt: isoTime(body.time_dial) ?? isoTime(body.time_answer) ?? isoTime(body.time_hangup),
	};
}

function details(body: Record<string, unknown>, language: Language): Record<string, unknown> {
	return {
		recordKind: recordKind(body),
		preliminary: isPreliminary(body),
		direction: direction(body),
		result: callResult(body).result?.[language] ?? null,
		row: rowObject(body.task_row_head, body.task_row_value),
		// not `caller` and `callee`: n8n refuses these names in expressions
		callerNumber: textField(body.caller),
		calleeNumber: textField(body.callee),
		dialedAt: isoTime(body.time_dial),
		ringingAt: isoTime(body.time_ring),
		answeredAt: isoTime(body.time_answer),
		endedAt: isoTime(body.time_hangup),
		ringSeconds: numberIn(body.duration_ring),
		resultCode: textField(body.task_result),
		resultDescription: textField(body.task_result_desc),
		retries: numberIn(body.task_tries),
		rowIndex: numberIn(body.task_row_index),
	};
}

/** Which of the two records of an outbound call it is; an inbound call has only a basic one. */
export function recordKind(body: Record<string, unknown>): 'basic' | 'outbound' {
	return textField(body.task_row_index) === null ? 'basic' : 'outbound';
}

/** Whether a final record follows: of an inbound call the basic record is the only one. */
function isPreliminary(body: Record<string, unknown>): boolean {
	return direction(body) === 'outbound' && recordKind(body) === 'basic';
}

/** Who called whom: the customer (1) or the robot (2). */
export function direction(body: Record<string, unknown>): 'inbound' | 'outbound' | null {
	const code = textField(body.direction);
	return code === '1' ? 'inbound' : code === '2' ? 'outbound' : null;
}

/** More columns than any script has: a longer row stays in the body only. */
const MAX_COLUMNS = 1000;

/**
 * The submitted row as an object with the head as keys; both may come as JSON text. A value without a head is
 * called `column N`, a repeated head gets its number appended. Null when either is not a list or is too long.
 */
function rowObject(sentHead: unknown, sentValues: unknown): Record<string, unknown> | null {
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
