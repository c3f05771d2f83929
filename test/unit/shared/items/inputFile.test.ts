import { inputFilePasser } from '../../../../nodes/shared/items/engine';
import type { Item } from '../../../../nodes/shared/items/item';

const file = (fileName: string) => ({ data: '', mimeType: 'application/pdf', fileName });
const itemWith = (putInputFileInOutput: boolean) =>
	({
		files: { data: file('input') },
		options: { putInputFileInOutput },
	}) as unknown as Item;
const failed = { json: { error: { message: 'a part failed' } } };
const row = { json: { invoiceNumber: '1' } };

it('the input file goes with the first item that has not failed, and with no other', () => {
	const outputs = inputFilePasser(itemWith(true))([failed, row, { ...row }]);
	expect(outputs.map(({ binary }) => binary)).toEqual([
		undefined,
		{ data: file('input') },
		undefined,
	]);
	expect(inputFilePasser(itemWith(false))([row])).toEqual([row]);
});

it('a file that the node made keeps its field', () => {
	const [one] = inputFilePasser(itemWith(true))([{ ...row, binary: { data: file('drawn') } }]);
	expect(one!.binary).toEqual({ data: file('drawn') });
});
