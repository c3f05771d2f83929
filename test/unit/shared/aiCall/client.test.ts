import { setTimeout as sleep } from 'node:timers/promises';

import { openAiCallClient } from '../../../../nodes/shared/aiCall/client';
import { RunMemory } from '../../../../nodes/shared/pace/pace';
import { CANCELED, failure, type Problem } from '../../../../nodes/shared/problem/problem';
import { answeringContext } from '../../aiCall/answeringContext';
import { VirtualTime } from '../pace/virtualTime';

let time: VirtualTime;
beforeEach(() => (time = new VirtualTime()));

describe('a query', () => {
	it('ends with the time of its item, though attempts are left', async () => {
		const { context, sent } = answeringContext(() => ({ code: 10004 }));
		const options = { maxTimePerItem: 1, timeout: 60_000 };
		const platform = await openAiCallClient(context as never, options);
		const answer = await time.until(platform.query('/x', {}));
		expect(answer).toMatchObject({ ok: false, problem: { code: '10004' } });
		expect(time.now()).toBeLessThanOrEqual(1000);
		expect(sent.length).toBeGreaterThan(1);
		// no attempt may outlast what the item has left
		const timeouts = sent.map(({ timeout }) => timeout as number);
		expect(Math.max(...timeouts)).toBeLessThanOrEqual(1000);
		expect(timeouts[1]).toBeLessThan(timeouts[0]!);
	});

	it('is sent four times at most', async () => {
		const { context, sent } = answeringContext(() => ({ code: 10004 }));
		const platform = await openAiCallClient(context as never);
		await time.until(platform.query('/x', {}));
		expect(sent).toHaveLength(4);
	});
});

it('what must not be done twice is sent once, whatever is answered', async () => {
	for (const code of [10004, 10005, 12345]) {
		const { context, sent } = answeringContext(() => ({ code }));
		const platform = await openAiCallClient(context as never);
		await platform.sendOnce('/x', {});
		expect(sent.map(({ timeout }) => timeout)).toEqual([60_000]);
	}
});

it('what must not be done twice is never given up for the time of its item', async () => {
	const { context, sent } = answeringContext(() => ({ code: 0 }));
	const options = { maxTimePerItem: 1, timeout: 5000 };
	const platform = await openAiCallClient(context as never, options);
	await platform.sendOnce('/x', {});
	expect(sent.map(({ timeout }) => timeout)).toEqual([5000]);
});

it('a request is not given up while n8n fetches its token, which is no time of its answer', async () => {
	const { context } = answeringContext(async () => {
		await sleep(500);
		return { code: 0 };
	});
	const platform = await openAiCallClient(context as never, { timeout: 100 });
	expect(await platform.sendOnce('/x', {})).toMatchObject({ status: 'accepted' });
});

it.each([10001, 10002])('a request refused with %i four times was not sent', async (code) => {
	const { context, sent } = answeringContext(() => ({ code }));
	const platform = await openAiCallClient(context as never);
	expect(await time.until(platform.sendOnce('/x', {}))).toMatchObject({
		status: 'notSent',
		problem: { code: String(code) },
	});
	expect(sent).toHaveLength(4);
});

it.each([10001, 10002])(
	'nor is it sent again after a %i that a 5xx brought: a gateway may answer when the platform has acted',
	async (code) => {
		const { context, sent } = answeringContext(() => ({ code }), 502);
		const platform = await openAiCallClient(context as never);
		expect(await platform.sendOnce('/x', {})).toMatchObject({ status: 'unknown' });
		expect(sent).toHaveLength(1);
	},
);

it('a request whose token is refused is not sent again once the execution is canceled', async () => {
	const stop = new AbortController();
	const { context, sent } = answeringContext(() => ({ code: 10001 }));
	const stopped = {
		...context,
		getExecutionCancelSignal: () => stop.signal,
		getCredentials: async () => {
			if (sent.length > 0) stop.abort();
			return await context.getCredentials();
		},
	};
	const platform = await openAiCallClient(stopped as never);
	expect(await platform.sendOnce('/x', {})).toMatchObject({ status: 'notSent' });
	expect(sent).toHaveLength(1);
});

