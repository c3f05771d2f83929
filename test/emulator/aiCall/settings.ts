import { isObject, oneOf, type Rule } from '../core/rules';
import { ControlError, type JsonObject } from '../core/types';
import { parsePeriod } from './periods';

export const MODULES = [
	'receiveCallRecord',
	'receiveVoice',
	'receiveDialog',
	'getDialogContext',
] as const;
export type Module = (typeof MODULES)[number];
export type PushModule = Exclude<Module, 'getDialogContext'>;

export interface Line {
	line_num: string;
	concurrents: number;
	time_work: string[];
	time_apply: number;
	/** Seconds from time_apply; -1 is permanent. */
	time_expire: number;
}

export interface Script {
	robot_id: string;
	robot_name: string;
	call_column: string[];
	status: 1 | 2 | 3 | 4;
	type: 1 | 2;
	deleted: 0 | 1;
	time_create: number;
	time_update: number;
}

export interface InterfaceUrl {
	url: string;
	url_module: Module;
}

export interface AiCallSettings {
	lines: Line[];
	robots: Script[];
	/** Where the dialler pushes to; also what the configuration query shows. */
	urls: InterfaceUrl[];
	voices: Array<{ voice_code: string; voice_name: string }>;

	/** Seconds. */
	tokenLifetime: number;
	/** Lifetime that the answer names; the real one when null. */
	announcedLifetime: number | null;
	newTokenInvalidatesOld: boolean;
	/** Code for a token that was once good: expired, revoked or superseded. */
	staleTokenCode: 10001 | 10002;

	/** Numbers refused with 200203 although they are mobile numbers. */
	sensitiveNumbers: string[];
	/** Calls that may still be accepted (then 200209); null is endless. */
	balance: number | null;
	/** Numbers that the account may submit in all (then 200213); null is endless. */
	volume: number | null;
	/** An insert refused for a number takes the rows in front of that one all the same. */
	partialInsert: boolean;

	/**
	 * Result of the calls to a number, or to all others under '*': one code for all, or one for each
	 * try (the last one stays). Where nothing is said the number itself draws, so it is repeatable.
	 */
	outcomes: Record<string, string | string[]>;

	/** Milliseconds of the machine between the pushes of one call: second record, recording, dialog. */
	pushGap: number;
	/** Milliseconds in which the whole answer must be there; a third of it passes before a retry. */
	pushTimeout: number;
	contextTimeout: number;
}

const ALL_DAY = '00:00:00-23:59:59';
const APPLIED = 1767229200000;

const script = (
	robot_id: string,
	robot_name: string,
	call_column: string[],
	more: Partial<Script> = {},
): Script => ({
	robot_id,
	robot_name,
	call_column,
	status: 4,
	type: 1,
	deleted: 0,
	time_create: APPLIED,
	time_update: APPLIED + 86_400_000,
	...more,
});

const line = (line_num: string, concurrents: number, more: Partial<Line> = {}): Line => ({
	line_num,
	concurrents,
	time_work: [ALL_DAY],
	time_apply: APPLIED,
	time_expire: -1,
	...more,
});

