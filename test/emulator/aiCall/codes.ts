/** Every code of the specification's error table with its meaning. */
export const CODES: Record<number, string> = {
	0: 'ok',
	10001: 'invalid token request',
	10002: 'token has no request permission',
	10003: 'wrong app_id',
	10004: 'service busy, retry later',
	10005: 'wrong input parameter',
	10020: 'interface under maintenance',
	10021: 'interface disabled',
	200101: 'wrong account or password',
	200200: 'wrong data relation',
	200201: 'wrong enterprise id',
	200202: 'wrong task id',
	200203: 'wrong outbound number',
	200204: 'wrong script id',
	200205: 'wrong script voice id',
	200206: 'wrong speech rate',
	200209: 'insufficient balance',
	200210: 'wrong file format',
	200211: 'uploaded file exceeds 10m',
	200212: "data does not match the script's dynamic information",
	200213: 'uploaded outbound data volume over the limit',
	3010101: 'task already finished',
	3010102: 'task already deleted',
	3030002: 'number occupied',
};

export type Endpoint =
	| 'aicall-token'
	| 'aicall-config'
	| 'aicall-callout'
	| 'aicall-create'
	| 'aicall-insert'
	| 'aicall-start'
	| 'aicall-pause'
	| 'aicall-delete'
	| 'aicall-query';

const TOKEN = {
	10001: 'no token, a token never issued; expired, revoked or superseded ones as settings say',
	10002: 'the application has no permission for the endpoint',
};
const BODY = {
	10005: 'not JSON, not an object, a field missing, unknown, of another type or out of bounds',
};
const ROWS = {
	200203: 'a number that is no mainland mobile number, or a sensitive one: no row is taken',
	200204: 'the script does not exist, is deleted or not released',
	200209: 'fewer calls left in the balance than rows',
	200212: "columns other than the script's, or a row of another length",
	200213: "more than 50 rows, or more numbers than the account's volume",
};
const TASK = { 200202: 'no such task of this application', 3010102: 'the task is deleted' };

/**
 * Which endpoint answers which code by itself, and when. The specification gives the table only
 * ("Which operation returns which code: not shown"): the choice is this emulator's. Codes that an
 * endpoint lacks here never come from it unless ordered with a `code` fault.
 * Checked in the order: token, body, task, number of rows, script, line, voice, columns, numbers,
 * balance, volume; the first that does not hold decides, and nothing of the request is carried out.
 */
export const ANSWERED: Record<Endpoint, Record<number, string>> = {
	'aicall-token': { ...BODY, 200101: 'key unknown, or the secret is not the key’s' },
	'aicall-config': { ...TOKEN, ...BODY },
	'aicall-callout': {
		...TOKEN,
		...BODY,
		...ROWS,
		200200: 'the line does not exist or its time has run out',
		200205: 'the voice does not exist',
		200206: 'observed voice only: robot_speed outside -500 to 500',
		3030002: 'a started task uses the line',
	},
	'aicall-create': {
		...TOKEN,
		...BODY,
		200200: 'a line does not exist or its time has run out',
		200204: ROWS[200204],
		200205: 'the voice does not exist',
	},
	'aicall-insert': {
		...TOKEN,
		...BODY,
		...TASK,
		...ROWS,
		200200: 'the task has been started',
		3010101: 'the task is finished',
	},
	'aicall-start': {
		...TOKEN,
		...BODY,
		...TASK,
		3010101: 'the task is finished',
		3030002: 'another started task uses one of the lines',
	},
	'aicall-pause': {
		...TOKEN,
		...BODY,
		...TASK,
		200200: 'the task has not been started',
		3010101: 'the task is finished',
	},
	'aicall-delete': { ...TOKEN, ...BODY, ...TASK },
	'aicall-query': { ...TOKEN, ...BODY },
};

/** The message of a code; `detail` goes behind it. */
export function messageOf(code: number, detail?: string): string {
	const message = CODES[code] ?? `code ${code}`;
	return detail ? `${message}: ${detail}` : message;
}

/** A request that the platform refuses with a code of its table. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		detail?: string,
		message?: string,
	) {
		super(message ?? messageOf(code, detail));
	}
}
