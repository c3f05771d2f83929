import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { binaryFile } from './binaryFile';
import { inputError } from '../items/errors';
import type { Problem } from '../items/problem';
import { sanitize } from '../items/sanitize';
import { downloadFile } from './downloadedFile';
import { detectFormat, FORMAT_NAMES, type FileFormat } from './imageFormat';
import type { RetryBudget } from '../items/retryBudget';
import { parseWebAddress } from '../http/requestUrl';

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

/** The largest file that is downloaded: what an address ends in is all that is known of it. */
function largestDownload(url: URL | undefined, limits: ImageLimits): number {
	return /\.pdf$/i.test(url?.pathname ?? '') ? largestFile(limits) : limits.maxBytes;
}

/** How an image comes to a node. */
export type ImageSource = 'base64' | 'binary' | 'url';

/**
 * The parameters `imageSource`, `binaryPropertyName`, `imageUrl` and `imageBase64`.
 * @param urlDescription says who fetches the address: n8n or the service
 */
export function imageSourceProperties(
	show: Record<string, string[]>,
	texts: { formats: string; urlDescription: string },
): INodeProperties[] {
	const imageSource: INodeProperties = {
		displayName: 'Image Source',
		name: 'imageSource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Base64',
				value: 'base64',
				description: 'The picture as base64 text, as an AI agent or an API delivers it',
			},
			{ name: 'Binary File', value: 'binary', description: 'A file that an earlier node read' },
			{ name: 'URL', value: 'url', description: texts.urlDescription },
		],
		default: 'binary',
		description: 'Where the picture comes from',
		displayOptions: { show: { ...show, '@tool': [false] } },
	};
	const fieldName: INodeProperties = {
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: `The name of the input field containing the file: ${texts.formats}`,
		displayOptions: { show: { ...show, imageSource: ['binary'], '@tool': [false] } },
	};
	return [
		imageSource,
		{
			...imageSource,
			// a model can give an address, but no file
			default: 'url',
			displayOptions: { show: { ...show, '@tool': [true] } },
		},
		fieldName,
		{
			...fieldName,
			default: "={{ $('Node with the file').item.binary.data }}",
			hint: `The file itself, by an expression that names the node which read it: ${texts.formats}`,
			displayOptions: { show: { ...show, imageSource: ['binary'], '@tool': [true] } },
		},
		{
			displayName: 'Image URL',
			name: 'imageUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/picture.jpg',
			description: `Public web address of the picture: ${texts.formats}`,
			displayOptions: { show: { ...show, imageSource: ['url'] } },
		},
		{
			displayName: 'Image Base64',
			name: 'imageBase64',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			required: true,
			placeholder: 'e.g. iVBORw0KGgoAAAANSUhEUg…',
			description: `The picture as base64 text, with or without a data: prefix. ${texts.formats}.`,
			displayOptions: { show: { ...show, imageSource: ['base64'] } },
		},
	];
}

/** Size in bytes of the image an item brings, without loading it; 0 where it cannot be known. */
export async function imageSize(
	context: IExecuteFunctions,
	itemIndex: number,
	limits: ImageLimits,
): Promise<number> {
	const source = context.getNodeParameter('imageSource', itemIndex) as ImageSource;
	if (source === 'base64') {
		const text = context.getNodeParameter('imageBase64', itemIndex) as unknown;
		return typeof text === 'string' ? Math.min(text.length, largestFile(limits)) : 0;
	}
	if (source === 'url') {
		return largestDownload(
			parseWebAddress(context.getNodeParameter('imageUrl', itemIndex)),
			limits,
		);
	}
	const { file } = binaryFile(context, itemIndex, 'binaryPropertyName');
	if (file === undefined) return 0;
	return Math.min((await storedSize(context, file)) ?? limits.maxBytes, largestFile(limits));
}

/** Reads the image from the item's binary field, checked by size before it is loaded. */
export async function readBinaryImage(
	context: IExecuteFunctions,
	itemIndex: number,
	limits: ImageLimits,
): Promise<ItemImage> {
	const { file, given, existing } = binaryFile(context, itemIndex, 'binaryPropertyName');
	if (file === undefined) {
		throw inputError(
			context,
			itemIndex,
			`There is no file in the field '${given}' named in 'Input Data Field Name'`,
			existing.length > 0
				? `The item has files in: ${existing.join(', ')}. Enter one of these names.`
				: "The item has no file at all. Read one first, for example with the node Read/Write Files from Disk, or choose another 'Image Source'.",
		);
	}
	const size = await storedSize(context, file);
	if (size !== undefined) {
		const isPdf = file.mimeType === 'application/pdf' || /\.pdf$/i.test(file.fileName ?? '');
		const title = fileTitle('Input Data Field Name', file.fileName);
		checkSize(context, itemIndex, size, limits, title, isPdf);
	}
	const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, file);
	return checkImage(
		context,
		itemIndex,
		{ bytes, fileName: file.fileName },
		limits,
		'Input Data Field Name',
	);
}

