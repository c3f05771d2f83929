import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { LONGEST_TIMEOUT_MS } from '../description/requestOptions';
import { raceAbort } from '../http/client';
import type { MemoryShare } from '../http/memory';
import { parseWebAddress, pastedText } from '../http/pasted';
import { brokenConnection, retryAfterMs, transportFailure } from '../http/response';
import { cancelSignal, CLOCK, type AttemptTime, type RetryBudget } from '../pace/attempts';
import {
	CANCELED,
	failure,
	inSeconds,
	invalid,
	success,
	type Problem,
	type Result,
} from '../problem/problem';
import { detectFormat } from './imageFormat';
import type { SizeLimit } from './itemFiles';

/** The bounds of a download. Canceling the execution ends it. */
export interface DownloadPolicy {
	maxBytes: number;
	/** the attempts and the time of its item */
	budget: RetryBudget;
	/** the file's share of its run's memory; the caller gives it back */
	memory?: MemoryShare;
	/** whether a redirect may lead to an address; without it, to any */
	isAllowed?: (address: URL) => boolean;
}

/** How a download ended. The body is read only when the status is 2xx. */
export type Download = WholeFile | FailedDownload;

export interface WholeFile {
	ended: 'whole';
	bytes: Buffer;
	contentType: string;
}

type FailedDownload =
	/** `retryAfterMs`: how long the host asked to wait, in milliseconds */
	| { ended: 'otherStatus'; statusCode: number; mayPass: boolean; retryAfterMs?: number }
	/** a redirect to an address that is not allowed, or to none */
	| { ended: 'redirected'; to: URL | undefined }
	| { ended: 'late' | 'tooLarge' }
	| { ended: 'failed'; problem: Problem };

/** A file to download, and how messages speak of it. */
export interface Source {
	url: URL;
	/** its server, such as "The host of the picture" */
	name: string;
	/** the parameter with its address, as in "Check 'Image URL'" */
	check: string;
	/** why there is no file, and what to do */
	problemOf: (download: FailedDownload, time: AttemptTime) => Pick<Problem, 'message' | 'remedy'>;
}

interface Body extends AsyncIterable<Buffer> {
	destroy(): void;
}

const MOST_REDIRECTS = 20;

/**
 * Downloads a file without any credential. Like a request to a service it is tried again after HTTP 408, 429
 * and 5xx, no answer in time and a lost connection, within the attempts and the time of its item.
 */
export async function download(
	context: IExecuteFunctions,
	source: Source,
	policy: DownloadPolicy,
): Promise<Result<WholeFile>> {
	const budget = policy.budget.ofNext();
	return await budget.repeat(async () => {
		const time = budget.begin();
		const file = await downloadOnce(context, source, policy, time.timeoutMs);
		if (file.ended === 'whole') {
			budget.stop();
			return success(file);
		}
		policy.memory?.giveBack();
		return failure({ ...retryOf(file), ...source.problemOf(file, time) });
	});
}

function retryOf(file: FailedDownload): Pick<Problem, 'retryAfterMs' | 'retryClass' | 'timedOut'> {
	if (file.ended === 'failed') {
		// its words are about a service
		const { retryClass, timedOut } = file.problem;
		return { retryClass, timedOut };
	}
	if (file.ended === 'late') return { retryClass: 'later', timedOut: true };
	if (file.ended !== 'otherStatus') return { retryClass: 'never' };
	return { retryClass: file.mayPass ? 'later' : 'never', retryAfterMs: file.retryAfterMs };
}

/**
 * Downloads a file once, along its redirects. Where there is no memory for it, its connection is closed: its
 * server would not wait; the file is asked for again once there is.
 * @param timeoutMs after which it ends, whole or not; waiting for memory does not count
 */
