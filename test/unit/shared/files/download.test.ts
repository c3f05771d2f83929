import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	download as downloadRepeatedly,
	downloadFile,
	downloadOnce,
} from '../../../../nodes/shared/files/download';
import { Memory } from '../../../../nodes/shared/http/memory';
import { CLOCK, RetryBudget } from '../../../../nodes/shared/pace/pace';
import { wordsIn } from '../../../../nodes/shared/problem/language';
import { expectChinese } from '../../../support/chinese';
import { serve } from '../../../support/httpServer';

/** What of a run's context a download needs. */
const contextWith = (httpRequest: unknown) =>
	({ helpers: { httpRequest } }) as unknown as IExecuteFunctions;
const POLICY = { maxItemsAtOnce: 1, timeoutMs: 60_000, maxAttempts: 2, maxTimeMs: 60_000 };

afterEach(() => jest.restoreAllMocks());

const HOST = {
	url: new URL('http://host/picture'),
	name: { english: 'The host', chinese: '服务器' },
	check: { english: "'Image URL'", chinese: '“Image URL”' },
};
const problemFor = (message: string) => ({ message, remedy: '', retryClass: 'never' as const });

/** Downloads a body as n8n hands it over. */
const download = async (body: Readable, timeoutMs: number) =>
	await downloadOnce(
		contextWith(async () => ({ statusCode: 200, headers: {}, body })),
		HOST,
		{ maxBytes: 1_000_000 },
		timeoutMs,
	);

test('keeps nothing of a file until its time is over', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const parts: Array<WeakRef<Buffer>> = [];
	function* body() {
		for (let part = 0; part < 10; part++) {
			const bytes = Buffer.alloc(50_000);
			parts.push(new WeakRef(bytes));
			yield bytes;
		}
	}
	const isWhole = async () => {
		const { ended } = await download(Readable.from(body()), 600_000);
		return ended === 'whole';
	};
	expect(await isWhole()).toBe(true);
	for (let round = 0; round < 5; round++) {
		await nextTurn();
		collectGarbage();
	}
	expect(parts).toHaveLength(10);
	expect(parts.filter((part) => part.deref() !== undefined)).toEqual([]);
});

test('ends a body that never ends, and lets go of its connection', async () => {
	const body = new Readable({ read: () => {} });
	const drip = setInterval(() => body.push('.'), 10);
	try {
		expect(await download(body, 100)).toEqual({ ended: 'late' });
		expect(body.destroyed).toBe(true);
	} finally {
		clearInterval(drip);
	}
});

test('tells a broken connection from a late one', async () => {
	const body = new Readable({ read: () => body.destroy(new Error('reset')) });
	expect(await download(body, 60_000)).toMatchObject({
		ended: 'failed',
		problem: { retryClass: 'later' },
	});
});

test.each([
	['7', 7000],
	['', 0],
])('waits as long as its host asks before it tries again: %j', async (retryAfter, leastMs) => {
	let pausedMs = 0;
	jest.spyOn(CLOCK, 'sleep').mockImplementation(async (ms) => void (pausedMs += ms));
	const answers = [
		{ statusCode: 503, headers: { 'retry-after': retryAfter }, body: Readable.from([]) },
		{ statusCode: 200, headers: {}, body: Readable.from([Buffer.from('file')]) },
	];
	const context = contextWith(async () => answers.shift());
	const file = await downloadRepeatedly(
		context,
		{ ...HOST, problemOf: () => problemFor('busy') },
		{ maxBytes: 10, budget: new RetryBudget(context, POLICY) },
	);
	expect(file.ok).toBe(true);
	expect(pausedMs).toBeGreaterThanOrEqual(leastMs);
	// the node's own first pause is shorter than what this host asks
	if (leastMs === 0) expect(pausedMs).toBeLessThan(7000);
});

