/** What all recognition operations promise, held for each of them; what one promises alone has its own file. */
import type {
	IBinaryData,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { mainChecksumAccount, mainSignatureAccount, type Emulator } from '../emulator';
import { foreignFiles, tiff } from '../emulator/fixtures/images';
import { invoiceJpeg, invoicePng } from '../emulator/fixtures/invoiceImages';
import { handCut, paragraph, run as words } from '../fixtures/docx/handCut';
import { labelledJpeg, labelledPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import {
	checksumCredential,
	signatureCredential,
	type Credentials,
	useEmulator,
} from './credentials';
import { fileItem, runNode, withDefaults } from './engine';

interface Operation {
	name: string;
	node: INodeType;
	parameters: INodeParameters;
	credentials: (emulator: Emulator) => Credentials;
	/** the emulator's service */
	service: string;
	/** An input item with the n-th of many things to recognize. */
	item: (n: number) => INodeExecutionData;
	/** Which of them an output item is about. */
	seen: (json: any) => unknown;
	expected: (n: number) => unknown;
	/** an item that is refused before it is sent, and why */
	bad: INodeExecutionData;
	refusal: string;
}

interface PictureOperation extends Operation {
	largest: number;
	limit: string;
	/** what it does not take beyond what none of them takes */
	foreign: Array<[string, Buffer]>;
	takes: string;
	picture: Buffer;
	/** what its parameters are called after; only a picture's name says where it came from */
	kind: 'file' | 'image';
	/** the largest file that is loaded to look at it */
	loaded: number;
}

const file = (bytes: Buffer, fileName?: string): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType: 'application/octet-stream',
	fileName,
});
const invoice = (n: number) => sampleInvoice({ seed: n, lines: 1 });

const GIF = { bad: fileItem(foreignFiles.gif), refusal: 'is in the format GIF' };
const image = (resource: 'scene' | 'object'): PictureOperation => ({
	name: `Image Recognition, ${resource}`,
	node: new IflytekImageRecognition(),
	parameters: { resource, operation: 'recognize' },
	credentials: checksumCredential,
	service: resource,
	item: (n) => fileItem(labelledPng(n % 43)),
	seen: ({ label }) => label,
	expected: (n) => n % 43,
	...GIF,
	largest: 800 * 1024,
	limit: '800 kB',
	foreign: [['PDF', foreignFiles.pdf]],
	takes: 'PNG, JPG, BMP, TIFF',
	picture: labelledJpeg(1),
	kind: 'image',
	loaded: 800 * 1024,
});

const PICTURES: PictureOperation[] = [
	{
		name: 'Invoice OCR',
		node: new IflytekInvoiceOcr(),
		parameters: { operation: 'read' },
		credentials: signatureCredential,
		service: 'invoice',
		item: (n) => fileItem(invoicePng(invoice(n).truth, { width: 120, height: 80 })),
		seen: ({ invoiceNumber }) => invoiceNumber,
		expected: (n) => invoice(n).number,
		...GIF,
		largest: 3 * 1024 * 1024,
		limit: '3 MB (4 MB as base64)',
		foreign: [['TIFF', tiff()]],
		takes: 'PNG, JPG, BMP',
		picture: invoiceJpeg(invoice(1).truth),
		kind: 'file',
		loaded: 20 * 1024 * 1024,
	},
	image('scene'),
	image('object'),
];

const SENTENCE = '他做事总是画蛇天足，精神很松驰。';
const OPERATIONS: Operation[] = [
	...PICTURES,
	{
		name: 'Text Correction',
		node: new IflytekTextCorrection(),
		parameters: { operation: 'correct', text: '={{ $json.text }}' },
		credentials: signatureCredential,
		service: 'text',
		item: (n) => ({ json: { text: `第${n}篇。${SENTENCE}` } }),
		seen: ({ correctedText }) => correctedText,
		expected: (n) => `第${n}篇。他做事总是画蛇添足，精神很松弛。`,
		bad: { json: { text: '' } },
		refusal: "'Text' is empty",
	},
	{
		name: 'Text Correction, document',
		node: new IflytekTextCorrection(),
		parameters: { operation: 'correctDocument' },
		credentials: signatureCredential,
		service: 'text',
		item: (n) => fileItem(handCut({ body: paragraph(words(`第${n}篇。${SENTENCE}`)) }), 'a.docx'),
		seen: ({ correctedText }) => correctedText,
		expected: (n) => `第${n}篇。他做事总是画蛇添足，精神很松弛。`,
		bad: fileItem(foreignFiles.text, 'a.docx'),
		refusal: 'a.docx',
	},
];

const bed = useEmulator({ voice: 'observed' });

async function run(
	{ node, parameters, credentials }: Operation,
	items: INodeExecutionData[],
	more: INodeParameters = {},
	onError?: INode['onError'],
) {
	return await runNode({
		node,
		parameters: withDefaults(node, { ...parameters, ...more }),
		items,
		settings: onError && { onError },
		credentials: credentials(bed.emulator),
	});
}

