import { startExampleN8n } from '../n8n/harness';
import { chromiumPath, startChromium } from './chromium';
import { CONNECTIONS, connectionTo } from './connection';

declare global {
	var iflytekBrowserTests: Array<() => Promise<void>> | undefined;
}

/**
 * Starts the real n8n 2.41 whose editor the test files look at, with its emulator and a browser: one of
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
	const connections = [];
	for (let worker = 0; worker < maxWorkers; worker++) {
		const running = await startExampleN8n({
			major: 2,
			log: (line) => process.stderr.write(`${line}\n`),
		});
		globalThis.iflytekBrowserTests.push(running.stop);
		const browser = await startChromium();
		globalThis.iflytekBrowserTests.push(browser.close);
		connections.push(connectionTo(running, browser.url));
	}
	process.env[CONNECTIONS] = JSON.stringify(connections);
}
