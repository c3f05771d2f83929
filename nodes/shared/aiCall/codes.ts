import type { CodeRow, CodeScope } from '../http/codes';
import { lookUp } from '../http/json';

const NO_FILE_SENT =
	"This node sends no file: check the credential's 'Base URL', then ask iFLYTEK what the code means here.";

/** Every documented code of the AI Call platform, one row each (services.md, AI Call: Errors). */
export const AI_CALL_CODES: Readonly<Record<string, CodeRow>> = {
	'10001': {
		message: 'The platform did not accept the token',
		remedy:
			"A new token was fetched and refused too. Check 'App Key' and 'App Secret' in the credential.",
		scope: 'account',
		isAtomicRefusal: true,
	},
	'10002': {
		message: 'The token is not valid, or has no permission for this request',
		remedy:
			"A new token was fetched and refused too. If other operations work, ask iFLYTEK to enable this function for your application; otherwise check 'App Key' and 'App Secret' in the credential.",
		scope: 'account',
		isAtomicRefusal: true,
	},
	'10003': {
		message: 'The platform does not know this application',
		remedy: "Copy 'App Key' again from the iFLYTEK console.",
		scope: 'account',
		isAtomicRefusal: true,
	},
	'10004': {
		message: 'The platform is busy',
		remedy: 'Try again in a minute.',
		scope: 'busy',
		retryClass: 'later',
	},
	'10005': {
		message: 'The platform did not accept a parameter of the request',
		remedy:
			'It does not say which: look first at IDs and dates that come from an expression, then at the values of the row.',
		scope: 'parameter',
	},
	'10020': {
		message: 'The interface is under maintenance',
		remedy: 'Try again later.',
		scope: 'account',
	},
	'10021': {
		message: 'The interface is disabled for this application',
		remedy: 'Ask iFLYTEK to enable it.',
		scope: 'account',
	},
	'200101': {
		message: 'The platform does not accept this key and secret',
		remedy: "Copy 'App Key' and 'App Secret' again from the iFLYTEK console.",
		scope: 'account',
	},
	'200200': {
		message: 'The data does not belong together',
		remedy:
			"Check 'Phone Line' first: the platform has no code of its own for a line that it does not know or that has expired. Then check that task, script and voice belong to the same application.",
		scope: 'group',
	},
	'200201': {
		message: 'The platform does not know the enterprise',
		remedy: 'Check that the credential belongs to the application that owns the task.',
		scope: 'account',
	},
	'200202': {
		message: 'The platform does not know this task',
		remedy: "Pick the task from the list, or check 'Task'.",
		scope: 'group',
		isAtomicRefusal: true,
	},
	'200203': {
		message: 'The batch contains a phone number that the platform does not accept',
		remedy:
			"Leave the number out: it is not a mobile number, or it is on the platform's list of sensitive numbers. One such number causes its whole batch to be refused, unless 'If a Batch Is Refused' is set to Skip Only the Bad Rows.",
		scope: 'row',
	},
	'200204': {
		message: 'The platform does not know this script',
		remedy: "Pick the script from the list, or check 'Call Script'.",
		scope: 'group',
	},
	'200205': {
		message: 'The script has no such voice',
		remedy: "Pick another voice from the list, or leave 'Voice' empty.",
		scope: 'group',
	},
	'200206': {
		message: 'The platform does not accept the speech rate',
		remedy:
			"This node sends none, so the script or the voice decides it: pick another 'Voice', or check the script in the iFLYTEK console.",
		scope: 'group',
	},
	'200209': {
		message: "The account's balance is too low",
		remedy: 'Top up the account in the iFLYTEK console, then send the rows that were not accepted.',
		scope: 'account',
	},
	'200210': {
		message: 'The platform does not accept the format of a file',
		remedy: NO_FILE_SENT,
		scope: 'group',
	},
	'200211': {
		message: 'The platform refuses a file over 10 MB',
		remedy: NO_FILE_SENT,
		scope: 'group',
	},
	'200212': {
		message: "The columns do not fit the script's variables",
		remedy: 'Map the columns again: the script may have been changed since.',
		scope: 'columns',
	},
	'200213': {
		message: 'The submitted data is over a limit of the platform',
		remedy: 'It does not say which limit, or when it ends: ask iFLYTEK.',
		scope: 'account',
	},
	'200222': {
		message: "It is outside the line's working hours",
		remedy: "Try again within the line's working hours.",
		scope: 'group',
	},
	'3030002': {
		message: 'The platform says that a number is occupied',
		remedy:
			'It does not say which. If another task uses the line, wait until it is finished, pause it, or pick another line.',
		scope: 'group',
	},
	'3010101': {
		message: 'The task is already finished',
		remedy: 'Create a new task.',
		scope: 'group',
		isAtomicRefusal: true,
	},
	'3010102': {
		message: 'The task is already deleted',
		remedy: 'Create a new task: a deleted one cannot be used again.',
		scope: 'group',
		isAtomicRefusal: true,
	},
};

/**
 * Codes of the platform's services (services.md, AI Call: Errors), documented or not. Those of five
 * digits are the system's, and the vendor's gateways use that range for answers that came too late as well.
 */
const SERVICE_CODE = /^[23]\d{5,6}$/;

/** Whether a code is one of the platform's services, documented or not. */
export function isServiceCode(code: string): boolean {
	return SERVICE_CODE.test(code);
}

/** What a code is about; undefined for one that is not documented. */
export function scopeOf(code: string | undefined): CodeScope | undefined {
	return lookUp(AI_CALL_CODES, code ?? '')?.scope;
}

const TOO_MANY_REQUESTS = 429;

/** Whether the platform or its gateway refuses only because it is busy at this moment. */
export function isBusy({ code, httpStatus }: { code?: string; httpStatus?: number }): boolean {
	return scopeOf(code) === 'busy' || httpStatus === TOO_MANY_REQUESTS;
}

/** Whether a submission refused with this code cannot have put a row into a task. */
export function isAtomicRefusal(code: string): boolean {
	return lookUp(AI_CALL_CODES, code)?.isAtomicRefusal === true;
}
