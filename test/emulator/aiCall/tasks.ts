import type { JsonObject, Voice } from '../core/types';
import type { AiCallAccount } from './accounts';

type TaskStatus = 0 | 1 | 2 | 3 | 4;

/** One call made, as the ledger keeps it. Times are the platform's, in milliseconds. */
export interface CallEntry {
	callUuid: string;
	line: string;
	dialledAt: number;
	/** 0 is the first call, then the retries. */
	tries: number;
	/** null while the call is under way. */
	result: string | null;
}

/** One number submitted. */
export interface Row {
	dataId: bigint;
	task: Task;
	/** Counts from 1 within the task. */
	index: number;
	number: string;
	head: string[];
	value: string[];
	lines: string[];
	robotId: string;
	/** Number of the submission in the ledger. */
	submission: number;
	/** `stopped`: the task ended before the number was reached. */
	state: 'waiting' | 'calling' | 'done' | 'stopped';
	calls: CallEntry[];
}

export interface Task {
	id: string;
	account: AiCallAccount;
	name: string;
	/** 2 is the application's long-term pool, which direct call-outs go to. */
	type: 0 | 2;
	status: TaskStatus;
	deleted: boolean;
	createdAt: number;
	/** First call; 0 before. */
	startedAt: number;
	finishedAt: number;
	lines: string[];
	robotId: string;
	robotName: string;
	voiceCode: string;
	recallCount: number;
	recallWait: number;
	periods: string[];
	begin: number;
	/** 0 is without end. */
	end: number;
	rows: Row[];
	/** Rows neither done nor stopped. */
	open: number;
	calls: number;
	calledRows: number;
	connected: number;
	recalled: number;
	/** Result codes that led to a retry. */
	recallResults: Set<string>;
}

export interface TaskFilter {
	task_id?: string;
	task_name?: string;
	time_begin?: number;
	time_end?: number;
	page_size?: number;
	page_index?: number;
	sort_name?: string;
	sort_order?: string;
}

export const SORT_NAMES = ['ID', 'NAME', 'CREATETIME', 'STARTTIME', 'ENDTIME'];
export const SORT_ORDERS = ['ASC', 'DESC'];

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: Task, b: Task): number => a.id.length - b.id.length || text(a.id, b.id);
const orders: Record<string, (a: Task, b: Task) => number> = {
	ID: byId,
	NAME: (a, b) => text(a.name, b.name),
	CREATETIME: (a, b) => a.createdAt - b.createdAt,
	STARTTIME: (a, b) => a.startedAt - b.startedAt,
	ENDTIME: (a, b) => a.finishedAt - b.finishedAt,
};

/**
 * Tasks that a query finds, of one page, and how many there are on all pages. The time range is
 * that of creation, both ends included; without sort_name the newest come first, with it the order
 * is ascending unless said; equal ones follow by id.
 */
export function findTasks(tasks: Task[], filter: TaskFilter): { total: number; page: Task[] } {
	const { task_id, task_name, time_begin = 0, time_end = Infinity } = filter;
	const found = tasks.filter(
		(task) =>
			(task_id === undefined || task.id === task_id) &&
			(task_name === undefined || task.name.includes(task_name)) &&
			task.createdAt >= time_begin &&
			task.createdAt <= time_end,
	);
	const { sort_name, sort_order = sort_name ? 'ASC' : 'DESC' } = filter;
	const order = orders[sort_name ?? 'CREATETIME'] ?? byId;
	const sign = sort_order === 'DESC' ? -1 : 1;
	found.sort((a, b) => sign * (order(a, b) || byId(a, b)));
	const { page_size = 20, page_index = 1 } = filter;
	const start = (page_index - 1) * page_size;
	return { total: found.length, page: found.slice(start, start + page_size) };
}

/** A task as the query shows it (spec: Task); `status` may be one of the observed voice. */
export function taskRecord(task: Task, status: number, voice: Voice): JsonObject {
	const rate = task.calls === 0 ? 0 : task.connected / task.calls;
	const observed = voice === 'observed';
	const list = (values: string[]): string => (observed ? JSON.stringify(values) : values.join(','));
	const always = {
		task_id: task.id,
		task_name: task.name,
		status,
		task_type: task.type,
		deleted: task.deleted ? 1 : 0,
		time_task_start: task.startedAt,
		process_count: task.calls,
		process_tel_count: task.calledRows,
		process_through_count: task.connected,
		process_through_rate: observed ? Math.round(rate) : rate,
		count_tel: task.rows.length,
	};
	if (task.type === 2) return always;
	return {
		...always,
		time_task_finish: task.finishedAt,
		count_total_task: task.rows.length,
		count_recalled: task.recalled,
		time_task_estimate_begin: task.begin,
		time_task_estimate_end: task.end,
		line_num: task.lines.join(';'),
		robot_id: task.robotId,
		robot_name: task.robotName,
		voice_code: task.voiceCode,
		voice_speed: 1,
		count_max_recall: task.recallCount,
		status_recall: JSON.stringify([...task.recallResults].map(Number)),
		time_recall_wait: task.recallWait,
		time_range: list(task.periods),
		intention_push: list(['A', 'B']),
	};
}
