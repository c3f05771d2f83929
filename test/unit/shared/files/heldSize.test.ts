import { heldSize, readHeldFile } from '../../../../nodes/shared/files/itemFiles';
import { Item } from '../../../../nodes/shared/items/item';

it.each<[string, unknown, number]>([
	['by its text', 'x'.repeat(400), 400],
	['at most at its limit', 'x'.repeat(4000), 1000],
	['as nothing where it is no text', null, 0],
])('the memory that a picture takes is counted %s', async (_, imageBase64, bytes) => {
	const parameters: Record<string, unknown> = { imageSource: 'base64', imageBase64 };
	const item = { parameter: (name: string) => parameters[name] } as unknown as Item;
	expect(await heldSize(item, 'image', 1000)).toBe(bytes);
});

it.each([
	['a.pdf', '文件“a.pdf”'],
	[undefined, '“Input Data Field Name”中的文件'],
])('a file that n8n has deleted is named in one language: %s', async (fileName, named) => {
	const file = { id: 'x', mimeType: 'application/pdf', data: '', bytes: 1, fileName };
	const parameters: Record<string, unknown> = { fileSource: 'binary', binaryPropertyName: 'data' };
	const context = {
		getNode: () => ({ name: 'Node', type: 'node' }),
		getInputData: () => [{ json: {}, binary: { data: file } }],
		getNodeParameter: (name: string) => parameters[name] ?? 'chinese',
		helpers: {
			assertBinaryData: () => file,
			getBinaryDataBuffer: async () => await Promise.reject(new Error('gone')),
		},
	};
	const item = new Item(context as never, 0);
	const limit = { maxBytes: 10, text: '10 bytes', remedy: ['', ''] } as const;
	const error: unknown = await readHeldFile(item, 'file', limit).catch((thrown) => thrown);
	expect(item.inLanguage(error)).toMatchObject({ message: `无法从 n8n 的存储中读取${named}` });
});
