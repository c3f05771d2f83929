import { z } from 'zod';
import { anything } from '../core/rules';
import type { Answer, FaultOf, FaultTable, Received, ServiceFault } from '../core/types';
import { codeAnswer } from './envelope';

const both = {
	/** Any code in place of the result, in header.code; `status` overrides the HTTP status. */
	code: {
		code: z.number().int(),
		message: z.string().optional(),
		status: z.number().int().optional(),
	},
	/** Any decoded document in place of the right one. */
	decoded: { document: anything },
};

export const INVOICE_FAULTS = {
	...both,
	/** Its `level` may also be service (decoded error_code) or object. */
	code: { ...both.code, level: z.enum(['session', 'service', 'object']).optional() },
} satisfies FaultTable;

export const TEXT_FAULTS = {
	...both,
	/** The decoded `ret`; 'absent' leaves it out. */
	ret: { ret: anything },
} satisfies FaultTable;

/** Faults that the signature services play themselves. */
export type SignatureFault = FaultOf<typeof INVOICE_FAULTS> | FaultOf<typeof TEXT_FAULTS>;

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
