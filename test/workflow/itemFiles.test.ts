/** All files of an item, in every node that takes files: several names, patterns, and what is told of the rest. */
import type { INode, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { strToU8, zipSync } from 'fflate';

import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { labelledJpeg, labelledPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { handCut, paragraph, run as words } from '../fixtures/docx/handCut';
import { taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { checksumCredential, signatureCredential, useEmulator } from './credentials';
import { runNode, withDefaults } from './engine';

const bed = useEmulator();
const requests = () => bed.emulator.ledger().total.requests;

const invoice = (number: string) => taxPlatformXml({ ...TEST_INVOICE, number });
const FIRST = invoice('26342000000000000001');
const SECOND = invoice('26342000000000000002');
const PHOTO = invoicePng(sampleInvoice({ seed: 7, lines: 1 }).truth);
const DRAFT = handCut({ body: paragraph(words('他做事总是画蛇天足。')) });
const SIZE = { width: 160, height: 120 };
const CLASSROOM = { label: 1, rate: 0.91, labels: [1, 0, 18, 17, 5] };

/** The head of a PNG file, which is all that is read of one that is passed over. */
function pngOf(width: number, height: number): Buffer {
	const bytes = Buffer.alloc(40);
	Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}
const GIF = Buffer.from('GIF89a, an animated logo');

const item = (
	files: Record<string, Buffer | string>,
	json: INodeExecutionData['json'] = {},
): INodeExecutionData => ({
	json,
	binary: Object.fromEntries(
		Object.entries(files).map(([field, content]) => [
			field,
			{
				data: Buffer.from(content).toString('base64'),
				mimeType: 'application/octet-stream',
				fileName: `${field}.bin`,
			},
		]),
	),
});

async function run(
	node: INodeType,
	items: INodeExecutionData[],
	parameters: INodeParameters,
	settings?: Partial<INode>,
) {
	const result = await runNode({
		node,
		parameters: withDefaults(node, parameters),
		items,
		settings,
		credentials: { ...signatureCredential(bed.emulator), ...checksumCredential(bed.emulator) },
	});
	return {
		...result,
		json: result.items.map(({ json }) => json as any),
		hints: (result.runs.at(-1)?.hints ?? []).map(({ message }) => message).join('\n'),
	};
}

const read = async (
	items: INodeExecutionData[],
	binaryPropertyName: INodeParameters[string],
	{ settings, ...more }: INodeParameters & { settings?: any } = {},
) =>
	await run(
		new IflytekInvoiceOcr(),
		items,
		{ operation: 'read', binaryPropertyName, ...more },
		settings,
	);

const fieldsOf = (json: any[]) => json.map(({ fileField }) => fileField);

describe('what Input Data Field Name asks for', () => {
	const MAIL = item({ attachment_0: FIRST, attachment_1: SECOND, other: FIRST });

	it.each([
		['several names', 'attachment_1, attachment_0', ['attachment_1', 'attachment_0']],
		['names on a Chinese keyboard', 'attachment_0，attachment_1', ['attachment_0', 'attachment_1']],
		['a pattern', 'attachment_*', ['attachment_0', 'attachment_1']],
		['a pattern with its star inside', 'att*_1', ['attachment_1']],
		['every file', '*', ['attachment_0', 'attachment_1', 'other']],
		['a name and a pattern that meet', 'other, *', ['other', 'attachment_0', 'attachment_1']],
		['a list by expression', "={{ ['other', 'attachment_1'] }}", ['other', 'attachment_1']],
		['each file by expression', '={{ Object.keys($binary) }}', Object.keys(MAIL.binary!)],
	])('%s', async (_, asked, fields) => {
		const { json, error } = await read([MAIL], asked);
		expect(error).toBeUndefined();
		expect(fieldsOf(json)).toEqual(fields);
		expect(json.map(({ row, fileName }) => [row, fileName])).toEqual(
			fields.map((field) => [1, `${field}.bin`]),
		);
	});

	it('takes the files themselves, which an expression gives', async () => {
		const { json, error } = await read([MAIL], '={{ Object.values($binary) }}');
		expect(error).toBeUndefined();
		expect(json.map(({ fileName, fileField }) => [fileName, fileField])).toEqual(
			Object.keys(MAIL.binary!).map((field) => [`${field}.bin`, null]),
		);
		const settings = { onError: 'continueErrorOutput' };
		const bad = item({ a: FIRST, b: '<EInvoice' });
		const { outputs } = await read([bad], '={{ Object.values($binary) }}', { settings });
		expect(outputs[1]).toMatchObject([
			{ json: { error: { fileName: 'b.bin' } }, binary: bad.binary },
		]);
	});

	it('finds files that the workflow keeps in the JSON of its items', async () => {
		const { binary } = MAIL;
		const { json } = await runNode({
			node: new IflytekInvoiceOcr(),
			parameters: withDefaults(new IflytekInvoiceOcr(), {
				operation: 'read',
				binaryPropertyName: 'attachment_*',
				options: { includeInputFields: true },
			}),
			items: [{ json: { _files: binary as never, from: 'a@example.com' } }],
			workflowSettings: { binaryMode: 'combined' },
		}).then(({ items }) => ({ json: items.map((one) => one.json) }));
		expect(fieldsOf(json)).toEqual(['_files.attachment_0', '_files.attachment_1']);
		// the files themselves go on where Put Input File in Output asks for it
		expect(json.map((row) => [row.from, '_files' in row])).toEqual([
			['a@example.com', false],
			['a@example.com', false],
		]);
	});

	it('the file of a field whose name ends like that place goes on with its own row', async () => {
		const bad = item({ 'my_files.x': '<EInvoice', other: '<EInvoice' });
		const { outputs } = await read([bad], '*', { settings: { onError: 'continueErrorOutput' } });
		const fields = outputs[1]!.map(({ binary }) => Object.keys(binary ?? {}));
		expect(fields).toEqual([['my_files.x'], ['other']]);
	});

	it('a field whose name has a comma or a star is one field', async () => {
		const { json } = await read([item({ 'a, b*': FIRST, a: SECOND })], 'a, b*');
		expect(fieldsOf(json)).toEqual(['a, b*']);
	});

	it.each(['={{ "" }}', '  ', ',', 'atachment_*', 'attachment_0*0', 'attachment_0, atachment_1'])(
		'is an error where it names nothing that the item has: %j',
		async (asked) => {
			const { error } = await read([MAIL], asked);
			const words = asked.includes('*') ? `fits '${asked}' in` : 'named in';
			expect(error?.message).toContain(`${words} 'Input Data Field Name'`);
			expect(error?.description).toContain('attachment_0, attachment_1, other');
		},
	);

	it('a pattern takes what there is: an item without files gives no row, and is told', async () => {
		const { json, error, hints } = await read([item({}), MAIL], 'attachment_*');
		expect(error).toBeUndefined();
		expect(json.map(({ row }) => row)).toEqual([2, 2]);
		expect(hints).toContain('Input items without a file: 1.');
	});

	it('files that were not asked for are told above the output', async () => {
		const { json, hints } = await read([MAIL, item({ attachment_0: FIRST })], 'attachment_0');
		expect(json).toHaveLength(2);
		expect(hints).toContain(
			"Not asked for by 'Input Data Field Name': attachment_1 (attachment_1.bin), other (other.bin). Enter * there for every file of an item.",
		);
		expect((await read([MAIL], '*')).hints).not.toContain('Not asked for');
	});

	it('names the first of many, and how many more there are', async () => {
		const files = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`f${i}`, FIRST]));
		const { hints } = await read([item(files)], 'f0');
		expect(hints).toContain('f5 (f5.bin) and 2 more.');
	});
});

