/** How a refusal reaches the user of a real n8n. What each code says is its table's test. */
import { chain, type Step } from '../../support/chain';
import { recognize, textNode } from '../../support/recognition';
import { nodeItems } from '../harness';
import { connect } from './connection';

const { client, credentials, emulator } = connect();

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

const textStep: Step = {
	...recognize(textNode, credentials, { text: '={{ $json.text }}' }),
	name: 'Node',
};
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const createStep: Step = {
	name: 'Node',
	type: 'n8n-nodes-iflytek.iflytekAiCall',
	parameters: {
		resource: 'task',
		operation: 'create',
		taskName: '={{ $json.text }}',
		script: byId('3101'),
		line: byId('02566800001'),
	},
	credentials: { iflytekAiCallApi: credentials.iflytekAiCallApi },
};

const REFUSALS = [
	{
		of: 'the text service',
		step: textStep,
		fault: { service: 'text', code: 10160, message: 'parse request json error' },
		message: 'The service could not read the request as JSON',
		description:
			/^Check the credential's 'Base URL': a proxy may be changing the request\. The service said: parse request json error \(code 10160, sid ase\S+, HTTP 200\)$/,
		details: { code: '10160', httpStatus: 200, sid: expect.stringMatching(/^ase[0-9a-f]+@/) },
	},
	{
		of: 'the AI Call platform',
		step: createStep,
		fault: { service: 'aicall-create', code: 3010101, message: '任务已结束' },
		message: 'The task is already finished',
		description:
			/^Create a new task\. The platform's own words: "任务已结束"\. \(code 3010101, HTTP 200\)$/,
		details: { code: '3010101', httpStatus: 200 },
	},
];

describe.each(REFUSALS)('a refusal of $of', ({ step, fault, message, description, details }) => {
	async function run(settings: Record<string, unknown> = {}) {
		const workflow = chain('Errors', [{ ...step, settings }], [{ text: '续费提醒' }]);
		const { id } = await client.createWorkflow(workflow);
		await emulator.order({ kind: 'code', times: 'always', ...fault });
		return await client.runToEnd(id);
	}

	test('goes to the error output with the input fields, what to do, and the details', async () => {
		const execution = await run({ onError: 'continueErrorOutput' });
		expect(execution.status).toBe('success');
		expect(nodeItems(execution, 'Node', 1)).toMatchObject([
			{
				json: {
					text: '续费提醒',
					error: { message, description: expect.stringMatching(description), ...details },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('ends the execution with all of it', async () => {
		const execution = await run();
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error).toMatchObject({
			name: 'NodeApiError',
			message,
			description: expect.stringMatching(description),
			httpCode: '200',
			context: { itemIndex: 0, data: details },
		});
	});
});
