import { join } from 'node:path';
import { mustRun } from './commands';
import { ROOT } from './paths';

export type Major = 1 | 2;

/** An installed n8n and the Node.js that runs it (see scripts/prepareN8n.mjs). */
export interface PreparedN8n {
	major: Major;
	version: string;
	/** The folder with its package.json and node_modules. */
	directory: string;
	/** The Node.js binary it runs on. */
	node: string;
	/** n8n's own start script. */
	bin: string;
	/** Environment this n8n needs on this Node.js. */
	env: Record<string, string>;
	/** The user folder of a new n8n: its database, which takes a quarter of a start to make, and no key yet. */
	newUserFolder: string;
}

/**
 * Sets n8n up if needed (minutes the first time, at once afterwards). Progress goes to `log`.
 * Runs as a process of its own because jest cannot import an ES module.
 */
export async function preparedN8n(
	major: Major,
	log: (line: string) => void = () => {},
): Promise<PreparedN8n> {
	const script = join(ROOT, 'scripts/prepareN8n.mjs');
	const { stdout } = await mustRun(process.execPath, [script, String(major)], {
		onStderrLine: log,
	});
	return JSON.parse(stdout) as PreparedN8n;
}

/** The major under test: N8N_MAJOR=1 or 2, by default 2. */
export function majorUnderTest(): Major {
	const major = process.env.N8N_MAJOR ?? '2';
	if (major !== '1' && major !== '2') throw new Error(`N8N_MAJOR is 1 or 2, not '${major}'`);
	return Number(major) as Major;
}
