import { isoTime, timeInMs } from '../../shared/aiCall/times';
import { parseLosslessJson, lookUp } from '../../shared/http/json';
import { TASK_STATUS } from './taskStatus';

type Record_ = Record<string, unknown>;

/** Which fields of a record are times or codes, which hold JSON as text, and which go into the output. */
interface Shape {
	times: readonly string[];
	codes: Readonly<Record<string, Readonly<Record<string, string>>>>;
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
	codes: { status: { '0': 'idle', '1': 'in use' } },
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

/** The state of a script that calls can be placed with, in words. */
export const RELEASED = 'released';

const SCRIPT: Shape = {
	times: ['time_create', 'time_update'],
	codes: {
		status: { '1': 'under review', '2': 'rejected', '3': 'awaiting release', '4': RELEASED },
		type: { '1': 'normal script', '2': 'dynamic script' },
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
			receiveCallRecord: 'call records',
			receiveVoice: 'recordings',
			receiveDialog: 'dialogs',
			getDialogContext: 'caller data requests',
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
export function describeTask(task: Record_): Record_ {
	return describe(task, TASK);
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
export function describeLine(line: Record_): Record_ {
	const applied = timeInMs(line.time_apply);
	const seconds = Number(line.time_expire ?? NaN);
	return {
		kind: 'line',
		...describe(line, LINE),
		permanent: seconds === -1,
		expiresIso: applied !== null && seconds >= 0 ? isoTime(applied + seconds * 1000) : null,
	};
}

/** A script, with its column template. */
export function describeScript(script: Record_): Record_ {
	return { kind: 'script', ...describe(script, SCRIPT) };
}

/** An address that the platform pushes to. */
export function describeInterface(url: Record_): Record_ {
	return { kind: 'interface', ...describe(url, INTERFACE) };
}

/** A voice. */
export function describeVoice(voice: Record_): Record_ {
	return { kind: 'voice', ...describe(voice, VOICE) };
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

function describe(record: Record_, shape: Shape): Record_ {
	const described: Record_ = {};
	for (const [key, value] of Object.entries(record)) {
		const name = lookUp(shape.names ?? {}, key) ?? camelCase(key);
		described[name] = shape.json.includes(key) ? parseList(value) : value;
		if (shape.counts?.includes(key)) described[name] = countOf(value);
		if (shape.times.includes(key)) described[`${name}Iso`] = isoTime(value);
		const meanings = lookUp(shape.codes, key);
		if (meanings) described[`${name}Text`] = meaningOf(value, meanings);
	}
	// whatever its status, nothing can be done with it any more
	if (Number(record.deleted) === 1) described.statusText = 'deleted';
	return Object.fromEntries(
		shape.simplified.map((name) => [name, lookUp(described, name) ?? null]),
	);
}

function meaningOf(value: unknown, meanings: Readonly<Record<string, string>>): string {
	const code = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return lookUp(meanings, code) ?? `unknown (${code})`;
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
