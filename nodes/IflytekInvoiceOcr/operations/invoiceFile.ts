import {
	base64Bytes,
	base64Text,
	findFile,
	requiredFile,
	storedBytes,
	storedSize,
} from '../../shared/files/itemFiles';
import { downloadFile, readFileUrl } from '../../shared/files/download';
import { addressToShow, fileNameIn } from '../../shared/http/pasted';
import type { Item } from '../../shared/items/item';
import type { RetryBudget } from '../../shared/pace/attempts';
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
	const source = item.parameter('fileSource');
	if (source === 'url') return MAX_IMAGE_BYTES;
	if (source === 'binary') {
		const { file } = findFile(item, 'binaryPropertyName');
		if (file === undefined) return 0;
		return Math.min((await storedSize(item, file)) ?? MAX_IMAGE_BYTES, MAX_FILE_BYTES);
	}
	const text = item.parameter(source === 'base64' ? 'fileBase64' : 'xmlText');
	return typeof text === 'string' ? Math.min(text.length, MAX_FILE_BYTES) : 0;
}

/** What the rows of an item call its file; null where nothing names it. */
export function fileNameOf(item: Item): string | null {
	const source = item.parameter('fileSource');
	if (source === 'binary') return findFile(item, 'binaryPropertyName').file?.fileName ?? null;
	if (source !== 'url') return null;
	const given = String(item.parameter('fileUrl') ?? '').trim();
	const url = readFileUrl(given, 'File URL');
	return (url.ok ? fileNameIn(url.value) : undefined) ?? (addressToShow(given) || null);
}

/**
 * Reads the file that an item brings, whatever it is.
 * @param budget the item's, which a download shares with its requests
 * @throws NodeOperationError when there is none, or it is empty or too large
 */
export async function readInvoiceFile(item: Item, budget: RetryBudget): Promise<InvoiceFile> {
	const { bytes, title } = await givenFile(item, budget);
	if (bytes.length > MAX_FILE_BYTES) throw tooLarge(item, title);
	if (bytes.length > 0) return { bytes, title, fileName: fileNameOf(item) };
	throw item.inputError(`${title} is empty`, 'Check the step that reads or sends the file.');
}

type GivenFile = Pick<InvoiceFile, 'bytes' | 'title'>;

async function givenFile(item: Item, budget: RetryBudget): Promise<GivenFile> {
	const source = item.parameter('fileSource');
	if (source === 'base64') return givenBase64(item);
	if (source === 'text') return givenText(item);
	return source === 'url' ? await downloaded(item, budget) : await stored(item);
}

async function stored(item: Item): Promise<GivenFile> {
	const file = requiredFile(item, 'File Source');
	const size = await storedSize(item, file);
	const title = fileTitle(file.fileName ?? null, 'Input Data Field Name');
	if (size !== undefined && size > MAX_FILE_BYTES) throw tooLarge(item, title);
	return { bytes: item.unwrap(await storedBytes(item, file, title)), title };
}

async function downloaded(item: Item, budget: RetryBudget): Promise<GivenFile> {
	const parameter = 'File URL';
	const given = String(item.parameter('fileUrl') ?? '').trim();
	if (given === '')
		throw item.inputError(`'${parameter}' is empty`, 'Enter the web address of the file.');
	const url = item.unwrap(readFileUrl(given, parameter));
	const title = fileTitle(fileNameIn(url) ?? null, parameter);
	const message = `${title} is larger than ${LIMIT}`;
	const problem: Problem = { message, remedy: TOO_LARGE, retryClass: 'never' };
	const source = { url, parameter, kind: 'file', maxBytes: MAX_FILE_BYTES } as const;
	const bytes = await downloadFile(item.context, { ...source, tooLarge: () => problem }, budget);
	return { bytes: item.unwrap(bytes), title };
}

function givenBase64(item: Item): GivenFile {
	const displayName = 'File Base64';
	const text = base64Text(item, { name: 'fileBase64', displayName, what: 'file' });
	const title = fileTitle(null, displayName);
	if (base64Bytes(text) > MAX_FILE_BYTES) throw tooLarge(item, title);
	return { bytes: Buffer.from(text, 'base64'), title };
}

function givenText(item: Item): GivenFile {
	const text = item.parameter('xmlText');
	if (typeof text !== 'string' || text.trim() === '') {
		throw item.inputError("'XML' is empty", 'Enter the content of the XML file.');
	}
	// with a mark, since the encoding that the text declares was its file's
	return { bytes: Buffer.from(`\uFEFF${text.trim()}`), title: "The text in 'XML'" };
}

function fileTitle(fileName: string | null, parameter: string): string {
	return fileName === null ? `The file in '${parameter}'` : `The file ${sanitize(fileName)}`;
}

const LIMIT = '20 MB';
const TOO_LARGE = 'Split a PDF or ZIP file. No single invoice is that large.';

function tooLarge(item: Item, title: string) {
	return item.inputError(`${title} is larger than ${LIMIT}`, TOO_LARGE);
}
