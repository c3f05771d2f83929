import { pastedText } from '../../shared/http/pasted';

/** Used when neither a file name nor an address gives one: the service requires a name. */
const NAMELESS = 'image';

/** The picture of one item: either bytes, or an address that the service fetches. */
export interface ImageToRecognize {
	name: string;
	bytes?: Buffer;
	url?: string;
}

/**
 * The X-Param header: base64, in the standard alphabet, of the UTF-8 JSON of the business parameters
 * (services.md, Images).
 */
export function encodeImageParam({ name, url }: ImageToRecognize): string {
	// without an address, JSON leaves the field out
	const param = { image_name: name, image_url: url };
	return Buffer.from(JSON.stringify(param), 'utf8').toString('base64');
}

/** The image's name: what the user set, else the file's name or the last segment of its address. */
export function chooseImageName(
	given: string,
	image: { fileName?: string; format?: string },
): string {
	const fallback = image.format === undefined ? NAMELESS : `${NAMELESS}.${image.format}`;
	return pastedText(given) || pastedText(image.fileName) || fallback;
}
