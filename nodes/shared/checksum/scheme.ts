import { createHash } from 'node:crypto';

import { LICENSE_CODES, repeatsOf, type CodeRow, type Scheme } from '../http/codes';
import { lookUp } from '../http/json';
import { sanitize, type Problem } from '../problem/problem';

/**
 * X-CheckSum: MD5 over API key, X-CurTime and X-Param as sent, in lower-case hexadecimal
 * (services.md, Checksum scheme: Authentication).
 */
export function checksum(apiKey: string, curTime: string, param: string): string {
	return createHash('md5').update(`${apiKey}${curTime}${param}`).digest('hex');
}

/** The credential uses an X-CurTime that is already among the headers. */
export const checksumScheme: Scheme = {
	credentialType: 'iflytekChecksumApi',
	services: { object: 'Object Recognition', scene: 'Scene Recognition' },
	signedAt: (time) => ({ headers: { 'X-CurTime': String(Math.floor(time.getTime() / 1000)) } }),
};

const CHECKSUM_REFUSED = {
	message: 'The checksum is not accepted, as with a wrong API Key or a wrong clock',
	remedy:
		"Copy 'API Key' again from the page of this service in the iFLYTEK console, and check the clock of the machine that runs n8n.",
	refusesKey: true,
};

const CALLER_REFUSED: CodeRow = {
	message: 'The service refused the caller',
	remedy:
		"Check in the iFLYTEK console that 'App ID' and 'API Key' belong together and to this service, and that the IP whitelist is off or contains the public IP address of the machine that runs n8n (a change takes about five minutes).",
	scope: 'account',
	refusesKey: true,
};

const USUALLY_THE_PICTURE =
	"Usually it is the picture: its size, name or address. The service's own words say which.";

/**
 * Every known code of the checksum scheme (services.md, Checksum scheme: Answers; the
 * vendor's list of the same gateway). The same number can mean another thing in another scheme.
 */
export const CHECKSUM_CODES: Readonly<Record<string, CodeRow>> = {
	'10104': {
		message: 'The service does not offer this function',
		remedy: "Correct 'Base URL' in the credential.",
		scope: 'account',
	},
	'10105': CALLER_REFUSED,
	'10106': {
		message: 'The service did not accept a parameter of the request',
		remedy: USUALLY_THE_PICTURE,
	},
	'10107': {
		message: 'The service did not accept a value of the request',
		remedy: USUALLY_THE_PICTURE,
	},
	'10110': {
		message: 'The application has no license left for this service',
		remedy: 'Buy or renew the service in the iFLYTEK console.',
		scope: 'account',
		noLicense: true,
	},
	'10114': {
		message: 'The service did not finish in time',
		remedy: 'Run the workflow again later.',
		retryClass: 'later',
	},
	...LICENSE_CODES,
	'40202': CALLER_REFUSED,
	'40203': { ...CHECKSUM_REFUSED, scope: 'account' },
	'40204': {
		message: 'The service did not accept the format of the image',
		remedy: 'Send a PNG, JPG, BMP or TIFF image.',
	},
};

/** The live service adds the caller's address to these words. */
export const WHITELIST_REFUSAL = {
	desc: 'illegal access|illegal client_ip',
	refusesKey: false,
	message: 'The IP address of the machine that runs n8n is not on the whitelist of this service',
	remedy:
		'Switch the IP whitelist off in the iFLYTEK console, or add the public IP address (it takes about five minutes).',
};

/** How `desc` begins when the time of the request is not accepted. */
const REFUSED_TIME = 'illegal access|illegal X-CurTime';

/**
 * Refusals that give their cause in `desc`: the same code 10105 stands for several. `desc` may go on
 * after the text here (a caller's IP address, for example).
 */
export const CHECKSUM_SENTENCES: ReadonlyArray<CodeRow & { desc: string; refusesKey: boolean }> = [
	WHITELIST_REFUSAL,
	{ desc: 'illegal access|illegal X-CheckSum', ...CHECKSUM_REFUSED },
	{
		desc: 'illegal access|no appid info',
		refusesKey: true,
		message: 'The service does not know this App ID',
		remedy:
			"Correct 'App ID' in the credential, and check that this application has the service enabled.",
	},
	{
		desc: REFUSED_TIME,
		refusesKey: false,
		message:
			"The clock of the machine that runs n8n differs from the service's by more than 5 minutes",
		remedy: 'Set the clock of the machine (or container) that runs n8n.',
	},
	{
		desc: 'invalid parameter|invalid X-Param',
		refusesKey: false,
		message: 'The service did not accept a parameter of the request',
		remedy:
			'Usually a proxy between n8n and the service removes or changes the X-Param header. If other pictures are accepted, check the name or the address of this one.',
	},
];

/** What a refusal means, by its `desc` or else its code. */
export function checksumProblem(code: string, desc: string, serverDate?: string): Problem {
	const known: Partial<CodeRow> = {
		...lookUp(CHECKSUM_CODES, code),
		...CHECKSUM_SENTENCES.find((sentence) => desc.startsWith(sentence.desc)),
	};
	const quoted = sanitize(desc);
	const serviceSays = quoted === '' ? '' : ` The service says: ${quoted}.`;
	return {
		message:
			known.message ?? 'The service refused the request for a reason this package does not know',
		remedy: `${known.remedy ?? "Look the code up in iFLYTEK's list of codes."}${serviceSays}`,
		code,
		...repeatsOf(known),
		clock: desc.startsWith(REFUSED_TIME) ? { serverDate } : undefined,
	};
}
