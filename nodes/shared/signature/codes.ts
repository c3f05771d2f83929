import { CLOCK_REFUSED, codeTable, LICENSE_CODES, type NamedService } from '../http/codes';
import { lookUp } from '../http/json';
import type { Pair } from '../problem/language';
import { problemFrom, type Meaning, type WordedProblem } from '../problem/problem';

export interface ServiceCodes extends NamedService {
	/** codes that mean something more specific with this service, or exist only here */
	codes: Readonly<Record<string, WordedProblem>>;
}

/** Two sentences, one after the other. */
const joined = (one: Pair, other: Pair): Pair => [`${one[0]} ${other[0]}`, one[1] + other[1]];

const RUN_LATER: Pair = ['Run the workflow again later.', '请稍后重新运行。'];
const REPORT_SID: Pair = [
	'If the problem persists, report the session ID (sid) to iFLYTEK.',
	'如果问题依旧，请把会话 ID（sid）告知讯飞。',
];
const RUN_AGAIN_OR_REPORT = joined(['Run the workflow again.', '请重新运行。'], REPORT_SID);
const RUN_LATER_OR_REPORT = joined(RUN_LATER, REPORT_SID);
const KEY_OF_SERVICE: Pair = [
	'Keys are issued per service: check in the iFLYTEK console that this application has the service, and copy its APPID, APIKey and APISecret together.',
	'密钥按服务发放：请在讯飞控制台确认应用已开通该服务，并一起复制它的 APPID、APIKey 和 APISecret。',
];
const CHECK_INPUT: Pair = ['Check the format and size of the input.', '请检查输入的格式和大小。'];
const CHANGED_ON_THE_WAY: Pair = [
	"Check the credential's 'Base URL': a proxy may be changing the request.",
	'请检查凭据中的“Base URL”：代理可能改动了请求。',
];

const NO_ENGINE: Pair = ["The service's engine is not available", '服务的引擎不可用'];
const INVALID_PARAMETER: Pair = ['A parameter of the request is not valid', '请求中的某个参数无效'];
const INVALID_SESSION: Pair = ['The session is not valid', '会话无效'];
const DATA_REFUSED: Pair = ['The service did not accept the data', '服务不接受该数据'];

/** Codes that share a remedy, each with its message. */
function remediedBy(
	remedy: Pair,
	messages: Readonly<Record<string, Pair>>,
	effect?: Meaning[4],
): Record<string, Meaning> {
	return Object.fromEntries(
		Object.entries(messages).map(([code, message]) => [code, [...message, ...remedy, effect]]),
	);
}

/**
 * Every documented code of the signature scheme (services.md, Signature scheme: Errors;
 * the general ones from the vendor's list), with what it means to the user and whether to try again.
 */
