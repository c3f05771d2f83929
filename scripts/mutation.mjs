// `npm run mutation [-- <path or its beginning …> <Stryker's options>]`: changes the code in thousands of
// small ways and tells which of them no test notices.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

const FOLDER = 'test/measure/mutation';
ensureInstalled();
ensureInstalled(join(ROOT, FOLDER), 'Stryker (about ten seconds)');

const { default: config } = await import('../test/measure/mutation/stryker.config.mjs');
const words = process.argv.slice(2);
const paths = words.filter((word) => /^(credentials|nodes)\b/.test(word));
const options = words.filter((word) => !paths.includes(word));
const mutate = config.mutate.filter((file) => paths.some((path) => file.startsWith(path)));
if (paths.length > 0 && mutate.length === 0) {
	giveUp(
		`None of the mutated files is there: ${FOLDER}/stryker.config.mjs says which are, and why.`,
	);
}
// Stryker ends with 0 when it could not begin, so that only its report tells that it has worked
const report = join(ROOT, 'reports/mutation/mutation.json');
rmSync(report, { force: true });
const { status } = spawnSync(
	process.execPath,
	[
		join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
		'run',
		`${FOLDER}/stryker.config.mjs`,
		...(mutate.length > 0 ? ['--mutate', mutate.join(',')] : []),
		...options,
	],
	{ cwd: ROOT, stdio: 'inherit' },
);
process.exit(existsSync(report) ? (status ?? 1) : 1);
