import { zlibSync } from 'fflate';
import fc from 'fast-check';

import { PdfFile } from '../../../../../nodes/shared/formats/pdf/file';
import { PdfReference } from '../../../../../nodes/shared/formats/pdf/syntax';

/** What comes out of a stream of these bytes with this dictionary. */
async function unpacked(bytes: Uint8Array, dictionary: string): Promise<Buffer | undefined> {
	const file = Buffer.concat([
		Buffer.from(`%PDF-1.4\n1 0 obj << ${dictionary} /Length ${bytes.length} >> stream\n`),
		bytes,
		Buffer.from('\nendstream endobj\n'),
	]);
	return await (await PdfFile.open(file)).stream(new PdfReference(1));
}

const text = (value: string) => Buffer.from(value, 'latin1');

it.each<[string, Uint8Array, string, string]>([
	['ASCIIHexDecode', text('48 65\n6C6c 7>tail'), '/Filter /ASCIIHexDecode', 'Hellp'],
	['ASCII85Decode', text('87cURD_*#4DfTZ)z!!~>'), '/Filter /A85', 'Hello, World\0\0\0\0\0'],
	[
		'two filters',
		text(Buffer.from(zlibSync(text('packed'))).toString('hex')),
		'/Filter [/AHx /Fl]',
		'packed',
	],
])('undoes %s', async (_name, bytes, dictionary, expected) => {
	expect((await unpacked(bytes, dictionary))?.toString('latin1')).toBe(expected);
});

/** Filters rows as PNG does, by another reading of its specification. */
function filtered(rows: number[][], kinds: number[], pixel: number): Buffer {
	return Buffer.from(
		rows.flatMap((row, index) => [
			kinds[index]!,
			...row.map((byte, at) => {
				const left = row[at - pixel] ?? 0;
				const up = rows[index - 1]?.[at] ?? 0;
				const corner = rows[index - 1]?.[at - pixel] ?? 0;
				const near = [left, up, corner].sort(
					(a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
				)[0]!;
				const guess = [0, left, up, Math.floor((left + up) / 2), near][kinds[index]!]!;
				return (byte - guess + 256) % 256;
			}),
		]),
	);
}

it('undoes the predictors of PNG', async () => {
	// of few values, two neighbors are often equally near to what Paeth expects
	const image = fc.constantFrom(255, 3).chain((most) =>
		fc.record({
			rows: fc.array(fc.array(fc.nat(most), { minLength: 6, maxLength: 6 }), {
				minLength: 1,
				maxLength: 16,
			}),
			kinds: fc.array(fc.nat(4), { minLength: 16, maxLength: 16 }),
		}),
	);
	await fc.assert(
		fc.asyncProperty(image, async ({ rows, kinds }) => {
			const packed = zlibSync(filtered(rows, kinds, 3));
			const parameters = '/DecodeParms << /Predictor 15 /Colors 3 /Columns 2 >>';
			const made = await unpacked(packed, `/Filter /FlateDecode ${parameters}`);
			expect([...made!]).toEqual(rows.flat());
		}),
	);
});

it('undoes the predictor of TIFF', async () => {
	const packed = zlibSync(Uint8Array.of(10, 5, 250, 1, 1, 1));
	const made = await unpacked(packed, '/Filter /Fl /DecodeParms << /Predictor 2 /Columns 3 >>');
	expect([...made!]).toEqual([10, 15, 9, 1, 2, 3]);
});

it('refuses a row wider than the data', async () => {
	const dictionary = '/Filter /Fl /DecodeParms << /Predictor 12 /Columns 99 >>';
	await expect(unpacked(zlibSync(text('a')), dictionary)).rejects.toThrow('is damaged');
});

it('refuses what unpacks to more than 20 MB', async () => {
	const bomb = zlibSync(Buffer.alloc(21 * 1024 * 1024));
	await expect(unpacked(bomb, '/Filter /Fl')).rejects.toThrow('more than 20 MB');
	const zeros = Buffer.alloc(12_000_000, 'z');
	await expect(unpacked(zeros, '/Filter /A85')).rejects.toThrow('more than 20 MB');
});

it.each([['z'], ['! ']])('undoes ASCII85 without a text of all of it (%j)', async (digits) => {
	const spread = jest.spyOn(String.prototype, 'replace');
	await unpacked(Buffer.alloc(2_000_000, digits), '/Filter /A85');
	// a text of single signs that are put together takes many times its place
	expect(spread.mock.contexts.some(({ length }: string) => length > 1e6)).toBe(false);
	spread.mockRestore();
});
