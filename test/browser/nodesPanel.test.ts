import { eventually } from '../support/until';
import { useEditor } from './useEditor';

const shared = useEditor();

const NODES = {
	invoice: 'iFLYTEK Invoice OCR',
	text: 'iFLYTEK Text Correction',
	image: 'iFLYTEK Image Recognition',
	call: 'iFLYTEK AI Call',
};

beforeAll(async () => await shared.editor.newWorkflow());

describe('the search in the nodes panel', () => {
	beforeAll(async () => await shared.editor.openNodesPanel());

	test.each([
		['iflytek', [NODES.invoice, NODES.text, NODES.image, NODES.call]],
		['xfyun', [NODES.invoice, NODES.text, NODES.image, NODES.call]],
		['xunfei', [NODES.invoice, NODES.text, NODES.image, NODES.call]],
		['讯飞', [NODES.invoice, NODES.text, NODES.image, NODES.call]],
		['科大讯飞', [NODES.invoice, NODES.text, NODES.image, NODES.call]],
	])('finds every node by the word %s', async (words, nodes) => {
		const { nodesPanel } = shared.editor;
		await nodesPanel.search(words);
		await eventually(async () =>
			expect(await nodesPanel.names()).toEqual(expect.arrayContaining(nodes)),
		);
	});

	test.each([
		['invoice', NODES.invoice],
		['OCR', NODES.invoice],
		['发票', NODES.invoice],
		['fapiao', NODES.invoice],
		['receipt', NODES.invoice],
		['correct text', NODES.text],
		['proofread', NODES.text],
		['纠错', NODES.text],
		['错别字', NODES.text],
		['scene', NODES.image],
		['photo', NODES.image],
		['image recognition', NODES.image],
		['图像识别', NODES.image],
		['场景', NODES.image],
		['robot call', NODES.call],
		['phone call', NODES.call],
		['外呼', NODES.call],
		['call record', NODES.call],
		['话单', NODES.call],
	])('finds by the words %s, without scrolling, %s', async (words, node) => {
		const { nodesPanel } = shared.editor;
		await nodesPanel.search(words);
		await eventually(async () => expect((await nodesPanel.names()).slice(0, 5)).toContain(node));
	});
});

describe('a node in the nodes panel', () => {
	test.each([
		[NODES.invoice, ['Read invoice from any file']],
		[NODES.text, ['Correct Chinese text', 'Correct Chinese Word document']],
		[NODES.image, ['Recognize main object in photo', 'Recognize scene in photo']],
		[
			NODES.call,
			[
				'Call numbers with an AI robot',
				'Get many lines, scripts and voices',
				'Download call recording',
				'Add numbers to AI call task',
				'Create AI call task',
				'Delete AI call task',
				'Get AI call task',
				'Get many AI call tasks',
				'Pause AI call task',
				'Run AI call task (create, add numbers and start)',
				'Start AI call task',
			],
		],
	])('lists what %s can do, no text cut off', async (node, actions) => {
		await shared.editor.openNodesPanel();
		const { nodesPanel } = shared.editor;
		await nodesPanel.search(node);
		await nodesPanel.showActionsOf(node);
		await eventually(async () => expect(await nodesPanel.names()).toEqual(actions));
		expect(await nodesPanel.cutOff()).toEqual([]);
	});

	test('adds a node with the action that was picked, and opens it', async () => {
		const { editor } = shared;
		const panel = await editor.addNode(NODES.image, 'Recognize main object in photo');
		await eventually(async () => {
			expect(await panel.title()).toBe('Recognize main object in photo');
			expect(await panel.value('resource')).toBe('Object');
		});
		await panel.close();
		expect(await editor.node('Recognize main object in photo').count()).toBe(1);
		expect(await editor.cutOffNames()).toEqual([]);
	});

	test('lists the triggers of iFLYTEK AI Call first where a workflow has none', async () => {
		const { editor } = shared;
		await editor.emptyWorkflow();
		await editor.openNodesPanel();
		await editor.nodesPanel.search('call record');
		await editor.nodesPanel.showActionsOf(NODES.call);
		await eventually(async () =>
			expect((await editor.nodesPanel.names()).slice(0, 5)).toEqual([
				'On call record',
				'On dialog transcript',
				'On recording',
				'On any call event',
				'On caller data request',
			]),
		);
		expect(await editor.nodesPanel.cutOff()).toEqual([]);
	});
});
