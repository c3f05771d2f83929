import { sendPushes, type PushReport } from '../emulator/aiCall/pusher';
import { match, storedTooOften, type Match } from '../support/compare';
import { noOpStep, trigger } from '../support/workflows';
import type { Bench } from './bench';
import { executionsOf, untilAllEnded } from '../support/queueExecutions';
import { publishInQueue } from '../support/queueWorkflows';

export interface Pushes {
	report: PushReport;
	match: Match;
	/** Pushes in more executions than they were sent times. */
	tooOften: number;
	/** Pushes that were not answered as soon as the platform wants it. */
	late: number;
	/** Executions that did not succeed. */
	unsuccessful: number;
}

const WARM_UP = 5;
/** The platform's rule, but for its three seconds: a starved machine is not what these tests are about. */
export const PATIENT = { timeout: 60_000 };
/** So long the platform waits for an answer. */
const PLATFORM_WAITS_MS = 3000;

/** Pushes at a steady rate to the webhook processor, by the platform's own rule. */
export async function pushThrough(
	{ queue }: Bench,
	count: number,
	perSecond: number,
): Promise<Pushes> {
	const { id, url } = await publishInQueue(queue, [trigger(), noOpStep()]);
	// a webhook processor's very first requests are slow
	const warmUp = await sendPushes({ url, count: WARM_UP, rate: 1, seed: 'warm-up', rule: PATIENT });
	const report = await sendPushes({ url, count, rate: perSecond, rule: PATIENT });
	await untilAllEnded(queue.database, id, WARM_UP + count);
	const executions = (await executionsOf(queue.database, id)).slice(warmUp.attempts);
	return {
		report,
		match: match(report, executions),
		tooOften: storedTooOften(report, executions).length,
		late: report.pushes.filter(({ attempts: [first] }) => first.ms > PLATFORM_WAITS_MS).length,
		unsuccessful: executions.filter(({ status }) => status !== 'success').length,
	};
}
