import type { IBinaryKeyData } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import type { HttpAnswer } from '../../shared/http/response';
import type { Item } from '../../shared/items/item';
import type { RetryBudget } from '../../shared/pace/retryBudget';
import { failure, success, type Problem, type Result } from '../../shared/problem/problem';
import { decodeSignatureAnswer, type SignatureAnswer } from '../../shared/signature/answer';
import { readAppId } from '../../shared/signature/sign';
import { readFormat, readRequestFields } from '../../shared/signature/textFormat';
import type { PicturePart } from '../file/parts';
import { annotatedPage } from '../output/annotatedImage';
import type { AnalyzedInvoice, RowOptions } from '../output/rows';
import type { RecognizedInvoice } from '../invoice/recognized';
import { decodeInvoices } from '../service/document';
import { buildRequestBody, INVOICE_PATH, type BufferPool } from '../service/request';
import { INVOICE_SERVICE } from '../service/service';
import { annotatedImageField, readEncoding } from './pictureOptions';

export interface InvoiceAnswer {
	answer: SignatureAnswer;
	invoices: RecognizedInvoice[];
}

/**
 * Has a picture recognized.
 * @param fileName for the message of a problem
 * @param buffers memory for the request, used again by later ones
 */
export async function recognizePicture(
	{ client, buffers }: { client: Client; buffers: BufferPool },
	item: Item,
	{ bytes, format }: PicturePart,
	{ fileName, budget }: { fileName: string | null; budget: RetryBudget },
): Promise<InvoiceAnswer> {
	const body = buildRequestBody(
		{
			appId: readAppId(item, client.credentials),
			image: bytes,
			imageEncoding: readEncoding(item, format),
			templateList: String(readRequestFields(item.options).templateList || 'vat_invoice'),
			result: readFormat(item.options, 'result'),
		},
		(size) => buffers.acquire(size),
	);
	const answer = await client.call(
		item,
		{ path: INVOICE_PATH, headers: { 'Content-Type': 'application/json' }, body },
		(httpAnswer) => decodeInvoiceAnswer(httpAnswer, fileName),
		budget,
	);
	// only now: a service that refuses may do so while the body is still on its way
	buffers.release(body);
	return answer;
}

function decodeInvoiceAnswer(
	httpAnswer: HttpAnswer,
	fileName: string | null,
): Result<InvoiceAnswer> {
	const named = (problem: Problem): Problem =>
		fileName === null ? problem : { ...problem, message: `${problem.message} (${fileName})` };
	const decoded = decodeSignatureAnswer(httpAnswer, INVOICE_SERVICE);
	if (!decoded.ok) return failure(named(decoded.problem));
	const invoices = decodeInvoices(decoded.value);
	return invoices.ok
		? success({ answer: decoded.value, invoices: invoices.value })
		: failure({ ...named(invoices.problem), httpStatus: httpAnswer.statusCode });
}

/** The picture as an HTML file that shows what was read of it, in the field that the options name. */
export async function annotatedImage(
	item: Item,
	{ bytes, format, pages: [page] }: PicturePart,
	{
		fileName,
		read,
		naming,
	}: Pick<RowOptions, 'naming'> & {
		fileName: string | null;
		read: AnalyzedInvoice[];
	},
): Promise<IBinaryKeyData> {
	const mimeType = `image/${format === 'jpg' ? 'jpeg' : format}`;
	const title = fileName?.replace(/^.*\//, '') || 'invoice';
	const html = annotatedPage({ bytes, mimeType, title }, read, naming);
	const suffix = page === undefined ? '' : `.page${page}`;
	const file = await item.context.helpers.prepareBinaryData(
		Buffer.from(html),
		`${title.replace(/\.[^.]*$/, '')}${suffix}.annotated.html`,
		'text/html',
	);
	return { [annotatedImageField(item)]: file };
}
