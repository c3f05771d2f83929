/** The editor's Stop ends whatever a node waits for: answers, downloads and the bodies of both. */
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { serve } from '../support/httpServer';
import { ownTime, type OwnTime } from '../support/ownTime';
import { until } from '../support/until';
import { credentialStore } from './aiCallBench';
import { checksumCredential, signatureCredential, type Credentials } from './credentials';
import { runNode, withDefaults } from './engine';

/** Of a process that gets but a part of the processor; else it would wait for a minute. */
const AT_ONCE_MS = 2000;

interface Work {
	node: new () => INodeType;
	parameters: INodeParameters;
	credentials: (url: string) => Credentials;
}

const none = () => ({});
const signature = (url: string) => signatureCredential({ url });

const WORK: Array<[what: string, work: (url: string) => Work]> = [
	[
		'a text',
		() => ({
			node: IflytekTextCorrection,
			parameters: { text: '他以经完成了工作。' },
			credentials: signature,
		}),
	],
	[
		'an invoice by its address',
		(url) => ({
			node: IflytekInvoiceOcr,
			parameters: { fileSource: 'url', fileUrl: `${url}/invoice.ofd` },
			credentials: none,
		}),
	],
	[
		'a table of labels',
		(url) => ({
			node: IflytekImageRecognition,
			parameters: {
				resource: 'object',
				labelTableSource: 'url',
				labelTableUrl: `${url}/labels.tsv`,
				imageSource: 'url',
				imageUrl: 'https://example.com/photo.jpg',
			},
			credentials: (to) => checksumCredential({ url: to }),
		}),
	],
	[
		'a recording',
		(url) => ({
			node: IflytekAiCall,
			parameters: {
				resource: 'recording',
				operation: 'download',
				recordingBaseUrl: url,
				url: 'a.wav',
			},
			credentials: none,
		}),
	],
	[
		'a token',
		() => ({
			node: IflytekAiCall,
			parameters: { resource: 'configuration', operation: 'getAll' },
			credentials: (url) => credentialStore({ url }).stored,
		}),
	],
];

describe.each(WORK)('waiting for %s', (_what, work) => {
	it.each(['never answers', 'drips'])(
		'is ended by a stop where the server %s',
		async (manner) => {
			const drips: NodeJS.Timeout[] = [];
			const server = await serve((_request, response) => {
				if (manner === 'never answers') return;
				response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
				drips.push(setInterval(() => response.write(' '), 20));
			});
			const { node: NodeClass, parameters, credentials } = work(server.url);
			const executions = jest.spyOn(NodeClass.prototype, 'execute');
			const node = new NodeClass();
			let sinceStop: OwnTime | undefined;
			try {
				const { run } = await runNode({
					node,
					parameters: withDefaults(node, parameters),
					credentials: credentials(server.url),
					stopWhen: async () => {
						await until('a request', () => server.seen.length > 0, undefined, 5);
						await new Promise((resolve) => setTimeout(resolve, 100));
						sinceStop = ownTime();
					},
				});
				// n8n returns at once from a stopped execution, whatever its nodes still do
				await Promise.allSettled(executions.mock.results.map(({ value }) => value as unknown));
				const tookMs = sinceStop?.end();
				expect(run.status).toBe('canceled');
				expect(executions).toHaveBeenCalledTimes(1);
				expect(tookMs).toBeLessThan(AT_ONCE_MS);
				expect(server.seen).toHaveLength(1);
			} finally {
				sinceStop?.end();
				executions.mockRestore();
				drips.forEach(clearInterval);
				server.stop();
			}
		},
		20_000,
	);
});

it('ends all recordings that are on their way, and starts no other', async () => {
	const server = await serve((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'audio/wav' });
		response.write('RIFF....WAVE');
	});
	const executions = jest.spyOn(IflytekAiCall.prototype, 'execute');
	const node = new IflytekAiCall();
	let sinceStop: OwnTime | undefined;
	try {
		const { run } = await runNode({
			node,
			parameters: withDefaults(node, {
				resource: 'recording',
				operation: 'download',
				recordingBaseUrl: server.url,
				url: '={{ $json.file }}',
			}),
			items: Array.from({ length: 20 }, (_, n) => ({ json: { file: `${n}.wav` } })),
			stopWhen: async () => {
				await until('eight requests', () => server.seen.length === 8, undefined, 5);
				sinceStop = ownTime();
			},
		});
		await Promise.allSettled(executions.mock.results.map(({ value }) => value as unknown));
		const tookMs = sinceStop?.end();
		expect(run.status).toBe('canceled');
		expect(tookMs).toBeLessThan(AT_ONCE_MS);
		expect(server.seen).toHaveLength(8);
	} finally {
		sinceStop?.end();
		executions.mockRestore();
		server.stop();
	}
}, 20_000);
