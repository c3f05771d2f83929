import type { IWebhookFunctions } from 'n8n-workflow';

import type { Answer } from '../answer/singleAnswer';

/** Why a request is refused. */
export interface Rejection {
	/** does not reveal the checks to the caller */
	answer: Answer;
	/** for n8n's log; none when another line already says it */
	line?: LogLine;
}

export interface LogLine {
	kind: 'address' | 'appId' | 'body' | 'key' | 'noValue' | 'url';
	reason: string;
	remedy: string;
}

/** Anybody can send requests, so a node writes at most one line of each kind in this time. */
const LINE_INTERVAL_MINUTES = 5;

/** When each line was written, by the time of this process. */
const writtenAt = new Map<string, number>();

/** Writes a line about a node to n8n's log, unless one of this kind was written a short time ago. */
export function logSeldom(
	context: IWebhookFunctions,
	kind: string,
	text: string,
	level: 'error' | 'warn' = 'warn',
): void {
	const line = `${context.getWorkflow().id} ${context.getNode().id} ${kind}`;
	const now = performance.now();
	if (now - (writtenAt.get(line) ?? -Infinity) < LINE_INTERVAL_MINUTES * 60_000) return;
	writtenAt.set(line, now);
	context.logger[level](
		`${text} This line comes at most once in ${LINE_INTERVAL_MINUTES} minutes.`,
	);
}

/**
 * Writes to n8n's log that requests are refused, and what to do: the platform gives a push up after
 * three more attempts, and it would be lost without a trace.
 */
export function logRejection(context: IWebhookFunctions, { answer, line }: Rejection): void {
	if (line === undefined) return;
	const refuses = `'${context.getNode().name}' refuses requests (${answer.statusCode}).`;
	logSeldom(context, line.kind, `${refuses} ${line.reason} ${line.remedy}`);
}
