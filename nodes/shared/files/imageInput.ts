import { parseWebAddress } from '../http/requestUrl';
import type { Item } from '../items/item';
import type { Problem } from '../items/problem';
import type { RetryBudget } from '../items/retryBudget';
import { sanitize } from '../items/sanitize';
import { base64Bytes, findFile, requiredFile, storedSize } from './binaryFile';
import { downloadFile, fileNameIn, readFileUrl } from './downloadedFile';
import { detectFormat, FORMAT_NAMES, type FileFormat } from './imageFormat';

/** An image as an item brings it. */
export interface ItemImage {
	bytes: Buffer;
	format: FileFormat;
	/** file name, or the last segment of the URL it came from */
	fileName?: string;
}

/** What a service takes. */
export interface ImageLimits {
	/** largest file in bytes */
	maxBytes: number;
	/** the limit in words, such as "3 MB (4 MB as base64)" */
	limitText: string;
	formats: readonly FileFormat[];
	/** largest PDF in bytes, where its pages are taken one by one */
	maxPdfBytes?: number;
	/** what to do with a file of a format that something else reads */
	remedies?: Partial<Record<FileFormat, string>>;
}

/** The largest file that is read, whatever it turns out to be. */
function largestFile({ maxBytes, maxPdfBytes = 0 }: ImageLimits): number {
	return Math.max(maxBytes, maxPdfBytes);
}

/** The largest file that is downloaded: until then only the end of its address says what it is. */
function largestDownload(url: URL | undefined, limits: ImageLimits): number {
	return /\.pdf$/i.test(url?.pathname ?? '') ? largestFile(limits) : limits.maxBytes;
}

/** How an image comes to a node. */
export type ImageSource = 'base64' | 'binary' | 'url';

/** Size in bytes of the image an item brings, without loading it; 0 where it cannot be known. */
export async function imageSize(item: Item, limits: ImageLimits): Promise<number> {
	const source = item.parameter('imageSource') as ImageSource;
	if (source === 'base64') {
		const text = item.parameter('imageBase64');
		return typeof text === 'string' ? Math.min(text.length, largestFile(limits)) : 0;
	}
	if (source === 'url') return largestDownload(parseWebAddress(item.parameter('imageUrl')), limits);
	const { file } = findFile(item, 'binaryPropertyName');
	if (file === undefined) return 0;
	return Math.min((await storedSize(item, file)) ?? limits.maxBytes, largestFile(limits));
}

/** Reads the image that an item brings as a file or as base64 text. */
export async function readGivenImage(item: Item, limits: ImageLimits): Promise<ItemImage> {
	return item.parameter('imageSource') === 'base64'
		? readBase64Image(item, limits)
		: await readBinaryImage(item, limits);
}

/** Reads the image from the item's binary field, checked by size before it is loaded. */
async function readBinaryImage(item: Item, limits: ImageLimits): Promise<ItemImage> {
	const file = requiredFile(item, 'Image Source');
	const size = await storedSize(item, file);
	if (size !== undefined) {
		const isPdf = file.mimeType === 'application/pdf' || /\.pdf$/i.test(file.fileName ?? '');
		const title = fileTitle('Input Data Field Name', file.fileName);
		checkSize(item, size, limits, title, isPdf);
	}
	const bytes = await item.context.helpers.getBinaryDataBuffer(item.index, file);
	return checkImage(item, { bytes, fileName: file.fileName }, limits, 'Input Data Field Name');
}

/** Reads the image from base64 text; a data: prefix and line breaks are tolerated. */
function readBase64Image(item: Item, limits: ImageLimits): ItemImage {
	const given = item.parameter('imageBase64');
	const text =
		typeof given === 'string' ? given.replace(/^\s*data:[^,]*,/i, '').replace(/\s+/g, '') : '';
	if (text === '') {
		throw item.inputError(
			"'Image Base64' is empty",
			'Enter the picture as base64 text, for example from an earlier node.',
		);
	}
	if (!isBase64(text)) {
		throw item.inputError(
			"'Image Base64' holds characters that base64 does not have",
			'Enter only the base64 text of the picture, without quotation marks or a file path.',
		);
	}
	const title = fileTitle('Image Base64');
	checkSize(item, base64Bytes(text), limits, title, /^JVBERi/.test(text));
	return checkImage(item, { bytes: Buffer.from(text, 'base64') }, limits, 'Image Base64');
}

/**
 * Downloads the image without any credential.
 * @param budget the item's, which the download shares with its request
 */
export async function downloadImage(
	item: Item,
	limits: ImageLimits,
	budget: RetryBudget,
): Promise<ItemImage> {
	const url = readImageUrl(item);
	const fileName = fileNameIn(url);
	const maxBytes = largestDownload(url, limits);
	const source = {
		url,
		parameter: 'Image URL',
		kind: 'picture' as const,
		maxBytes,
		tooLarge: (bytes?: number) =>
			tooLarge(
				bytes === undefined ? `larger than ${sizeText(maxBytes)}` : sizeText(bytes),
				maxBytes > limits.maxBytes ? sizeText(maxBytes) : limits.limitText,
				fileTitle('Image URL', fileName),
			),
	};
	const bytes = item.unwrap(await downloadFile(item.context, source, budget));
	return checkImage(item, { bytes, fileName }, limits, 'Image URL');
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
	checkSize(item, image.bytes.length, limits, title, format === 'pdf');
	if (limits.formats.includes(format)) return { ...image, format };
	const accepted = limits.formats
		.filter((name) => name !== 'pdf')
		.map((name) => FORMAT_NAMES[name])
		.join(', ');
	throw item.inputError(
		format === 'unknown'
			? `${title} is not an image in a known format`
			: `${title} is in the format ${FORMAT_NAMES[format]}, which the service does not accept`,
		format === 'html'
			? `Check the step that fetched it: a login or error page may have come in place of the picture. The service takes ${accepted}.`
			: (limits.remedies?.[format] ??
					`Export it as PNG or JPG first. The service takes ${accepted}.`),
	);
}

function checkSize(
	item: Item,
	bytes: number,
	limits: ImageLimits,
	title: string,
	isPdf: boolean,
): void {
	const { maxBytes, maxPdfBytes } = limits;
	if (bytes <= (isPdf && maxPdfBytes !== undefined ? maxPdfBytes : maxBytes)) return;
	const told = isPdf && maxPdfBytes !== undefined ? sizeText(maxPdfBytes) : limits.limitText;
	const { message, remedy } = tooLarge(sizeText(bytes), told, title);
	throw item.inputError(message, remedy);
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

function tooLarge(size: string, limitText: string, title: string): Problem {
	return {
		message: `${title} is larger than ${limitText}`,
		remedy: `The file is ${size}; the limit is ${limitText}. Reduce the picture, or export it as JPG with a lower quality.`,
		retryClass: 'never',
	};
}

/** Looks for what base64 does not have: one expression for the whole text would keep a way back for each letter. */
function isBase64(text: string): boolean {
	return !/[^A-Za-z0-9+/_-]/.test(text.replace(/={1,2}$/, ''));
}