export async function downloadOnce(
	context: IExecuteFunctions,
	source: Pick<Source, 'check' | 'name' | 'url'>,
	policy: Pick<DownloadPolicy, 'isAllowed' | 'maxBytes' | 'memory'>,
	timeoutMs: number,
): Promise<Download> {
	const { name, check } = source;
	const { isAllowed = () => true, maxBytes, memory } = policy;
	let { url } = source;
	let deadline = CLOCK.now() + timeoutMs;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const answer = await fetchOnce(context, { url, name, check }, policy, deadline);
		if (answer.ended === 'noMemory') {
			const since = CLOCK.now();
			await memory!.wait(answer.announced ?? maxBytes);
			deadline += CLOCK.now() - since;
			continue;
		}
		if (answer.ended !== 'redirect') return answer;
		const to = webAddress(answer.location, url);
		if (to === undefined || !isAllowed(to)) return { ended: 'redirected', to };
		url = to;
	}
	return {
		ended: 'failed',
		problem: {
			message: `${name} keeps redirecting`,
			remedy: `None of the addresses it redirects to answered. Check ${check}.`,
			retryClass: 'never',
		},
	};
}

/**
 * Servers send a Chinese file name in a header as it is, and Node.js reads each of its bytes as a character;
 * once escaped, they are the server's bytes again, in any encoding. Browsers do the same.
 */
function withEscapedBytes(location: string): string {
	return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

function webAddress(location: string, from: URL): URL | undefined {
	try {
		return parseWebAddress(new URL(location, from).href);
	} catch {
		return undefined;
	}
}

/** An answer to one request: the end of the download, or how it goes on. */
type Answer =
	Download | { ended: 'redirect'; location: string } | { ended: 'noMemory'; announced?: number };

/**
 * From the head of the answer on, axios's own timeout counts silence only, so the body's time is
 * kept here.
 */
async function fetchOnce(
	context: IExecuteFunctions,
	{ url, name, check }: Pick<Source, 'check' | 'name' | 'url'>,
	limits: Pick<DownloadPolicy, 'maxBytes' | 'memory'>,
	deadline: number,
): Promise<Answer> {
	const timeout = Math.min(Math.max(1, Math.ceil(deadline - CLOCK.now())), LONGEST_TIMEOUT_MS);
	const late = AbortSignal.timeout(timeout);
	const cancel = cancelSignal(context);
	let answer: IN8nHttpFullResponse;
	try {
		answer = (await context.helpers.httpRequest({
			method: 'GET',
			url: url.href,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout,
			abortSignal: cancel,
		})) as IN8nHttpFullResponse;
	} catch (error) {
		const problem = transportFailure(error, name, timeout, { check });
		return problem.timedOut ? { ended: 'late' } : { ended: 'failed', problem };
	}
	const body = answer.body as unknown as Body;
	const file = await readAnswer(answer, body, limits, late, cancel, name);
	if (file.ended !== 'whole') body.destroy();
	return file;
}

async function readAnswer(
	{ statusCode, headers }: IN8nHttpFullResponse,
	body: Body,
	{ maxBytes, memory }: Pick<DownloadPolicy, 'maxBytes' | 'memory'>,
	late: AbortSignal,
	cancel: AbortSignal | undefined,
	name: string,
): Promise<Answer> {
	if (statusCode < 200 || statusCode > 299) {
		const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
		const location = text('location');
		if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
			return { ended: 'redirect', location: withEscapedBytes(location) };
		}
		return {
			ended: 'otherStatus',
			statusCode,
			// the host is busy or out of order
			mayPass: [408, 429].includes(statusCode) || statusCode >= 500,
			retryAfterMs: retryAfterMs(text('retry-after'), Date.now()),
		};
	}
	const announced = Number(headers['content-length'] ?? 0);
	if (announced > maxBytes) return { ended: 'tooLarge' };
	if (memory?.holds(announced) === false) return { ended: 'noMemory', announced };

	const chunks: Buffer[] = [];
	let size = 0;
	const reader = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			// destroying a body does not always end the wait for its next chunk
			const next = await raceAbort(late, cancel, reader.next());
			if (next.done) break;
			size += next.value.length;
			if (size > maxBytes) return { ended: 'tooLarge' };
			// its size was not announced, or it was compressed
			if (memory?.holds(size) === false) return { ended: 'noMemory' };
			chunks.push(next.value);
		}
	} catch {
		if (cancel?.aborted) return { ended: 'failed', problem: CANCELED };
		if (late.aborted) return { ended: 'late' };
		const remedy = 'The file arrived incomplete. Run the workflow again.';
		return { ended: 'failed', problem: { ...brokenConnection(name), remedy } };
	}
	const contentType = String(headers['content-type'] ?? '');
	return { ended: 'whole', bytes: Buffer.concat(chunks), contentType };
}

