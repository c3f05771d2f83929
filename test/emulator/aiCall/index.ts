import type { Manner } from '../core/habits';
import { ControlError, type EmulatorModule, type JsonObject } from '../core/types';
import { only } from '../core/rules';
import { defaultAiCallAccounts, type AiCallAccount } from './accounts';
import { DEFAULT_INBOUND, type InboundOrder } from './dialler';
import { AiCallPlatform } from './platform';
import { aiCallServices } from './services';
import { changeAiCallSettings, defaultAiCallSettings, type AiCallSettings } from './settings';

export interface AiCallOptions {
	accounts?: AiCallAccount[];
	/** Laid over the default settings; a reset comes back to them. */
	settings?: Partial<AiCallSettings>;
	/** Called with every token issued. */
	onToken?: (token: string) => void;
}

const MOST_INBOUND = 100_000;

function numberIn(body: JsonObject, name: string, least: number): number | undefined {
	const value = body[name];
	if (value === undefined) return undefined;
	if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
	throw new ControlError(`'${name}' is a number from ${least}.`);
}

function textIn(body: JsonObject, name: string): string | undefined {
	const value = body[name];
	if (value === undefined || typeof value === 'string') return value;
	throw new ControlError(`'${name}' is a text.`);
}

function controlClock({ clock }: AiCallPlatform, body: JsonObject): unknown {
	only(body, 'speed', 'now', 'advance', 'runOut');
	const now = numberIn(body, 'now', 0);
	const advance = numberIn(body, 'advance', 0);
	const speed = numberIn(body, 'speed', 0);
	if (speed !== undefined) clock.setSpeed(speed);
	if (now !== undefined) clock.moveTo(Math.floor(now));
	if (advance !== undefined) clock.moveTo(clock.now() + Math.floor(advance));
	if (body.runOut === true) clock.runOut();
	return { now: clock.now(), ...clock.ahead() };
}

function inboundOrder(body: JsonObject): Partial<InboundOrder> {
	only(body, ...Object.keys(DEFAULT_INBOUND));
	const count = numberIn(body, 'count', 1);
	if (count !== undefined && (!Number.isInteger(count) || count > MOST_INBOUND)) {
		throw new ControlError(`'count' is a whole number up to ${MOST_INBOUND}.`);
	}
	if (numberIn(body, 'rate', 0) === 0) throw new ControlError("'rate' is above 0.");
	for (const name of ['robotId', 'callRelationId', 'caller', 'callee']) textIn(body, name);
	return body;
}

/**
 * The AI call platform: nine endpoints, and a dialler that pushes in the server's manner. Its control calls, all POST:
 * - `aicall-settings` changes AiCallSettings and returns them;
 * - `aicall-clock` {speed, now, advance, runOut} sets the platform's clock (milliseconds; `runOut`
 *   jumps from event to event to the last) and returns {now, events, next};
 * - `aicall-tokens` {revokeAll} returns how many were issued, are valid, were refused;
 * - `aicall-ledger` {number, taskId, totalsOnly} returns every number submitted and called;
 * - `aicall-tasks` returns all tasks as the query shows them, of every application;
 * - `aicall-inbound` {count, rate, robotId, callRelationId, caller, callee} lets calls come in;
 * - `aicall-pushes` {limit} returns what was pushed, the answers' times, and the failure list.
 */
export function aiCallModule(
	manner: () => Manner,
	options: AiCallOptions = {},
): EmulatorModule & { platform: AiCallPlatform } {
	const platform = new AiCallPlatform(
		options.accounts ?? defaultAiCallAccounts,
		changeAiCallSettings(defaultAiCallSettings(), options.settings ?? {}),
		manner,
		options.onToken,
	);
	return {
		name: 'aicall',
		platform,
		services: aiCallServices(platform),
		reset: () => platform.reset(),
		stop: () => platform.reset(),
		control: {
			'aicall-settings': (body) => platform.set(body),
			'aicall-clock': (body) => controlClock(platform, body),
			'aicall-tokens': (body) => {
				only(body, 'revokeAll');
				if (body.revokeAll === true) platform.tokens.revokeAll();
				return platform.tokens.view(Date.now());
			},
			'aicall-ledger': (body) => {
				only(body, 'number', 'taskId', 'totalsOnly');
				return platform.ledger.view({
					number: textIn(body, 'number'),
					taskId: textIn(body, 'taskId'),
					totalsOnly: body.totalsOnly === true,
				});
			},
			'aicall-tasks': (body) => {
				only(body);
				return platform.tasks.map((task) => ({
					app_id: task.account.appId,
					...platform.record(task, 'documented'),
				}));
			},
			'aicall-inbound': (body) => ({
				callRelationIds: platform.receiveCalls(inboundOrder(body)),
			}),
			'aicall-pushes': (body) => {
				only(body, 'limit');
				return platform.pushes.view(numberIn(body, 'limit', 0));
			},
		},
	};
}
