import { performance } from 'node:perf_hooks';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

/** One POST and what came of it. */
export interface Attempt {
	/** Milliseconds since 1970. */
	startedAt: number;
	/** From sending to the whole answer, or to giving up. */
	ms: number;
	/** null when no whole answer came. */
	status: number | null;
	answer: string;
	/** System error code, `timeout` or `aborted`. */
	fault: string | null;
}

export interface Delivery {
	/** An answer with a 2xx status that contains the keyword came in time. */
	ok: boolean;
	attempts: Attempt[];
}

/** The platform's rule for a push. Times in milliseconds. */
export interface PushRule {
	timeout: number;
	/** Further tries after a failed one. */
	retries: number;
	retryPause: number;
}

export const PLATFORM_RULE: PushRule = { timeout: 3000, retries: 3, retryPause: 1000 };

const LONGEST_ANSWER = 64 * 1024;

/** Sends JSON text once; every failure is in the result, nothing is thrown. */
export function postOnce(
	url: string,
	body: string,
	timeout: number,
	signal?: AbortSignal,
): Promise<Attempt> {
	const startedAt = Date.now();
	const from = performance.now();
	return new Promise((resolve) => {
		const over = (outcome: Partial<Attempt>): void => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
			const ms = Math.round((performance.now() - from) * 100) / 100;
			resolve({ startedAt, ms, status: null, answer: '', fault: null, ...outcome });
		};
		const giveUp = (fault: string): void => {
			over({ fault });
			request.destroy();
		};
		const abort = (): void => giveUp('aborted');
		const send = url.startsWith('https:') ? httpsRequest : httpRequest;
		const request = send(url, {
			method: 'POST',
			agent: false,
			headers: {
				'Content-Type': 'application/json;charset=UTF-8',
				'Content-Length': Buffer.byteLength(body),
			},
		});
		const timer = setTimeout(() => giveUp('timeout'), timeout);
		request.on('error', (cause: NodeJS.ErrnoException) => giveUp(cause.code ?? cause.message));
		request.on('response', (response) => {
			let answer = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => {
				if (answer.length < LONGEST_ANSWER) answer += chunk;
			});
			response.on('error', () => giveUp('ECONNRESET'));
			response.on('end', () => over({ status: response.statusCode ?? null, answer }));
		});
		signal?.addEventListener('abort', abort, { once: true });
		if (signal?.aborted) abort();
		request.end(body);
	});
}

/** Whether an attempt counts as received: the specification asks for the keyword in the answer. */
export function isReceived({ status, answer }: Attempt): boolean {
	return status !== null && status >= 200 && status < 300 && answer.includes('success');
}

/** Pushes JSON text until it is received, by the rule; tells each attempt when it is over. */
export async function deliver(
	url: string,
	body: string,
	rule: PushRule,
	signal?: AbortSignal,
): Promise<Delivery> {
	const attempts: Attempt[] = [];
	for (let tries = 0; tries <= rule.retries; tries++) {
		if (tries > 0 && rule.retryPause > 0) {
			try {
				await wait(rule.retryPause, undefined, { signal });
			} catch {
				break;
			}
		}
		const attempt = await postOnce(url, body, rule.timeout, signal);
		attempts.push(attempt);
		if (isReceived(attempt)) return { ok: true, attempts };
		if (attempt.fault === 'aborted') break;
	}
	return { ok: false, attempts };
}
