import { textField } from './fields';

/** What a push is about. */
export type PushKind = 'callRecord' | 'recording' | 'dialog' | 'unknown';

/** Which of the two records of an outbound call it is; an inbound call has a basic one only. */
export type RecordKind = 'basic' | 'outbound';

const RECORD_FIELDS = [
	'direction',
	'time_answer',
	'time_hangup',
	'duration_ring',
	'duration_call',
	'task_row_index',
	'task_result',
];

/**
 * Tells the kind of a push by its fields, since one URL serves all kinds (spec: AI call, Events; the
 * fields marked as required there). What fits none is `unknown`.
 */
export function pushKind(body: Record<string, unknown>): PushKind {
	const has = (field: string): boolean => body[field] !== undefined;
	if (has('dialog')) return 'dialog';
	if (RECORD_FIELDS.some(has)) return 'callRecord';
	if (has('url')) return 'recording';
	return 'unknown';
}

/** The outbound record is the one with `task_row_index`. */
export function recordKind(body: Record<string, unknown>): RecordKind {
	return (body.task_row_index ?? null) === null ? 'basic' : 'outbound';
}

/** Who called whom: the customer (1) or the robot (2). */
export function direction(body: Record<string, unknown>): 'inbound' | 'outbound' | null {
	const code = textField(body.direction);
	return code === '1' ? 'inbound' : code === '2' ? 'outbound' : null;
}
