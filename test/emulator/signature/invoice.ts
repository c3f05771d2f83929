import type { Answer, Received, Service, ServiceFault } from '../core/types';
import type { SignatureAccount } from '../accounts';
import { formatOf, jsonNoteIn, sizeOf } from '../images/inspect';
import { sha256, type TruthTable } from '../images/truths';
import { isObject } from '../core/rules';
import { INVOICE_FAULTS, playSessionFault } from './faults';
import {
	answering,
	codeAnswer,
	identify,
	Refusal,
	resultAnswer,
	type AskedFormat,
} from './envelope';
import { emptyDocument, invoiceDocument } from './invoiceDocument';
import { isInvoiceTruth, type InvoiceTruth } from './invoiceTruth';
import { checkLicence, readBase64, readBody, requestHeader } from './requestBody';
import { ALL_SENT, object, optional, text } from './shape';

/** "At most 4 MB after base64", read as 4 × 1024 × 1024 characters. */
const MAX_IMAGE_BASE64 = 4 * 1024 * 1024;
export const TRUTH_KEYWORD = 'invoice-truth';

const FORMATS = ['jpg', 'jpeg', 'png', 'bmp'];

const requestTable = object({
	header: requestHeader,
	parameter: object({
		s824758f1: object({
			result: object({
				encoding: optional(text('utf8')),
				compress: optional(text('raw')),
				format: optional(text('json')),
			}),
			template_list: text('vat_invoice'),
		}),
	}),
	payload: object({
		s824758f1_data_1: object({
			encoding: optional(text(...FORMATS)),
			// Absent is 10222 by the code table, not 10163.
			image: optional(text()),
			status: optional(ALL_SENT),
		}),
	}),
});

interface Body {
	parameter: { s824758f1: { result: AskedFormat } };
	payload: { s824758f1_data_1: { encoding?: string; image?: string } };
}

function readImage(request: Received, body: Body): Buffer {
	const { image = '' } = body.payload.s824758f1_data_1;
	if (image === '') throw new Refusal(10222);
	if (image.length > MAX_IMAGE_BASE64) {
		throw new Refusal(10163, `param validate error:image exceeds ${MAX_IMAGE_BASE64} bytes`);
	}
	const notBase64 = "param validate error:'payload.s824758f1_data_1.image' is not base64";
	return readBase64(request, image, 's824758f1_data_1', new Refusal(10163, notBase64));
}

/** The engine's own look at the picture; the documented voice holds it to the declared format. */
function checkFormat(request: Received, body: Body, bytes: Buffer): void {
	const format = formatOf(bytes);
	if (format === null || !FORMATS.includes(format)) throw new Refusal(10222);
	const declared = (body.payload.s824758f1_data_1.encoding ?? 'jpg').replace('jpeg', 'jpg');
	if (declared === format) return;
	if (request.settings.voice === 'documented') throw new Refusal(10222);
	request.deviations.push(`image is ${format} but declared ${declared}`);
}

/** Invoice recognition, POST /v1/private/s824758f1. */
export function invoiceService(accounts: SignatureAccount[], truths: TruthTable): Service {
	const truthOf = (bytes: Buffer): InvoiceTruth | null => {
		const truth = jsonNoteIn(bytes, TRUTH_KEYWORD) ?? truths.of(sha256(bytes));
		return isInvoiceTruth(truth) ? truth : null;
	};

	const recognize = (
		request: Received,
		body: Body,
		bytes: Buffer,
		fault?: ServiceFault,
	): Answer => {
		const asked = body.parameter.s824758f1.result;
		const trailing = request.settings.voice === 'observed' ? '\0' : '';
		const give = (document: unknown, code = 0): Answer =>
			resultAnswer(request, document, asked, { trailing, code });
		const fail = (level: unknown, code: number, message?: string): Answer => {
			if (level === 'service') return give(emptyDocument(code, message), code);
			if (level === 'object') {
				const failed = { errorCode: code, errorMsg: message, regions: [] };
				return give(invoiceDocument(failed, sizeOf(bytes), request.settings), code);
			}
			return codeAnswer(request, code, message);
		};

		if (fault?.kind === 'decoded') return give(fault.document);
		if (fault?.kind === 'code') {
			return fail(fault.level, fault.code as number, fault.message as string | undefined);
		}
		const truth = truthOf(bytes);
		if (truth) return give(invoiceDocument(truth, sizeOf(bytes), request.settings));
		return fail(request.settings.voice === 'documented' ? 'service' : 'session', 37042);
	};

	return {
		id: 'invoice',
		path: '/v1/private/s824758f1',
		faults: INVOICE_FAULTS,
		identify: (request) => identify(request, accounts),
		answer: (request, identity, fault) =>
			answering(request, () => {
				const body = readBody(request, identity, requestTable, {
					notJson: new Refusal(10163, 'param validate error:body is not JSON'),
					noAppId: 10313,
					optionalInPractice: [],
				}) as Body;
				const bytes = readImage(request, body);
				checkLicence(request, identity, 'invoice');
				checkFormat(request, body, bytes);
				return playSessionFault(request, fault) ?? recognize(request, body, bytes, fault);
			}),
		contentOf: (request) => {
			const image = imageIn(request.body);
			if (!image) return request.body.toString('utf8');
			return JSON.stringify(truthOf(image)) ?? '';
		},
	};
}

function imageIn(body: Buffer): Buffer | null {
	try {
		const parsed: unknown = JSON.parse(body.toString('utf8'));
		const payload = isObject(parsed) && isObject(parsed.payload) ? parsed.payload : {};
		const data = payload.s824758f1_data_1;
		return isObject(data) && typeof data.image === 'string'
			? Buffer.from(data.image, 'base64')
			: null;
	} catch {
		return null;
	}
}
