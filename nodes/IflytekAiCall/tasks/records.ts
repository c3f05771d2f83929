import { isoTime, timeInMs } from '../../shared/aiCall/times';
import { parseLosslessJson, lookUp } from '../../shared/http/json';
import type { Language, Wording } from '../../shared/problem/language';
import { text } from '../words/say';
import { isDeleted, TASK_STATUS } from './taskStatus';

type Record_ = Record<string, unknown>;

/** The status of a line that runs a task. */
export const IN_USE = '1';
/** The status of a script that calls can be placed with. */
export const RELEASED = '4';

/** Which fields of a record are times or codes, which hold JSON as text, and which go into the output. */
interface Shape {
	times: readonly string[];
	codes: Readonly<Record<string, Readonly<Record<string, Wording>>>>;
	json: readonly string[];
	/** numbers, which may come as text: a spreadsheet adds them up */
	counts?: readonly string[];
	/** fields with another name than the platform's */
	names?: Readonly<Record<string, string>>;
	/** the fields of the simplified output, at most ten, the most used first */
	simplified: readonly string[];
}

const TASK: Shape = {
	times: ['time_task_start', 'time_task_finish'],
	codes: { status: TASK_STATUS },
	json: ['status_recall', 'time_range', 'intention_push'],
	counts: ['count_tel', 'process_tel_count', 'process_through_count', 'process_count'],
	names: {
		count_tel: 'numbers',
		process_tel_count: 'called',
		process_through_count: 'answered',
		process_count: 'attempts',
	},
	simplified: [
		'taskId',
		'taskName',
		'statusText',
		'status',
		'numbers',
		'called',
		'answered',
		'attempts',
		'timeTaskStartIso',
		'timeTaskFinishIso',
	],
};

const LINE: Shape = {
	times: ['time_apply'],
	codes: {
		status: {
			'0': { english: 'idle', chinese: '空闲' },
			[IN_USE]: { english: 'in use', chinese: '使用中' },
		},
	},
	json: ['time_work'],
	counts: ['concurrents'],
	simplified: [
		'lineNum',
		'statusText',
		'status',
		'concurrents',
		'timeWork',
		'permanent',
		'expiresIso',
		'timeApplyIso',
	],
};

const SCRIPT: Shape = {
	times: ['time_create', 'time_update'],
	codes: {
		status: {
			'1': { english: 'under review', chinese: '审核中' },
			'2': { english: 'rejected', chinese: '审核未通过' },
			'3': { english: 'awaiting release', chinese: '待发布' },
			[RELEASED]: { english: 'released', chinese: '已发布' },
		},
		type: {
			'1': { english: 'normal script', chinese: '普通话术' },
			'2': { english: 'dynamic script', chinese: '动态话术' },
		},
	},
	json: ['call_column'],
	simplified: [
		'robotId',
		'robotName',
		'callColumn',
		'statusText',
		'status',
		'typeText',
		'timeCreateIso',
		'timeUpdateIso',
	],
};

const INTERFACE: Shape = {
	times: [],
	codes: {
		url_module: {
			receiveCallRecord: { english: 'call records', chinese: '通话记录' },
			receiveVoice: { english: 'recordings', chinese: '录音' },
			receiveDialog: { english: 'dialogs', chinese: '对话' },
			getDialogContext: { english: 'caller data requests', chinese: '来电数据请求' },
		},
	},
	json: [],
	simplified: ['urlModule', 'urlModuleText', 'url'],
};

const VOICE: Shape = { times: [], codes: {}, json: [], simplified: ['voiceCode', 'voiceName'] };

/** The fields of a simplified task. */
export const TASK_FIELDS = TASK.simplified;

/** The fields of the simplified configuration: those of all kinds together, then those of each. */
export const CONFIGURATION_FIELDS: readonly string[] = [
	...new Set([
		...['kind', 'id', 'name', 'statusText', 'details'],
		...[SCRIPT, LINE, VOICE, INTERFACE].flatMap(({ simplified }) => simplified),
	]),
];

/**
 * A task as a spreadsheet row: field names in camel case, the status with its meaning beside it, times as
 * ISO 8601. What the platform did not send is null.
 */
