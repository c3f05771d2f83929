import { mainChecksumAccount, mainSignatureAccount, startEmulator, type Emulator } from './index';
import {
	SCENE_PATH,
	send,
	sendImage,
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

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('rate', () => {
	/** For arrivals at these milliseconds, whether each is let in. */
	const letIn = (times: number[]): boolean[] => {
		const limits = new Limits();
		const within = { capacity: null, rate: { perSecond: 2, refusal: 11202 } };
		return times.map((at) => limits.admit('text', within, at).over === null);
	};

	it('lets so many in within any second', () => {
		expect(letIn([0, 900, 950, 999, 1000, 1001, 1900])).toEqual([
			true,
			true,
			false,
			false,
			true,
			false,
			true,
		]);
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
