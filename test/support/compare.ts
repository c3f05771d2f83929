import { isDeepStrictEqual } from 'node:util';
import type { PushReport, SentPush } from '../emulator/aiCall/pusher';
import type { StoredExecution } from './storedExecutions';

type Body = Record<string, unknown>;

/** How what was sent and what n8n stored fit together. */
export interface Match {
	sent: number;
	answeredSuccess: number;
	stored: number;
	/** Answered `success`, and in no execution. */
	missing: number;
	/** In more than one execution. */
	repeated: number;
	/** Stored with a body other than the one sent. */
	changed: number;
	/** Stored and never sent. */
	strange: number;
}

/** Compares pushes and executions by the call and kind of each push. */
export function match(report: PushReport, executions: StoredExecution[]): Match {
	const byBody = new Map<string, Body[]>();
	let strange = 0;
	for (const { item } of executions) {
		const body = item?.body as Body | undefined;
		if (!body) {
			strange++;
			continue;
		}
		const key = keyOf(body);
		byBody.set(key, [...(byBody.get(key) ?? []), body]);
	}
	let repeated = 0;
	let changed = 0;
	for (const push of report.pushes) {
		const sent = JSON.parse(push.body) as Body;
		const stored = byBody.get(keyOf(sent)) ?? [];
		byBody.delete(keyOf(sent));
		if (stored.length > 1) repeated++;
		if (stored.some((body) => !isDeepStrictEqual(body, sent))) changed++;
	}
	return {
		sent: report.pushes.length,
		answeredSuccess: report.received,
		stored: executions.length,
		missing: missingPushes(report, executions).length,
		repeated,
		changed,
		strange: strange + byBody.size,
	};
}

/** The pushes that were answered `success` and are in no execution. */
export function missingPushes(report: PushReport, executions: StoredExecution[]): SentPush[] {
	const stored = new Set(
		executions.flatMap(({ item }) => (item?.body ? [keyOf(item.body as Body)] : [])),
	);
	return report.pushes.filter(({ ok, body }) => ok && !stored.has(keyOf(JSON.parse(body) as Body)));
}

/** The pushes that are in more executions than they were sent times. */
export function storedTooOften(report: PushReport, executions: StoredExecution[]): SentPush[] {
	const stored = executions.flatMap(({ item }) => (item?.body ? [keyOf(item.body as Body)] : []));
	return report.pushes.filter(({ attempts, body }) => {
		const key = keyOf(JSON.parse(body) as Body);
		return stored.filter((each) => each === key).length > attempts.length;
	});
}

function keyOf(body: Body): string {
	// each kind has fields of its own
	return `${Object.keys(body).sort().join()} ${String(body.call_uuid)}`;
}
