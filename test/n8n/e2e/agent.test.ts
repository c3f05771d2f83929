/**
 * The nodes as tools of n8n's own AI Agent: what a model is told of each, and what becomes of its call.
 * The model is a stand-in that makes the call its prompt asks for and then repeats what came back.
 */
import { createServer, type Server } from 'node:http';
import { invoicePng } from '../../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import {
	LanguageModel,
	nodeItems,
	type CredentialsByType,
	type Execution,
	type ToolCall,
	type WorkflowNode,
} from '../harness';
import { listen, stop } from '../../support/httpServer';
import { connect } from './connection';

const n8n = connect();
const { client, emulator } = n8n;
const model = new LanguageModel();
const { truth } = sampleInvoice({ seed: 5 });
const picture = invoicePng(truth, { width: 120, height: 80 });
const AGENT = 'AI Agent';
// the newest of each n8n, which runs a tool as a node of its own, and one that calls it from inside
const AGENT_VERSIONS = [n8n.major === 1 ? 3 : 3.1, 2.2];

let pictures: Server;
let pictureUrl: string;
let credentials: CredentialsByType;

beforeAll(async () => {
	pictures = createServer((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture);
	});
	pictureUrl = `${await listen(pictures)}/invoice.png`;
	const { id, name } = await client.createCredential({
		name: 'agent openAiApi',
		type: 'openAiApi',
		data: { apiKey: 'sk-of-the-stand-in', url: await model.start() },
	});
	credentials = { ...n8n.credentials, openAiApi: { id, name } };
});
afterAll(async () => {
	stop(pictures);
	await model.stop();
	await emulator.reset();
});
beforeEach(async () => await emulator.reset());

const fromAi = (key: string, description: string, type: 'json' | 'string') =>
	`={{ $fromAI('${key}', '${description}', '${type}') }}`;

interface Tool {
	name: string;
	type: string;
	credential: string;
	parameters: Record<string, unknown>;
}

/** The tools as a user sets them up by the README: picked, and what the model fills in marked. */
const TOOLS: Tool[] = [
	{
		name: 'Proofread',
		type: 'iflytekTextCorrection',
		credential: 'iflytekSignatureApi',
		parameters: { text: fromAi('text', 'The complete Chinese text, unchanged', 'string') },
	},
	{
		name: 'Read Invoice',
		type: 'iflytekInvoiceOcr',
		credential: 'iflytekSignatureApi',
		parameters: {
			fileSource: 'url',
			fileUrl: fromAi('fileUrl', 'Public address of the file', 'string'),
		},
	},
	{
		name: 'Read Invoice File',
		type: 'iflytekInvoiceOcr',
		credential: 'iflytekSignatureApi',
		parameters: {
			fileSource: 'base64',
			fileBase64: fromAi('file', 'The file as base64 text', 'string'),
		},
	},
	{
		name: 'Find Scene',
		type: 'iflytekImageRecognition',
		credential: 'iflytekChecksumApi',
		parameters: {
			imageSource: 'url',
			imageUrl: fromAi('imageUrl', 'Public address of the photo', 'string'),
		},
	},
	{
		name: 'Find Object',
		type: 'iflytekImageRecognition',
		credential: 'iflytekChecksumApi',
		parameters: {
			resource: 'object',
			imageSource: 'url',
			imageUrl: fromAi('imageUrl', 'Public address of the photo', 'string'),
			output: 'selectedFields',
			fields: ['label', 'score'],
		},
	},
	{
		name: 'Place Calls',
		type: 'iflytekAiCall',
		credential: 'iflytekAiCallApi',
		parameters: {
			resource: 'call',
			operation: 'place',
			script: { __rl: true, mode: 'id', value: '3101' },
			line: { __rl: true, mode: 'id', value: '02566800001' },
			rowsFrom: 'json',
			rows: fromAi('rows', 'A list of rows, each a list of mobile number, name and order', 'json'),
			mode: 'live',
			options: { callingHours: { hours: [{ from: '00:00', to: '24:00' }] } },
		},
	},
];

function node(
	name: string,
	type: string,
	typeVersion: number,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters: {}, ...more };
}

const to = (kind: string) => ({ [kind]: [[{ node: AGENT, type: kind, index: 0 }]] });

/** Runs an agent that has all tools, whose model makes the given call. */
async function ask(version: number, call: ToolCall): Promise<Execution> {
	const used = (type: string) => ({ [type]: credentials[type] });
	const tools = TOOLS.map(({ name, type, credential, parameters }) =>
		node(name, `n8n-nodes-iflytek.${type}Tool`, 1, { parameters, credentials: used(credential) }),
	);
	const { id } = await client.createWorkflow({
		name: `Agent ${version}: ${call.tool}`,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', version, {
				parameters: { promptType: 'define', text: '={{ $json.call }}', options: {} },
			}),
			node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
				parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
				credentials: used('openAiApi'),
			}),
			...tools,
		],
		connections: {
			Start: to('main'),
			Model: to('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool')])),
		},
		pinData: { Start: [{ json: { call: JSON.stringify(call) } }] },
	});
	return await client.runToEnd(id);
}

