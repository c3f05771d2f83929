/**
 * An n8n that protects what is inside its network (N8N_SSRF_PROTECTION_ENABLED): what it refuses to the HTTP
 * Request node, by address or by redirect, it refuses to our downloads too, though they follow redirects
 * themselves.
 */
import { createServer, type Server } from 'node:http';
import { listen, stop } from '../../support/httpServer';
import { chain, type Step } from '../../support/chain';
import { connect } from './connection';

const n8n = connect();

/** Where anybody may go: the one address that the n8n of these tests is allowed. */
const OUTSIDE = '127.0.0.1';
const INSIDE = '127.0.0.2';

let outside: { server: Server; url: string };
let inside: { server: Server; url: string };
const askedInside: string[] = [];

beforeAll(async () => {
	const secret = createServer((request, response) => {
		askedInside.push(request.url!);
		response.end('internal');
	});
	await listen(secret, { host: INSIDE });
	inside = { server: secret, url: `http://${INSIDE}:${portOf(secret)}` };
	const open = createServer((request, response) => {
		if (request.url!.startsWith('/inside')) {
			response.writeHead(302, { Location: `${inside.url}/secret` }).end();
		} else response.writeHead(200, { 'Content-Type': 'audio/wav' }).end('RIFF....WAVEfmt ');
	});
	outside = { server: open, url: await listen(open, { host: OUTSIDE }) };
});

afterAll(() => {
	for (const one of [outside, inside]) stop(one.server);
});

function portOf(server: Server): number {
	return (server.address() as { port: number }).port;
}

const OURS: Array<[name: string, step: (url: string) => Omit<Step, 'name'>]> = [
	[
		'a recording',
		(url) => ({
			type: 'n8n-nodes-iflytek.iflytekAiCall',
			parameters: {
				resource: 'recording',
				operation: 'download',
				url,
				// our own rule would refuse the host before n8n does
				options: { allowedHosts: `${new URL(outside.url).host}, ${new URL(inside.url).host}` },
			},
		}),
	],
	[
		'an invoice by its address',
		(url) => ({
			type: 'n8n-nodes-iflytek.iflytekInvoiceOcr',
			parameters: { fileSource: 'url', fileUrl: url },
		}),
	],
];
const N8NS: (url: string) => Omit<Step, 'name'> = (url) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url },
});

async function run(step: Omit<Step, 'name'>) {
	const { id } = await n8n.client.createWorkflow(chain('Inside', [{ name: 'Fetch', ...step }]));
	const execution = await n8n.client.runToEnd(String(id));
	const { error } = execution.data.resultData;
	return { status: execution.status, text: `${error?.message} ${error?.description}` };
}

test.each(OURS)('%s is fetched from where n8n may go', async (name, step) => {
	const { status, text } = await run(step(`${outside.url}/1.wav`));
	expect(text).not.toMatch(/blocked|fetched/);
	// the invoice node has the file, and takes no audio
	expect(status).toBe(name === 'a recording' ? 'success' : 'error');
});

test.each([...OURS, ['of HTTP Request', N8NS] as const])(
	'%s is not fetched from an internal address, nor along a redirect to one',
	async (_name, step) => {
		for (const url of [`${inside.url}/secret`, `${outside.url}/inside/1.wav`]) {
			const { status, text } = await run(step(url));
			expect(status).toBe('error');
			expect(text).toContain(
				'The request was blocked because it resolves to a restricted IP address',
			);
			if (step !== N8NS) expect(text).toContain('n8n may not send requests to the ');
		}
		expect(askedInside).toEqual([]);
	},
);
