import type { IWebhookFunctions } from 'n8n-workflow';

import type { Answer, SingleAnswer } from '../answer/singleAnswer';
import type { Body } from '../protocol/body';
import { authorize } from './authorize';
import { logSeldom } from './logSeldom';
import { readIncoming, type Mode } from './request';
import { lastKeyCheck, readKeyCheck } from './webhookSecret';

/**
 * Returns the push of a request, or refuses the request and returns undefined.
 *
 * At the deadline it is answered in any case. The credential may not have been read by then: the webhook secret
 * that this process read last decides on that answer alone, and before the first read the request is refused.
 * Whether it starts the workflow is decided by the credential once it is read, whatever was answered: no request
 * gets in with an outdated secret, and none with the right one is lost unless the credential cannot be read.
 * @param mode the webhook that the request came to
 * @param atDeadline the answer to a request that may come in
 * @param afterwards called once it has been sent
 */
export async function admit(
	context: IWebhookFunctions,
	mode: Mode,
	answer: SingleAnswer,
	deadline: Promise<void> | undefined,
	atDeadline: Answer,
	afterwards = () => {},
): Promise<{ body: Body; raw: Buffer } | undefined> {
	const request = await readIncoming(context, mode);
	void deadline?.then(() => {
		if (answer.isSent) return;
		const verdict = authorize(request, lastKeyCheck(context));
		answer.send(verdict.ok ? atDeadline : verdict.problem.answer);
		if (verdict.ok) afterwards();
	});
	const verdict = authorize(request, await readKeyCheck(context));
	if (verdict.ok) return verdict.value;
	const { answer: refusal, line } = verdict.problem;
	if (line !== undefined) {
		// the platform gives a push up after three more attempts: it would be lost without a trace
		const refuses = `'${context.getNode().name}' refuses requests (${refusal.statusCode}).`;
		logSeldom(context, line.kind, `${refuses} ${line.reason} ${line.remedy}`);
	}
	answer.send(refusal);
	return undefined;
}