const requests = () => bed.emulator.ledger().total.requests;
const some = (count: number, { item }: Operation) =>
	Array.from({ length: count }, (_, n) => item(n));

describe.each(OPERATIONS)('many items: $name', (operation) => {
	const { seen, expected, service, item, bad, refusal } = operation;

	it('come out in input order, each paired to its item', async () => {
		bed.emulator.set({ latency: { min: 100, max: 200, seed: 7 }, together: 5 });
		const { items, error } = await run(operation, some(40, operation));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => seen(json))).toEqual(items.map((_, n) => expected(n)));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, n) => ({ item: n })));
		expect(items).toHaveLength(40);
		expect(bed.emulator.ledger().total.maxInFlight).toBeGreaterThan(4);
	});

	it('lose none to a service that takes two at once', async () => {
		bed.emulator.set({ latency: 50, together: 3, capacity: { limit: 2, refusal: 11203 } });
		const { items, error } = await run(operation, some(20, operation));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => seen(json))).toEqual(items.map((_, n) => expected(n)));
		expect(items).toHaveLength(20);
		expect(bed.emulator.ledger().services[service]!.overCapacity).toBeGreaterThan(0);
	});

	it('stop at one that fails, which is named', async () => {
		const { items, error } = await run(operation, [item(0), bad]);
		expect(items).toEqual([]);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toMatch(/ \[item 1\]$/);
		expect(error?.message).toContain(refusal);
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('say how to get the others, where only one of them fails and the node would go on', async () => {
		const others = expect.stringMatching(
			/ To get the other results .* 'On Error' .* to Continue\.$/,
		);
		const stopped = async (items: INodeExecutionData[], options?: INodeParameters) =>
			(await run(operation, items, options && { options })).error?.description;
		expect(await stopped([item(0), bad])).toEqual(others);
		bed.emulator.order({ kind: 'code', code: 10106, service, times: 'always' });
		expect(await stopped([item(0), item(1)])).toEqual(others);
		expect(await stopped([item(0)])).not.toEqual(others);
		expect(await stopped([bad])).not.toEqual(others);
		expect(await stopped([item(0), item(1)], { includeInputFields: 'perhaps' })).toBe(
			"Correct the expression in 'Include Input Fields'.",
		);
		for (const status of [404, 502]) {
			bed.emulator.reset();
			bed.emulator.order({ kind: 'status', status, service, times: 'always' });
			expect(await stopped([item(0), item(1)], { maxTimePerItem: 1 })).not.toEqual(others);
		}
		const { items } = await run(operation, [item(0), bad], {}, 'continueRegularOutput');
		expect(JSON.stringify(items)).not.toContain('On Error');
	});

	it('send nothing more once the service has refused one for good', async () => {
		bed.emulator.order({ kind: 'code', code: 10106, service });
		bed.emulator.order({ kind: 'status', status: 502, service, times: 'always' });
		const { error } = await run(operation, [0, 1, 2, 3].map(item));
		expect(error?.message).toMatch(/ \[item \d\]$/);
		// the others were under way and would be tried again
		expect(requests()).toBeLessThanOrEqual(4);
	});

	it('go on past one that fails where the node continues, and say why it did', async () => {
		const { items } = await run(operation, [item(0), bad, item(2)], {}, 'continueRegularOutput');
		expect(items.map(({ json }) => seen(json))).toEqual([expected(0), undefined, expected(2)]);
		expect(items[1]!.json.error).toMatchObject({ message: expect.stringContaining(refusal) });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((n) => ({ item: n })));
		expect(requests()).toBe(2);
	});

	it('send the failed ones to the error output, also those that the service refused', async () => {
		// not repeated in any of the schemes
		bed.emulator.order({ kind: 'code', code: 10106, service, times: 'always' });
		const failed = await run(operation, [item(0)], {}, 'continueErrorOutput');
		expect(failed.outputs.map((output) => output.length)).toEqual([0, 1]);
		expect(failed.outputs[1]![0]!.json.error).toMatchObject({
			code: '10106',
			httpStatus: expect.any(Number),
		});
		bed.emulator.reset();
		const { outputs } = await run(operation, [bad, item(1)], {}, 'continueErrorOutput');
		expect(outputs[0]!.map(({ json }) => seen(json))).toEqual([expected(1)]);
		expect(outputs[1]!.map(({ json }) => json.error)).toMatchObject([
			{ message: expect.stringContaining(refusal) },
		]);
	});

	it('keep key, secret and signature out of all that n8n stores of a failure', async () => {
		bed.emulator.order({ kind: 'status', status: 500, body: 'broken', times: 'always' });
		const { run: stored } = await run(operation, [item(0)], { options: { maxTimePerItem: 2 } });
		const { apiKey, apiSecret } = mainSignatureAccount;
		for (const secret of [apiKey, apiSecret, mainChecksumAccount.apiKey, 'authorization=']) {
			expect(JSON.stringify(stored)).not.toContain(secret);
		}
	});
});

