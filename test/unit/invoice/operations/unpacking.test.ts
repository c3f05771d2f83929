import { setImmediate as turnOfLoop } from 'node:timers/promises';

import type { Part } from '../../../../nodes/IflytekInvoiceOcr/file/parts';
import { Unpacking } from '../../../../nodes/IflytekInvoiceOcr/operations/read';
import type { Item } from '../../../../nodes/shared/items/item';

const item = () => ({}) as Item;
const pictures = (megabytes: number): Part[] => [
	{
		kind: 'picture',
		format: 'png',
		pages: [],
		bytes: { length: megabytes * 1024 * 1024 } as Buffer,
	},
];

it('files are taken apart one at a time, while the pictures that wait are few', async () => {
	const unpacking = new Unpacking();
	const [one, two, three] = [item(), item(), item()];
	const begun: string[] = [];
	const turn = (name: string, of: Item, megabytes: number) =>
		unpacking.inTurn(of, async () => {
			begun.push(name);
			return pictures(megabytes);
		});
	const turns = [turn('one', one, 8), turn('two', two, 8), turn('three', three, 60)];
	await turnOfLoop();
	expect(begun).toEqual(['one', 'two']);
	unpacking.release(two);
	await turns[2];
	expect(begun).toEqual(['one', 'two', 'three']);
});

it('a file that cannot be taken apart holds up no other', async () => {
	const unpacking = new Unpacking();
	const failing = unpacking.inTurn(item(), async () => await Promise.reject(new Error('damaged')));
	const next = unpacking.inTurn(item(), async () => pictures(1));
	await expect(failing).rejects.toThrow('damaged');
	expect(await next).toHaveLength(1);
});