export const SIGNATURE_CODES = codeTable({
	...remediedBy(
		RUN_LATER,
		{
			'10019': ['The service did not finish in time', '服务未能及时完成'],
			'10114': ['The session ran out of time', '会话超时'],
			'10200': ['The service waited too long for data', '服务等待数据超时'],
			'10221': ['The service has no working connection to its engine', '服务与其引擎的连接不可用'],
			'10223': ['The service found no node to process the request', '服务没有可用的节点处理请求'],
			'10225': ['The service could not find its engine', '服务找不到其引擎'],
		},
		{ retryClass: 'later' },
	),
	...remediedBy(RUN_LATER, { '10031': ['The service is being upgraded', '服务正在升级'] }),
	...remediedBy(RUN_LATER_OR_REPORT, {
		'10101': ['The recognition engine is not active', '识别引擎未启动'],
		'10118': ["The service could not read its own engine's answer", '服务无法识读其引擎的响应'],
		'10240': NO_ENGINE,
		'10250': NO_ENGINE,
	}),
	...remediedBy(RUN_AGAIN_OR_REPORT, {
		'10008': ['The service instance is not valid', '服务实例无效'],
		'10165': INVALID_SESSION,
		'10202': ['The session had already ended', '会话已结束'],
		'10300': ["The service's buffer is empty", '服务的缓冲区为空'],
		'10301': ['The service closed its channel', '服务关闭了通道'],
		'10400': ['The service could not pack its data', '服务打包数据失败'],
		'10401': ['The service could not unpack its data', '服务解包数据失败'],
		'10500': ['The service stopped partway through', '服务中途停止'],
		'10600': ['The service had nothing to process', '服务没有收到可处理的内容'],
		'10700': ["The service's engine refused the request", '服务的引擎拒绝了请求'],
		'11345': INVALID_SESSION,
		'11503': ["The service's engine answered with faulty data", '服务的引擎返回了错误的数据'],
	}),
	...remediedBy(REPORT_SID, {
		'10003': ['The service does not know the requested operation', '服务不支持该操作'],
		'10004': ['The service did not accept the session mode', '服务不接受该会话模式'],
		'10317': ['The service does not know the requested version', '服务不支持该版本'],
	}),
	...remediedBy(['Check the values under Options.', '请检查“Options”中的值。'], {
		'10106': INVALID_PARAMETER,
		'10107': ['A value of the request is not valid', '请求中的某个值无效'],
		'10139': INVALID_PARAMETER,
	}),
	...remediedBy(['Check the format of the input.', '请检查输入的格式。'], {
		'10043': ['The service could not decode the data', '服务无法解码数据'],
	}),
	...remediedBy(['Check the size of the input.', '请检查输入的大小。'], {
		'10109': ['The length of the data is not valid', '数据长度无效'],
	}),
	...remediedBy(CHECK_INPUT, { '10164': DATA_REFUSED, '10324': DATA_REFUSED }),
	'10009': [
		'The input data is not valid',
		'输入的数据无效',
		'Check that the input contains readable content, then run the workflow again.',
		'请确认输入中有可识读的内容，再重新运行。',
	],
	'10010': [
		'The application has no license left for this service',
		'应用对该服务的授权已用完',
		'Buy or renew the service in the iFLYTEK console, or use the key of an application that has it.',
		'请在讯飞控制台购买或续订该服务，或使用已开通应用的密钥。',
		{ everyRequest: true, refusesKey: true, noLicense: true },
	],
	'10160': [
		'The service could not read the request as JSON',
		'服务无法将请求解析为 JSON',
		...CHANGED_ON_THE_WAY,
		{ everyRequest: true },
	],
	'10161': [
		'The service could not decode the base64 data',
		'服务无法解码 base64 数据',
		'Check that the input is the unchanged file or text.',
		'请确认输入的文件或文本未被改动。',
	],
	'10163': [
		'The service did not accept a parameter of the request',
		'服务不接受请求中的某个参数',
		'Check the values under Options and the App ID in the credential.',
		'请检查“Options”中的值和凭据中的“App ID”。',
	],
	'10222': [
		'The service did not finish in time, or the input is larger than it accepts',
		'服务未能及时完成，或输入过大',
		'Run the workflow again later, or send a smaller input.',
		'请稍后重新运行，或减小输入。',
	],
	'10313': [
		'The App ID is not valid, or does not belong to the API key',
		'App ID 无效，或与 API Key 不匹配',
		...joined(["Correct 'App ID' in the credential.", '请更正凭据中的“App ID”。'], KEY_OF_SERVICE),
		{ everyRequest: true, refusesKey: true },
	],
	'10404': [
		'The service does not know this address',
		'服务不识别该地址',
		"Correct the credential's 'Base URL'.",
		'请更正凭据中的“Base URL”。',
		{ everyRequest: true },
	],
	...LICENSE_CODES,
	'11502': [
		'The service answered with too much data',
		'服务返回的数据过多',
		...joined(['Send a smaller input.', '请减小输入。'], REPORT_SID),
	],
	'12000': [
		'The service found no result',
		'服务没有找到结果',
		'Check that the input contains what should be recognized.',
		'请确认输入中有要识别的内容。',
	],
});

