import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
	mainChecksumAccount,
	mainSignatureAccount,
	startEmulator,
	type Emulator,
	type SettingsChange,
} from './index';
import {
	decoded,
	INVOICE_PATH,
	invoiceBody,
	SCENE_PATH,
	send,
	sendImage,
	sendSigned,
	signedQuery,
	TEXT_PATH,
	textBody,
	type Reply,
} from './fixtures/client';
import { Limits } from './core/limits';
import { plainPng } from './fixtures/labelled';
import { sha256 } from './images/truths';

let emulator: Emulator;
const control = async (method: string, path: string, body?: unknown): Promise<Reply> =>
	await send(emulator.port, {
		method,
		path: `/__control${path}`,
		body: body === undefined ? '' : JSON.stringify(body),
	});
const correct = async (text = '画蛇天足'): Promise<Reply> =>
	await sendSigned(emulator.port, TEXT_PATH, textBody(text));

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('control over HTTP', () => {
	it('lists services and settings', async () => {
		const { json } = await control('GET', '');
		expect(json.services.slice(0, 4).map(({ id, path }: any) => [id, path])).toEqual([
			['invoice', INVOICE_PATH],
			['text', TEXT_PATH],
			['scene', SCENE_PATH],
			['object', '/v1/currency'],
		]);
		expect(json.settings).toMatchObject({ voice: 'documented', latency: 0, capacity: null });
	});

	it('orders one fault or several, shows and plays them', async () => {
		const one = await control('POST', '/fault', { service: 'text', kind: 'code', code: 10019 });
		expect(one.json.ids).toEqual([expect.any(String)]);
		const several = [
			{ service: 'text', kind: 'rateLimit' },
			{ service: 'scene', kind: 'hang' },
		];
		expect((await control('POST', '/fault', several)).json.ids).toHaveLength(2);
		expect((await control('GET', '/faults')).json.map(({ kind }: any) => kind)).toEqual([
			'code',
			'rateLimit',
			'hang',
		]);
		expect((await correct()).json.header.code).toBe(10019);
		expect((await correct()).status).toBe(429);
		expect((await control('GET', '/faults')).json).toHaveLength(1);
	});

	it('changes settings, each by itself', async () => {
		await control('POST', '/settings', { voice: 'observed' });
		await control('POST', '/settings', { signature: { positionUnit: 'byte' } });
		const { json } = await control('POST', '/settings', { signature: { ret: null } });
		expect(json).toMatchObject({
			voice: 'observed',
			signature: { positionUnit: 'byte', ret: null, missAs: 'anchor' },
		});
		expect((await control('GET', '/settings')).json).toEqual(json);
	});

	it('tells truths', async () => {
		const image = plainPng(3);
		const truth = { fields: { 'vat-invoice-haoma': '4711' } };
		await control('POST', '/invoice-truth', { sha256: sha256(image).toUpperCase(), truth });
		const reply = await sendSigned(emulator.port, INVOICE_PATH, invoiceBody(image));
		expect(JSON.stringify(decoded(reply))).toContain('4711');
		await control('POST', '/label-truth', { url: 'http://x.test/a', truth: { label: 12 } });
		const param = { image_name: 'a', image_url: 'http://x.test/a' };
		const scene = await sendImage(emulator.port, SCENE_PATH, '', { param });
		expect(scene.json.data.fileList[0].label).toBe(12);
		expect((await control('POST', '/label-truth', { truth: 1 })).status).toBe(400);
	});

	it('gives the ledger, filtered', async () => {
		await correct();
		await sendImage(emulator.port, SCENE_PATH, plainPng(1));
		await correct();
		expect((await control('GET', '/ledger')).json.entries).toHaveLength(3);
		const { json } = await control('GET', '/ledger?service=text&limit=1');
		expect(json.entries.map(({ number }: any) => number)).toEqual([3]);
		expect(json.services.text.requests).toBe(2);
		expect((await control('GET', '/ledger?limit=0')).json.entries).toEqual([]);
	});

	it('resets everything', async () => {
		emulator.set({ voice: 'observed', latency: 5 });
		emulator.order({ service: 'scene', kind: 'hang' });
		await correct();
		expect((await control('POST', '/reset')).status).toBe(200);
		expect(emulator.faults()).toEqual([]);
		expect(emulator.set({})).toMatchObject({ voice: 'documented', latency: 0 });
		expect(emulator.ledger()).toMatchObject({ entries: [], services: {} });
	});

	it.each<[string, string, unknown, RegExp]>([
		['POST', '/nothing', {}, /no control call 'POST \/__control\/nothing'/],
		['GET', '/reset', undefined, /no control call/],
		['POST', '/fault', { kind: 'explode' }, /no fault 'explode'/],
		['POST', '/fault', { kind: 'html', always: true }, /'html': there is no field 'always'/],
		['POST', '/fault', { kind: 'hang', ms: 5 }, /'hang': there is no field 'ms'/],
		['POST', '/fault', { kind: 'code', code: 1, level: 'session', as: 'x' }, /no field 'as'/],
		['POST', '/fault', { kind: 'code', service: 'text', code: 1, desc: 'x' }, /no field 'desc'/],
		['POST', '/fault', { kind: 'toString' }, /no fault 'toString'/],
		['POST', '/reset', { faults: true }, /no parameter 'faults'/],
		['POST', '/label-truth', { url: 'http://x.test/a', truth: 1, rate: 1 }, /no parameter 'rate'/],
		['POST', '/settings', [], /JSON object/],
		['POST', '/settings', { voices: 'observed' }, /no setting 'voices'/],
		['POST', '/settings', { voice: 'loud' }, /'voice' takes "documented" or "observed"/],
		['GET', '/ledger?limit=x', undefined, /'limit'/],
		['GET', '/ledger?since=1', undefined, /no parameter 'since'/],
	])('refuses %s %s %j in a sentence', async (method, path, body, complaint) => {
		const reply = await control(method, path, body);
		expect([reply.status, reply.json.message]).toEqual([400, expect.stringMatching(complaint)]);
	});

	it('refuses a body that is not JSON', async () => {
		const reply = await send(emulator.port, { path: '/__control/fault', body: '{' });
		expect([reply.status, reply.json.message]).toEqual([400, 'The body is not JSON.']);
	});
});

