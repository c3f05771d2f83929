/** Messages of the specification's two code tables. */
const documented: Record<number, string> = {
	0: 'success',
	10009: 'input invalid data',
	10010: 'service license not enough',
	10019: 'service read buffer timeout, session timeout',
	10106: 'wrapper output data invalid(key or type)',
	10139: 'invalid param',
	10160: 'parse request json error',
	10161: 'parse base64 string error',
	10163: 'param validate error:...',
	10222: 'context deadline exceeded',
	10223: "RemoteLB: can't find valued addr lb",
	10313: 'invalid appid',
	37042: 'Failure',
};

/** Messages of the vendor's general list for codes that the two tables lack. */
const general: Record<number, string> = {
	10003: 'invalid service operation',
	10004: 'invalid session mode',
	10008: 'service instance invalid',
	10043: 'Syscall AudioCodingDecode error',
	10101: 'engine inactive',
	10114: 'session timeout',
	10118: 'server cannot parse response data',
	10200: 'read data timeout',
	10221: 'no useful connection',
	10225: "Finder: can't find busin service",
	10300: 'seqBuffer empty',
	10301: 'seq channel closed',
	10317: 'invalid version',
	10400: 'pb unmarshal error',
	10401: 'pb marshal error',
	10500: 'fin routine',
	10600: 'nil event',
	10700: 'not authority',
	11200: 'auth no license',
	11201: 'auth no enough license',
	11202: 'licc limit: second flow control',
	11203: 'licc limit: concurrent flow control',
	11502: 'server error: too many datas in resp',
	11503: 'atmos return an error data',
};

export function messageOf(code: number): string {
	return documented[code] ?? general[code] ?? `error ${code}`;
}

const REFUSED_BY_GATEWAY = [10106, 10107, 10109, 10160, 10161, 10163, 10313];

/** HTTP status with which the observed gateway sends a code: its own refusals, engines', the rest. */
export function observedStatus(code: number): number {
	if (code === 0) return 200;
	if (REFUSED_BY_GATEWAY.includes(code)) return 400;
	return code === 11502 ? 500 : 502;
}
