import type { Item } from '../items/item';
import { PassedOver } from '../items/errors';
import { sanitize } from '../problem/problem';
import {
	base64Bytes,
	base64Text,
	findFile,
	requiredFile,
	storedBytes,
	storedSize,
} from './itemFiles';
import { readFileUrl } from './download';
import { detectFormat, FORMAT_NAMES, tooSmall, type FileFormat } from './imageFormat';

/** An image as an item brings it. */
export interface ItemImage {
	bytes: Buffer;
	format: FileFormat;
	fileName?: string;
}

/** What a service takes. */
export interface ImageLimits {
	/** largest file in bytes */
	maxBytes: number;
	/** the limit in words, such as "3 MB (4 MB as base64)" */
	limitText: string;
	formats: readonly FileFormat[];
}

/** How an image comes to a node. */
type ImageSource = 'base64' | 'binary' | 'url';

/** Size in bytes of the image an item brings, without loading it; 0 where it cannot be known. */
export async function imageByteCount(item: Item, limits: ImageLimits): Promise<number> {
	const source = item.parameter('imageSource') as ImageSource;
	if (source === 'base64') {
		const text = item.parameter('imageBase64');
		return typeof text === 'string' ? Math.min(text.length, limits.maxBytes) : 0;
	}
	if (source === 'url') return limits.maxBytes;
	const { file } = findFile(item, 'binaryPropertyName');
	if (file === undefined) return 0;
	return Math.min((await storedSize(item, file)) ?? limits.maxBytes, limits.maxBytes);
}

/**
 * Reads the image that an item brings as a file, or as base64 text; a data: prefix and line breaks are tolerated.
 * It is checked by its size before it is loaded.
 */
export async function readGivenImage(item: Item, limits: ImageLimits): Promise<ItemImage> {
	if (item.parameter('imageSource') === 'base64') {
		const displayName = 'Image Base64';
		const text = base64Text(item, { name: 'imageBase64', displayName, what: 'picture' });
		checkSize(item, base64Bytes(text), limits, fileTitle(displayName));
		return checkImage(item, { bytes: Buffer.from(text, 'base64') }, limits, displayName);
	}
	const file = requiredFile(item, 'Image Source');
	const { fileName } = file;
	const size = await storedSize(item, file);
	const title = fileTitle('Input Data Field Name', fileName);
	if (size !== undefined) checkSize(item, size, limits, title);
	const bytes = item.unwrap(await storedBytes(item, file, title));
	return checkImage(item, { bytes, fileName }, limits, 'Input Data Field Name');
}

/** The item's 'Image URL', checked to be an http(s) address. */
export function readImageUrl(item: Item): URL {
	const given = String(item.parameter('imageUrl') ?? '').trim();
	if (given === '') {
		throw item.inputError("'Image URL' is empty", 'Enter the web address of the picture.');
	}
	return item.unwrap(readFileUrl(given, 'Image URL'));
}

function checkImage(
	item: Item,
	image: { bytes: Buffer; fileName?: string },
	limits: ImageLimits,
	parameter: string,
): ItemImage {
	const title = fileTitle(parameter, image.fileName);
	if (image.bytes.length === 0) {
		throw item.inputError(`${title} is empty`, 'Check the step that reads or sends the file.');
	}
	const format = detectFormat(image.bytes);
	if (item.field?.isOfPattern) passOverOthers(image.bytes, format, limits);
	checkSize(item, image.bytes.length, limits, title);
	if (limits.formats.includes(format)) return { ...image, format };
	const accepted = limits.formats.map((name) => FORMAT_NAMES[name]).join(', ');
	throw item.inputError(
		format === 'unknown'
			? `${title} is not an image in a known format`
			: `${title} is in the format ${FORMAT_NAMES[format]}, which the service does not accept`,
		format === 'html'
			? `Check the step that fetched it: it may have received a login or error page instead of the picture. The service takes ${accepted}.`
			: `Export it as PNG or JPG first. The service takes ${accepted}.`,
	);
}

/** The sides of a picture below which it is a logo or an icon. */
const LEAST_PIXELS = { long: 100, short: 100 };

/** Formats in which phones and web pages have photos. */
const PHOTOS: readonly FileFormat[] = ['avif', 'heic', 'webp'];

/**
 * Mail has logos and notes beside photos: what a pattern finds is not sent where it is none.
 * @throws PassedOver for what is no photo
 */
function passOverOthers(bytes: Buffer, format: FileFormat, { formats }: ImageLimits): void {
	const isPhoto = [...formats, ...PHOTOS].includes(format);
	const other = format === 'unknown' ? 'is no picture' : `is ${FORMAT_NAMES[format]}, no photo`;
	const reason = isPhoto ? tooSmall(bytes, LEAST_PIXELS, 'a photo') : other;
	if (reason !== undefined) throw new PassedOver(reason);
}

function checkSize(item: Item, bytes: number, limits: ImageLimits, title: string): void {
	const { limitText, maxBytes } = limits;
	if (bytes <= maxBytes) return;
	throw item.inputError(
		`${title} is larger than ${limitText}`,
		`The file is ${sizeText(bytes)}; the limit is ${limitText}. Reduce the picture, or export it as JPG with a lower quality.`,
	);
}

/** A size as people read it, rounded up so that it never looks like the limit that it exceeds. */
function sizeText(bytes: number): string {
	return bytes < 1_000_000
		? `${Math.ceil(bytes / 1000)} kB`
		: `${(Math.ceil(bytes / 10_000) / 100).toFixed(2)} MB`;
}

/** How messages name a file, at the beginning of a sentence. */
function fileTitle(parameter: string, fileName?: string): string {
	return fileName === undefined
		? `The file in '${parameter}'`
		: `The file ${sanitize(fileName)} in '${parameter}'`;
}
