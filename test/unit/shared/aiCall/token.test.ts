import {
	clearToken,
	forgetIssuedToken,
	isFreshToken,
	isUsableToken,
	obtainToken,
	withoutRefusedToken,
} from '../../../../nodes/shared/aiCall/token';

const NOW = Date.UTC(2026, 10, 20, 10, 0, 0);
let numbered = 0;

/** Keys that no other test uses: this process remembers the last token of each. */
const keys = () => ({
	appKey: `key-${++numbered}`,
	appSecret: 'fake-app-secret',
	baseUrl: 'https://callapi.example/',
});

/** An endpoint that answers these in turn, and what it was asked. */
function endpoint(...answers: unknown[]) {
	const asked: Array<Record<string, unknown>> = [];
	const httpRequest = async (request: Record<string, unknown>) => {
		asked.push(request);
		const body = answers.length > 1 ? answers.shift() : answers[0];
		if (body instanceof Error) throw body;
		return { statusCode: 200, headers: {}, body };
	};
	return { httpRequest: httpRequest as never, asked };
}

const issued = (token: unknown, time_expire?: unknown) =>
	JSON.stringify({ code: 0, result: { token, time_expire } });

beforeEach(() => jest.useFakeTimers({ now: NOW }));

afterEach(() => jest.useRealTimers());

describe('a token', () => {
	it('is asked for as the specification says', async () => {
		const credentials = keys();
		const { httpRequest, asked } = endpoint(issued('t', 7200));
		const stored = await obtainToken(httpRequest, {
			...credentials,
			appKey: ` ${credentials.appKey}`,
		});
		expect(asked).toEqual([
			{
				method: 'POST',
				url: 'https://callapi.example/v1/service/v1/aicall/oauth/v1/token',
				headers: { 'Content-Type': 'application/json;charset=UTF-8' },
				body: JSON.stringify({ app_key: credentials.appKey, app_secret: 'fake-app-secret' }),
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 30_000,
			},
		]);
		expect(Object.keys(stored)).toEqual(['token', 'expiresAt']);
		expect(stored.token).toBe('t');
		expect(stored.expiresAt).toMatch(
			new RegExp(`^${NOW + 7_200_000 - 60_000}\\.${NOW}\\.[0-9a-f]{32}$`),
		);
	});

	it.each([
		[600, 600_000 - 60_000],
		[599, 599_000 - 59_900],
		[2, 1800],
		['120', 108_000],
		[0, 3_540_000],
		[-5, 3_540_000],
		[undefined, 3_540_000],
		['soon', 3_540_000],
	])('with a lifetime of %p is used for %i ms', async (lifetime, ms) => {
		const credentials = keys();
		const stored = await obtainToken(endpoint(issued('t', lifetime)).httpRequest, credentials);
		const data = { ...credentials, ...stored };
		jest.setSystemTime(NOW + ms - 1);
		expect(isUsableToken(data)).toBe(true);
		jest.setSystemTime(NOW + ms);
		expect(isUsableToken(data)).toBe(false);
	});

	it('is fresh for half a minute', async () => {
		const credentials = keys();
		const stored = await obtainToken(endpoint(issued('t')).httpRequest, credentials);
		const data = { ...credentials, ...stored };
		jest.setSystemTime(NOW + 29_999);
		expect(isFreshToken(data)).toBe(true);
		jest.setSystemTime(NOW + 30_000);
		expect(isFreshToken(data)).toBe(false);
		jest.setSystemTime(NOW);
		expect(isFreshToken({ ...data, appSecret: 'other' })).toBe(false);
	});

	it('belongs to the keys it was issued for', async () => {
		const credentials = keys();
		const stored = await obtainToken(endpoint(issued('t')).httpRequest, credentials);
		const data = { ...credentials, ...stored };
		expect(isUsableToken({ ...data, appSecret: ' fake-app-secret ' })).toBe(true);
		for (const change of [
			...[{ appKey: 'x' }, { appSecret: 'x' }, { baseUrl: 'https://x.example' }],
			...[{ token: '' }, { token: undefined }, { expiresAt: '' }, { expiresAt: undefined }],
		]) {
			expect(isUsableToken({ ...data, ...change } as never)).toBe(false);
		}
		clearToken(data);
		expect(data).toEqual({ ...credentials, token: '', expiresAt: '' });
	});

	it('is remembered while it is usable, and not for other keys', async () => {
		const { httpRequest, asked } = endpoint(issued('a', 600), issued('b', 600), issued('c', 600));
		const credentials = keys();
		const first = await obtainToken(httpRequest, credentials);
		expect(await obtainToken(httpRequest, credentials)).toEqual(first);
		expect((await obtainToken(httpRequest, keys())).token).toBe('b');
		jest.setSystemTime(NOW + 540_000);
		expect((await obtainToken(httpRequest, credentials)).token).toBe('c');
		expect(asked).toHaveLength(3);
	});

	it('is fetched anew when it is to be forgotten', async () => {
		const { httpRequest } = endpoint(issued('a'), issued('b'));
		const credentials = keys();
		await obtainToken(httpRequest, credentials);
		forgetIssuedToken(credentials);
		expect((await obtainToken(httpRequest, credentials)).token).toBe('b');
	});

	it('is fetched by one of those who ask at the same time, and again after a failure', async () => {
		const { httpRequest, asked } = endpoint(new Error('broken'), issued('b'));
		const credentials = keys();
		const both = [obtainToken(httpRequest, credentials), obtainToken(httpRequest, credentials)];
		for (const one of both) await expect(one).rejects.toThrow(/could not be reached for a token/);
		expect(asked).toHaveLength(1);
		expect((await obtainToken(httpRequest, credentials)).token).toBe('b');
	});
});

