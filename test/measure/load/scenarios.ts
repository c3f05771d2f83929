/**
 * What the trigger is put through in a real n8n, at any size: `npm test` runs a twentieth,
 * `npm run test:load` the full one. Times are milliseconds.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sendPushes } from '../../emulator/aiCall/pusher';
import { postOnce, type PushRule } from '../../emulator/aiCall/delivery';
import { stringMap } from '../../emulator/aiCall/pushQueue';
import { timingsOf, type Timings } from '../../emulator/aiCall/timings';
import { startN8n, type Major, type RunningN8n } from '../../n8n/harness';
import { match, missingPushes, type Match } from '../../support/compare';
import { fuzzedRequests } from './fuzz';
import { whenSettled } from '../../support/storedExecutions';
import {
	bareWebhook,
	noOpStep,
	publish,
	step,
	trigger,
	waitStep,
	webhookNode,
	type Published,
} from '../../support/workflows';

export interface Bench {
	major: Major;
	packageTarball: string;
	/** 1 is the full size. */
	scale: number;
	/** Runs what needs no n8n of its own; started with `loadEnvironment`. */
	shared?: RunningN8n;
	/** Gets a line for each measurement. */
	log: (line: string) => void;
}

/**
 * n8n 2 makes an expression engine for each request to a node other than its own Webhook node, and for
 * each run; with this setting, which the README recommends, only when there is an expression.
 */
export const LAZY_ENGINE = 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE';

/** n8n 2 without the setting that the README recommends. */
export const AS_IT_COMES = { [LAZY_ENGINE]: 'false' };

/** What n8n needs for the scenarios: the setting, and the package with the bare webhook. */
export const loadEnvironment: Record<string, string> = {
	[LAZY_ENGINE]: 'true',
	N8N_CUSTOM_EXTENSIONS: join(__dirname, 'bareWebhook'),
};
/** Patience of a sender that measures; the platform itself gives up after three seconds. */
const PATIENT = { timeout: 120_000, retries: 0 };

const sized = (bench: Bench, full: number, least: number): number =>
	Math.max(least, Math.round(full * bench.scale));

/** Runs a scenario in the shared n8n, or in one of its own; always so when it wants an environment. */
async function inN8n<T>(
	bench: Bench,
	run: (n8n: RunningN8n) => Promise<T>,
	env?: Record<string, string>,
): Promise<T> {
	const { major, packageTarball, shared } = bench;
	if (shared && !env) return await run(shared);
	const n8n = await startN8n({
		major,
		packageTarball,
		env: { ...loadEnvironment, ...env },
	});
	try {
		return await run(n8n);
	} finally {
		await n8n.stop();
	}
}

const shown = ({ count, median, p99, most }: Timings): string =>
	`${count} answers, median ${median} ms, p99 ${p99} ms, slowest ${most} ms`;

export function countsOf(keys: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
	return counts;
}

