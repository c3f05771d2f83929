import type { IExecuteFunctions } from 'n8n-workflow';

import { download, type FailedDownload, type WholeFile } from '../http/download';
import { parseWebAddress } from '../http/webAddress';
import { invalid, success, type Problem, type Result, inSeconds } from '../problem/problem';
import type { AttemptTime, RetryBudget } from '../pace/attempts';
import { detectFormat } from './imageFormat';

/** A file to download, and how messages speak of it. */
export interface FileSource {
	url: URL;
	/** display name of the parameter that holds the address */
	parameter: string;
	kind: 'file' | 'table';
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
				'Enter an address that starts with http:// or https:// and contains no spaces.',
			)
		: success(url);
}

/**
 * The last segment of an address's path, decoded, as a file name; decoding it adds no
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

/** Downloads a file, within the attempts and the time of its item. */
export async function downloadFile(
	context: IExecuteFunctions,
	source: FileSource,
	budget: RetryBudget,
): Promise<Result<Buffer>> {
	const { url, parameter, kind, maxBytes, tooLarge } = source;
	const file = await download(
		context,
		{
			url,
			name: `The host of the ${kind}`,
			check: `'${parameter}'`,
			problemOf: (failed, time) =>
				failed.ended === 'tooLarge' ? tooLarge(failed.announced) : problemOf(failed, source, time),
		},
		{ maxBytes, budget },
	);
	if (!file.ok) return file;
	if (!isWebPage(file.value, kind)) return success(file.value.bytes);
	return invalid(
		`The address in '${parameter}' leads to a web page, not to a ${kind}${kind === 'file' ? '' : ' file'}`,
		`${IN_BROWSER} ${kind} alone, without a login and without a page around it.`,
	);
}

const IN_BROWSER = 'Open the address in a private browser window: it must show the';

/** A login or a share page comes with HTTP 200, as the file would. */
function isWebPage({ bytes, contentType }: WholeFile, kind: FileSource['kind']): boolean {
	const format = detectFormat(bytes);
	if (format !== 'unknown') return format === 'html';
	return kind !== 'table' && bytes.length > 0 && /^text\/html/i.test(contentType);
}

function problemOf(
	failed: Exclude<FailedDownload, { ended: 'tooLarge' }>,
	{ parameter, kind }: FileSource,
	{ timeoutMs, option }: AttemptTime,
): Pick<Problem, 'message' | 'remedy'> {
	const address = `The address in '${parameter}'`;
	switch (failed.ended) {
		case 'otherStatus':
			return {
				message: `${address} answered HTTP ${failed.statusCode} instead of a ${kind}`,
				remedy: failed.mayPass
					? 'Its host is busy or not working: run the workflow again later.'
					: `${IN_BROWSER} ${kind} without a login.`,
			};
		case 'redirected':
			return {
				message: `${address} redirects to an address that is not a web address`,
				remedy: `${IN_BROWSER} ${kind} without a login.`,
			};
		case 'late':
			return {
				message: `The ${kind} in '${parameter}' did not arrive within ${inSeconds(timeoutMs)}`,
				remedy: `Raise the option ${option}, or run the workflow again later.`,
			};
		case 'failed': {
			const { message, remedy } = failed.problem;
			return {
				message: `The ${kind} in '${parameter}' could not be fetched: ${message}`,
				remedy,
			};
		}
	}
}
