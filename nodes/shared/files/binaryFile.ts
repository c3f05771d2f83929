import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../http/json';
import { sanitize } from '../items/sanitize';

/** What a parameter for an input file leads to. */
export interface NamedFile {
	/** undefined where there is no such file */
	file?: IBinaryData;
	/** the parameter's value as a message shows it */
	given: string;
	/** what the item's files are called */
	existing: string[];
}

/** Where n8n keeps the files of an item when a workflow's binary mode is "combined". */
const FILES_IN_JSON = '_files';

/**
 * Finds the file that a parameter gives: by the name of a binary field, or as the file itself, which an
 * expression such as {{ $binary.data }} comes to.
 */
export function binaryFile(
	context: IExecuteFunctions,
	itemIndex: number,
	parameter: string,
): NamedFile {
	const value = context.getNodeParameter(parameter, itemIndex) as unknown;
	const { binary = {}, json } = context.getInputData()[itemIndex]!;
	const inJson = json[FILES_IN_JSON];
	const existing = [
		...Object.keys(binary),
		...Object.keys(isRecord(inJson) ? inJson : {}).map((name) => `${FILES_IN_JSON}.${name}`),
	];
	const file =
		typeof value === 'string'
			? fileByName(context, itemIndex, value)
			: fileItself(value, Object.values(binary));
	return { file, given: sanitize(value), existing };
}

function fileByName(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
): IBinaryData | undefined {
	try {
		const found: unknown = context.helpers.assertBinaryData(itemIndex, name.trim());
		return isFile(found) ? found : undefined;
	} catch {
		// n8n's own words name neither the parameter nor the files that there are
		return undefined;
	}
}

/** `$binary` leaves out `data`: a file on disk has its id, one in memory is known by all the rest. */
function fileItself(value: unknown, files: IBinaryData[]): IBinaryData | undefined {
	if (!isFile(value)) return undefined;
	// n8n 1 wants a `data` beside the id, too
	if ('data' in value || 'id' in value) return { ...value, data: value.data ?? '' };
	const same = files.filter((file) =>
		Object.entries(value).every(([name, part]) => file[name as keyof IBinaryData] === part),
	);
	return same.length === 1 ? same[0] : undefined;
}

function isFile(value: unknown): value is IBinaryData {
	return isRecord(value) && 'mimeType' in value;
}
