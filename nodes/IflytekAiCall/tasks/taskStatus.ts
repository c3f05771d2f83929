/** A task as the platform sends it (services.md, AI Call: Calls and tasks). */
export type Task = Record<string, unknown>;

/** The status of a task. */
export const NEW = 0;
export const STARTED = 1;
export const RUNNING = 2;
export const PAUSED = 3;
export const FINISHED = 4;
/** started, but between two rounds or outside working hours */
export const RESTING = [5, 6];
/** finished or expired: such a task calls nobody any more */
export const ENDED = [FINISHED, 7];

/** Each status in words. */
export const TASK_STATUS: Readonly<Record<string, string>> = {
	'0': 'new',
	'1': 'started',
	'2': 'running',
	'3': 'paused',
	'4': 'finished',
	'5': 'waiting for the next round',
	'6': 'outside working hours',
	'7': 'expired',
};

/** The status of a task; NaN if the platform sends none that can be read. */
export function statusOf({ status }: Task): number {
	const code = typeof status === 'string' ? status.trim() : status;
	return code === '' || (typeof code !== 'string' && typeof code !== 'number') ? NaN : Number(code);
}

/** Whether numbers can be added to a task: until it is started. One without a status counts as new. */
export function takesNumbers({ status }: Task): boolean {
	return Number(status ?? NEW) === NEW;
}

export function isDeleted({ deleted }: Task): boolean {
	return Number(deleted ?? 0) === 1;
}
