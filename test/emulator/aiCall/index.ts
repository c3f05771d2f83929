import { z } from 'zod';
import type { Manner } from '../core/habits';
import { checked, number, whole } from '../core/rules';
import type { EmulatorModule, JsonObject } from '../core/types';
import { defaultAiCallAccounts, type AiCallAccount } from './accounts';
import { AiCallPlatform } from './platform';
import { aiCallServices } from './services';
import { changeAiCallSettings, defaultAiCallSettings, type AiCallSettingsChange } from './settings';

export interface AiCallOptions {
	accounts?: AiCallAccount[];
	/** Laid over the default settings; a reset comes back to them. */
	settings?: AiCallSettingsChange;
	/** Called with every token issued. */
	onToken?: (token: string) => void;
}

const clockOrder = z.strictObject({
	speed: number().optional(),
	now: number().optional(),
	advance: number().optional(),
	runOut: z.boolean().optional(),
});

function controlClock({ clock }: AiCallPlatform, body: JsonObject): unknown {
	const { speed, now, advance, runOut } = checked(clockOrder, body, 'aicall-clock');
	if (speed !== undefined) clock.setSpeed(speed);
	if (now !== undefined) clock.moveTo(Math.floor(now));
	if (advance !== undefined) clock.moveTo(clock.now() + Math.floor(advance));
	if (runOut) clock.runOut();
	return { now: clock.now(), ...clock.ahead() };
}

const tokensOrder = z.strictObject({ revokeAll: z.boolean().optional() });
const ledgerFilter = z.strictObject({
	number: z.string().optional(),
	taskId: z.string().optional(),
	totalsOnly: z.boolean().optional(),
});
const pushesFilter = z.strictObject({ limit: whole().optional() });

/**
 * The AI call platform: nine endpoints, and a dialler that pushes in the server's manner. Its control calls, all POST:
 * - `aicall-settings` changes AiCallSettings and returns them;
 * - `aicall-clock` {speed, now, advance, runOut} sets the platform's clock (milliseconds; `runOut`
 *   jumps from event to event to the last) and returns {now, events, next};
 * - `aicall-tokens` {revokeAll} returns how many were issued, are valid, were refused;
 * - `aicall-ledger` {number, taskId, totalsOnly} returns every number submitted and called;
 * - `aicall-tasks` returns all tasks as the query shows them, of every application;
 * - `aicall-inbound` {count, robotId, callRelationId, caller} lets calls come in;
 * - `aicall-pushes` {limit} returns what was pushed, with every attempt.
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
				if (checked(tokensOrder, body, 'aicall-tokens').revokeAll) platform.tokens.revokeAll();
				return platform.tokens.view(Date.now());
			},
			'aicall-ledger': (body) => platform.ledger.view(checked(ledgerFilter, body, 'aicall-ledger')),
			'aicall-tasks': () =>
				platform.tasks.map((task) => ({
					app_id: task.account.appId,
					...platform.record(task, 'documented'),
				})),
			'aicall-inbound': (body) => ({ callRelationIds: platform.receiveCalls(body) }),
			'aicall-pushes': (body) =>
				platform.pushes.view(checked(pushesFilter, body, 'aicall-pushes').limit),
		},
	};
}