describe.each(PICTURES)('a picture: $name', (operation) => {
	const { seen, expected, item, largest, limit, foreign, takes, picture, kind, loaded } = operation;
	const title = kind === 'file' ? 'File' : 'Image';
	const padded = (bytes: number) =>
		Buffer.concat([picture, Buffer.alloc(bytes - picture.length, 0x26)]);
	const from = (source: string, value: string): INodeParameters => ({
		[`${kind}Source`]: source,
		[`${kind}${source === 'url' ? 'Url' : 'Base64'}`]: value,
	});
	const refused = async (given: INodeExecutionData, more?: INodeParameters) => {
		const { error } = await run(operation, [given], more);
		expect(`${error?.name}: ${error?.message}`).toMatch(/^NodeOperationError: /);
		expect(requests()).toBe(0);
		return error!;
	};

	it('is the same as base64, with or without a data: prefix, with line breaks or safe for URLs', async () => {
		const base64 = picture.toString('base64');
		for (const value of [
			base64,
			`data:image/jpeg;base64,${base64}`,
			base64.replace(/(.{76})/g, '$1\r\n'),
			picture.toString('base64url'),
		]) {
			const { items } = await run(operation, [{ json: {} }], from('base64', value));
			expect(items.map(({ json }) => seen(json))).toEqual([expected(1)]);
		}
	});

	it('is taken as base64 from each item, as an AI agent or a form fills it', async () => {
		const items = [5, 6].map((n) => ({ json: { picture: item(n).binary!.data!.data } }));
		const found = await run(operation, items, from('base64', '={{ $json.picture }}'));
		expect(found.items.map(({ json }) => seen(json))).toEqual([expected(5), expected(6)]);
	});

	it.each([
		['={{ "" }}', 'is empty'],
		['={{ null }}', 'is empty'],
		['   ', 'is empty'],
		['C:\\photos\\a.jpg', 'contains characters that are not base64'],
		['"AAAA"', 'contains characters that are not base64'],
		['={{ $binary.data }}', 'is not a text'],
		['={{ [1, 2] }}', 'is not a text'],
	])('is not read from base64 that is none, and nothing is sent: %p', async (value, message) => {
		const given = fileItem(picture);
		expect((await refused(given, from('base64', value))).message).toBe(
			`'${title} Base64' ${message}`,
		);
	});

	it.each([
		['={{ "" }}', 'is empty'],
		['photo.jpg', 'is not a web address'],
		['ftp://example.com/a.jpg', 'is not a web address'],
		['file:///etc/passwd', 'is not a web address'],
		['data:image/png;base64,AAAA', 'is not a web address'],
		['https://example.com/a b.jpg', 'is not a web address'],
	])('is not asked for at %p', async (url, message) => {
		expect((await refused({ json: {} }, from('url', url))).message).toContain(
			`'${title} URL' ${message}`,
		);
	});

	it.each([
		['GIF', foreignFiles.gif],
		['WebP', foreignFiles.webp],
		['HEIC', foreignFiles.heic],
		...foreign,
	])('is not sent as a %s: the format is named, and the way out', async (format, bytes) => {
		const { message, description } = await refused(fileItem(bytes, 'photo.jpg'));
		expect(message).toMatch(/^The file photo\.jpg( in 'Input Data Field Name')? is in the format /);
		expect(message).toContain(`format ${format}`);
		expect(description).toContain('Export it as PNG or JPG first.');
		expect(description).toContain(`The service takes ${takes}.`);
	});

	it('is not sent when it is no image, or empty', async () => {
		expect((await refused(fileItem(foreignFiles.text))).message).toMatch(
			/is not an image|is plain text/,
		);
		expect((await refused(fileItem(Buffer.alloc(0)))).message).toContain('is empty');
	});

	it('is sent at the largest size, and not with one byte more, from a file or as base64', async () => {
		bed.emulator.set({ voice: 'documented' });
		const tooLarge = padded(largest + 1);
		const message = `is larger than ${limit}`;
		expect((await refused(fileItem(tooLarge))).message).toContain(message);
		const base64 = tooLarge.toString('base64');
		expect((await refused({ json: {} }, from('base64', base64))).message).toContain(message);
		// a file on disk is not even loaded for it
		const stored = { id: 'filesystem-v2:gone', bytes: loaded + 1, data: 'filesystem-v2' };
		const onDisk = { json: {}, binary: { data: { ...stored, mimeType: 'image/png' } } };
		expect((await refused(onDisk)).message).toContain('is larger than ');
		const { items } = await run(operation, [fileItem(padded(largest))]);
		expect(items.map(({ json }) => seen(json))).toEqual([expected(1)]);
	});

	it('is missed in words that name the fields with a file', async () => {
		const { message, description } = await refused({ json: {}, binary: { photo: file(picture) } });
		expect(message).toContain("There is no file in the field 'data'");
		expect(description).toBe('The item has files in: photo. Enter one of these names.');
	});
});
