import type { IExecuteFunctions } from 'n8n-workflow';

import { binaryFile } from '../../shared/files/binaryFile';
import {
	imageSize,
	lastSegment,
	readBase64Image,
	readBinaryImage,
	readImageUrl,
	type ImageLimits,
} from '../../shared/files/imageInput';
import { chooseImageName } from '../protocol/imageParam';

/** What goes out for one item: either bytes or an address that the service fetches. */
export interface ImageToRecognize {
	name: string;
	bytes?: Buffer;
	url?: string;
}

const LIMITS: ImageLimits = {
	// The limit is documented as "800k": what is between 800 000 and 819 200 bytes is left to the service.
	maxBytes: 800 * 1024,
	limitText: '800 kB',
	formats: ['png', 'jpg', 'bmp', 'tiff'],
};

/** Reads and checks an item's image; an address is checked, never fetched. */
export async function readImage(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<ImageToRecognize> {
	const given = String(context.getNodeParameter('options.imageName', itemIndex, '') ?? '');
	const source = context.getNodeParameter('imageSource', itemIndex) as string;
	if (source === 'url') {
		const url = readImageUrl(context, itemIndex);
		return { name: chooseImageName(given, { fileName: lastSegment(url) }), url: url.href };
	}
	const image =
		source === 'base64'
			? readBase64Image(context, itemIndex, LIMITS)
			: await readBinaryImage(context, itemIndex, LIMITS);
	return { name: chooseImageName(given, image), bytes: image.bytes };
}

/** Size in bytes of what an item's image takes in memory. */
export async function imageBytes(context: IExecuteFunctions, itemIndex: number): Promise<number> {
	const byUrl = context.getNodeParameter('imageSource', itemIndex) === 'url';
	return byUrl ? 0 : await imageSize(context, itemIndex, LIMITS);
}

/** What a failed item calls its picture: file name or address; undefined where it has none. */
export function fileNameOf(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const source = context.getNodeParameter('imageSource', itemIndex) as string;
	if (source === 'binary') {
		return binaryFile(context, itemIndex, 'binaryPropertyName').file?.fileName;
	}
	if (source === 'base64') return undefined;
	return String(context.getNodeParameter('imageUrl', itemIndex) ?? '') || undefined;
}
