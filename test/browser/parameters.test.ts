import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import type { WorkflowNode } from '../n8n/harness';
import { eventually } from '../support/until';
import { step } from '../support/workflows';
import type { NodePanel } from './nodePanel';
import { useEditor } from './useEditor';

const shared = useEditor();

/** What every node that recognizes something has among its options. */
const REQUEST_OPTIONS = [
	'Max Requests per Second',
	'Max Time per Item (Seconds)',
	'Timeout (Milliseconds)',
];

async function open(node: string, action: string): Promise<NodePanel> {
	await shared.editor.newWorkflow();
	return await shared.editor.addNode(node, action);
}

/** Waits until the panel shows these fields and no others. */
async function expectLabels(panel: NodePanel, labels: string[]): Promise<void> {
	await eventually(async () => expect(await panel.labels()).toEqual(labels));
}

/** The same, without the first `from` ones. */
async function expectLabelsFrom(from: number, panel: NodePanel, labels: string[]): Promise<void> {
	await eventually(async () => expect((await panel.labels()).slice(from)).toEqual(labels));
}

describe('iFLYTEK Invoice OCR', () => {
	const INVOICE_REST = ['Pictures and Scans', 'Output', 'Options'];

	let panel: NodePanel;

	beforeAll(async () => {
		panel = await open('iFLYTEK Invoice OCR', 'Read invoice from any file');
	});

	test('shows what an invoice needs', async () => {
		await expectLabels(panel, [
			'Operation',
			'File Source',
			'Input Data Field Name',
			...INVOICE_REST,
		]);
	});

	test('asks for the address or the base64 text in place of the file field', async () => {
		await panel.choose('fileSource', 'URL');
		await expectLabelsFrom(1, panel, ['File Source', 'File URL', ...INVOICE_REST]);
		await panel.choose('fileSource', 'Base64');
		await expectLabelsFrom(1, panel, ['File Source', 'File Base64', ...INVOICE_REST]);
		await panel.choose('fileSource', 'Binary File');
		await expectLabelsFrom(1, panel, ['File Source', 'Input Data Field Name', ...INVOICE_REST]);
	});

	test('offers no checks and field names where the output is the full response', async () => {
		const shaping = ['Validation', 'Field Names', 'Expected Buyer', 'Repeats of Earlier Runs'];
		expect(await panel.optionNames()).toEqual(expect.arrayContaining(shaping));
		await panel.choose('output', 'Full Response');
		const offered = await panel.optionNames();
		expect(offered.filter((name) => shaping.includes(name))).toEqual([]);
		expect(offered).toEqual(expect.arrayContaining(REQUEST_OPTIONS));
		await panel.choose('output', 'One Item per Line');
		expect(await panel.optionNames()).toEqual(expect.arrayContaining(shaping));
	});
});

describe('iFLYTEK Text Correction', () => {
	let panel: NodePanel;

	beforeAll(async () => {
		panel = await open('iFLYTEK Text Correction', 'Correct Chinese text');
	});

	test('shows what a text needs', async () => {
		await expectLabels(panel, [
			'Operation',
			'Text',
			'Text Format',
			'Output',
			'Corrections to Apply',
			'Options',
		]);
	});

	test('asks for categories only where they are chosen', async () => {
		await panel.choose('apply', 'Only Chosen Categories');
		await expectLabelsFrom(4, panel, ['Corrections to Apply', 'Categories', 'Options']);
		await panel.choose('apply', 'All');
		await expectLabelsFrom(4, panel, ['Corrections to Apply', 'Options']);
	});

	test('asks for no corrections to apply where the output is the full response', async () => {
		await panel.choose('output', 'Full Response');
		await expectLabelsFrom(3, panel, ['Output', 'Options']);
		await panel.choose('output', 'One Item per Correction');
		await expectLabelsFrom(3, panel, ['Output', 'Corrections to Apply', 'Options']);
	});
});

describe('iFLYTEK Image Recognition', () => {
	let panel: NodePanel;

	beforeAll(async () => {
		panel = await open('iFLYTEK Image Recognition', 'Recognize scene in photo');
	});

	test('shows what a scene needs', async () => {
		await expectLabels(panel, [
			'Resource',
			'Operation',
			'Image Source',
			'Input Data Field Name',
			'Simplify',
			'Options',
		]);
	});

	test('asks for a label table only for objects, and only when it is used', async () => {
		await panel.choose('resource', 'Object');
		await expectLabelsFrom(4, panel, ['Label Table', 'Simplify', 'Options']);
		for (const [source, field] of [
			['Text', 'Label Table Text'],
			['URL', 'Label Table URL'],
			['Binary File', 'Label Table Data Field Name'],
		]) {
			await panel.choose('labelTableSource', source);
			await expectLabelsFrom(4, panel, ['Label Table', field, 'Simplify', 'Options']);
		}
		await panel.toggle('simplify');
		await expectLabelsFrom(4, panel, ['Simplify', 'Options']);
	});

	test('offers its options by name', async () => {
		expect(await panel.optionNames()).toEqual([
			'Minimum Score',
			'Below Minimum Score',
			'Image Name',
			'Put Input File in Output',
			...REQUEST_OPTIONS,
		]);
	});
});

