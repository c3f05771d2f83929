/**
 * The trigger's load suites at a twentieth of their size. Beside other tests the machine is slower than
 * the times they are about; those are measured by `npm run test:load`.
 */
import {
	expectAllThere,
	expectContextMaps,
	expectFuzzed,
	expectKilled,
} from '../../measure/load/expectations';
import * as points from '../../measure/load/killPoints';
import * as scenarios from '../../measure/load/scenarios';
import { startN8n } from '../harness';
import { connect } from './connection';

jest.setTimeout(600_000);

const { major, packageTarball } = connect();
const bench: scenarios.Bench = {
	major,
	packageTarball,
	scale: 0.05,
	log: (line) => process.stdout.write(`n8n ${major}: ${line}\n`),
};

beforeAll(async () => {
	const env = scenarios.loadEnvironment;
	bench.shared = await startN8n({ major, packageTarball, env });
});
afterAll(async () => await bench.shared?.stop());

describe(`the trigger under a twentieth of the load in n8n ${major}`, () => {
	it('has every push of a steady stream in exactly one execution, as sent', async () => {
		const { match } = await scenarios.steadyLoad(bench, 'trigger');
		expectAllThere(match);
	});

	it('has every push of a burst in exactly one execution, as sent', async () => {
		const [{ matches }] = await scenarios.bursts(bench, [50]);
		for (const match of matches) expectAllThere(match);
	});

	it('answers every push while one execution runs at a time, without waiting for its turn', async () => {
		// the last one's turn comes after more than half a minute
		const { match, report } = await scenarios.fullQueue(bench, { count: 12, seconds: 3 });
		expectAllThere(match);
		expect(report.firstAnswers.most).toBeLessThan(15_000);
	});

	it('loses no push that was answered when n8n is killed in the middle', async () => {
		// n8n may take long to start again beside other tests
		const rule = { timeout: 60_000, retries: 30, retryPause: 3000 };
		expectKilled(await scenarios.killed(bench, rule), major);
	});

	it('keeps in a crashed execution what was running when n8n is killed', async () => {
		const outcome = await points.killedInTheRun(bench);
		expect(outcome).toMatchObject({ answered: 3, lost: 0, executions: { crashed: 3 } });
	});

	it('stands malformed requests, and starts nothing with them', async () => {
		expectFuzzed(await scenarios.fuzzed(bench));
	});

	it('answers every dialog-context request with a map of texts', async () => {
		expectContextMaps(await scenarios.contextUnderLoad(bench));
	});

	it('answers dialog-context requests without a run', async () => {
		expect(await scenarios.contextWithoutRun(bench)).toMatchObject({ invalid: 0 });
	});
});
