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

/**
 * n8n's test rules turn a test red when a value of the answer equals a given one; the first that
 * applies wins. So each list ends with rules that hold for every answer but a success.
 */
type Rule = IAuthenticateRuleResponseSuccessBody;

function rule(key: string, value: unknown, message: string): Rule {
	return { type: 'responseSuccessBody', properties: { key, value: value as string, message } };
}

/** A code may come as a number or as text. */
function codeRules(key: string, code: string, message: string): Rule[] {
	return [rule(key, Number(code), message), rule(key, code, message)];
}

/** A rule for each code of a table. @param worded gives the message of the test */
function tableRules(
	key: string,
	codes: Readonly<Record<string, WordedProblem>>,
	worded: (entry: WordedProblem, code: string) => string,
): Rule[] {
	return Object.entries(codes).flatMap(([code, entry]) =>
		codeRules(key, code, worded(entry, code)),
	);
}

function sentence(entry: { message: string; remedy: string }, code?: string): string {
	return `${entry.message}${code === undefined ? '' : ` (${code})`}. ${entry.remedy}`;
}

const PICK_SERVICE = "Check that 'Service' is the one your key is for.";
/** Codes whose remedy is about the options of a node. */
const ABOUT_THE_REQUEST = ['10106', '10107', '10109', '10139', '10163'];

/** The message of a test for a code; the tested service may differ from the one that the workflow uses. */
function codeSentence(entry: WordedProblem, code: string): string {
	if (entry.noLicense) {
		return `The keys are accepted, but this application has no license left for the service picked in 'Service' (${code}). Pick the service you use, or enable or renew it in the iFLYTEK console.`;
	}
	if (ABOUT_THE_REQUEST.includes(code)) {
		return `The service did not accept the request of the test (${code}). ${PICK_SERVICE}`;
	}
	if (isRetryable(entry)) return `${entry.message} (${code}). Press Retry in a moment.`;
	return sentence(entry, code);
}

const NOT_THE_SERVICE =
	"The answer is not the service's own. Check 'Base URL': a proxy or another program may be answering.";
const UNKNOWN_CODE =
	'The service answered with a code this package does not know. Run a node with this credential to see the whole answer.';

/** Rules for an answer of api.xf-yun.com: only a success carries `payload.result.text`. */
export const signatureTestRules: Rule[] = [
	...GATEWAY_REFUSALS.flatMap(({ beginnings, seen = [], problem }) =>
		[...new Set([...seen, ...beginnings])].map((text) =>
			rule('message', text, `${sentence(problem)} The gateway said: ${text}`),
		),
	),
	// a rule can look at one letter of a text at most, not at how it begins: the gateway's other signature errors
	rule('message[0]', 'H', sentence(problemFrom(SIGNATURE_REFUSED))),
	...codeRules(
		'header.code',
		'37042',
		'The keys work: the invoice service answered, and found no invoice in the test picture (37042), as expected.',
	),
	...tableRules('header.code', SIGNATURE_CODES, codeSentence),
	rule('header.code', undefined, NOT_THE_SERVICE),
	rule('payload.result.text', undefined, UNKNOWN_CODE),
];

/** The fourth character of a failure's text, which is a c in "success": none, or another ASCII character. */
const UNSUCCESSFUL = [
	undefined,
	...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
		(character) => character.toLowerCase() !== 'c',
	),
];

/** How a code other than "0" begins; the service sends its failures' codes as text. */
const CODE_BEGINNINGS = [...'-123456789'];

/** Rules for an answer of tupapi.xfyun.cn: a failure's `data` is an empty array, an empty text or null. */
export const checksumTestRules: Rule[] = [
	...CHECKSUM_SENTENCES.map(({ desc, problem }) =>
		rule(
			'desc',
			desc,
			desc.endsWith('X-Param')
				? `The service did not accept the request of the test. ${PICK_SERVICE}`
				: sentence(problem),
		),
	),
	// the live service appends the caller's address to this text, and a rule can compare one letter only
	rule(
		`desc[${WHITELIST_REFUSAL.desc.indexOf('client_ip')}]`,
		'c',
		sentence(WHITELIST_REFUSAL.problem),
	),
	...tableRules('code', CHECKSUM_CODES, codeSentence),
	rule('code', undefined, NOT_THE_SERVICE),
	...CODE_BEGINNINGS.map((character) => rule('code[0]', character, UNKNOWN_CODE)),
	...UNSUCCESSFUL.map((character) => rule('desc[3]', character, UNKNOWN_CODE)),
	rule('data', undefined, NOT_THE_SERVICE),
	rule('data', null, UNKNOWN_CODE),
	rule('data.length', 0, UNKNOWN_CODE),
	// a list without a result, as an object with an empty fileList
	rule('data.fileList.length', 0, UNKNOWN_CODE),
];

/** Rules for the AI Call configuration query: only a success carries `result.voices`. */
export const aiCallTestRules: Rule[] = [
	...tableRules('code', AI_CALL_CODES, sentence),
	rule('code', undefined, NOT_THE_SERVICE),
	rule('result.voices', undefined, UNKNOWN_CODE),
];