describe('one file of an item that cannot be read', () => {
	const MAIL = item({ good: FIRST, bad: '<EInvoice', last: SECOND });

	it('leaves the others where the node is set to continue, with its own file and field', async () => {
		const settings = { onError: 'continueErrorOutput' };
		const { json, outputs } = await read([MAIL], '*', { settings });
		expect(fieldsOf(json)).toEqual(['good', 'last']);
		const [failed, ...more] = outputs[1]!;
		expect(more).toEqual([]);
		expect(failed!.json.error).toMatchObject({ fileField: 'bad', fileName: 'bad.bin' });
		expect(Object.keys(failed!.binary!)).toEqual(['bad']);
	});

	it('stops the node otherwise, by name, and says what would keep the others', async () => {
		const { error } = await read([MAIL], '*');
		expect(error?.message).toContain('The file bad.bin');
		expect(error?.description).toMatch(/To get the other results .* 'On Error' .* to Continue\.$/);
		const items = [MAIL, { json: {} }];
		const chinese = await read(items, 'good', { options: { fieldNames: 'chinese' } });
		expect(chinese.error?.message).toContain('“good”中没有文件');
		expect(chinese.error?.description).toMatch(/如仍要得到其他结果，.*“Continue”。$/);
		const archive = zipSync({ 'bad.xml': strToU8('<EInvoice'), 'good.xml': strToU8(FIRST) });
		const ofArchive = await read([item({ archive: Buffer.from(archive) })], '*');
		expect(ofArchive.error?.description).toContain("'On Error'");
		const broken = { 'bad.xml': strToU8('<EInvoice'), 'bad.txt': strToU8('hello') };
		const ofBroken = await read([item({ archive: Buffer.from(zipSync(broken)) })], '*');
		expect(ofBroken.error?.description).not.toContain("'On Error'");
		const alone = await read([item({ bad: '<EInvoice' })], '*');
		expect(alone.error?.description).not.toContain("'On Error'");
		// the service refuses one of two pictures in a file
		bed.emulator.order({ kind: 'code', code: 10106, service: 'invoice' });
		const two = item({ scans: Buffer.from(zipSync({ 'a.png': PHOTO, 'b.png': PHOTO })) });
		expect((await read([two], '*')).error?.description).toMatch(/'On Error' .* to Continue\.$/);
	});

	it('names the way for a Word file and a photo, too', async () => {
		const texts = { operation: 'correctDocument', binaryPropertyName: 'good, bad' };
		const photos = { resource: 'scene', operation: 'recognize', binaryPropertyName: 'good, bad' };
		const stopped = async (...[node, good, more]: [INodeType, Buffer, INodeParameters]) =>
			(await run(node, [item({ good, bad: 'a' })], more)).error?.description;
		const options = { language: 'chinese' };
		expect(await stopped(new IflytekTextCorrection(), DRAFT, { ...texts, options })).toMatch(
			/如仍要得到其他结果，.*“Continue”。$/,
		);
		expect(await stopped(new IflytekImageRecognition(), labelledPng(1), photos)).toMatch(
			/'On Error' .* to Continue\.$/,
		);
		// it would not help where no file can be worked on
		expect(await stopped(new IflytekTextCorrection(), DRAFT, { ...texts, author: ' ' })).toBe(
			'Enter the name that the tracked changes are to carry.',
		);
	});
});

