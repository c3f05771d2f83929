import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { authorize } from '../access/authorize';
import { lastKeyCheck, readKeyCheck } from '../access/webhookSecret';
import { logRejection } from '../access/rejectionLog';
import { readRequest } from '../access/request';
import { readOptions, type TriggerOptions } from '../access/options';
import { SingleAnswer, textAnswer } from '../answer/singleAnswer';
import { pushItem } from './item';
import { kindOf, PUSH_KINDS } from './kinds';

/** The keyword that the platform looks for (services.md, AI Call: Pushes). */
const SUCCESS = textAnswer(200, 'success');

/**
 * Takes a push: answers `success` and starts the workflow with it.
 *
 * n8n answers once it holds the push. It may be waiting for its database or its concurrency queue, and
 * the platform sends a push again that is not answered within three seconds, so at a deadline we answer
 * ourselves; with *Only When Stored* never. A push answered at the deadline is lost if n8n is killed
 * before it stores it. An answer on the first line would lose most that way.
 *
 * With a webhook secret, the credential may not have been read by the deadline. Then the secret that
 * this process read last decides on the answer alone: `success` to the right key, else a refusal, upon
 * which the platform sends the push again. Whether the push starts the workflow is decided by the
 * credential once it is read, whatever was answered: no push gets in with an outdated secret, and none
 * with the right one is lost unless the credential cannot be read at all.
 *
 * What is lost when n8n is killed is measured in docs/internals/measurements.md.
 */
export async function receivePush(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = readOptions(context.getNodeParameter('options', {}) as IDataObject);
	const deadline =
		options.acknowledgeWithinMs === undefined ? undefined : sleep(options.acknowledgeWithinMs);
	const answer = new SingleAnswer(context.getResponseObject());

	const request = await readRequest(context, 'pushes');
	void deadline?.then(() => {
		if (answer.isSent) return;
		const verdict = authorize(request, lastKeyCheck(context));
		answer.send('accepted' in verdict ? SUCCESS : verdict.rejected.answer);
	});
	const verdict = authorize(request, await readKeyCheck(context));
	if ('rejected' in verdict) {
		logRejection(context, verdict.rejected);
		answer.send(verdict.rejected.answer);
		return { noWebhookResponse: true };
	}
	const { body, raw } = verdict.accepted;
	const events = context.getNodeParameter('events', []) as string[];
	if (!startsWorkflow(body.fields, events, options)) {
		answer.send(SUCCESS);
		return { noWebhookResponse: true };
	}
	return { workflowData: [[{ json: pushItem(body, raw) as IDataObject }]] };
}

/** Whether a push is of a selected kind. Without the option, who selects all kinds gets others too. */
function startsWorkflow(
	body: Record<string, unknown>,
	events: string[],
	{ ignorePreliminaryRecords, otherEvents }: TriggerOptions,
): boolean {
	const kind = kindOf(body);
	if (kind === undefined) {
		return otherEvents ?? PUSH_KINDS.every(({ event }) => events.includes(event));
	}
	if (ignorePreliminaryRecords && kind.isPreliminary?.(body)) return false;
	return events.includes(kind.event);
}
