import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startExampleN8n } from '../n8n/harness';
import { clockEnv } from '../n8n/harness/clock';
import { chromiumPath, startChromium } from './chromium';
import { CONNECTIONS, type Connection } from './connection';

declare global {
	var iflytekBrowserTests: Array<() => Promise<void>> | undefined;
}

/**
 * Starts the real n8n whose editor the test files look at, with its emulator and a browser: one of
 * each for every worker of jest, because tests order what the emulator answers.
 */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	try {
		chromiumPath();
	} catch (error) {
		// Thrown, it would come with a stack that says nothing.
		process.stderr.write(`${(error as Error).message}\n`);
		process.exit(1);
	}
	globalThis.iflytekBrowserTests = [];
	const connections: Connection[] = [];
	for (let worker = 0; worker < maxWorkers; worker++) {
		const folder = mkdtempSync(join(tmpdir(), 'n8n-clock-'));
		const clockFile = join(folder, 'ahead');
		globalThis.iflytekBrowserTests.push(async () => rmSync(folder, { recursive: true }));
		const running = await startExampleN8n({
			major: process.env.N8N_MAJOR === '1' ? 1 : 2,
			env: clockEnv(clockFile),
			log: (line) => process.stderr.write(`${line}\n`),
		});
		globalThis.iflytekBrowserTests.push(running.stop);
		const browser = await startChromium();
		globalThis.iflytekBrowserTests.push(browser.close);
		const { n8n, emulator, credentials } = running;
		connections.push({
			session: n8n.client.session,
			credentials,
			emulatorUrl: emulator.url,
			browserUrl: browser.url,
			clockFile,
		});
	}
	process.env[CONNECTIONS] = JSON.stringify(connections);
}
