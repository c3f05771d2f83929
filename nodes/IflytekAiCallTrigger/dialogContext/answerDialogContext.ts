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
import { readOptions } from '../options';
import { textField } from '../protocol/fields';
import { jsonAnswer, SingleAnswer } from '../singleAnswer';
import { ContextDeadline } from './contextDeadline';
import { contextMap, workflowResult, type ContextMap } from './contextMap';

const deadline = new ContextDeadline();

/**
 * Answers a dialog-context request with the workflow's result, or with the fallback values when the result
 * is late or not a map of texts; then a line in n8n's log says why. The platform wants the answer within
 * 500 ms, while the caller is on the line (docs/services.md, AI Call: Dialog Context). So when n8n's
 * database is too slow for the webhook secret, the one that this process read last decides; before the
 * first read there is none, and the request is refused.
 */
export async function answerDialogContext(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	const { contextTimeoutMs } = readOptions(context.getNodeParameter('options', {}) as IDataObject);
	const milliseconds = deadline.waitFor(contextTimeoutMs);
	const due = performance.now() + milliseconds;
	const timeout = sleep(milliseconds);
	const startsWorkflow = context.getNodeParameter('respondWith', 'lastNode') === 'lastNode';
	const fallback = jsonAnswer(fallbackValues(context));
	const logFallback = (reason: string) =>
		context.logger.warn(`'${context.getNode().name}' answered with its fallback values: ${reason}`);
	const answer = new SingleAnswer(context.getResponseObject(), (statusCode, result) => {
		const read = contextMap(workflowResult(statusCode, result));
		if (read.ok) return jsonAnswer(read.value);
		logFallback(`${read.problem.message}. ${read.problem.remedy}`);
		return fallback;
	});

	const request = await readRequest(context, 'dialogContext');
	void timeout.then(() => {
		deadline.recordLag(performance.now() - due);
		if (answer.isSent) return;
		const verdict = authorize(request, lastKeyCheck(context));
		answer.send('accepted' in verdict ? fallback : verdict.rejected.answer);
		if ('accepted' in verdict && startsWorkflow) {
			const shortened =
				milliseconds < contextTimeoutMs
					? ` (n8n is busy, and the answer has to leave within half a second, so 'Context Timeout' was shortened from ${contextTimeoutMs} ms)`
					: '';
			logFallback(`the workflow gave no result within ${milliseconds} ms${shortened}`);
		}
	});
	const verdict = authorize(request, await readKeyCheck(context));
	if ('rejected' in verdict) logRejection(context, verdict.rejected);
	if ('rejected' in verdict || !startsWorkflow) {
		answer.send('rejected' in verdict ? verdict.rejected.answer : fallback);
		return { noWebhookResponse: true };
	}
	return { workflowData: [[{ json: contextItem(verdict.accepted.body.fields) }]] };
}

function contextItem(body: Record<string, unknown>): IDataObject {
	return {
		callRelationId: textField(body.call_relation_id),
		robotId: textField(body.robot_id),
		event: 'dialogContext',
		businessId: textField(body.business_id),
		appId: textField(body.app_id),
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