it('each row gets its own file with Put Input File in Output', async () => {
	const options = { putInputFileInOutput: true };
	const { items } = await read([item({ a: FIRST, b: SECOND })], '*', { options });
	expect(items.map(({ binary }) => Object.keys(binary!))).toEqual([['a'], ['b']]);
});

it('two files of one name in an item are told apart by their fields', async () => {
	const mail = item({ a: FIRST, b: FIRST });
	for (const file of Object.values(mail.binary!)) file.fileName = 'invoice.xml';
	const { json } = await read([mail], '*');
	expect(json[1].reviewReasons).toBe('Same invoice as invoice.xml in the field a');
});

describe('what a pattern finds and is no invoice file', () => {
	const MAIL = item({
		logo: pngOf(120, 40),
		banner: pngOf(900, 150),
		animated: GIF,
		terms: DRAFT,
		note: 'Dear Sir or Madam',
		photo: PHOTO,
	});

	it('is neither sent nor an error, and is told', async () => {
		const { json, error, hints } = await read([MAIL], '*');
		expect(error).toBeUndefined();
		expect(fieldsOf(json)).toEqual(['photo']);
		expect(requests()).toBe(1);
		expect(hints).toContain(
			'Passed over: logo (logo.bin), which is a picture of 120 × 40 pixels, too small for an invoice; banner (banner.bin), which is a picture of 900 × 150 pixels',
		);
		for (const field of ['animated', 'terms', 'note']) expect(hints).toContain(`${field} (`);
	});

	it('is a warning where nothing else was found', async () => {
		const logo = item({ logo: pngOf(120, 40) });
		const hintOf = async (...mails: INodeExecutionData[]) =>
			(await read(mails, '*')).runs.at(-1)!.hints![0];
		expect(await hintOf(logo, logo)).toMatchObject({
			type: 'warning',
			message: expect.stringMatching(/^No file was read\. Passed over: logo/),
		});
		expect(await hintOf(logo, item({ photo: PHOTO }))).toMatchObject({ type: 'info' });
	});

	it('is sent, or an error, where its name was entered', async () => {
		const { error } = await read([MAIL], 'animated');
		expect(error?.message).toContain('is in the format GIF');
		await read([MAIL], 'logo');
		expect(requests()).toBe(1);
	});

	it('what may hold an invoice stays an error', async () => {
		const archive = Buffer.from('526172211a0700cf', 'hex');
		const { error } = await read([item({ archive })], '*');
		expect(error?.message).toContain('is a RAR archive');
	});
});

