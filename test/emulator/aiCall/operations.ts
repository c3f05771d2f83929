import type { JsonObject, Received, Voice } from '../core/types';
import type { AiCallAccount } from './accounts';
import type { Endpoint } from './codes';
import type { AiCallPlatform } from './platform';
import type { Field, Shape } from './requestBody';

/** What a request is answered from: who asks, in which voice, and the request itself. */
export interface Caller {
	account: AiCallAccount;
	voice: Voice;
	request: Received;
	/** Called when the request is right and before any of it is carried out; throws what is ordered. */
	checked: () => void;
}

export interface Operation {
	/** Path behind `/v1/service/v1/aicall/`. */
	path: string;
	shape: Shape;
	/** Carries the request out and returns its `result`; throws a Refusal. */
	run(platform: AiCallPlatform, body: JsonObject, caller: Caller): JsonObject;
}

const text = (required = false): Field => ({ type: 'string', required });
const int = (least = 0, most = Infinity): Field => ({ type: 'int', least, most });
const TASK_ID: Shape = { task_id: text(true) };

/** The eight endpoints that take a token, with their request tables. */
export const OPERATIONS: Record<Exclude<Endpoint, 'aicall-token'>, Operation> = {
	'aicall-config': {
		path: 'config/v1/query',
		shape: { type: int(0, 4) },
		run: (platform, { type = 0 }) => platform.configuration(type as number),
	},
	'aicall-callout': {
		path: 'outbound/v1/task/callout',
		shape: {
			robot_id: text(true),
			line_num: text(true),
			call_column: { type: 'strings', required: true },
			call_list: { type: 'rows', required: true },
			voice_code: text(),
			robot_speed: { type: 'int', observedOnly: true },
		},
		run: (platform, body, caller) => platform.callOut(body, caller),
	},
	'aicall-create': {
		path: 'outbound/v1/task/create',
		shape: {
			task_name: text(true),
			line_num: text(true),
			robot_id: text(true),
			recall_count: int(0, 3),
			time_recall_wait: int(),
			time_range: { type: 'strings' },
			time_begin: int(),
			time_end: int(),
			voice_code: text(),
		},
		run: (platform, body, caller) => platform.create(body, caller),
	},
	'aicall-insert': {
		path: 'outbound/v1/task/insert',
		shape: {
			...TASK_ID,
			call_column: { type: 'strings', required: true },
			call_list: { type: 'rows', required: true },
		},
		run: (platform, body, caller) => platform.insert(body, caller),
	},
	'aicall-start': {
		path: 'outbound/v1/task/start',
		shape: TASK_ID,
		run: (platform, body, caller) => platform.start(String(body.task_id), caller),
	},
	'aicall-pause': {
		path: 'outbound/v1/task/pause',
		shape: TASK_ID,
		run: (platform, body, caller) => platform.pause(String(body.task_id), caller),
	},
	'aicall-delete': {
		path: 'outbound/v1/task/delete',
		shape: TASK_ID,
		run: (platform, body, caller) => platform.delete(String(body.task_id), caller),
	},
	'aicall-query': {
		path: 'outbound/v1/task/query',
		shape: {
			task_id: text(),
			time_begin: int(),
			time_end: int(),
			task_name: text(),
			page_size: int(1, 50),
			page_index: int(1),
			sort_name: text(),
			sort_order: text(),
		},
		run: (platform, body, caller) => platform.query(body, caller),
	},
};
