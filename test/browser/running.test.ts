import { importWorkflow, readExample, type WorkflowNode } from '../n8n/harness';
import { eventually } from '../support/until';
import { step } from '../support/workflows';
import { useEditor } from './useEditor';

const shared = useEditor();

async function openExample(fileName: string): Promise<void> {
	const workflow = await importWorkflow(shared.client, readExample(fileName), shared.credentials);
	await shared.editor.openWorkflow(workflow.id);
}

beforeEach(async () => await shared.emulator.reset());

describe('running a step', () => {
	test('shows the changes of a text as a table, one row each', async () => {
		await openExample('correct-a-text.json');
		const panel = await shared.editor.openNode('List of Changes');
		await panel.executeStep();
		await panel.showOutputTable();
		await eventually(async () => {
			const { columns, rows } = await panel.outputTable();
			expect(columns).toEqual(expect.arrayContaining(['original', 'suggestion', 'category']));
			expect(rows).toHaveLength(10);
			expect(rows.map((row) => row[columns.indexOf('suggestion')])).toContain('画蛇添足');
		});
	});

	test('says in the output pane what is wrong and how to mend it', async () => {
		const panel = await shared.editor.openNode('Correct Text');
		const code = { service: 'text', kind: 'code', code: 11200, times: 'always' };
		await shared.emulator.order(code as never);
		await panel.executeStep();
		await eventually(async () => expect(await panel.outputText()).toMatch(/licensed/));
	});

	test('shows the fields of invoices as a table, those not read at the error output', async () => {
		await openExample('invoices-to-spreadsheet.json');
		const panel = await shared.editor.openNode('Recognize Invoices');
		await panel.executeStep();
		await panel.showOutputTable();
		await eventually(async () => {
			const { columns, rows } = await panel.outputTable();
			expect(columns.slice(0, 3)).toEqual([
				expect.any(String),
				expect.any(String),
				expect.any(String),
			]);
			expect(columns).toEqual(
				expect.arrayContaining(['invoiceNumber', 'issueDate', 'totalWithTax', 'needsReview']),
			);
			expect(rows).toHaveLength(3);
		});
	});

	test('shows what a photo is in words', async () => {
		await openExample('sort-photos-by-scene.json');
		const panel = await shared.editor.openNode('Recognize Scene');
		await panel.executeStep();
		await panel.showOutputTable();
		await eventually(async () => {
			const { columns, rows } = await panel.outputTable();
			expect(columns.slice(0, 5)).toEqual([
				'row',
				'fileName',
				'nameEnglish',
				'nameChinese',
				'label',
			]);
			expect(rows).toHaveLength(5);
		});
	});
});

describe('before the first run', () => {
	const nodes: Array<[type: string, fields: string[]]> = [
		[
			'iflytekImageRecognition',
			['fileName', 'nameEnglish', 'nameChinese', 'label', 'score', 'uncertain', 'candidate2'],
		],
		['iflytekTextCorrection', ['row', 'correctedText', 'changed', 'complete', 'correctionCount']],
		[
			'iflytekInvoiceOcr',
			['invoiceNumber', 'issueDate', 'sellerName', 'totalWithTax', 'goodsNames'],
		],
		['iflytekAiCall', ['status', 'taskDataId', 'taskId', 'phone', 'row', 'reason', 'whatToDo']],
	];
	const nextTo = (type: string) => `Next to ${type}`;

	// all on one canvas, since opening one takes longer than looking at the panel
	beforeAll(async () => {
		const pairs = nodes.map(([type], place) => [
			{ ...step(type, '', 1), type: `n8n-nodes-iflytek.${type}`, position: [0, place * 200] },
			{ ...step(nextTo(type), 'set', 3.4), position: [300, place * 200] },
		]);
		const connections = Object.fromEntries(
			nodes.map(([type]) => [type, { main: [[{ node: nextTo(type), type: 'main', index: 0 }]] }]),
		);
		const draft = { name: 'Before', nodes: pairs.flat() as WorkflowNode[], connections };
		await shared.editor.openWorkflow((await shared.client.createWorkflow(draft)).id);
	});

	test.each(nodes)('the node after %s sees its fields', async (type, fields) => {
		const next = await shared.editor.openNode(nextTo(type));
		await eventually(async () =>
			expect(await next.inputPreview()).toEqual(expect.arrayContaining(fields)),
		);
	});
});