export function describeTask(task: Record_, language: Language = 'english'): Record_ {
	return describe(task, TASK, language);
}

/** A task as the platform sent it, lists that came as JSON text as lists. */
export function rawTask(task: Record_): Record_ {
	return Object.fromEntries(
		Object.entries(task).map(([key, value]) => [
			key,
			TASK.json.includes(key) ? parseList(value) : value,
		]),
	);
}

/** A line; `expiresIso` is `time_expire` seconds after `time_apply`, null for a permanent line. */
export function describeLine(line: Record_, language: Language): Record_ {
	const expires = expiresAt(line);
	return {
		kind: 'line',
		...describe(line, LINE, language),
		permanent: Number(line.time_expire ?? NaN) === -1,
		expiresIso: expires === undefined ? null : isoTime(expires),
	};
}

/** When a line runs out, in milliseconds since 1970; undefined for a permanent one. */
function expiresAt(line: Record_): number | undefined {
	const applied = timeInMs(line.time_apply);
	const seconds = Number(line.time_expire ?? NaN);
	return applied !== null && seconds >= 0 ? applied + seconds * 1000 : undefined;
}

/** Whether a line has run out. 0 seconds are no time that a line was ever given. */
export function hasExpired(line: Record_): boolean {
	const expires = expiresAt(line) ?? Infinity;
	return Number(line.time_expire) > 0 && expires < Date.now();
}

/** A script, with its column template. */
export function describeScript(script: Record_, language: Language): Record_ {
	return { kind: 'script', ...describe(script, SCRIPT, language) };
}

/** An address that the platform pushes to. */
export function describeInterface(url: Record_, language: Language): Record_ {
	return { kind: 'interface', ...describe(url, INTERFACE, language) };
}

/** A voice. */
export function describeVoice(voice: Record_, language: Language): Record_ {
	return { kind: 'voice', ...describe(voice, VOICE, language) };
}

/** One of several kinds of records in one table: all of them have the same columns. */
export function describeAny({ kind, ...details }: Record_): Record_ {
	return {
		kind,
		id: details.lineNum ?? details.robotId ?? details.urlModule ?? details.voiceCode ?? null,
		name: details.lineNum ?? details.robotName ?? details.url ?? details.voiceName ?? null,
		statusText: details.statusText ?? details.urlModuleText ?? null,
		details,
	};
}

function describe(record: Record_, shape: Shape, language: Language): Record_ {
	const described: Record_ = {};
	for (const [key, value] of Object.entries(record)) {
		const name = lookUp(shape.names ?? {}, key) ?? camelCase(key);
		described[name] = shape.json.includes(key) ? parseList(value) : value;
		if (shape.counts?.includes(key)) described[name] = countOf(value);
		if (shape.times.includes(key)) described[`${name}Iso`] = isoTime(value);
		const meanings = lookUp(shape.codes, key);
		if (meanings) described[`${name}Text`] = meaningOf(value, meanings)[language];
	}
	// whatever its status, nothing can be done with it any more
	if (isDeleted(record)) described.statusText = DELETED[language];
	return Object.fromEntries(
		shape.simplified.map((name) => [name, lookUp(described, name) ?? null]),
	);
}

const DELETED: Wording = { english: 'deleted', chinese: '已删除' };

function meaningOf(value: unknown, meanings: Readonly<Record<string, Wording>>): Wording {
	const code = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return lookUp(meanings, code) ?? text('unknownState', code);
}

/** The state of a script in words; undefined for one that calls can be placed with, or that has none. */
export function unusableState(script: Record_): Wording | undefined {
	if (isDeleted(script)) return DELETED;
	const status = String(script.status);
	return status === RELEASED ? undefined : lookUp(SCRIPT.codes.status!, status);
}

function countOf(value: unknown): unknown {
	return typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
}

/** A list that may come as JSON text, or be empty; other text stays unchanged. */
function parseList(value: unknown): unknown {
	if (value === '') return null;
	if (typeof value !== 'string' || !/[[{]/.test(value)) return value;
	try {
		return parseLosslessJson(value);
	} catch {
		return value;
	}
}

function camelCase(key: string): string {
	return key.replace(/(?<!_)_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
