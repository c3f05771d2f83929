import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { Language } from '../../shared/problem/language';
import { admit } from '../access/admit';
import { readOptions } from '../access/request';
import { SingleAnswer, textAnswer } from '../answer/singleAnswer';
import { kindOf, PUSH_KINDS, type PushKind } from './kinds';
import { identifiers, textField, type Body } from '../protocol/body';

/** The keyword that the platform looks for (services.md, AI Call: Pushes). */
const SUCCESS = textAnswer(200, 'success');

/**
 * Takes a push: answers `success` and starts the workflow with it.
 *
 * n8n answers once it holds the push. It may be waiting for its database or its concurrency queue, and
 * the platform sends a push again that is not answered within three seconds, so at a deadline we answer
 * ourselves; with *Only When Stored* never. A push answered at the deadline is lost if n8n is killed
 * before it stores it. An answer on the first line would lose most that way.
 * docs/internals/measurements.md has the number of pushes that are lost in this way.
 */
export async function receivePush(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = readOptions(context);
	const { acknowledgeWithinMs } = options;
	const deadline = acknowledgeWithinMs === undefined ? undefined : sleep(acknowledgeWithinMs);
	const answer = new SingleAnswer(context.getResponseObject());
	const push = await admit(context, 'pushes', answer, deadline, SUCCESS);
	if (push === undefined) return { noWebhookResponse: true };
	const { body, raw } = push;
	const kind = kindOf(body.fields);
	const events = context.getNodeParameter('events', []) as string[];
	// without the option, all kinds selected means others too
	const isSelected = kind
		? events.includes(kind.event)
		: (options.otherEvents ?? PUSH_KINDS.every(({ event }) => events.includes(event)));
	const item = isSelected ? pushItem(body, raw, options.language) : undefined;
	if (item === undefined || (options.ignorePreliminaryRecords && item.preliminary === true)) {
		answer.send(SUCCESS);
		return { noWebhookResponse: true };
	}
	return { workflowData: [[{ json: item }]] };
}

/** The event of a push of no known kind. */
const UNKNOWN_EVENT = 'unknown';

/**
 * The item of a push: first the fields that people look for, then the identifiers, last the body as sent.
 * @param raw the bytes that the body was read from
 */
export function pushItem(
	{ fields: body, encoding }: Body,
	raw: Buffer,
	language: Language = 'english',
): IDataObject {
	const kind = kindOf(body);
	const [summary, details] = kind?.read(body, language) ?? [];
	return {
		...summary,
		event: kind?.event ?? UNKNOWN_EVENT,
		...details,
		...identifiers(body),
		deduplicationKey: deduplicationKey(kind, body, raw),
		...(encoding !== 'utf-8' && { bodyEncoding: encoding }),
		body: body as IDataObject,
	};
}

/**
 * Equal for a push that the platform sent again, different for the two records of one call and for the
 * tries of a task: `event:call_uuid:recordKind:tries`. Two pushes of unknown kinds about one call may
 * say different things: these, and those without a call_uuid, are distinguished by the SHA-256 of the raw body.
 */
function deduplicationKey(kind: PushKind | undefined, body: Body['fields'], raw: Buffer): string {
	const callUuid = textField(body.call_uuid);
	const hash = createHash('sha256').update(raw).digest('hex');
	if (callUuid === null) return hash;
	const variant = kind === undefined ? [hash] : (kind.variant?.(body) ?? []);
	return [kind?.event ?? UNKNOWN_EVENT, callUuid, ...variant]
		.filter((part) => part !== null)
		.join(':');
}
