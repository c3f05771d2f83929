import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { transportFailure } from './transportFailure';

/** What a download may cost. */
export interface DownloadLimits {
	maxBytes: number;
	/** time at which it ends, whole or not, in milliseconds since 1970 */
	deadline: number;
	/** false where the caller has to look at the address first */
	followRedirects: boolean;
}

/** How a download ended. Nothing is read of an answer whose status is not 2xx. */
export type Download =
	| { ended: 'whole'; bytes: Buffer; contentType: string }
	| { ended: 'otherStatus'; statusCode: number; location?: string }
	/** `announced` is the size in bytes that the host told, where it did */
	| { ended: 'tooLarge'; announced?: number }
	| { ended: 'late' }
	| { ended: 'failed'; message: string; description: string };

interface Body extends AsyncIterable<Buffer> {
	destroy(): void;
}

/**
 * Downloads a file without any credential, within a size and a time. The HTTP client's own timeout
 * ends with the headers of the answer, so the body's is kept here.
 * @param host how a message names the host, such as "The host of the image"
 */
export async function limitedDownload(
	context: IExecuteFunctions,
	url: string,
	host: string,
	limits: DownloadLimits,
): Promise<Download> {
	const timeout = Math.max(1, limits.deadline - Date.now());
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
		const { message, description, timedOut } = transportFailure(error, host, timeout);
		return timedOut ? { ended: 'late' } : { ended: 'failed', message, description };
	}
	const body = answer.body as unknown as Body;
	const download = await readAnswer(answer, body, limits.maxBytes, late);
	if (download === 'broken') {
		return {
			ended: 'failed',
			message: `The connection to ${host.charAt(0).toLowerCase()}${host.slice(1)} broke`,
			description: 'The file did not arrive whole. Run the workflow again.',
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
		const location = typeof headers.location === 'string' ? headers.location : undefined;
		return { ended: 'otherStatus', statusCode, location };
	}
	const announced = Number(headers['content-length'] ?? 0);
	if (announced > maxBytes) return { ended: 'tooLarge', announced };

	const isLate = new Promise<'late'>((resolve) => {
		if (late.aborted) resolve('late');
		else late.addEventListener('abort', () => resolve('late'), { once: true });
	});
	const chunks: Buffer[] = [];
	let size = 0;
	const reader = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next = await Promise.race([reader.next(), isLate]);
			if (next === 'late') return { ended: 'late' };
			if (next.done) break;
			size += next.value.length;
			if (size > maxBytes) return { ended: 'tooLarge' };
			chunks.push(next.value);
		}
	} catch {
		return 'broken';
	}
	const contentType = String(headers['content-type'] ?? '');
	return { ended: 'whole', bytes: Buffer.concat(chunks), contentType };
}
