import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	majorUnderTest,
	QUICK_EXPRESSIONS,
	startExampleN8n,
	WITHOUT_EDITOR,
	type ExampleN8n,
} from '../harness';
import { CONNECTION_FILE, type Connection } from './connection';
import { recorded } from './support/seenRequests';

declare global {
	var iflytekEndToEnd: { example: ExampleN8n; folder: string } | undefined;
}

/** Starts the emulator and the real n8n (N8N_MAJOR, by default 2) that the test files share. */
export default async function globalSetup(): Promise<void> {
	const folder = await fs.mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	const requestsFile = join(folder, 'requests.jsonl');
	const tokensFile = join(folder, 'tokens.txt');
	for (const file of [requestsFile, tokensFile]) await fs.writeFile(file, '', { mode: 0o600 });
	const example = await startExampleN8n({
		major: majorUnderTest(),
		emulator: recorded({ requestsFile, tokensFile }),
		env: {
			...WITHOUT_EDITOR,
			...QUICK_EXPRESSIONS,
			// all that n8n can write, for the search of secrets
			N8N_LOG_LEVEL: 'debug',
			// without a pool, writing to a data table twice at a time breaks the database layer of n8n 1
			DB_SQLITE_POOL_SIZE: '3',
			// as behind one proxy: the caller is who X-Forwarded-For says, where it says anything
			N8N_PROXY_HOPS: '1',
			// only what internalAddresses.test.ts has at another address is inside the network; n8n 1 knows no such thing
			N8N_SSRF_PROTECTION_ENABLED: 'true',
			N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
		},
		log: (line) => process.stderr.write(`${line}\n`),
	});
	globalThis.iflytekEndToEnd = { example, folder };

	const { n8n, emulator, credentials, files, packageTarball } = example;
	const connection: Connection = {
		major: n8n.major,
		version: n8n.version,
		pid: n8n.pid,
		userFolder: n8n.userFolder,
		filesFolder: files,
		session: n8n.client.session,
		credentials,
		emulatorUrl: emulator.url,
		requestsFile,
		tokensFile,
		packageTarball,
	};
	const file = join(folder, 'connection.json');
	await fs.writeFile(file, JSON.stringify(connection), { mode: 0o600 });
	process.env[CONNECTION_FILE] = file;
}
