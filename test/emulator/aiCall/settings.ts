import { z } from 'zod';
import { checked, whole } from '../core/rules';
import { parsePeriod } from './periods';
import { PUSH_MODULES, type PushModule } from './pushBodies';

export type Module = PushModule | 'getDialogContext';
export type Line = z.infer<typeof line>;
export type Script = z.infer<typeof script>;
export type AiCallSettings = z.infer<typeof all>;

const APPLIED = 1767229200000;
const above0 = z.number().positive();

const urlModule = z.enum(['getDialogContext', ...PUSH_MODULES]);

const line = z.strictObject({
	line_num: z.string(),
	concurrents: whole(1).default(10),
	time_work: z
		.array(z.string().refine((text) => parsePeriod(text) !== null))
		.default(['00:00:00-23:59:59']),
	time_apply: whole().default(APPLIED),
	/** Seconds from time_apply; -1 is permanent. */
	time_expire: whole(-1).default(-1),
});

const script = z.strictObject({
	robot_id: z.string(),
	robot_name: z.string(),
	call_column: z.array(z.string()),
	status: whole(1).default(4),
	type: whole(1).default(1),
	deleted: whole().default(0),
	time_create: whole().default(APPLIED),
	time_update: whole().default(APPLIED + 86_400_000),
});

/** By default an account with four usable scripts, four usable lines, and some that are not. */
const all = z.strictObject({
	lines: z.array(line).default([
		{ line_num: '02566800001' },
		{ line_num: '02566800002', concurrents: 30 },
		{
			line_num: '02566800003',
			concurrents: 2,
			time_work: ['09:00:00-12:00:00', '13:00:00-17:59:59'],
		},
		{ line_num: '02566800004', concurrents: 5 },
		{ line_num: '02566800009', time_apply: 1577840400000, time_expire: 2_592_000 },
	]),
	robots: z
		.array(script)
		.default([
			usable('3101', '订单回访', '姓名', '订单号'),
			usable('3102', '活动通知'),
			{ ...usable('3103', '续费提醒', '姓名', '到期日'), type: 2 },
			usable('3104', '满意度调查', '姓名'),
			{ ...usable('3111', '新品推荐'), status: 3 },
			{ ...usable('3112', '旧版通知'), deleted: 1 },
			{ ...usable('3113', '贷款推销'), status: 2 },
			{ ...usable('3114', '预约确认', '时间'), status: 1 },
		]),
	/** Where the dialler pushes to; also what the configuration query shows. */
	urls: z
		.array(z.strictObject({ url: z.string().regex(/^https?:\/\//), url_module: urlModule }))
		.default([]),
	voices: z.array(z.strictObject({ voice_code: z.string(), voice_name: z.string() })).default([
		{ voice_code: '65580', voice_name: '女声一' },
		{ voice_code: '62140', voice_name: '女声二' },
		{ voice_code: '60020', voice_name: '女声三' },
		{ voice_code: '60030', voice_name: '男声一' },
		{ voice_code: '65660', voice_name: '男声二' },
		{ voice_code: '60130', voice_name: '女声四' },
		{ voice_code: '65600', voice_name: '女声五' },
	]),

	/** Seconds. */
	tokenLifetime: above0.default(3600),
	/** Lifetime that the answer names; the real one when null. */
	announcedLifetime: whole().nullable().default(null),
	newTokenInvalidatesOld: z.boolean().default(false),
	/** Code for a token that was once good: expired, revoked or superseded. */
	staleTokenCode: z.union([z.literal(10001), z.literal(10002)]).default(10001),

	/** Numbers refused with 200203 although they are mobile numbers. */
	sensitiveNumbers: z.array(z.string()).default([]),

	/**
	 * Result of the calls to a number, or to all others under '*': one code for all, or one for each
	 * try (the last one stays). Where nothing is said the number itself draws, so it is repeatable.
	 */
	outcomes: z.record(z.union([z.string(), z.array(z.string()).min(1)])).default({}),

	/** Milliseconds of the machine between the pushes of one call. */
	pushGap: whole().default(0),
	/** Milliseconds in which the whole answer must be there; a third of it passes before a retry. */
	pushTimeout: above0.default(3000),
	contextTimeout: above0.default(3000),
});
const some = all.partial();
export type AiCallSettingsChange = z.input<typeof some>;

function usable(robot_id: string, robot_name: string, ...columns: string[]) {
	return { robot_id, robot_name, call_column: ['客户手机号码', ...columns] };
}

export const defaultAiCallSettings = (): AiCallSettings => all.parse({});

/**
 * Lays a change over settings and returns the result; lists are replaced whole, partly given scripts
 * and lines completed. Throws a ControlError naming the setting that does not take the value.
 */
export const changeAiCallSettings = (current: AiCallSettings, change: unknown): AiCallSettings => ({
	...current,
	...checked(some, change, 'AI call settings'),
});