describe('iFLYTEK AI Call', () => {
	let panel: NodePanel;

	beforeAll(async () => {
		panel = await open('iFLYTEK AI Call', 'Call numbers with an AI robot');
	});

	const ROWS = ['Row Source', 'Mapping Column Mode'];
	const NEW_TASK = ['Task Name', 'Call Script', 'Phone Line', 'Voice', 'Additional Fields'];

	test.each<[string, string, string[]]>([
		['Call', 'Place', ['Mode', 'Call Script', 'Phone Line', 'Voice', ...ROWS]],
		['Configuration', 'Get Many', ['Type', 'Return All', 'Limit', 'Simplify']],
		['Recording', 'Download', ['Recording URL', 'Recording Base URL', 'Output Data Field Name']],
		['Task', 'Create', [...NEW_TASK, 'Simplify']],
		['Task', 'Add Numbers', ['Mode', 'Task', 'Call Script', ...ROWS]],
		['Task', 'Start', ['Task']],
		['Task', 'Pause', ['Task']],
		['Task', 'Delete', ['Task']],
		['Task', 'Get', ['Task', 'Simplify']],
		['Task', 'Get Many', ['Return All', 'Limit', 'Filters', 'Simplify']],
		['Task', 'Run', ['Mode', ...NEW_TASK, ...ROWS, 'Start Even If Rows Were Refused']],
	])('%s: %s shows its own fields', async (resource, operation, fields) => {
		if ((await panel.value('resource')) !== resource) await panel.choose('resource', resource);
		if ((await panel.value('operation')) !== operation) await panel.choose('operation', operation);
		const labels = ['Resource', 'Operation', ...fields, 'Options'];
		await expectLabels(panel, labels);
		// it may still be opening
		await eventually(async () => expect(await panel.cutOff()).toEqual([]));
	});

	test('takes a list of rows in place of the columns', async () => {
		await panel.choose('resource', 'Call');
		await panel.choose('rowsFrom', 'JSON');
		await expectLabelsFrom(6, panel, ['Row Source', 'Rows', 'Options']);
	});
});

describe('every label, hint and entry of a drop-down', () => {
	const call = new IflytekAiCall();
	const trigger = new IflytekAiCallTrigger();
	const panels: Array<[string, INodeType, INodeParameters?]> = [
		['Invoice OCR', new IflytekInvoiceOcr()],
		['Text Correction', new IflytekTextCorrection()],
		['Text Correction: Document', new IflytekTextCorrection(), { operation: 'correctDocument' }],
		['Image Recognition', new IflytekImageRecognition(), { resource: 'object' }],
		['AI Call: Place', call],
		['AI Call: Get Many Configurations', call, { resource: 'configuration' }],
		['AI Call: Download', call, { resource: 'recording' }],
		['AI Call: Get Many Tasks', call, { resource: 'task', operation: 'getAll' }],
		['AI Call: Run', call, { resource: 'task', operation: 'run' }],
		['AI Call Trigger', trigger],
		['AI Call Trigger: Caller Data', trigger, { operation: 'dialogContext' }],
	];

	// all on one canvas, since opening one takes longer than looking at the panel
	beforeAll(async () => {
		const nodes = panels.map(([name, { description }, chosen = {}], place) => ({
			...withEveryOption(name, description, chosen),
			position: [(place % 4) * 300, Math.floor(place / 4) * 200] as [number, number],
		}));
		const draft = { name: 'Every option', nodes, connections: {} };
		await shared.editor.openWorkflow((await shared.client.createWorkflow(draft)).id);
	});

	test.each(panels)('of %s shows whole, with every option added', async (name) => {
		const panel = await shared.editor.openNode(name);
		const cutOff = await panel.cutOff();
		for (const dropDown of await panel.dropDowns()) {
			await panel.openChoices(dropDown);
			cutOff.push(...(await panel.cutOffChoices()));
			await panel.closeChoices();
		}
		expect(cutOff).toEqual([]);
	});
});

/** A node with the chosen values and the defaults, each collection with all there is to add. */
function withEveryOption(
	name: string,
	description: INodeTypeDescription,
	chosen: INodeParameters,
): WorkflowNode {
	const type = `n8n-nodes-iflytek.${description.name}`;
	const node = { ...step(name, '', 1), type };
	const { properties } = description;
	const { getNodeParameters, displayParameter } = NodeHelpers;
	const parameters = getNodeParameters(properties, chosen, true, false, node, description)!;
	expect(parameters).toMatchObject(chosen);
	let added = 0;
	for (const property of properties) {
		const shown = displayParameter(parameters, property, node, description);
		if (property.type !== 'collection' || !shown) continue;
		const all = (property.options ?? []) as INodeProperties[];
		parameters[property.name] = Object.fromEntries(all.map((one) => [one.name, one.default]));
		added += all.length;
	}
	expect(added).toBeGreaterThan(0);
	return { ...node, parameters };
}