it('a request of a canceled execution is not sent, and known not to be', async () => {
	const cancel = new AbortController();
	const { context, sent } = answeringContext(() => ({ code: 0 }));
	const canceled = { ...context, getExecutionCancelSignal: () => cancel.signal };
	const platform = await openAiCallClient(canceled as never);
	cancel.abort();
	const notSent = { status: 'notSent', heldBack: true, problem: CANCELED };
	expect(await platform.sendOnce('/x', {})).toEqual(notSent);
	expect(await platform.query('/x', {})).toEqual({ ok: false, problem: CANCELED });
	expect(sent).toEqual([]);
});

it('a request waits while another item tries a refused credential, and not once the execution is canceled', async () => {
	const cancel = new AbortController();
	const { context, sent } = answeringContext(() => ({ code: 0 }));
	const canceled = { ...context, getExecutionCancelSignal: () => cancel.signal } as never;
	const run = new RunMemory(canceled);
	const refused: Problem = { message: 'no', remedy: '', retryClass: 'never', everyRequest: true };
	run.begin(0)(failure(refused));
	const platform = await openAiCallClient(canceled, {}, 1, run);
	expect(await time.until(platform.sendOnce('/x', {}))).toMatchObject({ status: 'accepted' });
	expect(time.now()).toBeGreaterThanOrEqual(1000);
	run.begin(0)(failure(refused));
	const waiting = platform.sendOnce('/x', {});
	cancel.abort();
	expect(await time.until(waiting)).toMatchObject({ status: 'notSent', problem: CANCELED });
	expect(sent).toHaveLength(1);
});

it("sends nothing while the credential cannot be read, and says so in n8n's own words", async () => {
	const { context, sent } = answeringContext(() => ({ code: 0 }));
	const platform = await openAiCallClient(context as never);
	context.getCredentials = async () => {
		throw new Error('the database is locked');
	};
	const problem = {
		message: 'The credential could not be read',
		remedy: 'Nothing was sent. n8n\'s own words: "the database is locked".',
		chinese: {
			message: '读不出凭据',
			remedy: '什么都没有发送。n8n 原话：“the database is locked”。',
		},
		retryClass: 'later',
	};
	expect(await time.until(platform.sendOnce('/x', {}))).toEqual({ status: 'notSent', problem });
	expect(sent).toEqual([]);
});

it.each(['to+k/en=', 'to%2Bk%2Fen%3D', 'to+k\\/en='])(
	'shows no token that an answer quotes, however it is written: %s',
	async (written) => {
		const { context } = answeringContext(() => ({}));
		const answering = {
			...context,
			getCredentials: async () => ({ ...(await context.getCredentials()), token: 'to+k/en=' }),
			helpers: {
				httpRequestWithAuthentication: async () => ({
					statusCode: 200,
					headers: {},
					body: `{"code":209876,"message":"no route for ${written}"}`,
				}),
			},
		};
		const platform = await openAiCallClient(answering as never);
		const { problem } = await platform.sendOnce('/x', {});
		expect(problem!.ownWords).toBe('no route for …');
	},
);

describe('what must be sent only at some hours', () => {
	const held = { message: 'too late', remedy: '', retryClass: 'never' as const };

	it('is not sent when it may not be, with the token at hand', async () => {
		const { context, sent } = answeringContext(() => ({ code: 0 }));
		const platform = await openAiCallClient(context as never);
		const asked: number[] = [];
		const whyHeld = () => {
			asked.push(sent.length);
			return held;
		};
		expect(await platform.sendOnce('/x', {}, whyHeld)).toEqual({
			status: 'notSent',
			heldBack: true,
			problem: held,
		});
		// the one request has a token fetched and calls nobody
		expect(sent.map(({ url, body }) => [url, body])).toEqual([
			['/v1/service/v1/aicall/config/v1/query', '{"type":4}'],
		]);
		expect(asked).toEqual([1]);
	});

	it('is not sent without a token, and whether it may be is not even asked', async () => {
		const { context, sent } = answeringContext(() => ({ code: 10001 }));
		const platform = await openAiCallClient(context as never);
		const whyHeld = jest.fn();
		expect(await time.until(platform.sendOnce('/x', {}, whyHeld))).toMatchObject({
			status: 'notSent',
			problem: { code: '10001' },
		});
		expect(sent.filter(({ url }) => url === '/x')).toEqual([]);
		expect(whyHeld).not.toHaveBeenCalled();
	});
});
