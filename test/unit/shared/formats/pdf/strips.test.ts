/** A page that a scanner's program cut into strips becomes one picture. */
import { jpeg, type Colour } from '../../../../emulator/fixtures/images';
import { CATALOG, pdfOf, stream } from '../../../../fixtures/pdf/objects';
import { look } from '../../../../fixtures/pdf';
import { scansOf } from '../../../../fixtures/pdf/scans';

const WIDTH = 40;
const colour = (x: number, y: number): Colour => [(x * 5) % 256, (y * 7) % 256, (x + y) % 256];

/** Rows of the picture as a JPEG of its own. */
const strip = (top: number, height: number, width = WIDTH) =>
	jpeg({ width, height, paint: (x, y) => colour(x, top + y) });

/** The level of each block in a JPEG of this repository's encoder, which has flat blocks only. */
function levelsOf(picture: Buffer): number[] {
	let at = 2;
	let interval = Infinity;
	for (; picture[at + 1] !== 0xda; at += 2 + picture.readUInt16BE(at + 2))
		if (picture[at + 1] === 0xdd) interval = picture.readUInt16BE(at + 4);
	at += 2 + picture.readUInt16BE(at + 2);
	const levels: number[] = [];
	let [held, count] = [0, 0];
	const take = (bits: number) => {
		let value = 0;
		for (let bit = 0; bit < bits; bit++) {
			if (count === 0) {
				[held, count] = [picture[at]!, 8];
				at += held === 0xff ? 2 : 1;
			}
			value = 2 * value + ((held >> --count) & 1);
		}
		return value;
	};
	const [height, width] = look(picture).split(' ')[0]!.split('x').reverse().map(Number) as [
		number,
		number,
	];
	const before = [0, 0, 0];
	for (let block = 0; block < Math.ceil(width / 8) * Math.ceil(height / 8); block++) {
		if (block > 0 && block % interval === 0) {
			count = 0;
			expect(picture.subarray(at, at + 2)).toEqual(
				Buffer.from([0xff, 0xd0 + ((block / interval - 1) % 8)]),
			);
			at += 2;
			before.fill(0);
		}
		for (const component of [0, 1, 2]) {
			const size = take(4);
			const bits = take(size);
			before[component]! += size === 0 || bits >> (size - 1) ? bits : bits - 2 ** size + 1;
			expect(take(1)).toBe(0);
			levels.push(before[component]!);
		}
	}
	expect(picture.subarray(at)).toEqual(Buffer.from([0xff, 0xd9]));
	return levels;
}

interface Placed {
	bytes: Buffer;
	/** of its lower left corner, and its size */
	x?: number;
	y: number;
	height: number;
}

const pdf = (placed: Placed[], more = '') =>
	pdfOf(
		CATALOG,
		'<< /Kids [3 0 R] /MediaBox [0 0 400 2000] >>',
		`<< /Contents 4 0 R ${more} /Resources << /XObject << ${placed.map((_, index) => `/Im${index} ${5 + index} 0 R`).join(' ')} >> >> >>`,
		stream(
			placed
				.map(
					({ x = 0, y, height }, index) =>
						`q ${10 * WIDTH} 0 0 ${10 * height} ${x} ${10 * y} cm /Im${index} Do Q`,
				)
				.join(' '),
		),
		...placed.map(({ bytes }) =>
			stream(
				bytes.toString('latin1'),
				`/Subtype /Image /Filter /DCTDecode /Length ${bytes.length}`,
			),
		),
	);

const whole = strip(0, 40);
const cut = [
	{ bytes: strip(0, 16), y: 24, height: 16 },
	{ bytes: strip(16, 16), y: 8, height: 16 },
	{ bytes: strip(32, 8), y: 0, height: 8 },
];

it('of equal height, the last one shorter', async () => {
	const [picture, ...others] = await scansOf(pdf(cut));
	expect([picture!.format, others]).toEqual(['jpg', []]);
	expect(look(picture!.bytes)).toBe('40x40 orientation 1');
	expect(levelsOf(picture!.bytes)).toEqual(levelsOf(whole));
});

it('drawn in any order, and places that are rounded', async () => {
	const [top, ...others] = cut;
	const shaken = [...others, { ...top!, y: top!.y + 0.05 }];
	const [picture] = await scansOf(pdf(shaken));
	expect(levelsOf(picture!.bytes)).toEqual(levelsOf(whole));
});

it('of a page that is turned', async () => {
	const [picture] = await scansOf(pdf(cut, '/Rotate 90'));
	expect(look(picture!.bytes)).toBe('40x40 orientation 6');
	expect(levelsOf(picture!.bytes)).toEqual(levelsOf(whole));
});

it('of which there are more than restart marks', async () => {
	const many = Array.from({ length: 20 }, (_, index) => ({
		bytes: strip(8 * index, 8),
		y: 8 * (19 - index),
		height: 8,
	}));
	const [picture] = await scansOf(pdf(many));
	expect(levelsOf(picture!.bytes)).toEqual(levelsOf(strip(0, 160)));
});

const [first, second, last] = cut as [Placed, Placed, Placed];
const withByte = (bytes: Buffer, marker: number, offset: number, value: number) => {
	const changed = Buffer.from(bytes);
	changed[bytes.indexOf(Buffer.from([0xff, marker])) + offset] = value;
	return changed;
};

it.each<[string, Placed[]]>([
	['with a gap between them', [{ ...first, y: 26 }, second, last]],
	['beside each other', [first, { ...second, x: 20 }, last]],
	['of which one lies over another', [first, { ...second, y: 10 }, last]],
	['of other heights', [last, first].map((one, index) => ({ ...one, y: 16 - 16 * index }))],
	['of another width', [first, { ...second, bytes: strip(16, 16, 32) }, last]],
	[
		'that are no whole blocks high',
		[
			{ ...first, bytes: strip(0, 15) },
			{ ...second, bytes: strip(15, 15) },
		],
	],
	['of other colors', [first, { ...second, bytes: withByte(second.bytes, 0xdb, 5, 9) }, last]],
	['of other codes', [first, { ...second, bytes: withByte(second.bytes, 0xc4, 24, 9) }, last]],
	[
		'that are packed by steps',
		cut.map((one) => ({ ...one, bytes: withByte(one.bytes, 0xc0, 1, 0xc2) })),
	],
	[
		'that are packed in several scans',
		cut.map((one) => ({ ...one, bytes: withByte(one.bytes, 0xda, 4, 1) })),
	],
	[
		'with marks between their data',
		[first, { ...second, bytes: withByte(second.bytes, 0xd9, 1, 0xd0) }, last],
	],
	['that break off', [first, { ...second, bytes: second.bytes.subarray(0, -2) }, last]],
	[
		'higher than a JPEG may be',
		Array.from({ length: 6 }, (_, index) => ({
			bytes: strip(0, 12000, 8),
			y: 8 * (5 - index),
			height: 8,
		})),
	],
])('are refused as what they are: %s', async (_what, placed) => {
	await expect(scansOf(pdf(placed))).rejects.toThrow(
		`page 1 is put together from ${placed.length} pictures`,
	);
});
