import { importWorkflow, readExample } from '../n8n/harness';
import { eventually } from '../support/until';
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
			expect(columns.slice(0, 4)).toEqual(['fileName', 'nameEnglish', 'nameChinese', 'label']);
			expect(rows).toHaveLength(5);
		});
	});

	test('says in the output pane what is wrong and how to mend it', async () => {
		await openExample('correct-a-text.json');
		const panel = await shared.editor.openNode('Correct Text');
		await shared.emulator.order({
			service: 'text',
			kind: 'code',
			code: 11200,
			times: 'always',
		} as never);
		await panel.executeStep();
		await eventually(async () => expect(await panel.outputText()).toMatch(/licensed/));
	});
});

describe('before the first run', () => {
	test.each([
		[
			'iFLYTEK Image Recognition',
			'Recognize scene in photo',
			['fileName', 'nameEnglish', 'nameChinese', 'label', 'score', 'uncertain', 'candidate2'],
		],
		[
			'iFLYTEK Text Correction',
			'Correct Chinese text',
			['row', 'correctedText', 'changed', 'complete', 'correctionCount'],
		],
		[
			'iFLYTEK Invoice OCR',
			'Read invoice from any file',
			['invoiceNumber', 'issueDate', 'sellerName', 'totalWithTax', 'goodsNames'],
		],
		[
			'iFLYTEK AI Call',
			'Call numbers with an AI robot',
			['status', 'taskDataId', 'taskId', 'phone', 'row', 'reason', 'whatToDo'],
		],
	])('the next node sees the fields of %s: %s', async (node, action, fields) => {
		await shared.editor.newWorkflow();
		const panel = await shared.editor.addNode(node, action);
		await panel.close();
		const next = await shared.editor.addNode('Edit Fields (Set)');
		await eventually(async () =>
			expect(await next.inputPreview()).toEqual(expect.arrayContaining(fields)),
		);
	});
});
