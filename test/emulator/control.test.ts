import { mainChecksumAccount, mainSignatureAccount, startEmulator, type Emulator } from './index';
import {
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
});
