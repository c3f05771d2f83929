/** What the panels of AI Call show by day and by night, in n8n 1 too: n8n's clock is set. */
import { nodeItems } from '../n8n/harness';
import { step } from '../support/workflows';
import { ourNode } from '../support/queueWorkflows';
import { eventually } from '../support/until';
import { useEditor } from './useEditor';

const shared = useEditor();
const { clock, client, credentials, emulator } = shared;

const DAY_MS = 86_400_000;
/** The next time of day in China, in milliseconds since 1970. */
function nextInChina(time: string): number {
	const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
	const then = Date.parse(`${today}T${time}:00+08:00`);
	return then > Date.now() ? then : then + DAY_MS;
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const OPTIONS = { columnNames: '客户手机号码, 姓名, 订单号' };
const ROWS = {
	script: byId('3101'),
	line: byId('02566800001'),
	rowsFrom: 'json',
	rows: JSON.stringify([['13800138000', '张三', 'A-1001']]),
};
const START = 'When clicking ‘Execute workflow’';

/** A workflow of the node with these parameters. */
async function save(parameters: Record<string, unknown>): Promise<string> {
	const node = ourNode('AI Call', 'iflytekAiCall', 'iflytekAiCallApi', credentials, parameters);
	const { id } = await client.createWorkflow({
		name: 'Clock',
		nodes: [step(START, 'manualTrigger', 1), node],
		connections: { [START]: { main: [[{ node: 'AI Call', type: 'main', index: 0 }]] } },
	});
	return id;
}

/** Opens a node with these parameters, and runs it. */
async function run(parameters: Record<string, unknown>) {
	await shared.editor.openWorkflow(await save(parameters));
	const panel = await shared.editor.openNode('AI Call');
	await panel.executeStep();
	return panel;
}

async function expectOutput(panel: Awaited<ReturnType<typeof run>>, texts: RegExp[]) {
	await eventually(async () => {
		const text = (await panel.outputText()).replace(/\s+/g, ' ');
		for (const part of texts) expect(text).toMatch(part);
	});
	expect(await panel.cutOff()).toEqual([]);
}

async function accepted(): Promise<number> {
	const view = await emulator.call('POST', 'aicall-ledger', { totalsOnly: true });
	return (view as { totals: { accepted: number } }).totals.accepted;
}

beforeEach(async () => await emulator.reset());
afterAll(async () => await clock.reset());

describe.each([
	['by day', '15:00'],
	['by night', '23:13'],
])('%s', (_when, time) => {
	const isNight = time === '23:13';
	beforeAll(async () => await clock.set(nextInChina(time)));

	const place = { ...ROWS, resource: 'call', operation: 'place', dryRun: false, options: OPTIONS };
	const task = { ...ROWS, resource: 'task', taskName: '续费提醒', dryRun: false, options: OPTIONS };
	/** What stands before the test, which the editor need not show. */
	const prepared = async (parameters: Record<string, unknown>) =>
		nodeItems(await client.runToEnd(await save(parameters)), 'AI Call')[0]!.json;
	const create = async () =>
		byId(String((await prepared({ ...task, operation: 'create' })).taskId));

	test('Place tries', async () => {
		const panel = await run({ ...place, dryRun: true });
		const advice = isNight
			? /It is 23:13 in China: a live run would send nothing before 08:00 on \w+, [\d-]+/
			: /Switch 'Dry Run' off to send the rows/;
		await expectOutput(panel, [/1 ready/, advice]);
		expect(await accepted()).toBe(0);
	});

	test('Place calls, and nobody at night', async () => {
		const panel = await run(place);
		await expectOutput(
			panel,
			isNight ? [/It is 23:13 in China, outside the allowed/] : [/accepted/],
		);
		expect(await accepted()).toBe(isNight ? 0 : 1);
	});

	test('Run starts a task that calls by day', async () => {
		const panel = await run({ ...task, operation: 'run' });
		const note = isNight ? /Calling begins at 08:00 on/ : /Started with 1 of 1 rows\./;
		await expectOutput(panel, [/accepted/, note]);
	});

	test('Add Numbers calls nobody and takes them at any hour', async () => {
		const panel = await run({ ...task, operation: 'addNumbers', task: await create() });
		await expectOutput(panel, [/accepted/]);
	});

	test('Start says when the calls begin', async () => {
		const id = await create();
		await prepared({ ...task, operation: 'addNumbers', task: id });
		const panel = await run({ resource: 'task', operation: 'start', task: id, options: {} });
		await expectOutput(panel, isNight ? [/begins to call at 08:00 on/] : [/callingBegins/]);
	});
});
