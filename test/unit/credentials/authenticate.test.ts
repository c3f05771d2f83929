import type { IHttpRequestOptions } from 'n8n-workflow';

import { IflytekAiCallApi } from '../../../credentials/IflytekAiCallApi.credentials';
import { IflytekChecksumApi } from '../../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../../credentials/IflytekSignatureApi.credentials';
import { checksum } from '../../../nodes/shared/checksum/scheme';
import { authorizationParameter } from '../../../nodes/shared/signature/scheme';

const SIGNATURE = {
	appId: 'app00001',
	apiKey: 'fake-key-0123456789abcdef01234567',
	apiSecret: 'fake-secret-89abcdef0123456789ab',
	baseUrl: 'https://api.xf-yun.com',
};

function signed(request: object, credentials: object = {}) {
	return new IflytekSignatureApi().authenticate({ ...SIGNATURE, ...credentials }, {
		method: 'POST',
		...request,
	} as IHttpRequestOptions);
}

function parameters(request: IHttpRequestOptions) {
	return Object.fromEntries(new URL(request.url).searchParams);
}

const NOW = Date.UTC(2026, 10, 20, 10, 43, 6);

describe('Signature API', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOW }));

	afterEach(() => jest.useRealTimers());

	test.each([
		['http://127.0.0.1:8080/gateway/', '127.0.0.1:8080', '/gateway/v1/x'],
		['https://api.xf-yun.com:443/a/b', 'api.xf-yun.com', '/a/b/v1/x'],
		['https://api.xf-yun.com', 'api.xf-yun.com', '/v1/x'],
	])('base URL %j signs host %s and path %s', async (baseUrl, host, path) => {
		const request = await signed({ url: '/v1/x' }, { baseUrl });
		const { authorization, date, host: sentHost } = parameters(request);
		expect(new URL(request.url).host).toBe(host);
		expect(new URL(request.url).pathname).toBe(path);
		expect(sentHost).toBe(host);
		expect(date).toBe('Fri, 20 Nov 2026 10:43:06 GMT');
		const { apiKey, apiSecret } = SIGNATURE;
		const sent = { host, date: date!, method: 'POST', path, apiKey, apiSecret };
		expect(authorization).toBe(authorizationParameter(sent));
		expect(request.baseURL).toBeUndefined();
	});

	test('an absolute uri, as the HTTP Request node passes it, keeps its query and is signed', async () => {
		const uri = 'https://other.example/v2/y?a=1%202';
		const request = (await signed({ uri, method: 'get' })) as { uri?: string; url?: string };
		const url = new URL(request.uri!);
		expect(request.url).toBeUndefined();
		expect(url.searchParams.get('a')).toBe('1 2');
		const { apiKey, apiSecret } = SIGNATURE;
		const date = 'Fri, 20 Nov 2026 10:43:06 GMT';
		const sent = { host: 'other.example', date, method: 'GET', path: '/v2/y', apiKey, apiSecret };
		expect(url.searchParams.get('authorization')).toBe(authorizationParameter(sent));
	});

	test.each([
		['in qs', { url: '/v1/x', qs: { date: 'Mon, 01 Jan 2024 00:00:00 GMT' } }],
		['in the url', { url: '/v1/x?date=Mon%2C%2001%20Jan%202024%2000%3A00%3A00%20GMT' }],
	])('a date already %s is signed as it stands', async (_where, options) => {
		expect(parameters(await signed(options)).date).toBe('Mon, 01 Jan 2024 00:00:00 GMT');
	});

	test('the date is encoded so that no server reads a plus sign in it', async () => {
		expect((await signed({ url: '/v1/x' })).url).toContain(
			'date=Fri%2C%2020%20Nov%202026%2010%3A43%3A06%20GMT',
		);
	});

	test('signing again replaces the signature and takes a new date', async () => {
		const first = await signed({ url: '/v1/x' });
		jest.setSystemTime(Date.UTC(2026, 10, 20, 11, 0, 0));
		const second = await signed(first);
		const names = [...new URL(second.url).searchParams.keys()];
		expect(names.sort()).toEqual(['authorization', 'date', 'host']);
		expect(parameters(second).date).toBe('Fri, 20 Nov 2026 11:00:00 GMT');
	});

	test('blanks around pasted keys do not matter', async () => {
		const request = await signed(
			{ url: '/v1/x' },
			{ apiKey: ` ${SIGNATURE.apiKey}\t`, apiSecret: `${SIGNATURE.apiSecret} ` },
		);
		expect(request.url).toBe((await signed({ url: '/v1/x' })).url);
	});

	test.each([
		[{ baseUrl: '' }, /'Base URL' is empty/],
		[{ apiKey: '' }, /'API Key' is empty/],
		[{ apiSecret: 'a\nb' }, /'API Secret' contains a line break/],
	])('credential %j is refused in one sentence', async (credentials, message) => {
		await expect(signed({ url: '/v1/x' }, credentials)).rejects.toThrow(message);
	});

	test('an address of the request that is none is refused', async () => {
		await expect(signed({ url: 'file:///etc/passwd' })).rejects.toThrow(/request URL/);
	});
});

