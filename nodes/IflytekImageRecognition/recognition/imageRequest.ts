import { readFileUrl } from '../../shared/files/download';
import {
	detectFormat,
	type FileFormat,
	FORMAT_NAMES,
	tooSmall,
} from '../../shared/files/imageFormat';
import { findFile, type GivenFile, heldSize, readHeldFile } from '../../shared/files/itemFiles';
import { addressToShow, fileNameIn, pastedText } from '../../shared/http/pasted';
import { PassedOver } from '../../shared/items/errors';
import type { Item } from '../../shared/items/item';
import { worded } from '../../shared/problem/language';
import { invalid } from '../../shared/problem/problem';

const LIMIT = {
	// documented as "800k": from 800,000 to 819,200 bytes the service decides
	maxBytes: 800 * 1024,
	text: '800 kB',
	remedy: [
		'Reduce the picture, or export it as JPG with a lower quality.',
		'请缩小图片，或以较低质量导出为 JPG。',
	],
} as const;
const FORMATS = ['png', 'jpg', 'bmp', 'tiff'] as const;

/** The picture of one item: either bytes, or an address that the service fetches. */
export interface ImageToRecognize {
	name: string;
	bytes?: Buffer;
	url?: string;
}

/** Reads and checks an item's image; an address is checked, never fetched. */
export async function readImage(item: Item): Promise<ImageToRecognize> {
	const given = String(item.options.imageName ?? '');
	if (item.parameter('imageSource') === 'url') {
		const url = item.unwrap(readFileUrl(item.parameter('imageUrl'), 'Image URL'), 'imageUrl');
		return { name: chooseImageName(given, { fileName: fileNameIn(url) }), url: url.href };
	}
	const image = await readHeldFile(item, 'image', LIMIT);
	const format = formatOf(item, image);
	return { name: chooseImageName(given, { ...image, format }), bytes: image.bytes };
}

/** The image's name, which the service requires: the user's, else that of the file or the address. */
export function chooseImageName(
	given: string,
	{ fileName, format }: { fileName?: string; format?: string },
): string {
	return pastedText(given) || pastedText(fileName) || (format ? `image.${format}` : 'image');
}

/** The X-Param header: base64 of the UTF-8 JSON of the business parameters (services.md, Images). */
export function encodeImageParam({ name, url }: ImageToRecognize): string {
	// without an address, JSON leaves the field out
	const param = { image_name: name, image_url: url };
	return Buffer.from(JSON.stringify(param), 'utf8').toString('base64');
}

/** How many bytes an item's image takes in memory. */
export async function imageBytes(item: Item): Promise<number> {
	if (item.parameter('imageSource') === 'url') return 0;
	return await heldSize(item, 'image', LIMIT.maxBytes);
}

/** The format of a picture. @throws NodeOperationError for one that the service does not take */
function formatOf(item: Item, { bytes, title }: GivenFile): string {
	const format = detectFormat(bytes);
	if (item.field?.isOfPattern) passOverOthers(bytes, format);
	if ((FORMATS as readonly string[]).includes(format)) return format;
	const accepted = FORMATS.map((name) => FORMAT_NAMES[name]).join(', ');
	const refusal = invalid<string>(
		format === 'unknown'
			? `${title.english} is not an image in a known format`
			: `${title.english} is in the format ${FORMAT_NAMES[format]}, which the service does not accept`,
		format === 'html'
			? `Check the step that fetched it: it may have received a login or error page instead of the picture. The service takes ${accepted}.`
			: `Export it as PNG or JPG first. The service takes ${accepted}.`,
	);
	return item.unwrap(refusal);
}

/** Formats of photos; the last three are those of phones and web pages. */
const PHOTOS: readonly string[] = [...FORMATS, 'avif', 'heic', 'webp'];

/** Mail has logos and notes beside photos: of the files a pattern finds, only photos are sent. @throws PassedOver */
function passOverOthers(bytes: Buffer, format: FileFormat): void {
	const other =
		format === 'unknown'
			? worded(['is no picture', '不是图片'])
			: worded(['is {0}, no photo', '是 {0}，不是照片'], [FORMAT_NAMES[format]]);
	const photo = { english: 'a photo', chinese: '照片' };
	// a smaller picture is a logo or an icon
	const least = { long: 100, short: 100 };
	const reason = PHOTOS.includes(format) ? tooSmall(bytes, least, photo) : other;
	if (reason !== undefined) throw new PassedOver(reason);
}

/** A picture's name in errors: that of its file, or its address without the query, which may hold a signature. */
export function fileNameOf(item: Item): string | undefined {
	const source = item.parameter('imageSource');
	if (source === 'binary') return findFile(item, 'binaryPropertyName').file?.fileName;
	return source === 'url' ? addressToShow(item.parameter('imageUrl')) || undefined : undefined;
}