test.each([
	...[408, 429, 500, 502, 503, 504, 599].map((status) => [status, 4] as const),
	...[400, 401, 403, 404, 410, 451].map((status) => [status, 1] as const),
])('asks for what was answered with HTTP %d %d times', async (statusCode, times) => {
	jest.spyOn(CLOCK, 'sleep').mockResolvedValue(undefined);
	const request = jest.fn(async () => ({ statusCode, headers: {}, body: Readable.from([]) }));
	const context = contextWith(request);
	const source = { ...HOST, problemOf: () => problemFor('refused') };
	const budget = new RetryBudget(context, POLICY);
	expect(await downloadRepeatedly(context, source, { maxBytes: 10, budget })).toMatchObject({
		ok: false,
	});
	expect(request).toHaveBeenCalledTimes(times);
});

test.each([
	['a host that is busy', { statusCode: 503, headers: {}, body: Readable.from([]) }],
	['a host that is not there', Object.assign(new Error('no'), { code: 'ECONNREFUSED' })],
])('says in both languages why there is no file: %s', async (_, answer) => {
	jest.spyOn(CLOCK, 'sleep').mockResolvedValue(undefined);
	const context = contextWith(async () => {
		if (answer instanceof Error) throw answer;
		return answer;
	});
	const title = { english: 'The file', chinese: '文件' };
	const source = { url: HOST.url, parameter: 'File URL', kind: 'file', title } as const;
	const limit = { maxBytes: 10, text: '10 bytes', remedy: ['', ''] } as const;
	const budget = new RetryBudget(context, POLICY);
	const file = await downloadFile(context, { ...source, limit }, budget);
	if (file.ok) throw new Error('There is no file');
	const { message, remedy } = file.problem;
	expect(message).toContain("in 'File URL'");
	expect(remedy).toMatch(/^It was tried 4 times/);
	const chinese = wordsIn(file.problem, 'chinese');
	expectChinese(chinese.message);
	expect(chinese.message).toContain('“File URL”');
	expect(chinese.remedy).toMatch(/^已尝试 4 次，均未成功。/);
	expectChinese(chinese.remedy);
});

test('follows redirects of any host, and where hosts are limited to those alone', async () => {
	const moved = 'http://elsewhere/picture.png';
	const asked: string[] = [];
	const context = contextWith(async ({ url }: { url: string }) => {
		asked.push(url);
		const isMoved = url === HOST.url.href;
		return {
			statusCode: isMoved ? 302 : 200,
			headers: isMoved ? { location: moved } : {},
			body: Readable.from([Buffer.from('x')]),
		};
	});
	const policy = { maxBytes: 10 };
	const later = 60_000;
	expect(await downloadOnce(context, HOST, policy, later)).toMatchObject({ ended: 'whole' });
	expect(asked).toEqual([HOST.url.href, moved]);
	const ofHost = { ...policy, isAllowed: ({ host }: URL) => host === 'host' };
	expect(await downloadOnce(context, HOST, ofHost, later)).toEqual({
		ended: 'redirected',
		to: new URL(moved),
	});
	expect(asked).toHaveLength(3);
});

/** Where a redirect leads from http://host/a/b?q#f, and from http://other:81/c/d/e, in each way it is written. */
const WAYS = {
	'/x': ['http://host/x', 'http://other:81/x'],
	x: ['http://host/a/x', 'http://other:81/c/d/x'],
	'./x?y=1': ['http://host/a/x?y=1', 'http://other:81/c/d/x?y=1'],
	'../x': ['http://host/x', 'http://other:81/c/x'],
	'?y=1': ['http://host/a/b?y=1', 'http://other:81/c/d/e?y=1'],
	'//third/x': ['http://third/x', 'http://third/x'],
	'https://third/x': ['https://third/x', 'https://third/x'],
} as const;

