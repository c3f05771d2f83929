import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { retryAfterMs } from './response';
import { LONGEST_TIMEOUT_MS } from './options';
import { lowerFirst, transportFailure } from './networkError';
import { raceAbort } from '../items/clock';
import type { Problem } from '../items/problem';

/** What a download may cost. */
export interface DownloadLimits {
	maxBytes: number;
	/** time at which it ends, whole or not, in milliseconds since 1970 */
	deadline: number;
	/** false where the caller has to look at the address first */
	followRedirects: boolean;
}

/** How a download ended. The body is read only when the status is 2xx. */
export type Download =
	| { ended: 'whole'; bytes: Buffer; contentType: string }
	/** `retryAfterMs`: how long the host asked to wait, in milliseconds */
	| { ended: 'otherStatus'; statusCode: number; location?: string; retryAfterMs?: number }
	/** `announced` is the size in bytes, where the host sent it */
	| { ended: 'tooLarge'; announced?: number }
	| { ended: 'late' }
	| { ended: 'failed'; problem: Problem };

/** The server that a file comes from, in messages. */
export interface Host {
	/** such as "The host of the picture" */
	name: string;
	/** what holds its address, as in "Check 'Image URL'" */
	check: string;
}

interface Body extends AsyncIterable<Buffer> {
	destroy(): void;
}

/**
 * Downloads a file without any credential, within a size and a time. From the head of the answer on,
 * the HTTP client's own timeout counts silence only, so the body's time is kept here.
 */
export async function limitedDownload(
	context: IExecuteFunctions,
	url: string,
	{ name, check }: Host,
	limits: DownloadLimits,
): Promise<Download> {
	const timeout = Math.min(Math.max(1, limits.deadline - Date.now()), LONGEST_TIMEOUT_MS);
	const late = AbortSignal.timeout(timeout);
	let answer: IN8nHttpFullResponse;
	try {
		answer = (await context.helpers.httpRequest({
			method: 'GET',
			url,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: !limits.followRedirects,
			timeout,
		})) as IN8nHttpFullResponse;
	} catch (error) {
		const problem = transportFailure(error, name, timeout, { check });
		if (problem.timedOut) return { ended: 'late' };
		return { ended: 'failed', problem };
	}
	const body = answer.body as unknown as Body;
	const download = await readAnswer(answer, body, limits.maxBytes, late);
	if (download === 'broken') {
		return {
			ended: 'failed',
			problem: {
				message: `The connection to ${lowerFirst(name)} broke`,
				remedy: 'The file did not arrive whole. Run the workflow again.',
				retryClass: 'later',
			},
		};
	}
	if (download.ended !== 'whole') body.destroy();
	return download;
}

async function readAnswer(
	{ statusCode, headers }: IN8nHttpFullResponse,
	body: Body,
	maxBytes: number,
	late: AbortSignal,
): Promise<Download | 'broken'> {
	if (statusCode < 200 || statusCode > 299) {
		const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
		return {
			ended: 'otherStatus',
			statusCode,
			location: text('location'),
			retryAfterMs: retryAfterMs(text('retry-after'), Date.now()),
		};
	}
	const announced = Number(headers['content-length'] ?? 0);
	if (announced > maxBytes) return { ended: 'tooLarge', announced };

	const chunks: Buffer[] = [];
	let size = 0;
	const reader = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			// destroying a body does not always end the wait for its next chunk
			const next = await raceAbort(late, reader.next());
			if (next.done) break;
			size += next.value.length;
			if (size > maxBytes) return { ended: 'tooLarge' };
			chunks.push(next.value);
		}
	} catch {
		return late.aborted ? { ended: 'late' } : 'broken';
	}
	const contentType = String(headers['content-type'] ?? '');
	return { ended: 'whole', bytes: Buffer.concat(chunks), contentType };
}
