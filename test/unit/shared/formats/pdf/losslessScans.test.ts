import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { zlibSync } from 'fflate';
import fc from 'fast-check';

import { scansOf } from '../../../../fixtures/pdf/scans';
import { CATALOG, pdfOf, stream } from '../../../../fixtures/pdf/objects';

/** A PDF of one page that shows a picture. */
const pdf = (dictionary: string, data: Uint8Array, page = '') =>
	pdfOf(
		CATALOG,
		'<< /Kids [3 0 R] >>',
		`<< /Contents 4 0 R ${page} /Resources << /XObject << /Im0 5 0 R >> >> >>`,
		stream('q 60 0 0 40 0 0 cm /Im0 Do Q'),
		stream(
			Buffer.from(data).toString('latin1'),
			`/Subtype /Image ${dictionary} /Length ${data.length}`,
		),
		'<< /Subtype /Widget /Rect [0 0 9 9] >>',
	);

/** A PNG by its chunks; its rows without their filters, which are none or the difference to the row above. */
function look(png: Buffer) {
	const chunks = new Map<string, Buffer>();
	for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
		const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
		chunks.set(png.toString('latin1', at + 4, at + 8), data);
	}
	const header = chunks.get('IHDR')!;
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const rows = inflateSync(chunks.get('IDAT')!);
	const size = rows.length / height;
	const bytes: number[][] = [];
	for (let row = 0; row < height; row++) {
		const [filter, ...values] = rows.subarray(row * size, (row + 1) * size);
		bytes.push(
			filter === 2 ? values.map((one, at) => (one + (bytes[row - 1]?.[at] ?? 0)) % 256) : values,
		);
		expect([0, 2]).toContain(filter);
	}
	return {
		width,
		height,
		depth: header[8],
		color: header[9],
		palette: chunks.get('PLTE')?.toString('hex'),
		bytes: bytes.flat(),
	};
}

async function picture(file: Buffer) {
	const [scanned] = await scansOf(file);
	expect(scanned!.format).toBe('png');
	return look(scanned!.bytes);
}

const SIZE = '/Width 3 /Height 2 /Filter /FlateDecode';
const GRAY = [1, 2, 3, 4, 5, 6];

it.each<[string, string, number[], object]>([
	[
		'gray',
		'/ColorSpace /DeviceGray /BitsPerComponent 8',
		GRAY,
		{ color: 0, depth: 8, bytes: GRAY },
	],
	[
		'colors of the device',
		'/ColorSpace /DeviceRGB /BitsPerComponent 8',
		[...GRAY, ...GRAY, ...GRAY],
		{ color: 2, depth: 8, bytes: [...GRAY, ...GRAY, ...GRAY] },
	],
	[
		'black and white',
		'/ColorSpace /DeviceGray /BitsPerComponent 1',
		[0b10100000, 0b01000000],
		{ color: 0, depth: 1, bytes: [0b10100000, 0b01000000] },
	],
	[
		'black and white as a mask',
		'/ImageMask true /Decode [1 0]',
		[0b10100000, 0b01000000],
		{ color: 0, depth: 1, bytes: [0b01011111, 0b10111111] },
	],
	[
		'a palette',
		'/ColorSpace [/Indexed /DeviceRGB 1 <ff00000000ff>] /BitsPerComponent 4',
		[0x01, 0x00, 0x10, 0x10],
		{ color: 3, depth: 4, palette: 'ff00000000ff', bytes: [0x01, 0x00, 0x10, 0x10] },
	],
	[
		'gray as it stands',
		'/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [0 1]',
		GRAY,
		{ color: 0, depth: 8, bytes: GRAY },
	],
	[
		'a palette as it stands',
		'/ColorSpace [/Indexed /DeviceRGB 1 <ff00000000ff>] /BitsPerComponent 4 /Decode [0 15]',
		[0x01, 0x00, 0x10, 0x10],
		{ color: 3, depth: 4, bytes: [0x01, 0x00, 0x10, 0x10] },
	],
	[
		'a palette counted from its end',
		'/ColorSpace [/Indexed /DeviceRGB 1 <ff00000000ff>] /BitsPerComponent 1 /Decode [1 0]',
		[0b10100000, 0b01000000],
		{ color: 3, depth: 1, bytes: [0b01011111, 0b10111111] },
	],
])('takes a picture of %s without loss', async (_what, dictionary, data, expected) => {
	const file = pdf(`${SIZE} ${dictionary}`, zlibSync(Uint8Array.from(data)));
	expect(await picture(file)).toMatchObject({ width: 3, height: 2, ...expected });
});

