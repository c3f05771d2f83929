/** The AI Call trigger at full size in a real n8n, beside n8n's own Webhook node in the same run. */
import { majorUnderTest, packPackage } from '../../n8n/harness';
import {
	expectAllThere,
	expectBursts,
	expectContext,
	expectContextMaps,
	expectFullQueue,
	expectFuzzed,
	expectKilled,
	expectNoRun,
	expectSteady,
} from './expectations';
import * as points from './killPoints';
import * as scenarios from './scenarios';
import { trigger, webhookNode } from '../../support/workflows';

const major = majorUnderTest();
const { AS_IT_COMES } = scenarios;
let bench: scenarios.Bench;

beforeAll(async () => {
	const { tarball } = await packPackage();
	bench = {
		major,
		packageTarball: tarball,
		scale: Number(process.env.LOAD_SCALE ?? 1),
		log: (line) => process.stdout.write(`n8n ${major}: ${line}\n`),
	};
});

describe(`under load in n8n ${major}`, () => {
	test('5,000 mixed pushes at 80 % of what the Webhook node reaches', async () => {
		expectSteady(await scenarios.steadyLoad(bench, 'webhookNode'));
	});

	test('bursts of 50 and 500 pushes at once', async () => {
		expectBursts(await scenarios.bursts(bench, [50, 500]));
	});

	if (major === 2) {
		// slower than the Webhook node: n8n makes an engine for each request to any other node
		test('5,000 mixed pushes at 80 % of what the trigger reaches in n8n 2 with default settings', async () => {
			expectAllThere((await scenarios.steadyLoad(bench, 'trigger', AS_IT_COMES)).match);
		});

		test('bursts of 50 and 500 pushes in n8n 2 with default settings', async () => {
			const results = await scenarios.bursts(bench, [50, 500], AS_IT_COMES);
			for (const match of results.flatMap(({ matches }) => matches)) expectAllThere(match);
		});

		test('3,000 requests for dialog context in n8n 2 with default settings', async () => {
			expectContextMaps(await scenarios.contextUnderLoad(bench, AS_IT_COMES));
		});
	}

	test('200 pushes while one execution runs at a time', async () => {
		expectFullQueue(await scenarios.fullQueue(bench));
	});

	test('5,000 pushes with n8n killed in the middle', async () => {
		const result = await scenarios.killed(bench);
		expectKilled(result, major);
		// n8n 1 answers before it stores
		expect(result.lost.length).toBeLessThanOrEqual(major === 1 ? 5 : 0);
	});

	test('20,000 malformed requests', async () => {
		const result = await scenarios.fuzzed(bench);
		expectFuzzed(result);
		expect(result.memoryAfter).toBeLessThan(result.memoryBefore * 1.5);
	});

	test('3,000 dialog-context requests at ten a second', async () => {
		expectContext(await scenarios.contextUnderLoad(bench));
	});

	test('dialog context without a run, beside a webhook that does nothing', async () => {
		expectNoRun(await scenarios.contextWithoutRun(bench));
	});
});

describe(`a push at the moment n8n ${major} is killed`, () => {
	const report = (name: string, outcome: unknown) =>
		bench.log(`${name}: ${JSON.stringify(outcome)}`);

	test('before it is stored is not answered, so that the platform sends it again; n8n 1 has answered', async () => {
		const outcome = await points.killedBeforeTheStore(bench);
		report('before the store', outcome);
		const answered = major === 1 ? 1 : 0;
		expect(outcome).toMatchObject({ answered, lost: answered, executions: {} });
	});

	test('answered at the deadline and not stored is lost', async () => {
		const outcome = await points.killedBetweenDeadlineAndStore(bench);
		report('between deadline and store', outcome);
		expect(outcome).toMatchObject({ answered: 1, lost: 1, executions: {} });
	});

	test('answered by n8n itself is stored; n8n 1 answers shortly before', async () => {
		for (let round = 0; round < 4; round++) {
			const outcome = await points.killedAtTheAnswer(bench, round * 3);
			report('at the answer', outcome);
			expect(outcome.lost).toBeLessThanOrEqual(major === 1 ? 12 : 0);
		}
		const times = await points.answerToStore(bench, 100);
		report('milliseconds from the answer to the store', times);
		expect(Math.max(...times)).toBeLessThan(major === 1 ? 1000 : 1);
	});

	test('waiting in the concurrency queue runs after the restart', async () => {
		const outcome = await points.killedInTheQueue(bench);
		report('in the queue', outcome);
		expect(outcome).toMatchObject({
			answered: 10,
			lost: 0,
			executions: { success: 9, crashed: 1 },
		});
	});

	test('in its run is kept in a crashed execution', async () => {
		const outcome = await points.killedInTheRun(bench);
		report('in the run', outcome);
		expect(outcome).toMatchObject({ answered: 3, lost: 0, executions: { crashed: 3 } });
	});

	describe.each(
		major === 2
			? [
					['with the recommended setting', undefined],
					['with default settings', AS_IT_COMES],
				]
			: [['with default settings', undefined]],
	)('in a burst of 300, 50 at once, %s', (settings, env) => {
		test.each([
			['the Webhook node', () => webhookNode(), 0],
			['the trigger with 1.2 seconds', () => trigger({ options: { acknowledgeWithin: 1.2 } }), 120],
			['the trigger', () => trigger(), env ? 120 : 0],
			[
				'the trigger with Only When Stored',
				() => trigger({ options: { acknowledge: 'onlyWhenStored' } }),
				0,
			],
		])('%s', async (name, first, lost) => {
			const outcomes: points.Outcome[] = [];
			for (let round = 0; round < Number(process.env.LOAD_ROUNDS ?? 1); round++) {
				const outcome = await points.killedUnderBurst(bench, first(), env);
				report(`in a burst, ${settings}, ${name}`, outcome);
				outcomes.push(outcome);
			}
			for (const outcome of outcomes) {
				expect(outcome.answered).toBeGreaterThanOrEqual(120);
				// n8n 1 answers shortly before it stores
				expect(outcome.lost).toBeLessThanOrEqual(major === 1 ? Math.max(lost, 20) : lost);
			}
		});
	});
});