test.each(Object.entries(WAYS))(
	'follows a redirect from the address that sent it: %s',
	async (location, [fromFirst, fromOther]) => {
		const follow = async (...locations: string[]) => {
			const asked: string[] = [];
			const context = contextWith(async ({ url }: { url: string }) => {
				const next = locations[asked.push(url) - 1];
				const headers = next === undefined ? {} : { location: next };
				const statusCode = next === undefined ? 200 : 302;
				return { statusCode, headers, body: Readable.from([Buffer.from('x')]) };
			});
			const source = { ...HOST, url: new URL('http://host/a/b?q#f') };
			await downloadOnce(context, source, { maxBytes: 10 }, 60_000);
			return asked.at(-1);
		};
		expect(await follow(location)).toBe(fromFirst);
		expect(await follow('http://other:81/c/d/e', location)).toBe(fromOther);
	},
);

test.each([
	['UTF-8', Buffer.from('/发票.pdf?名=1'), '/%E5%8F%91%E7%A5%A8.pdf?%E5%90%8D=1'],
	['GBK', Buffer.from('/\xb7\xa2.pdf', 'latin1'), '/%B7%A2.pdf'],
	['escaped already', Buffer.from('/%E5%8F%91 1.pdf'), '/%E5%8F%91%201.pdf'],
])('follows a redirect to a Chinese file name, sent as it is: %s', async (_, location, path) => {
	const asked: string[] = [];
	const { url, stop } = await serve(({ url: target }, response) => {
		asked.push(target!);
		if (target !== '/') response.end('x');
		else response.writeHead(302, { location: location.toString('latin1') }).end();
	});
	const context = contextWith(async ({ url: address }: { url: string }) => {
		const answer = await new Promise<IncomingMessage>((resolve) => get(address, resolve));
		return { statusCode: answer.statusCode, headers: answer.headers, body: answer };
	});
	const source = { ...HOST, url: new URL(url) };
	const file = await downloadOnce(context, source, { maxBytes: 10 }, 60_000);
	stop();
	expect(file).toMatchObject({ ended: 'whole' });
	expect(asked.at(-1)!.toUpperCase()).toBe(path.toUpperCase());
});

describe('of a run with little memory', () => {
	const part = Buffer.alloc(6);
	const headers = { 'content-length': '6' };

	test('a file that was cut off holds none of it until it is asked for again', async () => {
		const memory = new Memory(10);
		let asked = 0;
		const bodies = [
			new Readable({ read: (): void => void bodies[0]!.destroy(new Error('reset')) }),
			Readable.from([part]),
		];
		const waiting = memory.share();
		const wasFree: boolean[] = [];
		jest.spyOn(CLOCK, 'sleep').mockImplementation(async () => {
			wasFree.push(waiting.holds(10));
			waiting.giveBack();
		});
		const context = contextWith(async () => ({ statusCode: 200, headers, body: bodies[asked++] }));
		const file = await downloadRepeatedly(
			context,
			{ ...HOST, problemOf: () => problemFor('cut off') },
			{ maxBytes: 10, memory: memory.share(), budget: new RetryBudget(context, POLICY) },
		);
		expect(file).toMatchObject({ ok: true, value: { bytes: part } });
		expect([...new Set(wasFree)]).toEqual([true]);
	});

	test('the wait for it is no time of the download', async () => {
		const memory = new Memory(10);
		const other = memory.share();
		expect(other.holds(10)).toBe(true);
		let now = 0;
		jest.spyOn(CLOCK, 'now').mockImplementation(() => now);
		const timeouts: number[] = [];
		const httpRequest = async ({ timeout }: { timeout: number }) => {
			timeouts.push(timeout);
			setImmediate(() => {
				now += 50_000;
				other.giveBack();
			});
			return { statusCode: 200, headers, body: Readable.from([part]) };
		};
		const file = await downloadOnce(
			contextWith(httpRequest),
			HOST,
			{ maxBytes: 10, memory: memory.share() },
			60_000,
		);
		expect(file.ended).toBe('whole');
		expect(timeouts).toEqual([60_000, 60_000]);
	});
});
