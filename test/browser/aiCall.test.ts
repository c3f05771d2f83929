import { PUSH_KINDS } from '../../nodes/IflytekAiCallTrigger/push/kinds';
import { importWorkflow, nodeItems, readExample, type WorkflowNode } from '../n8n/harness';
import { eventually } from '../support/until';
import type { NodePanel } from './nodePanel';
import { receiveTestPush } from './testPush';
import { useEditor } from './useEditor';

const shared = useEditor();
const { emulator } = shared;

beforeEach(async () => await emulator.reset());

describe('iFLYTEK AI Call in the editor', () => {
	let panel: NodePanel;

	beforeAll(async () => {
		await shared.editor.newWorkflow();
		panel = await shared.editor.addNode('iFLYTEK AI Call', 'Call numbers with an AI robot');
	});

	test('warns in red where the next press calls people, and is calm in a dry run', async () => {
		const columns = 'Choose the script: its columns appear here, the phone number first.';
		const dryRun = expect.stringMatching(/^Nobody is called in a dry run\./);
		const calls = 'This calls real people and costs money.';
		await eventually(async () => expect(await panel.notices()).toEqual([dryRun, columns]));
		expect(await panel.redNotices()).toEqual([]);
		await panel.choose('mode', 'Live');
		await eventually(async () => expect(await panel.notices()).toEqual([calls, columns]));
		expect(await panel.redNotices()).toEqual([calls]);
		await panel.choose('mode', 'Test Call');
		await eventually(async () => expect(await panel.parametersText()).toContain('Test Number'));
		await panel.choose('mode', 'Dry Run');
		await eventually(async () => expect(await panel.redNotices()).toEqual([]));
	});

	test('says that there are no columns before a script is picked', async () => {
		const text = await panel.parametersText();
		expect(text).toContain('Call Script');
		expect(text).toContain('No columns yet.');
		expect(text).not.toMatch(/Error|客户手机号码/);
	});

	test('lists the scripts, marks those that call nobody, and finds one by a part of its name', async () => {
		await panel.openList('script');
		await eventually(async () =>
			expect(await panel.listEntries()).toEqual([
				'订单回访',
				'活动通知',
				'续费提醒',
				'满意度调查',
				'新品推荐 (awaiting release)',
				'贷款推销 (rejected)',
				'预约确认 (under review)',
			]),
		);
		await panel.searchList('回访');
		await eventually(async () => expect(await panel.listEntries()).toEqual(['订单回访']));
		await panel.pickFromList('订单回访');
		// n8n drops what a list asks for when the columns come meanwhile
		await eventually(async () => expect(await panel.columns()).toHaveLength(3));
	});

	test('lists the lines with what they can do', async () => {
		await panel.openList('line');
		await eventually(async () =>
			expect(await panel.listEntries()).toEqual(
				expect.arrayContaining([
					'02566800001 (10 calls at once)',
					'02566800009 (10 calls at once, expired)',
				]),
			),
		);
		await panel.pickFromList('02566800001');
	});

	test('lists the voices', async () => {
		await panel.openList('voice');
		await eventually(async () => {
			const voices = await panel.listEntries();
			expect(voices).toHaveLength(7);
			expect(voices[0]).toBe('女声一 (65580, female)');
		});
		await panel.pickFromList('女声一');
	});

	test('shows the columns of the script, the telephone number first', async () => {
		await eventually(async () =>
			expect(await panel.columns()).toEqual([
				expect.stringMatching(/^客户手机号码 \(Phone/),
				'姓名',
				'订单号',
			]),
		);
		expect(await panel.cutOff()).toEqual([]);
	});

	test('shows the mapped row in a dry run and calls nobody, as a new node does', async () => {
		await panel.fill('客户手机号码', '13800138000');
		await panel.fill('姓名', '张三');
		await panel.fill('订单号', 'A-1001');
		await panel.executeStep();
		await panel.showOutputTable();
		await eventually(async () => {
			const checked = await panel.outputTable();
			expect(checked.columns).toEqual(expect.arrayContaining(['status', 'phone', 'row']));
			// at any hour: a dry run does not obey the clock
			expect(checked.rows).toEqual([expect.arrayContaining(['ready', '13800138000'])]);
		});
		expect((await emulator.ledger('aicall-callout')).entries).toEqual([]);
	});

	test.each([
		['Start', [/^Starting a task calls the real people in it/], true],
		['Add Numbers', [/^Nobody is called yet/, /^Choose the task: /], false],
		['Run', [/^Nobody is called in a dry run/, /^Choose the script: /], false],
	])('Task: %s says whether the next press calls people', async (operation, texts, isRed) => {
		if (operation === 'Start') await panel.choose('resource', 'Task');
		await panel.choose('operation', operation);
		const all = texts.map((text) => expect.stringMatching(text));
		await eventually(async () => expect(await panel.notices()).toEqual(all));
		expect(await panel.redNotices()).toEqual(isRed ? all : []);
		expect(await panel.cutOff()).toEqual([]);
	});
});

test.each([
	['call-customers-from-csv.json', 'Run Task', /In this mode, make sure/],
	['call-a-list-in-batches.json', 'Place Calls', /\$json/],
])('%s keeps how it maps the columns while its script is picked', async (file, node, mapping) => {
	const { client, credentials, editor } = shared;
	const { id } = await importWorkflow(client, readExample(file), credentials);
	await editor.openWorkflow(id);
	const panel = await editor.openNode(node);
	await panel.openList('script');
	await panel.pickFromList('订单回访');
	await eventually(async () => {
		const text = await panel.parametersText();
		expect(text).not.toContain('No columns yet');
		expect(text).toMatch(mapping);
	});
});

/** A new workflow that begins with the trigger, added by one of its actions; the panel has room for all that it says. */
async function addTrigger(action: string): Promise<NodePanel> {
	await shared.editor.emptyWorkflow();
	const panel = await shared.editor.addNode('iFLYTEK AI Call', action);
	await eventually(async () => expect(await panel.labels()).toContain('Options'));
	expect(await panel.cutOff()).toEqual([]);
	return panel;
}

async function expectEvents(panel: NodePanel, events: string[]): Promise<void> {
	await eventually(async () => expect(await panel.tags('events')).toEqual(events));
}

describe('iFLYTEK AI Call Trigger in the editor', () => {
	test.each([
		['On recording', ['Recording']],
		['On dialog transcript', ['Dialog Transcript']],
	])('is added by the words "%s"', async (words, events) => {
		await expectEvents(await addTrigger(words), events);
	});

	test('is added by the words "On call record", listens for a test push and shows it', async () => {
		const panel = await addTrigger('On call record');
		await expectEvents(panel, ['Call Record']);
		await receiveTestPush(panel, emulator);
		await panel.showOutputTable();
		await eventually(async () => {
			const { columns, rows } = await panel.outputTable();
			expect(columns.slice(0, 4)).toEqual(['number', 'outcome', 'callAgain', 'callSeconds']);
			expect(columns).toEqual(expect.arrayContaining(['event', 'body', 'deduplicationKey']));
			expect(rows).toHaveLength(1);
			expect(rows[0][columns.indexOf('event')]).toBe('callRecord');
		});
	});

	test('is added by the words "On any call event", and gets that of the example Send a test event', async () => {
		const { client, credentials } = shared;
		const panel = await addTrigger('On any call event');
		await expectEvents(panel, PUSH_KINDS.map(({ label }) => label).sort());
		const url = await panel.testUrl();
		await panel.listen();
		const example = readExample('send-test-event.json');
		// what its notes say: the URL in Send To, then the button
		const nodes = example.nodes.map((node) => withTestUrl(node, url));
		const { id } = await importWorkflow(client, { ...example, nodes }, credentials);
		const { status } = await client.runToEnd(id);
		expect(status).toBe('success');
		await panel.triggered();
		await panel.showOutputTable();
		await eventually(async () => {
			const { columns, rows } = await panel.outputTable();
			expect(columns.slice(0, 3)).toEqual(['number', 'outcome', 'callAgain']);
			expect(rows).toEqual([expect.arrayContaining(['138XXXX0001', 'answered', 'callRecord'])]);
		});
	});

	test('is added for caller data requests with fallback values in place of events, and answers that of the example', async () => {
		const { client, credentials } = shared;
		const panel = await addTrigger('On caller data request');
		await eventually(async () =>
			expect(await panel.labels()).toEqual(['Mode', 'Respond With', 'Fallback Values', 'Options']),
		);
		expect(await panel.notices()).toEqual([
			expect.stringMatching(/^Step 1, to try it: .*Send a test event/),
			expect.stringMatching(/^Step 2, to go live: .*getDialogContext/),
		]);
		const url = await panel.testUrl();
		await panel.listen();
		const example = readExample('send-test-event.json');
		const nodes = example.nodes.map((node) => withTestUrl(node, url, 'dialogContext'));
		const { id } = await importWorkflow(client, { ...example, nodes }, credentials);
		const execution = await client.runToEnd(id);
		// the trigger alone has no map of texts to answer with, so these are the fallback values: none
		expect(nodeItems(execution, 'Send Event').map(({ json }) => json)).toEqual([{}]);
		await panel.triggered();
		await panel.showOutputTable();
		await eventually(async () =>
			expect((await panel.outputTable()).rows).toEqual([expect.arrayContaining(['relation-1'])]),
		);
	});
});

function withTestUrl(node: WorkflowNode, url: string, event = 'callRecord'): WorkflowNode {
	if (node.name !== 'Send To') return node;
	const { assignments } = node.parameters.assignments as { assignments: Array<{ name: string }> };
	const values: Record<string, string> = { testUrl: url, event };
	expect(assignments.map(({ name }) => name)).toEqual(Object.keys(values));
	const filled = assignments.map((one) => ({ ...one, value: values[one.name] }));
	return {
		...node,
		parameters: { ...node.parameters, assignments: { assignments: filled } },
	};
}
