import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { checksumScheme } from '../../shared/checksum/scheme';
import { ItemFiles } from '../../shared/files/itemFiles';
import { withFileName } from '../../shared/items/errors';
import type { Item } from '../../shared/items/item';
import { runOperation } from '../../shared/items/engine';
import { openClient } from '../../shared/http/client';
import type { RequestPolicy } from '../../shared/pace/pace';
import { readOutputSettings, shapeItems } from '../output/recognitionItems';
import type { LabelNames } from '../protocol/labelTable';
import { decodeRecognition, SERVICE_NAME } from '../protocol/recognitionAnswer';
import { encodeImageParam, fileNameOf, imageBytes, readImage } from './imageRequest';

/**
 * Raw bytes with the content type of a form, as the vendor's clients send them. Without the charset, n8n's
 * request helper would expect form fields and send no bytes.
 */
const CONTENT_TYPE = 'application/x-www-form-urlencoded; charset=utf-8';

/**
 * Recognizes the picture of every item.
 * @param service its key in *Service* of the credential, and its path
 * @param namesFor gives an item's names of labels; `policy` holds the user's limits for requests
 */
export async function recognizeImages(
	context: IExecuteFunctions,
	{ key, path }: { key: string; path: string },
	namesFor: (item: Item, simplify: boolean, policy: RequestPolicy) => Promise<LabelNames>,
): Promise<INodeExecutionData[]> {
	const client = await openClient(context, checksumScheme, { name: SERVICE_NAME, key });
	const files = new ItemFiles(context, (item) => item.parameter('imageSource') === 'binary');
	const limits = { run: client.run, close: client.close, sizeOf: imageBytes, files };
	const items = await runOperation(context, limits, {
		read: async (item) => {
			const output = readOutputSettings(item);
			const names = await namesFor(item, output.simplify, client.policy);
			return { output, names, image: await readImage(item) };
		},
		parts: ({ image }) => [image],
		send: async (item, _request, image) => {
			const headers = { 'X-Param': encodeImageParam(image), 'Content-Type': CONTENT_TYPE };
			return await client.call(item, { path, headers, body: image.bytes }, (answer) =>
				decodeRecognition(answer, image.url !== undefined),
			);
		},
		shape: (item, { output, names, image }, [answer]) =>
			shapeItems(item, answer!, { ...output, names, imageName: image.name }),
		errorOf: (item, error) => withFileName(error, fileNameOf(item)),
	});
	files.addHint(context);
	hintAtResults(context, items, files.items.length - files.passedOver.length - items.length);
	return items;
}

/** Shows above the output how many results need a look or are left out, and how many pictures have none. */
function hintAtResults(context: IExecuteFunctions, items: INodeExecutionData[], leftOut: number) {
	const uncertain = items.filter(({ json }) => json.uncertain === true).length;
	const failed = items.filter(({ json }) => json.error !== undefined).length;
	if (uncertain + failed + leftOut === 0) return;
	const parts = [
		`${items.length - failed} recognized`,
		failed > 0 && `${failed} failed`,
		leftOut > 0 && `${leftOut} left out (below the minimum score)`,
		uncertain > 0 && `${uncertain} uncertain: see 'explanation', and compare the candidates`,
	];
	context.addExecutionHints({
		type: failed > 0 ? 'warning' : 'info',
		message: `${parts.filter(Boolean).join(', ')}.`,
		location: 'outputPane',
	});
}
