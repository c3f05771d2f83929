import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { LONGEST_TIMEOUT_MS } from '../description/requestOptions';
import { raceAbort } from '../http/send';
import type { MemoryShare } from '../http/memory';
import { parseWebAddress, pastedText } from '../http/pasted';
import { withRemedy, worded, type Pair, type Wording } from '../problem/language';
import { brokenConnection, retryAfterMs, transportFailure } from '../http/response';
import { cancelSignal, CLOCK, type AttemptTime, type RetryBudget } from '../pace/pace';
import {
	CANCELED,
	failure,
	inSeconds,
	problemFrom,
	success,
	unusable,
	type Meaning,
	type Problem,
	type Result,
	type WordedProblem,
} from '../problem/problem';
import { detectFormat } from './imageFormat';
import type { SizeLimit } from './itemFiles';

/** The bounds of a download. Canceling the execution ends it. */
export interface DownloadPolicy {
	maxBytes: number;
	/** the file's share of its run's memory; the caller gives it back */
	memory?: MemoryShare;
	/** whether a redirect may lead to an address; without it, to any */
	isAllowed?: (address: URL) => boolean;
	budget: RetryBudget;
}

type Bounds = Omit<DownloadPolicy, 'budget'>;

export interface WholeFile {
	ended: 'whole';
	bytes: Buffer;
	contentType: string;
}

/** How else a download ended. The body is read only when the status is 2xx. */
type FailedDownload =
	/** `retryAfterMs`: how long the host asked to wait */
	| { ended: 'otherStatus'; statusCode: number; mayPass: boolean; retryAfterMs?: number }
	/** a redirect to an address that is not allowed, or to none */
	| { ended: 'redirected'; to: URL | undefined }
	| { ended: 'late' | 'tooLarge' }
	| { ended: 'failed'; problem: Problem };

interface Host {
	url: URL;
	/** its server, such as "The host of the picture" */
	name: Wording;
	/** the parameter with its address, as in "Check 'Image URL'" */
	check: Wording;
}

/** A file to download, and how messages speak of it. */
export interface Source extends Host {
	problemOf: (download: FailedDownload, time: AttemptTime) => Problem;
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
	const budget = policy.budget.forNextRequest();
	return await budget.repeat(async () => {
		const time = budget.begin();
		const file = await downloadOnce(context, source, policy, time.timeoutMs);
		if (file.ended === 'whole') {
			budget.stop();
			return success(file);
		}
		policy.memory?.giveBack();
		return failure({ ...source.problemOf(file, time), ...retryOf(file) });
	});
}

function retryOf(file: FailedDownload): Pick<Problem, 'retryAfterMs' | 'retryClass' | 'timedOut'> {
	if (file.ended === 'failed') {
		// not its words, which are about a service
		const { retryClass, timedOut } = file.problem;
		return { retryClass, timedOut };
	}
	if (file.ended === 'late') return { retryClass: 'later', timedOut: true };
	if (file.ended !== 'otherStatus') return { retryClass: 'never' };
	return { retryClass: file.mayPass ? 'later' : 'never', retryAfterMs: file.retryAfterMs };
}

/**
 * Downloads a file once, following redirects. Where memory is short, the connection is closed, since the server
 * would not wait, and the file is requested again once memory is free.
 * @param timeoutMs without the time spent waiting for memory
 */
export async function downloadOnce(
	context: IExecuteFunctions,
	{ url: first, name, check }: Host,
	bounds: Bounds,
	timeoutMs: number,
): Promise<FailedDownload | WholeFile> {
	let url = first;
	let deadline = CLOCK.now() + timeoutMs;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const answer = await fetchOnce(context, { url, name, check }, bounds, deadline);
		if (answer.ended === 'noMemory') {
			const since = CLOCK.now();
			await bounds.memory!.wait(answer.announced ?? bounds.maxBytes);
			deadline += CLOCK.now() - since;
			continue;
		}
		if (answer.ended !== 'redirect') return answer;
		const { location } = answer;
		const to = URL.canParse(location, url.href)
			? parseWebAddress(new URL(location, url).href)
			: undefined;
		if (to === undefined || bounds.isAllowed?.(to) === false) return { ended: 'redirected', to };
		url = to;
	}
	return { ended: 'failed', problem: problemFrom(KEEPS_REDIRECTING, [name, check]) };
}

const KEEPS_REDIRECTING: Meaning = [
	'{0} keeps redirecting',
	'{0}一直在重定向',
	'None of the addresses it redirects to answered. Check {1}.',
	'重定向到的地址都没有响应。请检查{1}。',
];
const INCOMPLETE: Pair = [
	'The file arrived incomplete. Run the workflow again.',
	'文件没有完整到达。请重新运行。',
];

/**
 * Servers send a Chinese file name in a header as it is, and Node.js reads each of its bytes as a character;
 * once escaped, they are the server's bytes again, in any encoding. Browsers do the same.
 */
