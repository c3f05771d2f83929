import type { PdfFile } from './file';
import { type PdfDictionary, PdfName, type PdfValue } from './syntax';

/** Red, green and blue from 0 to 1; undefined where unknown, as of a pattern. */
export type Color = readonly [red: number, green: number, blue: number] | undefined;

export interface Space {
	/** the color of these numbers; of none, the initial color */
	color(values: number[]): Color;
	/** how many numbers a color has: gray or an index, RGB, CMYK; undefined for others */
	components?: 1 | 3 | 4;
	/** whether there may be holes in what it fills */
	isPattern?: boolean;
	/** the color of each index */
	palette?: Color[];
}

export const GRAY: Space = { color: ([gray = 0]) => [gray, gray, gray], components: 1 };
export const RGB: Space = {
	color: ([red = 0, green = 0, blue = 0]) => [red, green, blue],
	components: 3,
};
export const CMYK: Space = {
	color: ([cyan = 1, magenta = 1, yellow = 1, black = 0]) => [
		(1 - cyan) * (1 - black),
		(1 - magenta) * (1 - black),
		(1 - yellow) * (1 - black),
	],
	components: 4,
};
/** Special inks, of unknown colors; no ink at all is white. */
const INKS: Space = {
	color: (values) => (values.length > 0 && !values.some(Boolean) ? [1, 1, 1] : undefined),
};
const UNKNOWN: Space = { color: () => undefined, isPattern: true };

const SPACES: ReadonlyMap<string, Space> = new Map<string, Space>([
	['DeviceGray', GRAY],
	['CalGray', GRAY],
	['DeviceRGB', RGB],
	['CalRGB', RGB],
	['DeviceCMYK', CMYK],
	['Separation', INKS],
	['DeviceN', INKS],
]);
/** A space may be made of another one. */
const MAX_DEPTH = 4;
const MAX_COLORS = 256;

/** A color space that a file names or describes (ISO 32000-1, 8.6); patterns and Lab are unknown. */
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
	const { components: count = Infinity } = inner;
	const length = Math.min(MAX_COLORS, Math.floor((bytes?.length ?? 0) / count));
	if (bytes === undefined || inner.palette !== undefined || length === 0) return UNKNOWN;
	const palette = Array.from({ length }, (_, at) =>
		inner.color([...bytes.subarray(at * count, (at + 1) * count)].map((one) => one / 255)),
	);
	return { color: ([index = 0]) => palette[index], components: 1, palette };
}