describe('pictures and documents', () => {
	const recognize = async (
		items: INodeExecutionData[],
		binaryPropertyName: string,
		options: INodeParameters = {},
	) =>
		await run(new IflytekImageRecognition(), items, {
			resource: 'scene',
			operation: 'recognize',
			binaryPropertyName,
			options,
		});

	it('each picture of an item is a row with its field', async () => {
		const mail = item({
			a: labelledPng(CLASSROOM, SIZE),
			b: labelledJpeg(CLASSROOM, SIZE),
			logo: pngOf(64, 64),
			note: 'text',
			page: '%PDF-1.7',
		});
		const { json, error, hints } = await recognize([mail], '*');
		expect(error).toBeUndefined();
		expect(json.map(({ row, fileName, fileField }) => [row, fileName, fileField])).toEqual([
			[1, 'a.bin', 'a'],
			[1, 'b.bin', 'b'],
		]);
		expect(requests()).toBe(2);
		expect(hints).toContain('note (note.bin), which is no picture');
		expect(hints).toContain('page (page.bin), which is PDF, no photo');
		expect((await recognize([mail], 'a')).hints).toContain('Not asked for');
	});

	it('each Word file of an item is corrected', async () => {
		const mail = item({ a: DRAFT, b: DRAFT, invoice: '%PDF-1.7' });
		const { items, json, error, hints } = await run(new IflytekTextCorrection(), [mail], {
			operation: 'correctDocument',
			binaryPropertyName: '*',
		});
		expect(error).toBeUndefined();
		expect(json.map(({ row, fileField, changed }) => [row, fileField, changed])).toEqual([
			[1, 'a', true],
			[1, 'b', true],
		]);
		expect(items.map(({ binary }) => binary!.data!.fileName)).toEqual([
			'a.bin-corrected.docx',
			'b.bin-corrected.docx',
		]);
		expect(hints).toContain('invoice (invoice.bin), which is no Word document');
	});
});

describe('whose row it is', () => {
	const MAILS = [1, 2, 3].map((id) => ({
		...item(
			{ data: invoice(`2634200000000000000${id}`) },
			{ id, from: 'a@example.com', source: 'mail' },
		),
	}));

	it.each(['invoices', 'lines'])(
		'an invoice says its item and, on request, its fields: %s',
		async (output) => {
			const { json } = await read(MAILS, 'data', { output, options: { includeInputFields: true } });
			const ofRow = (row: number) => json.find((one) => one.row === row);
			for (const id of [1, 2, 3]) {
				const row = ofRow(id);
				expect(row).toMatchObject({ id, from: 'a@example.com', source: 'xml' });
				// the field of the item that the row has too
				expect(row.input).toEqual({ source: 'mail' });
				expect(Object.keys(row).slice(0, 4)).toEqual(['id', 'from', 'row', 'fileName']);
			}
		},
	);

	it('a field of the item is no column of the row, whatever it is called', async () => {
		const mails = [1, 2].map(() => item({ data: FIRST }, { checks: ['mine'], rows: 1 }));
		const { json } = await read(mails, 'data', { options: { includeInputFields: true } });
		expect(json.map(({ checks }) => checks)).toEqual([['mine'], ['mine']]);
		expect(json[1].reviewReasons).toContain('Same invoice as');
	});

	it('the full response says it too, without the fields', async () => {
		const options = { includeInputFields: true };
		const { json } = await read(MAILS, 'data', { output: 'fullResponse', options });
		expect(json.map(({ row, fileField, id }) => [row, fileField, id])).toEqual(
			[1, 2, 3].map((row) => [row, 'data', undefined]),
		);
	});

	it('so does a picture', async () => {
		const items = [7, 8].map((id) => item({ data: labelledPng(CLASSROOM) }, { id, label: 'mine' }));
		const { json } = await run(new IflytekImageRecognition(), items, {
			resource: 'scene',
			operation: 'recognize',
			options: { includeInputFields: true },
		});
		expect(json.map(({ id, row, label, input }) => [id, row, label, input])).toEqual([
			[7, 1, 1, { label: 'mine' }],
			[8, 2, 1, { label: 'mine' }],
		]);
	});
});
