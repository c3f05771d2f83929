import type { IAuthenticateRuleResponseSuccessBody } from 'n8n-workflow';

import { isRetryable, problemFrom, type WordedProblem } from '../nodes/shared/problem/problem';
import {
	GATEWAY_REFUSALS,
	SIGNATURE_CODES,
	SIGNATURE_REFUSED,
} from '../nodes/shared/signature/codes';
import {
	CHECKSUM_CODES,
	CHECKSUM_SENTENCES,
	WHITELIST_REFUSAL,
} from '../nodes/shared/checksum/scheme';
import { AI_CALL_CODES } from '../nodes/shared/aiCall/codes';

/** The common part of all credential tests: their rules look at the answer, whatever its status. */
export const TEST_REQUEST = {
	baseURL: '={{$credentials.baseUrl}}',
	method: 'POST',
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	json: true,
} as const;

/** The path of a test while no service is chosen. */
const UNCHOSEN_SERVICE = '/no-service-chosen';

/** An n8n expression that chooses one of several expressions, by the credential's *Service*. */
export function forService(
	expressions: Record<string, string>,
	withoutService = `"${UNCHOSEN_SERVICE}"`,
): string {
	const choice = Object.entries(expressions).reduceRight(
		(others, [service, expression]) =>
			`$credentials.testService === "${service}" ? (${expression}) : ${others}`,
		withoutService,
	);
	return `={{${choice}}}`;
}

/**
 * Ends a credential test without a chosen service: n8n runs it all the same, and a wrong service would refuse the keys.
 * @throws Error that tells the user to choose one
 */
export function refuseUntilChosen({ pathname }: URL): void {
	if (!pathname.endsWith(UNCHOSEN_SERVICE)) return;
	throw new Error("Under 'Service', choose the service that the keys are for. Nothing was sent.");
}

/**
 * An n8n rule turns a test red if a value of the answer equals a given one; the first that applies wins. So each list
 * ends with rules that apply to every answer except a success.
 */
type Rule = IAuthenticateRuleResponseSuccessBody;

function rule(key: string, value: unknown, message: string): Rule {
	return { type: 'responseSuccessBody', properties: { key, value: value as string, message } };
}

/** The rules for a code, which may come as a number or as text. */
function codeRules(key: string, code: string, message: string): Rule[] {
	return [rule(key, Number(code), message), rule(key, code, message)];
}

function tableRules(key: string, codes: Readonly<Record<string, WordedProblem>>): Rule[] {
	return Object.entries(codes).flatMap(([code, entry]) =>
		codeRules(key, code, codeSentence(entry, code)),
	);
}

function sentence({ message, remedy }: WordedProblem): string {
	return `${message}. ${remedy}`;
}

const NOT_ACCEPTED = 'The service did not accept the request of the test';
const PICK_SERVICE = "Check that 'Service' is the one your key is for.";
/** Codes whose remedy is about the options of a node. */
const ABOUT_THE_REQUEST = ['10106', '10107', '10109', '10139', '10163'];

/** The message of a test for a code; the tested service may differ from the one that the workflow uses. */
function codeSentence(entry: WordedProblem, code: string): string {
	if (entry.noLicense) {
		return `The keys are accepted, but this application has no license left for the service picked in 'Service' (${code}). Pick the service you use, or enable or renew it in the iFLYTEK console.`;
	}
	if (ABOUT_THE_REQUEST.includes(code)) return `${NOT_ACCEPTED} (${code}). ${PICK_SERVICE}`;
	const remedy = isRetryable(entry) ? 'Press Retry in a moment.' : entry.remedy;
	return `${entry.message} (${code}). ${remedy}`;
}

const NOT_THE_SERVICE =
	"The answer is not the service's own. Check 'Base URL': a proxy or another program may be answering.";
const UNKNOWN_CODE =
	'The service answered with a code this package does not know. Run a node with this credential to see the whole answer.';

/** Rules for an answer of api.xf-yun.com: only a success carries `payload.result.text`. */
export const signatureTestRules: Rule[] = [
	...GATEWAY_REFUSALS.flatMap(({ beginning, endings, problem }) =>
		[...endings, ''].map((ending) => {
			const words = beginning + ending;
			return rule('message', words, `${sentence(problem)} The gateway said: ${words}`);
		}),
	),
	// the gateway's other signature errors: a rule can compare one letter of a text, not its beginning
	rule('message[0]', 'H', sentence(problemFrom(SIGNATURE_REFUSED))),
	...codeRules(
		'header.code',
		'37042',
		'The keys work: the invoice service answered, and found no invoice in the test picture (37042), as expected.',
	),
	...tableRules('header.code', SIGNATURE_CODES),
	rule('header.code', undefined, NOT_THE_SERVICE),
	rule('payload.result.text', undefined, UNKNOWN_CODE),
];

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
/** The possible fourth characters of a failure's text: any except the c of "success". */
const NOT_C = [undefined, ...PRINTABLE].filter((character) => character?.toLowerCase() !== 'c');

/** Rules for an answer of tupapi.xfyun.cn: a failure's `data` is an empty array, an empty text or null. */
export const checksumTestRules: Rule[] = [
	...CHECKSUM_SENTENCES.map(({ desc, problem }) => {
		const isAboutTest = desc.endsWith('X-Param');
		return rule('desc', desc, isAboutTest ? `${NOT_ACCEPTED}. ${PICK_SERVICE}` : sentence(problem));
	}),
	// the live service appends the caller's address to this text, and a rule can compare one letter only
	rule(
		`desc[${WHITELIST_REFUSAL.desc.indexOf('client_ip')}]`,
		'c',
		sentence(WHITELIST_REFUSAL.problem),
	),
	...tableRules('code', CHECKSUM_CODES),
	rule('code', undefined, NOT_THE_SERVICE),
	// the first character of a failure's code that comes as text
	...[...'-123456789'].map((character) => rule('code[0]', character, UNKNOWN_CODE)),
	...NOT_C.map((character) => rule('desc[3]', character, UNKNOWN_CODE)),
	rule('data', undefined, NOT_THE_SERVICE),
	rule('data', null, UNKNOWN_CODE),
	rule('data.length', 0, UNKNOWN_CODE),
	// `data` may also be an object with an empty list
	rule('data.fileList.length', 0, UNKNOWN_CODE),
];

/** Rules for the AI Call configuration query: only a success carries `result.voices`. */
export const aiCallTestRules: Rule[] = [
	...tableRules('code', AI_CALL_CODES),
	rule('code', undefined, NOT_THE_SERVICE),
	rule('result.voices', undefined, UNKNOWN_CODE),
];