describe('settings', () => {
	it.each<[SettingsChange | Record<string, unknown>, RegExp]>([
		[{ latency: -1 }, /'latency'/],
		[{ latency: { min: 5, max: 2 } }, /'latency'/],
		[{ clockOffset: 'now' }, /'clockOffset'/],
		[{ capacity: { limit: -1, refusal: 11202 } }, /'capacity'/],
		[{ capacity: { limit: 2 } }, /'capacity'/],
		[{ rate: { perSecond: 0, refusal: 11202 } }, /'rate'/],
		[{ rate: { perSecond: 2, refusal: 11202, refusedCounts: true } }, /'rate'/],
		[{ habits: ['gatewayWords', 'rudeness'] }, /'habits'/],
		[{ vendorClients: 'maybe' }, /'vendorClients'/],
		[{ signature: { positionUnit: 'word' } }, /'signature.positionUnit'/],
		[{ signature: { unit: 'byte' } }, /'signature.unit'/],
		[{ signature: 'byte' }, /'signature'/],
		[{ checksum: { checksumCode: 1 } }, /'checksum.checksumCode'/],
	])('%j is refused and changes nothing', (change, complaint) => {
		const before = emulator.set({});
		expect(() => emulator.set(change as SettingsChange)).toThrow(complaint);
		expect(emulator.set({})).toEqual(before);
	});

	it('hold from the start and come back with reset', async () => {
		const own = await startEmulator({ voice: 'observed', settings: { signature: { ret: 7 } } });
		try {
			own.set({ voice: 'documented', signature: { ret: 0 } });
			own.reset();
			expect(own.set({})).toMatchObject({ voice: 'observed', signature: { ret: 7 } });
		} finally {
			await own.stop();
		}
	});
});

describe('latency', () => {
	it('holds back every answer, a refusal too', async () => {
		emulator.set({ latency: 80 });
		for (const signing of [{}, { apiSecret: 'x' }]) {
			const start = performance.now();
			await sendSigned(emulator.port, TEXT_PATH, textBody('x'), signing);
			expect(performance.now() - start).toBeGreaterThan(75);
		}
	});

	it('is drawn from a range, the same again for the same seed', async () => {
		const draw = async (seed: number): Promise<number[]> => {
			emulator.reset();
			emulator.set({ latency: { min: 10, max: 60, seed } });
			for (let at = 0; at < 4; at++) await correct();
			for (const { milliseconds, heldMilliseconds } of emulator.ledger().entries) {
				expect(milliseconds).toBeGreaterThanOrEqual(Math.floor(heldMilliseconds) - 1);
			}
			return emulator.ledger().entries.map(({ heldMilliseconds }) => heldMilliseconds);
		};
		const first = await draw(1);
		for (const time of first) expect(time >= 10 && time <= 60).toBe(true);
		expect(new Set(first).size).toBe(4);
		expect(await draw(1)).toEqual(first);
		expect(await draw(2)).not.toEqual(first);
	});
});

