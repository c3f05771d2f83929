import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { say, type Said } from '../problem/language';
import {
	lowerFirst,
	problemFrom,
	type Meaning,
	type Problem,
	type WordedProblem,
} from '../problem/problem';
import { lookUp } from './json';

/** How the services of one credential authenticate. */
export interface Scheme {
	credentialType: string;
	/** the credential's fields that each request needs, and what the editor calls them */
	fields: Readonly<Record<string, string>>;
	/** the choices of *Service* in the credential: value and name */
	services: Readonly<Record<string, string>>;
	/** the part of a request that makes the credential sign this time instead of the current one */
	signedAt: (time: Date) => { headers?: IDataObject; qs?: IDataObject };
}

export interface NamedService {
	/** as messages call it, at the beginning of a sentence, such as "The invoice service" */
	name: string;
	/** its value in the credential's *Service* */
	key: string;
}

/** The problem of each code, from its meaning. */
export function codeTable(
	meanings: Readonly<Record<string, Meaning>>,
): Readonly<Record<string, WordedProblem>> {
	return Object.fromEntries(
		Object.entries(meanings).map(([code, said]) => [code, problemFrom(said)]),
	);
}

/** The problem; where a key is refused and its credential is for another service, it says that first. */
export function withService(
	problem: Problem,
	{ services }: Scheme,
	{ key }: NamedService,
	{ testService }: ICredentialDataDecryptedObject,
): Problem {
	const own = services[key]!;
	const other = lookUp(services, String(testService));
	if (!problem.refusesKey || other === undefined || other === own) return problem;
	const words: Said = [
		"The credential's 'Service' is {0}, not {1}: {2}",
		'凭据中的“Service”是 {0}，不是 {1}：{message}',
		'Choose the credential for {1} in the node. If both services have one key: {remedy}',
		'请在节点中选择 {1} 的凭据。如果两项服务用同一密钥：{remedy}',
	];
	return { ...problem, ...say(words, [other, own, lowerFirst(problem.message)], problem) };
}

export const CLOCK_REFUSED: Meaning = [
	"The clock of the machine that runs n8n differs from the service's by more than 5 minutes",
	'运行 n8n 的机器的时钟与服务相差超过 5 分钟',
	'Set the clock of the machine (or container) that runs n8n.',
	'请校准运行 n8n 的机器（或容器）的时钟。',
	{ wrongClock: true, everyRequest: true },
];

/** The codes of the vendor's license system, which answers in more than one scheme. */
export const LICENSE_CODES: Readonly<Record<string, Meaning>> = {
	'11200': [
		'The application is not licensed for this service, or its license is used up or expired',
		'应用没有该服务的授权，或授权已用完或过期',
		'Enable, buy or renew the service in the iFLYTEK console.',
		'请在讯飞控制台开通、购买或续订该服务。',
		{ everyRequest: true, refusesKey: true, noLicense: true },
	],
	'11201': [
		"The application's limit of calls for today is used up",
		'应用今日的调用次数已用完',
		'Run the workflow again tomorrow, or buy a larger package in the iFLYTEK console.',
		'请明天重新运行，或在讯飞控制台购买更大的套餐。',
		{ everyRequest: true },
	],
	'11202': [
		"The application's limit of calls per second is reached",
		'应用每秒的调用次数已达上限',
		'The node already sends as fast as the service allows. Raise the option Max Time per Item, send fewer items at a time, or buy a larger package in the iFLYTEK console.',
		'节点已按服务允许的速度发送。请调大“Max Time per Item”，减少每次发送的数据项，或在讯飞控制台购买更大的套餐。',
		{ retryClass: 'tooMany' },
	],
	'11203': [
		"The application's limit of calls at the same time is reached",
		'应用的并发调用数已达上限',
		'Other workflows and programs that use the application count too. Raise the option Max Time per Item, run the workflow when they are done, or buy a larger package in the iFLYTEK console.',
		'使用该应用的其他工作流和程序也计算在内。请调大“Max Time per Item”，等它们结束后再运行，或在讯飞控制台购买更大的套餐。',
		{ retryClass: 'tooManyAtOnce' },
	],
};
