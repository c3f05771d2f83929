/** A service on api.xf-yun.com, as error sentences name it. */
export type SignatureService = 'invoice' | 'text';

interface CodeEntry {
	/** what happened, one sentence */
	message: string;
	/** what to do about it */
	remedy: string;
	/** sending the same request again is worth it (design.md, promise 7) */
	retry?: true;
	/** too much at once: send fewer at a time */
	limited?: true;
	/** every further request with the same credential meets it too */
	everyRequest?: true;
	/** the keys are right, but do not open this service */
	noLicense?: true;
	/** where a service's own table says something more exact */
	invoice?: { message: string; remedy: string };
	text?: { message: string; remedy: string };
}

const TRY_LATER = 'Run the workflow again later.';
const KEY_OF_SERVICE =
	'Keys are issued per service: check in the iFLYTEK console that this application has the service, and copy its APPID, APIKey and APISecret together.';
const REPORT = 'If it stays, report the session ID (sid) to iFLYTEK.';

/**
 * Every documented code of the signature scheme (spec: invoice and text correction, Errors;
 * general directory: vendor's own list) with what it means to the user and whether to try again.
 */
export const SIGNATURE_CODES: Readonly<Record<string, CodeEntry>> = {
	'10003': { message: 'The service does not know the requested operation', remedy: REPORT },
	'10004': { message: 'The service did not accept the session mode', remedy: REPORT },
	'10008': {
		message: 'The service instance is not valid',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10009': {
		message: 'The input data is not valid',
		remedy: 'Check that the input holds readable content, then run the workflow again.',
	},
	'10010': {
		message: 'The application has no license left for this service',
		remedy:
			'Buy or renew the service in the iFLYTEK console, or use the key of an application that has it.',
		everyRequest: true,
		noLicense: true,
	},
	'10019': { message: 'The service did not finish in time', remedy: TRY_LATER, retry: true },
	'10031': { message: 'The service is being upgraded', remedy: 'Run the workflow again later.' },
	'10043': {
		message: 'The service could not decode the data',
		remedy: 'Check the format of the input.',
	},
	'10101': {
		message: 'The recognition engine is not active',
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10106': {
		message: 'A parameter of the request is not valid',
		remedy: 'Check the values under Options.',
	},
	'10107': {
		message: 'A value of the request is not valid',
		remedy: 'Check the values under Options.',
	},
	'10109': {
		message: 'The length of the data is not valid',
		remedy: 'Check the size of the input.',
	},
	'10114': { message: 'The session ran out of time', remedy: TRY_LATER, retry: true },
	'10118': {
		message: "The service could not read its own engine's answer",
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10139': {
		message: 'A parameter of the request is not valid',
		remedy: 'Check the values under Options.',
	},
	'10160': {
		message: 'The service could not read the request as JSON',
		remedy: "Check the credential's 'Base URL': a proxy may be changing the request.",
	},
	'10161': {
		message: 'The service could not decode the base64 data',
		remedy: 'Check that the input is the unchanged file or text.',
	},
	'10163': {
		message: 'The service did not accept a parameter of the request',
		remedy: 'Check the values under Options and the App ID in the credential.',
		invoice: {
			message: 'The service did not accept a parameter of the request',
			remedy:
				'Most often the image is over 4 MB after base64 encoding (about 3 MB as a file). Else check the values under Options.',
		},
	},
	'10164': {
		message: 'The service did not accept the data',
		remedy: 'Check the format and size of the input.',
	},
	'10165': { message: 'The session is not valid', remedy: `Run the workflow again. ${REPORT}` },
	'10200': { message: 'The service waited too long for data', remedy: TRY_LATER, retry: true },
	'10202': {
		message: 'The session had already ended',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10221': {
		message: 'The service has no working connection to its engine',
		remedy: TRY_LATER,
		retry: true,
	},
	'10222': {
		message: "The call did not come to an end in time on the service's side",
		remedy: 'Check the size of the input, or run the workflow again later.',
		invoice: {
			message: 'The service could not work on the image',
			remedy:
				'The format is not supported, the image is missing, or it is too large. Export the invoice as a smaller PNG or JPG.',
		},
		text: {
			message: 'The text is larger than the service takes',
			remedy: 'Send at most 2000 characters and 7000 bytes of base64 at a time.',
		},
	},
	'10223': {
		message: 'The service found no node to work on the request',
		remedy: TRY_LATER,
		retry: true,
	},
	'10225': { message: 'The service could not find its engine', remedy: TRY_LATER, retry: true },
	'10240': {
		message: "The service's engine is not available",
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10250': {
		message: "The service's engine is not available",
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10300': {
		message: "The service's buffer is empty",
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10301': {
		message: 'The service closed its channel',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10313': {
		message: 'The App ID is not valid, or does not belong to the API key',
		remedy: `Correct 'App ID' in the credential. ${KEY_OF_SERVICE}`,
		everyRequest: true,
	},
	'10317': { message: 'The service does not know the requested version', remedy: REPORT },
	'10324': {
		message: 'The service did not accept the data',
		remedy: 'Check the format and size of the input.',
	},
	'10400': {
		message: 'The service could not pack its data',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10401': {
		message: 'The service could not unpack its data',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10404': {
		message: 'The service does not know this address',
		remedy: "Correct the credential's 'Base URL'.",
	},
	'10500': {
		message: 'The service stopped in the middle',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10600': {
		message: 'The service had nothing to work on',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10700': {
		message: "The service's engine refused the request",
		remedy: `Run the workflow again. ${REPORT}`,
	},
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
		remedy: 'Lower the option Max Items at Once, or buy a larger package in the iFLYTEK console.',
		retry: true,
		limited: true,
	},
	'11203': {
		message: "The application's limit of calls at the same time is reached",
		remedy: 'Lower the option Max Items at Once, or buy a larger package in the iFLYTEK console.',
		retry: true,
		limited: true,
	},
	'11345': { message: 'The session is not valid', remedy: `Run the workflow again. ${REPORT}` },
	'11502': {
		message: 'The service answered with too much data',
		remedy: `Send a smaller input. ${REPORT}`,
	},
	'11503': {
		message: "The service's engine answered with faulty data",
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'12000': {
		message: 'The service found no result',
		remedy: 'Check that the input holds what should be recognized.',
	},
	'37042': {
		message: 'No invoice was found in the image',
		remedy:
			'Check that the picture shows one whole VAT invoice, upright and sharp, and that it is the right file.',
	},
};

