import type { ServiceCodes } from '../../shared/signature/codes';
import {
	signatureProblem,
	type SignatureAnswer,
	type TextFormat,
} from '../../shared/signature/scheme';
import { UNKNOWN } from '../../shared/formats/pageText/pageText';
import { codeTable } from '../../shared/http/codes';
import { isRecord } from '../../shared/http/json';
import { failure, success, type Result, sanitize } from '../../shared/problem/problem';
import {
	ELEMENTS,
	emptyInvoice,
	type FieldName,
	fieldOfKey,
	type Invoice,
	lowestConfidence,
	type RecognizedField,
	type TextLine,
} from '../invoice/invoice';
import { readNumber, readQuad } from '../values/values';

/** The invoice service, and what its codes mean where that differs (services.md, Invoices). */
export const INVOICE_SERVICE: ServiceCodes = {
	name: 'The invoice service',
	key: 'invoice',
	codes: codeTable({
		'10106': [
			'The service could not process the image',
			'服务无法处理该图片',
			"Usually the engine failed on this picture: save it again as PNG or JPG, upright and sharp. If every picture is refused, remove what you have set under 'Request Fields' in Options.",
			'通常是引擎处理不了这张图片：请另存为端正清晰的 PNG 或 JPG。如果所有图片都被拒，请清除“Options”中“Request Fields”的设置。',
		],
		'10163': [
			'The service did not accept a parameter of the request',
			'服务不接受请求中的某个参数',
			'Most often the image is over 4 MB after base64 encoding (about 3 MB as a file). Otherwise check the values under Options.',
			'多半是图片的 base64 编码超过 4 MB（文件约 3 MB）。否则请检查“Options”中的值。',
		],
		'10222': [
			'The service could not process the image',
			'服务无法处理该图片',
			'The format is not supported, the image is missing or too large, or the service did not finish in time. Export the invoice as a smaller PNG or JPG, or run the workflow again later.',
			'格式不受支持、图片缺失或过大，或服务未能及时完成。请将发票导出为较小的 PNG 或 JPG，或稍后重新运行。',
		],
		'37042': [
			'No invoice was found in the image',
			'图片中没有找到发票',
			'Check that the picture shows one whole VAT invoice, upright and sharp, and that it is the right file.',
			'请确认图片中是一张完整、端正、清晰的增值税发票，且文件没有选错。',
		],
	}),
};

/** Formats the service takes (services.md, Invoices: Request body). */
export type ImageEncoding = 'bmp' | 'jpeg' | 'jpg' | 'png';

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

/** The status of data that is sent all at once. */
const WHOLE = 3;
/** Bytes of an image that become base64 at a time; a multiple of three, so that the pieces join. */
const PIECE_BYTES = 3 * 16 * 1024;
/** The end of the body, behind the image. */
const BODY_END = '"}}}';

/**
 * The JSON body of an invoice recognition (services.md, Invoices: Request body), as bytes made piece by piece: text
 * of this size would be copied several times on its way, which multiplies the memory of an item.
 * @param take returns a buffer of this many bytes
 */
export function buildRequestBody(request: InvoiceRequest, take: (bytes: number) => Buffer): Buffer {
	const { image } = request;
	const frame = JSON.stringify({
		header: { app_id: request.appId, status: WHOLE },
		parameter: { s824758f1: { template_list: request.templateList, result: request.result } },
		// the image comes last, in front of BODY_END
		payload: { s824758f1_data_1: { encoding: request.imageEncoding, status: WHOLE, image: '' } },
	});
	const start = Buffer.from(frame.slice(0, -BODY_END.length));
	const base64Bytes = Math.ceil(image.length / 3) * 4;
	const body = take(start.length + base64Bytes + BODY_END.length);
	let written = start.copy(body);
	for (let at = 0; at < image.length; at += PIECE_BYTES)
		written += body.write(image.toString('base64', at, at + PIECE_BYTES), written, 'latin1');
	body.write(BODY_END, written, 'latin1');
	return body;
}

/**
 * Memory for request bodies, reused by later items of a run. A body lives only as long as its request;
 * without reuse some hundred megabytes of dead ones pile up before V8's next full collection.
 */
export class BufferPool {
	private readonly free: Buffer[] = [];

