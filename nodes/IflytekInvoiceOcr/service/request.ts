import type { TextFormat } from '../../shared/signature/textFormat';

/** Formats the service takes (services.md, Invoices: Request body). */
export type ImageEncoding = 'bmp' | 'jpeg' | 'jpg' | 'png';

/** Path of invoice recognition below the base URL. */
export const INVOICE_PATH = '/v1/private/s824758f1';

/** Most characters of base64 the service takes: 4 MB. */
export const MAX_BASE64 = 4 * 1024 * 1024;

/** Largest image whose base64 fits. */
export const MAX_IMAGE_BYTES = (MAX_BASE64 / 4) * 3;

export interface InvoiceRequest {
	appId: string;
	image: Buffer;
	imageEncoding: ImageEncoding;
	templateList: string;
	result: TextFormat;
}

/** All data is sent at once: the only status there is. */
const WHOLE = 3;

/** Bytes of an image that become base64 at a time; a multiple of three, so that the pieces join. */
const PIECE_BYTES = 3 * 16 * 1024;

/** What follows the image in the body. */
const BODY_END = '"}}}';

/**
 * The JSON body of an invoice recognition (services.md, Invoices: Request body), as bytes and made
 * piece by piece: text of this size would be copied several times on its way, which multiplies the memory
 * of an item.
 * @param take returns a buffer of this many bytes
 */
export function buildRequestBody(request: InvoiceRequest, take: (bytes: number) => Buffer): Buffer {
	const { image } = request;
	const frame = JSON.stringify({
		header: { app_id: request.appId, status: WHOLE },
		parameter: {
			s824758f1: {
				template_list: request.templateList,
				result: request.result,
			},
		},
		// the image comes last, in front of BODY_END
		payload: {
			s824758f1_data_1: { encoding: request.imageEncoding, status: WHOLE, image: '' },
		},
	});
	const start = Buffer.from(frame.slice(0, -BODY_END.length));
	const base64Bytes = Math.ceil(image.length / 3) * 4;
	const body = take(start.length + base64Bytes + BODY_END.length);
	let written = start.copy(body);
	for (let at = 0; at < image.length; at += PIECE_BYTES) {
		written += body.write(image.toString('base64', at, at + PIECE_BYTES), written, 'latin1');
	}
	body.write(BODY_END, written, 'latin1');
	return body;
}

/**
 * Memory for request bodies, reused by later items of a run. A body lives only as long as its request;
 * without reuse some hundred megabytes of dead ones pile up before V8's next full collection.
 */
export class BufferPool {
	private readonly free = new Map<number, Buffer[]>();

	/** A buffer of this many bytes, with whatever it held before. */
	acquire(bytes: number): Buffer {
		const capacity = 2 ** Math.ceil(Math.log2(bytes));
		const buffer = this.free.get(capacity)?.pop() ?? Buffer.allocUnsafeSlow(capacity);
		return buffer.subarray(0, bytes);
	}

	/** Takes a buffer back once nothing reads from it. */
	release(buffer: Buffer): void {
		const whole = Buffer.from(buffer.buffer as ArrayBuffer);
		const others = this.free.get(whole.length);
		if (others === undefined) this.free.set(whole.length, [whole]);
		else others.push(whole);
	}
}
