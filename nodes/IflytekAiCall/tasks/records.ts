import { isoTime, timeInMs } from '../../shared/aiCall/times';
import { jsonIn, lookUp } from '../../shared/http/json';
import type { Language, Wording } from '../../shared/problem/language';
import { text } from '../words/say';

/** A record as the platform sends it (services.md, AI Call: Calls and tasks, Configuration). */
export type PlatformRecord = Record<string, unknown>;

/** The status of a line that runs a task. */
export const IN_USE = '1';
/** The status of a script that calls can be placed with. */
export const RELEASED = '4';

type Meanings = Readonly<Record<string, Wording>>;

/** A task's status, see `TASK_STATUS`: between its rounds it is started too; once ended, it calls nobody. */
export const STATUS = { new: 0, started: [1, 2, 5, 6], paused: 3, finished: 4, ended: [4, 7] };

const TASK_STATUS: Meanings = {
	'0': { english: 'new', chinese: '未启动' },
	'1': { english: 'started', chinese: '已启动' },
	'2': { english: 'running', chinese: '呼叫中' },
	'3': { english: 'paused', chinese: '已暂停' },
	'4': { english: 'finished', chinese: '已结束' },
	'5': { english: 'waiting for the next round', chinese: '等待下一轮' },
	'6': { english: 'outside working hours', chinese: '不在工作时段' },
	'7': { english: 'expired', chinese: '已过期' },
};

const LINE_STATUS: Meanings = {
	'0': { english: 'idle', chinese: '空闲' },
	[IN_USE]: { english: 'in use', chinese: '使用中' },
};

const SCRIPT_STATUS: Meanings = {
	'1': { english: 'under review', chinese: '审核中' },
	'2': { english: 'rejected', chinese: '审核未通过' },
	'3': { english: 'awaiting release', chinese: '待发布' },
	[RELEASED]: { english: 'released', chinese: '已发布' },
};

const SCRIPT_TYPE: Meanings = {
	'1': { english: 'normal script', chinese: '普通话术' },
	'2': { english: 'dynamic script', chinese: '动态话术' },
};

const URL_MODULE: Meanings = {
	receiveCallRecord: { english: 'call records', chinese: '通话记录' },
	receiveVoice: { english: 'recordings', chinese: '录音' },
	receiveDialog: { english: 'dialogs', chinese: '对话' },
	getDialogContext: { english: 'caller data requests', chinese: '来电数据请求' },
};

const DELETED: Wording = { english: 'deleted', chinese: '已删除' };

/** Gives an output field of a record. */
type Field = (record: PlatformRecord, language: Language) => unknown;

/** A value as the platform sent it, or as `read` converts it. */
const sent = (key: string, read = (value: unknown) => value): Field => {
	return (record) => read(record[key]);
};

const inWords =
	(key: string, meanings: Meanings): Field =>
	(record, language) =>
		record[key] === undefined ? null : meaningOf(record[key], meanings)[language];

/** The meaning of a status, or `deleted`: nothing can be done with a deleted record, whatever its status. */
const state = (meanings: Meanings): Field => {
	const ofStatus = inWords('status', meanings);
	return (record, language) => (isDeleted(record) ? DELETED[language] : ofStatus(record, language));
};

/** The simplified output of each kind of records: at most ten fields, the most used first. */
const SHAPES = {
	tasks: {
		taskId: sent('task_id'),
		taskName: sent('task_name'),
		statusText: state(TASK_STATUS),
		status: sent('status'),
		numbers: sent('count_tel', countOf),
		called: sent('process_tel_count', countOf),
		answered: sent('process_through_count', countOf),
		attempts: sent('process_count', countOf),
		timeTaskStartIso: sent('time_task_start', isoTime),
		timeTaskFinishIso: sent('time_task_finish', isoTime),
	},
	lines: {
		kind: () => 'line',
		lineNum: sent('line_num'),
		statusText: state(LINE_STATUS),
		status: sent('status'),
		concurrents: sent('concurrents', countOf),
		timeWork: sent('time_work', parseList),
		permanent: ({ time_expire: seconds }) => Number(seconds ?? NaN) === -1,
		expiresIso: (line) => isoTime(expiresAt(line)),
		timeApplyIso: sent('time_apply', isoTime),
	},
	scripts: {
		kind: () => 'script',
		robotId: sent('robot_id'),
		robotName: sent('robot_name'),
		callColumn: sent('call_column', parseList),
		statusText: state(SCRIPT_STATUS),
		status: sent('status'),
		typeText: inWords('type', SCRIPT_TYPE),
		timeCreateIso: sent('time_create', isoTime),
		timeUpdateIso: sent('time_update', isoTime),
	},
	interfaces: {
		kind: () => 'interface',
		urlModule: sent('url_module'),
		urlModuleText: inWords('url_module', URL_MODULE),
		url: sent('url'),
	},
	voices: { kind: () => 'voice', voiceCode: sent('voice_code'), voiceName: sent('voice_name') },
} satisfies Record<string, Readonly<Record<string, Field>>>;

