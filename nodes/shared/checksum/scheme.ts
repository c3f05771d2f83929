import { createHash } from 'node:crypto';

import { CLOCK_REFUSED, codeTable, LICENSE_CODES, type Scheme } from '../http/codes';
import { lookUp } from '../http/json';
import type { Pair } from '../problem/language';
import { quoting, sanitize, problemFrom, type Meaning, type Problem } from '../problem/problem';

/** X-CheckSum: MD5 in lower-case hexadecimal (services.md, Checksum scheme: Authentication). @param param X-Param as sent */
export function checksum(apiKey: string, curTime: string, param: string): string {
	return createHash('md5').update(`${apiKey}${curTime}${param}`).digest('hex');
}

/** The credential uses an X-CurTime that is already among the headers. */
export const checksumScheme: Scheme = {
	credentialType: 'iflytekChecksumApi',
	fields: { appId: 'App ID', apiKey: 'API Key' },
	services: { object: 'Object Recognition', scene: 'Scene Recognition' },
	signedAt: (time) => ({ headers: { 'X-CurTime': String(Math.floor(time.getTime() / 1000)) } }),
};

const CHECKSUM_REFUSED: Meaning = [
	'The checksum is not accepted, as with a wrong API Key or a wrong clock',
	'校验和不被接受，例如 API Key 有误或时钟不准',
	"Copy 'API Key' again from the page of this service in the iFLYTEK console, and check the clock of the machine that runs n8n.",
	'请从讯飞控制台该服务的页面重新复制“API Key”，并检查运行 n8n 的机器的时钟。',
	{ everyRequest: true, refusesKey: true },
];

const CALLER_REFUSED: Meaning = [
	'The service refused the caller',
	'服务拒绝了调用方',
	"Check in the iFLYTEK console that 'App ID' and 'API Key' belong together and to this service, and that the IP whitelist is off or contains the public IP address of the machine that runs n8n (a change takes about five minutes).",
	'请在讯飞控制台确认“App ID”和“API Key”匹配且属于该服务，IP 白名单已关闭或包含运行 n8n 的机器的公网 IP（更改约五分钟后生效）。',
	{ everyRequest: true, refusesKey: true },
];

const USUALLY_THE_PICTURE: Pair = [
	"Usually it is the picture: its size, name or address. The service's own words say which.",
	'通常是图片的问题：大小、名称或地址。请看服务的原话。',
];

/**
 * Every known code of the checksum scheme (services.md, Checksum scheme: Answers; the
 * vendor's list of the same gateway). The same number can mean another thing in another scheme.
 */
export const CHECKSUM_CODES = codeTable({
	'10104': [
		'The service does not offer this function',
		'服务没有此功能',
		"Correct 'Base URL' in the credential.",
		'请更正凭据中的“Base URL”。',
		{ everyRequest: true },
	],
	'10105': CALLER_REFUSED,
	'10106': [
		'The service did not accept a parameter of the request',
		'服务不接受请求中的某个参数',
		...USUALLY_THE_PICTURE,
	],
	'10107': [
		'The service did not accept a value of the request',
		'服务不接受请求中的某个值',
		...USUALLY_THE_PICTURE,
	],
	'10110': [
		'The application has no license left for this service',
		'应用对该服务的授权已用完',
		'Buy or renew the service in the iFLYTEK console.',
		'请在讯飞控制台购买或续订该服务。',
		{ everyRequest: true, refusesKey: true, noLicense: true },
	],
	'10114': [
		'The service did not finish in time',
		'服务未能及时完成',
		'Run the workflow again later.',
		'请稍后重新运行。',
		{ retryClass: 'later' },
	],
	...LICENSE_CODES,
	'40202': CALLER_REFUSED,
	'40203': CHECKSUM_REFUSED,
	'40204': [
		'The service did not accept the format of the image',
		'服务不接受该图片格式',
		'Send a PNG, JPG, BMP or TIFF image.',
		'请发送 PNG、JPG、BMP 或 TIFF 图片。',
	],
});

/** A refusal by how its `desc` begins. */
const refusal = (desc: string, meaning: Meaning) => ({ desc, problem: problemFrom(meaning) });

/** The live service adds the caller's address to these words. */
export const WHITELIST_REFUSAL = refusal('illegal access|illegal client_ip', [
	'The IP address of the machine that runs n8n is not on the whitelist of this service',
	'运行 n8n 的机器的 IP 不在该服务的白名单中',
	'Switch the IP whitelist off in the iFLYTEK console, or add the public IP address (it takes about five minutes).',
	'请在讯飞控制台关闭 IP 白名单，或加入公网 IP（约五分钟后生效）。',
	{ everyRequest: true },
]);

/** Refusals that give their cause in `desc`: the same code 10105 stands for several. */
export const CHECKSUM_SENTENCES = [
	WHITELIST_REFUSAL,
	refusal('illegal access|illegal X-CheckSum', CHECKSUM_REFUSED),
	refusal('illegal access|no appid info', [
		'The service does not know this App ID',
		'服务查不到该 App ID',
		"Correct 'App ID' in the credential, and check that this application has the service enabled.",
		'请更正凭据中的“App ID”，并确认该应用已开通此服务。',
		{ everyRequest: true, refusesKey: true },
	]),
	refusal('illegal access|illegal X-CurTime', CLOCK_REFUSED),
	refusal('invalid parameter|invalid X-Param', [
		'The service did not accept a parameter of the request',
		'服务不接受请求中的某个参数',
		'Usually a proxy between n8n and the service removes or changes the X-Param header. If other pictures are accepted, check the name or the address of this one.',
		'通常是 n8n 与服务之间的代理去掉或改动了 X-Param 请求头。如果其他图片被接受，请检查这张图片的名称或地址。',
	]),
];

const UNKNOWN_REASON = problemFrom([
	'The service refused the request for a reason this package does not know',
	'服务拒绝了请求，原因未知',
	"Look the code up in iFLYTEK's list of codes.",
	'请在讯飞的错误码列表中查询该错误码。',
]);

/** The problem of a refusal, by its `desc` or else its code. */
export function checksumProblem(code: string, desc: string): Problem {
	const said = CHECKSUM_SENTENCES.find((sentence) => desc.startsWith(sentence.desc))?.problem;
	const known = said ?? lookUp(CHECKSUM_CODES, code) ?? UNKNOWN_REASON;
	const quotation: Pair = ['{remedy} The service says: {0}.', '{remedy}服务原话：“{0}”。'];
	return { ...quoting(known, sanitize(desc), quotation), code };
}
