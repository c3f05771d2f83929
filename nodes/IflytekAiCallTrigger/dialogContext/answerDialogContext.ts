import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { admit } from '../access/authorize';
import { logSeldom } from '../access/logSeldom';
import { readOptions } from '../access/request';
import { isRecord } from '../../shared/http/json';
import { pastedText } from '../../shared/http/pasted';
import type { Words } from '../../shared/problem/language';
import { invalid, success, type Result } from '../../shared/problem/problem';
import { identifiers } from '../protocol/body';
import { answerWith, SingleAnswer } from '../answer/singleAnswer';
import { AnswerDeadline } from './answerDeadline';

type CallerData = Record<string, string>;

const deadline = new AnswerDeadline();

/**
 * Answers a dialog-context request (services.md, AI Call: Dialog Context: within 500 ms) with the workflow's result
 * or, if that is late or not a map of texts, with the fallback values and a line in n8n's log.
 */
export async function answerDialogContext(context: IWebhookFunctions) {
	const { respondWithinMs } = readOptions(context);
	const milliseconds = deadline.waitFor(respondWithinMs);
	const due = performance.now() + milliseconds;
	const timeout = sleep(milliseconds);
	const startsWorkflow = context.getNodeParameter('respondWith', 'lastNode') === 'lastNode';
	const fallback = answerWith(200, fallbackValues(context));
	const logFallback = (kind: 'late' | 'noTexts', { message, remedy }: Words) => {
		const said = `'${context.getNode().name}' answered with its fallback values:`;
		logSeldom(context, kind, `${said} ${message}. ${remedy}`);
	};
	const answer = new SingleAnswer(context.getResponseObject(), (statusCode, result) => {
		const read = callerData(workflowResult(statusCode, result));
		if (read.ok) return answerWith(200, read.value);
		logFallback('noTexts', read.problem);
		return fallback;
	});

	void timeout.then(() => deadline.recordLag(performance.now() - due));
	const request = await admit(context, 'dialogContext', answer, timeout, fallback, () => {
		if (!startsWorkflow) return;
		const shortened = ` (n8n is busy, and the answer has to leave within half a second, so 'Respond Within' was shortened from ${respondWithinMs} ms)`;
		const late = `the workflow returned no result within ${milliseconds} ms`;
		const message = milliseconds < respondWithinMs ? late + shortened : late;
		logFallback('late', { message, remedy: 'Take slow steps out of the workflow.' });
	});
	if (request === undefined || !startsWorkflow) {
		// after a refusal this sends nothing: the request has its answer
		answer.send(fallback);
		return { noWebhookResponse: true };
	}
	const body = request.body.fields;
	const { callRelationId, robotId, businessId, appId } = identifiers(body);
	const json = { callRelationId, robotId, event: 'dialogContext', businessId, appId };
	return { workflowData: [[{ json: { ...json, body: body as IDataObject } }]] };
}

function fallbackValues(context: IWebhookFunctions): CallerData {
	const { values = [] } = context.getNodeParameter('fallbackValues', {}) as {
		values?: Array<{ name?: unknown; value?: unknown }>;
	};
	const named = values.map(({ name, value }) => [pastedText(name), String(value ?? '')] as const);
	return Object.fromEntries(named.filter(([name]) => name !== ''));
}

/** The workflow's result in n8n's answer; undefined if it or its last node failed, or n8n says that there is none. */
export function workflowResult(statusCode: number, body: unknown): unknown {
	const { message, error } = isRecord(body) && Object.keys(body).length === 1 ? body : {};
	const isNone = String(message).startsWith('Workflow executed successfully but ');
	return statusCode !== 200 || isNone || error !== undefined ? undefined : body;
}

/**
 * A workflow's result as the answer to a dialog-context request, a map of texts to texts (services.md, AI Call:
 * Dialog Context). Numbers and booleans become text, null becomes an empty text.
 */
export function callerData(value: unknown): Result<CallerData> {
	if (value === undefined) return noMap('the workflow returned no result');
	if (!isRecord(value)) return noMap('the result of the workflow is not an object');
	const given = Object.entries(value).filter(([, field]) => field !== undefined);
	const other = given.find(([, field]) => typeof field === 'object' && field !== null);
	if (other !== undefined) return noMap(`the field '${other[0]}' of the result is not text`);
	return success(Object.fromEntries(given.map(([key, field]) => [key, String(field ?? '')])));
}

const noMap = (message: string): Result<CallerData> =>
	invalid(message, 'Have the last node of the workflow return one item whose fields are text.');
