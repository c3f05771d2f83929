import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { judgeOf, lastKeyCheck, readKeyCheck, tellRefusal } from '../admission';
import { numberWithin } from '../numberWithin';
import { textField } from '../push/fields';
import { jsonAnswer, SingleAnswer } from '../singleAnswer';
import { ContextDeadline } from './contextDeadline';
import { contextMap, workflowResult, type ContextMap } from './contextMap';

const deadline = new ContextDeadline();

/**
 * Answers a dialog-context request with the result of the workflow, or with the fallback values when
 * that is not there in time or is no map of texts; n8n's log then has one line that says why. The
 * platform wants the answer within 500 ms, while the caller is on the line (spec: AI call,
 * getDialogContext). So a push secret that n8n's database does not give in time is taken to be the one
 * that this process read last; before the first read there is none, and the request is refused.
 */
export async function answerDialogContext(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const contextTimeout = numberWithin(options.contextTimeout, 400, 50, 3000);
	const milliseconds = deadline.waitFor(contextTimeout);
	const due = performance.now() + milliseconds;
	const timeout = sleep(milliseconds);
	const startsRun = context.getNodeParameter('answerWith', 'workflow') !== 'values';
	const fallback = jsonAnswer(fallbackValues(context));
	const tellWhy = (reason: string) =>
		context.logger.warn(`'${context.getNode().name}' answered with its fallback values: ${reason}`);
	const answer = new SingleAnswer(context.getResponseObject(), (statusCode, result) => {
		const read = contextMap(workflowResult(statusCode, result));
		if (read.ok) return jsonAnswer(read.map);
		tellWhy(read.reason);
		return fallback;
	});

	const judge = await judgeOf(context, 'dialogContext');
	void timeout.then(() => {
		deadline.cameLate(performance.now() - due);
		if (answer.isGiven) return;
		const admission = judge(lastKeyCheck(context));
		answer.give(admission.ok ? fallback : admission.refusal);
		if (admission.ok && startsRun) {
			const shortened =
				milliseconds < contextTimeout
					? ` (n8n is busy, and the answer has to leave within half a second, so 'Context Timeout' was shortened from ${contextTimeout} ms)`
					: '';
			tellWhy(`the workflow gave no result within ${milliseconds} ms${shortened}`);
		}
	});
	const admission = judge(await readKeyCheck(context));
	if (!admission.ok) tellRefusal(context, admission);
	if (!admission.ok || !startsRun) {
		answer.give(admission.ok ? fallback : admission.refusal);
		return { noWebhookResponse: true };
	}
	return { workflowData: [[{ json: contextItem(admission.body) }]] };
}

function contextItem(body: Record<string, unknown>): IDataObject {
	return {
		event: 'dialogContext',
		callRelationId: textField(body.call_relation_id),
		businessId: textField(body.business_id),
		appId: textField(body.app_id),
		robotId: textField(body.robot_id),
		body: body as IDataObject,
	};
}

function fallbackValues(context: IWebhookFunctions): ContextMap {
	const { values = [] } = context.getNodeParameter('fallbackValues', {}) as {
		values?: Array<{ name?: unknown; value?: unknown }>;
	};
	return Object.fromEntries(
		values.map(({ name, value }) => [String(name ?? ''), String(value ?? '')]),
	);
}