/** An account with four usable scripts, four usable lines, and some that are not. */
export function defaultAiCallSettings(): AiCallSettings {
	return {
		lines: [
			line('02566800001', 10),
			line('02566800002', 30),
			line('02566800003', 2, { time_work: ['09:00:00-12:00:00', '13:00:00-17:59:59'] }),
			line('02566800004', 5),
			line('02566800009', 10, { time_apply: 1577840400000, time_expire: 2_592_000 }),
		],
		robots: [
			script('3101', '订单回访', ['客户手机号码', '姓名', '订单号']),
			script('3102', '活动通知', ['客户手机号码']),
			script('3103', '续费提醒', ['客户手机号码', '姓名', '到期日'], { type: 2 }),
			script('3104', '满意度调查', ['客户手机号码', '姓名']),
			script('3111', '新品推荐', ['客户手机号码'], { status: 3 }),
			script('3112', '旧版通知', ['客户手机号码'], { deleted: 1 }),
			script('3113', '贷款推销', ['客户手机号码'], { status: 2 }),
			script('3114', '预约确认', ['客户手机号码', '时间'], { status: 1 }),
		],
		urls: [],
		voices: [
			{ voice_code: '65580', voice_name: '女声一' },
			{ voice_code: '62140', voice_name: '女声二' },
			{ voice_code: '60020', voice_name: '女声三' },
			{ voice_code: '60030', voice_name: '男声一' },
			{ voice_code: '65660', voice_name: '男声二' },
			{ voice_code: '60130', voice_name: '女声四' },
			{ voice_code: '65600', voice_name: '女声五' },
		],
		tokenLifetime: 3600,
		announcedLifetime: null,
		newTokenInvalidatesOld: false,
		staleTokenCode: 10001,
		sensitiveNumbers: [],
		balance: null,
		volume: null,
		partialInsert: false,
		outcomes: {},
		pushGap: 0,
		pushTimeout: 3000,
		contextTimeout: 3000,
	};
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isWhole = (value: unknown, least = 0): boolean =>
	Number.isSafeInteger(value) && (value as number) >= least;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const listOf =
	(check: (entry: JsonObject) => boolean) =>
	(value: unknown): boolean =>
		Array.isArray(value) && value.every((entry) => isObject(entry) && check(entry));

const boolean = oneOf(true, false);
const count: Rule = [(value) => isWhole(value), 'a whole number from 0'];
const countOrNull: Rule = [(value) => value === null || isWhole(value), 'null or a whole number'];
const positive: Rule = [(value) => typeof value === 'number' && value > 0, 'a number above 0'];

const rules: Record<keyof AiCallSettings, Rule> = {
	lines: [
		listOf(
			(l) =>
				isText(l.line_num) &&
				isWhole(l.concurrents, 1) &&
				isTexts(l.time_work) &&
				(l.time_work as string[]).every((text) => parsePeriod(text) !== null) &&
				isWhole(l.time_apply) &&
				isWhole(l.time_expire, -1),
		),
		'lines {line_num, concurrents, time_work, time_apply, time_expire}',
	],
	robots: [
		listOf(
			(r) =>
				isText(r.robot_id) &&
				isText(r.robot_name) &&
				isTexts(r.call_column) &&
				isWhole(r.status, 1) &&
				isWhole(r.type, 1) &&
				isWhole(r.deleted) &&
				isWhole(r.time_create) &&
				isWhole(r.time_update),
		),
		'scripts {robot_id, robot_name, call_column, status, type, deleted, time_create, time_update}',
	],
	urls: [
		listOf(
			(u) =>
				isText(u.url) && /^https?:\/\//.test(u.url) && MODULES.includes(u.url_module as Module),
		),
		'interfaces {url, url_module}',
	],
	voices: [
		listOf((v) => isText(v.voice_code) && isText(v.voice_name)),
		'voices {voice_code, voice_name}',
	],
	tokenLifetime: positive,
	announcedLifetime: [(value) => value === null || isWhole(value), 'null or whole seconds'],
	newTokenInvalidatesOld: boolean,
	staleTokenCode: oneOf(10001, 10002),
	sensitiveNumbers: [isTexts, 'a list of numbers as texts'],
	balance: countOrNull,
	volume: countOrNull,
	partialInsert: boolean,
	outcomes: [
		(value) =>
			isObject(value) &&
			Object.values(value).every((o) => isText(o) || (isTexts(o) && (o as string[]).length > 0)),
		'an object: number to result code, or to a list of codes',
	],
	pushGap: count,
	pushTimeout: positive,
	contextTimeout: positive,
};

/**
 * Lays a change over settings and returns the result; lists are replaced whole. Partly given
 * scripts and lines are completed from the defaults.
 * Throws a ControlError naming the setting that does not exist or does not take the value.
 */
export function changeAiCallSettings(current: AiCallSettings, change: JsonObject): AiCallSettings {
	const next: JsonObject = { ...current };
	for (const [key, given] of Object.entries(change)) {
		const rule = rules[key as keyof AiCallSettings] as Rule | undefined;
		if (!rule) throw new ControlError(`There is no AI call setting '${key}'.`);
		const value = completed(key, given);
		if (!rule[0](value)) throw new ControlError(`AI call setting '${key}' takes ${rule[1]}.`);
		next[key] = value;
	}
	return next as unknown as AiCallSettings;
}

function completed(key: string, given: unknown): unknown {
	if (!Array.isArray(given)) return given;
	const entries: unknown[] = given;
	if (key === 'lines') {
		return entries.map((entry) => (isObject(entry) ? { ...line('', 10), ...entry } : entry));
	}
	if (key === 'robots') {
		return entries.map((entry) => (isObject(entry) ? { ...script('', '', []), ...entry } : entry));
	}
	return given;
}
