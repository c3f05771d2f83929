import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';

import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { runNode, withDefaults } from './engine';
import { listen, stop } from '../support/httpServer';
import { deviations, readSchema } from './outputSchema';

const WAV = Buffer.from(`RIFF....WAVEfmt ${'x'.repeat(5000)}`);

let server: Server;
let other: Server;
let seen: Array<{ url: string; headers: IncomingMessage['headers'] }>;
let otherSeen: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const sendWav = (_request: IncomingMessage, response: ServerResponse) =>
	void response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(WAV);
const hostOf = (one: Server) => `127.0.0.1:${(one.address() as AddressInfo).port}`;

beforeAll(async () => {
	server = createServer((request, response) => {
		seen.push({ url: request.url!, headers: request.headers });
		answer(request, response);
	});
	other = createServer((request, response) => {
		otherSeen.push(request.url!);
		sendWav(request, response);
	});
	await listen(server);
	await listen(other);
});
beforeEach(() => {
	seen = [];
	otherSeen = [];
	answer = sendWav;
});
afterAll(() => [server, other].forEach(stop));

async function download(parameters: INodeParameters, settings = {}) {
	const node = new IflytekAiCall();
	return await runNode({
		node,
		parameters: withDefaults(node, {
			resource: 'recording',
			operation: 'download',
			recordingBaseUrl: `http://${hostOf(server)}/files`,
			...parameters,
		}),
		items: [{ json: {} }],
		settings,
	});
}

