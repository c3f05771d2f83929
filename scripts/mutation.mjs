// `npm run mutation [-- <path or its beginning …> <Stryker's options>]`: changes the code in thousands of
// small ways and tells which of them no test notices.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

const HOME = 'test/measure/mutation';
ensureInstalled();
ensureInstalled(join(ROOT, HOME), 'Stryker (about ten seconds)');

const { default: config } = await import('../test/measure/mutation/stryker.config.mjs');
const words = process.argv.slice(2);
const places = words.filter((word) => /^(credentials|nodes)\b/.test(word));
const options = words.filter((word) => !places.includes(word));
const mutate = config.mutate.filter((file) => places.some((place) => file.startsWith(place)));
if (places.length > 0 && mutate.length === 0) {
	giveUp(`None of the mutated files is there: ${HOME}/stryker.config.mjs says which are, and why.`);
}
// Stryker ends with 0 when it could not begin, so that only its report tells that it has worked
const report = join(ROOT, 'reports/mutation/mutation.json');
rmSync(report, { force: true });
const { status } = spawnSync(
	process.execPath,
	[
		join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
		'run',
		`${HOME}/stryker.config.mjs`,
		...(mutate.length > 0 ? ['--mutate', mutate.join(',')] : []),
		...options,
	],
	{ cwd: ROOT, stdio: 'inherit' },
);
process.exit(existsSync(report) ? (status ?? 1) : 1);
