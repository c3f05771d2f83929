import { pushItem } from '../../nodes/IflytekAiCallTrigger/push/item';
import { exampleFiles, readExample, type WorkflowNode } from '../n8n/harness';

const NOT_CHOSEN = { __rl: true, mode: 'list', value: '' };

function nodesOfType(file: string, type: string): WorkflowNode[] {
	return readExample(file).nodes.filter((node) => node.type === type);
}

describe.each(exampleFiles())('%s', (file) => {
	test('holds no number that can be called, and leaves script, line and voice to its user', () => {
		// so that the editor marks the node until they are chosen
		for (const { parameters } of nodesOfType(file, 'n8n-nodes-iflytek.iflytekAiCall')) {
			const chosen = ['script', 'line', 'voice'].flatMap((name) => parameters[name] ?? []);
			expect(chosen).toEqual(chosen.map(() => NOT_CHOSEN));
		}
		expect(JSON.stringify(readExample(file)).replace(/[\s+-]/g, '')).not.toMatch(
			/(?<![\da-f])(86)?1[3-9]\d{9}(?![\da-f])/,
		);
	});

	test('finds pictures whatever the case of their extension', () => {
		for (const { parameters } of nodesOfType(file, 'n8n-nodes-base.readWriteFile')) {
			const extensions = /\{(.*)\}/.exec(String(parameters.fileSelector))?.[1].split(',') ?? [];
			const upper = extensions.map((extension) => extension.toUpperCase());
			expect(extensions).toEqual(expect.arrayContaining(upper));
		}
	});

	test('goes on with the other items when the service refuses one', () => {
		const failing = readExample(file).nodes.filter(({ type }) =>
			/\.iflytek(InvoiceOcr|ImageRecognition)$/.test(type),
		);
		for (const { name, onError } of failing) {
			expect([name, onError]).toEqual([name, 'continueErrorOutput']);
		}
	});

	test('asks for each data table in one node, from which the others take it', () => {
		const tables = nodesOfType(file, 'n8n-nodes-base.dataTable').map(({ name, parameters }) => ({
			name,
			table: parameters.dataTableId as { mode: string; value: string },
		}));
		const picked = tables.filter(({ table }) => table.mode === 'list');
		expect(picked.length).toBe(Math.min(tables.length, 1));
		for (const { table } of tables.filter((each) => !picked.includes(each))) {
			expect(table).toMatchObject({
				mode: 'id',
				value: `={{ $('${picked[0].name}').params.dataTableId.value }}`,
			});
		}
	});

	test('has pinned samples for its trigger, as the trigger puts them out', () => {
		const { pinData = {} } = readExample(file);
		for (const { name, parameters } of nodesOfType(
			file,
			'n8n-nodes-iflytek.iflytekAiCallTrigger',
		)) {
			const samples = pinData[name] as Array<{ json: { event: string; body: object } }>;
			expect(samples.length).toBeGreaterThan(0);
			if (parameters.operation !== 'pushes') continue;
			const events = new Set(samples.map(({ json }) => json.event));
			expect([...events].sort()).toEqual([...(parameters.events as string[])].sort());
			for (const { json } of samples) {
				const body = { fields: json.body as Record<string, unknown>, encoding: 'utf-8' as const };
				expect(json).toEqual(pushItem(body, Buffer.from('')));
			}
		}
	});
});
