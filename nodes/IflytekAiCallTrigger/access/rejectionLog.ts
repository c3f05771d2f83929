import type { IWebhookFunctions } from 'n8n-workflow';

import type { Answer } from '../answer/singleAnswer';

/** Why a request is refused. */
export interface Rejection {
	/** does not reveal to the caller what is checked */
	answer: Answer;
	/** for n8n's log; none when another line already says it */
	line?: LogLine;
}

export interface LogLine {
	kind: 'address' | 'key' | 'url' | 'body' | 'appId';
	reason: string;
	remedy: string;
}

/** Anybody can send requests, so a node writes at most one line of each kind in this time. */
const LINE_INTERVAL_MINUTES = 5;

/** The end of such a line. */
export const AT_MOST_ONCE = `This line comes at most once in ${LINE_INTERVAL_MINUTES} minutes.`;

/** When each line was written, on a clock that nobody sets. */
const writtenAt = new Map<string, number>();

/** Whether n8n's log may have a line of this kind about a node; if so, it counts as written. */
export function isDue(context: IWebhookFunctions, kind: string): boolean {
	const line = `${context.getWorkflow().id} ${context.getNode().id} ${kind}`;
	const now = performance.now();
	if (now - (writtenAt.get(line) ?? -Infinity) < LINE_INTERVAL_MINUTES * 60_000) return false;
	writtenAt.set(line, now);
	return true;
}

/**
 * Writes to n8n's log that requests are refused, and what to do: the platform gives a push up after
 * three more attempts, and it would be lost without a trace.
 */
export function logRejection(context: IWebhookFunctions, { answer, line }: Rejection): void {
	if (line === undefined || !isDue(context, line.kind)) return;
	context.logger.warn(
		`'${context.getNode().name}' refuses requests (${answer.statusCode}). ${line.reason} ${line.remedy} ${AT_MOST_ONCE}`,
	);
}
