/**
 * Runs the examples' n8n beside the emulator, rebuilds on every change of the sources and lets n8n
 * load the nodes anew; the browser tab has to be reloaded by hand.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';

import { startExampleN8n } from '../test/n8n/harness/exampleN8n';
import { exampleFiles, N8nClient } from '../test/n8n/harness';
import { ROOT } from '../test/n8n/harness/paths';

const SOURCES = ['credentials', 'icons', 'nodes'];
const QUIET_MS = 300;

async function main(): Promise<void> {
	const dev = await startExampleN8n({
		major: 2,
		env: { N8N_DEV_RELOAD: 'true' },
		log: console.log,
	});
	const installed = join(dev.n8n.userFolder, '.n8n/nodes/node_modules/n8n-nodes-iflytek');
	for (const file of exampleFiles()) await dev.import(file);
	const stop = () => void dev.stop().then(() => process.exit(0));
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);

	let timer: NodeJS.Timeout | undefined;
	let building: Promise<void> = Promise.resolve();
	const changed = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			building = building
				.then(async () => {
					const started = Date.now();
					const failure = await build();
					if (failure !== undefined) {
						console.log(`Not built:\n${failure}`);
						return;
					}
					await fs.cp(join(ROOT, 'dist'), join(installed, 'dist'), { recursive: true });
					await dev.n8n.client.request('POST', '/rest/dev/reload');
					console.log(
						`Built and reloaded in ${((Date.now() - started) / 1000).toFixed(1)} s: reload the browser tab`,
					);
				})
				.catch((error: unknown) => console.log(`Not reloaded: ${String(error)}`));
		}, QUIET_MS);
	};
	for (const source of SOURCES) watch(join(ROOT, source), { recursive: true }, changed);

	console.log(`n8n is at ${dev.n8n.url} (e-mail ${N8nClient.owner.email}, password ${N8nClient.owner.password}).
The emulator is at ${dev.emulator.url}; the credentials and example workflows are in n8n.
Watching ${SOURCES.join(', ')}. Press Ctrl+C to end.`);
}

/** Compiles and copies what belongs to it; the output of the step that failed, if one did. */
async function build(): Promise<string | undefined> {
	return (await run('tsc', ['-p', 'tsconfig.json'])) ?? (await run('gulp', []));
}

function run(command: string, args: string[]): Promise<string | undefined> {
	return new Promise((resolve) => {
		let output = '';
		const child = spawn(join(ROOT, 'node_modules/.bin', command), args, {
			cwd: ROOT,
			shell: process.platform === 'win32',
		});
		child.stdout.on('data', (chunk) => (output += chunk));
		child.stderr.on('data', (chunk) => (output += chunk));
		child.on('error', (error) => resolve(error.message));
		child.on('close', (code) => resolve(code === 0 ? undefined : output));
	});
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