describe('Checksum API', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());

	const credentials = {
		appId: 'app00001',
		apiKey: SIGNATURE.apiKey,
		baseUrl: 'http://tupapi.xfyun.cn/',
	};
	const authenticate = (request: object) =>
		new IflytekChecksumApi().authenticate(credentials, {
			method: 'POST',
			...request,
		} as IHttpRequestOptions);

	test.each(['X-Param', 'x-param', 'X-PARAM'])(
		'keeps the parameter of a %s header and sums over it',
		async (name) => {
			const { headers, url } = await authenticate({
				url: '/v1/scene',
				headers: { [name]: 'abc=', other: 'kept' },
			});
			const curTime = String(NOW / 1000);
			expect(url).toBe('http://tupapi.xfyun.cn/v1/scene');
			expect(headers).toEqual({
				other: 'kept',
				'X-Appid': 'app00001',
				'X-CurTime': curTime,
				'X-Param': 'abc=',
				'X-CheckSum': checksum(SIGNATURE.apiKey, curTime, 'abc='),
			});
		},
	);

	test('sums over the parameter as it is sent, without what stands around it', async () => {
		const { headers } = await authenticate({ url: '/v1/scene', headers: { 'X-Param': ' abc=\n' } });
		expect(headers).toMatchObject({
			'X-Param': 'abc=',
			'X-CheckSum': checksum(SIGNATURE.apiKey, String(headers!['X-CurTime']), 'abc='),
		});
	});

	test('keeps a time that the caller gives, unless it belongs to a checksum of before', async () => {
		const time = '1700000000';
		const given = await authenticate({ url: '/v1/scene', headers: { 'x-curtime': time } });
		expect(given.headers).toMatchObject({
			'X-CurTime': time,
			'X-CheckSum': checksum(SIGNATURE.apiKey, time, String(given.headers!['X-Param'])),
		});
		expect(given.headers).not.toHaveProperty('x-curtime');
		for (const headers of [given.headers, { 'X-CurTime': 'now' }]) {
			const { 'X-CurTime': now } = (await authenticate({ url: '/v1/scene', headers })).headers!;
			expect(now).toBe(String(NOW / 1000));
		}
	});

	test('without a parameter it sends an image name, which the service asks for', async () => {
		const { headers } = await authenticate({ url: '/v1/scene' });
		expect(JSON.parse(Buffer.from(String(headers!['X-Param']), 'base64').toString())).toEqual({
			image_name: 'image',
		});
	});

	test('signing again replaces the headers', async () => {
		const once = await authenticate({ url: '/v1/scene' });
		const names = Object.keys((await authenticate(once)).headers!);
		expect(names.sort()).toEqual(['X-Appid', 'X-CheckSum', 'X-CurTime', 'X-Param']);
	});

	test('signing again replaces them too where n8n has made their names lower case', async () => {
		const { headers } = await authenticate({ url: '/v1/scene' });
		const lowerCase = Object.fromEntries(
			Object.entries(headers!).map(([name, value]) => [name.toLowerCase(), value]),
		);
		const again = await authenticate({ url: '/v1/scene', headers: lowerCase });
		expect(Object.keys(again.headers!).sort()).toEqual(Object.keys(headers!).sort());
	});

	test('no header has an invisible character of the App ID', async () => {
		const pasted = { ...credentials, appId: '\u200B app\u200B00001\uFEFF' };
		const { headers } = await new IflytekChecksumApi().authenticate(pasted, { url: '/v1/scene' });
		expect(headers!['X-Appid']).toBe('app00001');
	});
});

