import {
	mainChecksumAccount as main,
	sceneOnlyAccount,
	startEmulator,
	whitelistedAccount,
	type Emulator,
} from './index';
import {
	checksumHeaders,
	OBJECT_PATH,
	SCENE_PATH,
	send,
	sendImage,
	type Checksumming,
	type Reply,
} from './fixtures/client';
import { foreignFiles, tiff } from './fixtures/images';
import { labelledBmp, labelledJpeg, labelledPng, plainJpeg, plainPng } from './fixtures/labelled';
import { sha256 } from './images/truths';

let emulator: Emulator;
const image = plainPng(7);
const scene = async (options: Checksumming = {}, body: Buffer | string = image): Promise<Reply> =>
	await sendImage(emulator.port, SCENE_PATH, body, options);
const setClock = (moment: string): void => {
	emulator.set({ clockOffset: (Date.parse(moment) - Date.now()) / 1000 });
};
const element = (reply: Reply): any =>
	Array.isArray(reply.json.data) ? reply.json.data[0] : reply.json.data.fileList[0];

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('checksum', () => {
	// printf '%s' "<key><time><param>" | openssl dgst -md5
	it('computed by openssl is accepted', async () => {
		setClock('2026-03-03T08:09:10Z');
		const reply = await scene({
			curTime: '1772525350',
			rawParam: 'eyJpbWFnZV9uYW1lIjoicGhvdG8ucG5nIn0=',
			checkSum: 'f77879bb6cf95c2b6218f85d91ebce0d',
		});
		expect(reply.json).toMatchObject({ code: '0', desc: 'success' });
		expect(element(reply).name).toBe('photo.png');
	});

	it.each<[string, Checksumming, string, string]>([
		['a wrong key', { apiKey: 'x'.repeat(32) }, '10105', 'illegal access|illegal X-CheckSum'],
		['no checksum', { without: ['X-CheckSum'] }, '10105', 'illegal access|illegal X-CheckSum'],
		[
			'another account’s key',
			{ apiKey: sceneOnlyAccount.apiKey },
			'10105',
			'illegal access|illegal X-CheckSum',
		],
		['an unknown app id', { appId: 'nobody' }, '10105', 'illegal access|no appid info'],
		['no app id', { without: ['X-Appid'] }, '10105', 'illegal access|no appid info'],
		['no time', { without: ['X-CurTime'] }, '10105', 'illegal access|illegal X-CurTime'],
		['a time that is no number', { curTime: 'now' }, '10105', 'illegal access|illegal X-CurTime'],
		['milliseconds', { curTime: String(Date.now()) }, '10105', 'illegal access|illegal X-CurTime'],
		['no parameter', { without: ['X-Param'] }, '10106', 'invalid parameter|invalid X-Param'],
	])('with %s is refused', async (_, options, code, desc) => {
		const reply = await scene(options);
		expect(reply.status).toBe(200);
		expect(reply.json).toEqual({
			code,
			desc,
			data: code === '10105' ? '' : [],
			sid: expect.stringMatching(/^tup/),
		});
		expect(emulator.ledger().entries.at(-1)).toMatchObject({ authValid: false, code });
	});

	it('in upper case is refused', async () => {
		setClock('2026-03-03T08:09:10Z');
		const reply = await scene({
			curTime: '1772525350',
			checkSum: 'F77879BB6CF95C2B6218F85D91EBCE0D',
		});
		expect(reply.json.code).toBe('10105');
	});

	it.each([
		[-301, false],
		[-299, true],
		[299, true],
		[300, true],
		[301, false],
	])('written %d s from the server’s clock: accepted %s', async (seconds, accepted) => {
		setClock('2026-03-03T08:09:10.200Z');
		const reply = await scene({ curTime: String(1772525350 + seconds) });
		expect(reply.json.code === '0').toBe(accepted);
	});

	it('can carry the newer gateway’s code', async () => {
		emulator.set({ checksum: { checksumCode: 40203 } });
		expect((await scene({ apiKey: 'x' })).json.code).toBe('40203');
	});

	it('does not depend on the case of header names or on a content type', async () => {
		const { 'X-Appid': appId, ...rest } = checksumHeaders();

		const headers = {
			'x-appid': appId as string,
			...rest,
			'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
		};
		expect((await send(emulator.port, { path: SCENE_PATH, headers, body: image })).json.code).toBe(
			'0',
		);
	});
});

