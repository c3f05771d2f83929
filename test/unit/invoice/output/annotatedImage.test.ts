import fc from 'fast-check';

import type { FieldNaming } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { annotatedPage } from '../../../../nodes/IflytekInvoiceOcr/output/annotatedImage';
import { png } from '../../../emulator/fixtures/images';
import { runs } from '../../../support/fullSize';
import { read as readDocument, readFields } from '../read';

const blank = (width: number, height: number) =>
	png({ width, height, paint: () => [250, 250, 250] });
const PICTURE = blank(1200, 760);

const FIELDS = {
	invoiceCode: '0340021130',
	invoiceNumber: '00000017',
	sellerName: [{ text: '乙有限公司', score: 0.5 }],
	goodsNames: ['*餐饮服务*餐饮费', '*谷物*大米'],
	totalAmount: '100.00',
};

/** The page of a picture of which this was read. */
const pageOf = (
	read = [readFields(FIELDS)],
	{ bytes = PICTURE, title = 'invoice.png' } = {},
	naming: FieldNaming = 'english',
) => annotatedPage({ bytes, mimeType: 'image/png', title }, read, naming);

describe('the overlay', () => {
	it('names fields as chosen', () => {
		expect(pageOf(undefined, {}, 'chinese')).toContain('>发票号码: 00000017');
	});

	it('keeps its elements whatever is recognised, and whatever the file is called', () => {
		const tagsOf = (text: string) => {
			const page = pageOf([readFields({ sellerName: text, goodsNames: [text] })], { title: text });
			return [...page.matchAll(/<\/?[a-z]+/gi)].map(([tag]) => tag);
		};
		const harmless = tagsOf('x');
		const nasty = fc.array(
			fc.constantFrom(
				...['<', '>', '"', "'", '&', 'a', '/', '=', '\0', '-->', ']]>', '`', '{'],
				...['<script>', '"><img src=x onerror=', "'&lt;</title><svg onload="],
			),
			{ minLength: 1 },
		);
		fc.assert(
			fc.property(nasty, (parts) => {
				expect(tagsOf(`x${parts.join('')}`)).toEqual(harmless);
			}),
			{ numRuns: runs(200) },
		);
	});

	it('forbids scripts and anything from elsewhere', () => {
		expect(pageOf()).toContain(
			`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`,
		);
		expect(pageOf()).not.toMatch(/<script|https?:\/\/| on\w+=/);
	});

	it('falls back to the size of the picture when the service gives none', () => {
		const given = readFields(FIELDS);
		const picture = { ...given.invoice.picture!, width: 0, height: 0 };
		const read = { ...given, invoice: { ...given.invoice, picture } };
		expect(pageOf([read], { bytes: blank(300, 200) })).toContain('<svg viewBox="0 0 300 200"');
	});

	it('shows the picture as stored when boxes are counted in it so, else as its camera meant it', () => {
		expect(pageOf()).toContain('style="image-orientation:none"');
		for (const bytes of [blank(760, 1200), blank(1200, 7), Buffer.from('x')]) {
			expect(pageOf(undefined, { bytes })).not.toContain('image-orientation');
		}
		expect(pageOf([])).not.toContain('image-orientation');
	});
});

/** What can be wrong with a line, and what makes it so; nothing with the first. */
const LINES = {
	nothing: {},
	'its tax is not rate times amount': { tax: '12.00' },
	'its amount cannot be read': { amount: '1OO.00' },
	'its rate cannot be read': { rate: '1E%' },
	'its name is a category alone': { name: '*餐饮服务*' },
};

it('marks the lines with which anything is wrong, and no others', () => {
	const wrongs = fc.constantFrom(...(Object.keys(LINES) as Array<keyof typeof LINES>));
	fc.assert(
		fc.property(fc.array(wrongs, { minLength: 1, maxLength: 6 }), (chosen) => {
			const lines = chosen.map((wrong, index) => ({
				...{
					name: `*餐饮服务*第${'一二三四五六'[index]}项`,
					amount: '100.00',
					rate: '13%',
					tax: '13.00',
				},
				...LINES[wrong],
			}));
			const read = readFields({
				goodsNames: lines.map(({ name }) => name),
				amounts: lines.map(({ amount }) => amount),
				taxRates: lines.map(({ rate }) => rate),
				taxAmounts: lines.map(({ tax }) => tax),
			});
			const [table] = /<caption>Line items.*?<\/table>/s.exec(pageOf([read]))!;
			const marks = [...table.matchAll(/<tr( class="doubtful")?><td>/g)].map(([, mark]) => !!mark);
			expect(marks).toEqual(chosen.map((wrong) => wrong !== 'nothing'));
		}),
		{ numRuns: runs(50) },
	);
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

	function drawn(blocks: unknown[], size: object = { width: 1000, height: 600 }): string {
		const document = { object_list: [{ ...size, region_list: [{ text_block_list: blocks }] }] };
		return pageOf([readDocument(document)], { bytes: Buffer.from('x'), title: 'a <b>\u0007\n' });
	}

	it('has the boxes and captions where they belong', () => {
		const [, figure] = /<figure>(.*)<\/figure>/s.exec(drawn(BLOCKS))!;
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
		const [, ...tables] = drawn(BLOCKS).split(/(?=<table>)|(?=\n<\/section>)/);
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
			/^<table><caption>Checks<\/caption><tr><th>Check<\/th><th>Result<\/th><th>Expected<\/th><th>Found<\/th><\/tr><tr class="doubtful"><td>Main fields are readable<\/td><td>failed<\/td><td>[^<]+<\/td><td>No issue date was found; No total tax was found; The total amount &quot;1O0&quot; cannot be read; No total with tax was found<\/td><\/tr>/,
		);
		expect(tables[2]).toContain(
			'<tr><td>Invoice code has a valid length</td><td>not checked</td><td></td><td></td></tr>',
		);
	});

	it('has a title without control characters, and no empty table', () => {
		expect(drawn(BLOCKS)).toContain('<title>a &lt;b&gt; \n</title>\n<style>body{');
		const page = drawn([block('check-code', '123', {})]);
		expect(page).not.toContain('<caption>Line items');
		expect(page).toContain('<svg viewBox="0 0 1000 600" preserveAspectRatio="none"></svg>');
	});

	it('draws without any size, and several invoices upon each other', () => {
		expect(drawn(BLOCKS, {})).toContain('<svg viewBox="0 0 1 1"');
		const read = readFields(FIELDS);
		const page = pageOf([read, read]);
		expect(page.match(/<svg /g)).toHaveLength(2);
		expect(page.match(/<\/svg><svg /g)).toHaveLength(1);
		expect(page.match(/<caption>Fields/g)).toHaveLength(2);
	});
});