/** The refusals of the signature gateway, which carry a message instead of a code (spec: Authentication). */
export const GATEWAY_MESSAGES = {
	missing: 'Unauthorized',
	unreadable: 'HMAC signature cannot be verified',
	mismatch: 'HMAC signature does not match',
	clock:
		'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
	forbidden: 'you are not allowed to access this service',
	notFound: 'not found',
	contentType: 'content-type must be application/json',
} as const;

/** What each of those refusals means to the user. */
export const GATEWAY_SENTENCES: Readonly<
	Record<keyof typeof GATEWAY_MESSAGES, { message: string; remedy: string }>
> = {
	missing: {
		message: 'The service saw no signature in the request',
		remedy: "Check the credential's 'Base URL': a proxy may be removing the query of the address.",
	},
	unreadable: {
		message: 'The service could not read the signature, as with a wrong API Key',
		remedy:
			"Check in the credential that 'API Key' and 'API Secret' are not swapped, and copy both again from the page of this service in the iFLYTEK console.",
	},
	mismatch: {
		message: 'The signature does not match, as with a wrong API Secret',
		remedy: "Copy 'API Secret' again from the page of this service in the iFLYTEK console.",
	},
	clock: {
		message:
			"The clock of the machine that runs n8n differs from the service's by more than 5 minutes",
		remedy: 'Set the clock of the machine (or container) that runs n8n.',
	},
	forbidden: {
		message: 'This application may not use the service',
		remedy: KEY_OF_SERVICE,
	},
	notFound: {
		message: 'The service is not at this address',
		remedy: "Correct the credential's 'Base URL'; the vendor's own is https://api.xf-yun.com.",
	},
	contentType: {
		message: 'The service did not see a JSON request',
		remedy: "Check the credential's 'Base URL': a proxy may be changing the request.",
	},
};

/** The entry of a code for a service: its own wording where the service's table has one. */
export function signatureCode(
	code: string,
	service: SignatureService,
): { message: string; remedy: string; retry: boolean; limited: boolean } | undefined {
	const entry =
		SIGNATURE_CODES[code] ??
		(/^1000(0[1-9]|10)$/.test(code)
			? {
					message: "The service's engine could not start",
					remedy: `Run the workflow again later. ${REPORT}`,
				}
			: undefined);
	if (entry === undefined) return undefined;
	const { message, remedy } = entry[service] ?? entry;
	return { message, remedy, retry: entry.retry === true, limited: entry.limited === true };
}
