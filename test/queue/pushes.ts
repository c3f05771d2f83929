import { sendPushes } from '../emulator/aiCall/pusher';
import { match, storedTooOften } from '../support/compare';
import { noOpStep, trigger } from '../support/workflows';
import type { Bench } from './bench';
import { executionsOf, untilAllEnded } from './executions';
import { publishInQueue } from './workflows';

const WARM_UP = 5;
/** The platform's rule, but for its three seconds: a starved machine is not what these tests are about. */
export const PATIENT = { timeout: 60_000 };
/** So long the platform waits for an answer. */
const PLATFORM_WAITS_MS = 3000;

/** Pushes at a steady rate to the webhook processor, by the platform's own rule. */
export async function pushThrough({ queue }: Bench, count: number, perSecond: number) {
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
		/** pushes that were not answered as soon as the platform wants it */
		late: report.pushes.filter(({ attempts: [first] }) => first.ms > PLATFORM_WAITS_MS).length,
		/** executions */
		unsuccessful: executions.filter(({ status }) => status !== 'success').length,
	};
}
