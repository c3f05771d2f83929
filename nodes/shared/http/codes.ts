import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Words } from '../problem/language';
import { lowerFirst, type Problem, type RetryClass } from '../problem/problem';
import { lookUp } from './json';

/** How the services of one credential authenticate. */
export interface Scheme {
	credentialType: string;
	/** the choices of *Service* in the credential: value and name */
	services: Readonly<Record<string, string>>;
	/** the part of a request that makes the credential sign this time instead of the current one */
	signedAt: (time: Date) => { headers?: IDataObject; qs?: IDataObject };
}

/** A service of a scheme. */
export interface NamedService {
	/** as messages call it, at the beginning of a sentence, such as "The invoice service" */
	name: string;
	/** what the credential's *Service* is for it */
	key: string;
}

/**
 * The cause of a refusal, which decides about the requests that are still to be sent:
 * - `row`: one row of the batch, refused together with the others
 * - `columns`: the columns of the batch, or one row of it
 * - `parameter`: one parameter, of a row or shared by all of them
 * - `group`: the script, line, voice or task; the same request fails again for others of the group
 * - `account`: the credential or the application; every further request fails
 * - `busy`: the service at this moment
 */
export type CodeScope = 'row' | 'columns' | 'parameter' | 'group' | 'account' | 'busy';

/** What a code of any scheme means: one row of its table. */
export interface CodeRow {
	/** what happened, one sentence without a final period */
	message: string;
	/** what to do about it */
	remedy: string;
	/** the same in Chinese, where rows may be in it */
	chinese?: Words;
	/** without it, the request alone */
	scope?: CodeScope;
	/** of a request that is safe to repeat; `never` unless it says otherwise */
	retryClass?: RetryClass;
	/** the service does not take the key */
	refusesKey?: boolean;
	/** the keys are right, but do not open this service */
	noLicense?: true;
}

/** What a code says about sending this request again, and about sending any other one. */
export function repeatsOf(
	row: Partial<CodeRow> | undefined,
): Pick<Problem, 'everyRequest' | 'refusesKey' | 'retryClass'> {
	return {
		retryClass: row?.retryClass ?? 'never',
		...(row?.scope === 'account' && { everyRequest: true }),
		...((row?.refusesKey || row?.noLicense) && { refusesKey: true }),
	};
}

/** Says first, where a key is refused, that its credential is for another service. */
export function withService(
	problem: Problem,
	{ services }: Scheme,
	{ key }: NamedService,
	{ testService }: ICredentialDataDecryptedObject,
): Problem {
	const own = services[key];
	const other = lookUp(services, String(testService));
	if (!problem.refusesKey || other === undefined || other === own) return problem;
	return {
		...problem,
		message: `The credential's 'Service' is ${other}, not ${own}: ${lowerFirst(problem.message)}`,
		remedy: `Choose the credential for ${own} in the node. If both services have one key: ${problem.remedy}`,
	};
}

/** The codes of the vendor's license system, which answers in more than one scheme. */
export const LICENSE_CODES: Readonly<Record<string, CodeRow>> = {
	'11200': {
		message:
			'The application is not licensed for this service, or its license is used up or expired',
		remedy: 'Enable, buy or renew the service in the iFLYTEK console.',
		scope: 'account',
		noLicense: true,
	},
	'11201': {
		message: "The application's limit of calls for today is used up",
		remedy: 'Run the workflow again tomorrow, or buy a larger package in the iFLYTEK console.',
		scope: 'account',
	},
	'11202': {
		message: "The application's limit of calls per second is reached",
		remedy:
			'The node already sends as fast as the service allows. Raise the option Max Time per Item, send fewer items at a time, or buy a larger package in the iFLYTEK console.',
		retryClass: 'tooMany',
	},
	'11203': {
		message: "The application's limit of calls at the same time is reached",
		remedy:
			'Other workflows and programs that use the application count too. Raise the option Max Time per Item, run the workflow when they are done, or buy a larger package in the iFLYTEK console.',
		retryClass: 'tooManyAtOnce',
	},
};
