import type { IWebhookFunctions } from 'n8n-workflow';

/** Anybody can send requests, so a node writes at most one line of each kind in this time. */
const LINE_INTERVAL_MINUTES = 5;
/** In milliseconds of `performance.now()`. */
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
	const seldom = `This line comes at most once in ${LINE_INTERVAL_MINUTES} minutes.`;
	context.logger[level](`${text} ${seldom}`);
}
