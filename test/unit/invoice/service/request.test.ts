import {
	BufferPool,
	INVOICE_PATH,
	buildRequestBody,
	MAX_BASE64,
	MAX_IMAGE_BYTES,
} from '../../../../nodes/IflytekInvoiceOcr/service/service';

/** Memory in which something else was before. */
const usedMemory = (bytes: number) => Buffer.alloc(bytes, 'old');

describe('the request body', () => {
	it('has every field of the specification, both statuses 3', () => {
		const body = buildRequestBody(
			{
				appId: 'app01',
				image: Buffer.from([1, 2, 3, 255]),
				imageEncoding: 'png',
				templateList: 'vat_invoice',
				result: { encoding: 'utf8', compress: 'raw', format: 'json' },
			},
			usedMemory,
		);
		expect(JSON.parse(body.toString())).toEqual({
			header: { app_id: 'app01', status: 3 },
			parameter: {
				s824758f1: {
					result: { encoding: 'utf8', compress: 'raw', format: 'json' },
					template_list: 'vat_invoice',
				},
			},
			payload: { s824758f1_data_1: { encoding: 'png', image: 'AQID/w==', status: 3 } },
		});
	});

	it.each([0, 1, 2, 49_151, 49_152, 49_153, 300_000])(
		'carries an image of %s bytes whole, though it is written piece by piece',
		(length) => {
			const image = Buffer.alloc(length, 'pieces of a picture');
			const body = buildRequestBody(
				{
					appId: 'ends with "}}} 应用',
					image,
					imageEncoding: 'jpg',
					templateList: 'vat_invoice',
					result: { encoding: 'utf8', compress: 'raw', format: 'json' },
				},
				usedMemory,
			);
			const { header, payload } = JSON.parse(body.toString());
			expect(header.app_id).toBe('ends with "}}} 应用');
			expect(Buffer.from(payload.s824758f1_data_1.image, 'base64').equals(image)).toBe(true);
		},
	);

	it('goes to the path of the specification', () => {
		expect(INVOICE_PATH).toBe('/v1/private/s824758f1');
	});

	it('allows the largest image whose base64 is within 4 MB', () => {
		expect(MAX_BASE64).toBe(4_194_304);
		expect(Buffer.alloc(MAX_IMAGE_BYTES).toString('base64')).toHaveLength(MAX_BASE64);
	});
});

describe('the memory of bodies', () => {
	const size = 300_000;
	const take = (bodies: BufferPool, fill: string) => bodies.acquire(size).fill(fill);

	it('is not shared by two bodies in use', () => {
		const bodies = new BufferPool();
		const [first, second] = [take(bodies, 'a'), take(bodies, 'b')];
		expect(first.equals(Buffer.alloc(size, 'a'))).toBe(true);
		expect(second.equals(Buffer.alloc(size, 'b'))).toBe(true);
	});

	it('is used again once it is given back, also for another length near by', () => {
		const bodies = new BufferPool();
		const first = bodies.acquire(size);
		bodies.release(first);
		const second = bodies.acquire(size + 1000);
		expect(second).toHaveLength(size + 1000);
		expect(second.buffer).toBe(first.buffer);
		expect(bodies.acquire(size).buffer).not.toBe(first.buffer);
	});
});
