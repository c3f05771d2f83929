import { LICENSE_CODES, type CodeRow, type NamedService } from '../http/codes';
import { lookUp } from '../http/json';

/** A service of the scheme. */
export interface ServiceCodes extends NamedService {
	/** codes that mean something more specific with this service, or exist only here */
	codes: Readonly<Record<string, CodeRow>>;
}

const RUN_LATER = 'Run the workflow again later.';
const KEY_OF_SERVICE =
	'Keys are issued per service: check in the iFLYTEK console that this application has the service, and copy its APPID, APIKey and APISecret together.';
const REPORT_SID = 'If the problem persists, report the session ID (sid) to iFLYTEK.';
const RUN_AGAIN_OR_REPORT = `Run the workflow again. ${REPORT_SID}`;
const RUN_LATER_OR_REPORT = `${RUN_LATER} ${REPORT_SID}`;
/** Worth another try. */
const later = (message: string): CodeRow => ({ message, remedy: RUN_LATER, retryClass: 'later' });
const CHECK_OPTIONS = 'Check the values under Options.';
const CHECK_INPUT = 'Check the format and size of the input.';

/**
 * Every documented code of the signature scheme (services.md, Signature scheme: Errors;
 * the general ones from the vendor's list), with what it means to the user and whether to try again.
 */
export const SIGNATURE_CODES: Readonly<Record<string, CodeRow>> = {
	'10003': { message: 'The service does not know the requested operation', remedy: REPORT_SID },
	'10004': { message: 'The service did not accept the session mode', remedy: REPORT_SID },
	'10008': { message: 'The service instance is not valid', remedy: RUN_AGAIN_OR_REPORT },
	'10009': {
		message: 'The input data is not valid',
		remedy: 'Check that the input contains readable content, then run the workflow again.',
	},
	'10010': {
		message: 'The application has no license left for this service',
		remedy:
			'Buy or renew the service in the iFLYTEK console, or use the key of an application that has it.',
		scope: 'account',
		noLicense: true,
	},
	'10019': later('The service did not finish in time'),
	'10031': { message: 'The service is being upgraded', remedy: RUN_LATER },
	'10043': {
		message: 'The service could not decode the data',
		remedy: 'Check the format of the input.',
	},
	'10101': { message: 'The recognition engine is not active', remedy: RUN_LATER_OR_REPORT },
	'10106': { message: 'A parameter of the request is not valid', remedy: CHECK_OPTIONS },
	'10107': { message: 'A value of the request is not valid', remedy: CHECK_OPTIONS },
	'10109': {
		message: 'The length of the data is not valid',
		remedy: 'Check the size of the input.',
	},
	'10114': later('The session ran out of time'),
	'10118': {
		message: "The service could not read its own engine's answer",
		remedy: RUN_LATER_OR_REPORT,
	},
	'10139': { message: 'A parameter of the request is not valid', remedy: CHECK_OPTIONS },
	'10160': {
		message: 'The service could not read the request as JSON',
		remedy: "Check the credential's 'Base URL': a proxy may be changing the request.",
		scope: 'account',
	},
	'10161': {
		message: 'The service could not decode the base64 data',
		remedy: 'Check that the input is the unchanged file or text.',
	},
	'10163': {
		message: 'The service did not accept a parameter of the request',
		remedy: 'Check the values under Options and the App ID in the credential.',
	},
	'10164': { message: 'The service did not accept the data', remedy: CHECK_INPUT },
	'10165': { message: 'The session is not valid', remedy: RUN_AGAIN_OR_REPORT },
	'10200': later('The service waited too long for data'),
	'10202': { message: 'The session had already ended', remedy: RUN_AGAIN_OR_REPORT },
	'10221': later('The service has no working connection to its engine'),
	'10222': {
		message: 'The service did not finish in time, or the input is larger than it accepts',
		remedy: 'Run the workflow again later, or send a smaller input.',
	},
	'10223': later('The service found no node to process the request'),
	'10225': later('The service could not find its engine'),
	'10240': { message: "The service's engine is not available", remedy: RUN_LATER_OR_REPORT },
	'10250': { message: "The service's engine is not available", remedy: RUN_LATER_OR_REPORT },
	'10300': { message: "The service's buffer is empty", remedy: RUN_AGAIN_OR_REPORT },
	'10301': { message: 'The service closed its channel', remedy: RUN_AGAIN_OR_REPORT },
	'10313': {
		message: 'The App ID is not valid, or does not belong to the API key',
		remedy: `Correct 'App ID' in the credential. ${KEY_OF_SERVICE}`,
		scope: 'account',
		refusesKey: true,
	},
	'10317': { message: 'The service does not know the requested version', remedy: REPORT_SID },
	'10324': { message: 'The service did not accept the data', remedy: CHECK_INPUT },
	'10400': { message: 'The service could not pack its data', remedy: RUN_AGAIN_OR_REPORT },
	'10401': { message: 'The service could not unpack its data', remedy: RUN_AGAIN_OR_REPORT },
	'10404': {
		message: 'The service does not know this address',
		remedy: "Correct the credential's 'Base URL'.",
		scope: 'account',
	},
	'10500': { message: 'The service stopped partway through', remedy: RUN_AGAIN_OR_REPORT },
	'10600': { message: 'The service had nothing to process', remedy: RUN_AGAIN_OR_REPORT },
	'10700': { message: "The service's engine refused the request", remedy: RUN_AGAIN_OR_REPORT },
	...LICENSE_CODES,
	'11345': { message: 'The session is not valid', remedy: RUN_AGAIN_OR_REPORT },
	'11502': {
		message: 'The service answered with too much data',
		remedy: `Send a smaller input. ${REPORT_SID}`,
	},
	'11503': {
		message: "The service's engine answered with faulty data",
		remedy: RUN_AGAIN_OR_REPORT,
	},
	'12000': {
		message: 'The service found no result',
		remedy: 'Check that the input contains what should be recognized.',
	},
};

