import { callRecord } from './callRecord';
import { dialog } from './dialog';
import type { PushKind } from './pushKind';
import { recording } from './recording';

/**
 * Every kind of push that the node knows; earlier ones win over later ones (see `kindOf`). A new kind is
 * one file, a line here, and its fields in the output schema.
 */
export const PUSH_KINDS: PushKind[] = [dialog, callRecord, recording];

/** The event of a push of no known kind. */
export const UNKNOWN_EVENT = 'unknown';

/**
 * Recognizes a push by its fields, since one URL serves all kinds (services.md, AI Call: Pushes).
 * @returns undefined when it fits no known kind
 */
export function kindOf(body: Record<string, unknown>): PushKind | undefined {
	const has = (field: string): boolean => body[field] !== undefined;
	return (
		PUSH_KINDS.find(({ decisiveFields }) => decisiveFields.some(has)) ??
		PUSH_KINDS.find(({ typicalFields }) => typicalFields.some(has))
	);
}
