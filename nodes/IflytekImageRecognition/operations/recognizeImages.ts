import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { checksumScheme } from '../../shared/checksum/sign';
import type { Item } from '../../shared/items/item';
import { openService } from '../../shared/http/client';
import type { RequestPolicy } from '../../shared/http/options';
import { runItems } from '../../shared/items/itemLoop';
import { readOutputSettings, shapeItems } from '../output/recognitionItems';
import { encodeImageParam } from '../protocol/imageParam';
import type { LabelNames } from '../protocol/labelTable';
import { decodeRecognition, SERVICE_NAME } from '../protocol/recognitionAnswer';
import { fileNameOf, imageBytes, readImage } from './imageRequest';

/**
 * Raw bytes with the content type of a form, as the vendor's clients send them. Without the charset, n8n's
 * request helper would expect form fields and send no bytes.
 */
const CONTENT_TYPE = 'application/x-www-form-urlencoded; charset=utf-8';

/** Which service recognizes the pictures, and what its labels are called. */
export interface Recognizer {
	path: string;
	/** the names for an item, and whether its output is to show them */
	namesFor: (item: Item, simplify: boolean) => Promise<LabelNames>;
}

/**
 * Recognizes the picture of every item.
 * @param open makes the recognizer of one run, with the limits that the user set for its requests
 */
export async function recognizeImages(
	context: IExecuteFunctions,
	open: (policy: RequestPolicy) => Recognizer,
): Promise<INodeExecutionData[]> {
	const service = await openService(context, checksumScheme, {
		name: SERVICE_NAME,
		options: context.getNodeParameter('options', 0, {}) as IDataObject,
	});
	const { path, namesFor } = open(service.policy);
	const settings = {
		limiter: service.limiter,
		sizeOf: imageBytes,
	};
	const items = await runItems(context, settings, async (item) => {
		try {
			const output = readOutputSettings(item);
			const names = await namesFor(item, output.simplify);
			const image = await readImage(item);
			const request = {
				path,
				headers: {
					'X-Param': encodeImageParam(image.name, image.url),
					'Content-Type': CONTENT_TYPE,
				},
				body: image.bytes,
			};
			const answer = await service.call(item, request, (httpAnswer) =>
				decodeRecognition(httpAnswer, image.url !== undefined),
			);
			const shaping = { ...output, names, imageName: image.name };
			const { binary } = item.input;
			// the photo goes on with its result, to be saved, sorted or attached
			return shapeItems(item, answer, shaping).map((one) => ({
				...one,
				...(binary && { binary }),
			}));
		} catch (error) {
			throw withFileName(error, fileNameOf(item));
		}
	});
	hintAtUncertain(context, items);
	return items;
}

/** An error whose item says which picture it is about. */
function withFileName(error: unknown, fileName: string | undefined): unknown {
	const isOfNode = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (fileName !== undefined && isOfNode) {
		error.context.data = { fileName, ...(error.context.data as IDataObject | undefined) };
	}
	return error;
}

/** Tells above the output how many results are to be looked at. */
function hintAtUncertain(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	const uncertain = items.filter(({ json }) => json.uncertain === true).length;
	if (uncertain === 0) return;
	context.addExecutionHints({
		message: `${uncertain} of ${items.length} uncertain: see 'explanation', and compare the candidates.`,
		location: 'outputPane',
	});
}
