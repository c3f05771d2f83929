import type { IBinaryData } from 'n8n-workflow';

import { pastedText } from '../http/pastedText';
import { FILES_IN_JSON, filesInJson, isFile, type Item } from '../items/item';
import { invalid, success, sanitize, type Result } from '../problem/problem';

/** What a parameter names as an input file. */
export interface NamedFile {
	/** undefined where there is no such file */
	file?: IBinaryData;
	/** the parameter's value as a message shows it */
	given: string;
	/** what the item's files are called */
	existing: string[];
}

/**
 * Finds the file that a parameter names, by its binary field or as the file itself, which an
 * expression such as {{ $binary.data }} returns.
 */
export function findFile(item: Item, parameter: string): NamedFile {
	const isFileField = parameter === FILE_FIELD && item.field !== undefined;
	const value = isFileField ? item.field!.value : item.parameter(parameter);
	const { binary = {} } = item.input;
	const existing = fieldsOf(item);
	const file =
		typeof value === 'string' ? fileByName(item, value) : fileItself(value, Object.values(binary));
	return { file, given: sanitize(value), existing };
}

/** The parameter 'Input Data Field Name'. */
export const FILE_FIELD = 'binaryPropertyName';

/** What the fields of an item that hold its files are called. */
export function fieldsOf({ input }: Item): string[] {
	return [
		...Object.keys(input.binary ?? {}),
		...Object.keys(filesInJson(input)).map((name) => `${FILES_IN_JSON}.${name}`),
	];
}

/**
 * The file of the parameter 'Input Data Field Name'.
 * @param sourceParameter display name of the parameter that says where the file comes from, where there is one
 * @throws NodeOperationError naming the item's files, when there is no such file or nothing in it
 */
export function requiredFile(item: Item, sourceParameter?: string): IBinaryData {
	const { file, given, existing } = findFile(item, FILE_FIELD);
	if (file !== undefined && hasData(file)) return file;
	if (file !== undefined) {
		throw item.inputError(
			`The file in the field '${given}' has no data`,
			'The item refers to a file that it does not contain: check the step that created the item.',
		);
	}
	throw item.inputError(
		`There is no file in the field '${given}' named in 'Input Data Field Name'`,
		existing.length > 0
			? `The item has files in: ${existing.join(', ')}. Enter one of these names.`
			: `The item has no file at all. Read one first, for example with the node Read/Write Files from Disk${sourceParameter ? `, or choose another '${sourceParameter}'` : ''}.`,
	);
}

/** Whether a file is stored, or held in the item itself. */
export function hasData({ id, data }: IBinaryData): boolean {
	return id !== undefined || typeof data === 'string';
}

/** Size in bytes of a binary field's file, without loading it; undefined where it is not known. */
export async function storedSize(item: Item, file: IBinaryData): Promise<number | undefined> {
	if (file.id === undefined) return base64Bytes(file.data);
	// n8n gives it, and does not declare it
	const { bytes } = file as { bytes?: number };
	if (typeof bytes === 'number') return bytes;
	try {
		return (await item.context.helpers.getBinaryMetadata(file.id)).fileSize;
	} catch {
		// reading the file will report what is wrong with it
		return undefined;
	}
}

/**
 * The bytes of a binary field's file.
 * @param title the file at the beginning of a sentence
 * @returns a problem where n8n does not find what it stored: its message names neither the file nor the item
 */
export async function storedBytes(
	item: Item,
	file: IBinaryData,
	title: string,
): Promise<Result<Buffer>> {
	try {
		return success(await item.context.helpers.getBinaryDataBuffer(item.index, file));
	} catch (error) {
		return invalid(
			`${title} cannot be read from n8n's storage`,
			`Run the step that made the file again: n8n deletes files together with their execution. In queue mode, check that main and workers share their storage. n8n says: ${sanitize((error as Error).message)}.`,
		);
	}
}

/** How many bytes a base64 text decodes to. */
export function base64Bytes(text: string): number {
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	return Math.floor((text.length * 3) / 4) - padding;
}

function fileByName(item: Item, name: string): IBinaryData | undefined {
	try {
		const found: unknown = item.context.helpers.assertBinaryData(item.index, pastedText(name));
		return isFile(found) ? found : undefined;
	} catch {
		// n8n's message names neither the parameter nor the files that exist
		return undefined;
	}
}

/** `$binary` omits `data`: a file on disk is recognized by its id, one in memory by its other fields. */
function fileItself(value: unknown, files: IBinaryData[]): IBinaryData | undefined {
	if (!isFile(value)) return undefined;
	// n8n 1 needs a `data` besides the id
	if ('data' in value || 'id' in value) return { ...value, data: value.data ?? '' };
	const same = files.filter((file) =>
		Object.entries(value).every(([name, part]) => file[name as keyof IBinaryData] === part),
	);
	return same.length === 1 ? same[0] : undefined;
}
