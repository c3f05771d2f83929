/** Used when neither a file name nor an address gives one: the service requires a name. */
const NAMELESS = 'image';

/**
 * The X-Param header: base64, in the standard alphabet, of the UTF-8 JSON of the business parameters
 * (docs/services.md, Images).
 * @param imageUrl only when the service is to fetch the picture itself
 */
export function encodeImageParam(imageName: string, imageUrl?: string): string {
	const param = imageUrl === undefined ? {} : { image_url: imageUrl };
	return Buffer.from(JSON.stringify({ image_name: imageName, ...param }), 'utf8').toString(
		'base64',
	);
}

/** The image's name: what the user set, else the file's name or the last segment of its address. */
export function chooseImageName(
	given: string,
	image: { fileName?: string; format?: string },
): string {
	const fallback = image.format === undefined ? NAMELESS : `${NAMELESS}.${image.format}`;
	return given.trim() || image.fileName?.trim() || fallback;
}
