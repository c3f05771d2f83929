import { findFile } from '../../shared/files/itemFiles';
import {
	imageByteCount,
	readGivenImage,
	readImageUrl,
	type ImageLimits,
} from '../../shared/files/imageInput';
import { addressToShow, fileNameIn } from '../../shared/http/pasted';
import type { Item } from '../../shared/items/item';
import { chooseImageName, type ImageToRecognize } from '../protocol/imageParam';

const LIMITS: ImageLimits = {
	// documented as "800k": from 800,000 to 819,200 bytes the service decides
	maxBytes: 800 * 1024,
	limitText: '800 kB',
	formats: ['png', 'jpg', 'bmp', 'tiff'],
};

/** Reads and checks an item's image; an address is checked, never fetched. */
export async function readImage(item: Item): Promise<ImageToRecognize> {
	const given = String(item.options.imageName ?? '');
	if (item.parameter('imageSource') === 'url') {
		const url = readImageUrl(item);
		return { name: chooseImageName(given, { fileName: fileNameIn(url) }), url: url.href };
	}
	const image = await readGivenImage(item, LIMITS);
	return { name: chooseImageName(given, image), bytes: image.bytes };
}

/** How many bytes an item's image takes in memory. */
export async function imageBytes(item: Item): Promise<number> {
	if (item.parameter('imageSource') === 'url') return 0;
	return await imageByteCount(item, LIMITS);
}

/**
 * The name by which an item's error reports its picture: that of its file, or its address without the query,
 * which may hold a signature; undefined where it has none.
 */
export function fileNameOf(item: Item): string | undefined {
	const source = item.parameter('imageSource');
	if (source === 'binary') return findFile(item, 'binaryPropertyName').file?.fileName;
	return source === 'url' ? addressToShow(item.parameter('imageUrl')) || undefined : undefined;
}