function withEscapedBytes(location: string): string {
	return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

/** An answer to one request: the end of the download, or how it goes on. */
type Answer =
	| FailedDownload
	| WholeFile
	| { ended: 'redirect'; location: string }
	| { ended: 'noMemory'; announced?: number };

/** From the head of the answer on, axios's own timeout counts silence only: the body's time is kept here. */
async function fetchOnce(
	context: IExecuteFunctions,
	{ url, name, check }: Host,
	bounds: Bounds,
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
	const file = await readAnswer(answer, body, bounds, late, cancel, name);
	if (file.ended !== 'whole') body.destroy();
	return file;
}

async function readAnswer(
	{ statusCode, headers }: IN8nHttpFullResponse,
	body: Body,
	{ maxBytes, memory }: Bounds,
	late: AbortSignal,
	cancel: AbortSignal | undefined,
	name: Wording,
): Promise<Answer> {
	if (statusCode < 200 || statusCode > 299) {
		const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
		const location = text('location');
		if (statusCode >= 300 && statusCode < 400 && location !== undefined)
			return { ended: 'redirect', location: withEscapedBytes(location) };
		// the host is busy or out of order
		const mayPass = [408, 429].includes(statusCode) || statusCode >= 500;
		const waitMs = retryAfterMs(text('retry-after'), Date.now());
		return { ended: 'otherStatus', statusCode, mayPass, retryAfterMs: waitMs };
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
		return { ended: 'failed', problem: withRemedy(brokenConnection(name), INCOMPLETE) };
	}
	const contentType = String(headers['content-type'] ?? '');
	return { ended: 'whole', bytes: Buffer.concat(chunks), contentType };
}

/** A file that a parameter names by its address. */
export interface FileSource {
	url: URL;
	/** display name of the parameter that holds the address */
	parameter: string;
	kind: keyof typeof KINDS;
	/** how messages name it, at the beginning of a sentence */
	title: Wording;
	limit: SizeLimit;
}

/** Reads the address of a file to download. @param parameter its display name */
export function readFileUrl(given: unknown, parameter: string): Result<URL> {
	const url = parseWebAddress(given);
	if (url !== undefined) return success(url);
	const what = pastedText(given) === '' ? EMPTY : NO_ADDRESS;
	return unusable([...what, ...ENTER_ADDRESS], [parameter]);
}

const EMPTY: Pair = ["'{0}' is empty", '“{0}”为空'];
const NO_ADDRESS: Pair = ["'{0}' is not a web address", '“{0}”不是网址'];
const ENTER_ADDRESS: Pair = [
	'Enter an address that starts with http:// or https:// and contains no spaces.',
	'请填写以 http:// 或 https:// 开头、不含空格的地址。',
];

/** What sentences call the file. */
const KINDS = {
	file: { english: 'file', chinese: '文件' },
	table: { english: 'table', chinese: '表格' },
} as const satisfies Record<string, Wording>;

/** Downloads a file, within the attempts and the time of its item. */
export async function downloadFile(
	context: IExecuteFunctions,
	source: FileSource,
	budget: RetryBudget,
): Promise<Result<Buffer>> {
	const { url, parameter, kind, limit } = source;
	const ofHost: Source = {
		url,
		name: worded(['The host of the {0}', '{0}所在的服务器'], [KINDS[kind]]),
		check: worded(["'{0}'", '“{0}”'], [parameter]),
		problemOf: (failed, time) => problemOf(failed, source, time),
	};
	const file = await download(context, ofHost, { maxBytes: limit.maxBytes, budget });
	if (!file.ok) return file;
	if (!isWebPage(file.value, kind)) return success(file.value.bytes);
	return unusable(FAILED.webPage, [parameter, KINDS[kind]]);
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
): WordedProblem {
	const isStatus = failed.ended === 'otherStatus';
	const why = isStatus && failed.mayPass ? 'busy' : failed.ended;
	const values = [
		...[parameter, KINDS[kind], title, limit.text, worded(limit.remedy)],
		...[inSeconds(timeoutMs), option, isStatus ? failed.statusCode : ''],
	];
	return problemFrom(FAILED[why], values, failed.ended === 'failed' ? failed.problem : undefined);
}

const OTHER_STATUS: Pair = [
	"The address in '{0}' answered HTTP {7} instead of a {1}",
	'“{0}”中的地址返回的不是{1}，而是 HTTP {7}',
];
const IN_BROWSER: Pair = [
	'Open the address in a private browser window: it must show the {1} without a login.',
	'请在浏览器的无痕窗口中打开该地址：不登录就应显示{1}。',
];

/**
 * Why a download, {1}, did not arrive. {0} is the parameter with its address, {2} how messages name it, {3} how large
 * it may be, {4} what to do if it is larger, {5} the time that it had, {6} the option for that, {7} the HTTP status.
 */
const FAILED = {
	busy: [
		...OTHER_STATUS,
		'Its host is busy or not working: run the workflow again later.',
		'对方服务器繁忙或有故障，请稍后重新运行。',
	],
	failed: [
		"The {1} in '{0}' could not be fetched: {message}",
		'无法下载“{0}”中的{1}：{message}',
		'{remedy}',
		'{remedy}',
	],
	late: [
		"The {1} in '{0}' did not arrive within {5}",
		'“{0}”中的{1}未在 {5} 内到达',
		'Raise the option {6}, or run the workflow again later.',
		'请调大“{6}”，或稍后重新运行。',
	],
	otherStatus: [...OTHER_STATUS, ...IN_BROWSER],
	redirected: [
		"The address in '{0}' redirects to an address that is not a web address",
		'“{0}”中的地址重定向到的不是网址',
		...IN_BROWSER,
	],
	tooLarge: ['{2} is larger than {3}', '{2}超过 {3}', '{4}', '{4}'],
	webPage: [
		"The address in '{0}' leads to a web page, not to a {1}",
		'“{0}”中的地址打开的是网页，而不是{1}',
		'Open the address in a private browser window: it must show the {1} alone, without a login and without a page around it.',
		'请在浏览器的无痕窗口中打开该地址：不登录就应只显示{1}本身，而不是含有它的网页。',
	],
} satisfies Record<string, Meaning>;