/** What a code means with a service; undefined for one that is not documented. */
export function signatureCode(code: string, service: ServiceCodes): CodeRow | undefined {
	const known = lookUp(service.codes, code) ?? lookUp(SIGNATURE_CODES, code);
	// engine faults are numbered from 100001 to 100010
	if (known !== undefined || !/^1000(0[1-9]|10)$/.test(code)) return known;
	return { message: "The service's engine could not start", remedy: RUN_LATER_OR_REPORT };
}

/** A refusal by the gateway, which gives its reason in words instead of a code. */
export interface GatewayRefusal {
	/** what the words begin with, in any case of letters */
	beginnings: readonly string[];
	/** the longer texts that gateways of the vendor were seen to send */
	seen?: readonly string[];
	message: string;
	remedy: string;
	/** the date of the request is not accepted */
	isClock?: true;
	/** the gateway does not take the key */
	refusesKey?: true;
}

/**
 * The refusals of the gateway (services.md, Signature scheme: Authentication). The first one whose
 * beginning fits counts.
 */
export const GATEWAY_REFUSALS: readonly GatewayRefusal[] = [
	{
		beginnings: ['HMAC signature cannot be verified, a valid date or x-date header is required'],
		seen: [
			'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
		],
		message:
			"The clock of the machine that runs n8n differs from the service's by more than 5 minutes",
		remedy: 'Set the clock of the machine (or container) that runs n8n.',
		isClock: true,
	},
	{
		beginnings: ['HMAC signature cannot be verified'],
		seen: [
			'HMAC signature cannot be verified: fail to retrieve credential',
			'HMAC signature cannot be verified: apikey not found',
		],
		message: 'The service could not read the signature, as with a wrong API Key',
		remedy:
			"Check in the credential that 'API Key' and 'API Secret' are not swapped, and copy both again from the page of this service in the iFLYTEK console.",
		refusesKey: true,
	},
	{
		beginnings: ['HMAC signature does not match', 'HMAC secret key does not match'],
		message: 'The signature does not match, as with a wrong API Secret',
		remedy:
			"Copy 'API Secret' again from the page of this service in the iFLYTEK console. If 'Base URL' leads through a proxy that removes part of the path, the service sees another path than the signed one: use an address whose path the proxy keeps.",
		refusesKey: true,
	},
	{
		beginnings: ['Unauthorized'],
		message: 'The service saw no signature in the request',
		remedy: "Check the credential's 'Base URL': a proxy may be removing the query of the address.",
	},
	{
		beginnings: ['you are not allowed to access this service'],
		message: 'This application may not use the service',
		remedy: KEY_OF_SERVICE,
		refusesKey: true,
	},
	{
		beginnings: ['not found'],
		message: 'The service is not at this address',
		remedy: "Correct the credential's 'Base URL'; the vendor's own is https://api.xf-yun.com.",
	},
	{
		beginnings: ['content-type must be application/json'],
		message: 'The service did not see a JSON request',
		remedy: "Check the credential's 'Base URL': a proxy may be changing the request.",
	},
];

/** A 401 or 403 of the gateway with unknown words. */
export const SIGNATURE_REFUSED: Omit<GatewayRefusal, 'beginnings'> = {
	message: 'The gateway refused the signature',
	remedy: `Check 'App ID', 'API Key' and 'API Secret' in the credential, and the clock of the machine that runs n8n. ${KEY_OF_SERVICE}`,
	refusesKey: true,
};
