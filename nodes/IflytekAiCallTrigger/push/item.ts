import { createHash } from 'node:crypto';

import { identifiers, textField } from '../protocol/fields';
import { kindOf, UNKNOWN_EVENT } from './kinds';
import type { Body } from '../protocol/readBody';

/** The trigger's output; the other fields depend on the event. */
export interface PushItem {
	event: string;
	deduplicationKey: string;
	body: Record<string, unknown>;
	[field: string]: unknown;
}

/**
 * The item of a push: what people look for first, then the identifiers, at the end the body as sent.
 * @param raw the bytes that the body was read from
 */
export function pushItem({ fields: body, encoding }: Body, raw: Buffer): PushItem {
	const kind = kindOf(body);
	return {
		...kind?.summary(body),
		event: kind?.event ?? UNKNOWN_EVENT,
		...kind?.details(body),
		...identifiers(body),
		deduplicationKey: deduplicationKey(body, raw),
		...(encoding !== 'utf-8' && { bodyEncoding: encoding }),
		body,
	};
}

/**
 * Equal for a push that the platform sent again, different for the two records of one call and for the
 * tries of a task: `event:call_uuid:recordKind:tries`. Two pushes of unknown kinds about one call may
 * say different things: these, and those without a call_uuid, are told apart by the SHA-256 of the raw
 * body.
 */
function deduplicationKey(body: Record<string, unknown>, raw: Buffer): string {
	const kind = kindOf(body);
	const callUuid = textField(body.call_uuid);
	const hash = () => createHash('sha256').update(raw).digest('hex');
	if (callUuid === null) return hash();
	if (kind === undefined) return [UNKNOWN_EVENT, callUuid, hash()].join(':');
	const variant = kind.variant?.(body) ?? [];
	return [kind.event, callUuid, ...variant].filter((part) => part !== null).join(':');
}
