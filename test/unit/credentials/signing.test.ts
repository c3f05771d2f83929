import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { checksum } from '../../../nodes/shared/checksum/sign';
import { authorizationParameter } from '../../../nodes/shared/signature/sign';

const API_KEY = 'fake-key-0123456789abcdef01234567';
const API_SECRET = 'fake-secret-89abcdef0123456789ab';

function decodeAuthorization(parameter: string): Record<string, string> {
	const text = Buffer.from(parameter, 'base64').toString();
	return Object.fromEntries(
		[...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
	);
}

describe('authorization parameter', () => {
	// printf 'host: …\ndate: …\nPOST … HTTP/1.1' | openssl dgst -sha256 -hmac <secret> -binary | base64
	test.each([
		[
			'api.xf-yun.com',
			'/v1/private/s824758f1',
			'Fri, 20 Nov 2026 10:43:06 GMT',
			'azlOi7X9X9ALqe4702htYrFCrVT23S8Ovbyi3/uAkb8=',
		],
		[
			'127.0.0.1:8080',
			'/prefix/v1/private/s9a87e3ec',
			'Tue, 01 Jan 2030 00:00:00 GMT',
			'K/tWX69eUQWdqXWNk64SwjHRMbEwp9WYN1lmILBVLmo=',
		],
	])('equals what openssl computes for %s%s', (host, path, date, signature) => {
		const parameter = authorizationParameter({
			host,
			date,
			method: 'POST',
			path,
			apiKey: API_KEY,
			apiSecret: API_SECRET,
		});
		expect(Buffer.from(parameter, 'base64').toString()).toBe(
			`api_key="${API_KEY}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`,
		);
		expect(signature).toHaveLength(44);
	});
});

describe('checksum', () => {
	test('equals what openssl computes over key, time and parameter', () => {
		expect(checksum(API_KEY, '1795171231', 'eyJpbWFnZV9uYW1lIjoiYS5qcGcifQ==')).toBe(
			'7cfafa2a93df40a063435664611cc070',
		);
	});
});

// The published vectors lie beside the project, not in it.
const samples = join(__dirname, '../../../../shared/vendor/samples');
const published = existsSync(samples) ? describe : describe.skip;

published('published vectors', () => {
	const read = (name: string) => JSON.parse(readFileSync(join(samples, name), 'utf8'));

	test('every HMAC vector of the vendor comes out the same', () => {
		const vectors = read('auth.hmac.vectors.json');
		expect(vectors.length).toBeGreaterThan(3);
		for (const vector of vectors) {
			const [method, path] = vector.request_line.split(' ');
			const parameter = authorizationParameter({
				host: vector.host,
				date: vector.date,
				method,
				path,
				apiKey: vector.api_key,
				apiSecret: vector.api_secret,
			});
			expect(decodeAuthorization(parameter).signature).toBe(vector.signature);
			expect(parameter).toBe(vector.authorization);
		}
	});

	test('every checksum vector of the vendor comes out the same', () => {
		for (const vector of read('auth.checksum.vectors.json')) {
			expect(checksum(vector.api_key, vector['X-CurTime'], vector['X-Param'])).toBe(
				vector['X-CheckSum'],
			);
		}
	});
});
