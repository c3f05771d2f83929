import { pictureSize } from '../../../../nodes/shared/files/imageFormat';

describe('the size of a picture', () => {
	const header = (length: number, values: Record<number, number>) => {
		const bytes = Buffer.alloc(length);
		for (const [at, value] of Object.entries(values)) bytes[Number(at)] = value;
		return bytes;
	};
	const BMP = { 0: 0x42, 1: 0x4d, 18: 5, 19: 1, 22: 7 };
	const PNG = {
		...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
		...{ 18: 1, 19: 5, 23: 7 },
	};
	/** a segment of two bytes in front of a frame of this kind, 263 by 517 */
	const jpeg = (marker: number) =>
		Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, marker, 0, 8, 8, 2, 5, 1, 7]);

	it('is read from the shortest headers', () => {
		expect(pictureSize(header(26, BMP))).toEqual({ width: 261, height: 7 });
		expect(pictureSize(header(25, BMP))).toBeUndefined();
		const topDown = { ...BMP, 22: 0xf9, 23: 0xff, 24: 0xff, 25: 0xff };
		expect(pictureSize(header(26, topDown))).toEqual({ width: 261, height: 7 });
		expect(pictureSize(header(24, PNG))).toEqual({ width: 261, height: 7 });
		expect(pictureSize(header(23, PNG))).toBeUndefined();
		for (const at of [1, 2, 3])
			expect(pictureSize(header(24, { ...PNG, [at]: 1 }))).toBeUndefined();
		for (const at of [0, 1]) expect(pictureSize(header(26, { ...BMP, [at]: 1 }))).toBeUndefined();
	});

	it('is read from the first frame of a JPG, whatever its kind', () => {
		for (let marker = 0xbf; marker <= 0xd0; marker++) {
			const isFrame = ![0xbf, 0xc4, 0xc8, 0xcc, 0xd0].includes(marker);
			expect(pictureSize(jpeg(marker))).toEqual(isFrame ? { width: 263, height: 517 } : undefined);
		}
		expect(pictureSize(jpeg(0xc0).subarray(0, 16))).toBeUndefined();
		const broken = jpeg(0xc0);
		broken[8] = 0;
		expect(pictureSize(broken)).toBeUndefined();
		expect(pictureSize(Buffer.from([0xff, 0xd8]))).toBeUndefined();
		expect(pictureSize(Buffer.from([0xff, 0xd9, ...jpeg(0xc0).subarray(2)]))).toBeUndefined();
	});
});
