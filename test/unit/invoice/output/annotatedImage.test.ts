import fc from 'fast-check';

import {
	annotatedPage,
	pixelSize,
} from '../../../../nodes/IflytekInvoiceOcr/output/annotatedImage';
import { plainJpeg, plainPng } from '../../../emulator/fixtures/labelled';
import { bmp, png } from '../../../emulator/fixtures/images';
import { decode, OPTIONS, readFields, TODAY } from '../read';
import { runs } from '../../../support/fullSize';
import { analyzeInvoice } from '../../../../nodes/IflytekInvoiceOcr/output/analysis';

const PICTURE = png({ width: 1200, height: 760, paint: () => [250, 250, 250] });

function overlayOf(fields: Parameters<typeof readFields>[0], title = 'invoice.png'): string {
	const picture = { bytes: PICTURE, mimeType: 'image/png', title };
	return annotatedPage(picture, [readFields(fields)], 'english');
}

const FIELDS = {
	invoiceCode: '0340021130',
	invoiceNumber: '00000017',
	sellerName: [{ text: '乙有限公司', score: 0.5 }],
	goodsNames: ['*餐饮服务*餐饮费', '*谷物*大米'],
	totalAmount: '100.00',
};

describe('the overlay', () => {
	it('holds the picture, and every field with box, name, value and confidence', () => {
		const page = overlayOf(FIELDS);
		expect(page).toContain(`src="data:image/png;base64,${PICTURE.toString('base64')}"`);
		expect(page).toContain('<svg viewBox="0 0 1200 760"');
		expect(page).toMatch(/points="950,32 [^"]+"><title>00000017 \(\d+%\)<\/title>/);
		expect(page).toMatch(/>invoice number: 00000017 9\d%<\/text>/);
		expect(page.match(/<polygon /g)).toHaveLength(6);
		expect(page).not.toContain('check code');
	});

	it('marks doubtful fields, and no others', () => {
		const page = overlayOf(FIELDS);
		expect(page).toMatch(
			/<g class="doubtful"><a href="#sellerName">.*?\? seller&#39;s name: 乙有限公司 50%/,
		);
		expect(page).toContain('<tr id="sellerName" class="doubtful">');
		expect(page).toContain('<g><a href="#totalAmount">');
		expect(page).toContain('<tr id="totalAmount">');
	});

	it('lists line items and checks', () => {
		const page = overlayOf(FIELDS);
		expect(page).toContain('<caption>Line items</caption>');
		expect(page).toContain('<td>Main fields are readable</td><td>failed</td>');
	});

	it('names fields as chosen', () => {
		const picture = { bytes: PICTURE, mimeType: 'image/png', title: 't' };
		expect(annotatedPage(picture, [readFields(FIELDS)], 'chinese')).toContain(
			'>发票号码: 00000017',
		);
	});

	it('runs nothing that was recognised or that a file is called', () => {
		const texts = [
			'<script>alert(1)</script>',
			'"><img src=x onerror=alert(1)>',
			"'&lt;</title><svg onload=x>",
		];
		for (const text of texts) {
			const page = overlayOf({ sellerName: text, goodsNames: [text] }, text);
			expect(tagsOf(page)).toEqual(tagsOf(overlayOf({ sellerName: 'x', goodsNames: ['x'] }, 'x')));
		}
	});

	it('keeps its elements whatever is recognised', () => {
		const harmless = tagsOf(overlayOf({ sellerName: 'x' }));
		const nasty = fc.array(
			fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', '=', '\0', '-->', ']]>', '`', '{'),
			{ minLength: 1 },
		);
		fc.assert(
			fc.property(nasty, (parts) => {
				const text = `x${parts.join('')}`;
				expect(tagsOf(overlayOf({ sellerName: text }))).toEqual(harmless);
			}),
			{ numRuns: runs(200) },
		);
	});

	it('forbids scripts and anything from elsewhere', () => {
		const page = overlayOf(FIELDS);
		expect(page).toContain(
			`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`,
		);
		expect(page).not.toMatch(/<script|https?:\/\/| on\w+=/);
	});

	it('falls back to the size of the picture when the service gives none', () => {
		const given = readFields(FIELDS);
		const read = { ...given, invoice: { ...given.invoice, width: 0, height: 0 } };
		const bytes = plainPng(1, { width: 300, height: 200 });
		const page = annotatedPage({ bytes, mimeType: 'image/png', title: 't' }, [read], 'english');
		const size = pixelSize(bytes);
		expect(page).toContain(`<svg viewBox="0 0 ${size?.width} ${size?.height}"`);
	});

	it('shows the picture as stored when boxes are counted in it so', () => {
		expect(overlayOf(FIELDS)).toContain('style="image-orientation:none"');
	});

	it('lets the picture turn as its camera meant it where boxes are counted in the turned one', () => {
		const given = readFields(FIELDS);
		const { width, height } = { width: 300, height: 200 };
		const turned = { ...given, invoice: { ...given.invoice, width: height, height: width } };
		const bytes = plainPng(1, { width, height });
		const page = annotatedPage({ bytes, mimeType: 'image/png', title: 't' }, [turned], 'english');
		expect(page).not.toContain('image-orientation');
	});
});

describe('the page of a small invoice', () => {
	const position = (x: number, y: number, width: number, height: number, slant = 0) => ({
		tl_point: { x, y },
		tr_point: { x: x + width, y: y + slant },
		br_point: { x: x + width, y: y + slant + height },
		bl_point: { x, y: y + height },
	});
	const block = (key: string, value: string, place: object, lines: unknown[] = []) => ({
		key,
		value,
		ocr_flag: 1,
		position: place,
		text_sent_list: lines,
	});
	const NUMBER_PLACE = position(800, 30, 100, 20);
	const BLOCKS = [
		block('vat-invoice-haoma', '00000017', NUMBER_PLACE, [
			{ text: '00000017', score: 0.994, position: NUMBER_PLACE },
		]),
		block('vat-invoice-seller-name', '乙\n有限公司', position(100, 500, 200, 20, 20)),
		block('vat-invoice-total', '1O0', position(420, 400, 80.04, 40)),
		block('vat-invoice-payer-name', '甲'.repeat(25), position(419, 450, 80, 20)),
		block('vat-invoice-goods-list', '*谷物*大米', position(50, 200, 150, 20), [
			{ text: '*谷物*大米', score: 0.5, position: position(50, 200, 150, 20) },
			{ text: '小计', score: 0.9 },
		]),
		block('check-code', '123', {}),
	];

	function pageOf(blocks: unknown[], size: object = { width: 1000, height: 600 }): string {
		const document = { object_list: [{ ...size, region_list: [{ text_block_list: blocks }] }] };
		const read = analyzeInvoice(decode(document)[0], OPTIONS, TODAY);
		const picture = { bytes: Buffer.from('x'), mimeType: 'image/png', title: 'a <b>\u0007\n' };
		return annotatedPage(picture, [read], 'english');
	}

	it('has the boxes and captions where they belong', () => {
		const [, figure] = /<figure>(.*)<\/figure>/s.exec(pageOf(BLOCKS))!;
		expect(figure!.split(/(?<=<\/g>)/)).toEqual([
			'<img alt="Recognized picture" src="data:image/png;base64,eA=="><svg viewBox="0 0 1000 600" preserveAspectRatio="none">' +
				'<g class="doubtful"><a href="#goodsNames"><polygon points="50,200 200,200 200,220 50,220"><title>*谷物*大米 (50%)</title></polygon><text transform="translate(50,198) rotate(0)" font-size="7.5">? goods names 50%</text></a></g>',
			'<g class="doubtful"><a href="#invoiceNumber"><polygon points="800,30 900,30 900,50 800,50"><title>00000017 (99%)</title></polygon><text transform="translate(800,28) rotate(0)" font-size="7.5">? invoice number: 00000017 99%</text></a></g>',
			`<g><a href="#buyerName"><polygon points="419,450 499,450 499,470 419,470"><title>${'甲'.repeat(25)}</title></polygon><text transform="translate(504,463.5) rotate(0)" font-size="10">buyer&#39;s name: ${'甲'.repeat(23)}…</text></a></g>`,
			'<g><a href="#sellerName"><polygon points="100,500 300,520 300,540 100,520"><title>乙\n有限公司</title></polygon><text transform="translate(305,533.5) rotate(5.7)" font-size="10">seller&#39;s name: 乙 有限公司</text></a></g>',
			'<g class="doubtful"><a href="#totalAmount"><polygon points="420,400 500,400 500,440 420,440"><title>1O0</title></polygon><text transform="translate(420,398) rotate(0)" font-size="7.5">? total amount: 1O0</text></a></g>',
			'</svg>',
		]);
	});

	it('has its tables, with what is doubtful marked', () => {
		const [, ...tables] = pageOf(BLOCKS).split(/(?=<table>)|(?=\n<\/section>)/);
		expect(tables[0]).toBe(
			'<table><caption>Fields</caption><tr><th>Field</th><th>Text</th><th>Confidence</th></tr>' +
				'<tr id="checkCode" class="doubtful"><td>check code</td><td>123</td><td></td></tr>' +
				'<tr id="goodsNames" class="doubtful"><td>goods names</td><td>*谷物*大米</td><td>50%</td></tr>' +
				'<tr id="invoiceNumber" class="doubtful"><td>invoice number</td><td>00000017</td><td>99%</td></tr>' +
				`<tr id="buyerName"><td>buyer&#39;s name</td><td>${'甲'.repeat(25)}</td><td></td></tr>` +
				'<tr id="sellerName"><td>seller&#39;s name</td><td>乙\n有限公司</td><td></td></tr>' +
				'<tr id="totalAmount" class="doubtful"><td>total amount</td><td>1O0</td><td></td></tr></table>\n',
		);
		expect(tables[1]).toBe(
			'<table><caption>Line items</caption><tr><th>Line</th><th>Name</th><th>Unit price</th><th>Amount</th><th>Tax rate</th><th>Tax</th></tr>' +
				'<tr class="doubtful"><td>1</td><td></td><td></td><td></td><td></td><td></td></tr></table>\n',
		);
		expect(tables[2]).toMatch(
			/^<table><caption>Checks<\/caption><tr><th>Check<\/th><th>Result<\/th><th>Expected<\/th><th>Found<\/th><\/tr><tr class="doubtful"><td>Main fields are readable<\/td><td>failed<\/td><td>[^<]+<\/td><td>no issue date; no total tax; total amount &quot;1O0&quot;; no total with tax<\/td><\/tr>/,
		);
		expect(tables[2]).toContain(
			'<tr><td>Invoice code has a valid length</td><td>not checked</td><td></td><td></td></tr>',
		);
	});

	it('has a title without control characters, and no empty table', () => {
		expect(pageOf(BLOCKS)).toContain('<title>a &lt;b&gt; \n</title>\n<style>body{');
		const page = pageOf([block('check-code', '123', {})]);
		expect(page).not.toContain('<caption>Line items');
		expect(page).toContain('<svg viewBox="0 0 1000 600" preserveAspectRatio="none"></svg>');
	});

	it('shows a picture turned where boxes are not counted in it as stored', () => {
		expect(pageOf(BLOCKS)).not.toContain('image-orientation');
		const paint = () => [0, 0, 0] as [number, number, number];
		const turned = png({ width: 760, height: 1200, paint });
		for (const bytes of [turned, png({ width: 1200, height: 7, paint })]) {
			const picture = { bytes, mimeType: 'image/png', title: '' };
			expect(annotatedPage(picture, [readFields(FIELDS)], 'english')).not.toContain(
				'image-orientation',
			);
			expect(annotatedPage(picture, [], 'english')).not.toContain('image-orientation');
		}
	});

	it('draws without any size, and several invoices upon each other', () => {
		expect(pageOf(BLOCKS, {})).toContain('<svg viewBox="0 0 1 1"');
		const read = readFields(FIELDS);
		const picture = { bytes: PICTURE, mimeType: 'image/png', title: '' };
		const page = annotatedPage(picture, [read, read], 'english');
		expect(page.match(/<svg /g)).toHaveLength(2);
		expect(page.match(/<\/svg><svg /g)).toHaveLength(1);
		expect(page.match(/<caption>Fields/g)).toHaveLength(2);
	});
});

