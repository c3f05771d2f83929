import { inflateSync } from 'node:zlib';
import { bmp, foreignFiles, jpeg, png, tiff } from './fixtures/images';
import { invoiceJpeg, invoicePng } from './fixtures/invoiceImages';
import { labelledJpeg, labelledPng } from './fixtures/labelled';
import { amountInWords, sampleInvoice, taxpayerId, yuan } from './fixtures/sampleInvoice';
import { formatOf, noteIn, sizeOf } from './images/inspect';

describe('images', () => {
	const paint = (x: number, y: number): [number, number, number] => [x, y, 99];
	const shape = { width: 20, height: 10, paint };

	it.each([
		['png', png],
		['jpg', jpeg],
		['bmp', bmp],
	] as const)('%s says its format, size and note', (format, make) => {
		const image = make({ ...shape, keyword: 'test', note: '发票 "1" 😀' });
		expect(formatOf(image)).toBe(format);
		expect(sizeOf(image)).toEqual({ width: 20, height: 10 });
		expect(noteIn(image, 'test')).toBe('发票 "1" 😀');
		expect(noteIn(image, 'other')).toBeNull();
		expect(noteIn(make(shape), 'test')).toBeNull();
	});

	it.each([
		['png', png],
		['jpg', jpeg],
		['bmp', bmp],
	] as const)('%s is filled up to the size asked for', (_, make) => {
		for (const padTo of [100_000, 2_900_000]) {
			const image = make({ ...shape, keyword: 'test', note: 'x', padTo });
			expect(image.length).toBe(padTo);
			expect(noteIn(image, 'test')).toBe('x');
		}
	});

	it('carries a note longer than one JPEG segment', () => {
		const note = '长'.repeat(100_000);
		expect(noteIn(jpeg({ ...shape, keyword: 'test', note }), 'test')).toBe(note);
	});

	it('reads a Latin-1 tEXt chunk too', () => {
		const image = png({ ...shape, keyword: 'test', note: 'abc' });
		const at = image.indexOf('iTXt', 0, 'latin1');
		image.write('tEXt', at, 'latin1');
		expect(noteIn(image, 'test')).toBe('\0\0\0\0abc');
	});

	it('draws the pixels asked for', () => {
		const image = png(shape);
		const at = image.indexOf('IDAT', 0, 'latin1');
		const rows = inflateSync(image.subarray(at + 4, at + 4 + image.readUInt32BE(at - 4)));
		expect([...rows.subarray(61 * 3, 61 * 3 + 7)]).toEqual([0, 0, 3, 99, 1, 3, 99]);
	});

	it('tells other files apart', () => {
		expect(formatOf(tiff())).toBe('tif');
		expect(formatOf(foreignFiles.gif)).toBe('gif');
		for (const name of ['webp', 'heic', 'pdf', 'zip', 'text'] as const) {
			expect([name, formatOf(foreignFiles[name])]).toEqual([name, null]);
		}
		expect(formatOf(Buffer.alloc(0))).toBeNull();
	});

	it('survives damaged files', () => {
		const image = png({ ...shape, keyword: 'test', note: 'x' });
		for (let length = 0; length < image.length; length++) {
			const part = image.subarray(0, length);
			expect(() => [noteIn(part, 'test'), sizeOf(part)]).not.toThrow();
		}
		const photo = jpeg({ ...shape, keyword: 'test', note: 'x' });
		for (let length = 0; length < photo.length; length++) {
			const part = photo.subarray(0, length);
			expect(() => [noteIn(part, 'test'), sizeOf(part)]).not.toThrow();
		}
	});

	it('are the same for the same input', () => {
		expect(labelledPng(3)).toEqual(labelledPng(3));
		expect(labelledJpeg(3)).not.toEqual(labelledJpeg(4));
		const { truth } = sampleInvoice();
		expect(invoicePng(truth)).toEqual(invoicePng(truth));
		expect(formatOf(invoiceJpeg(truth))).toBe('jpg');
	});
});

describe('sample invoice', () => {
	it('adds up, line by line and in total', () => {
		for (let seed = 0; seed < 50; seed++) {
			const sample = sampleInvoice({ seed, lines: 1 + (seed % 6), discount: seed % 2 === 0 });
			const sum = (of: 'amount' | 'tax'): number =>
				sample.lines.reduce((total, line) => total + line[of], 0);
			expect([sum('amount'), sum('tax')]).toEqual([sample.amount, sample.tax]);
			expect(sample.amount + sample.tax).toBe(sample.total);
			for (const { amount, rate, tax } of sample.lines) {
				expect(Math.abs((amount * rate) / 100 - tax)).toBeLessThanOrEqual(0.5);
			}
			const { fields } = sample.truth;
			expect(fields?.['vat-invoice-total-cover-tax-digits']).toBe(`¥${yuan(sample.total)}`);
			expect(fields?.['vat-invoice-total-cover-tax']).toBe(amountInWords(sample.total));
			expect(sample.code).toMatch(/^\d{10}$/);
			expect(sample.number).toMatch(/^\d{8}$/);
		}
	});

	it('writes each column in as many rows as the goods have', () => {
		const { truth } = sampleInvoice({ seed: 4, lines: 3, discount: true, wrapped: true });
		const rows = (key: 'vat-invoice-goods-list' | 'vat-invoice-tax-list' | 'unit-price'): number =>
			(truth.fields?.[key] as string[]).length;
		expect([
			rows('vat-invoice-goods-list'),
			rows('vat-invoice-tax-list'),
			rows('unit-price'),
		]).toEqual([5, 5, 5]);
	});

	it('is the same for the same seed', () => {
		expect(sampleInvoice({ seed: 8 })).toEqual(sampleInvoice({ seed: 8 }));
		expect(sampleInvoice({ seed: 8 })).not.toEqual(sampleInvoice({ seed: 9 }));
	});

	it.each([
		[0, '零圆整'],
		[5, '伍分'],
		[50, '伍角整'],
		[100, '壹圆整'],
		[105, '壹圆零伍分'],
		[110, '壹圆壹角整'],
		[1000, '壹拾圆整'],
		[10_203, '壹佰零贰圆零叁分'],
		[100_500, '壹仟零伍圆整'],
		[1_000_000, '壹万圆整'],
		[1_000_100, '壹万零壹圆整'],
		[1_050_000, '壹万零伍佰圆整'],
		[12_345_678, '壹拾贰万叁仟肆佰伍拾陆圆柒角捌分'],
		[100_000_000, '壹佰万圆整'],
		[1_234_567_890, '壹仟贰佰叁拾肆万伍仟陆佰柒拾捌圆玖角整'],
	])('writes %d fen as %s', (fen, words) => {
		expect(amountInWords(fen)).toBe(words);
	});

	it('gives taxpayer ids a right check character', () => {
		// The standard's own example of a complete code.
		expect(taxpayerId('91350100M000100Y4')).toBe('91350100M000100Y43');
	});

	it.each([
		[0, '0.00'],
		[7, '0.07'],
		[-150, '-1.50'],
		[123_456, '1234.56'],
	])('writes %d fen as %s yuan', (fen, text) => {
		expect(yuan(fen)).toBe(text);
	});
});
