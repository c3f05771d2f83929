import type { PdfFile } from './file';
import { type PdfDictionary, PdfName, type PdfValue } from './syntax';

/** Red, green and blue from 0 to 1; undefined where it is not known, as of a pattern. */
export type Color = readonly [red: number, green: number, blue: number] | undefined;

/** A color space: how a color's numbers are read, and the color before one is set. */
export interface Space {
	color(values: number[]): Color;
	first: Color;
	/** how many numbers a color has, where they are gray, red, green and blue, inks, or an index */
	components?: 1 | 3 | 4;
	/** whether there may be holes in what it fills */
	isPattern?: boolean;
	/** the colors of an index, in those of another space */
	palette?: { base: Space; bytes: Buffer };
}

const BLACK: Color = [0, 0, 0];
export const GRAY: Space = {
	color: ([gray = 0]) => [gray, gray, gray],
	first: BLACK,
	components: 1,
};
export const RGB: Space = {
	color: ([red = 0, green = 0, blue = 0]) => [red, green, blue],
	first: BLACK,
	components: 3,
};
export const CMYK: Space = {
	color: ([cyan = 0, magenta = 0, yellow = 0, black = 0]) => [
		(1 - cyan) * (1 - black),
		(1 - magenta) * (1 - black),
		(1 - yellow) * (1 - black),
	],
	first: BLACK,
	components: 4,
};
/** Inks of their own: only that there is none of them says what color that is. */
const INKS: Space = {
	color: (values) => (values.every((value) => value === 0) ? [1, 1, 1] : undefined),
	first: undefined,
};
const LAB: Space = {
	color: ([light = 0, a = 0, b = 0]) =>
		a === 0 && b === 0 ? GRAY.color([light / 100]) : undefined,
	first: BLACK,
};
const UNKNOWN: Space = { color: () => undefined, first: undefined };

const SPACES: ReadonlyMap<string, Space> = new Map<string, Space>([
	['DeviceGray', GRAY],
	['CalGray', GRAY],
	['G', GRAY],
	['DeviceRGB', RGB],
	['CalRGB', RGB],
	['RGB', RGB],
	['DeviceCMYK', CMYK],
	['CMYK', CMYK],
	['Separation', INKS],
	['DeviceN', INKS],
	['Pattern', { ...UNKNOWN, isPattern: true }],
	['Lab', LAB],
]);
/** A space may be made of another one. */
const MAX_DEPTH = 4;

/** A color space that a file names or describes (ISO 32000-1, 8.6). */
export async function spaceOf(
	file: PdfFile,
	resources: PdfDictionary,
	value: PdfValue | undefined,
	depth = 0,
): Promise<Space> {
	const named = value instanceof PdfName ? value.name : undefined;
	const known = named === undefined ? undefined : SPACES.get(named);
	if (known !== undefined || depth === MAX_DEPTH) return known ?? UNKNOWN;
	const given =
		named === undefined ? value : file.dictionary(resources.get('ColorSpace')).get(named);
	const [kind, base, , lookup] = file.array(given);
	const name = file.name(given) ?? file.name(kind) ?? '';
	if (name === 'ICCBased') {
		const components = file.number(file.dictionary(base).get('N'));
		return [GRAY, RGB, CMYK].find((one) => one.components === components) ?? UNKNOWN;
	}
	if (name !== 'Indexed') return SPACES.get(name) ?? UNKNOWN;
	const inner = await spaceOf(file, resources, base, depth + 1);
	const text = file.resolve(lookup);
	const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : await file.stream(lookup);
	const { components: count } = inner;
	if (bytes === undefined || inner.palette !== undefined || count === undefined) return UNKNOWN;
	const color = ([index = 0]: number[]) =>
		inner.color([...bytes.subarray(index * count, (index + 1) * count)].map((one) => one / 255));
	return { color, first: color([0]), components: 1, palette: { base: inner, bytes } };
}
