/** What an AI Call code means to the user. */
export interface AiCallCode {
	/** what happened, one sentence */
	message: string;
	/** what to do about it */
	remedy: string;
	/** a query (never a call-out) is worth sending again */
	retryQuery?: true;
}

/** Every documented code of the AI Call platform (spec: AI call, Errors). */
export const AI_CALL_CODES: Readonly<Record<string, AiCallCode>> = {
	'10001': {
		message: 'The platform did not accept the token',
		remedy:
			"A new one was fetched and refused too. Check 'App Key' and 'App Secret' in the credential.",
	},
	'10002': {
		message: 'The token has no permission for this request',
		remedy: 'Ask iFLYTEK to enable this function for your application.',
	},
	'10003': {
		message: 'The platform does not know this application',
		remedy: "Copy 'App Key' again from the iFLYTEK console.",
	},
	'10004': {
		message: 'The platform is busy',
		remedy: 'Try again in a minute.',
		retryQuery: true,
	},
	'10005': {
		message: 'The platform did not accept a parameter of the request',
		remedy: 'Check the fields of the node.',
	},
	'10020': { message: 'The interface is under maintenance', remedy: 'Try again later.' },
	'10021': {
		message: 'The interface is disabled for this application',
		remedy: 'Ask iFLYTEK to enable it.',
	},
	'200101': {
		message: 'The platform does not accept this key and secret',
		remedy: "Copy 'App Key' and 'App Secret' again from the iFLYTEK console.",
	},
	'200200': {
		message: 'The data does not belong together',
		remedy: 'Check that task, script, line and voice belong to the same application.',
	},
	'200201': {
		message: 'The platform does not know the enterprise',
		remedy: 'Check that the credential belongs to the application that owns the task.',
	},
	'200202': {
		message: 'The platform does not know this task',
		remedy: "Pick the task from the list, or check 'Task'.",
	},
	'200203': {
		message: 'The batch holds a phone number that the platform does not take',
		remedy:
			"Leave the number out: it is no mobile number, or on the platform's own list of sensitive numbers. One such number refuses its whole batch, unless 'On a Refused Batch' is set to narrow it down.",
	},
	'200204': {
		message: 'The platform does not know this script',
		remedy: "Pick the script from the list, or check 'Script'.",
	},
	'200205': {
		message: 'The script has no such voice',
		remedy: "Pick another voice from the list, or leave 'Voice' empty.",
	},
	'200206': {
		message: 'The platform does not take this speech rate',
		remedy: 'Correct the speech rate.',
	},
	'200209': {
		message: 'The balance of the account is not enough',
		remedy: 'Top up the account in the iFLYTEK console, then send the rows that were not accepted.',
	},
	'200210': {
		message: 'The file has the wrong format',
		remedy: 'Use the format the platform asks for.',
	},
	'200211': { message: 'The file is over 10 MB', remedy: 'Send a smaller file.' },
	'200212': {
		message: "The columns do not fit the script's variables",
		remedy: 'Map the columns again: the script may have been changed since.',
	},
	'200213': {
		message: 'The amount of numbers submitted is over the limit of the account',
		remedy: 'Submit the rest later, or ask iFLYTEK for a higher limit.',
	},
	'200222': {
		message: 'Now is outside the working hours of the line',
		remedy: "Try again within the line's working hours.",
	},
	'3030002': {
		message: 'The line is in use by another task',
		remedy: 'Wait until that task is finished, pause it, or pick another line.',
	},
	'3010101': {
		message: 'The task is already finished',
		remedy: 'Create a new task.',
	},
	'3010102': {
		message: 'The task is already deleted',
		remedy: 'Create a new task: a deleted one cannot be used again.',
	},
};
