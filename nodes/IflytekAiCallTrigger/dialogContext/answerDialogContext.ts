import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { admit } from '../access/admit';
import { logSeldom } from '../access/logSeldom';
import { readOptions } from '../access/request';
import { pastedText } from '../../shared/http/pasted';
import type { Words } from '../../shared/problem/language';
import { textField } from '../protocol/body';
import { jsonAnswer, SingleAnswer } from '../answer/singleAnswer';
import { AnswerDeadline } from './answerDeadline';
import { callerData, workflowResult, type CallerData } from './callerData';

const deadline = new AnswerDeadline();

/**
 * Answers a dialog-context request with the workflow's result, or with the fallback values when the result
 * is late or not a map of texts; then a line in n8n's log says why. The platform wants the answer within
 * 500 ms, while the caller is on the line (services.md, AI Call: Dialog Context).
 */
export async function answerDialogContext(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	const { respondWithinMs } = readOptions(context);
	const milliseconds = deadline.waitFor(respondWithinMs);
	const due = performance.now() + milliseconds;
	const timeout = sleep(milliseconds);
	const startsWorkflow = context.getNodeParameter('respondWith', 'lastNode') === 'lastNode';
	const fallback = jsonAnswer(fallbackValues(context));
	const logFallback = (kind: 'late' | 'noTexts', { message, remedy }: Words) => {
		const said = `'${context.getNode().name}' answered with its fallback values:`;
		logSeldom(context, kind, `${said} ${message}. ${remedy}`);
	};
	const answer = new SingleAnswer(context.getResponseObject(), (statusCode, result) => {
		const read = callerData(workflowResult(statusCode, result));
		if (read.ok) return jsonAnswer(read.value);
		logFallback('noTexts', read.problem);
		return fallback;
	});

	void timeout.then(() => deadline.recordLag(performance.now() - due));
	const request = await admit(context, 'dialogContext', answer, timeout, fallback, () => {
		const shortened =
			milliseconds < respondWithinMs
				? ` (n8n is busy, and the answer has to leave within half a second, so 'Respond Within' was shortened from ${respondWithinMs} ms)`
				: '';
		const message = `the workflow returned no result within ${milliseconds} ms${shortened}`;
		const remedy = 'Take slow steps out of the workflow.';
		if (startsWorkflow) logFallback('late', { message, remedy });
	});
	if (request !== undefined && startsWorkflow) {
		return { workflowData: [[{ json: requestItem(request.body.fields) }]] };
	}
	if (request !== undefined) answer.send(fallback);
	return { noWebhookResponse: true };
}

function requestItem(body: Record<string, unknown>): IDataObject {
	return {
		callRelationId: textField(body.call_relation_id),
		robotId: textField(body.robot_id),
		event: 'dialogContext',
		businessId: textField(body.business_id),
		appId: textField(body.app_id),
		body: body as IDataObject,
	};
}

function fallbackValues(context: IWebhookFunctions): CallerData {
	const { values = [] } = context.getNodeParameter('fallbackValues', {}) as {
		values?: Array<{ name?: unknown; value?: unknown }>;
	};
	const named = values.map(({ name, value }) => [pastedText(name), String(value ?? '')] as const);
	return Object.fromEntries(named.filter(([name]) => name !== ''));
}
