import type { TransportFault } from './faults';
import type { Answer } from './types';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML =
	'<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>' +
	'<body><center><h1>502 Bad Gateway</h1></center><hr><center>proxy</center></body></html>\n';

/** A JSON answer without a result code. */
export const json = (status: number, body: unknown): Answer => ({
	status,
	contentType: JSON_TYPE,
	body: JSON.stringify(body),
	code: null,
});

/** The bytes of an answer's body. */
export const bytesOf = (body: string | Buffer): Buffer =>
	typeof body === 'string' ? Buffer.from(body) : body;

function ownAnswer(fault: Extract<TransportFault, { kind: 'status' }>): Answer {
	const { status, headers, body } = fault;
	return typeof body === 'string'
		? { status, headers, contentType: 'text/plain; charset=utf-8', body, code: null }
		: { ...json(status, body ?? { message: '' }), headers };
}

function rateLimited({ retryAfter }: { retryAfter?: number | string }): Answer {
	const answer = json(429, { message: 'API rate limit exceeded' });
	return retryAfter === undefined
		? answer
		: { ...answer, headers: { 'Retry-After': String(retryAfter) } };
}

/**
 * What becomes of a request on the line: the answer that goes out, null when none does.
 * `carryOut` gives the service's own answer and is called only where the request gets that far.
 */
export async function throughLine(
	fault: TransportFault | undefined,
	carryOut: () => Promise<Answer>,
): Promise<Answer | null> {
	switch (fault?.kind) {
		case undefined:
		case 'half':
		case 'delay':
			return await carryOut();
		case 'resetAfter':
			await carryOut();
			return null;
		case 'hang':
		case 'resetBefore':
			return null;
		case 'contentType':
			return { ...(await carryOut()), contentType: fault.contentType };
		case 'status':
			if (fault.processed) await carryOut();
			return ownAnswer(fault);
		case 'rateLimit':
			if (fault.processed) await carryOut();
			return rateLimited(fault);
		case 'html':
			return { status: fault.status ?? 200, contentType: 'text/html', body: HTML, code: null };
		case 'notJson':
			return { status: 200, contentType: JSON_TYPE, body: fault.body ?? '{"header":}', code: null };
		case 'redirect':
			return {
				status: fault.status ?? 307,
				headers: { Location: fault.location },
				contentType: 'text/plain',
				body: '',
				code: null,
			};
	}
}
