import { heldSize } from '../../../../nodes/shared/files/itemFiles';
import type { Item } from '../../../../nodes/shared/items/item';

it.each<[string, unknown, number]>([
	['by its text', 'x'.repeat(400), 400],
	['at most at its limit', 'x'.repeat(4000), 1000],
	['as nothing where it is no text', null, 0],
])('the memory that a picture takes is counted %s', async (_, imageBase64, bytes) => {
	const parameters: Record<string, unknown> = { imageSource: 'base64', imageBase64 };
	const item = { parameter: (name: string) => parameters[name] } as unknown as Item;
	expect(await heldSize(item, 'image', 1000)).toBe(bytes);
});
