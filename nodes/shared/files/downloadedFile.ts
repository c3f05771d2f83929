import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { detectFormat } from './imageFormat';
import { isCancelled } from '../items/isCancelled';
import type { AttemptTime, ItemTime } from '../items/itemTime';
import { limitedDownload, type Download } from '../http/download';
import { afterAttempts } from '../items/problem';
import { FIRST_PAUSE_MS, pauseBefore } from '../items/pause';
import { inSeconds } from '../http/networkError';

/** A file to download, and how messages speak of it. */
export interface FileSource {
	url: URL;
	/** display name of the parameter that holds the address */
	parameter: string;
	kind: 'picture' | 'table';
	maxBytes: number;
	/** said of a larger file; `bytes` is its size where the host told it */
	tooLarge: (bytes: number | undefined) => Refusal;
}

/** Why there is no file: what happened, without a final period, and what to do about it. */
export interface Refusal {
	message: string;
	remedy: string;
}

/**
 * Downloads a file without any credential. Like a request to a service it is tried again after HTTP 429
 * and 5xx, no answer in time and a broken connection, within Max Attempts and the item's time.
 */
export async function downloadFile(
	context: IExecuteFunctions,
	source: FileSource,
	time: ItemTime,
): Promise<{ ok: true; value: Buffer } | ({ ok: false } & Refusal)> {
	const { url, parameter, kind, maxBytes } = source;
	const host = { name: `The host of the ${kind}`, check: `'${parameter}'` };
	time.begin();
	try {
		for (let attempts = 1; ; attempts++) {
			const attempt = time.attempt();
			const download = await limitedDownload(context, url.href, host, {
				maxBytes,
				deadline: Date.now() + attempt.timeoutMs,
				followRedirects: true,
			});
			if (download.ended === 'whole' && !isWebPage(download, kind)) {
				return { ok: true, value: download.bytes };
			}
			const retry = isPassing(download);
			const pause = pauseBefore(attempts, FIRST_PAUSE_MS, retryAfterOf(download));
			const isLast = !retry || attempts >= time.policy.maxAttempts || pause >= time.left;
			if (!isLast && !isCancelled(context)) await sleep(pause);
			if (isLast || isCancelled(context)) {
				const { message: what, remedy } = refusalOf(download, source, attempt);
				return {
					ok: false,
					message: what,
					remedy: retry ? afterAttempts(attempts, remedy) : remedy,
				};
			}
		}
	} finally {
		time.end();
	}
}

/** Whether the same address may give the file a little later. */
function isPassing(download: Download): boolean {
	switch (download.ended) {
		case 'late':
			return true;
		case 'failed':
			return download.retry;
		case 'otherStatus':
			return download.statusCode === 429 || download.statusCode >= 500;
		default:
			return false;
	}
}

function retryAfterOf(download: Download): number | undefined {
	return download.ended === 'otherStatus' ? download.retryAfterMs : undefined;
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

function refusalOf(
	download: Download,
	{ parameter, kind, tooLarge }: FileSource,
	{ timeoutMs, option }: AttemptTime,
): Refusal {
	const browser = 'Open the address in a private browser window: it must show the';
	switch (download.ended) {
		case 'tooLarge':
			return tooLarge(download.announced);
		case 'whole':
			return {
				message: `The address in '${parameter}' leads to a web page, not to a ${kind} file`,
				remedy: `${browser} ${kind} alone, without a login and without a page around it.`,
			};
		case 'otherStatus':
			return {
				message: `The address in '${parameter}' answered HTTP ${download.statusCode} instead of a ${kind}`,
				remedy: isPassing(download)
					? 'Its host is busy or out of order: run the workflow again later.'
					: `${browser} ${kind} without a login.`,
			};
		case 'late':
			return {
				message: `The ${kind} in '${parameter}' did not arrive within ${inSeconds(timeoutMs)}`,
				remedy: `Raise the option ${option}, or run the workflow again later.`,
			};
		case 'failed':
			return {
				message: `The ${kind} in '${parameter}' could not be fetched: ${download.message}`,
				remedy: download.description,
			};
	}
}