it('takes rows with the filters of PNG as they are', async () => {
	const rows = zlibSync(Uint8Array.of(0, 1, 2, 3, 2, 3, 3, 3));
	const dictionary = `${SIZE} /ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms << /Predictor 15 /Columns 3 >>`;
	const [scanned] = await scansOf(pdf(dictionary, rows));
	expect(scanned!.bytes.includes(Buffer.from(rows))).toBe(true);
	expect(look(scanned!.bytes).bytes).toEqual(GRAY);
});

it('takes rows with the filters of PNG as they look where their colors are inverted', async () => {
	const rows = zlibSync(Uint8Array.of(0, 0b10100000, 0, 0b01000000));
	const dictionary = `${SIZE} /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /DecodeParms << /Predictor 15 /Columns 3 /BitsPerComponent 1 >>`;
	expect((await picture(pdf(dictionary, rows))).bytes).toEqual([0b01011111, 0b10111111]);
});

it('takes what img2pdf makes of a PNG', async () => {
	const [scanned] = await scansOf(
		readFileSync(join(__dirname, '../../../../fixtures/pdf/img2pdf-png.pdf')),
	);
	expect(scanned!.format).toBe('png');
	expect(scanned!.bytes.readUInt32BE(16)).toBe(60);
});

it('shows a turned picture upright', async () => {
	const depths = fc.constantFrom(1, 8);
	const sides = fc.integer({ min: 1, max: 12 });
	await fc.assert(
		fc.asyncProperty(
			depths,
			sides,
			sides,
			fc.infiniteStream(fc.nat(255)),
			async (depth, width, height, random) => {
				const row = Math.ceil((width * depth) / 8);
				const rows = Buffer.from([...random.take(row * height)]);
				const dictionary = `/Width ${width} /Height ${height} /Filter /Fl /ColorSpace /DeviceGray /BitsPerComponent ${depth}`;
				const made = await picture(pdf(dictionary, zlibSync(rows), '/Rotate 90'));
				expect([made.width, made.height]).toEqual([height, width]);
				const pixel = (bytes: ArrayLike<number>, length: number, x: number, y: number) =>
					depth === 8
						? bytes[y * length + x]
						: (bytes[y * length + (x >> 3)]! >> (7 - (x % 8))) & 1;
				const length = Math.ceil((height * depth) / 8);
				for (let y = 0; y < height; y++) {
					for (let x = 0; x < width; x++) {
						expect(pixel(made.bytes, length, height - 1 - y, x)).toBe(pixel(rows, row, x, y));
					}
				}
			},
		),
	);
});

it.each([
	['CMYK', '/ColorSpace /DeviceCMYK /BitsPerComponent 8', 'holds a picture in CMYK'],
	['16 colors without names', '/ColorSpace /DeviceRGB /BitsPerComponent 4', 'a picture of 4 bits'],
	['too few rows', '/ColorSpace /DeviceRGB /BitsPerComponent 8', 'is cut off'],
	['transparency', '/SMask 9 0 R', 'a transparent picture'],
	['colors moved', '/ColorSpace /DeviceGray /Decode [0.2 1]', 'other colors than it stores'],
])('refuses a picture with %s', async (_what, dictionary, message) => {
	const file = pdf(`${SIZE} ${dictionary}`, zlibSync(Uint8Array.from(GRAY)));
	await expect(scansOf(file)).rejects.toThrow(message);
});

it.each([
	['/Width 0 /Height 2', 'a picture without a size'],
	['/Width 3 /Height 30000', 'a picture without a size'],
])('refuses a picture of %s', async (size, message) => {
	await expect(scansOf(pdf(size, Buffer.alloc(0)))).rejects.toThrow(message);
});

it('refuses a page with form fields on it', async () => {
	const dictionary = `${SIZE} /ColorSpace /DeviceGray /BitsPerComponent 8`;
	const file = pdf(dictionary, zlibSync(Uint8Array.from(GRAY)), '/Annots [6 0 R]');
	await expect(scansOf(file)).rejects.toThrow('has form fields or notes on it');
});
