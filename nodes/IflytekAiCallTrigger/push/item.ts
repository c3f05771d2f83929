import { createHash } from 'node:crypto';

import { callRecordFields } from './callRecord';
import { dialogFields } from './dialog';
import { correlation } from './fields';
import { pushKind, recordKind, type PushKind, type RecordKind } from './kind';
import { recordingFields } from './recording';

/** What the trigger puts out; the fields besides depend on the event. */
export interface PushItem {
	event: PushKind;
	recordKind?: RecordKind;
	deduplicationKey: string;
	body: Record<string, unknown>;
	[field: string]: unknown;
}

/**
 * The item of a push: its kind, what it says in words and numbers, and the body as it was sent.
 * @param body as `readBody` gives it
 * @param raw the bytes it was read from
 */
export function pushItem(body: Record<string, unknown>, raw: Buffer): PushItem {
	const event = pushKind(body);
	const kind = event === 'callRecord' ? recordKind(body) : undefined;
	return {
		event,
		...(kind && { recordKind: kind }),
		deduplicationKey: deduplicationKey(event, body, kind ?? '', raw),
		...correlation(body),
		...fieldsOf(event, body),
		body,
	};
}

function fieldsOf(event: PushKind, body: Record<string, unknown>) {
	if (event === 'callRecord') return callRecordFields(body);
	if (event === 'recording') return recordingFields(body);
	if (event === 'dialog') return dialogFields(body);
	return {};
}

/**
 * Equal for a push that the platform sent again, different for the two records of one call:
 * `event:call_uuid:recordKind`. Two pushes of unknown kinds about one call may say different things,
 * so these, and those without a call_uuid, are told apart by the SHA-256 of the raw body.
 */
function deduplicationKey(
	event: PushKind,
	body: Record<string, unknown>,
	kind: string,
	raw: Buffer,
): string {
	const { callUuid } = correlation(body);
	if (callUuid === null) return createHash('sha256').update(raw).digest('hex');
	if (event === 'unknown') {
		return `${event}:${callUuid}:${createHash('sha256').update(raw).digest('hex')}`;
	}
	return [event, callUuid, kind].filter(Boolean).join(':');
}
