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
