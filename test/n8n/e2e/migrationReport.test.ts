/** n8n's own migration report for n8n 3, over all examples: n8n 2 knows what the next major changes. */
import { exampleFiles, readExample } from '../harness';
import { connect } from './connection';

const { client } = connect();
const REPORT = '/rest/breaking-changes/report';

interface Rule {
	ruleId: string;
	affectedWorkflows?: Array<{ id: string; issues: Array<{ title: string }> }>;
}

/** What the report says of these workflows: name, rule and issues. */
async function affected(names: Map<string, string>): Promise<string[]> {
	const { report } = await client.request<{ report: { workflowResults: Rule[] } }>(
		'POST',
		`${REPORT}/refresh?version=v3`,
	);
	const found: string[] = [];
	for (const { ruleId } of report.workflowResults) {
		const rule = await client.request<Rule>('GET', `${REPORT}/${ruleId}`);
		for (const { id, issues } of rule.affectedWorkflows ?? []) {
			if (!names.has(id)) continue;
			found.push(`${names.get(id)}: ${ruleId} (${issues.map(({ title }) => title).join('; ')})`);
		}
	}
	return found;
}

async function saved(name: string, change = (text: string) => text): Promise<[string, string]> {
	const { nodes, connections, settings } = JSON.parse(change(JSON.stringify(readExample(name))));
	for (const node of nodes) delete node.credentials;
	const { id } = await client.createWorkflow({ name, nodes, connections, settings });
	return [id, name];
}

test('n8n 3 changes nothing that an example uses', async () => {
	const names = new Map<string, string>();
	for (const file of exampleFiles()) names.set(...(await saved(file)));
	expect(await affected(names)).toEqual([]);
});

test('the report sees what n8n 3 removes', async () => {
	const names = new Map([
		await saved('share-call-events.json', (text) =>
			text.replaceAll('"source":"database"', '"source":"database","mode":"each"'),
		),
	]);
	expect(await affected(names)).toEqual([
		expect.stringMatching(/^share-call-events.json: execute-workflow-each-mode-v3/),
	]);
});
