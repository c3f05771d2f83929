import { binaryFile } from '../../shared/files/binaryFile';
import {
	imageSize,
	lastSegment,
	readBase64Image,
	readBinaryImage,
	readImageUrl,
	type ImageLimits,
} from '../../shared/files/imageInput';
import { addressToShow } from '../../shared/http/requestUrl';
import type { Item } from '../../shared/items/item';
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
export async function readImage(item: Item): Promise<ImageToRecognize> {
	const { context, index } = item;
	const given = String(item.options.imageName ?? '');
	const source = item.parameter('imageSource');
	if (source === 'url') {
		const url = readImageUrl(context, index);
		return { name: chooseImageName(given, { fileName: lastSegment(url) }), url: url.href };
	}
	const image =
		source === 'base64'
			? readBase64Image(context, index, LIMITS)
			: await readBinaryImage(context, index, LIMITS);
	return { name: chooseImageName(given, image), bytes: image.bytes };
}

/** Size in bytes of what an item's image takes in memory. */
export async function imageBytes(item: Item): Promise<number> {
	if (item.parameter('imageSource') === 'url') return 0;
	return await imageSize(item.context, item.index, LIMITS);
}

/**
 * What a failed item calls its picture: its file's name, or its address without the query, which may
 * hold a signature; undefined where it has none.
 */
export function fileNameOf(item: Item): string | undefined {
	switch (item.parameter('imageSource')) {
		case 'binary':
			return binaryFile(item.context, item.index, 'binaryPropertyName').file?.fileName;
		case 'url':
			return addressToShow(item.parameter('imageUrl')) || undefined;
		default:
			return undefined;
	}
}
