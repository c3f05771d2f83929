import type { RetryClass } from '../items/problem';

/** What a code means to the user. */
export interface CodeEntry {
	/** what happened, one sentence */
	message: string;
	/** what to do about it */
	remedy: string;
	/** `never` unless it says otherwise */
	retryClass?: RetryClass;
	/** every further request with the same credential would get it too */
	everyRequest?: true;
	/** the keys are right, but do not open this service */
	noLicense?: true;
}

/** The codes of the vendor's license system, which answers in more than one scheme. */
export const LICENSE_CODES: Readonly<Record<string, CodeEntry>> = {
	'11200': {
		message:
			'The application is not licensed for this service, or its license is used up or expired',
		remedy: 'Enable, buy or renew the service in the iFLYTEK console.',
		everyRequest: true,
		noLicense: true,
	},
	'11201': {
		message: "The application's limit of calls for today is used up",
		remedy: 'Run the workflow again tomorrow, or buy a larger package in the iFLYTEK console.',
		everyRequest: true,
	},
	'11202': {
		message: "The application's limit of calls per second is reached",
		remedy:
			'The node already sends as fast as the service allows. Raise the option Max Time per Item, send fewer items at a time, or buy a larger package in the iFLYTEK console.',
		retryClass: 'tooManyPerSecond',
	},
	'11203': {
		message: "The application's limit of calls at the same time is reached",
		remedy:
			'Other workflows and programs that use the application count too. Raise the option Max Time per Item, run the workflow when they are done, or buy a larger package in the iFLYTEK console.',
		retryClass: 'tooManyAtOnce',
	},
};
