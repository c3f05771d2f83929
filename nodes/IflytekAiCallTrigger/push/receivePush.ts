import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { judgeOf, lastKeyCheck, readKeyCheck, tellRefusal } from '../admission';
import { numberWithin } from '../numberWithin';
import { SingleAnswer, textAnswer } from '../singleAnswer';
import { pushItem } from './item';
import { direction, pushKind, recordKind } from './kind';

/** The keyword that the platform looks for (spec: AI call, Events). */
const SUCCESS = textAnswer(200, 'success');

/**
 * Takes a push: answers `success` and starts the workflow with it.
 *
 * n8n answers, and at the latest we do when the deadline is over: n8n may be waiting for its database
 * or its concurrency queue then, and the platform sends a push again that is not answered within three
 * seconds. Answering on the first line would be faster and would lose what n8n fails to store.
 *
 * With a push secret, n8n's database may be so slow that the credential is not there at the deadline.
 * Then the secret that this process read last decides on the answer alone: `success` to the right key,
 * else, and while none has been read, a refusal, upon which the platform sends the push again. Whether
 * the push is taken in is decided by the credential itself when it comes, whatever was answered: so no
 * push gets in with a secret that is out of date, and none with the right one is lost unless the
 * credential cannot be read at all; it may be there twice, with the same deduplicationKey.
 *
 * What becomes of a push when n8n is killed (SIGKILL), as measured with test/load/killPoints.ts in
 * 2.41.1 and 1.123.81, regular mode, SQLite:
 * - before it is stored: 2.41 has not answered, so the platform sends it again. 1.123 answers just
 *   before it stores: the push is in the database some 7 ms after the answer (the slowest of 40 after
 *   151 ms on a busy machine), and a kill in between loses it.
 * - between our answer at the deadline and the store, when n8n is that far behind: lost, in both. In
 *   2.41 on an overloaded machine these were 21 of 250 pushes (test/load/scenarios.ts, killed), none of
 *   them answered sooner than the deadline; in 1.123 four.
 * - waiting in the concurrency queue: it is stored, and runs after the restart, in both.
 * - in its run: the execution ends as `crashed` with the push in it, in both; it does not run again.
 * A push that was stored and not answered comes a second time; both have the same deduplicationKey.
 */
export async function receivePush(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const deadline = sleep(1000 * numberWithin(options.answerDeadline, 1.2, 0.1, 2.5));
	const answer = new SingleAnswer(context.getResponseObject());

	const judge = await judgeOf(context, 'pushes');
	void deadline.then(() => {
		if (answer.isGiven) return;
		const admission = judge(lastKeyCheck(context));
		answer.give(admission.ok ? SUCCESS : admission.refusal);
	});
	const admission = judge(await readKeyCheck(context));
	if (!admission.ok) {
		tellRefusal(context, admission);
		answer.give(admission.refusal);
		return { noWebhookResponse: true };
	}
	const { body, raw } = admission;
	if (!isWanted(context, body, options)) {
		answer.give(SUCCESS);
		return { noWebhookResponse: true };
	}
	return { workflowData: [[{ json: pushItem(body, raw) as IDataObject }]] };
}

function isWanted(
	context: IWebhookFunctions,
	body: Record<string, unknown>,
	options: IDataObject,
): boolean {
	const kind = pushKind(body);
	if (!(context.getNodeParameter('events', []) as string[]).includes(kind)) return false;
	const isSkipped =
		options.skipBasicRecord === true &&
		kind === 'callRecord' &&
		direction(body) === 'outbound' &&
		recordKind(body) === 'basic';
	return !isSkipped;
}
