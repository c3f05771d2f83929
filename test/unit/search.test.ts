import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { byWord, OWN, SHARED } from '../support/searchWords';

const codexOf = (folder: string) =>
	JSON.parse(
		readFileSync(join(__dirname, `../../nodes/${folder}/${folder}.node.json`), 'utf8'),
	) as { alias: string[] };

const LISTED = [
	['IflytekInvoiceOcr', 'iFLYTEK Invoice OCR'],
	['IflytekTextCorrection', 'iFLYTEK Text Correction'],
	['IflytekImageRecognition', 'iFLYTEK Image Recognition'],
	['IflytekAiCall', 'iFLYTEK AI Call'],
].map(([folder, displayName]) => ({ properties: { displayName, codex: codexOf(folder!) } }));

// where n8n's own nodes stand beside them is seen in its panel: test/browser/nodesSearch.test.ts
test.each([...byWord(OWN), ...byWord(SHARED)])(
	"n8n's own search finds by the word %s, before our other nodes, %s",
	(word, node) => {
		const [first] = sublimeSearch(word, LISTED);
		expect(first?.item.properties.displayName).toBe(node);
	},
);

/** n8n adds up to 100 for how popular a node of its own is, and 30 for each capital within a word. */
test('the word call outweighs Calendly and its popularity', () => {
	const [first] = sublimeSearch('call', LISTED);
	expect(first!.score).toBeGreaterThan(340);
});

test('the trigger, which n8n lists as one with iFLYTEK AI Call, has the same words', () => {
	expect(codexOf('IflytekAiCallTrigger').alias).toEqual(codexOf('IflytekAiCall').alias);
});
