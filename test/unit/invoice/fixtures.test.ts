import { drawInvoice } from '../../fixtures/invoice';
import { drawPicture } from '../../fixtures/invoice/draw';
import { LAYOUTS } from '../../fixtures/invoice/layout';

const FIXTURES = Array.from({ length: 200 }, (_, seed) => drawInvoice(seed + 1));

describe('the program that draws invoices', () => {
	it('draws the same invoice for the same seed', () => {
		expect(drawInvoice(7).document).toEqual(FIXTURES[6].document);
		expect(drawInvoice(7).document).not.toEqual(FIXTURES[7].document);
	});

	it('varies layout, tilt, perspective, boxes, names and lines', () => {
		const share = (is: (fixture: (typeof FIXTURES)[number]) => unknown) =>
			FIXTURES.filter(is).length / FIXTURES.length;
		for (const layout of LAYOUTS)
			expect(share((one) => one.layout === layout)).toBeGreaterThan(0.1);
		expect(share(({ shot }) => Math.abs(shot.tilt) > 3)).toBeGreaterThan(0.4);
		expect(share(({ shot }) => Math.abs(shot.tilt) > 45)).toBeGreaterThan(0.03);
		expect(share(({ shot }) => shot.perspectiveX !== 0)).toBeGreaterThan(0.3);
		expect(share(({ style }) => style.shape === 'rectangle')).toBeGreaterThan(0.1);
		const hasLine = (is: (line: (typeof FIXTURES)[number]['truth']['lines'][number]) => boolean) =>
			share(({ truth }) => truth.lines.some(is));
		expect(hasLine(({ kind }) => kind === 'discount')).toBeGreaterThan(0.2);
		expect(hasLine(({ kind, amount }) => kind === 'discount' && amount > 0)).toBeGreaterThan(0);
		expect(hasLine(({ kind }) => kind === 'subtotal')).toBeGreaterThan(0.05);
		expect(hasLine(({ unitPrice }) => unitPrice === null)).toBeGreaterThan(0.4);
		expect(hasLine(({ rate }) => rate === '免税' || rate === '***')).toBeGreaterThan(0.2);
		const wraps = ({ texts, truth }: (typeof FIXTURES)[number]) =>
			texts.filter(({ key }) => key === 'vat-invoice-goods-list').length > truth.lines.length;
		expect(share(wraps)).toBeGreaterThan(0.4);
		for (const noise of ['lost', 'split', 'misread', 'spaced', 'fullWidth'] as const) {
			expect(share((one) => one.noise[noise] > 0)).toBeGreaterThan(0.05);
		}
	});

	it('makes up invoices whose amounts agree', () => {
		for (const { truth } of FIXTURES) {
			const goods = truth.lines.filter(({ kind }) => kind !== 'subtotal');
			expect(goods.reduce((sum, { amount }) => sum + amount, 0)).toBe(truth.total);
			expect(goods.reduce((sum, { tax }) => sum + (tax ?? 0), 0)).toBe(truth.totalTax ?? 0);
			expect(truth.total + (truth.totalTax ?? 0)).toBe(truth.totalWithTax);
		}
	});

	it('draws each as a picture with every text where the service finds it', () => {
		for (const fixture of FIXTURES.slice(0, 20)) {
			const picture = drawPicture(fixture);
			expect(picture.match(/<text /g)).toHaveLength(fixture.texts.length);
			for (const { text } of fixture.texts) expect(picture).toContain(`>${text}</text>`);
		}
	});
});
