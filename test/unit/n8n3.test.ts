/** What n8n 3 is announced to remove or change, held over the examples and the pages for users. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFiles, readExample, type WorkflowNode } from '../n8n/harness';

const ROOT = join(__dirname, '../..');
const PAGES = [
	'README.md',
	'examples/README.md',
	...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

const REMOVED_NODES = {
	'n8n-nodes-base': [
		'cron function functionItem htmlExtract iCal interval itemLists moveBinaryData',
		'openAi orbit readBinaryFile readBinaryFiles readPDF workflowTrigger',
		'writeBinaryFile aiTransform',
	],
	'@n8n/n8n-nodes-langchain': [
		'code documentBinaryInputLoader documentGithubLoader documentJsonInputLoader',
		'lmOpenAi manualChatTrigger memoryChatRetriever memoryMotorhead memoryZep',
		'openAiAssistant toolHttpRequest toolSerpApi vectorStoreInMemoryInsert',
		'vectorStoreInMemoryLoad vectorStorePineconeInsert vectorStorePineconeLoad',
		'vectorStoreSupabaseInsert vectorStoreSupabaseLoad vectorStoreZep',
		'vectorStoreZepInsert vectorStoreZepLoad',
	],
};

function isRemoved(type: string): boolean {
	const [name, ...from] = type.split('.').reverse();
	const removed = REMOVED_NODES[from.reverse().join('.') as keyof typeof REMOVED_NODES] ?? [];
	return removed.join(' ').split(' ').includes(name);
}

const SEVERAL_OUTPUTS = /\.(if|switch|splitInBatches|textClassifier)$/;

/** What a node uses that n8n 3 no longer has, or does otherwise. */
function goneInN8n3({ type, typeVersion, parameters, ...node }: WorkflowNode): string[] {
	const { alwaysOutputData, onError } = node as { alwaysOutputData?: boolean; onError?: string };
	const isSubWorkflow = type.endsWith('.executeWorkflow');
	const found = {
		'a removed node': isRemoved(type),
		'AI Agent version 1': type.endsWith('.agent') && typeVersion < 2,
		'Run once for each item': isSubWorkflow && parameters.mode === 'each',
		'a workflow from a file or URL':
			isSubWorkflow && ['localFile', 'url'].includes(String(parameters.source)),
		'Always Output Data with several outputs':
			alwaysOutputData === true &&
			(onError === 'continueErrorOutput' || SEVERAL_OUTPUTS.test(type)),
		'a removed helper': /\$getPairedItem|\$evaluateExpression/.test(JSON.stringify(parameters)),
	};
	return Object.entries(found)
		.filter(([, isFound]) => isFound)
		.map(([what]) => what);
}

test.each(exampleFiles())('%s uses nothing that n8n 3 removes', (file) => {
	const { nodes, settings } = readExample(file);
	const found = nodes.flatMap((node) => goneInN8n3(node).map((what) => `${node.name}: ${what}`));
	expect(found).toEqual([]);
	expect(settings).not.toMatchObject({ callerPolicy: 'any' });
});

describe.each(PAGES)('%s', (page) => {
	const lines = readFileSync(join(ROOT, page), 'utf8').split('\n');

	test('names what n8n 3 removes only with the versions that have it', () => {
		const removed =
			/OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS|BINARY_DATA_MODE=default|Run once for each item|Import from URL|npx n8n|npm install (-g )?n8n\b(?!-)/i;
		const unsaid = lines.filter((line) => removed.test(line) && !/n8n 1 (and|or) 2/.test(line));
		expect(unsaid).toEqual([]);
	});

	test('names WEBHOOK_URL by its new name too', () => {
		const old = lines.filter((line) => /(?<!N8N_)WEBHOOK_URL/.test(line));
		for (const line of old) expect(line).toMatch(/N8N_WEBHOOK_URL/);
	});
});

test('README installs with Docker Compose and the setting for n8n 3 first, with npm in n8n 1 and 2 only', () => {
	const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
	const [, installation] = /^## Installation\n([\s\S]*?)^## /m.exec(readme)!;
	const compose = installation.indexOf('docker compose up');
	expect(compose).toBeGreaterThan(0);
	expect(installation.slice(0, compose)).toContain('N8N_UNVERIFIED_PACKAGES_ENABLED=true');
	expect(installation.indexOf('**With npm, n8n 1 and 2 only**')).toBeGreaterThan(compose);
});
