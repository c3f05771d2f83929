import { imageByteCount } from '../../../../nodes/shared/files/imageInput';
import type { Item } from '../../../../nodes/shared/items/item';

const LIMITS = { maxBytes: 1000, limitText: '1 kB', formats: [] };

it.each<[string, Record<string, unknown>, number]>([
	['at its limit where it has an address', { imageSource: 'url' }, 1000],
	['by its text', { imageSource: 'base64', imageBase64: 'x'.repeat(400) }, 400],
	['at most at its limit', { imageSource: 'base64', imageBase64: 'x'.repeat(4000) }, 1000],
	['as nothing where it is no text', { imageSource: 'base64', imageBase64: null }, 0],
])('the memory that a picture takes is counted %s', async (_, parameters, bytes) => {
	const item = { parameter: (name: string) => parameters[name] } as unknown as Item;
	expect(await imageByteCount(item, LIMITS)).toBe(bytes);
});
