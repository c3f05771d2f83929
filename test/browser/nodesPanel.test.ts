import { NODES } from '../support/searchWords';
import { eventually } from '../support/until';
import { useEditor } from './useEditor';

const shared = useEditor();

beforeAll(async () => await shared.editor.newWorkflow());

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
