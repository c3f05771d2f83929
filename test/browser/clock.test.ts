/** What the panels of AI Call show by day and by night, in n8n 1 too: n8n's clock is set. */
import { nodeItems } from '../n8n/harness';
import { step } from '../support/workflows';
import { ourNode } from '../support/ourNodes';
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

/** A workflow of nodes with these parameters, by their names, each of which comes right after the trigger. */
async function save(nodes: Record<string, Record<string, unknown>>): Promise<string> {
	const ours = Object.entries(nodes).map(([name, parameters], place) => ({
		...ourNode(name, 'iflytekAiCall', 'iflytekAiCallApi', credentials, parameters),
		position: [300, place * 200] as [number, number],
	}));
	const { id } = await client.createWorkflow({
		name: 'Clock',
		nodes: [step(START, 'manualTrigger', 1), ...ours],
		connections: {
			[START]: { main: [ours.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
		},
	});
	return id;
}

/** Runs a node of the open workflow in its panel, which then shows these texts. */
async function expectOutput(name: string, texts: RegExp[]) {
	const panel = await shared.editor.openNode(name);
	await panel.executeStep();
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

afterAll(async () => await clock.reset());

describe.each([
	['by day', '15:00'],
	['by night', '23:13'],
])('%s', (_when, time) => {
	const isNight = time === '23:13';
	const place = { ...ROWS, resource: 'call', operation: 'place', mode: 'live', options: OPTIONS };
	const task = { ...ROWS, resource: 'task', taskName: '续费提醒', mode: 'live', options: OPTIONS };
	/** What stands before the tests, which the editor need not show. */
	const prepared = async (parameters: Record<string, unknown>) =>
		nodeItems(await client.runToEnd(await save({ Prepared: parameters })), 'Prepared')[0]!.json;
	const create = async (line: string) =>
		byId(String((await prepared({ ...task, line: byId(line), operation: 'create' })).taskId));

	// all on one canvas, since opening one takes longer than running a node
	beforeAll(async () => {
		await emulator.reset();
		await clock.set(nextInChina(time));
		// on a line of its own: one task at a time calls on a line
		const filled = await create('02566800002');
		await prepared({ ...task, operation: 'addNumbers', task: filled });
		const id = await save({
			Try: { ...place, mode: 'dryRun' },
			Place: place,
			Run: { ...task, operation: 'run' },
			'Add Numbers': { ...task, operation: 'addNumbers', task: await create('02566800001') },
			Start: { resource: 'task', operation: 'start', task: filled, options: {} },
		});
		await shared.editor.openWorkflow(id);
	});

	test('Place tries', async () => {
		const advice = isNight
			? /It is 23:13 in China: a live run would send nothing before 08:00 on \w+, [\d-]+/
			: /Set 'Mode' to Live to send the rows/;
		const before = await accepted();
		await expectOutput('Try', [/1 ready/, advice]);
		expect(await accepted()).toBe(before);
	});

	test('Place calls, and nobody at night', async () => {
		const says = isNight ? /It is 23:13 in China, outside the allowed/ : /accepted/;
		const before = await accepted();
		await expectOutput('Place', [says]);
		expect(await accepted()).toBe(before + (isNight ? 0 : 1));
	});

	test('Run starts a task that calls by day', async () => {
		const note = isNight ? /Calling begins at 08:00 on/ : /Started with 1 of 1 rows\./;
		await expectOutput('Run', [/accepted/, note]);
	});

	test('Add Numbers calls nobody and takes them at any hour', async () => {
		await expectOutput('Add Numbers', [/accepted/]);
	});

	test('Start says when the calls begin', async () => {
		await expectOutput('Start', [isNight ? /begins to call at 08:00 on/ : /callingBegins/]);
	});
});
