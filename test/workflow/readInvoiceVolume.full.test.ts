/** 1,000 digital PDFs in one run of the node. */
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { drawDigital } from '../fixtures/pageInvoice';
import { FONTS, textPdf } from '../fixtures/pdf/text';
import { runNode, withDefaults } from './engine';

const COUNT = 1000;

const random = (seed: number) => {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
};

test('1,000 digital PDFs take less than a minute of one core', async () => {
	const items = Array.from({ length: COUNT }, (_, index) => {
		const { pages } = drawDigital(random(index), { lines: 1 + (index % 5) });
		const data = textPdf(pages, FONTS[index % FONTS.length]!).toString('base64');
		return {
			json: {},
			binary: { data: { data, mimeType: 'application/pdf', fileName: `${index}.pdf` } },
		};
	});
	const node = new IflytekInvoiceOcr();
	const before = process.cpuUsage();
	const { items: rows, error } = await runNode({
		node,
		parameters: withDefaults(node, { operation: 'read' }),
		items,
	});
	const { user, system } = process.cpuUsage(before);
	expect(error).toBeUndefined();
	expect(rows).toHaveLength(COUNT);
	expect((user + system) / 1e6).toBeLessThan(60);
}, 300_000);