describe('caller', () => {
	const options = { appId: whitelistedAccount.appId, apiKey: whitelistedAccount.apiKey };

	it('outside the whitelist is refused with empty data, as specified', async () => {
		expect((await scene(options)).json).toEqual({
			code: '10105',
			desc: 'illegal access|illegal client_ip',
			data: '',
			sid: expect.any(String),
		});
	});

	it('is named by the observed voice', async () => {
		emulator.set({ voice: 'observed' });
		expect((await scene(options)).json.desc).toBe('illegal access|illegal client_ip: 127.0.0.1');
	});

	it('on the whitelist is served', async () => {
		const checksum = [{ ...main, allowedIps: ['127.0.0.1'] }];
		const other = await startEmulator({ accounts: { checksum } });
		try {
			expect((await sendImage(other.port, SCENE_PATH, image)).json.code).toBe('0');
		} finally {
			await other.stop();
		}
	});

	it('without a licence for the service is refused', async () => {
		const asSceneOnly = { appId: sceneOnlyAccount.appId, apiKey: sceneOnlyAccount.apiKey };
		expect((await scene(asSceneOnly)).json.code).toBe('0');
		const refused = await sendImage(emulator.port, OBJECT_PATH, image, asSceneOnly);
		expect(refused.json).toMatchObject({ code: '10110', data: [] });
	});
});

describe('X-Param', () => {
	const base64 = (value: string): string => Buffer.from(value).toString('base64');

	it.each([
		['text that is not base64', 'photo.png'],
		['base64 without padding', base64('{"image_name":"ab"}').replace(/=+$/, '')],
		['base64 of no JSON', base64('photo.png')],
		['base64 of an array', base64('["photo.png"]')],
		[
			'JSON in GBK',
			Buffer.from('7b22696d6167655f6e616d65223a22d5d5c6ac2e6a7067227d', 'hex').toString('base64'),
		],
		['no image name', base64('{}')],
		['an empty image name', base64('{"image_name":""}')],
		['an image name of another type', base64('{"image_name":7}')],
		['an image URL of another type', base64('{"image_name":"a","image_url":7}')],
		['a field that is not specified', base64('{"image_name":"a","engine_type":"x"}')],
	])('with %s is 10106 with an empty array', async (_, rawParam) => {
		expect((await scene({ rawParam })).json).toEqual({
			code: '10106',
			desc: 'invalid parameter|invalid X-Param',
			data: [],
			sid: expect.any(String),
		});
	});

	it('may have a field more in the observed voice', async () => {
		emulator.set({ voice: 'observed' });
		const rawParam = base64('{"image_name":"a","engine_type":"x"}');
		expect((await scene({ rawParam })).json.code).toBe(0);
		expect(emulator.ledger().entries.at(-1)?.deviations).toEqual([
			"'engine_type' is not a field of X-Param",
		]);
	});

	it('shapes the data of a failure as set', async () => {
		const data = async (): Promise<unknown> => (await scene({ rawParam: 'x' })).json.data;
		emulator.set({ voice: 'observed' });
		expect(await data()).toBe('');
		emulator.set({ checksum: { dataOnFailure: 'array' } });
		expect(await data()).toEqual([]);
	});
});

