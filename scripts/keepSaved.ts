/**
 * Keeps what users of this version have saved: imports each workflow of examples/ in a real n8n, and writes what
 * n8n has stored, with the credentials' fields and the parameters' defaults, into test/fixtures/saved/<version>.
 * Run once for each release (`node scripts/withN8n.mjs scripts/keepSaved.ts`); later versions are tested with it
 * and never change it.
 */
import * as fs from 'node:fs/promises';
import { join } from 'node:path';

import { version } from '../package.json';
import { exampleFiles } from '../test/n8n/harness';
import { startExampleN8n } from '../test/n8n/harness/exampleN8n';
import { ROOT } from '../test/n8n/harness/paths';
import { allDefaults } from '../test/support/defaults';
import { NODES } from '../test/unit/everyNode';

async function main(): Promise<void> {
	const folder = join(ROOT, 'test/fixtures/saved', version);
	const demo = await startExampleN8n({ major: 2, log: console.log });
	try {
		await fs.rm(folder, { recursive: true, force: true });
		await fs.mkdir(folder, { recursive: true });
		for (const file of exampleFiles()) {
			const { id } = await demo.import(file);
			const { name, nodes, connections, settings } = await demo.n8n.client.getWorkflow(id);
			await write(join(folder, file), { name, nodes, connections, settings });
		}
		const types = Object.keys(demo.credentials).filter((type) => type.startsWith('iflytek'));
		const fields = await Promise.all(
			types.map(async (type) => {
				const { data } = await demo.n8n.client.getCredential(demo.credentials[type]!.id);
				return [type, Object.keys(data ?? {}).sort()] as const;
			}),
		);
		await write(join(folder, 'credentials/fields.json'), Object.fromEntries(fields));
		await write(join(folder, 'defaults/parameters.json'), allDefaults(NODES));
	} finally {
		await demo.stop();
	}
}

async function write(path: string, value: unknown): Promise<void> {
	await fs.mkdir(join(path, '..'), { recursive: true });
	await fs.writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

void main();
