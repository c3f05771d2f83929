import { ELEMENT_KEYS, startEmulator, type Emulator } from './index';
import { decoded, INVOICE_PATH, invoiceBody, sendSigned, type Reply } from './fixtures/client';
import { invoicePng } from './fixtures/invoiceImages';
import { sampleInvoice } from './fixtures/sampleInvoice';

let emulator: Emulator;
const recognize = async (image: Buffer, encoding = 'png'): Promise<Reply> =>
	await sendSigned(emulator.port, INVOICE_PATH, invoiceBody(image, encoding));
const regionsOf = (document: any): any[] => document.object_list[0].region_list;

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('invoice answer', () => {
	const { truth } = sampleInvoice({ seed: 5, lines: 4, discount: true, wrapped: true });

	it('has every field of the specification’s table, of the type given there', async () => {
		const document = decoded(await recognize(invoicePng(truth)));
		expect(document).toEqual({
			engine_version: expect.any(String),
			error_code: 0,
			error_msg: 'success',
			object_count: 1,
			version: expect.any(Number),
			object_list: [
				{
					error_code: 0,
					error_msg: 'success',
					type: expect.any(String),
					description: expect.any(String),
					width: 600,
					height: 380,
					idx: 0,
					table_count: 0,
					table_list: [],
					region_count: 24,
					region_list: expect.any(Array),
				},
			],
		});
		const whole = expect.any(Number);
		const point = { x: whole, y: whole };
		const position = { tl_point: point, tr_point: point, bl_point: point, br_point: point };
		regionsOf(document).forEach((one, order) => {
			expect(one).toEqual({
				id: String(order),
				order,
				type: ELEMENT_KEYS[order],
				position,
				text_block_count: 1,
				text_block_list: [
					{
						id: '0',
						order: 0,
						key: one.type,
						value: expect.any(String),
						position,
						ocr_flag: 1,
						tag: '',
						class: one.type,
						text_sent_count: one.text_block_list[0].text_sent_list.length,
						text_sent_list: expect.any(Array),
					},
				],
			});
			for (const line of one.text_block_list[0].text_sent_list) {
				expect(line).toEqual({
					text: expect.any(String),
					position,
					image_data: '',
					angle: 0,
					char_count: [...line.text].length,
					det_score: expect.any(Number),
					score: expect.any(Number),
				});
				const { tl_point: from, br_point: to } = line.position;
				expect(from.x >= 0 && from.y >= 0 && to.x <= 600 && to.y <= 380).toBe(true);
				expect(from.x < to.x && from.y < to.y).toBe(true);
				expect(Number.isInteger(from.x) && Number.isInteger(to.y)).toBe(true);
				expect(line.score).toBeGreaterThan(0.89);
				expect(line.score).toBeLessThanOrEqual(1);
			}
		});
	});
});