describe('capacity', () => {
	const burst = async (count: number): Promise<Reply[]> =>
		await Promise.all(Array.from({ length: count }, async () => await correct()));

	it.each([11202, 11203])('refuses what is over it at once with %d', async (refusal) => {
		emulator.set({ latency: 600, capacity: { limit: 3, refusal } });
		const replies = (await burst(8)).map(({ json }) => json.header.code as number);
		expect(replies.filter((code) => code === 0)).toHaveLength(3);
		expect(replies.filter((code) => code === refusal)).toHaveLength(5);
		const { entries, services } = emulator.ledger();
		for (const { overLimit, heldMilliseconds } of entries) {
			expect(heldMilliseconds).toBe(overLimit === 'capacity' ? 0 : 600);
		}
		expect(services.text).toMatchObject({
			requests: 8,
			overCapacity: 5,
			maxInFlight: expect.any(Number),
			faults: 0,
		});
	});

	it('refuses with HTTP 429 and Retry-After when asked', async () => {
		emulator.set({ latency: 600, capacity: { limit: 1, refusal: 429, retryAfter: 3 } });
		const refused = (await burst(3)).filter(({ status }) => status === 429);
		expect(refused).toHaveLength(2);
		expect(refused[0]?.headers['retry-after']).toBe('3');
	});

	it('frees a place with each answer', async () => {
		emulator.set({ capacity: { limit: 1, refusal: 11203 } });
		for (let at = 0; at < 20; at++) expect((await correct()).json.header.code).toBe(0);
		// A client with one connection asks again the moment it has the answer.
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const codes: number[] = [];
		for (let at = 0; at < 30; at++) {
			const path = `${TEXT_PATH}?${new URLSearchParams(signedQuery(TEXT_PATH)).toString()}`;
			codes.push(
				await new Promise<number>((resolve, reject) => {
					const outgoing = request(
						{ host: '127.0.0.1', port: emulator.port, method: 'POST', path, agent },
						(response) => {
							let body = '';
							response.on('data', (chunk: Buffer) => (body += chunk.toString()));
							response.on('end', () => resolve((JSON.parse(body) as any).header.code as number));
						},
					);
					outgoing.on('error', reject);
					outgoing.end(JSON.stringify(textBody('好')));
				}),
			);
		}
		agent.destroy();
		expect(new Set(codes)).toEqual(new Set([0]));
	});

	it('counts each service by itself and only those named', async () => {
		emulator.set({ latency: 600, capacity: { limit: 1, refusal: 11202, services: ['text'] } });
		const image = plainPng(1);
		const [texts, scenes] = await Promise.all([
			burst(2),
			Promise.all([1, 2].map(async () => await sendImage(emulator.port, SCENE_PATH, image))),
		]);
		expect(texts.map(({ json }) => json.header.code).sort()).toEqual([0, 11202]);
		expect(scenes.map(({ json }) => json.code)).toEqual(['0', '0']);
	});

	it('does not let an unsigned request see the refusal', async () => {
		emulator.set({ capacity: { limit: 0, refusal: 11202 } });
		const reply = await sendSigned(emulator.port, TEXT_PATH, textBody('x'), { apiSecret: 'x' });
		expect(reply.status).toBe(401);
	});
});

describe('rate', () => {
	const within = { capacity: null, rate: { perSecond: 2, refusal: 11202 } };
	/** For arrivals at these milliseconds, whether each is let in. */
	const letIn = (times: number[], refusedCount: boolean): boolean[] => {
		const limits = new Limits();
		const rate = { ...within.rate, refusedCount };
		return times.map((at) => limits.admit('text', { ...within, rate }, at).over === null);
	};

	it('lets so many in within any second', () => {
		expect(letIn([0, 900, 950, 999, 1000, 1001, 1900], false)).toEqual([
			true,
			true,
			false,
			false,
			true,
			false,
			true,
		]);
	});

	it('stays shut while a client keeps asking, where refused requests count', () => {
		const times = [0, 100, 500, 1050, 1400, 1900, 2950];
		expect(letIn(times, true)).toEqual([true, true, false, false, false, false, true]);
	});

	it.each<[number, number | undefined, string]>([
		[11202, undefined, '11202'],
		[429, undefined, 'HTTP 429'],
		[429, 2, 'HTTP 429'],
	])('refuses with %d, Retry-After %p, each service by itself', async (...row) => {
		const [refusal, retryAfter, outcome] = row;
		emulator.set({ latency: 50, rate: { perSecond: 1, refusal, retryAfter } });
		await correct();
		const refused = await correct();
		expect(refused.headers['retry-after']).toBe(retryAfter?.toString());
		await sendImage(emulator.port, SCENE_PATH, plainPng(1));
		const { services, entries } = emulator.ledger();
		expect(services.text).toMatchObject({ overRate: 1, outcomes: { '0': 1, [outcome]: 1 } });
		expect(services.scene).toMatchObject({ overRate: 0, outcomes: { '0': 1 } });
		expect(entries.map(({ overLimit, heldMilliseconds }) => [overLimit, heldMilliseconds])).toEqual(
			[
				[null, 50],
				['rate', 0],
				[null, 50],
			],
		);
	});
});

