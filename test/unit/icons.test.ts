import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../icons');

describe.each(['iflytek', 'invoice', 'textCorrection', 'imageRecognition', 'aiCall'])(
	'icon %s',
	(name) => {
		const light = readFileSync(join(FOLDER, `${name}.svg`), 'utf8');
		const dark = readFileSync(join(FOLDER, `${name}.dark.svg`), 'utf8');

		it('has a light and a dark version of the same drawing', () => {
			expect(light).not.toBe(dark);
			const drawing = (svg: string) => svg.replace(/#[0-9a-f]{6}/g, '#');
			expect(drawing(light)).toBe(drawing(dark));
		});

		it('is square and holds nothing but shapes', () => {
			for (const svg of [light, dark]) {
				expect(svg).toContain('viewBox="0 0 48 48"');
				expect(svg.match(/<\w+/g)?.filter((tag) => !/^<(svg|g|path|circle)$/.test(tag))).toEqual(
					[],
				);
			}
		});

		it.each([
			['light', light, '#ffffff'],
			['dark', dark, '#2d2e2e'],
		])('stands out from a %s background', (_theme, svg, background) => {
			for (const [colour] of svg.matchAll(/#[0-9a-f]{6}/g)) {
				// 3:1 is what accessibility guidelines ask of graphics
				expect(contrast(colour, background)).toBeGreaterThan(3);
			}
		});
	},
);

function contrast(one: string, other: string): number {
	const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const part = parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
