import * as fs from 'node:fs/promises';

export default async function globalTeardown(): Promise<void> {
	const shared = globalThis.iflytekEndToEnd;
	if (!shared) return;
	await shared.example.stop();
	await fs.rm(shared.folder, { recursive: true, force: true });
}
