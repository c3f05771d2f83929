import { checksum, checksumScheme } from '../../../nodes/shared/checksum/scheme';
import { authorizationParameter, signatureScheme } from '../../../nodes/shared/signature/scheme';
import { CHECKSUMS, SIGNATURES, VENDOR_KEYS } from '../../fixtures/vendorClients';

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

describe('the time that is signed', () => {
	const time = new Date('2026-11-20T10:43:06.789Z');

	test('is a date in the query for the signature, whole seconds in a header for the checksum', () => {
		expect(signatureScheme).toMatchObject({ credentialType: 'iflytekSignatureApi' });
		expect(signatureScheme.signedAt(time)).toEqual({
			qs: { date: 'Fri, 20 Nov 2026 10:43:06 GMT' },
		});
		expect(checksumScheme).toMatchObject({ credentialType: 'iflytekChecksumApi' });
		expect(checksumScheme.signedAt(time)).toEqual({ headers: { 'X-CurTime': '1795171386' } });
	});
});

describe('what the vendor printed and its clients sent', () => {
	test.each(SIGNATURES)(
		'has the signature that we compute: $source',
		({ signature, ...request }) => {
			const parameter = authorizationParameter({ ...request, ...VENDOR_KEYS, method: 'POST' });
			expect(decodeAuthorization(parameter).signature).toBe(signature);
		},
	);

	test.each(CHECKSUMS)('has the checksum that we compute: $source, $curTime', (vector) => {
		const { curTime, param } = vector;
		expect(checksum(VENDOR_KEYS.apiKey, curTime, param)).toBe(vector.checksum);
	});
});