/** Reads the image from base64 text; a data: prefix and line breaks are tolerated. */
export function readBase64Image(
	context: IExecuteFunctions,
	itemIndex: number,
	limits: ImageLimits,
): ItemImage {
	const given = context.getNodeParameter('imageBase64', itemIndex) as unknown;
	const text =
		typeof given === 'string' ? given.replace(/^\s*data:[^,]*,/i, '').replace(/\s+/g, '') : '';
	if (text === '') {
		throw inputError(
			context,
			itemIndex,
			"'Image Base64' is empty",
			'Enter the picture as base64 text, for example from an earlier node.',
		);
	}
	if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) {
		throw inputError(
			context,
			itemIndex,
			"'Image Base64' holds characters that base64 does not have",
			'Enter only the base64 text of the picture, without quotation marks or a file path.',
		);
	}
	const title = fileTitle('Image Base64');
	checkSize(context, itemIndex, base64Bytes(text), limits, title, /^JVBERi/.test(text));
	return checkImage(
		context,
		itemIndex,
		{ bytes: Buffer.from(text, 'base64') },
		limits,
		'Image Base64',
	);
}

/**
 * Downloads the image without any credential.
 * @param budget the item's, of which the download takes its part
 */
export async function downloadImage(
	context: IExecuteFunctions,
	itemIndex: number,
	limits: ImageLimits,
	budget: RetryBudget,
): Promise<ItemImage> {
	const url = readImageUrl(context, itemIndex);
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
				fileTitle('Image URL', lastSegment(url)),
			),
	};
	const file = await downloadFile(context, source, budget);
	if (!file.ok) throw inputError(context, itemIndex, file.problem.message, file.problem.remedy);
	return checkImage(
		context,
		itemIndex,
		{ bytes: file.value, fileName: lastSegment(url) },
		limits,
		'Image URL',
	);
}

/** The item's 'Image URL', checked to be an http(s) address. */
export function readImageUrl(context: IExecuteFunctions, itemIndex: number): URL {
	const given = String(context.getNodeParameter('imageUrl', itemIndex) ?? '').trim();
	if (given === '') {
		throw inputError(
			context,
			itemIndex,
			"'Image URL' is empty",
			'Enter the web address of the picture.',
		);
	}
	const url = parseWebAddress(given);
	if (url === undefined) {
		throw inputError(
			context,
			itemIndex,
			"'Image URL' is not a web address",
			'Enter an address that starts with http:// or https:// and holds no spaces.',
		);
	}
	return url;
}

/**
 * The last segment of an address's path, decoded, as the name of a file: what was encoded in it adds no
 * folders and no control characters. Undefined without one.
 */
export function lastSegment(url: URL): string | undefined {
	const segment = url.pathname.split('/').pop()!;
	let name = segment;
	try {
		name = decodeURIComponent(segment);
	} catch {
		// not UTF-8: the name stays encoded
	}
	return name.replace(/^.*[/\\]|\p{Cc}/gsu, '') || undefined;
}

/** Size in bytes of a binary field's file, without loading it; undefined where it is not known. */
export async function storedSize(
	context: IExecuteFunctions,
	file: { id?: string; data: string; bytes?: number },
): Promise<number | undefined> {
	if (file.id === undefined) return base64Bytes(file.data);
	if (typeof file.bytes === 'number') return file.bytes;
	const { fileSize } = await context.helpers.getBinaryMetadata(file.id);
	return fileSize;
}

/** How many bytes base64 text stands for. */
function base64Bytes(text: string): number {
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	return Math.floor((text.length * 3) / 4) - padding;
}

function checkImage(
	context: IExecuteFunctions,
	itemIndex: number,
	image: { bytes: Buffer; fileName?: string },
	limits: ImageLimits,
	parameter: string,
): ItemImage {
	const title = fileTitle(parameter, image.fileName);
	if (image.bytes.length === 0) {
		throw inputError(
			context,
			itemIndex,
			`${title} is empty`,
			'Check the step that reads or sends the file.',
		);
	}
	const format = detectFormat(image.bytes);
	checkSize(context, itemIndex, image.bytes.length, limits, title, format === 'pdf');
	if (limits.formats.includes(format)) return { ...image, format };
	const accepted = limits.formats
		.filter((name) => name !== 'pdf')
		.map((name) => FORMAT_NAMES[name])
		.join(', ');
	throw inputError(
		context,
		itemIndex,
		format === 'unknown'
			? `${title} is not an image in a known format`
			: `${title} is in the format ${FORMAT_NAMES[format]}, which the service does not take`,
		format === 'html'
			? `Check the step that fetched it: a login or error page may have come in place of the picture. The service takes ${accepted}.`
			: (limits.remedies?.[format] ??
					`Export it as PNG or JPG first. The service takes ${accepted}.`),
	);
}

function checkSize(
	context: IExecuteFunctions,
	itemIndex: number,
	bytes: number,
	limits: ImageLimits,
	title: string,
	isPdf: boolean,
): void {
	const { maxBytes, maxPdfBytes } = limits;
	if (bytes <= (isPdf && maxPdfBytes !== undefined ? maxPdfBytes : maxBytes)) return;
	const told = isPdf && maxPdfBytes !== undefined ? sizeText(maxPdfBytes) : limits.limitText;
	const { message, remedy } = tooLarge(sizeText(bytes), told, title);
	throw inputError(context, itemIndex, message, remedy);
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
