import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { Language } from '../../shared/problem/language';
import { admit } from '../access/authorize';
import { readOptions } from '../access/request';
import { SingleAnswer, answerWith } from '../answer/singleAnswer';
import { kindOf, UNKNOWN_KIND, PUSH_KINDS } from './kinds';
import { identifiers, type Body } from '../protocol/body';

/** The keyword that the platform looks for (services.md, AI Call: Pushes). */
const SUCCESS = answerWith(200, 'success');

/**
 * Takes a push: answers `success` and starts the workflow with it.
 *
 * n8n answers once it holds the push, which may wait for its database or its concurrency queue. The platform sends a
 * push again if it has no answer within three seconds, so we answer at a deadline, except with *Only When Stored*. A
 * push answered at the deadline is lost if n8n is killed before it stores it (docs/internals/measurements.md: how many).
 */
export async function receivePush(context: IWebhookFunctions) {
	const options = readOptions(context);
	const { acknowledgeWithinMs } = options;
	const deadline = acknowledgeWithinMs === undefined ? undefined : sleep(acknowledgeWithinMs);
	const answer = new SingleAnswer(context.getResponseObject());
	const push = await admit(context, 'pushes', answer, deadline, SUCCESS);
	if (push === undefined) return { noWebhookResponse: true };
	const { event: kind } = kindOf(push.body.fields);
	const events = context.getNodeParameter('events', []) as string[];
	const takesOthers =
		options.otherEvents ?? PUSH_KINDS.every(({ event }) => events.includes(event));
	const isSelected = kind === UNKNOWN_KIND.event ? takesOthers : events.includes(kind);
	const item = isSelected ? pushItem(push.body, push.raw, options.language) : undefined;
	if (item === undefined || (options.ignorePreliminaryRecords && item.preliminary === true)) {
		answer.send(SUCCESS);
		return { noWebhookResponse: true };
	}
	return { workflowData: [[{ json: item }]] };
}

/**
 * The item of a push: first the fields that people look for, then the identifiers, last the body as sent.
 *
 * Its deduplication key, `event:call_uuid:recordKind:tries`, is equal for a push that the platform sent again, and
 * different for the two records of one call and for the tries of a task. Pushes of unknown kinds, and those without a
 * call_uuid, are distinguished by the SHA-256 of the raw body.
 */
export function pushItem(
	{ fields: body, encoding }: Body,
	raw: Buffer,
	language: Language = 'english',
): IDataObject {
	const { event, read } = kindOf(body);
	const hash = createHash('sha256').update(raw).digest('hex');
	const [summary, details, ...variant] = read(body, language, hash);
	const known = identifiers(body);
	const parts = [event, known.callUuid, ...variant].filter((part) => part !== null);
	return {
		...summary,
		event,
		...details,
		...known,
		deduplicationKey: known.callUuid === null ? hash : parts.join(':'),
		...(encoding !== 'utf-8' && { bodyEncoding: encoding }),
		body: body as IDataObject,
	};
}
