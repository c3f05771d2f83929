import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pushItem } from '../../nodes/IflytekAiCallTrigger/push/receivePush';
import {
	exampleFiles,
	pickedTable,
	readExample,
	tableFile,
	type WorkflowNode,
} from '../n8n/harness';

const NOT_CHOSEN = { __rl: true, mode: 'list', value: '' };

function nodesOfType(file: string, type: string): WorkflowNode[] {
	return readExample(file).nodes.filter((node) => node.type === type);
}

/** What leads where in an example. */
function linksOf(file: string) {
	const { nodes, connections } = readExample(file);
	type Links = { main?: Array<Array<{ node: string }> | null> };
	const named = (name: string) => nodes.find((node) => node.name === name)!;
	/** the nodes behind each output of a node */
	const outputsOf = (name: string) =>
		((connections[name] as Links | undefined)?.main ?? []).map((output) =>
			(output ?? []).map(({ node }) => named(node)),
		);
	return { nodes, named, outputsOf };
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

	test('counts in China time wherever it runs', () => {
		expect(readExample(file).settings).toMatchObject({ timezone: 'Asia/Shanghai' });
	});

	test('finds pictures whatever the case of their extension', () => {
		for (const { parameters } of nodesOfType(file, 'n8n-nodes-base.readWriteFile')) {
			const extensions = /\{(.*)\}/.exec(String(parameters.fileSelector))?.[1].split(',') ?? [];
			const upper = extensions.map((extension) => extension.toUpperCase());
			expect(extensions).toEqual(expect.arrayContaining(upper));
		}
	});

	test('acknowledges a push only when it is stored: what is lost nobody misses', () => {
		for (const { parameters } of nodesOfType(file, 'n8n-nodes-iflytek.iflytekAiCallTrigger')) {
			if (parameters.operation !== 'pushes') continue;
			expect(parameters.options).toMatchObject({ acknowledge: 'onlyWhenStored' });
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

	test('has the input file after a node of ours where it is used, and nowhere else', () => {
		const { nodes, outputsOf } = linksOf(file);
		/** Whether the file of an item that leaves a node is used before another file takes its place. */
		const usesFile = (name: string, seen: string[] = []): boolean =>
			(outputsOf(name)[0] ?? []).some(({ name: next, type, parameters }) => {
				if (seen.includes(next) || type.endsWith('.convertToFile')) return false;
				const isRead = /\$binary|\.binary\b|attachments/.test(JSON.stringify(parameters));
				return isRead || parameters.operation === 'write' || usesFile(next, [...seen, next]);
			});
		for (const node of nodes) {
			if (!/\.iflytek(InvoiceOcr|ImageRecognition)$/.test(node.type)) continue;
			const { putInputFileInOutput } = node.parameters.options as { [option: string]: unknown };
			expect([node.name, putInputFileInOutput === true]).toEqual([node.name, usesFile(node.name)]);
		}
	});

	test('asks for each data table in one node, from which the others take it', () => {
		const nodes = nodesOfType(file, 'n8n-nodes-base.dataTable');
		const picked = nodes.filter((node) => pickedTable(node) !== undefined);
		expect(new Set(picked.map(pickedTable)).size).toBe(picked.length);
		const taken = picked.map(({ name }) => `={{ $('${name}').params.dataTableId.value }}`);
		for (const { parameters } of nodes.filter((node) => !picked.includes(node))) {
			const { mode, value } = parameters.dataTableId as { mode: string; value: string };
			expect(mode).toBe('id');
			expect(taken).toContain(value);
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

describe.each(exampleFiles())(
	'%s, whose branches n8n runs one after another, the highest first',
	(file) => {
		const { nodes, named, outputsOf } = linksOf(file);
		const nextOf = (name: string) => outputsOf(name).flat();
		const branchOf = (first: WorkflowNode, seen: Set<WorkflowNode>): Set<WorkflowNode> => {
			if (seen.has(first)) return seen;
			seen.add(first);
			for (const next of nextOf(first.name)) branchOf(next, seen);
			return seen;
		};
		/** each two branches of a node, the one that runs first before the other */
		const pairs = nodes.flatMap((node) => {
			// their items go one way
			if (/\.(if|splitInBatches)$/.test(node.type)) return [];
			const branches = nextOf(node.name)
				.sort((one, other) => one.position[1] - other.position[1])
				.map((first) => {
					const branch = branchOf(first, new Set([node]));
					branch.delete(node);
					return branch;
				});
			return branches.flatMap((first, index) =>
				branches.slice(index + 1).map((later) => [first, later] as const),
			);
		});

		test('ends a run red only when the other branches have run', () => {
			const endsRed = (branch: ReadonlySet<WorkflowNode>) =>
				[...branch].find(({ type }) => type.endsWith('.stopAndError'))?.name;
			for (const [first, later] of pairs) {
				if (endsRed(later) === undefined) expect(endsRed(first)).toBeUndefined();
			}
		});

		test('uses what a node gave when that node has run', () => {
			for (const [first, later] of pairs) {
				for (const { name, parameters } of first) {
					if (later.has(named(name))) continue;
					const text = JSON.stringify(parameters).replace(/\$\('[^']*'\)\.params/g, '');
					const used = [...text.matchAll(/\$\('([^']*)'\)/g)].map(([, other]) => named(other));
					expect(used.filter((node) => later.has(node) && !first.has(node))).toEqual([]);
				}
			}
		});
	},
);

function notesOf(file: string): string[] {
	return nodesOfType(file, 'n8n-nodes-base.stickyNote').map(({ parameters }) =>
		String(parameters.content),
	);
}

describe.each(exampleFiles())('the notes of %s', (file) => {
	const [title, ...steps] = notesOf(file);

	test('are a title and one short note for each step', () => {
		expect(title).toMatch(/^## /);
		if (steps.length === 0) return;
		for (const [index, step] of steps.entries()) {
			expect(step).toMatch(new RegExp(`^### ${index + 1}\\. `));
		}
		for (const note of [title!, ...steps]) {
			expect([note, note.split(/\s+/).length <= 50]).toEqual([note, true]);
		}
	});

	test('are read from left to right and down, the steps in another color than the title', () => {
		const notes = nodesOfType(file, 'n8n-nodes-base.stickyNote');
		const [first, ...others] = notes.map(({ position: [x, y] }) => [y, x]);
		for (const [y] of others) expect(y).toBeGreaterThan(first![0]!);
		const inOrder = [...others].sort(([y, x], [otherY, otherX]) => y! - otherY! || x! - otherX!);
		expect(others).toEqual(inOrder);
		expect(notes.map(({ parameters }) => parameters.color)).toEqual([
			undefined,
			...steps.map(() => 7),
		]);
	});

	test('lead to where the folder is explained', () => {
		const text = [title, ...steps].join('\n');
		expect(text.includes('([more](')).toBe(text.includes('.n8n-files'));
	});

	test('name nodes and tables that are there', () => {
		const { nodes } = readExample(file);
		for (const [, name] of [title, ...steps].join('\n').matchAll(/\*\*(.+?)\*\*/g)) {
			const isNode = nodes.some((node) => node.name === name);
			const isTable = nodes.some((node) => pickedTable(node) === name);
			expect([name, isNode || isTable || name === 'Execute workflow']).toEqual([name, true]);
		}
	});
});

/** Credentials as the list of examples names them. */
const CREDENTIAL_NAMES: Record<string, string> = {
	iflytekSignatureApi: 'iFLYTEK Open Platform API',
	iflytekChecksumApi: 'iFLYTEK Image API',
	iflytekAiCallApi: 'iFLYTEK AI Call API',
	httpBearerAuth: 'Bearer Auth',
	imap: 'IMAP',
	openAiApi: 'OpenAI',
};
const LIST = readFileSync(join(__dirname, '../../examples/README.md'), 'utf8').split('\n');

test.each(exampleFiles())('the list of examples says what you need for %s', (file) => {
	const [row, ...others] = LIST.filter((line) => line.startsWith('| [') && line.includes(file));
	expect(others).toEqual([]);
	const needs = row.split(' | ')[1];
	const { nodes } = readExample(file);
	const types = nodes.flatMap(({ credentials }) => Object.keys(credentials ?? {}));
	for (const type of types) expect(needs).toContain(`*${CREDENTIAL_NAMES[type]}*`);
	for (const [type, name] of Object.entries(CREDENTIAL_NAMES)) {
		if (!types.includes(type)) expect(needs).not.toContain(`*${name}*`);
	}
	const parameters = JSON.stringify(nodes.map((node) => node.parameters));
	const tables = nodes.flatMap((node) => pickedTable(node) ?? []);
	for (const table of tables) {
		expect(needs).toMatch(tableFile(table) === undefined ? /data table/ : `[${table}](`);
	}
	expect(needs.includes('script and line')).toBe(
		nodes.some((node) => ['script', 'line'].some((name) => name in node.parameters)),
	);
	expect(needs.includes('crm.example.com')).toBe(parameters.includes('crm.example.com'));
	expect(needs.includes('.n8n-files')).toBe(parameters.includes('.n8n-files'));
	expect(needs.includes('the URL in the iFLYTEK console')).toBe(
		nodes.some(({ type }) => type.endsWith('.iflytekAiCallTrigger')),
	);
});

/** The samples of the trigger's page, to be copied from there. */
const COPIES = [
	...readFileSync(join(__dirname, '../../docs/ai-call-trigger.md'), 'utf8').matchAll(
		/```json\n(.+)\n```/g,
	),
].map(([, body]) => JSON.parse(body!) as Record<string, unknown>);
/** What the example sends, by event. */
const SAMPLES = JSON.parse(
	String(linksOf('send-test-event.json').named('Samples').parameters.jsonOutput),
) as Record<string, Record<string, unknown>>;

test.each([
	['callRecord', 0],
	['recording', 1],
	['dialog', 2],
])('the sample %s is what the trigger takes for one, and what the page shows', (event, at) => {
	const fields = SAMPLES[event]!;
	expect(pushItem({ fields, encoding: 'utf-8' }, Buffer.from(''))).toMatchObject({ event });
	expect(COPIES[at]).toEqual(fields);
});

test('the sample request has the fields of one, and is what the page shows', () => {
	expect(Object.keys(SAMPLES.dialogContext!)).toEqual(
		'business_id app_id robot_id call_relation_id'.split(' '),
	);
	expect(COPIES.slice(3)).toEqual([SAMPLES.dialogContext]);
});

/** Those that call people or hear of calls. */
const FOR_CALLS = exampleFiles().filter((file) =>
	readExample(file).nodes.some(({ type }) => type.includes('.iflytekAiCall')),
);
/** Works on what another one has written down. */
const OF_CALLS = [...FOR_CALLS, 'report-on-call-task.json'];

describe.each(OF_CALLS)('%s', (file) => {
	const { nodes } = readExample(file);
	const note = notesOf(file).join('\n');

	test('says in its notes what is chosen in which node', () => {
		const toChoose = nodes.filter(
			(node) =>
				node.credentials !== undefined ||
				pickedTable(node) !== undefined ||
				node.type === 'n8n-nodes-base.executeWorkflow',
		);
		for (const { name } of toChoose)
			expect([name, note.includes(`**${name}**`)]).toEqual([name, true]);
	});

	test('brings a CSV file with the columns of each data table', () => {
		for (const picked of nodes) {
			const table = pickedTable(picked);
			if (table === undefined) continue;
			const columns = tableFile(table)?.trim().split(',') ?? [];
			const value = `={{ $('${picked.name}').params.dataTableId.value }}`;
			const users = nodes.filter(
				(node) =>
					node === picked || (node.parameters.dataTableId as { value?: string })?.value === value,
			);
			for (const { parameters } of users) {
				const written = (parameters.columns as { value?: object | null } | undefined)?.value ?? {};
				const { conditions = [] } = (parameters.filters ?? {}) as {
					conditions?: Array<{ keyName: string }>;
				};
				const asked = conditions.map(({ keyName }) => keyName).filter((name) => name !== 'id');
				expect(columns).toEqual(expect.arrayContaining([...Object.keys(written), ...asked]));
			}
		}
	});
});

describe.each(FOR_CALLS)('%s', (file) => {
	const { nodes } = readExample(file);
	const dialing = nodes.filter(({ parameters }) =>
		['place', 'run'].includes(String(parameters.operation)),
	);

	test('is a dry run, keeps what identifies a row, and goes by mayHaveBeenCalled', () => {
		for (const { name, parameters } of dialing) {
			expect([name, parameters.mode ?? 'dryRun']).toEqual([name, 'dryRun']);
			expect(parameters.options).toMatchObject({ includeInputFields: true });
			expect(JSON.stringify(nodes)).toContain('mayHaveBeenCalled');
		}
		expect(JSON.stringify(nodes)).not.toMatch(
			/=== '(unknown|notSent|ready|test)'|\['[\w', ]*(notSent|ready)/,
		);
	});
});
