import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { seededRandom } from '../../emulator/core/random';
import { makePushes } from '../../emulator/aiCall/pusher';

/** One malformed request. */
export interface FuzzedRequest {
	/** What is wrong with it. */
	name: string;
	/** Whether it is a JSON object sent with POST all the same, which is delivered as a push. */
	isPush: boolean;
	/** Sends it; answers the status, null when the connection broke. */
	send(url: string): Promise<number | null>;
}

interface Draft {
	name: string;
	body: Buffer;
	method?: string;
	headers?: Record<string, string>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** So many requests, the same for the same seed. */
export function fuzzedRequests(seed: string, count: number): FuzzedRequest[] {
	const random = seededRandom(createHash('sha256').update(seed).digest().readUInt32LE(0));
	const whole = (most: number): number => Math.floor(random() * most);
	const pick = <T>(values: T[]): T => values[whole(values.length)];
	const pushes = makePushes({ count: 60, seed }).map(({ body }) => body);
	const anything = (depth = 0): unknown => {
		const kind = whole(depth > 3 ? 7 : 9);
		if (kind === 0) return null;
		if (kind === 1) return random() < 0.5;
		if (kind === 2) return pick([0, -1, 1e308, 0.1, 2 ** 60, 1767229200000]);
		if (kind === 3)
			return pick(['', '0', '2', '\u0000', '\ud800', '💥', 'constructor', '__proto__']);
		if (kind < 7) return text(whole(40));
		if (kind === 7) return Array.from({ length: whole(5) }, () => anything(depth + 1));
		return Object.fromEntries(
			Array.from({ length: whole(5) }, () => [text(whole(8)), anything(depth + 1)]),
		);
	};
	const text = (length: number): string =>
		Array.from({ length }, () => String.fromCodePoint(1 + whole(0xd7fe))).join('');
	const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, () => whole(256)));
	const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');

	const makers: Array<() => Draft> = [
		() => {
			const body = { ...pick(pushes) };
			for (let times = 1 + whole(3); times > 0; times--) {
				body[pick(Object.keys(body))] = anything() as never;
			}
			return { name: 'a push with fields of other types', body: json(body), headers: JSON_TYPE };
		},
		() => {
			const members = Object.entries(pick(pushes)).map(
				([key, value]) => `"${key}":${JSON.stringify(value)}`,
			);
			members.splice(whole(members.length), 0, pick(members), '"call_uuid":null');
			return {
				name: 'duplicate keys',
				body: Buffer.from(`{${members.join(',')}}`),
				headers: JSON_TYPE,
			};
		},
		() => ({ name: 'a JSON value', body: json(anything()), headers: JSON_TYPE }),
		() => {
			const whole_ = json(pick(pushes));
			return {
				name: 'cut off',
				body: whole_.subarray(0, whole(whole_.length)),
				headers: JSON_TYPE,
			};
		},
		() => {
			const bytes = Buffer.from(json(pick(pushes)));
			for (let times = 1 + whole(6); times > 0; times--) bytes[whole(bytes.length)] = whole(256);
			return { name: 'broken bytes', body: bytes, headers: JSON_TYPE };
		},
		() => ({ name: 'noise', body: noise(whole(400)), headers: { 'content-type': pick(TYPES) } }),
		() => ({
			name: 'a push under another type',
			body: json(pick(pushes)),
			headers: { 'content-type': pick(TYPES) },
		}),
		() => ({ name: 'no type', body: random() < 0.5 ? json(pick(pushes)) : noise(50) }),
		() => ({ name: 'empty', body: Buffer.alloc(0), headers: JSON_TYPE }),
		() => ({
			name: 'another method',
			method: pick(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
			body: json(pick(pushes)),
			headers: JSON_TYPE,
		}),
		() => ({
			name: 'compressed',
			body: random() < 0.5 ? gzipSync(json(pick(pushes))) : noise(60),
			headers: { ...JSON_TYPE, 'content-encoding': pick(['gzip', 'deflate', 'br', 'identity']) },
		}),
		() => {
			const levels = pick([50, 99, 101, 1000, 20_000]);
			const [open, close] = pick([
				['[', ']'],
				['{"a":', '}'],
			]);
			const deep = `{"call_uuid":"deep","x":${open.repeat(levels)}1${close.repeat(levels)}}`;
			return { name: 'nested deeply', body: Buffer.from(deep), headers: JSON_TYPE };
		},
		() => ({
			name: 'long numbers and texts',
			body: Buffer.from(
				`{"call_uuid":${'9'.repeat(1 + whole(400))},"direction":-0,"size":1e${whole(999)},"url":"${'x'.repeat(whole(50_000))}"}`,
			),
			headers: JSON_TYPE,
		}),
		() => ({
			name: 'another character set',
			body: json(pick(pushes)),
			headers: {
				'content-type': `application/json; charset=${pick(['utf-8', 'UTF-16', 'gbk', 'x', ''])}`,
			},
		}),
	];
	return Array.from({ length: count }, () => fuzzed(pick(makers)()));
}

const TYPES = [
	'text/plain',
	'text/html',
	'application/xml',
	'application/octet-stream',
	'application/x-www-form-urlencoded',
	'multipart/form-data',
	'multipart/form-data; boundary=x',
	'image/png',
	'nonsense',
];

function fuzzed({ name, body, method = 'POST', headers = {} }: Draft): FuzzedRequest {
	return {
		name,
		isPush: method === 'POST' && isObject(body, headers['content-encoding']),
		send: async (url) =>
			await new Promise((resolve) => {
				const request = httpRequest(url, {
					method,
					agent: false,
					headers: { ...headers, 'content-length': body.length },
				});
				request.on('error', () => resolve(null));
				request.on('response', (response) => {
					response.resume();
					response.on('end', () => resolve(response.statusCode ?? null));
					response.on('error', () => resolve(null));
				});
				request.setTimeout(30_000, () => request.destroy());
				request.end(body);
			}),
	};
}

function isObject(body: Buffer, encoding: string | undefined): boolean {
	try {
		const plain =
			encoding === 'gzip' ? gunzipSync(body) : encoding === 'deflate' ? inflateSync(body) : body;
		const value: unknown = JSON.parse(plain.toString().replace(/^\uFEFF/, ''));
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
}
