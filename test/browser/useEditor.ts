import { connect } from './connection';
import { Editor } from './editor';
import { keepLastLook } from './screenshots';

/** Longer than any single wait, so that the wait itself says what did not come. */
const TEST_TIMEOUT_MS = 300_000;

declare global {
	var testHasFailed: boolean;
}

/**
 * The signed-in browser for the tests of a file. What it shows at the end of a test that failed is kept
 * as a picture named after the test.
 */
export function useEditor(theme: 'light' | 'dark' = 'light') {
	jest.setTimeout(TEST_TIMEOUT_MS);
	const n8n = connect();
	let editor: Editor | undefined;
	beforeAll(async () => {
		editor = await Editor.open(n8n.client, n8n.browserUrl, theme);
	});
	afterEach(async () => {
		if (!editor || !globalThis.testHasFailed) return;
		await keepLastLook(editor.page, expect.getState().currentTestName ?? 'test');
	});
	afterAll(async () => await editor?.close());
	return {
		...n8n,
		get editor(): Editor {
			if (!editor) throw new Error('The browser is open only while tests run');
			return editor;
		},
	};
}
