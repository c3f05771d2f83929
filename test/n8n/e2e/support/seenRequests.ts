import { appendFileSync, readFileSync } from 'node:fs';
import type { EmulatorOptions, SeenRequest } from '../../../emulator';
import type { Connection } from '../connection';

/** A request as the emulator saw it, with what carries secrets taken apart. */
export interface Seen {
	path: string;
	query: URLSearchParams;
	/** Names in lower case. */
	headers: Record<string, string>;
	/** Target and headers as they came, without a body. */
	text: string;
}

type Files = Pick<Connection, 'requestsFile' | 'tokensFile'>;

/** Options of an emulator whose requests and tokens are kept, for the search at the end of the run. */
export function recorded({ requestsFile, tokensFile }: Files): EmulatorOptions {
	return {
		onRequest: (request) => appendFileSync(requestsFile, `${JSON.stringify(request)}\n`),
		aiCall: { onToken: (token) => appendFileSync(tokensFile, `${token}\n`) },
	};
}

/**
 * Every authorization, signature, checksum and token that was sent or issued so far, by a name for the
 * report.
 */
export function readSecrets(files: Files): Record<string, string> {
	const secrets: Record<string, string> = {};
	for (const [at, token] of lines(files.tokensFile).entries()) secrets[`token ${at}`] = token;
	for (const [at, { path, query, headers }] of readSeenRequests(files.requestsFile).entries()) {
		const authorization = query.get('authorization') ?? '';
		const [, signature] = /signature="(.+)"/.exec(atob(authorization)) ?? [];
		const sent = {
			authorization,
			signature,
			checksum: headers['x-checksum'],
			token: query.get('token'),
		};
		for (const [name, value] of Object.entries(sent)) {
			if (value) secrets[`${name} of request ${at}, ${path}`] = value;
		}
	}
	return secrets;
}

function lines(file: string): string[] {
	return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/** Every request to the emulator so far, from the file that the global set-up writes. */
export function readSeenRequests(file: string): Seen[] {
	return lines(file).map((line) => {
		const { target, rawHeaders } = JSON.parse(line) as SeenRequest;
		const url = new URL(target, 'http://emulator.invalid');
		const headers: Record<string, string> = {};
		for (let at = 0; at < rawHeaders.length; at += 2) {
			headers[rawHeaders[at].toLowerCase()] = rawHeaders[at + 1];
		}
		const text = [target, ...rawHeaders].join('\n');
		return { path: url.pathname, query: url.searchParams, headers, text };
	});
}
