import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CredentialsByType } from '../../n8n/harness';
import type { Step } from '../../support/chain';

/**
 * Two nodes that make `count` items without n8n's task runner, whose time would count too. A binary
 * field of the item before is handed on to each.
 * @param item a JavaScript expression of the item's number `n`, an object
 */
export function madeItems(count: number, item: string): Step[] {
	const value = `={{ Array.from({ length: ${count} }, (_, n) => (${item})) }}`;
	return [
		{
			name: 'List',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				assignments: { assignments: [{ id: 'list', name: 'list', type: 'array', value }] },
				includeOtherFields: true,
				options: { stripBinary: false },
			},
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'list', options: { includeBinary: true } },
		},
	];
}

/** Reads one file into the binary field `data`. */
export function readFile(path: string): Step {
	return {
		name: 'File',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1.1,
		parameters: { fileSelector: path, options: {} },
	};
}

/**
 * A Code node that runs once for all items.
 * @param file a file of the folder peers, without its ending, that holds a function of that name
 * @param values put into the code as constants
 */
export function code(name: string, file: string, values: Record<string, unknown> = {}): Step {
	const constants = Object.entries(values).map(
		([constant, value]) => `const ${constant} = ${JSON.stringify(value)};\n`,
	);
	const source = readFileSync(join(__dirname, 'peers', `${file}.js`), 'utf8');
	return {
		name,
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			mode: 'runOnceForAllItems',
			language: 'javaScript',
			jsCode: `${constants.join('')}${source}\nreturn await ${file}.call(this);`,
		},
	};
}

/** Name of n8n's own node that sends, in each peer. */
export const HTTP_REQUEST = 'HTTP Request';

/** n8n's HTTP Request node, POST, signed by one of our credentials; `body` are its body parameters. */
export function httpRequest(
	url: string,
	credentials: CredentialsByType,
	body: Record<string, unknown>,
): Step {
	return {
		name: HTTP_REQUEST,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		credentials,
		parameters: {
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: Object.keys(credentials)[0],
			sendBody: true,
			...body,
			options: {},
		},
	};
}
