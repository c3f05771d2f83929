import { sceneOnlyAccount, startEmulator, type Emulator } from './index';
import {
	OBJECT_PATH,
	SCENE_PATH,
	sendImage,
	type Checksumming,
	type Reply,
} from './fixtures/client';
import { plainPng } from './fixtures/labelled';

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

	const SUM = ['10105', 'illegal access|illegal X-CheckSum'];
	const APP = ['10105', 'illegal access|no appid info'];
	const TIME = ['10105', 'illegal access|illegal X-CurTime'];

	it.each<[string, Checksumming, string[]]>([
		['a wrong key', { apiKey: 'x'.repeat(32) }, SUM],
		['no checksum', { without: ['X-CheckSum'] }, SUM],
		['another account’s key', { apiKey: sceneOnlyAccount.apiKey }, SUM],
		['an unknown app id', { appId: 'nobody' }, APP],
		['no app id', { without: ['X-Appid'] }, APP],
		['no time', { without: ['X-CurTime'] }, TIME],
		['a time that is no number', { curTime: 'now' }, TIME],
		['milliseconds', { curTime: String(Date.now()) }, TIME],
		['no parameter', { without: ['X-Param'] }, ['10106', 'invalid parameter|invalid X-Param']],
	])('with %s is refused', async (_, options, [code, desc]) => {
		const reply = await scene(options);
		expect(reply.status).toBe(200);
		const sid = expect.stringMatching(/^tup/);
		expect(reply.json).toEqual({ code, desc, data: code === '10105' ? '' : [], sid });
		expect(emulator.ledger().entries.at(-1)).toMatchObject({ authValid: false, code });
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
