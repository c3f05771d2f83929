import { startExampleN8n, type ExampleN8n } from '../n8n/harness';
import { chromiumPath } from './chromium';
import { CONNECTION, connectionTo } from './connection';

declare global {
	var iflytekBrowserTests: ExampleN8n | undefined;
}

/** Starts the emulator and the real n8n 2.41 whose editor all test files look at. */
export default async function globalSetup(): Promise<void> {
	try {
		chromiumPath();
	} catch (error) {
		// Thrown, it would come with a stack that says nothing.
		process.stderr.write(`${(error as Error).message}\n`);
		process.exit(1);
	}
	const running = await startExampleN8n({
		major: 2,
		log: (line) => process.stderr.write(`${line}\n`),
	});
	globalThis.iflytekBrowserTests = running;
	process.env[CONNECTION] = JSON.stringify(await connectionTo(running));
}