/** What the agent says in the end: the tool's own words. */
async function said(version: number, call: ToolCall): Promise<string> {
	const execution = await ask(version, call);
	return String(nodeItems(execution, AGENT)[0]?.json.output);
}

const requests = async (service: string) =>
	(await emulator.ledger()).services[service]?.requests ?? 0;

const rows = (count: number) =>
	Array.from({ length: count }, (_, n) => [String(13_000_000_000 + n), `客户${n}`, `00${n}`]);

describe.each(AGENT_VERSIONS)('AI Agent %p', (version) => {
	test('tells the model of each tool when and how to use it', async () => {
		const text = '他以经完成了工作。';
		const output = await said(version, { tool: 'Proofread', arguments: { text } });
		expect(output).toContain('他已经完成了工作。');
		expect(await requests('text')).toBe(1);

		const told = model.offered.map(({ name, description, parameters }) => ({
			name,
			description,
			given: Object.entries(parameters.properties ?? {}),
			required: parameters.required,
		}));
		const expected = [
			{
				name: 'Proofread',
				description: expect.stringMatching(
					/^Proofreads Chinese text\. Call it before .* Input: .* Output: correctedText /,
				),
				given: [['text', { type: 'string', description: 'The complete Chinese text, unchanged' }]],
				required: ['text'],
			},
			...['Read_Invoice', 'Read_Invoice_File'].map((name) => ({
				name,
				description: expect.stringMatching(
					/^Reads a Chinese invoice .* Use it when .* [Ww]hen needsReview is true/,
				),
				given: [[name === 'Read_Invoice' ? 'fileUrl' : 'file', expect.anything()]],
				required: [name === 'Read_Invoice' ? 'fileUrl' : 'file'],
			})),
			...['scene', 'object'].map((what) => ({
				name: `Find_${what === 'scene' ? 'Scene' : 'Object'}`,
				description: expect.stringMatching(
					new RegExp(`^Recognizes the .* most likely ${what} .* Use it when .* uncertain is true`),
				),
				given: [['imageUrl', { type: 'string', description: 'Public address of the photo' }]],
				required: ['imageUrl'],
			})),
			{
				name: 'Place_Calls',
				description: expect.stringMatching(
					/^Lets a telephone robot call .* at once\. Real people are called .* mayHaveBeenCalled is true\.$/,
				),
				given: [['rows', expect.anything()]],
				required: ['rows'],
			},
		];
		const byName = (one: { name: string }, other: { name: string }) =>
			one.name.localeCompare(other.name);
		expect(told.sort(byName)).toEqual(expected.sort(byName));
	});

	test('reads an invoice by its address and as base64', async () => {
		const number = truth.fields!['vat-invoice-haoma'] as string;
		const calls: ToolCall[] = [
			{ tool: 'Read_Invoice', arguments: { fileUrl: pictureUrl } },
			{ tool: 'Read_Invoice_File', arguments: { file: picture.toString('base64') } },
		];
		for (const call of calls) {
			const output = await said(version, call);
			expect(output).toContain(`"invoiceNumber":"${number}"`);
			expect(output).toContain('needsReview');
		}
		expect(await requests('invoice')).toBe(2);
	});

	test('recognizes a photo by its address', async () => {
		const imageUrl = 'https://photos.example.com/lake.jpg';
		const truths = { url: imageUrl, truth: { label: 14 } };
		await emulator.call('POST', 'label-truth', truths);
		for (const [tool, service] of [
			['Find_Scene', 'scene'],
			['Find_Object', 'object'],
		]) {
			const output = await said(version, { tool, arguments: { imageUrl } });
			expect(output).toContain('"label":14');
			// what was selected, and nothing else
			expect(output.includes('fileName')).toBe(tool === 'Find_Scene');
			expect(await requests(service)).toBe(1);
		}
	});

	test('calls explicit numbers once, and none when there are too many', async () => {
		const output = await said(version, { tool: 'Place_Calls', arguments: { rows: rows(2) } });
		expect(output.match(/"status":"accepted"/g)).toHaveLength(2);
		const totals = async () =>
			((await emulator.call('POST', 'aicall-ledger', { totalsOnly: true })) as { totals: object })
				.totals;
		expect(await totals()).toMatchObject({ submissions: 1, accepted: 2, acceptedAgain: 0 });

		const execution = await ask(version, {
			tool: 'Place_Calls',
			arguments: { rows: rows(51) },
		});
		expect(JSON.stringify(execution.data)).toContain('There are 51 rows, and one run may send 50');
		expect(await totals()).toMatchObject({ submissions: 1, accepted: 2 });
	});

	test('calls nobody again when the model repeats its call', async () => {
		const call = { tool: 'Place_Calls', arguments: { rows: rows(3) }, times: 2 };
		const output = await said(version, call);
		expect(output.match(/"status":"accepted"/g)).toHaveLength(3);
		expect(output.match(/"status":"notSent"/g)).toHaveLength(3);
		expect(output.match(/"mayHaveBeenCalled":true/g)).toHaveLength(6);
		const { totals } = (await emulator.call('POST', 'aicall-ledger', { totalsOnly: true })) as {
			totals: object;
		};
		expect(totals).toMatchObject({ submissions: 1, accepted: 3, acceptedAgain: 0 });
	});
});
