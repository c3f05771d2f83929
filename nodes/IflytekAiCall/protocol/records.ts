import { isoTime, timeInMs } from '../../shared/aiCall/times';
import { parseLosslessJson } from '../../shared/http/losslessJson';
import { own } from '../../shared/items/own';

type Record_ = Record<string, unknown>;

/** Which fields of a record are times or codes, and which hold JSON as text. */
interface Shape {
	times: readonly string[];
	codes: Readonly<Record<string, Readonly<Record<string, string>>>>;
	json: readonly string[];
}

const DELETED = { '0': 'not deleted', '1': 'deleted' };

/** Task status in words (spec: AI call, Task; 5 to 7 are documented for the sister brand only). */
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

const TASK: Shape = {
	times: [
		'time_task_start',
		'time_task_finish',
		'time_task_estimate_begin',
		'time_task_estimate_end',
	],
	codes: {
		status: TASK_STATUS,
		task_type: { '0': 'normal task', '2': 'task pool' },
		deleted: DELETED,
	},
	json: ['status_recall', 'time_range', 'intention_push'],
};

const LINE: Shape = {
	times: ['time_apply'],
	codes: { status: { '0': 'idle', '1': 'in use' } },
	json: [],
};

/** A script that calls can be placed with. */
export const RELEASED = 4;

const SCRIPT: Shape = {
	times: ['time_create', 'time_update'],
	codes: {
		status: { '1': 'under review', '2': 'rejected', '3': 'awaiting release', '4': 'released' },
		type: { '1': 'normal script', '2': 'dynamic script' },
		deleted: DELETED,
	},
	json: [],
};

const INTERFACE: Shape = {
	times: [],
	codes: {
		url_module: {
			receiveCallRecord: 'call records',
			receiveVoice: 'recordings',
			receiveDialog: 'dialogs',
			getDialogContext: 'dialog context requests',
		},
	},
	json: [],
};

const VOICE: Shape = { times: [], codes: {}, json: [] };

/**
 * A task for a spreadsheet: the platform's fields in camel case, each code with its meaning in
 * `…Text` and each time as ISO in `…Iso` beside it, lists that come as JSON text as lists.
 */
export function describeTask(task: Record_): Record_ {
	return describe(task, TASK);
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

function describe(record: Record_, shape: Shape): Record_ {
	const described: Record_ = {};
	for (const [key, value] of Object.entries(record)) {
		const name = camelCase(key);
		described[name] = shape.json.includes(key) ? parsed(value) : value;
		if (shape.times.includes(key)) described[`${name}Iso`] = isoTime(value);
		const meanings = own(shape.codes, key);
		if (meanings) {
			const code = typeof value === 'object' ? JSON.stringify(value) : String(value);
			described[`${name}Text`] = own(meanings, code) ?? `unknown (${code})`;
		}
	}
	return described;
}

/** `time_range` and `intention_push` hold JSON as text, or nothing; what is no JSON stays as it is. */
function parsed(value: unknown): unknown {
	if (value === '') return null;
	if (typeof value !== 'string' || !/[[{]/.test(value)) return value;
	try {
		return parseLosslessJson(value);
	} catch {
		return value;
	}
}

/** No item may have a key `error`: n8n reads it as a failed run. */
function camelCase(key: string): string {
	const name = key.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
	return name === 'error' ? 'errorText' : name;
}
