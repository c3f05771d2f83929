/** The example that offers proofreading to MCP clients, asked as such a client asks. */
import { BEARER_TOKEN, importWorkflow, readExample } from '../harness';
import { connect } from './connection';

const n8n = connect();
let workflowId: string;
let sessionId: string | undefined;

beforeAll(async () => {
	await n8n.emulator.reset();
	const example = readExample('proofread-over-mcp.json');
	({ id: workflowId } = await importWorkflow(n8n.client, example, n8n.credentials));
	await n8n.client.activate(workflowId);
});
afterAll(async () => await n8n.client.deactivate(workflowId));

async function post(body: object, token = BEARER_TOKEN): Promise<Response> {
	const response = await n8n.client.fetch('POST', '/mcp/proofread', body, {
		accept: 'application/json, text/event-stream',
		authorization: `Bearer ${token}`,
		...(sessionId === undefined ? {} : { 'mcp-session-id': sessionId }),
	});
	sessionId = response.headers.get('mcp-session-id') ?? sessionId;
	return response;
}

/** The result of a method, sent as JSON or as the one event of a stream. */
async function call(method: string, params: object = {}): Promise<any> {
	const text = await (await post({ jsonrpc: '2.0', id: 1, method, params })).text();
	const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
	return JSON.parse(json).result;
}

test('refuses a client without the token', async () => {
	const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
	expect((await post(body, 'wrong')).status).toBe(403);
});

test('offers one tool, which proofreads', async () => {
	await call('initialize', {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'a test', version: '1' },
	});
	await post({ jsonrpc: '2.0', method: 'notifications/initialized' });

	const { tools } = await call('tools/list');
	expect(tools).toEqual([
		expect.objectContaining({
			name: 'Proofread',
			description: expect.stringMatching(/^Proofreads Chinese text\./),
			inputSchema: expect.objectContaining({
				properties: {
					text: expect.objectContaining({ description: 'The complete Chinese text, unchanged' }),
				},
				required: ['text'],
			}),
		}),
	]);

	const { content } = await call('tools/call', {
		name: 'Proofread',
		arguments: { text: '他以经完成了工作。' },
	});
	expect(content).toEqual([{ type: 'text', text: expect.stringContaining('他已经完成了工作。') }]);
	expect((await n8n.emulator.ledger()).services.text.requests).toBe(1);
});
