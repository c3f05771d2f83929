import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ChecksumAccount } from '../accounts';

export type ChecksumVerdict =
	| { kind: 'valid'; account: ChecksumAccount }
	| { kind: 'noParam' | 'noApp' | 'clock' | 'mismatch' }
	| { kind: 'address'; account: ChecksumAccount };

const MAX_SKEW_SECONDS = 300;

const one = (value: string | string[] | undefined): string =>
	Array.isArray(value) ? value.join(', ') : (value ?? '');

/** MD5 over key, time and parameter text as they stand, 32 lowercase hexadecimal characters. */
function checksumOf(apiKey: string, curTime: string, param: string): string {
	return createHash('md5')
		.update(apiKey + curTime + param, 'utf8')
		.digest('hex');
}

/**
 * Re-computes the checksum from the headers as sent. `now` is the server's clock in milliseconds,
 * `caller` the client's IP address.
 */
export function verifyChecksum(
	headers: IncomingHttpHeaders,
	caller: string,
	now: number,
	accounts: ChecksumAccount[],
): ChecksumVerdict {
	const param = one(headers['x-param']);
	if (param === '') return { kind: 'noParam' };
	const known = accounts.filter(({ appId }) => appId === one(headers['x-appid']));
	if (known.length === 0) return { kind: 'noApp' };

	const curTime = one(headers['x-curtime']);
	const off = Math.abs(Number(curTime) - now / 1000);
	if (!/^\d{1,12}$/.test(curTime) || off > MAX_SKEW_SECONDS) return { kind: 'clock' };

	const given = one(headers['x-checksum']);
	const account = known.find(({ apiKey }) => checksumOf(apiKey, curTime, param) === given);
	if (!account) return { kind: 'mismatch' };
	const refused = account.allowedIps && !account.allowedIps.includes(caller);
	return { kind: refused ? 'address' : 'valid', account };
}
