import { byWord, NODES, OWN, SHARED } from '../support/searchWords';
import { eventually } from '../support/until';
import { useEditor } from './useEditor';

const shared = useEditor();

beforeAll(async () => {
	await shared.editor.newWorkflow();
	await shared.editor.openNodesPanel();
});

describe('the search in the nodes panel', () => {
	test.each(['iflytek', 'xfyun', 'xunfei', '讯飞', '科大讯飞'])(
		'finds every node by the word %s',
		async (word) => {
			const { nodesPanel } = shared.editor;
			await nodesPanel.search(word);
			await eventually(async () =>
				expect(await nodesPanel.names()).toEqual(expect.arrayContaining(Object.values(NODES))),
			);
		},
	);

	test.each(byWord(OWN))('finds by the word %s, first or second, %s', async (word, node) => {
		const { nodesPanel } = shared.editor;
		await nodesPanel.search(word);
		await eventually(async () => expect((await nodesPanel.names()).slice(0, 2)).toContain(node));
	});

	test.each(byWord(SHARED))('finds by the word %s, on the first screen, %s', async (word, node) => {
		const { nodesPanel } = shared.editor;
		await nodesPanel.search(word);
		await eventually(async () => expect(await nodesPanel.namesInView()).toContain(node));
	});
});

test('a workflow without a trigger finds iFLYTEK AI Call by the word call as well', async () => {
	const { editor } = shared;
	await editor.emptyWorkflow();
	await editor.openNodesPanel();
	await editor.nodesPanel.search('call');
	await eventually(async () =>
		expect((await editor.nodesPanel.names()).slice(0, 2)).toContain(NODES.call),
	);
});
