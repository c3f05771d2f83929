import { setTimeout as delay } from 'node:timers/promises';
import { timingsOf } from '../emulator/aiCall/timings';
import { step, trigger } from '../support/workflows';
import type { Bench } from './bench';
import { publishInQueue } from './workflows';

const PER_SECOND = 5;
const PLATFORM_WAITS_MS = 500;

/**
 * Dialog-context requests at a steady rate; the workflow that answers runs on a worker.
 * @param respondWithin of the trigger, in milliseconds
 */
export async function askForContext({ queue }: Bench, asked: number, respondWithin = 400) {
	const value = (source: string) => [{ id: '1', name: 'source', type: 'string', value: source }];
	const { contextUrl } = await publishInQueue(queue, [
		trigger({
			operation: 'dialogContext',
			fallbackValues: { values: [{ name: 'source', value: 'fallback' }] },
			options: { respondWithin },
		}),
		step('Answer', 'set', 3.4, { assignments: { assignments: value('workflow') }, options: {} }),
	]);
	const ask = async (id: number) => {
		const from = performance.now();
		const response = await fetch(contextUrl, {
			method: 'POST',
			// n8n may close a connection that was kept just as it is used again
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({
				business_id: '1',
				app_id: '2',
				robot_id: '3',
				call_relation_id: String(id),
			}),
		});
		const answer = `${response.status} ${await response.text()}`;
		return { answer, ms: Math.round(performance.now() - from) };
	};
	// a webhook processor's very first requests are slow
	for (let warmUp = 0; warmUp < 5; warmUp++) await ask(-1);
	const answers = await Promise.all(
		Array.from({ length: asked }, async (_, index) => {
			await delay((index * 1000) / PER_SECOND);
			return await ask(index);
		}),
	);
	const by = (source: string) => answers.filter(({ answer }) => answer === answerOf(source)).length;
	return {
		asked,
		byWorkflow: by('workflow'),
		byFallback: by('fallback'),
		/** answers that are neither */
		strange: answers
			.map(({ answer }) => answer)
			.filter((answer) => !['workflow', 'fallback'].map(answerOf).includes(answer)),
		times: timingsOf(answers.map(({ ms }) => ms)),
		/** later than the platform waits */
		late: answers.filter(({ ms }) => ms > PLATFORM_WAITS_MS).length,
	};
}

const answerOf = (source: string): string => `200 ${JSON.stringify({ source })}`;