describe('Recording: Download', () => {
	it('puts a recording into a binary field, without any credential', async () => {
		const { items, error } = await download({
			url: 'ant/4/ivr/452263.wav',
			binaryPropertyName: 'voice',
		});
		expect(error).toBeUndefined();
		expect(items[0]).toMatchObject({
			json: {
				fileName: '452263.wav',
				mimeType: 'audio/wav',
				bytes: WAV.length,
				url: `http://${hostOf(server)}/files/ant/4/ivr/452263.wav`,
			},
			pairedItem: { item: 0 },
		});
		expect(Buffer.from(items[0]!.binary!.voice.data, 'base64')).toEqual(WAV);
		expect(seen[0]!.url).toBe('/files/ant/4/ivr/452263.wav');
		expect(seen[0]!.headers).not.toHaveProperty('authorization');
		const schema = readSchema(new IflytekAiCall(), 'recording', 'download');
		expect(deviations([items[0]!.json], schema, { always: true })).toEqual([]);
	});

	it.each([
		['audio/x-alaw', 'audio/x-alaw'],
		['x-audio/wav', 'application/octet-stream'],
	])('takes raw samples of the type %s for %s', async (type, mimeType) => {
		answer = (_request, response) =>
			void response.writeHead(200, { 'Content-Type': type }).end(Buffer.alloc(100, 0xd5));
		const { items } = await download({ url: 'x.wav' });
		expect(items[0]).toMatchObject({ json: { mimeType }, binary: { data: { mimeType } } });
	});

	it.each([
		['HTTP 503', (response: ServerResponse) => response.writeHead(503).end()],
		['a lost connection', (response: ServerResponse) => response.destroy()],
	])('is tried again after %s', async (_what, fail) => {
		answer = (request, response) =>
			seen.length === 1 ? void fail(response) : sendWav(request, response);
		const { items, error } = await download({ url: 'x.wav' });
		expect(error).toBeUndefined();
		expect(items[0]!.json.bytes).toBe(WAV.length);
		expect(seen).toHaveLength(2);
	});

	it('is given up after four attempts, and says so', async () => {
		answer = (_request, response) => void response.writeHead(502).end();
		const { error } = await download({ url: 'x.wav' });
		expect(error?.message).toBe('The recording server answered HTTP 502 instead of a recording');
		expect(error?.description).toMatch(/^It was tried 4 times without success\./);
		expect(seen).toHaveLength(4);
	});

	it('takes a file name of its own', async () => {
		const { items } = await download({ url: 'x.wav', options: { fileName: 'call 7.wav' } });
		expect(items[0]!.json.fileName).toBe('call 7.wav');
	});

	it('asks no other host, unless it is listed', async () => {
		const url = `http://${hostOf(other)}/x.wav`;
		const refused = await download({ url });
		expect(refused.error?.message).toBe(
			`'Recording URL' points to the host ${hostOf(other)}, which is not allowed`,
		);
		expect(otherSeen).toEqual([]);
		for (const between of [', ', '，', '；', '、', '\u200b\n']) {
			const options = { allowedHosts: `a.example${between}${hostOf(other)}\u200b` };
			const allowed = await download({ url, options });
			expect(allowed.error).toBeUndefined();
		}
		expect(otherSeen).toEqual(Array(5).fill('/x.wav'));
	});

	it('follows a redirect on the same host, and none to another one', async () => {
		answer = (request, response) => {
			if (request.url === '/files/old.wav') response.writeHead(302, { Location: '/new.wav' }).end();
			else sendWav(request, response);
		};
		expect((await download({ url: 'old.wav' })).error).toBeUndefined();
		expect(seen.map(({ url }) => url)).toEqual(['/files/old.wav', '/new.wav']);

		for (const [location, where] of [
			[`http://${hostOf(other)}/x.wav`, `the host ${hostOf(other)}, which is not allowed`],
			['file:///etc/passwd', 'an address that is not a web address'],
		]) {
			answer = (_request, response) => void response.writeHead(302, { Location: location }).end();
			expect((await download({ url: 'x.wav' })).error).toMatchObject({
				message: `The recording's address redirects to ${where}`,
				description: "If that is your recording server, add it to 'Allowed Hosts'.",
			});
		}
		expect(otherSeen).toEqual([]);
	});

	it('follows twenty redirects, and no more', async () => {
		const redirects = (most: number) => {
			let left = most;
			answer = (request, response) => {
				if (left-- > 0) response.writeHead(302, { Location: '/files/x.wav' }).end();
				else sendWav(request, response);
			};
		};
		redirects(20);
		expect((await download({ url: 'x.wav' })).error).toBeUndefined();
		redirects(21);
		expect((await download({ url: 'x.wav' })).error).toMatchObject({
			message: 'The recording server keeps redirecting',
			description: "None of the addresses it redirects to answered. Check 'Recording Base URL'.",
		});
	});

	it.each([true, false])('stops at the size limit, announced or not (%p)', async (announced) => {
		const large = Buffer.alloc(3 * 1024 * 1024);
		answer = (_request, response) => {
			response.writeHead(200, announced ? { 'Content-Length': large.length } : {});
			response.end(large);
		};
		const { error } = await download({ url: 'x.wav', options: { maxSize: 1 } });
		expect(error).toMatchObject({
			message: 'The recording is larger than 1 MB',
			description: 'Raise the option Max Size.',
		});
	});

	it('does not wait for ever', async () => {
		answer = (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'audio/wav' });
			response.write('RIFF');
		};
		const { error } = await download({ url: 'x.wav', options: { timeout: 300 } });
		expect(error).toMatchObject({
			message: 'The recording did not arrive within 0.3 s',
			description: 'It was tried 4 times without success. Raise the option Timeout.',
		});
	});

	const PAGE = [
		'The recording server answered with a page instead of a recording',
		"Check 'Recording Base URL': the address must lead to the file without a login.",
	];
	const DELETED = 'Recordings may also have been deleted after a time.';
	const text = (words: string) => [
		`The recording server answered with a text instead of a recording${words}`,
		`Check 'Recording URL' and 'Recording Base URL'. ${DELETED}`,
	];
	const status = (code: number) => [
		`The recording server answered HTTP ${code} instead of a recording`,
		`Check 'Recording Base URL'. ${DELETED}`,
	];

	it.each([
		[404, 'text/plain', 'x', status(404)],
		[304, 'audio/wav', '', status(304)],
		[401, 'audio/wav', 'x', status(401)],
		[200, 'text/html; charset=utf-8', '<html>', PAGE],
		[200, 'TEXT/HTML', '\xd5\x55\xd5', PAGE],
		[200, 'audio/wav', '', ['The recording is empty', 'Look for the call in the console.']],
		[200, 'text/plain', 'File not found', text(': "File not found"')],
		[200, 'audio/wav', 'File not found', text(': "File not found"')],
		[200, 'audio/wav', 'not <html> at all', text(': "not <html> at all"')],
		[200, 'application/octet-stream', '<!DOCTYPE html><html>', PAGE],
		[200, 'application/json', '{"code":404}', text(': "{"code":404}"')],
		[200, 'text/plain', '\xd5\x55\xd5', text('')],
		[200, 'application/xml', '\xd5\x55\xd5', text('')],
	])('tells HTTP %i %s from a recording', async (code, type, body, [message, description]) => {
		answer = (_request, response) =>
			void response.writeHead(code, { 'Content-Type': type }).end(Buffer.from(body, 'latin1'));
		expect((await download({ url: 'x.wav' })).error).toMatchObject({ message, description });
	});

	it('tells a connection that breaks in the middle', async () => {
		answer = (_request, response) => {
			response.writeHead(200, { 'Content-Length': 100_000 });
			response.write('RIFF', () => response.destroy());
		};
		expect((await download({ url: 'x.wav' })).error?.message).toMatch(
			/connection to the recording server was lost/,
		);
	});
});
