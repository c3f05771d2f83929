import { lookUp } from '../../shared/http/json';
import type { Wording } from '../../shared/problem/language';
import { text } from '../words/say';

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
export const TASK_STATUS: Readonly<Record<string, Wording>> = {
	'0': { english: 'new', chinese: '未启动' },
	'1': { english: 'started', chinese: '已启动' },
	'2': { english: 'running', chinese: '呼叫中' },
	'3': { english: 'paused', chinese: '已暂停' },
	'4': { english: 'finished', chinese: '已结束' },
	'5': { english: 'waiting for the next round', chinese: '等待下一轮' },
	'6': { english: 'outside working hours', chinese: '不在工作时段' },
	'7': { english: 'expired', chinese: '已过期' },
};

/** The status of a task in words. */
export function statusWords({ status }: Task): Wording {
	const code = String(status);
	return lookUp(TASK_STATUS, code) ?? text('unknownState', code);
}

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
