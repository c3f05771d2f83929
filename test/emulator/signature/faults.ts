import type { Answer, FaultKind, Received, ServiceFault } from '../core/types';
import { codeAnswer } from './envelope';

/** Faults that the signature services play themselves. */
export type SignatureFault =
	/**
	 * Any code in place of the result. `level`: session (header.code, default), for invoices also
	 * service (decoded error_code) and object. `status` overrides the HTTP status of the session level.
	 */
	| {
			kind: 'code';
			code: number;
			message?: string;
			level?: 'session' | 'service' | 'object';
			status?: number;
	  }
	/** Any decoded document in place of the right one. */
	| { kind: 'decoded'; document: unknown }
	/** payload.result.text as the decoded JSON itself instead of base64. */
	| { kind: 'rawText' }
	/** Any payload.result.text, such as null or text that is not base64. */
	| { kind: 'text'; text: unknown }
	/** Code 0 without a payload. */
	| { kind: 'noPayload' }
	/** Something behind the decoded document, inside the base64. */
	| { kind: 'trailing'; junk: string }
	/** Text correction only: the decoded `ret`; 'absent' leaves it out. */
	| { kind: 'ret'; ret: unknown };

/** A kind whose only field may have any value, but has to be there. */
function withField(field: string): FaultKind {
	return {
		fields: [field],
		check: (order) => (field in order ? undefined : `'${field}' is missing.`),
	};
}

/** The kinds a service understands; `levels` are those of kind code. */
export function serviceFaults(levels: string[], ...more: string[]): Record<string, FaultKind> {
	const kinds: Record<string, FaultKind> = {
		code: {
			fields: ['code', 'level', 'message', 'status'],
			check: ({ code, level, message, status }) => {
				if (!Number.isInteger(code)) return "'code' is a whole number.";
				if (level !== undefined && !levels.includes(level as string)) {
					return `'level' is ${levels.join(' or ')}.`;
				}
				if (message !== undefined && typeof message !== 'string') return "'message' is a text.";
				if (status !== undefined && !Number.isInteger(status)) return "'status' is an HTTP status.";
				return undefined;
			},
		},
		decoded: withField('document'),
		rawText: { fields: [] },
		text: withField('text'),
		noPayload: { fields: [] },
		trailing: {
			fields: ['junk'],
			check: (order) => (typeof order.junk === 'string' ? undefined : "'junk' is a text."),
		},
	};
	for (const kind of more) kinds[kind] = withField(kind);
	return kinds;
}

/** Plays a code of the session level, which needs nothing but a valid request. */
export function playSessionFault(request: Received, fault?: ServiceFault): Answer | undefined {
	if (fault?.kind !== 'code' || (fault.level ?? 'session') !== 'session') return undefined;
	return codeAnswer(
		request,
		fault.code as number,
		fault.message as string | undefined,
		fault.status as number | undefined,
	);
}