/** A file that a parameter names by its address. */
export interface FileSource {
	url: URL;
	/** display name of the parameter that holds the address */
	parameter: string;
	kind: 'file' | 'table';
	/** how messages name it, at the beginning of a sentence */
	title: string;
	limit: SizeLimit;
}

/** Reads the address of a file to download. @param parameter its display name */
export function readFileUrl(given: unknown, parameter: string): Result<URL> {
	const url = parseWebAddress(given);
	if (url !== undefined) return success(url);
	return invalid(
		`'${parameter}' ${pastedText(given) === '' ? 'is empty' : 'is not a web address'}`,
		'Enter an address that starts with http:// or https:// and contains no spaces.',
	);
}

const IN_BROWSER = 'Open the address in a private browser window: it must show the';

/** Downloads a file, within the attempts and the time of its item. */
export async function downloadFile(
	context: IExecuteFunctions,
	source: FileSource,
	budget: RetryBudget,
): Promise<Result<Buffer>> {
	const { url, parameter, kind, limit } = source;
	const file = await download(
		context,
		{
			url,
			name: `The host of the ${kind}`,
			check: `'${parameter}'`,
			problemOf: (failed, time) => problemOf(failed, source, time),
		},
		{ maxBytes: limit.maxBytes, budget },
	);
	if (!file.ok) return file;
	if (!isWebPage(file.value, kind)) return success(file.value.bytes);
	return invalid(
		`The address in '${parameter}' leads to a web page, not to a ${kind}${kind === 'file' ? '' : ' file'}`,
		`${IN_BROWSER} ${kind} alone, without a login and without a page around it.`,
	);
}

/** A login or a share page comes with HTTP 200, as the file would. */
function isWebPage({ bytes, contentType }: WholeFile, kind: FileSource['kind']): boolean {
	const format = detectFormat(bytes);
	if (format !== 'unknown') return format === 'html';
	return kind !== 'table' && bytes.length > 0 && /^text\/html/i.test(contentType);
}

function problemOf(
	failed: FailedDownload,
	{ parameter, kind, title, limit }: FileSource,
	{ timeoutMs, option }: AttemptTime,
): Pick<Problem, 'message' | 'remedy'> {
	const address = `The address in '${parameter}'`;
	const remedy = `${IN_BROWSER} ${kind} without a login.`;
	switch (failed.ended) {
		case 'otherStatus':
			return {
				message: `${address} answered HTTP ${failed.statusCode} instead of a ${kind}`,
				remedy: failed.mayPass
					? 'Its host is busy or not working: run the workflow again later.'
					: remedy,
			};
		case 'redirected':
			return { message: `${address} redirects to an address that is not a web address`, remedy };
		case 'tooLarge':
			return { message: `${title} is larger than ${limit.text}`, remedy: limit.remedy };
		case 'late':
			return {
				message: `The ${kind} in '${parameter}' did not arrive within ${inSeconds(timeoutMs)}`,
				remedy: `Raise the option ${option}, or run the workflow again later.`,
			};
		case 'failed':
			return {
				message: `The ${kind} in '${parameter}' could not be fetched: ${failed.problem.message}`,
				remedy: failed.problem.remedy,
			};
	}
}
