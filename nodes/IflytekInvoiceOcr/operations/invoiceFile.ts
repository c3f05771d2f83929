import {
	base64Bytes,
	base64Text,
	findFile,
	requiredFile,
	storedBytes,
	storedSize,
} from '../../shared/files/itemFiles';
import { downloadFile, fileNameIn, readFileUrl } from '../../shared/files/downloadedFile';
import { addressToShow } from '../../shared/http/webAddress';
import type { Item } from '../../shared/items/item';
import type { RetryBudget } from '../../shared/pace/retryBudget';
import { type Problem, sanitize } from '../../shared/problem/problem';
import { MAX_FILE_BYTES } from '../file/fileParts';
import { MAX_IMAGE_BYTES } from '../service/service';

/** The file that an item brings. */
export interface InvoiceFile {
	bytes: Buffer;
	/** or the address it came from, without its secret parts; null if it has neither */
	fileName: string | null;
	/** how messages name it, at the beginning of a sentence */
	title: string;
}

/** Size in bytes of the file that an item brings, as far as it is known without loading it. */
export async function fileSize(item: Item): Promise<number> {
	switch (item.parameter('fileSource')) {
		case 'binary': {
			const { file } = findFile(item, 'binaryPropertyName');
			const size = file === undefined ? 0 : ((await storedSize(item, file)) ?? MAX_IMAGE_BYTES);
			return Math.min(size, MAX_FILE_BYTES);
		}
		case 'url':
			return MAX_IMAGE_BYTES;
		default: {
			const text = item.parameter(
				item.parameter('fileSource') === 'base64' ? 'fileBase64' : 'xmlText',
			);
			return typeof text === 'string' ? Math.min(text.length, MAX_FILE_BYTES) : 0;
		}
	}
}

/** What the rows of an item call its file; null where nothing names it. */
export function fileNameOf(item: Item): string | null {
	switch (item.parameter('fileSource')) {
		case 'binary':
			return findFile(item, 'binaryPropertyName').file?.fileName ?? null;
		case 'url': {
			const given = String(item.parameter('fileUrl') ?? '').trim();
			const url = readFileUrl(given, 'File URL');
			return (url.ok ? fileNameIn(url.value) : undefined) ?? (addressToShow(given) || null);
		}
		default:
			return null;
	}
}

/**
 * Reads the file that an item brings, whatever it is.
 * @param budget the item's, which a download shares with its requests
 * @throws NodeOperationError when there is none, or it is empty or too large
 */
export async function readInvoiceFile(item: Item, budget: RetryBudget): Promise<InvoiceFile> {
	switch (item.parameter('fileSource')) {
		case 'base64':
			return givenBase64(item);
		case 'text':
			return givenText(item);
		case 'url':
			return await downloaded(item, budget);
		default:
			return await stored(item);
	}
}

async function stored(item: Item): Promise<InvoiceFile> {
	const file = requiredFile(item, 'File Source');
	const size = await storedSize(item, file);
	const fileName = fileNameOf(item);
	const title = fileTitle(fileName, 'Input Data Field Name');
	if (size !== undefined && size > MAX_FILE_BYTES) throw tooLarge(item, title);
	const bytes = item.unwrap(await storedBytes(item, file, title));
	return { bytes: withinLimit(item, bytes, title), fileName, title };
}

async function downloaded(item: Item, budget: RetryBudget): Promise<InvoiceFile> {
	const given = String(item.parameter('fileUrl') ?? '').trim();
	if (given === '') {
		throw item.inputError("'File URL' is empty", 'Enter the web address of the file.');
	}
	const url = item.unwrap(readFileUrl(given, 'File URL'));
	const name = fileNameIn(url) ?? null;
	const title = fileTitle(name, 'File URL');
	const problem: Problem = {
		message: `${title} is larger than ${LIMIT}`,
		remedy: TOO_LARGE,
		retryClass: 'never',
	};
	const download = await downloadFile(
		item.context,
		{
			url,
			parameter: 'File URL',
			kind: 'file',
			maxBytes: MAX_FILE_BYTES,
			tooLarge: () => problem,
		},
		budget,
	);
	const bytes = withinLimit(item, item.unwrap(download), title);
	return { bytes, fileName: fileNameOf(item), title };
}

function givenBase64(item: Item): InvoiceFile {
	const displayName = 'File Base64';
	const text = base64Text(item, { name: 'fileBase64', displayName, what: 'file' });
	const title = fileTitle(null, displayName);
	if (base64Bytes(text) > MAX_FILE_BYTES) throw tooLarge(item, title);
	return { bytes: withinLimit(item, Buffer.from(text, 'base64'), title), fileName: null, title };
}

function givenText(item: Item): InvoiceFile {
	const text = item.parameter('xmlText');
	const title = "The text in 'XML'";
	if (typeof text !== 'string' || text.trim() === '') {
		throw item.inputError("'XML' is empty", 'Enter the content of the XML file.');
	}
	// with a mark, since the encoding that the text declares was its file's
	const bytes = Buffer.from(`\uFEFF${text.trim()}`);
	return { bytes: withinLimit(item, bytes, title), fileName: null, title };
}

function fileTitle(fileName: string | null, parameter: string): string {
	return fileName === null ? `The file in '${parameter}'` : `The file ${sanitize(fileName)}`;
}

const LIMIT = '20 MB';
const TOO_LARGE = 'Split a PDF or ZIP file. No single invoice is that large.';

function withinLimit(item: Item, bytes: Buffer, title: string): Buffer {
	if (bytes.length > MAX_FILE_BYTES) throw tooLarge(item, title);
	if (bytes.length > 0) return bytes;
	throw item.inputError(`${title} is empty`, 'Check the step that reads or sends the file.');
}

function tooLarge(item: Item, title: string) {
	return item.inputError(`${title} is larger than ${LIMIT}`, TOO_LARGE);
}
