import type { IExecuteFunctions } from 'n8n-workflow';

import type { CallingWindow } from '../hours/callingHours';
import { newPaceState, type PaceState } from '../submission/pace';

/** Direct calls that a line is busy with, at an estimated time for each call. */
export interface LineLoad {
	/** since when it has been busy without a break, in milliseconds since 1970 */
	since: number;
	/** rows that it was given since then */
	rows: number;
}

/** What the platform says of a line; a field is missing where it does not. */
export interface LineSettings {
	/** how many calls it carries at the same time */
	atOnce?: number;
	/** its own working hours */
	windows?: CallingWindow[];
}

/**
 * What all runs of an execution remember, as one run would: in a loop, as an agent's tool, or after a wait.
 * n8n keeps it with the execution's data, so it is plain data; a killed execution forgets what was not saved.
 */
export interface ExecutionState {
	pace: PaceState;
	/** by line */
	loads: Record<string, LineLoad>;
	lines?: { askedAt: number; settings: Record<string, LineSettings> };
	/** rows that live runs have taken on */
	rows: number;
}

/** Its name among what the nodes of a workflow keep. */
const NAME = 'iflytekAiCall';

/** The state of the execution that a run belongs to. */
export function executionState(context: IExecuteFunctions): ExecutionState {
	const kept = context.getContext('flow') as Record<string, ExecutionState | undefined>;
	return (kept[NAME] ??= { pace: newPaceState(), loads: {}, rows: 0 });
}