const ENGINE_NOT_STARTED: Meaning = [
	"The service's engine could not start",
	'服务的引擎无法启动',
	...RUN_LATER_OR_REPORT,
];

/** What a code means with a service; undefined for one that is not documented. */
export function signatureCode(code: string, service: ServiceCodes): WordedProblem | undefined {
	const known = lookUp(service.codes, code) ?? lookUp(SIGNATURE_CODES, code);
	// engine faults are numbered from 100001 to 100010
	if (known !== undefined || !/^1000(0[1-9]|10)$/.test(code)) return known;
	return problemFrom(ENGINE_NOT_STARTED);
}

/**
 * A refusal of the gateway, which gives its reason in words instead of a code.
 * @param beginning of the words, in any case of letters
 * @param endings that gateways of the vendor were seen to send after it
 */
const refusal = (beginning: string, meaning: Meaning, endings: readonly string[] = []) => ({
	beginning,
	endings,
	problem: problemFrom(meaning),
});

const WRONG_SECRET: Meaning = [
	'The signature does not match, as with a wrong API Secret',
	'签名不符，例如 API Secret 有误',
	"Copy 'API Secret' again from the page of this service in the iFLYTEK console. If 'Base URL' leads through a proxy that removes part of the path, the service sees another path than the signed one: use an address whose path the proxy keeps.",
	'请从讯飞控制台该服务的页面重新复制“API Secret”。如果“Base URL”经过会删减路径的代理，服务看到的路径与签名的不同：请使用代理保留路径的地址。',
	{ refusesKey: true },
];

/** The first one that fits counts (services.md, Signature scheme: Authentication). */
export const GATEWAY_REFUSALS = [
	refusal(
		'HMAC signature cannot be verified, a valid date or x-date header is required',
		CLOCK_REFUSED,
		[' for HMAC Authentication'],
	),
	refusal(
		'HMAC signature cannot be verified',
		[
			'The service does not know this API Key, or could not read the signature',
			'服务查不到该 API Key，或无法识读签名',
			"Check in the credential that 'API Key' and 'API Secret' are not swapped, and copy both again from the page of this service in the iFLYTEK console.",
			'请确认凭据中的“API Key”和“API Secret”没有填反，并从讯飞控制台该服务的页面重新复制。',
			{ refusesKey: true },
		],
		[': fail to retrieve credential', ': apikey not found'],
	),
	refusal('HMAC signature does not match', WRONG_SECRET),
	refusal('HMAC secret key does not match', WRONG_SECRET),
	refusal('Unauthorized', [
		'The service saw no signature in the request',
		'请求中没有签名',
		"Check the credential's 'Base URL': a proxy may be removing the query of the address.",
		'请检查凭据中的“Base URL”：代理可能去掉了地址中的查询参数。',
	]),
	refusal('you are not allowed to access this service', [
		'This application may not use the service',
		'该应用无权使用此服务',
		...KEY_OF_SERVICE,
		{ refusesKey: true },
	]),
	refusal('not found', [
		'The service is not at this address',
		'该地址没有此服务',
		"Correct the credential's 'Base URL'; the vendor's own is https://api.xf-yun.com.",
		'请更正凭据中的“Base URL”；讯飞的地址是 https://api.xf-yun.com。',
	]),
	refusal('content-type must be application/json', [
		'The service did not see a JSON request',
		'服务收到的不是 JSON 请求',
		...CHANGED_ON_THE_WAY,
	]),
];

/** A 401 or 403 of the gateway with unknown words; {0} is the status. */
export const SIGNATURE_REFUSED: Meaning = [
	'The gateway refused the signature{0}',
	'网关拒绝了签名{0}',
	`Check 'App ID', 'API Key' and 'API Secret' in the credential, and the clock of the machine that runs n8n. ${KEY_OF_SERVICE[0]}`,
	`请检查凭据中的“App ID”“API Key”“API Secret”和运行 n8n 的机器的时钟。${KEY_OF_SERVICE[1]}`,
	{ refusesKey: true },
];
