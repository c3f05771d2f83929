import type { PushKind } from '../emulator/aiCall/pushBodies';

/** The event that the trigger makes of a push of the emulator: both records of a call are one. */
export const eventOf = (kind: PushKind): string =>
	['basic', 'outbound'].includes(kind) ? 'callRecord' : kind;