/** Sends pushes as fast as they are answered, so many at once. */
async function asFastAsAnswered(url: string, count: number, atOnce: number): Promise<number> {
	const bodies = JSON.stringify({ call_uuid: 'rate', direction: 1, time_hangup: 1767229200000 });
	const begun = performance.now();
	let left = count;
	const sender = async () => {
		while (left-- > 0) await postOnce(url, bodies, PATIENT.timeout);
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	return (count * 1000) / (performance.now() - begun);
}

/** 5,000 mixed pushes at 80 % of what n8n's own Webhook node, or the trigger, reaches in the same run. */
export async function steadyLoad(
	bench: Bench,
	of: 'webhookNode' | 'trigger',
	env?: Record<string, string>,
) {
	return await inN8n(
		bench,
		async (n8n) => {
			const own = await publish(n8n.client, [webhookNode(), noOpStep()]);
			const warm = await publish(n8n.client, [trigger(), noOpStep()]);
			const ours = await publish(n8n.client, [trigger(), noOpStep()]);
			await asFastAsAnswered(own.url, 20, 10);
			await asFastAsAnswered(warm.url, 20, 10);
			await delay(2000);
			const count = sized(bench, 600, 60);
			const reach = async ({ url, id }: Published): Promise<number> => {
				const perSecond = await asFastAsAnswered(url, count, 10);
				await whenSettled(n8n, id);
				return perSecond;
			};
			const reached = { webhookNode: await reach(own), trigger: await reach(warm) };
			const rate = reached[of] * 0.8;
			const report = await sendPushes({
				url: ours.url,
				count: sized(bench, 5000, 250),
				rate,
				rule: PATIENT,
			});
			const stored = await whenSettled(n8n, ours.id);
			bench.log(
				`Webhook node ${reached.webhookNode.toFixed(1)}/s, trigger ${reached.trigger.toFixed(1)}/s; trigger at ${rate.toFixed(1)}/s: ${shown(report.firstAnswers)}; peak memory ${Math.round(n8n.peakMemory() / 1e6)} MB`,
			);
			return { report, match: match(report, stored) };
		},
		env,
	);
}

const IN_TURN = ['webhookNode', 'trigger'] as const;

/** One burst can take twice as long as the next to the same node; those of 500 take long. */
const burstRounds = (bench: Bench, size: number): number =>
	bench.scale < 1 ? 1 : size > 100 ? 3 : 11;

/** So many pushes at once, to n8n's own Webhook node and to the trigger in turn. */
export async function bursts(bench: Bench, sizes: number[], env?: Record<string, string>) {
	return await inN8n(
		bench,
		async (n8n) => {
			const results = [];
			const warm = await publish(n8n.client, [webhookNode(), noOpStep()]);
			const warmTrigger = await publish(n8n.client, [trigger(), noOpStep()]);
			await asFastAsAnswered(warm.url, 10, 5);
			await asFastAsAnswered(warmTrigger.url, 10, 5);
			for (const size of sizes) {
				const times = { webhookNode: [] as number[], trigger: [] as number[] };
				const matches: Match[] = [];
				for (let round = 0; round < burstRounds(bench, size); round++) {
					for (const node of round % 2 === 0 ? IN_TURN : [...IN_TURN].reverse()) {
						const first = node === 'trigger' ? trigger() : webhookNode();
						const { url, id } = await publish(n8n.client, [first, noOpStep()]);
						await delay(2000);
						const report = await sendPushes({ url, count: size, rule: PATIENT });
						const stored = await whenSettled(n8n, id);
						times[node].push(report.firstAnswers.most!);
						if (node === 'trigger') matches.push(match(report, stored));
					}
				}
				const slowest = {
					webhookNode: timingsOf(times.webhookNode).median!,
					trigger: timingsOf(times.trigger).median!,
				};
				bench.log(
					`burst of ${size}: slowest answers in ms: Webhook node ${times.webhookNode.map(Math.round).join(' ')}, median ${slowest.webhookNode}; trigger ${times.trigger.map(Math.round).join(' ')}, median ${slowest.trigger}; peak memory ${Math.round(n8n.peakMemory() / 1e6)} MB`,
				);
				results.push({ size, slowest, matches });
			}
			return results;
		},
		env,
	);
}

/** 200 pushes into an n8n that runs one execution at a time, each of 0.2 seconds; or others. */
export async function fullQueue(
	bench: Bench,
	{ count, seconds } = { count: sized(bench, 200, 25), seconds: 0.2 },
) {
	const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
	return await inN8n(
		bench,
		async (n8n) => {
			const ours = await publish(n8n.client, [trigger(), waitStep(seconds)]);
			const report = await sendPushes({ url: ours.url, count, rate: 10, rule: PATIENT });
			const stored = await whenSettled(n8n, ours.id);
			bench.log(`one execution at a time: ${shown(report.firstAnswers)}`);
			return { report, match: match(report, stored) };
		},
		env,
	);
}

/** From the kill until n8n is started again. */
export const DOWN_TIME = 500;

/**
 * Pushes by the platform's rule while n8n is killed (SIGKILL) in the middle and started again at once
 * in the same folder.
 * @param rule by default three retries; n8n takes longer to start than three a second apart
 */
export async function killed(bench: Bench, rule: Partial<PushRule> = { retryPause: 10_000 }) {
	const { major, packageTarball } = bench;
	let n8n = await startN8n({ major, packageTarball, env: loadEnvironment });
	const { userFolder, port } = n8n;
	const ours = await publish(n8n.client, [trigger(), waitStep(0.2)]);
	const count = sized(bench, 5000, 250);
	const rate = 20;
	const sending = sendPushes({ url: ours.url, count, rate, rule });
	await delay((count / rate) * 500);
	n8n.kill();
	const killedAt = Date.now();
	await delay(DOWN_TIME);
	n8n = await startN8n({ major, userFolder, port, env: loadEnvironment });
	try {
		const report = await sending;
		const stored = await whenSettled(n8n, ours.id);
		const matched = match(report, stored);
		const statuses = countsOf(stored.map(({ status }) => status));
		/**
		 * Pushes that were answered `success` and are in no execution; milliseconds, less than
		 * -DOWN_TIME when the n8n that was started again answered.
		 */
		const lost = missingPushes(report, stored).map(({ attempts }) => {
			const { startedAt, ms } = attempts[attempts.length - 1];
			return { answeredBeforeKill: Math.round(killedAt - startedAt - ms), answeredIn: ms };
		});
		bench.log(
			`killed: ${JSON.stringify(matched)}, executions ${JSON.stringify(statuses)}, lost ${JSON.stringify(lost)}`,
		);
		return { match: matched, lost, statuses };
	} finally {
		await n8n.stop();
		await rm(userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** 20,000 malformed requests from a seeded fuzzer. */
export async function fuzzed(bench: Bench) {
	return await inN8n(bench, async (n8n) => {
		const ours = await publish(n8n.client, [trigger(), noOpStep()]);
		const own = await publish(n8n.client, [webhookNode(), noOpStep()]);
		const requests = fuzzedRequests('fuzz', sized(bench, 20_000, 1000));
		const answers: Array<number | null> = [];
		/** 5xx answers that n8n's own Webhook node does not give to the same request. */
		const ownFaults: Array<{ status: number | null; request: string }> = [];
		/** Names of requests answered 200 that were no JSON object. */
		const wronglyAccepted: string[] = [];
		let memoryBefore = 0;
		let next = 0;
		const sender = async () => {
			for (let index = next++; index < requests.length; index = next++) {
				const request = requests[index];
				if (index === Math.round(requests.length / 5)) memoryBefore = n8n.memory();
				const status = await request.send(ours.url);
				answers.push(status);
				if (status === 200 && !request.isPush) wronglyAccepted.push(request.name);
				if (status === null || status >= 500) {
					const same = await request.send(own.url);
					if (same !== status) ownFaults.push({ status, request: request.name });
				}
			}
		};
		await Promise.all(Array.from({ length: 8 }, sender));
		const statuses = countsOf(answers.map(String));
		const stored = await whenSettled(n8n, ours.id);
		const memoryAfter = n8n.memory();
		const answer = await postOnce(ours.url, '{"call_uuid":"still alive"}', 10_000);
		bench.log(
			`fuzzed: ${JSON.stringify(statuses)}, ${stored.length} executions, memory ${Math.round(memoryBefore / 1e6)} → ${Math.round(memoryAfter / 1e6)} MB`,
		);
		return {
			statuses,
			ownFaults,
			started: stored.length,
			accepted: statuses['200'] ?? 0,
			wronglyAccepted,
			memoryBefore,
			memoryAfter,
			alive: answer.status === 200,
		};
	});
}

const FALLBACK = { values: [{ name: 'source', value: 'fallback' }] };

/** 3,000 dialog-context requests at ten a second; the workflow sleeps up to two seconds. */
export async function contextUnderLoad(bench: Bench, env?: Record<string, string>) {
	return await inN8n(
		bench,
		async (n8n) => {
			const { contextUrl } = await publish(n8n.client, [
				trigger({ operation: 'dialogContext', fallbackValues: FALLBACK }),
				waitStep('={{ Math.random() * 2 }}'),
				step('Answer', 'set', 3.4, {
					assignments: {
						assignments: [
							{ id: '1', name: 'source', type: 'string', value: 'workflow' },
							{ id: '2', name: 'id', type: 'string', value: '={{ $json.callRelationId }}' },
							{ id: '3', name: 'number', type: 'number', value: 7 },
						],
					},
					includeOtherFields: false,
					options: {},
				}),
			]);
			await atRate(10, 20, async () => await askContext(contextUrl, 'warm'));
			await delay(3000);
			const asked = sized(bench, 3000, 150);
			const answers = await atRate(10, asked, async (n) => await askContext(contextUrl, String(n)));
			const times = answers.flatMap(({ status, ms }) => (status === 200 ? [ms] : []));
			const maps = answers.map(stringMap);
			const invalid = answers.filter((_, n) => maps[n] === null).map(({ answer }) => answer);
			const result = {
				under500: times.filter((ms) => ms < 500).length,
				invalid,
				answered: times.length,
				asked,
				fallbacks: maps.filter((map) => map?.source === 'fallback').length,
			};
			bench.log(
				`dialog context: ${shown(timingsOf(times))}, ${result.under500} of ${asked} under 500 ms, ${result.fallbacks} fallbacks`,
			);
			return result;
		},
		env,
	);
}

/** The dialog context without a run beside a webhook that does nothing, in turns in the same n8n. */
export async function contextWithoutRun(bench: Bench, env?: Record<string, string>) {
	return await inN8n(
		bench,
		async (n8n) => {
			const bare = await publish(n8n.client, [bareWebhook(), noOpStep()]);
			const ours = await publish(n8n.client, [
				trigger({
					operation: 'dialogContext',
					respondWith: 'fixedValues',
					fallbackValues: FALLBACK,
				}),
				noOpStep(),
			]);
			const count = sized(bench, 600, 30);
			await asFastAsAnswered(bare.url, 30, 10);
			await asFastAsAnswered(ours.contextUrl, 30, 10);
			const rates = { bare: 0, ours: 0 };
			const rounds = 4;
			for (let round = 0; round < rounds; round++) {
				rates.bare += (await asFastAsAnswered(bare.url, count, 10)) / rounds;
				rates.ours += (await asFastAsAnswered(ours.contextUrl, count, 10)) / rounds;
			}
			await delay(2000);
			const answers = await atRate(
				rates.ours / 2,
				count,
				async (n) => await askContext(ours.contextUrl, String(n)),
			);
			const atHalfRate = timingsOf(
				answers.flatMap(({ status, ms }) => (status === 200 ? [ms] : [])),
			);
			const invalid = answers.filter((answer) => stringMap(answer)?.source !== 'fallback').length;
			bench.log(
				`dialog context without a run: ${rates.ours.toFixed(1)}/s, bare webhook ${rates.bare.toFixed(1)}/s; at half the rate ${shown(atHalfRate)}`,
			);
			return { bareRate: rates.bare, rate: rates.ours, atHalfRate, invalid };
		},
		env,
	);
}

const askContext = async (url: string, id: string) =>
	await postOnce(
		url,
		JSON.stringify({ business_id: '1', app_id: '2', robot_id: '3', call_relation_id: id }),
		PATIENT.timeout,
	);

/** Starts one after the other, evenly spaced whatever the answers do. */
async function atRate<T>(
	rate: number,
	count: number,
	run: (index: number) => Promise<T>,
): Promise<T[]> {
	const begun = performance.now();
	return await Promise.all(
		Array.from({ length: count }, async (_, index) => {
			const wait = begun + (index * 1000) / rate - performance.now();
			if (wait > 0) await delay(wait);
			return await run(index);
		}),
	);
}
