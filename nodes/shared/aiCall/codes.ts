/** What an AI Call code means to the user. */
export interface AiCallCode {
	/** what happened, one sentence */
	what: string;
	/** what to do about it */
	remedy: string;
	/** a query (never a call-out) is worth sending again */
	retryQuery?: true;
}

/** Every documented code of the AI Call platform (spec: AI call, Errors). */
export const AI_CALL_CODES: Readonly<Record<string, AiCallCode>> = {
	'10001': {
		what: 'The platform did not accept the token',
		remedy:
			"A new one was fetched and refused too. Check 'App Key' and 'App Secret' in the credential.",
	},
	'10002': {
		what: 'The token has no permission for this request',
		remedy: 'Ask iFLYTEK to enable this function for your application.',
	},
	'10003': {
		what: 'The platform does not know this application',
		remedy: "Copy 'App Key' again from the iFLYTEK console.",
	},
	'10004': {
		what: 'The platform is busy',
		remedy: 'Try again in a minute.',
		retryQuery: true,
	},
	'10005': {
		what: 'The platform did not accept a parameter of the request',
		remedy: 'Check the fields of the node.',
	},
	'10020': { what: 'The interface is under maintenance', remedy: 'Try again later.' },
	'10021': {
		what: 'The interface is disabled for this application',
		remedy: 'Ask iFLYTEK to enable it.',
	},
	'200101': {
		what: 'The platform does not accept this key and secret',
		remedy: "Copy 'App Key' and 'App Secret' again from the iFLYTEK console.",
	},
	'200200': {
		what: 'The data does not belong together',
		remedy: 'Check that task, script, line and voice belong to the same application.',
	},
	'200201': {
		what: 'The platform does not know the enterprise',
		remedy: 'Check that the credential belongs to the application that owns the task.',
	},
	'200202': {
		what: 'The platform does not know this task',
		remedy: "Pick the task from the list, or check 'Task'.",
	},
	'200203': {
		what: 'The batch holds a phone number that the platform does not take',
		remedy:
			"Leave the number out: it is no mobile number, or on the platform's own list of sensitive numbers. One such number refuses its whole batch, unless 'On a Refused Batch' is set to narrow it down.",
	},
	'200204': {
		what: 'The platform does not know this script',
		remedy: "Pick the script from the list, or check 'Script'.",
	},
	'200205': {
		what: 'The script has no such voice',
		remedy: "Pick another voice from the list, or leave 'Voice' empty.",
	},
	'200206': {
		what: 'The platform does not take this speech rate',
		remedy: 'Correct the speech rate.',
	},
	'200209': {
		what: 'The balance of the account is not enough',
		remedy: 'Top up the account in the iFLYTEK console, then send the rows that were not accepted.',
	},
	'200210': {
		what: 'The file has the wrong format',
		remedy: 'Use the format the platform asks for.',
	},
	'200211': { what: 'The file is over 10 MB', remedy: 'Send a smaller file.' },
	'200212': {
		what: "The columns do not fit the script's variables",
		remedy: 'Map the columns again: the script may have been changed since.',
	},
	'200213': {
		what: 'The amount of numbers submitted is over the limit of the account',
		remedy: 'Submit the rest later, or ask iFLYTEK for a higher limit.',
	},
	'200222': {
		what: 'Now is outside the working hours of the line',
		remedy: "Try again within the line's working hours.",
	},
	'3030002': {
		what: 'The line is in use by another task',
		remedy: 'Wait until that task is finished, pause it, or pick another line.',
	},
	'3010101': {
		what: 'The task is already finished',
		remedy: 'Create a new task.',
	},
	'3010102': {
		what: 'The task is already deleted',
		remedy: 'Create a new task: a deleted one cannot be used again.',
	},
};
