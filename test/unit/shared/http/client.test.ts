import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';

import { requestPolicy } from '../../../../nodes/shared/description/requestOptions';
import { Client } from '../../../../nodes/shared/http/client';
import type { Item } from '../../../../nodes/shared/items/item';
import { CANCELED } from '../../../../nodes/shared/problem/problem';

const SCHEME = { credentialType: 'any', fields: {}, services: {}, signedAt: () => ({}) };
const SERVICE = { name: 'The service', key: '' };
/** an item whose answers are shown as they are */
const ITEM = { index: 0, answered: <T>(result: T) => result } as unknown as Item;

const answering = {
	getExecutionCancelSignal: () => undefined,
	helpers: {
		httpRequestWithAuthentication: async () => ({ statusCode: 200, headers: {}, body: '' }),
	},
} as unknown as IExecuteFunctions;

test('an answer that cannot even be decoded leaves its place to the next request', async () => {
	const policy = requestPolicy({ maxItemsAtOnce: 1 });
	const client = new Client(answering, SCHEME, SERVICE, {}, policy);
	const broken = () => {
		throw new RangeError('Maximum call stack size exceeded');
	};
	await expect(client.call(ITEM, { path: '/' }, broken)).rejects.toThrow(RangeError);
	const next = client.call(ITEM, { path: '/' }, () => ({ ok: true, value: 'answered' }));
	expect(await next).toEqual({ ok: true, value: 'answered' });
});

test.each([
	[{}, undefined],
	[{ 'Retry-After': ' 2 ' }, 2000],
])('a problem has the status of its answer, and the time to wait: %j', async (headers, wait) => {
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async () => ({ statusCode: 403, headers, body: '' }),
		},
	} as unknown as IExecuteFunctions;
	const client = new Client(context, SCHEME, SERVICE, {}, requestPolicy({}));
	const problem = { message: 'no', remedy: '', code: '10009', retryClass: 'never' } as const;
	const answered = await client.call(ITEM, { path: '/' }, () => ({ ok: false, problem }));
	expect(answered).toEqual({
		ok: false,
		problem: { ...problem, httpStatus: 403, retryAfterMs: wait },
	});
});

test('after a stop of the execution nothing is sent, also where nothing was sent before it', async () => {
	const stop = new AbortController();
	let sent = 0;
	const context = {
		getExecutionCancelSignal: () => stop.signal,
		helpers: {
			httpRequestWithAuthentication: async () => {
				sent++;
				return { statusCode: 200, headers: {}, body: '' };
			},
		},
	} as unknown as IExecuteFunctions;
	const client = new Client(context, SCHEME, SERVICE, {}, requestPolicy({}));
	stop.abort();
	const answered = await client.call(ITEM, { path: '/' }, () => ({ ok: true, value: undefined }));
	expect(answered).toMatchObject({ ok: false, problem: CANCELED });
	expect(sent).toBe(0);
});

test('requests of a run that is over wait for no turns, which would keep other executions from theirs', async () => {
	const client = new Client(answering, SCHEME, SERVICE, {}, requestPolicy({}));
	client.run.end();
	const all = Promise.all(
		Array.from({ length: 100 }, async () => {
			return await client.call(ITEM, { path: '/' }, () => ({ ok: true, value: undefined }));
		}),
	);
	expect(await Promise.race([all, nextTurn('still waiting')])).toHaveLength(100);
});

// what n8n-core does with the requests: see test/workflow/service.test.ts
test('of requests begun together each is handed to n8n in a turn of the event loop of its own', async () => {
	let turn = 0;
	const handedOver: number[] = [];
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async () => {
				handedOver.push(turn);
				return { statusCode: 200, headers: {}, body: '' };
			},
		},
	} as unknown as IExecuteFunctions;
	const client = new Client(context, SCHEME, SERVICE, {}, requestPolicy({}));

	let done = false;
	const all = Promise.all(
		Array.from({ length: 16 }, async () => {
			await client.call(ITEM, { path: '/' }, () => ({ ok: true, value: undefined }));
		}),
	).finally(() => (done = true));
	for (; !done; turn++) await nextTurn();
	await all;

	expect(handedOver).toHaveLength(16);
	// on a busy machine several timers are due in one turn; without them all would share one
	expect(new Set(handedOver).size).toBeGreaterThan(1);
});
