import type { IWebhookFunctions } from 'n8n-workflow';

import type { Answer, SingleAnswer } from '../answer/singleAnswer';
import type { Body } from '../protocol/body';
import { authorize } from './authorize';
import { logSeldom } from './logSeldom';
import { readIncoming, type Mode } from './request';
import { lastKeyCheck, readKeyCheck } from './webhookSecret';

/**
 * Returns the body of a request, or refuses the request and returns undefined.
 *
 * At the deadline the request is answered even if the credential has not been read yet: by the webhook secret that
 * this process read last, or with a refusal if it never read one. The credential, once read, decides whether the
 * request gets in: never with an outdated secret, always with the right one if the credential can be read.
 * @param atDeadline the answer at the deadline to a request that is not refused
 * @param afterwards called after `atDeadline` was sent
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
		// the platform gives up after three more attempts: without this line, the push would be lost without a trace
		const refuses = `'${context.getNode().name}' refuses requests (${refusal.statusCode}).`;
		logSeldom(context, line.kind, `${refuses} ${line.reason} ${line.remedy}`);
	}
	answer.send(refusal);
	return undefined;
}
