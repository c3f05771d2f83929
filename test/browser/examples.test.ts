import { exampleFiles, importWorkflow, readExample } from '../n8n/harness';
import { FULL_SIZE } from '../support/fullSize';
import { screenshot } from './screenshots';
import { useEditor } from './useEditor';

/** Those that need no more than a click, with the nodes that do the work. */
const READY_TO_RUN: Record<string, string[]> = {
	'correct-a-text.json': ['Correct Text', 'List of Changes'],
	'invoices-to-spreadsheet.json': ['Recognize Invoices', 'Save Spreadsheet'],
	'sort-photos-by-scene.json': ['Recognize Scene', 'Save Sorted Photo'],
};

describe.each([
	['light', '', exampleFiles()],
	...(FULL_SIZE ? [['dark', '-dark', ['invoices-to-spreadsheet.json']] as const] : []),
] as const)('in the %s theme', (theme, suffix, files) => {
	const shared = useEditor(theme);

	beforeEach(async () => await shared.emulator.reset());

	test.each(files)('%s is easy to read on the canvas, and runs by its button', async (file) => {
		const { client, credentials, editor } = shared;
		const { id } = await importWorkflow(client, readExample(file), credentials);
		await editor.openWorkflow(id);
		expect(await editor.cutOffNames()).toEqual([]);
		expect(await editor.overlaps()).toEqual([]);
		expect(await editor.underTheButton()).toEqual([]);
		const spare = await editor.spareHeightOfNotes();
		expect(spare.length).toBeGreaterThan(0);
		const badlyCut = spare.filter((height) => height < 8 || height > 40);
		expect([spare, badlyCut]).toEqual([spare, []]);
		expect(await editor.textSizeOfNotes()).toBeGreaterThanOrEqual(11);
		if (file in READY_TO_RUN) await editor.executeWorkflow();
		for (const name of READY_TO_RUN[file] ?? []) await editor.hasSucceeded(name);
		await screenshot(editor.page, `example-${file.replace('.json', '')}${suffix}`);
	});
});