describe('AI Call API', () => {
	let asked: number;
	let nextToken: number;

	function credential(data: object = {}) {
		return {
			appKey: `key-${nextToken}`,
			appSecret: 'fake-app-secret',
			baseUrl: 'https://callapi.example',
			token: '',
			expiresAt: '',
			...data,
		} as Record<string, string>;
	}

	/** Runs preAuthentication against a platform that answers so. */
	const preAuthenticate = async (data: Record<string, string>, answer: () => object) =>
		await new IflytekAiCallApi().preAuthentication.call(
			{
				helpers: {
					httpRequest: async () => ({
						statusCode: 200,
						headers: {},
						body: JSON.stringify(answer()),
					}),
				},
			} as never,
			data,
		);

	/** What n8n does for a request: preAuthentication on an empty token, authenticate, once more on 401. */
	async function send(
		data: Record<string, string>,
		headers: Record<string, string> = {},
		more: Partial<IHttpRequestOptions> = {},
	) {
		const type = new IflytekAiCallApi();
		const fetchToken = async () => {
			const issue = () => ({ token: `token-${++asked}`, time_expire: 3600 });
			Object.assign(data, await preAuthenticate(data, () => ({ code: 0, result: issue() })));
		};
		const request = () =>
			({ url: '/v1/x', method: 'POST', headers, ...more }) as IHttpRequestOptions;
		if (data.token === '') await fetchToken();
		try {
			return await type.authenticate(data, request());
		} catch (error) {
			expect((error as { response: unknown }).response).toEqual({ status: 401 });
			await fetchToken();
			return await type.authenticate(data, request());
		}
	}

	const tokenOf = (request: IHttpRequestOptions) => new URL(request.url).searchParams.get('token');

	beforeEach(() => {
		asked = 0;
		nextToken = Math.random();
	});

	test('a token is fetched once and used until it is about to expire', async () => {
		const data = credential();
		expect(tokenOf(await send(data))).toBe('token-1');
		expect(tokenOf(await send(data))).toBe('token-1');
		expect(asked).toBe(1);
	});

	test('a token that the request brings along gives way to that of the credential', async () => {
		const { url, qs } = await send(
			credential(),
			{},
			{ url: '/v1/x?token=a', qs: { token: 'b', c: 'd' } },
		);
		expect(new URL(url).searchParams.getAll('token')).toEqual(['token-1']);
		expect(qs).toEqual({ c: 'd' });
	});

	test.each([
		[
			'JSON as the HTTP Request node sends it',
			{},
			{ body: { type: 1 } },
			{ 'Content-Type': 'application/json;charset=UTF-8' },
		],
		[
			'JSON with the type alone',
			{ 'content-type': 'application/json' },
			{ body: '{}' },
			{ 'content-type': 'application/json;charset=UTF-8' },
		],
		[
			'another type',
			{ 'content-type': 'text/plain' },
			{ body: 'a' },
			{ 'content-type': 'text/plain' },
		],
		['a form', {}, { body: new FormData() }, {}],
		['no body', {}, {}, {}],
	])('%s goes out with the header for it', async (_what, headers, more, expected) => {
		const request = await send(credential(), headers as Record<string, string>, more);
		expect(request.headers).toEqual(expected);
	});

	test('a changed secret makes the stored token worthless', async () => {
		const data = credential();
		await send(data);
		data.appSecret = 'changed';
		expect(tokenOf(await send(data))).toBe('token-2');
	});

	test('its test fails, and no request, for a webhook secret that a URL would change', async () => {
		const marked = { 'x-iflytek-credential-test': 'yes' };
		for (const pushSecret of ['a b', 'a&b', '密码']) {
			const test = new IflytekAiCallApi().authenticate({ ...credential(), pushSecret }, {
				url: '/v1/x',
				headers: marked,
			} as IHttpRequestOptions);
			await expect(test).rejects.toThrow(
				/^'Webhook Secret' contains characters that change in a URL/,
			);
			await expect(send({ ...credential(), pushSecret })).resolves.toBeDefined();
		}
		const good = { ...credential(), pushSecret: ' aZ09 ' };
		await expect(send(good, marked)).resolves.toBeDefined();
	});

	test('the credential test always tries the keys themselves', async () => {
		const data = credential();
		await send(data);
		data.expiresAt = data.expiresAt.replace(/\.\d+\./, '.1000.');
		const request = await send(data, { 'x-iflytek-credential-test': 'yes' });
		expect(tokenOf(request)).toBe('token-2');
		expect(request.headers).toEqual({});
	});

	test('nothing is returned while the token is usable, so that n8n repeats no request', async () => {
		const data = credential();
		await send(data);
		await expect(
			new IflytekAiCallApi().preAuthentication.call({ helpers: {} } as never, data),
		).resolves.toEqual({});
	});

	test('a refusal is one sentence without any secret', async () => {
		const data = credential();
		const refusal = preAuthenticate(data, () => ({ code: 77777, message: data.appSecret }));
		await expect(refusal).rejects.toThrow(/\(77777\)/);
		await expect(refusal).rejects.not.toThrow(data.appSecret);
	});
});

test.each([
	[new IflytekSignatureApi(), { invoice: '/v1/private/s824758f1', text: '/v1/private/s9a87e3ec' }],
	[new IflytekChecksumApi(), { object: '/v1/currency', scene: '/v1/scene' }],
])('a test without a service is not sent, and says what to choose: %#', async (type, paths) => {
	const [, expression] = /^=\{\{(.*)\}\}$/s.exec(type.test.request.url!)!;
	const pathFor = new Function('$credentials', `return ${expression}`) as (of: object) => string;
	const sent = async (testService?: string) =>
		await type.authenticate({ ...SIGNATURE, testService: testService! }, {
			url: pathFor({ testService }),
		} as IHttpRequestOptions);
	for (const [service, path] of Object.entries(paths)) {
		expect(new URL((await sent(service)).url).pathname).toBe(path);
	}
	for (const none of ['', undefined, 'constructor']) {
		await expect(sent(none)).rejects.toThrow(/^Under 'Service', choose the service .* Nothing/);
	}
});
