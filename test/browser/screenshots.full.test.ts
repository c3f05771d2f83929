import { importWorkflow, readExample } from '../n8n/harness';
import { eventually } from '../support/until';
import { FULL_SIZE } from '../support/fullSize';
import { screenshot, UPDATE } from './screenshots';
import { receiveTestPush } from './testPush';
import { useEditor } from './useEditor';

/** The pictures of the README; each test also looks for text that is cut off. */
describe.each(FULL_SIZE || UPDATE ? (['light', 'dark'] as const) : (['light'] as const))(
	'the %s theme',
	(theme) => {
		const shared = useEditor(theme);
		const suffix = theme === 'dark' ? '-dark' : '';

		beforeEach(async () => await shared.emulator.reset());

		test.each([
			['invoices-to-spreadsheet.json', 'Recognize Invoices', 'Schema', 'node-invoice-ocr'],
			['correct-a-text.json', 'Correct Text', 'Schema', 'node-text-correction'],
			['sort-photos-by-scene.json', 'Recognize Scene', 'Table', 'node-image-recognition'],
		] as const)('shows the panel in %s of %s', async (fileName, node, view, picture) => {
			const example = readExample(fileName);
			const { id } = await importWorkflow(shared.client, example, shared.credentials);
			await shared.editor.openWorkflow(id);
			const panel = await shared.editor.openNode(node);
			await panel.executeStep();
			await panel[`showOutput${view}`]();
			await screenshot(shared.editor.page, picture + suffix);
			expect(await panel.cutOff()).toEqual([]);
		});

		test('shows the nodes in the nodes panel, each with the icon for it', async () => {
			const { nodesPanel } = shared.editor;
			await shared.editor.newWorkflow();
			await shared.editor.openNodesPanel();
			await nodesPanel.search('iflytek');
			const icon = (name: string) =>
				expect.stringMatching(new RegExp(`/${name}${suffix.replace('-', '\\.')}\\.svg$`));
			await eventually(async () =>
				expect(await nodesPanel.icons()).toMatchObject({
					'iFLYTEK AI Call': icon('aiCall'),
					'iFLYTEK Image Recognition': icon('imageRecognition'),
					'iFLYTEK Invoice OCR': icon('invoice'),
					'iFLYTEK Text Correction': icon('textCorrection'),
				}),
			);
			await screenshot(shared.editor.page, `nodes-panel${suffix}`);
			expect(await nodesPanel.cutOff()).toEqual([]);
		});

		test('shows a credential', async () => {
			const { page } = shared.editor;
			const dialog = await shared.editor.newCredential('iFLYTEK Open Platform API');
			await screenshot(page, `credential${suffix}`);
			expect(await dialog.cutOff()).toEqual([]);
		});

		test('shows the panel of iFLYTEK AI Call', async () => {
			await shared.editor.newWorkflow();
			const panel = await shared.editor.addNode('iFLYTEK AI Call', 'Call numbers with an AI robot');
			await panel.openList('script');
			await panel.pickFromList('订单回访');
			// n8n drops what a list asks for when the columns come meanwhile
			await eventually(async () => expect(await panel.columns()).toHaveLength(3));
			await panel.openList('line');
			await panel.pickFromList('02566800001');
			await panel.fill('客户手机号码', '13800138000');
			await panel.fill('姓名', '张三');
			await panel.fill('订单号', 'A-1001');
			await panel.executeStep();
			await panel.showOutputTable();
			await panel.scrollToTop();
			await screenshot(shared.editor.page, `node-ai-call${suffix}`);
			expect(await panel.cutOff()).toEqual([]);
		});

		test('shows the panel of iFLYTEK AI Call Trigger', async () => {
			await shared.editor.emptyWorkflow();
			const panel = await shared.editor.addNode('iFLYTEK AI Call', 'On call record');
			await receiveTestPush(panel, shared.emulator);
			await panel.showProductionUrl();
			await panel.showOutputTable();
			await screenshot(shared.editor.page, `node-ai-call-trigger${suffix}`);
			expect(await panel.cutOff()).toEqual([]);
		});
	},
);