describe('a token that the service refused', () => {
	it('is forgotten, also here', async () => {
		const { httpRequest } = endpoint(issued('a'), issued('b'));
		const credentials = keys();
		const data = { ...credentials, ...(await obtainToken(httpRequest, credentials)) };
		const without = withoutRefusedToken(data);
		expect(without).toEqual({ ...credentials, token: '', expiresAt: '' });
		expect(data.token).toBe('a');
		expect((await obtainToken(httpRequest, without)).token).toBe('b');
	});

	it('does not cost the newer one that another item has fetched meanwhile', async () => {
		const { httpRequest, asked } = endpoint(issued('a'), issued('b'), issued('c'));
		const credentials = keys();
		const refused = { ...credentials, ...(await obtainToken(httpRequest, credentials)) };
		jest.setSystemTime(NOW + 1);
		await obtainToken(httpRequest, withoutRefusedToken(refused));
		expect((await obtainToken(httpRequest, withoutRefusedToken(refused))).token).toBe('b');
		expect(asked).toHaveLength(2);
	});

	it('of which this process knows nothing is only left out', () => {
		const data = { ...keys(), token: 'of another worker', expiresAt: '' };
		expect(withoutRefusedToken(data)).toEqual({ ...data, token: '' });
	});

	it('is forgotten whatever time is stored with it', async () => {
		const { httpRequest } = endpoint(issued('a'), issued('b'));
		const credentials = keys();
		const { token } = await obtainToken(httpRequest, credentials);
		const refused = { ...credentials, token, expiresAt: `${NOW}.1000.x` };
		expect((await obtainToken(httpRequest, withoutRefusedToken(refused))).token).toBe('b');
	});

	it('costs one that is not newer than itself', async () => {
		const { httpRequest } = endpoint(issued('a'), issued('b'));
		const credentials = keys();
		const own = await obtainToken(httpRequest, credentials);
		const refused = { ...credentials, token: 'of another worker', expiresAt: own.expiresAt };
		expect((await obtainToken(httpRequest, withoutRefusedToken(refused))).token).toBe('b');
	});
});

describe('a refusal of the keys', () => {
	const refusal = async (body: unknown) => {
		const error = await obtainToken(endpoint(body).httpRequest, keys()).catch((thrown) => thrown);
		return [(error as { errorCode: string }).errorCode, (error as Error).message];
	};

	it.each([
		['200101', /does not accept this key and secret \(200101\)\. Copy/],
		['10003', /does not know this application \(10003\)\. Copy/],
		['10004', /busy \(10004\)\. Try again/],
		['10005', /cannot read this key or secret \(10005\)\. .* copy/],
		['10020', /under maintenance \(10020\)\. Try again/],
		['10021', /disabled for this application \(10021\)\. Ask/],
		['77777', /refused the request for a token \(77777\)\. Check/],
	])('with code %s says what to do', async (code, message) => {
		expect(await refusal(JSON.stringify({ code }))).toEqual([
			`TOKEN_${code}`,
			expect.stringMatching(message),
		]);
	});

	it.each(['200101', '10003', '10005'])(
		'with code %s says so when key and secret look exchanged',
		async (code) => {
			const exchanged = { ...keys(), appKey: 's'.repeat(44), appSecret: 'k'.repeat(48) };
			const { httpRequest } = endpoint(JSON.stringify({ code }));
			await expect(obtainToken(httpRequest, exchanged)).rejects.toMatchObject({
				errorCode: `TOKEN_SWAPPED_${code}`,
				message: `'App Key' and 'App Secret' are swapped in the credential (${code}). The key is the one with 48 characters, the secret the one with 44: swap them.`,
			});
		},
	);

	it.each(['', '<html>', 'null', '[]', '{}', '"x"', { code: 0 }])(
		'that cannot be read is told as such: %p',
		async (body) => {
			expect(await refusal(body)).toEqual([
				'TOKEN_HTTP_200',
				expect.stringMatching(
					/sent no readable answer to the request for a token \(HTTP 200\)\. Check/,
				),
			]);
		},
	);

	it.each([
		...['{"code":0}', '{"code":0,"result":{}}', '{"code":0,"result":{"token":""}}'],
		...['{"code":0,"result":{"token":5}}', '{"code":5,"result":{"token":"t"}}'],
	])('is every answer without a token: %s', async (body) => {
		expect((await refusal(body))[0]).toBe(`TOKEN_${body[8]}`);
	});

	it('is not sent at all without keys or an address', async () => {
		const { httpRequest, asked } = endpoint(issued('t'));
		for (const [change, message] of [
			[{ appKey: '' }, "The credential's 'App Key' is empty"],
			[{ appSecret: ' ' }, "The credential's 'App Secret' is empty"],
			[{ baseUrl: '' }, "The credential's 'Base URL' is empty"],
		] as const) {
			await expect(obtainToken(httpRequest, { ...keys(), ...change })).rejects.toThrow(message);
		}
		expect(asked).toEqual([]);
	});

	it('that never came is told without the request', async () => {
		expect(await refusal(new Error('connect ECONNREFUSED with the secret'))).toEqual([
			'TOKEN_UNREACHABLE',
			"The AI Call platform could not be reached for a token. Check the network of the machine that runs n8n and the credential's 'Base URL'.",
		]);
	});
});
