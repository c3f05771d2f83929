import { createHash } from 'node:crypto';

import type { Scheme } from '../http/codes';

/**
 * X-CheckSum: MD5 over API key, X-CurTime and X-Param as sent, in lower-case hexadecimal
 * (services.md, Checksum scheme: Authentication).
 */
export function checksum(apiKey: string, curTime: string, param: string): string {
	return createHash('md5').update(`${apiKey}${curTime}${param}`).digest('hex');
}

/** The credential uses an X-CurTime that is already among the headers. */
export const checksumScheme: Scheme = {
	credentialType: 'iflytekChecksumApi',
	services: { object: 'Object Recognition', scene: 'Scene Recognition' },
	signedAt: (time) => ({ headers: { 'X-CurTime': String(Math.floor(time.getTime() / 1000)) } }),
};
