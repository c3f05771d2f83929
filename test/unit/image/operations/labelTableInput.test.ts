import { labelTableReader } from '../../../../nodes/IflytekImageRecognition/operations/object/labelTableInput';
import { requestPolicy } from '../../../../nodes/shared/description/requestOptions';
import { Item } from '../../../../nodes/shared/items/item';

const MOST_BYTES = 10 * 1024 * 1024;
const TABLE = '1,cat,猫';

interface Given {
	parameters: Record<string, unknown>;
	/** the files of the first item, as n8n keeps them in its storage */
	files?: Record<string, object>;
	/** what the storage says */
	fileSize?: number;
	contents?: Buffer;
}

/** Reads the table twice, as two items do, and tells how often a file was read. */
async function read({ parameters, files, fileSize, contents = Buffer.from(TABLE) }: Given) {
	let reads = 0;
	const context = {
		getNode: () => ({ name: 'Image', type: 'iflytekImageRecognition' }),
		getInputData: () => [{ json: {}, binary: files }, { json: {} }],
		getNodeParameter: (name: string, _index: number, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
		helpers: {
			assertBinaryData: (_index: number, name: string) => {
				if (files?.[name] === undefined) throw new Error('no such file');
				return files[name];
			},
			getBinaryMetadata: async () => ({ fileSize }),
			getBinaryDataBuffer: async () => {
				reads++;
				return contents;
			},
		},
	};
	const table = labelTableReader(context as never);
	const first = await table(new Item(context as never, 0), requestPolicy({}));
	expect(await table(new Item(context as never, 1), requestPolicy({}))).toBe(first);
	return { table: first, reads };
}

const field = (name: string) => ({ labelTableSource: 'field', labelTableField: name });
const FILE = { id: 'stored:1', data: 'filesystem-v2', mimeType: 'text/csv' };
const files = { labels: FILE };

it('is none unless one is set', async () => {
	expect(await read({ parameters: {} })).toEqual({ table: undefined, reads: 0 });
	expect((await read({ parameters: { labelTableSource: 'none' } })).table).toBeUndefined();
});

it('is read once for all items', async () => {
	const { table, reads } = await read({ parameters: field('labels'), files });
	expect(table!.get(1)).toMatchObject({ english: 'cat', chinese: '猫' });
	expect(reads).toBe(1);
	const text = { labelTableSource: 'text', labelTableText: TABLE };
	expect((await read({ parameters: text })).table!.size).toBe(1);
});

it.each<[string, Given, string, string | undefined]>([
	[
		'a field without a file, with the fields that have one',
		{ parameters: field('data'), files: { labels: FILE, photo: FILE } },
		"The first item has no file in the field 'data' named in 'Label Table Data Field Name'",
		'The first item has files in: labels, photo. Enter one of these names.',
	],
	[
		'an item without any file',
		{ parameters: field('data') },
		"The first item has no file in the field 'data' named in 'Label Table Data Field Name'",
		"Read the table's file before this node, or choose another 'Label Table'.",
	],
	[
		'a file that the storage says is too large',
		{ parameters: field('labels'), files, fileSize: MOST_BYTES + 1 },
		"The file in 'Label Table Data Field Name' is larger than 10 MB",
		'Give a table with only number, English and Chinese name for each label.',
	],
	[
		'a file that turns out to be too large',
		{ parameters: field('labels'), files, contents: Buffer.alloc(MOST_BYTES + 1, TABLE) },
		"The file in 'Label Table Data Field Name' is larger than 10 MB",
		'Give a table with only number, English and Chinese name for each label.',
	],
	[
		'a text that is missing',
		{ parameters: { labelTableSource: 'text', labelTableText: null } },
		"The text in 'Label Table Text' has no line with a label number and a name",
		undefined,
	],
])('tells %s', async (_what, given, message, description) => {
	await expect(read(given)).rejects.toMatchObject({
		message: expect.stringContaining(message),
		...(description !== undefined && { description }),
	});
});

it('may have 10 MB', async () => {
	const contents = Buffer.alloc(MOST_BYTES, ' ');
	contents.write(TABLE);
	const given = { parameters: field('labels'), files, fileSize: MOST_BYTES, contents };
	expect((await read(given)).table!.size).toBe(1);
});