export const TASK_FIELDS = Object.keys(SHAPES.tasks);

/** The fields of the simplified configuration: those of all kinds together, then those of each. */
export const CONFIGURATION_FIELDS: readonly string[] = [
	...new Set([
		...['kind', 'id', 'name', 'statusText', 'details'],
		...[SHAPES.scripts, SHAPES.lines, SHAPES.voices, SHAPES.interfaces].flatMap(Object.keys),
	]),
];

/** A record as a spreadsheet row, see `SHAPES`: times in ISO 8601, null for what the platform did not send. */
export function describeRecord(
	kind: keyof typeof SHAPES,
	record: PlatformRecord,
	language: Language = 'english',
): PlatformRecord {
	const fields = Object.entries<Field>(SHAPES[kind]);
	return Object.fromEntries(fields.map(([name, field]) => [name, field(record, language) ?? null]));
}

/** A described record as a row of one table for all kinds, which have the same columns there. */
export function describeAny({ kind, ...details }: PlatformRecord): PlatformRecord {
	return {
		kind,
		id: details.lineNum ?? details.robotId ?? details.urlModule ?? details.voiceCode ?? null,
		name: details.lineNum ?? details.robotName ?? details.url ?? details.voiceName ?? null,
		statusText: details.statusText ?? details.urlModuleText ?? null,
		details,
	};
}

/** A task as the platform sent it, except that lists in JSON text are parsed. */
export function rawTask(task: PlatformRecord): PlatformRecord {
	const lists = ['status_recall', 'time_range', 'intention_push'].filter((key) => key in task);
	return { ...task, ...Object.fromEntries(lists.map((key) => [key, parseList(task[key])])) };
}

/** When a line expires, in milliseconds since 1970; undefined for a permanent one. */
function expiresAt(line: PlatformRecord): number | undefined {
	const applied = timeInMs(line.time_apply);
	const seconds = Number(line.time_expire ?? NaN);
	return applied !== null && seconds >= 0 ? applied + seconds * 1000 : undefined;
}

/** Whether a line has expired; one that was given 0 seconds has not: nobody gets a line for no time. */
export function hasExpired(line: PlatformRecord): boolean {
	return Number(line.time_expire) > 0 && (expiresAt(line) ?? Infinity) < Date.now();
}

function meaningOf(value: unknown, meanings: Meanings): Wording {
	const code = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return lookUp(meanings, code) ?? text('unknownState', code);
}

/** The status of a task in words. */
export function statusWords({ status }: PlatformRecord): Wording {
	return meaningOf(status, TASK_STATUS);
}

/** The state of a script in words; undefined for one that calls can be placed with, or that has none. */
export function unusableState(script: PlatformRecord): Wording | undefined {
	if (isDeleted(script)) return DELETED;
	const status = String(script.status);
	return status === RELEASED ? undefined : lookUp(SCRIPT_STATUS, status);
}

/** A count as a number, though it may come as text: spreadsheets add it up. */
function countOf(value: unknown): unknown {
	return typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
}

/** A list that may come as JSON text, or be empty; other text stays unchanged. */
function parseList(value: unknown): unknown {
	if (value === '') return null;
	if (typeof value !== 'string' || !/[[{]/.test(value)) return value;
	return jsonIn(value) ?? value;
}

/** The status of a task; NaN if none can be read. */
export function statusOf({ status }: PlatformRecord): number {
	const code = typeof status === 'string' ? status.trim() : status;
	return code === '' || (typeof code !== 'string' && typeof code !== 'number') ? NaN : Number(code);
}

/** Whether numbers can be added to a task: until it is started. One without a status counts as new. */
export function takesNumbers({ status }: PlatformRecord): boolean {
	return Number(status ?? STATUS.new) === STATUS.new;
}

export function isDeleted({ deleted }: PlatformRecord): boolean {
	return Number(deleted ?? 0) === 1;
}