	/** A buffer of this many bytes, with whatever it held before. */
	acquire(bytes: number): Buffer {
		const capacity = 2 ** Math.ceil(Math.log2(bytes));
		const at = this.free.findIndex(({ length }) => length === capacity);
		const buffer = at === -1 ? Buffer.allocUnsafeSlow(capacity) : this.free.splice(at, 1)[0]!;
		return buffer.subarray(0, bytes);
	}

	/** Takes a buffer back once nothing reads from it. */
	release(buffer: Buffer): void {
		this.free.push(Buffer.from(buffer.buffer as ArrayBuffer));
	}
}

/**
 * Reads the decoded document (services.md, Invoices: Decoded document) after `header.code` was 0: its own
 * `error_code` and that of every object must be 0 too. Without an object, it is the failure of code 37042.
 */
export function decodeInvoices(answer: SignatureAnswer): Result<Invoice[]> {
	const { document, sid } = answer;
	const objects = Array.isArray(document.object_list) ? document.object_list.filter(isRecord) : [];
	for (const level of [document, ...objects]) {
		const code = sanitize(level.error_code ?? 0);
		if (code !== '0')
			return failure(signatureProblem(code, INVOICE_SERVICE, { sid, message: level.error_msg }));
	}
	if (objects.length === 0) return failure(signatureProblem('37042', INVOICE_SERVICE, { sid }));
	return success(objects.map(readObject));
}

function readObject(object: Record<string, unknown>): Invoice {
	const blocks = records(object.region_list).flatMap((region) =>
		records(region.text_block_list).map((block) => ({
			name: fieldOfKey(block.key) ?? fieldOfKey(region.type) ?? fieldOfKey(block.class),
			...readBlock(block),
		})),
	);
	const invoice = emptyInvoice('ocr');
	const fields = Object.fromEntries(
		ELEMENTS.map(({ name, kind }) => {
			const read = blocks.filter((block) => block.name === name && block.text !== null);
			const field = joined(kind === 'list' ? read : read.slice(0, 1));
			if (field.text !== null) invoice.texts[name] = field.text;
			const others = read.flatMap(({ text }) => (text === field.text ? [] : [text!]));
			if (kind !== 'list' && others.length > 0) invoice.contradictions[name] = others;
			return [name, field];
		}),
	) as Record<FieldName, RecognizedField>;
	const description = readText(object.description).trim();
	if (description !== '') invoice.texts.invoiceType = description;
	const [width, height] = [positive(object.width), positive(object.height)];
	return { ...invoice, picture: { width, height, fields } };
}

function readBlock(block: Record<string, unknown>): RecognizedField {
	const value = readText(block.value).trim();
	if (String(block.ocr_flag ?? 1) === '0' || value === '') return joined([]);
	const quad = readQuad(block.position);
	const texts = value
		.split('\n')
		.map((text) => text.trim())
		.filter((text) => text !== '');
	const sentences = records(block.text_sent_list)
		.map(readLine)
		.filter(({ text }) => text.trim() !== '');
	// without lines, the block's position is that of its text only if this is one line
	const lines: TextLine[] =
		sentences.length === 0
			? texts.map((text) => ({ text, quad: texts.length === 1 ? quad : null, confidence: null }))
			: sentences.map((line, at) =>
					texts.length === sentences.length ? { ...line, postProcessed: texts[at]! } : line,
				);
	const isUnknown = lines.some(({ postProcessed }) => postProcessed?.includes(UNKNOWN));
	const text = isUnknown ? lines.map((line) => line.text).join('\n') : value;
	return { text, lines, quad, confidence: lowestConfidence(lines) };
}

function readLine({ text, position, score }: Record<string, unknown>): TextLine {
	const number = readNumber(score);
	const confidence = number !== null && number >= 0 && number <= 1 ? number : null;
	return {
		text: readText(text),
		quad: readQuad(position),
		confidence,
		...((score ?? '') !== '' && confidence === null && { hasInvalidConfidence: true }),
	};
}

/** The blocks of a field as one. */
function joined(blocks: RecognizedField[]): RecognizedField {
	const lines = blocks.flatMap((block) => block.lines);
	const text = blocks.length > 0 ? blocks.map((block) => block.text).join('\n') : null;
	return { text, lines, quad: blocks[0]?.quad ?? null, confidence: lowestConfidence(lines) };
}

const records = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const positive = (value: unknown) => Math.max(readNumber(value) ?? 0, 0);

/** The text of a value; a number becomes text, anything else is ignored. */
function readText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
