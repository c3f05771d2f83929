/**
 * A refusal that concerns the credential ends the sending of a run: nothing new starts after it, one
 * request of another item finds out a second later whether it holds.
 */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { type FaultOrder } from '../emulator';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { labelledPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { useOwnClock } from '../support/ownTime';
import {
	checksumCredential,
	signatureCredential,
	type Credentials,
	useEmulator,
} from './credentials';
import { fileItem, runNode, withDefaults } from './engine';

const ITEMS = 60;
/** Under way before anything is known of the service. */
const AT_FIRST = 16;

const bed = useEmulator();
useOwnClock();

const requests = () => bed.emulator.ledger().total.requests;

const NODES = {
	text: () => ({
		node: new IflytekTextCorrection(),
		parameters: { text: '他以经完成了工作。' },
		item: { json: {} },
		credentials: signatureCredential(bed.emulator),
	}),
	invoice: () => ({
		node: new IflytekInvoiceOcr(),
		parameters: {},
		item: fileItem(invoicePng(sampleInvoice({ seed: 1 }).truth, { width: 120, height: 80 })),
		credentials: signatureCredential(bed.emulator),
	}),
	scene: () => ({
		node: new IflytekImageRecognition(),
		parameters: { resource: 'scene' },
		item: fileItem(labelledPng(1)),
		credentials: checksumCredential(bed.emulator),
	}),
};

async function run(
	name: keyof typeof NODES,
	{
		items = ITEMS,
		options = {},
		onError = 'continueRegularOutput',
		credentials,
	}: {
		items?: number;
		options?: IDataObject;
		onError?: 'continueRegularOutput' | 'stopWorkflow';
		credentials?: Credentials;
	} = {},
) {
	const { node, parameters, item, credentials: own } = NODES[name]();
	const result = await runNode({
		node,
		parameters: withDefaults(node, { ...parameters, options } as INodeParameters),
		items: new Array<INodeExecutionData>(items).fill(item),
		credentials: credentials ?? own,
		settings: { onError },
	});
	const said = result.items.map(
		({ json }) => (json.error as { message: string } | undefined)?.message ?? 'well',
	);
	return { ...result, said };
}

const CODES: Array<[keyof typeof NODES, string, Partial<FaultOrder>]> = [
	['text', '10010', { kind: 'code', code: 10010 }],
	['text', '10313', { kind: 'code', code: 10313 }],
	['text', '11200', { kind: 'code', code: 11200 }],
	['text', '11201', { kind: 'code', code: 11201 }],
	['text', 'HTTP 401', { kind: 'status', status: 401, body: { message: 'Unauthorized' } }],
	['text', 'HTTP 403', { kind: 'status', status: 403, body: '' }],
	['invoice', '11201', { kind: 'code', code: 11201 }],
	['scene', '10105', { kind: 'code', code: 10105 }],
	['scene', '10110', { kind: 'code', code: 10110 }],
	['scene', '11200', { kind: 'code', code: 11200 }],
	['scene', 'HTTP 403', { kind: 'status', status: 403, body: '' }],
	// a wrong address: another program answers, whatever it says
	['scene', 'a login page', { kind: 'status', status: 200, body: '<html>login</html>' }],
	['scene', 'HTTP 404', { kind: 'status', status: 404, body: '' }],
	['scene', 'HTTP 400', { kind: 'status', status: 400, body: 'Bad Request' }],
	['scene', 'a redirect', { kind: 'status', status: 302, body: '' }],
	['invoice', 'HTTP 405', { kind: 'status', status: 405, body: '' }],
	[
		'text',
		"a gateway's not found",
		{ kind: 'status', status: 404, body: { message: 'not found' } },
	],
	['text', '10404', { kind: 'code', code: 10404 }],
	['text', 'JSON of another program', { kind: 'status', status: 200, body: '{}' }],
] as never;

describe.each(CODES)('%s: %s to every request', (name, _code, fault) => {
	it(`ends the sending, and each of ${ITEMS} items says why`, async () => {
		bed.emulator.order({ ...fault, times: 'always' } as FaultOrder);
		const { said } = await run(name);
		// those under way at the first refusal, and the one that finds out
		expect(requests()).toBeLessThanOrEqual(AT_FIRST + 1);
		expect(said).toHaveLength(ITEMS);
		expect(said.every((one) => one !== 'well')).toBe(true);
		const notSent = said.filter((one) => one.startsWith('Not sent: '));
		expect(notSent.length).toBe(ITEMS - requests());
		for (const one of notSent)
			expect(one).toMatch(/^Not sent: .+ \(first at input item \d+\) \[item \d+\]$/);
	}, 20_000);
});

it.each([
	[0, {}, AT_FIRST],
	[40, {}, AT_FIRST],
	[300, {}, AT_FIRST],
	// one after another: in the second case the next is under way when the first is refused
	[40, { maxPerSecond: 1 }, 1],
	[1500, { maxPerSecond: 1 }, 2],
])(
	'with %d ms of latency and %j, one more request goes out after the first refusals',
	async (latency, options, atFirst) => {
		bed.emulator.set({ latency });
		bed.emulator.order({ kind: 'code', code: 11201, service: 'text', times: 'always' });
		const { said } = await run('text', { options });
		expect(requests()).toBeLessThanOrEqual(atFirst + 1);
		expect(said.filter((one) => one.startsWith('Not sent: '))).toHaveLength(ITEMS - requests());
	},
);

it.each([403, 404])('goes on after one HTTP %d when the next item is accepted', async (status) => {
	bed.emulator.set({ latency: 30 });
	bed.emulator.order({ kind: 'status', status, body: '', skip: 2 } as never);
	const { said } = await run('scene');
	expect(said.filter((one) => one !== 'well')).toEqual([
		expect.stringMatching(new RegExp(`\\(HTTP ${status}\\) \\[item \\d+\\]$`)),
	]);
	expect(requests()).toBe(ITEMS);
});

it('is found out about alone: nothing else goes out beside that request', async () => {
	bed.emulator.order({ kind: 'code', code: 11201, service: 'text', times: AT_FIRST });
	bed.emulator.order({ kind: 'delay', ms: 1000, service: 'text' });
	bed.emulator.set({ together: AT_FIRST });
	await run('text', { items: 24 });
	const { entries } = bed.emulator.ledger({ service: 'text' });
	const sent = entries.map(({ number, inFlight, fault }) => [number, inFlight, fault]);
	expect(sent[AT_FIRST]).toEqual([AT_FIRST + 1, 1, 'delay']);
	const [last, trial] = entries
		.slice(AT_FIRST - 1)
		.map(({ time, milliseconds }) => Date.parse(time) - milliseconds);
	expect(trial! - last!).toBeGreaterThan(990);
});

it('of a text in pieces ends its other pieces without a request, and keeps what was checked', async () => {
	bed.emulator.order({ kind: 'code', code: 11201, service: 'text', skip: 2, times: 'always' });
	const node = new IflytekTextCorrection();
	const { items, error } = await runNode({
		node,
		parameters: withDefaults(node, {
			text: ('春'.repeat(1700) + '。').repeat(12),
			// on a busy machine too, the refusal is there before the next piece leaves
			options: { maxPerSecond: 1 },
		}),
		credentials: signatureCredential(bed.emulator),
	});
	expect(error).toBeUndefined();
	expect(requests()).toBe(3);
	expect(items[0]!.json.failedPieces).toHaveLength(10);
});

it('fails a node that does not continue with the refusal itself, and asks nothing more', async () => {
	bed.emulator.set({ latency: 50 });
	bed.emulator.order({ kind: 'code', code: 11201, service: 'text', times: 'always' });
	const { error } = await run('text', { onError: 'stopWorkflow' });
	expect(error?.message).toMatch(
		/^The application's limit of calls for today is used up \[item \d+\]$/,
	);
	expect(requests()).toBeLessThanOrEqual(AT_FIRST);
});
