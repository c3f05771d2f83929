import { createHash } from 'node:crypto';

import type { Scheme } from '../http/client';

/**
 * X-CheckSum: MD5 over API key, X-CurTime and X-Param as sent, in lower-case hexadecimal
 * (docs/services.md, Checksum scheme: Authentication).
 */
export function checksum(apiKey: string, curTime: string, param: string): string {
	return createHash('md5').update(`${apiKey}${curTime}${param}`).digest('hex');
}

/** The credential sums up an X-CurTime that is among the headers already. */
export const checksumScheme: Scheme = {
	credentialType: 'iflytekChecksumApi',
	signedAt: (time) => ({ headers: { 'X-CurTime': String(Math.floor(time.getTime() / 1000)) } }),
};
