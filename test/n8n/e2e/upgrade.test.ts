/** Workflows as users of each released version have saved them, in the n8n that loads the present package. */
import { importWorkflow } from '../harness';
import { savedWorkflows } from '../harness/savedWorkflows';
import { connect } from './connection';

const n8n = connect();
const READY = [
	'correct-a-text.json',
	'invoices-to-spreadsheet.json',
	'read-an-e-invoice.json',
	'sort-photos-by-scene.json',
];
const ready = savedWorkflows().filter(({ file }) => READY.includes(file));

beforeAll(async () => await n8n.emulator.reset());

test.each(ready)('$file of $version runs', async ({ workflow }) => {
	const { id } = await importWorkflow(n8n.client, workflow, n8n.credentials);
	expect((await n8n.client.runToEnd(id)).status).toBe('success');
});

test('there are some', () => expect(ready.length).toBeGreaterThanOrEqual(READY.length));
