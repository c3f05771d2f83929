/** A Word file through a real n8n: read as a binary file, given back with tracked changes. */
import { handCut, paragraph, run as words } from '../../fixtures/docx/handCut';
import { chain } from '../../support/chain';
import { RECOGNIZE, recognize, textNode } from '../../support/recognition';
import { settledParagraphs, textOf } from '../../support/trackedChanges';
import { nodeItems } from '../harness';
import { connect } from './connection';

const { client, credentials, emulator } = connect();

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

test('a Word file comes back with tracked changes', async () => {
	const draft = handCut({ body: paragraph(words('他做事总是画蛇') + words('天足。')) });
	const steps = [
		{
			name: 'To File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: {
				operation: 'toBinary',
				sourceProperty: 'base64',
				options: { fileName: '报告.docx' },
			},
		},
		recognize(textNode, credentials, { operation: 'correctDocument' }),
		{
			name: 'From File',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			parameters: { operation: 'binaryToPropery' },
		},
	];
	const items = [{ base64: draft.toString('base64') }];
	const { id } = await client.createWorkflow(chain('Word file', steps, items));
	const execution = await client.runToEnd(id);

	expect(execution.status).toBe('success');
	expect(nodeItems(execution, RECOGNIZE)[0]).toMatchObject({
		json: { fileName: '报告.docx', correctedText: '他做事总是画蛇添足。', appliedCount: 1 },
		binary: { data: { fileName: '报告-corrected.docx' } },
	});
	const file = Buffer.from(String(nodeItems(execution, 'From File')[0]!.json.data), 'base64');
	const text = (verdict: 'accept' | 'reject') =>
		textOf(settledParagraphs(file, verdict, 'iFLYTEK Text Correction'));
	expect([text('accept'), text('reject')]).toEqual([
		'他做事总是画蛇添足。',
		'他做事总是画蛇天足。',
	]);
});