describe('recognition', () => {
	it('speaks by the specification in the documented voice', async () => {
		const expected = {
			label: expect.any(Number),
			labels: expect.any(Array),
			rate: expect.stringMatching(/^0\.\d+$/),
			rates: expect.any(Array),
			name: 'photo.png',
			review: expect.any(Boolean),
			tag: 'Using Buffer',
		};
		expect((await scene()).json).toEqual({
			code: '0',
			desc: 'success',
			sid: expect.any(String),
			data: { fileList: [expected] },
		});
		const object = await sendImage(emulator.port, OBJECT_PATH, image);
		expect(object.json.data).toEqual([expected]);
	});

	it('speaks as captured in the observed voice', async () => {
		emulator.set({ voice: 'observed' });
		for (const path of [SCENE_PATH, OBJECT_PATH]) {
			const reply = await sendImage(emulator.port, path, image);
			expect(Object.keys(reply.json)).toEqual(['code', 'data', 'desc', 'sid']);
			expect(reply.json.code).toBe(0);
			const { fileList, reviewCount, topNStatistic } = reply.json.data;
			expect(fileList[0]).toEqual({
				code: 0,
				file_name: expect.any(String),
				label: expect.any(Number),
				labels: expect.any(Array),
				name: 'photo.png',
				rate: fileList[0].rates[0],
				rates: expect.any(Array),
				review: expect.any(Boolean),
			});
			expect(reviewCount).toBe(fileList[0].review ? 1 : 0);
			expect(topNStatistic).toEqual([{ count: 1, label: fileList[0].label }]);
		}
		const byUrl = await scene(
			{ param: { image_name: 'a.png', image_url: 'http://x.test/a.png' } },
			'',
		);
		expect(element(byUrl)).toMatchObject({ tag: 'Using url', name: 'http://x.test/a.png' });
	});

	it('gives five labels in range with falling scores, for review below one half', async () => {
		const reviews = new Set<boolean>();
		for (let seed = 0; seed < 60; seed++) {
			for (const [path, count] of [
				[SCENE_PATH, 43],
				[OBJECT_PATH, 20067],
			] as const) {
				const found = element(
					await sendImage(emulator.port, path, plainPng(seed, { width: 8, height: 8 })),
				);
				expect(new Set(found.labels).size).toBe(5);
				expect(found.labels[0]).toBe(found.label);
				expect(found.labels.every((label: number) => label >= 0 && label < count)).toBe(true);
				expect(found.rates).toEqual([...found.rates].sort((a, b) => b - a));
				expect(found.rates.reduce((a: number, b: number) => a + b)).toBeLessThanOrEqual(1);
				expect(String(found.rates[0])).toBe(found.rate);
				expect(found.review).toBe(found.rates[0] < 0.5);
				reviews.add(found.review);
			}
		}
		expect(reviews.size).toBe(2);
	});

	it('gives the same answer for the same bytes and another for others', async () => {
		const of = async (body: Buffer): Promise<string> => {
			const { labels, rates } = element(await sendImage(emulator.port, OBJECT_PATH, body));
			return JSON.stringify([labels, rates]);
		};
		expect(await of(plainPng(1))).toBe(await of(plainPng(1)));
		const seen = new Set(
			await Promise.all([1, 2, 3, 4, 5].map(async (seed) => await of(plainJpeg(seed)))),
		);
		expect(seen.size).toBe(5);
		expect(await of(Buffer.concat([plainPng(1), Buffer.from([0])]))).not.toBe(
			await of(plainPng(1)),
		);
	});

	it('reads the label from a picture that carries it', async () => {
		for (const body of [labelledPng(9), labelledJpeg(9), labelledBmp(9)]) {
			expect(element(await scene({}, body))).toMatchObject({ label: 9, review: false });
		}
		const truth = {
			label: 7,
			rate: 0.4,
			labels: [7, 1, 2, 3, 4],
			rates: [0.4, 0.3, 0.1, 0.05, 0.01],
		};
		expect(element(await scene({}, labelledPng(truth)))).toMatchObject({
			...truth,
			rate: '0.4',
			review: true,
		});
		expect(element(await scene({}, labelledPng(-1))).label).toBe(-1);
	});

	it('knows a picture by its hash and a URL by its text when told', async () => {
		emulator.tellLabel(sha256(image), { label: 30 });
		emulator.tellLabel('http://x.test/gym', { label: 31 });
		expect(element(await scene()).label).toBe(30);
		const param = { image_name: 'gym', image_url: 'http://x.test/gym' };
		expect(element(await scene({ param }, '')).label).toBe(31);
	});

	it('prefers the URL to the body and never asks for it', async () => {
		const param = { image_name: 'a.png', image_url: `${emulator.url}/picture.png` };
		const withBody = element(await scene({ param }, labelledPng(9)));
		const without = element(await scene({ param }, ''));
		expect(withBody).toEqual(without);
		expect(withBody.tag).toBe('Local Image');
		expect(emulator.ledger().services.none).toBeUndefined();
	});

	it.each(Object.entries(foreignFiles))('says label -1 to %s', async (_, body) => {
		expect(element(await scene({}, body))).toMatchObject({ label: -1, labels: [], rates: [] });
	});

	it('says label -1 to a picture that is not whole', async () => {
		for (const whole of [labelledPng(1), labelledJpeg(1), labelledBmp(1), tiff()]) {
			for (const length of [2, 4, 8, Math.floor(whole.length / 2)]) {
				expect(element(await scene({}, whole.subarray(0, length))).label).toBe(-1);
			}
		}
	});

	it('says label -1 to no image at all and to a URL that cannot be one', async () => {
		expect(element(await scene({}, '')).label).toBe(-1);
		for (const url of ['ftp://x.test/a.png', 'a.png', 'http://', 'http://x.test/a.GIF?size=2']) {
			const param = { image_name: 'a', image_url: url };
			expect(element(await scene({ param }, '')).label).toBe(-1);
		}
	});

	it('takes all formats', async () => {
		for (const body of [plainPng(1), plainJpeg(1), labelledBmp(1), tiff()]) {
			expect(element(await scene({}, body)).label).toBeGreaterThanOrEqual(0);
		}
	});

	it('takes 800 × 1024 bytes and not one more', async () => {
		const most = plainPng(1, { padTo: 800 * 1024 });
		expect(most.length).toBe(819_200);
		expect((await scene({}, most)).json.code).toBe('0');
		expect((await scene({}, Buffer.concat([most, Buffer.from([0])]))).json).toMatchObject({
			code: '10106',
			desc: 'invalid parameter|invalid image size',
		});
	});
});
