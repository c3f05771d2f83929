import type { IExecuteFunctions } from 'n8n-workflow';

import { limitedDownload, type Download } from '../http/download';
import { CANCELED, inSeconds } from '../http/networkError';
import { parseWebAddress } from '../http/requestUrl';
import { failure, invalid, success, type Problem, type Result } from '../items/problem';
import type { AttemptTime, RetryBudget } from '../items/retryBudget';
import { detectFormat } from './imageFormat';

/** A file to download, and how messages speak of it. */
export interface FileSource {
	url: URL;
	/** display name of the parameter that holds the address */
	parameter: string;
	kind: 'file' | 'picture' | 'table';
	maxBytes: number;
	/** the problem of a larger file; `bytes` is its size, where the host sent it */
	tooLarge: (bytes: number | undefined) => Problem;
}

/** Reads the address of a file to download. @param parameter its display name */
export function readFileUrl(given: unknown, parameter: string): Result<URL> {
	const url = parseWebAddress(given);
	return url === undefined
		? invalid(
				`'${parameter}' is not a web address`,
				'Enter an address that starts with http:// or https:// and holds no spaces.',
			)
		: success(url);
}

/**
 * The last segment of an address's path, decoded, as the name of a file: what was encoded in it adds no
 * folders and no control characters. Undefined without one.
 */
export function fileNameIn(url: URL): string | undefined {
	const segment = url.pathname.split('/').pop()!;
	let name = segment;
	try {
		name = decodeURIComponent(segment);
	} catch {
		// not UTF-8: the name stays encoded
	}
	return name.replace(/^.*[/\\]|\p{Cc}/gsu, '') || undefined;
}

/**
 * Downloads a file without any credential. Like a request to a service it is tried again after HTTP 408,
 * 429 and 5xx, no answer in time and a broken connection, within Max Attempts and the item's time.
 */
export async function downloadFile(
	context: IExecuteFunctions,
	source: FileSource,
	budget: RetryBudget,
): Promise<Result<Buffer>> {
	const { url, parameter, kind, maxBytes } = source;
	const host = { name: `The host of the ${kind}`, check: `'${parameter}'` };
	const attempts = budget.attempts();
	budget.start();
	try {
		for (;;) {
			if (budget.clock.stopped) return failure(CANCELED);
			const attempt = budget.attempt();
			const download = await limitedDownload(context, url.href, host, {
				maxBytes,
				deadline: Date.now() + attempt.timeoutMs,
				followRedirects: true,
			});
			if (download.ended === 'whole' && !isWebPage(download, kind)) {
				return success(download.bytes);
			}
			const problem = problemOf(download, source, attempt);
			if (!(await attempts.wait(problem))) return failure(attempts.last(problem));
		}
	} finally {
		budget.stop();
	}
}

/** A login or a share page comes with HTTP 200, as the file would. */
function isWebPage(
	{ bytes, contentType }: { bytes: Buffer; contentType: string },
	kind: FileSource['kind'],
): boolean {
	const format = detectFormat(bytes);
	if (format !== 'unknown') return format === 'html';
	return kind === 'picture' && bytes.length > 0 && /^text\/html/i.test(contentType);
}

function problemOf(
	download: Download,
	{ parameter, kind, tooLarge }: FileSource,
	{ timeoutMs, option }: AttemptTime,
): Problem {
	const browser = 'Open the address in a private browser window: it must show the';
	switch (download.ended) {
		case 'tooLarge':
			return tooLarge(download.announced);
		case 'whole':
			return {
				message: `The address in '${parameter}' leads to a web page, not to a ${kind} file`,
				remedy: `${browser} ${kind} alone, without a login and without a page around it.`,
				retryClass: 'never',
			};
		case 'otherStatus': {
			const { statusCode, retryAfterMs } = download;
			const isPassing = [408, 429].includes(statusCode) || statusCode >= 500;
			return {
				message: `The address in '${parameter}' answered HTTP ${statusCode} instead of a ${kind}`,
				remedy: isPassing
					? 'Its host is busy or out of order: run the workflow again later.'
					: `${browser} ${kind} without a login.`,
				retryClass: isPassing ? 'later' : 'never',
				retryAfterMs,
			};
		}
		case 'late':
			return {
				message: `The ${kind} in '${parameter}' did not arrive within ${inSeconds(timeoutMs)}`,
				remedy: `Raise the option ${option}, or run the workflow again later.`,
				retryClass: 'later',
			};
		case 'failed':
			return {
				...download.problem,
				message: `The ${kind} in '${parameter}' could not be fetched: ${download.problem.message}`,
			};
	}
}