describe('the size of a picture', () => {
	const paint = () => [0, 0, 0] as [number, number, number];

	it('is read from PNG, BMP and JPG', () => {
		expect(pixelSize(png({ width: 31, height: 17, paint }))).toEqual({ width: 31, height: 17 });
		expect(pixelSize(bmp({ width: 31, height: 17, paint }))).toEqual({ width: 31, height: 17 });
		expect(pixelSize(plainJpeg(1))).toEqual({ width: 96, height: 64 });
	});

	const header = (length: number, values: Record<number, number>) => {
		const bytes = Buffer.alloc(length);
		for (const [at, value] of Object.entries(values)) bytes[Number(at)] = value;
		return bytes;
	};
	const BMP = { 0: 0x42, 1: 0x4d, 18: 5, 19: 1, 22: 7 };
	const PNG = { 1: 0x50, 2: 0x4e, 3: 0x47, 18: 1, 19: 5, 23: 7 };
	/** a segment of two bytes in front of a frame of this kind, 263 by 517 */
	const jpeg = (marker: number) =>
		Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, marker, 0, 8, 8, 2, 5, 1, 7]);

	it('is read from the shortest headers', () => {
		expect(pixelSize(header(26, BMP))).toEqual({ width: 261, height: 7 });
		expect(pixelSize(header(25, BMP))).toBeNull();
		const topDown = { ...BMP, 22: 0xf9, 23: 0xff, 24: 0xff, 25: 0xff };
		expect(pixelSize(header(26, topDown))).toEqual({ width: 261, height: 7 });
		expect(pixelSize(header(24, PNG))).toEqual({ width: 261, height: 7 });
		expect(pixelSize(header(23, PNG))).toBeNull();
		for (const at of [1, 2, 3]) expect(pixelSize(header(24, { ...PNG, [at]: 1 }))).toBeNull();
		for (const at of [0, 1]) expect(pixelSize(header(26, { ...BMP, [at]: 1 }))).toBeNull();
	});

	it('is read from the first frame of a JPG, whatever its kind', () => {
		for (let marker = 0xbf; marker <= 0xd0; marker++) {
			const isFrame = ![0xbf, 0xc4, 0xc8, 0xcc, 0xd0].includes(marker);
			expect(pixelSize(jpeg(marker))).toEqual(isFrame ? { width: 263, height: 517 } : null);
		}
		expect(pixelSize(jpeg(0xc0).subarray(0, 16))).toBeNull();
		const broken = jpeg(0xc0);
		broken[8] = 0;
		expect(pixelSize(broken)).toBeNull();
		expect(pixelSize(Buffer.from([0xff, 0xd8]))).toBeNull();
		expect(pixelSize(Buffer.from([0xff, 0xd9, ...jpeg(0xc0).subarray(2)]))).toBeNull();
	});

	it('is unknown for a file that breaks off', () => {
		const files = [
			png({ width: 3, height: 3, paint }),
			plainJpeg(1),
			bmp({ width: 3, height: 3, paint }),
		];
		for (const file of files) {
			for (const end of [0, 1, 3, 10, 20]) expect(pixelSize(file.subarray(0, end))).toBeNull();
		}
	});
});

/** Names of the elements of a page, in order. */
function tagsOf(page: string): string[] {
	return [...page.matchAll(/<\/?[a-z]+/gi)].map(([tag]) => tag);
}
