/** Invoices that a node has read in an earlier run, over n8n-core's own store of keys (in memory, see engine.ts). */
import type { INode, INodeExecutionData, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import { zipSync } from 'fflate';
import { BinaryDataService } from 'n8n-core';

import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { seededRandom } from '../emulator/core/random';
import { invoiceJpeg, invoicePng } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { drawDigital } from '../fixtures/pageInvoice';
import { textPdf } from '../fixtures/pdf/text';
import { signatureCredential, useEmulator } from './credentials';
import { fileItem, keys, runNode, withDefaults } from './engine';

const bed = useEmulator();

const SAMPLE = sampleInvoice({ seed: 7, lines: 1 });
const numbered = (last: number) => ({ ...TEST_INVOICE, number: `2634200000000000000${last}` });
const xmlOf = (last: number) => Buffer.from(taxPlatformXml(numbered(last)));
const sound = (last: number) => fileItem(xmlOf(last), `${last}.xml`);
/** The same invoice with a total that differs from its lines. */
const doubtful = (last: number) =>
	fileItem(taxPlatformXml({ ...numbered(last), total: '1.00' }), `${last} again.xml`);

interface Run {
	output?: string;
	options?: INodeParameters;
	nodeId?: string;
	field?: string;
	onError?: 'continueErrorOutput';
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
}

/** Each run is an execution of its own. */
async function run(
	choice: string,
	items: INodeExecutionData[],
	{ output = 'invoices', options, nodeId, field, onError, settings }: Run = {},
) {
	const node = new IflytekInvoiceOcr();
	const result = await runNode({
		node,
		parameters: withDefaults(node, {
			operation: 'read',
			output,
			...(field && { binaryPropertyName: field }),
			options: { repeatsOfEarlierRuns: choice, ...options },
		}),
		items,
		nodeId,
		settings: { ...(onError && { onError }), ...settings },
		executionId: `execution-${Math.random()}`,
		credentials: signatureCredential(bed.emulator),
	});
	return {
		...result,
		json: result.items.map(({ json }) => json as any),
		files: result.items.map(({ json }) => json.fileName),
		hints: (result.runs.at(-1)?.hints ?? []).map(({ message }) => message),
	};
}

it('without the option nothing is remembered, and the store is not asked', async () => {
	keys.failure = new Error('the store was asked');
	await run('ignore', [sound(1)]);
	const { json, error } = await run('ignore', [sound(1)]);
	expect(error).toBeUndefined();
	expect(json[0].needsReview).toBe(false);
});

describe.each(['invoices', 'lines'])('an invoice of an earlier run: %s', (output) => {
	it('leaves the input file to the other rows of its file', async () => {
		const { data } = fileItem(
			zipSync({ 'a.xml': xmlOf(1), 'b.xml': xmlOf(2) }) as Buffer,
			'mail.zip',
		).binary!;
		const { data: other } = sound(3).binary!;
		await run('leaveOut', [sound(1)], { output });
		const { items } = await run(
			'leaveOut',
			[{ json: {}, binary: { data: data!, other: other! } }],
			{ output, options: { putInputFileInOutput: true }, field: '*' },
		);
		const files = items.map(({ json, binary }) => [json.fileField, Object.keys(binary ?? {})]);
		const rows = output === 'lines' ? 2 : 1;
		expect(files.filter(([field]) => field === 'data')).toEqual([
			['data', ['data']],
			...Array(rows - 1).fill(['data', []]),
		]);
		expect(files.filter(([field]) => field === 'other')).toEqual([
			['other', ['other']],
			...Array(rows - 1).fill(['other', []]),
		]);
	});

	it('takes the picture that shows it along, not the file', async () => {
		await run('leaveOut', [fileItem(invoicePng(SAMPLE.truth), 'a.png')], { output });
		const scan = { texts: [], width: 600, height: 400, jpeg: invoiceJpeg(SAMPLE.truth) };
		const { pages } = drawDigital(seededRandom(1), { lines: 1 });
		const { items } = await run(
			'leaveOut',
			[fileItem(textPdf([scan, ...pages], 'ucs2'), 'a.pdf')],
			{
				output,
				options: { putInputFileInOutput: true, includeAnnotatedImage: true },
			},
		);
		expect(items.map(({ json, binary }) => [json.page, Object.keys(binary!)])).toEqual([
			[2, ['data']],
		]);
	});

	it('is left out, and told in the summary', async () => {
		expect((await run('leaveOut', [sound(1)], { output })).files).not.toEqual([]);
		const { files, hints } = await run('leaveOut', [sound(1), sound(2)], { output });
		expect(new Set(files)).toEqual(new Set(['2.xml']));
		expect(hints[0]).toBe(
			'1 read, 1 left out that this node has read before, none needs a review.',
		);
		// the next run knows both
		const all = await run('leaveOut', [sound(1), sound(2)], { output });
		expect(all.files).toEqual([]);
		expect(all.error).toBeUndefined();
	});

	it('is marked, with the reason', async () => {
		await run('mark', [sound(1)], { output });
		const { json, hints } = await run('mark', [sound(1), sound(2)], { output });
		for (const { fileName, needsReview, reviewReasons } of json) {
			expect([fileName, needsReview, reviewReasons]).toEqual(
				fileName === '1.xml'
					? [fileName, true, 'Read before by this node']
					: [fileName, false, null],
			);
		}
		expect(hints[0]).toBe('2 read, 1 needs a review: read before by this node.');
		const chinese = await run('mark', [sound(1)], { output, options: { fieldNames: 'chinese' } });
		expect(chinese.json[0].reviewReasons).toBe('此节点以前读过');
	});
});

it('one that needs a review is not remembered: a better file of it is no repeat', async () => {
	const { json } = await run('leaveOut', [doubtful(1)]);
	expect(json[0].needsReview).toBe(true);
	const again = await run('leaveOut', [sound(1)]);
	expect(again.json).toMatchObject([{ fileName: '1.xml', needsReview: false }]);
	// what is known stays known, whatever comes of it later
	expect((await run('leaveOut', [doubtful(1)])).files).toEqual([]);
	expect((await run('leaveOut', [sound(1)])).files).toEqual([]);
});

it('of an invoice that came twice in a run the sound row is remembered', async () => {
	const { json } = await run('leaveOut', [sound(1), sound(1)]);
	expect(json.map(({ needsReview }) => needsReview)).toEqual([false, true]);
	expect((await run('leaveOut', [sound(1)])).files).toEqual([]);
});

it('a file that goes on is that of a row that stays, not of one that is left out', async () => {
	await run('leaveOut', [sound(1)]);
	const both = {
		json: {},
		binary: {
			data: sound(1).binary!.data!,
			more: sound(2).binary!.data!,
		},
	};
	const node = new IflytekInvoiceOcr();
	const { items } = await runNode({
		node,
		parameters: withDefaults(node, {
			operation: 'read',
			binaryPropertyName: '*',
			options: { repeatsOfEarlierRuns: 'leaveOut', putInputFileInOutput: true },
		}),
		items: [both],
	});
	expect(items.map(({ binary }) => Object.keys(binary!))).toEqual([['more']]);
});

it.each(['mark', 'leaveOut'])(
	'an invoice whose number was not read is found by seller, date and total, and never left out: %s',
	async (choice) => {
		await run(choice, [fileItem(invoicePng(SAMPLE.truth), 'whole.png')]);
		const others = {
			...SAMPLE.truth.fields,
			'vat-invoice-haoma': '',
			'vat-invoice-haoma-right-side': '',
		};
		const seller = SAMPLE.truth.fields!['vat-invoice-seller-name'] as string;
		const torn = (fields: object) => fileItem(invoicePng({ ...SAMPLE.truth, fields } as never));
		const { json } = await run(choice, [
			torn(others),
			// read in another way
			torn({ ...others, 'vat-invoice-seller-name': [...seller].join(' ') }),
			torn({ ...others, 'vat-invoice-seller-name': '另一公司' }),
		]);
		expect(json.map(({ invoiceNumber }) => invoiceNumber)).toEqual([null, null, null]);
		const isRead = json.map(({ reviewReasons }) =>
			/An invoice of this seller, date and total was read before/.test(reviewReasons),
		);
		expect(isRead).toEqual([true, true, false]);
	},
);

it('a photo is remembered like a file', async () => {
	const photo = fileItem(invoicePng(SAMPLE.truth), 'a.png');
	expect((await run('leaveOut', [photo])).json[0].needsReview).toBe(false);
	expect((await run('leaveOut', [photo])).files).toEqual([]);
});

it('an invoice whose file fails after it was read is not remembered', async () => {
	const photo = fileItem(invoiceJpeg(SAMPLE.truth), 'a.jpg');
	const more = {
		options: { includeAnnotatedImage: true },
		settings: { onError: 'continueRegularOutput' },
	} as const;
	const store = jest.spyOn(BinaryDataService.prototype, 'store');
	store.mockRejectedValue(new Error('no space left on device'));
	const first = await run('leaveOut', [photo], more);
	store.mockRestore();
	expect(first.json).toMatchObject([{ error: expect.anything() }]);
	expect(first.hints).toEqual(['0 read, 1 could not be read.']);
	const { json } = await run('leaveOut', [photo], more);
	expect(json.map(({ invoiceNumber }) => invoiceNumber)).toEqual([expect.any(String)]);
});

it('a copied node knows nothing of the first one', async () => {
	await run('leaveOut', [sound(1)]);
	expect((await run('leaveOut', [sound(1)], { nodeId: 'copy' })).files).toEqual(['1.xml']);
});

it('Forget clears what the node knows, and remembers nothing itself', async () => {
	await run('leaveOut', [sound(1)]);
	const { json, hints } = await run('forget', [sound(1)]);
	expect(json[0].needsReview).toBe(false);
	expect(hints[0]).toContain('This node has forgotten which invoices it read');
	expect((await run('leaveOut', [sound(1)])).files).toEqual(['1.xml']);
	expect((await run('leaveOut', [sound(1)])).files).toEqual([]);
});

it('an invoice is not lost where n8n runs the node again, since its first item failed', async () => {
	const broken = fileItem('<EInvoice', 'broken.xml');
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { files } = await run('leaveOut', [broken, sound(1)], {
		onError: 'continueErrorOutput',
		settings,
	});
	expect(files).toEqual(['1.xml']);
});

it('nothing is remembered of a run that failed', async () => {
	const broken = fileItem('<EInvoice', 'broken.xml');
	expect((await run('leaveOut', [sound(1), broken])).error).toBeDefined();
	expect((await run('leaveOut', [sound(1)])).files).toEqual(['1.xml']);
});

it.each(['mark', 'leaveOut', 'forget'])(
	'where n8n keeps nothing, %s is an error before anything is sent',
	async (choice) => {
		keys.failure = new Error('The workflow is not saved');
		const photo = fileItem(invoicePng(SAMPLE.truth));
		const { error } = await run(choice, [photo]);
		expect(error?.message).toContain('n8n cannot remember which invoices this node reads');
		expect(error?.description).toContain('Save the workflow first');
		expect(bed.emulator.ledger().total.requests).toBe(0);
	},
);
