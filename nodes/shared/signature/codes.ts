/** A service on api.xf-yun.com, as error sentences name it. */
export type SignatureService = 'invoice' | 'text';

interface CodeEntry {
	/** what happened, one sentence */
	what: string;
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
	invoice?: { what: string; remedy: string };
	text?: { what: string; remedy: string };
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
	'10003': { what: 'The service does not know the requested operation', remedy: REPORT },
	'10004': { what: 'The service did not accept the session mode', remedy: REPORT },
	'10008': {
		what: 'The service instance is not valid',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10009': {
		what: 'The input data is not valid',
		remedy: 'Check that the input holds readable content, then run the workflow again.',
	},
	'10010': {
		what: 'The application has no license left for this service',
		remedy:
			'Buy or renew the service in the iFLYTEK console, or use the key of an application that has it.',
		everyRequest: true,
		noLicense: true,
	},
	'10019': { what: 'The service did not finish in time', remedy: TRY_LATER, retry: true },
	'10031': { what: 'The service is being upgraded', remedy: 'Run the workflow again later.' },
	'10043': {
		what: 'The service could not decode the data',
		remedy: 'Check the format of the input.',
	},
	'10101': {
		what: 'The recognition engine is not active',
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10106': {
		what: 'A parameter of the request is not valid',
		remedy: 'Check the values under Options.',
	},
	'10107': {
		what: 'A value of the request is not valid',
		remedy: 'Check the values under Options.',
	},
	'10109': { what: 'The length of the data is not valid', remedy: 'Check the size of the input.' },
	'10114': { what: 'The session ran out of time', remedy: TRY_LATER, retry: true },
	'10118': {
		what: "The service could not read its own engine's answer",
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10139': {
		what: 'A parameter of the request is not valid',
		remedy: 'Check the values under Options.',
	},
	'10160': {
		what: 'The service could not read the request as JSON',
		remedy: "Check the credential's 'Base URL': a proxy may be changing the request.",
	},
	'10161': {
		what: 'The service could not decode the base64 data',
		remedy: 'Check that the input is the unchanged file or text.',
	},
	'10163': {
		what: 'The service did not accept a parameter of the request',
		remedy: 'Check the values under Options and the App ID in the credential.',
		invoice: {
			what: 'The service did not accept a parameter of the request',
			remedy:
				'Most often the image is over 4 MB after base64 encoding (about 3 MB as a file). Else check the values under Options.',
		},
	},
	'10164': {
		what: 'The service did not accept the data',
		remedy: 'Check the format and size of the input.',
	},
	'10165': { what: 'The session is not valid', remedy: `Run the workflow again. ${REPORT}` },
	'10200': { what: 'The service waited too long for data', remedy: TRY_LATER, retry: true },
	'10202': { what: 'The session had already ended', remedy: `Run the workflow again. ${REPORT}` },
	'10221': {
		what: 'The service has no working connection to its engine',
		remedy: TRY_LATER,
		retry: true,
	},
	'10222': {
		what: "The call did not come to an end in time on the service's side",
		remedy: 'Check the size of the input, or run the workflow again later.',
		invoice: {
			what: 'The service could not work on the image',
			remedy:
				'The format is not supported, the image is missing, or it is too large. Export the invoice as a smaller PNG or JPG.',
		},
		text: {
			what: 'The text is larger than the service takes',
			remedy: 'Send at most 2000 characters and 7000 bytes of base64 at a time.',
		},
	},
	'10223': {
		what: 'The service found no node to work on the request',
		remedy: TRY_LATER,
		retry: true,
	},
	'10225': { what: 'The service could not find its engine', remedy: TRY_LATER, retry: true },
	'10240': {
		what: "The service's engine is not available",
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10250': {
		what: "The service's engine is not available",
		remedy: `Run the workflow again later. ${REPORT}`,
	},
	'10300': { what: "The service's buffer is empty", remedy: `Run the workflow again. ${REPORT}` },
	'10301': { what: 'The service closed its channel', remedy: `Run the workflow again. ${REPORT}` },
	'10313': {
		what: 'The App ID is not valid, or does not belong to the API key',
		remedy: `Correct 'App ID' in the credential. ${KEY_OF_SERVICE}`,
		everyRequest: true,
	},
	'10317': { what: 'The service does not know the requested version', remedy: REPORT },
	'10324': {
		what: 'The service did not accept the data',
		remedy: 'Check the format and size of the input.',
	},
	'10400': {
		what: 'The service could not pack its data',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10401': {
		what: 'The service could not unpack its data',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10404': {
		what: 'The service does not know this address',
		remedy: "Correct the credential's 'Base URL'.",
	},
	'10500': {
		what: 'The service stopped in the middle',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10600': {
		what: 'The service had nothing to work on',
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'10700': {
		what: "The service's engine refused the request",
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'11200': {
		what: 'The application is not licensed for this service, or its license is used up or expired',
		remedy: 'Enable, buy or renew the service in the iFLYTEK console.',
		everyRequest: true,
		noLicense: true,
	},
	'11201': {
		what: "The application's limit of calls for today is used up",
		remedy: 'Run the workflow again tomorrow, or buy a larger package in the iFLYTEK console.',
		everyRequest: true,
	},
	'11202': {
		what: "The application's limit of calls per second is reached",
		remedy: 'Lower the option Max Items at Once, or buy a larger package in the iFLYTEK console.',
		retry: true,
		limited: true,
	},
	'11203': {
		what: "The application's limit of calls at the same time is reached",
		remedy: 'Lower the option Max Items at Once, or buy a larger package in the iFLYTEK console.',
		retry: true,
		limited: true,
	},
	'11345': { what: 'The session is not valid', remedy: `Run the workflow again. ${REPORT}` },
	'11502': {
		what: 'The service answered with too much data',
		remedy: `Send a smaller input. ${REPORT}`,
	},
	'11503': {
		what: "The service's engine answered with faulty data",
		remedy: `Run the workflow again. ${REPORT}`,
	},
	'12000': {
		what: 'The service found no result',
		remedy: 'Check that the input holds what should be recognized.',
	},
	'37042': {
		what: 'No invoice was found in the image',
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
	Record<keyof typeof GATEWAY_MESSAGES, { what: string; remedy: string }>
> = {
	missing: {
		what: 'The service saw no signature in the request',
		remedy: "Check the credential's 'Base URL': a proxy may be removing the query of the address.",
	},
	unreadable: {
		what: 'The service could not read the signature, as with a wrong API Key',
		remedy:
			"Check in the credential that 'API Key' and 'API Secret' are not swapped, and copy both again from the page of this service in the iFLYTEK console.",
	},
	mismatch: {
		what: 'The signature does not match, as with a wrong API Secret',
		remedy: "Copy 'API Secret' again from the page of this service in the iFLYTEK console.",
	},
	clock: {
		what: "The clock of the machine that runs n8n differs from the service's by more than 5 minutes",
		remedy: 'Set the clock of the machine (or container) that runs n8n.',
	},
	forbidden: {
		what: 'This application may not use the service',
		remedy: KEY_OF_SERVICE,
	},
	notFound: {
		what: 'The service is not at this address',
		remedy: "Correct the credential's 'Base URL'; the vendor's own is https://api.xf-yun.com.",
	},
	contentType: {
		what: 'The service did not see a JSON request',
		remedy: "Check the credential's 'Base URL': a proxy may be changing the request.",
	},
};

/** The entry of a code for a service: its own wording where the service's table has one. */
export function signatureCode(
	code: string,
	service: SignatureService,
): { what: string; remedy: string; retry: boolean; limited: boolean } | undefined {
	const entry =
		SIGNATURE_CODES[code] ??
		(/^1000(0[1-9]|10)$/.test(code)
			? {
					what: "The service's engine could not start",
					remedy: `Run the workflow again later. ${REPORT}`,
				}
			: undefined);
	if (entry === undefined) return undefined;
	const { what, remedy } = entry[service] ?? entry;
	return { what, remedy, retry: entry.retry === true, limited: entry.limited === true };
}
