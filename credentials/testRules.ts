import type { IAuthenticateRuleResponseSuccessBody } from 'n8n-workflow';

import {
	GATEWAY_MESSAGES,
	GATEWAY_SENTENCES,
	SIGNATURE_CODES,
} from '../nodes/shared/signature/codes';
import { CHECKSUM_CODES, CHECKSUM_SENTENCES } from '../nodes/shared/checksum/codes';
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

function sentence(entry: { message: string; remedy: string }, code?: string): string {
	return `${entry.message}${code === undefined ? '' : ` (${code})`}. ${entry.remedy}`;
}

/** The sentence of a code; the service that the test asked need not be the one that is used. */
function codeSentence(
	entry: { message: string; remedy: string; noLicense?: true },
	code: string,
): string {
	return entry.noLicense
		? `The keys are accepted, but this application has no license left for the service picked in 'Service to Test With' (${code}). Pick the service you use, or enable or renew it in the iFLYTEK console.`
		: sentence(entry, code);
}

const NOT_THE_SERVICE =
	"The answer is not the service's own. Check 'Base URL': a proxy or another program may be answering.";

/** Rules for an answer of api.xf-yun.com: only a success carries `payload.result.text`. */
export const signatureTestRules: Rule[] = [
	...(Object.keys(GATEWAY_MESSAGES) as Array<keyof typeof GATEWAY_MESSAGES>).map((cause) =>
		rule('message', GATEWAY_MESSAGES[cause], sentence(GATEWAY_SENTENCES[cause])),
	),
	...Object.entries(SIGNATURE_CODES).flatMap(([code, entry]) =>
		codeRules(
			'header.code',
			code,
			code === '37042'
				? 'The keys work: the invoice service answered, and found no invoice in the test picture (37042), as expected.'
				: codeSentence(entry, code),
		),
	),
	rule('header.code', undefined, NOT_THE_SERVICE),
	rule(
		'payload.result.text',
		undefined,
		'The service answered with a code this package does not know. Run a node with this credential to see the whole answer.',
	),
];

/** Rules for an answer of tupapi.xfyun.cn: a failure's `data` is an empty array, an empty text or null. */
export const checksumTestRules: Rule[] = [
	...CHECKSUM_SENTENCES.map(({ desc, message, remedy }) =>
		rule('desc', desc, sentence({ message: message, remedy })),
	),
	...Object.entries(CHECKSUM_CODES).flatMap(([code, entry]) =>
		codeRules('code', code, codeSentence(entry, code)),
	),
	rule('code', undefined, NOT_THE_SERVICE),
	rule('data', undefined, NOT_THE_SERVICE),
	...[
		['data', null],
		['data.length', 0],
	].map(([key, value]) =>
		rule(
			key as string,
			value,
			'The service answered with a code this package does not know. Run a node with this credential to see the whole answer.',
		),
	),
];

/** Rules for the AI Call configuration query: only a success carries `result.voices`. */
export const aiCallTestRules: Rule[] = [
	...Object.entries(AI_CALL_CODES).flatMap(([code, entry]) =>
		codeRules('code', code, sentence(entry, code)),
	),
	rule('code', undefined, NOT_THE_SERVICE),
	rule(
		'result.voices',
		undefined,
		'The service answered with a code this package does not know. Run a node with this credential to see the whole answer.',
	),
];