describe('ledger', () => {
	it('tells what came and what was made of it', async () => {
		const body = textBody('画蛇天足');
		await sendSigned(emulator.port, TEXT_PATH, body, {}, { 'Content-Type': 'application/json' });
		const [entry] = emulator.ledger().entries;
		expect(entry).toEqual({
			number: 1,
			service: 'text',
			method: 'POST',
			path: TEXT_PATH,
			time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			inFlight: 1,
			code: '0',
			status: 200,
			fault: null,
			overLimit: null,
			appId: mainSignatureAccount.appId,
			authValid: true,
			bodyBytes: JSON.stringify(body).length,
			bodySha256: sha256(JSON.stringify(body)),
			contentSha256: sha256('画蛇天足'),
			queryNames: ['authorization', 'host', 'date'],
			headerNames: ['Content-Type', 'Content-Length', 'Host', 'Connection'],
			deviations: [],
			milliseconds: expect.any(Number),
			heldMilliseconds: 0,
		});
	});

	it('counts requests at once', async () => {
		emulator.set({ latency: 600 });
		await Promise.all(Array.from({ length: 6 }, async () => await correct()));
		const { total, services, entries, connections } = emulator.ledger();
		expect(total).toEqual({ requests: 6, inFlight: 0, maxInFlight: 6 });
		expect(services.text).toMatchObject({ requests: 6, inFlight: 0, maxInFlight: 6 });
		expect(entries.map(({ inFlight }) => inFlight).sort()).toEqual([1, 2, 3, 4, 5, 6]);
		expect(connections).toBe(6);
	});

	it('keeps the newest entries and exact counters', async () => {
		const own = await startEmulator({ ledgerLimit: 5 });
		try {
			for (let at = 0; at < 12; at++) await sendSigned(own.port, TEXT_PATH, textBody('x'));
			const { entries, services } = own.ledger();
			expect(entries.map(({ number }) => number)).toEqual([8, 9, 10, 11, 12]);
			expect(services.text?.requests).toBe(12);
			expect(services.text?.outcomes).toEqual({ '0': 12 });
		} finally {
			await own.stop();
		}
	});

	it('holds no key, secret, signature, checksum or content', async () => {
		const query = signedQuery(TEXT_PATH);
		const origin = Buffer.from(query.authorization as string, 'base64').toString();
		const signature = /signature="([^"]+)"/.exec(origin)?.[1] as string;
		await send(emulator.port, {
			path: `${TEXT_PATH}?${new URLSearchParams(query).toString()}`,
			body: JSON.stringify(textBody('机密内容')),
		});
		await send(emulator.port, { path: `/nowhere?authorization=${query.authorization}` });
		await sendImage(emulator.port, SCENE_PATH, plainPng(1));
		const shown = (await control('GET', '/ledger')).body;
		expect(emulator.ledger().entries).toHaveLength(3);
		for (const secret of [
			mainSignatureAccount.apiKey,
			mainSignatureAccount.apiSecret,
			mainChecksumAccount.apiKey,
			query.authorization as string,
			signature,
			'机密',
			Buffer.from('机密内容').toString('base64'),
		]) {
			expect(shown).not.toContain(secret);
		}
	});

	it('notes requests to no service and aborted ones', async () => {
		await send(emulator.port, { path: '/v1/other' });
		const socket = connect(emulator.port, '127.0.0.1');
		socket.write(`POST ${TEXT_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc`);
		const until = async (done: () => boolean): Promise<void> => {
			while (!done()) await wait(5);
		};
		await until(() => emulator.ledger().services.text?.requests === 1);
		socket.destroy();
		await until(() => emulator.ledger().entries.length === 2);
		const { services, entries, total } = emulator.ledger();
		expect(entries[0]).toMatchObject({ service: null, status: 404, authValid: null });
		expect(services.none?.outcomes).toEqual({ 'HTTP 404': 1 });
		expect(services.text?.outcomes).toEqual({ gone: 1 });
		expect(total.inFlight).toBe(0);
	});
});
