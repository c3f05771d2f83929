import { createHash } from 'node:crypto';

/**
 * X-CheckSum: MD5 over API key, X-CurTime and X-Param as sent, in lower-case hexadecimal
 * (spec: scene and object recognition, Authentication).
 */
export function checksum(apiKey: string, curTime: string, param: string): string {
	return createHash('md5').update(`${apiKey}${curTime}${param}`).digest('hex');
}
